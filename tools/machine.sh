#!/bin/sh
# What the machine itself must have: Python, a C++ compiler, system packages.
#
#   machine.sh python [COMMAND]    prints a Python that will do
#   machine.sh compiler            checks that there is a C++20 compiler
#   machine.sh zstd                installs zstd's header files where it can; CMake says if they are missing
#   machine.sh packages NAME...    sees to it that the programs of these Debian packages are there
#
# For root on Debian or Ubuntu, installs what is missing; otherwise prints one sentence that says what to install.
set -eu

can_install() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null
}

install_packages() {
    echo "Installing the system packages $* ..." >&2
    apt-get -qq update >/dev/null
    DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 install -y --no-install-recommends "$@" >/dev/null
}

fail() {
    echo "$1" >&2
    exit 1
}

is_new_enough() {
    command -v "$1" >/dev/null && "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

has_venv() {
    "$1" -c 'import ensurepip, venv' 2>/dev/null
}

has_headers() {
    "$1" -c 'import os, sys, sysconfig; sys.exit(not os.path.exists(sysconfig.get_path("include") + "/Python.h"))'
}

find_python() {
    if [ $# -gt 0 ]; then
        is_new_enough "$1" || fail "Plyground needs Python 3.11 or newer, and '$1' is not; give another with PYTHON=."
        echo "$1"
        return
    fi
    for candidate in python3 python3.14 python3.13 python3.12 python3.11; do
        if is_new_enough "$candidate"; then
            echo "$candidate"
            return
        fi
    done
    fail "Plyground needs Python 3.11 or newer: install it (Debian, Ubuntu: python3, python3-venv, python3-dev) or name one with PYTHON=."
}

need_python() {
    python=$(find_python "$@")
    version=$("$python" -c 'import sys; print("python%d.%d" % sys.version_info[:2])')
    if ! has_venv "$python" && can_install; then install_packages "$version-venv"; fi
    has_venv "$python" || fail "Python cannot create virtual environments here: install the package $version-venv."
    if ! has_headers "$python" && can_install; then install_packages "$version-dev"; fi
    has_headers "$python" || fail "The header files of Python are missing: install the package $version-dev."
    echo "$python"
}

has_compiler() {
    for candidate in ${CXX:-c++ g++ clang++}; do
        if command -v "$candidate" >/dev/null; then return 0; fi
    done
    return 1
}

need_compiler() {
    if ! has_compiler && can_install; then install_packages g++; fi
    has_compiler || fail "There is no C++ compiler: install the package g++ (macOS: run xcode-select --install)."
    printf '#include <bit>\n#include <concepts>\n#include <span>\n' |
        "$candidate" -std=c++20 -fsyntax-only -x c++ - 2>/dev/null ||
        fail "The C++ compiler '$candidate' does not know C++20: install g++ 11 or clang 14, or newer."
}

has_zstd() {
    printf '#include <zstd.h>\nint main() { return ZSTD_versionNumber() == 0; }\n' |
        "$candidate" -x c++ - -lzstd -o /dev/null 2>/dev/null
}

# CMake looks in more places than the compiler, so it has the last word.
need_zstd() {
    if has_compiler && ! has_zstd && can_install; then install_packages libzstd-dev; fi
}

need_packages() {
    for package in "$@"; do
        if command -v "$package" >/dev/null || [ -x "/usr/games/$package" ]; then continue; fi
        # PostgreSQL's programs are in a folder of their own.
        if ls "/usr/lib/$package"/*/bin >/dev/null 2>&1; then continue; fi
        if can_install; then
            install_packages "$package"
        elif [ -n "${CI:-}" ]; then
            fail "The program $package is missing: install the package $package."
        else
            echo "Going on without $package, which is not installed." >&2
        fi
    done
}

wanted=$1
shift
"need_$wanted" "$@"
