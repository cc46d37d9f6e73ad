// bind_tuner: one template that fits the weights of any native game for Python.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bindings/bind_game.hpp"
#include "plyground/tune/fit.hpp"

namespace plyground::bindings {

namespace nb = nanobind;

// Samples of positions of G, made by S, which may be more general.
template <Described G, HasSamples S>
struct BoundTuner {
    std::shared_ptr<const S> game;
    Fit<typename S::Sample> fit{};

    Parameters checked(const std::vector<double>& weights) const {
        if (weights.size() != game->weights().size()) throw nb::value_error("not the weights of this game");
        return weights;
    }
};

template <Described G, HasSamples S, class General>
void bind_tuner(nb::module_& m, const std::string& name, const General& general) {
    using Own = BoundTuner<G, S>;
    nb::class_<Own>(m, (name + "Tuner").c_str(), "Fits weights to games; private, use plyground.lab.tune.")
        .def(
            "add",
            [](Own& self, const BoundPosition<G>& bound, double score, double result) {
                auto sample = self.game->sample(bound.position);
                if (sample) self.fit.add(std::move(*sample), score, result);
                return sample.has_value();
            },
            "position"_a, "score"_a, "result"_a, "Adds a position, unless its value depends on more than the weights.")
        .def("__len__", [](const Own& self) { return self.fit.size(); })
        .def(
            "score",
            [](const Own& self, const BoundPosition<G>& bound, const std::vector<double>& weights) -> double {
                const auto sample = self.game->sample(bound.position);
                return sample ? sample->score(self.checked(weights)) : std::nan("");
            },
            "position"_a, "weights"_a, "The value of a position for white; not a number where it has no sample.")
        .def(
            "best_scale", [](const Own& self) { return self.fit.best_scale(); },
            nb::call_guard<nb::gil_scoped_release>())
        .def(
            "error",
            [](const Own& self, const std::vector<double>& weights, double scale, double result_share, bool of_checks) {
                return self.fit.error(self.checked(weights), scale, result_share, of_checks);
            },
            "weights"_a, "scale"_a, "result_share"_a, "of_checks"_a, nb::call_guard<nb::gil_scoped_release>())
        .def(
            "run",
            [](const Own& self, const std::vector<double>& start, double scale, int epochs, double first_step,
               double pull, double result_share, const nb::object& on_epoch) -> std::vector<double> {
                const Parameters from = self.checked(start);
                bool is_interrupted = false;
                const auto report = [&](int epoch) {
                    const nb::gil_scoped_acquire acquire;
                    is_interrupted = PyErr_CheckSignals() != 0;
                    if (!is_interrupted) on_epoch(epoch);
                    return !is_interrupted;
                };
                Parameters found;
                {
                    const nb::gil_scoped_release release;
                    found = self.fit.run(from, scale, {epochs, first_step, pull, result_share}, report);
                }
                if (is_interrupted) throw nb::python_error();
                return found;
            },
            "start"_a, "scale"_a, "epochs"_a, "first_step"_a, "pull"_a, "result_share"_a, "on_epoch"_a);
    m.def(
        "tuner", [general](const BoundPosition<G>& start) { return std::make_unique<Own>(Own{general(start.game)}); },
        "start"_a);
}

template <Described G>
void bind_tuner(nb::module_& m, const std::string& name) {
    bind_tuner<G, G>(m, name, [](const std::shared_ptr<const G>& game) { return game; });
}

}  // namespace plyground::bindings
