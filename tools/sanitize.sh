#!/bin/sh
# Builds and runs the C++ tests under sanitizers: sanitize.sh FOLDER_OF_CMAKE SANITIZERS
set -eu

PATH="$1:$PATH"
sanitizers=$2
build="build/sanitize-$(echo "$sanitizers" | tr , -)"

echo "Building the C++ tests with $sanitizers ..."
cmake -S . -B "$build" -G Ninja -DPLYGROUND_MODULE=OFF -DPLYGROUND_SANITIZE="$sanitizers" >/dev/null
cmake --build "$build" --target plyground_tests -- --quiet
echo "Running them ..."
ASAN_OPTIONS=detect_stack_use_after_return=1 UBSAN_OPTIONS=print_stacktrace=1 TSAN_OPTIONS=halt_on_error=1 \
    "$build/plyground_tests" tests/data
