// Error: what is wrong with a text, as a code with arguments. The wording is kept with the translations.
#pragma once

#include <exception>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace plyground {

enum class ErrorKind {
    INVALID_POSITION,
    INVALID_MOVE,
    ILLEGAL_MOVE,
    AMBIGUOUS_MOVE,
    INVALID_RULES,
    INVALID_TT,
    INVALID_DATABASE
};

class Error : public std::exception {
  public:
    using Argument = std::pair<std::string, std::variant<long, std::string>>;

    Error(ErrorKind kind, std::string code, std::vector<Argument> arguments)
        : kind_(kind), code_(std::move(code)), arguments_(std::move(arguments)) {}

    ErrorKind kind() const { return kind_; }
    const std::string& code() const { return code_; }
    const std::vector<Argument>& arguments() const { return arguments_; }
    const char* what() const noexcept override { return code_.c_str(); }

  private:
    ErrorKind kind_;
    std::string code_;
    std::vector<Argument> arguments_;
};

}  // namespace plyground
