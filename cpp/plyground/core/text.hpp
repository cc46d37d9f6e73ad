// Text: splitting and safe quoting, for all parsers of the core.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace plyground {

inline std::vector<std::string_view> split(std::string_view text, std::string_view separators) {
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find_first_of(separators, begin), text.size());
        parts.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

// The parts between blanks.
inline std::vector<std::string_view> words(std::string_view text) {
    std::vector<std::string_view> found = split(text, " \t\r\n");
    std::erase(found, std::string_view{});
    return found;
}

// The beginning of a text for an error message, never cut inside a UTF-8 character.
inline std::string excerpt(std::string_view text) {
    constexpr std::size_t MAX_BYTES = 40;
    if (text.size() <= MAX_BYTES) return std::string(text);
    std::size_t end = MAX_BYTES;
    while (end > 0 && (text[end] & 0xC0) == 0x80) --end;
    return std::string(text.substr(0, end)) + "...";
}

// The first UTF-8 character of a text.
inline std::string_view first_character(std::string_view text) {
    std::size_t end = std::min<std::size_t>(1, text.size());
    while (end < text.size() && (text[end] & 0xC0) == 0x80) ++end;
    return text.substr(0, end);
}

inline std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
    return text;
}

}  // namespace plyground
