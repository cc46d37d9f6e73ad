// PlayingEvaluation: the evaluation of the search that plays, for positions that are evaluated one by one.
#pragma once

#include "plyground/core/game.hpp"
#include "plyground/core/score.hpp"
#include "plyground/core/style.hpp"
#include "plyground/core/weights.hpp"

namespace plyground {

// Without weights it has those that the evaluation ships with. Games without an evaluator have their default
// evaluation.
template <class G>
class PlayingEvaluation {
  public:
    PlayingEvaluation(const G& game, const WeightList&) : game_(game) {}
    Score operator()(const typename G::Position& position) { return game_.evaluate(position); }

  private:
    const G& game_;
};

template <HasWeights G>
class PlayingEvaluation<G> {
  public:
    PlayingEvaluation(const G& game, const WeightList& weights)
        : evaluator_(game, Style::NORMAL, weights.empty() ? game.weights() : weights) {}
    Score operator()(const typename G::Position& position) {
        return evaluator_.evaluate(position, evaluator_.start(position));
    }

  private:
    typename G::Evaluator evaluator_;
};

}  // namespace plyground
