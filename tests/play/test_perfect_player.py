"""The perfect player, and searches with exact scores, by an exhaustive solution of three men's morris."""

from __future__ import annotations

import io

import pytest
from rich.console import Console
from tests.exhaustive import Exhaustive, WithoutDistances, three_mens_morris

import plyground
from plyground import Limits, Record, Referee
from plyground.database.verdict import MoveVerdicts, NothingKnown, Verdict, VerdictSource
from plyground.errors import InvalidOption
from plyground.play import terminal_advice, terminal_setting
from plyground.play.classic import RandomPlayer
from plyground.play.engine_player import EnginePlayer
from plyground.play.exact import ExactSearcher, known_moves
from plyground.play.hints import explain, hints
from plyground.play.perfect_player import Deadline, PerfectPlayer, difficulty, quickest_conversion
from plyground.play.player import Player
from plyground.play.review import Review, review
from plyground.play.terminal import Setting, TerminalGame
from plyground.play.terminal_input import PlainReader
from plyground.play.terminal_words import hint_words
from plyground.protocol import Game, Position, Side
from plyground.search.score import win_in
from plyground.search.searcher import Searcher

THREE = plyground.game("mill:three")
PLAIN = plyground.game("mill:three-plain")
NEVER = Deadline(float("inf"))


@pytest.fixture(scope="module")
def three() -> Exhaustive:
    """Three men's morris, in which White wins by taking the centre."""
    return three_mens_morris("mill:three")


@pytest.fixture(scope="module")
def plain() -> Exhaustive:
    """Three men's morris without diagonals, which is a draw."""
    return three_mens_morris("mill:three-plain")


class Placing(VerdictSource):
    """Knows only positions with men in hand."""

    def __init__(self, source: VerdictSource) -> None:
        self._source = source

    def covers(self, game: Game) -> bool:
        return self._source.covers(game)

    def verdict(self, position: Position) -> Verdict | None:
        return self._source.verdict(position) if any(position.view.hand.values()) else None

    def verdicts(self, position: Position) -> MoveVerdicts | None:
        return self._source.verdicts(position) if any(position.view.hand.values()) else None


def played(source: VerdictSource, white: Player, black: Player, game: Game = THREE) -> Record:
    """A game between two players."""
    record = Record(game.start())
    for number, one in enumerate((white, black)):
        one.new_game(game, number)
    Referee(record, white, black).play()
    return record


def perfect(source: VerdictSource, seed: int | None = None) -> PerfectPlayer:
    return PerfectPlayer(source=source, seed=seed, engine=EnginePlayer(level=8, hash_mb=1, seed=1))


def test_three_mens_morris_is_solved_as_is_known(three: Exhaustive, plain: Exhaustive) -> None:
    # With diagonals the centre wins; corners draw and edges lose. Without them nothing wins by force.
    found = {str(move): verdict for move, verdict in three.verdicts(THREE.start()) or ()}
    assert found["b2"] == three.verdict(THREE.start()) == Verdict("win", 9)
    assert {found[corner] for corner in ("a1", "a3", "c1", "c3")} == {Verdict("draw")}
    assert {found[edge] for edge in ("a2", "b1", "b3", "c2")} == {Verdict("loss", 8)}
    assert plain.verdict(PLAIN.start()) == Verdict("draw")


@pytest.mark.parametrize("seed", range(10))
def test_the_perfect_player_wins_as_quickly_as_possible(three: Exhaustive, seed: int) -> None:
    game = played(three, perfect(three), perfect(three, seed))
    result = game.outcome()
    assert result is not None
    assert result.winner is Side.WHITE
    assert len(game) == 9


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("distances", [True, False])
def test_the_perfect_player_never_gives_value_away(three: Exhaustive, seed: int, distances: bool) -> None:
    source = three if distances else WithoutDistances(three)
    sides: list[Player] = [perfect(source, seed), RandomPlayer(seed)]
    white, black = sides if seed % 2 else sides[::-1]
    game = played(source, white, black)
    own = 0 if seed % 2 else 1
    for position, move in zip(game.positions, game.moves, strict=False):
        if len(game.positions) and position.side_to_move is list(Side)[own]:
            known = {str(one): verdict.outcome for one, verdict in three.verdicts(position) or ()}
            best = three.verdict(position)
            assert best is not None
            assert known[str(move)] == best.outcome
    result = game.outcome()
    if own == 0:
        assert result is not None
        assert result.winner is Side.WHITE


