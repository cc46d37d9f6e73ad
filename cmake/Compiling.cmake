# How every C++ file is compiled: language, processor baseline, warnings, sanitizers, ccache.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE}")
endif()

find_package(Threads REQUIRED)

# What the library and everything that includes its headers need.
add_library(plyground_options INTERFACE)
target_include_directories(plyground_options INTERFACE "${PROJECT_SOURCE_DIR}/cpp")
target_link_libraries(plyground_options INTERFACE Threads::Threads)

# Warnings are for our files only, never for nanobind's.
add_library(plyground_warnings INTERFACE)

if(MSVC)
  target_compile_options(plyground_options INTERFACE /utf-8)
  target_compile_options(plyground_warnings INTERFACE /W4)
else()
  target_compile_options(plyground_options INTERFACE $<$<CONFIG:Release>:-O3>)
  target_compile_options(plyground_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow)
endif()

# One wheel runs on every x86-64 of the last fifteen years and still has popcount; wider instructions are chosen
# at run time. A macOS build may target two architectures at once, so there the flag is limited to one of them.
set(baseline -march=x86-64-v2)
if(NOT MSVC)
  if(APPLE)
    if("x86_64" IN_LIST CMAKE_OSX_ARCHITECTURES OR (NOT CMAKE_OSX_ARCHITECTURES AND CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64"))
      target_compile_options(plyground_options INTERFACE "SHELL:-Xarch_x86_64 ${baseline}")
    endif()
  elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
    target_compile_options(plyground_options INTERFACE ${baseline})
  endif()
endif()

if(PLYGROUND_SANITIZE)
  # no-sanitize-recover: a report is a failure, not a remark.
  set(sanitize -fsanitize=${PLYGROUND_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_compile_options(plyground_options INTERFACE ${sanitize} -O1 -g -UNDEBUG)
  target_compile_definitions(plyground_options INTERFACE PLYGROUND_SANITIZED)
  target_link_options(plyground_options INTERFACE ${sanitize})
endif()
