// The Python types and functions that the native module makes values of and calls; Python hands them over once.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <string_view>

#include "plyground/core/side.hpp"

namespace plyground::bindings {

namespace nb = nanobind;

struct PythonTypes {
    nb::object side;  // the enumeration, and its two members
    nb::object white;
    nb::object black;
    nb::object result;  // Result(winner, termination)
    nb::object error;   // error(kind, code, arguments) makes an exception
    nb::object view;    // view(position) makes a View
    nb::object text;    // text(position) draws a board as text
    nb::object svg;     // svg(position) draws it as SVG

    const nb::object& of(Side one) const { return one == Side::WHITE ? white : black; }
};

// Set by `connect`. Never destroyed: at exit Python may be gone first.
PythonTypes& python_types();

void bind_python_types(nb::module_& m);

// Text that the core can take: command lines may hold bytes that are not Unicode, which become question marks.
std::string utf8(nb::handle text);

}  // namespace plyground::bindings