def test_the_same_seed_plays_the_same_game_and_another_one_another(plain: Exhaustive) -> None:
    games = [
        [str(move) for move in played(plain, perfect(plain, seed), perfect(plain, seed), PLAIN).moves]
        for seed in (1, 1, 2, 3, 4)
    ]
    assert games[0] == games[1]
    assert len({tuple(game) for game in games}) > 1


def test_of_drawing_moves_the_hardest_for_the_opponent_is_played(plain: Exhaustive) -> None:
    record = Record(PLAIN.start())
    for seed in range(5):
        move = perfect(plain, seed).move(record).move
        assert move is not None
        shares = {}
        for one in PLAIN.start().legal_moves:
            replies = plain.verdicts(PLAIN.start().after(one)) or ()
            shares[str(one)] = sum(verdict.outcome == "loss" for _, verdict in replies) / len(replies)
        assert shares[str(move)] == max(shares.values())
    assert difficulty(plain, PLAIN.start()) == (0.0, 0.0)


def test_without_distances_the_quickest_change_of_material_is_found(three: Exhaustive) -> None:
    # White closes a line at once, which ends the game; the proof needs no distances to see it.
    record = Record(THREE.start(), ["b2", "a2", "a1", "c3", "b1"])
    known = known_moves(WithoutDistances(three), record.position)
    assert {verdict.plies for _, verdict in known} == {None}
    while record.outcome() is None:
        best = three.verdict(record.position)
        assert best is not None
        if best.outcome == "win" and best.plies is not None and not any(record.view.hand.values()):
            quickest = quickest_conversion(WithoutDistances(three), record.position, NEVER)
            exact = frozenset(str(move) for move, verdict in three.verdicts(record.position) or () if verdict == best)
            assert quickest == exact
        record.push(next(move for move, _ in three.verdicts(record.position) or ()))


def test_a_proof_ends_when_its_time_is_up(three: Exhaustive) -> None:
    won = Record(THREE.start(), ["b2", "a2", "a1", "c3", "b1", "b3"]).position
    source, times = WithoutDistances(three), iter(range(100))
    quickest = quickest_conversion(source, won, NEVER)
    assert quickest is not None
    assert quickest_conversion(source, won, Deadline(0.0, lambda: 0.0)) is None
    assert quickest_conversion(source, won, Deadline(100.0, lambda: next(times))) == quickest


def test_the_engine_plays_where_the_databases_do_not_reach(three: Exhaustive) -> None:
    player = perfect(Placing(three))
    record = Record(THREE.start(), ["a1", "a3", "c3", "b2"])
    assert player.move(record).database_hits > 0
    placed = Record(THREE.start(), ["a1", "a3", "c3", "b2", "c1", "b1"])
    if placed.outcome() is None:
        result = player.move(placed)
        assert result.database_hits == 0
        assert result.move in placed.position.legal_moves


def test_without_databases_the_player_says_what_to_build() -> None:
    with pytest.raises(InvalidOption, match="plyground db build mill:three"):
        perfect(NothingKnown()).new_game(THREE)


def test_a_search_with_databases_gives_exact_scores(three: Exhaustive) -> None:
    searcher = ExactSearcher(Searcher(THREE, hash_mb=1), three)
    result = searcher.analyse(Record(THREE.start()), Limits(nodes=100), lines=9)
    assert (str(result.move), result.value, result.nodes) == ("b2", win_in(9), 0)
    assert len(result.line) == 9
    assert [line.score.value for line in result.lines] == [win_in(9), 0, 0, 0, 0, *4 * [-win_in(8)]]
    drawn = searcher.analyse(Record(THREE.start(), ["a1"]), Limits(nodes=2_000), lines=2)
    assert drawn.value == 0
    assert three.verdict(THREE.start().after("a1")) == Verdict("draw")
    assert {
        verdict.outcome for move, verdict in three.verdicts(THREE.start().after("a1")) or () if move == drawn.move
    } == {"draw"}


