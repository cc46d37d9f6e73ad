#include "bindings/python_types.hpp"

namespace plyground::bindings {

using namespace nanobind::literals;

PythonTypes& python_types() {
    static auto* const TYPES = new PythonTypes;
    return *TYPES;
}

void bind_python_types(nb::module_& m) {
    m.def(
        "connect",
        [](nb::object side, nb::object result, nb::object error, nb::object view, nb::object text, nb::object svg) {
            nb::object white = side("white"), black = side("black");
            python_types() = {side, white, black, result, error, view, text, svg};
        },
        "side"_a, "result"_a, "error"_a, "view"_a, "text"_a, "svg"_a,
        "Hands over the Python types and functions that native games use; called once, before any game is made.");
}

std::string utf8(nb::handle text) {
    Py_ssize_t size = 0;
    if (const char* bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size)) return {bytes, static_cast<std::size_t>(size)};
    PyErr_Clear();
    const nb::object encoded = nb::steal(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "replace"));
    if (!encoded.is_valid()) throw nb::python_error();
    return {PyBytes_AS_STRING(encoded.ptr()), static_cast<std::size_t>(PyBytes_GET_SIZE(encoded.ptr()))};
}

}  // namespace plyground::bindings
