// Weight list: the weights of the evaluator as files hold them, for a board of one size.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "plyground/core/weights.hpp"
#include "plyground/games/draughts/weights.hpp"

namespace plyground::draughts {

template <int SIZE>
constexpr auto& places_of(auto& weights) {
    if constexpr (SIZE == 8) return weights.places8;
    else return weights.places10;
}

template <int SIZE>
std::vector<WeightField> weight_fields() {
    std::vector<WeightField> fields;
    for (const std::string_view term : TERM_NAMES) fields.push_back({"terms." + std::string(term), {2}});
    fields.push_back({"men.places", {SIZE, SIZE / 2, 2}});
    return fields;
}

template <int SIZE>
WeightList weight_list(const Weights& weights) {
    WeightList list;
    const auto add = [&](const Weight& weight) {
        list.push_back(weight.middle);
        list.push_back(weight.ending);
    };
    for (const Weight& weight : weights.terms) add(weight);
    for (const auto& row : places_of<SIZE>(weights))
        for (const Weight& weight : row) add(weight);
    return list;
}

template <int SIZE>
Weights weights_of(const WeightList& list) {
    Weights weights{};
    std::size_t next = 0;
    const auto take = [&](Weight& weight) {
        weight = {list[next], list[next + 1]};
        next += 2;
    };
    for (Weight& weight : weights.terms) take(weight);
    for (auto& row : places_of<SIZE>(weights))
        for (Weight& weight : row) take(weight);
    return weights;
}

// Men and kings are worth something, and nothing else is.
constexpr Weights plain_weights() {
    Weights weights{};
    weights.terms[MAN] = {100, 100};
    weights.terms[FLYING_KING] = {300, 300};
    weights.terms[SHORT_KING] = {140, 140};
    return weights;
}

}  // namespace plyground::draughts
