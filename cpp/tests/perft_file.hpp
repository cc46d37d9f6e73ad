// Reads the perft suites in tests/data/perft, which the Python tests read too.
#pragma once

#include <cstdint>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace plyground::tests {

struct PerftCase {
    std::string game;
    std::string id;
    std::string fen;
    std::vector<std::pair<int, std::uint64_t>> counts;  // depth, leaves
};

inline std::vector<PerftCase> read_perft(const std::string& path) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot read " + path);
    std::vector<PerftCase> cases;
    std::string line;
    while (std::getline(file, line)) {
        std::istringstream words(line);
        std::string first, rest;
        words >> first;
        std::getline(words >> std::ws, rest);
        if (first.empty() || first[0] == '#') continue;
        if (first == "game") cases.push_back({rest, "", "", {}});
        else if (first == "id") cases.back().id = rest;
        else if (first == "fen") cases.back().fen = rest;
        else cases.back().counts.emplace_back(std::stoi(first), std::stoull(rest));
    }
    return cases;
}

}  // namespace plyground::tests
