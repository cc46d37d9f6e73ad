#include "bindings/errors.hpp"

#include <exception>
#include <string>
#include <variant>

#include "plyground/core/error.hpp"

namespace plyground::bindings {

namespace nb = nanobind;

namespace {

const char* name(ErrorKind kind) {
    switch (kind) {
        case ErrorKind::INVALID_POSITION: return "InvalidPosition";
        case ErrorKind::INVALID_MOVE: return "InvalidMove";
        case ErrorKind::ILLEGAL_MOVE: return "IllegalMove";
        case ErrorKind::AMBIGUOUS_MOVE: return "AmbiguousMove";
        case ErrorKind::INVALID_RULES: return "InvalidRules";
        case ErrorKind::INVALID_TT: return "InvalidTT";
    }
    return "";
}

// Text from outside may contain any bytes; invalid UTF-8 is shown as a replacement character.
nb::object text(const std::string& bytes) {
    return nb::steal(PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "replace"));
}

void translate(const std::exception_ptr& pointer, void* type) {
    try {
        std::rethrow_exception(pointer);
    } catch (const Error& error) {
        nb::dict arguments;
        for (const auto& [argument, value] : error.arguments())
            arguments[argument.c_str()] = std::holds_alternative<long>(value)
                                              ? nb::object(nb::int_(std::get<long>(value)))
                                              : text(std::get<std::string>(value));
        const nb::tuple payload = nb::make_tuple(name(error.kind()), error.code().c_str(), arguments);
        PyErr_SetObject(static_cast<PyObject*>(type), payload.ptr());
    }
}

}  // namespace

void bind_errors(nb::module_& m) {
    // The translator registered last is tried first, so ours comes before the one that nb::exception registers.
    const nb::exception<Error> type(m, "NativeError", PyExc_ValueError);
    nb::register_exception_translator(translate, type.ptr());
}

}  // namespace plyground::bindings
