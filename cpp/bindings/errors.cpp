#include "bindings/errors.hpp"

#include <exception>
#include <string>
#include <variant>

#include "bindings/python_types.hpp"
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
        case ErrorKind::INVALID_DATABASE: return "InvalidDatabase";
    }
    return "";
}

// Text from outside may contain any bytes; invalid UTF-8 is shown as a replacement character.
nb::object text(const std::string& bytes) {
    return nb::steal(PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "replace"));
}

void translate(const std::exception_ptr& pointer, void*) {
    try {
        std::rethrow_exception(pointer);
    } catch (const Error& error) {
        nb::dict arguments;
        for (const auto& [argument, value] : error.arguments())
            arguments[argument.c_str()] = std::holds_alternative<long>(value)
                                              ? nb::object(nb::int_(std::get<long>(value)))
                                              : text(std::get<std::string>(value));
        const nb::object made = python_types().error(name(error.kind()), error.code().c_str(), arguments);
        PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(made.ptr())), made.ptr());
    }
}

}  // namespace

void bind_errors() { nb::register_exception_translator(translate, nullptr); }

}  // namespace plyground::bindings