def test_hints_list_the_exact_value_of_every_legal_move(three: Exhaustive) -> None:
    searcher = ExactSearcher(Searcher(THREE, hash_mb=1), three)
    hint = hints(Record(THREE.start()), Limits(nodes=500), searcher=searcher)
    assert [(one.move, one.outcome, one.plies) for one in hint.verdicts][:2] == [("b2", "win", 9), ("c3", "draw", None)]
    assert len(hint.verdicts) == 9
    said = hint_words(hint)
    assert "Perfect play, without draw counters: Wins in 9 plies: b2. Draws: c3, c1, a1, a3." in "\n".join(said)
    assert hint.as_dict()["verdicts"][0] == {"move": "b2", "notation": "b2", "outcome": "win", "plies": 9}
    plain_hint = hints(Record(THREE.start()), Limits(nodes=500), searcher=searcher.searcher)
    assert plain_hint.verdicts == ()


def test_explanations_begin_with_the_exact_value(three: Exhaustive) -> None:
    searcher = ExactSearcher(Searcher(THREE, hash_mb=1), three)
    found = explain(Record(THREE.start()), "a2", Limits(nodes=500), searcher=searcher)
    assert (found.grade, found.reasons[0].text) == ("blunder", "Loses in 8 plies.")
    assert found.better is not None
    assert found.better.move == "b2"


def test_reviews_grade_by_exact_values(three: Exhaustive) -> None:
    searcher = ExactSearcher(Searcher(THREE, hash_mb=1), three)
    record = Record(THREE.start(), ["a1", "b2", "c3"])
    found: Review = review(record, Limits(nodes=500), searcher=searcher)
    # The corner gives the win away, the centre then draws.
    assert found.moves[0].verdict == Verdict("draw")
    assert (found.moves[0].grade.value, found.moves[0].played.value) == ("blunder", 0)
    assert found.moves[1].grade.value == "best"
    for move, position in zip(found.moves, record.positions, strict=False):
        exact = {str(one): verdict for one, verdict in three.verdicts(position) or ()}[move.move]
        assert move.verdict == exact
        assert move.played.value == exact.value
    assert found.as_dict()["moves"][0]["verdict"] == {"outcome": "draw", "plies": None}


def terminal(typed: str) -> str:
    """What a terminal game against the perfect player prints."""
    out = io.StringIO()
    console = Console(file=out, width=200, force_terminal=False)
    setting = Setting(people="white", is_perfect=True, move_ms=50)
    TerminalGame(THREE.start(), setting, console=console, reader=PlainReader(io.StringIO(typed))).run()
    return out.getvalue()


def test_the_terminal_says_where_the_engine_plays_for_the_databases(
    three: Exhaustive, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (terminal_setting, terminal_advice):
        monkeypatch.setattr(module, "default_source", lambda: three)
    said = terminal("hint\na2\nquit\n")
    assert "Wins in 9 plies: b2." in said
    assert "Black plays b2." in said
    assert "--level perfect" in said
    monkeypatch.setattr(terminal_setting, "default_source", lambda: Ignorant(three))
    assert "No database covers the position, so the engine chose it." in terminal("a2\nquit\n")


def test_a_terminal_game_without_databases_says_what_to_build(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal_setting, "default_source", NothingKnown)
    with pytest.raises(InvalidOption, match="plyground db build mill:three"):
        terminal("quit\n")


class Ignorant(Placing):
    """Has databases of the game, but none of the positions that occur."""

    def verdict(self, position: Position) -> None:
        return None

    def verdicts(self, position: Position) -> None:
        return None
