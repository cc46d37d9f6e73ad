// Description: a game's board as data, for drawing and entering moves outside the core.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace plyground {

struct PointPlace {
    std::string name;
    double x;                // grows to the right
    double y;                // grows upwards
    std::string label = {};  // the usual name, where it differs
};

struct Geometry {
    std::string style;  // "checkered", "grid" or "lines"
    int width;
    int height;
    std::vector<PointPlace> points;
    std::vector<std::string> columns;
    std::vector<std::string> rows;
    std::vector<std::vector<std::string>> lines;
};

using NamedPieces = std::vector<std::pair<std::string, std::string>>;  // point -> "white queen"
using Path = std::vector<std::string>;                                 // the clicks that enter a move

}  // namespace plyground
