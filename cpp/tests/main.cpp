// Runs every registered test. Arguments: the data folder, and optionally part of the names to run.
#include <exception>
#include <iostream>

#include "tests/check.hpp"

int main(int count, char** arguments) {
    using namespace plyground::tests;
    if (count < 2) {
        std::cerr << "usage: plyground_tests DATA_FOLDER [PART_OF_A_NAME]\n";
        return 2;
    }
    data_folder() = arguments[1];
    const std::string wanted = count > 2 ? arguments[2] : "";
    int passed = 0, failed = 0;
    for (const Test& test : all_tests()) {
        if (test.name.find(wanted) == std::string::npos) continue;
        try {
            test.body();
            ++passed;
        } catch (const Failure& failure) {
            ++failed;
            std::cerr << test.name << "\n  " << failure.where << ": " << failure.what << "\n";
        } catch (const std::exception& error) {
            ++failed;
            std::cerr << test.name << "\n  threw: " << error.what() << "\n";
        }
    }
    std::cout << "native: " << passed << " passed, " << failed << " failed\n";
    return failed == 0 && passed > 0 ? 0 : 1;
}
