# zstd, which compresses the endgame databases. The static library is preferred, so that wheels carry it.

find_path(ZSTD_INCLUDE_DIR zstd.h)
find_library(ZSTD_LIBRARY NAMES libzstd.a zstd_static libzstd_static zstd libzstd)
if(NOT ZSTD_INCLUDE_DIR OR NOT ZSTD_LIBRARY)
  message(FATAL_ERROR "zstd is missing: install it with its header files (Debian, Ubuntu: libzstd-dev; Fedora: "
                      "libzstd-devel; macOS: brew install zstd; Windows: vcpkg install zstd).")
endif()

add_library(plyground_zstd INTERFACE)
target_include_directories(plyground_zstd SYSTEM INTERFACE "${ZSTD_INCLUDE_DIR}")
target_link_libraries(plyground_zstd INTERFACE "${ZSTD_LIBRARY}")
if(NOT MSVC AND NOT APPLE)
  # Debian's static library is not made for shared objects. That does no harm if its symbols stay inside ours.
  target_link_options(plyground_zstd INTERFACE LINKER:--exclude-libs,libzstd.a)
endif()
