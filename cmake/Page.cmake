# The page in the browser, built into a wheel. An editable install serves what `make page` built in the source tree.

if(SKBUILD_STATE STREQUAL "wheel")
  find_package(Python 3.11 REQUIRED COMPONENTS Interpreter)
  add_custom_target(
    page ALL
    COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/tools/page.sh" "${Python_EXECUTABLE}" build
    COMMENT "Building the page"
    VERBATIM)
  install(DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/src/plyground/server/page/" DESTINATION plyground/server/page)
endif()
