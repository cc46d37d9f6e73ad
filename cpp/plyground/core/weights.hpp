// Weights: how the weights of an evaluation are named and arranged, so that files can hold them.
#pragma once

#include <string>
#include <vector>

#include "plyground/core/score.hpp"

namespace plyground {

// Weights under one name: `placement.piece` with the shape {6, 2} is six pairs in the table `placement`; a single
// number has no shape.
struct WeightField {
    std::string name;
    std::vector<int> shape;

    int size() const {
        int product = 1;
        for (const int length : shape) product *= length;
        return product;
    }
};

// The values of all fields, one after the other.
using WeightList = std::vector<Score>;

}  // namespace plyground
