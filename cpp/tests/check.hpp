// A small test harness: named tests, checks that report where they failed, and a final count.
#pragma once

#include <functional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace plyground::tests {

struct Test {
    std::string name;
    std::function<void()> body;
};

inline std::vector<Test>& all_tests() {
    static std::vector<Test> tests;
    return tests;
}

struct Register {
    Register(std::string name, std::function<void()> body) {
        all_tests().push_back({std::move(name), std::move(body)});
    }
};

struct Failure {
    std::string where;
    std::string what;
};

inline std::string& data_folder() {
    static std::string folder;
    return folder;
}

}  // namespace plyground::tests

#define TEST(name)                                                        \
    static void name();                                                   \
    static const plyground::tests::Register register_##name(#name, name); \
    static void name()

#define CHECK(condition)                                                                                         \
    do {                                                                                                         \
        if (!(condition))                                                                                        \
            throw plyground::tests::Failure{std::string(__FILE__) + ":" + std::to_string(__LINE__), #condition}; \
    } while (false)

#define CHECK_EQUAL(left, right)                                                                                 \
    do {                                                                                                         \
        const auto left_value = (left);                                                                          \
        const auto right_value = (right);                                                                        \
        if (!(left_value == right_value)) {                                                                      \
            std::ostringstream text;                                                                             \
            text << #left << " is " << left_value << ", expected " << right_value;                               \
            throw plyground::tests::Failure{std::string(__FILE__) + ":" + std::to_string(__LINE__), text.str()}; \
        }                                                                                                        \
    } while (false)
