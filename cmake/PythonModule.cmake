# The Python module `_core` and its type stub, installed into the package.

find_package(Python 3.11 REQUIRED COMPONENTS Interpreter Development.Module)
# nanobind was installed by pip into the Python that builds; it knows its own folder.
execute_process(
  COMMAND "${Python_EXECUTABLE}" -m nanobind --cmake_dir
  OUTPUT_STRIP_TRAILING_WHITESPACE OUTPUT_VARIABLE nanobind_ROOT
  COMMAND_ERROR_IS_FATAL ANY)
find_package(nanobind CONFIG REQUIRED)

file(GLOB_RECURSE binding_sources CONFIGURE_DEPENDS cpp/bindings/*.cpp)
# NOMINSIZE: nanobind prefers small code by default, but the bindings instantiate the search itself.
# NB_SUPPRESS_WARNINGS: its headers are not ours to fix.
nanobind_add_module(_core NB_STATIC NOMINSIZE NB_SUPPRESS_WARNINGS ${binding_sources})
target_link_libraries(_core PRIVATE plyground_native plyground_warnings)

nanobind_add_stub(
  _core_stub
  MODULE _core
  OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/_core.pyi"
  INCLUDE_PRIVATE
  PYTHON_PATH $<TARGET_FILE_DIR:_core>
  DEPENDS _core)

install(TARGETS _core LIBRARY DESTINATION plyground)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/_core.pyi" DESTINATION plyground)
