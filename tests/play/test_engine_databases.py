"""The engine with databases: it wins what is won, gives nothing away, and refuses damaged files."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.uci.gui import Gui, infos, value

import plyground
from plyground import Limits, Record
from plyground.abilities import HasDatabases
from plyground.database.endgame_building import BuildPlan, build_databases
from plyground.database.endgames import Databases, rules_folder
from plyground.database.verdict import WON_CP
from plyground.errors import InvalidDatabase
from plyground.games.chess import Chess
from plyground.games.draughts import Draughts
from plyground.games.mill import Mill
from plyground.play.engine_player import EnginePlayer
from plyground.play.exact import known_moves
from plyground.play.spec import player
from plyground.protocol import Game, Position
from plyground.search.score import win_in
from plyground.search.searcher import Searcher

MILL, CHESS, DRAUGHTS = Mill(), Chess(), Draughts()
NODES = Limits(nodes=500)
KNIGHT_IS_LOST = "8/8/8/8/4k3/8/1K6/n6R b - - 0 1"


def build(game: Game, folder: Path, pieces: int, *, distances: bool) -> None:
    assert isinstance(game, HasDatabases)
    build_databases(BuildPlan.of(game, folder, pieces, distances=distances), threads=2, memory_bytes=10**9)


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Databases with distances and without, of mill up to eight men, of chess and of draughts up to three pieces."""
    made = {kind: tmp_path_factory.mktemp(kind) for kind in ("distances", "outcomes")}
    for kind, folder in made.items():
        for game, pieces in ((MILL, 8), (CHESS, 3), (DRAUGHTS, 3)):
            build(game, folder, pieces, distances=kind == "distances")
    return made


@pytest.fixture(scope="module")
def exact(folders: dict[str, Path]) -> Databases:
    return Databases.open(folders["distances"])


def mill_positions(seed: int, men: int = 8) -> Iterator[Position]:
    """Random positions of the moving phase with three men or more on each side."""
    dice = random.Random(seed)
    while True:
        white = dice.randint(3, men - 3)
        black = dice.randint(3, men - white)
        board = ["*"] * 24
        for number, point in enumerate(dice.sample(range(24), white + black)):
            board[point] = "O" if number < white else "@"
        text = "/".join("".join(board[ring : ring + 8]) for ring in (0, 8, 16))
        position = MILL.from_fen(f"{text} {dice.choice('wb')} m s {white} 0 {black} 0 0 0 0 0 0 0 0 0 1")
        if position.result is None:
            yield position


def chess_positions(seed: int, men: str) -> Iterator[Position]:
    """Random positions with these men, White to move."""
    dice = random.Random(seed)
    while True:
        squares = dict(zip(dice.sample(range(64), len(men)), men, strict=True))
        rows = "/".join("".join(squares.get(8 * row + file, "1") for file in range(8)) for row in range(8))
        try:
            position = CHESS.from_fen(re.sub("1+", lambda ones: str(len(ones[0])), rows) + " w - - 0 1")
        except ValueError:
            continue
        if position.result is None:
            yield position


def draughts_positions(seed: int, pieces: int) -> Iterator[Position]:
    """Random positions in which White has a piece more than Black, and moves."""
    dice = random.Random(seed)
    points = sorted(point.name for point in DRAUGHTS.geometry.points)
    while True:
        placed = [f"{dice.choice(('K', ''))}{point}" for point in dice.sample(points, pieces)]
        try:
            position = DRAUGHTS.from_fen(f"W:W{','.join(placed[1:])}:B{placed[0]}")
        except ValueError:
            continue
        if position.result is None:
            yield position


def won(exact: Databases, positions: Iterator[Position], count: int, least: int = 3) -> Iterator[Position]:
    """Some of them that the side to move wins, in so many plies at least."""
    while count:
        position = next(positions)
        verdict = exact.verdict(position)
        if verdict is not None and verdict.outcome == "win" and (verdict.plies or 0) >= least:
            count -= 1
            yield position


def assert_won(exact: Databases, source: Databases, position: Position, limits: Limits) -> int:
    """Lets the engine win against the longest defence; the number of plies."""
    searcher, record = Searcher(position.game, hash_mb=1, prober=source.prober(position.game)), Record(position)
    while record.outcome() is None:
        assert record.standing_draw() is None
        if record.position.side_to_move is position.side_to_move:
            record.push(searcher.play(record, limits).move)
        else:
            record.push(known_moves(exact, record.position)[0][0])
    outcome = record.outcome()
    assert outcome is not None
    assert outcome.winner is position.side_to_move, position.fen
    return len(record)


ENDINGS: dict[str, Callable[[], Iterator[Position]]] = {
    "mill": lambda: mill_positions(1),
    "KRvK": lambda: chess_positions(2, "KRk"),
    "KPvK": lambda: chess_positions(3, "KPk"),
    "draughts": lambda: draughts_positions(4, 3),
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_win_is_won_as_quickly_as_possible(exact: Databases, ending: str) -> None:
    for position in won(exact, ENDINGS[ending](), 10):
        verdict = exact.verdict(position)
        assert verdict is not None
        assert assert_won(exact, exact, position, NODES) == verdict.plies


@pytest.mark.parametrize("ending", ["KRvK", "KPvK", "draughts"])
def test_without_distances_a_win_is_won_too(exact: Databases, folders: dict[str, Path], ending: str) -> None:
    source = Databases.open(folders["outcomes"])
    for position in won(exact, ENDINGS[ending](), 5):
        assert_won(exact, source, position, Limits(nodes=20_000))


@pytest.mark.parametrize("kind", ["distances", "outcomes"])
def test_no_half_point_is_given_away(exact: Databases, folders: dict[str, Path], kind: str) -> None:
    source = Databases.open(folders[kind])
    for ending, positions in ENDINGS.items():
        random_ones, searcher = positions(), None
        for _ in range(100):
            position = next(random_ones)
            searcher = searcher or Searcher(position.game, hash_mb=1, prober=source.prober(position.game))
            known = known_moves(exact, position)
            result = searcher.play(position, NODES)
            found = {str(move): verdict for move, verdict in known}[str(result.move)]
            assert found.outcome == known[0][1].outcome, (ending, position.fen)
            assert result.is_exact
            if kind == "distances":
                assert result.value == known[0][1].value, (ending, position.fen)
            elif found.outcome == "draw":
                assert result.value == 0
            else:
                assert result.value * found.value > 0
                assert abs(result.value) >= WON_CP


def test_several_lines_have_their_exact_scores(exact: Databases) -> None:
    searcher = Searcher(MILL, hash_mb=1, prober=exact.prober(MILL))
    for position in (next(mill_positions(seed)) for seed in range(10)):
        known = known_moves(exact, position)
        result = searcher.analyse(position, NODES, lines=4)
        assert [line.score.value for line in result.lines] == [verdict.value for _, verdict in known[:4]]


def back(move: object) -> str:
    """The move that takes a chess man back."""
    return str(move)[2:] + str(move)[:2]


def test_a_quickest_win_that_repeats_the_position_a_third_time_is_not_played(exact: Databases) -> None:
    searcher, checked = Searcher(CHESS, hash_mb=1, prober=exact.prober(CHESS)), 0
    for position in won(exact, chess_positions(2, "KRk"), 30, least=9):
        quickest = [move for move, verdict in known_moves(exact, position) if verdict == exact.verdict(position)]
        record = Record(position)
        best = quickest[0]
        reply = next(iter(position.after(best).legal_moves))
        to_and_fro = (best, reply, back(best), back(reply))
        try:
            for move in (*to_and_fro, *to_and_fro):
                record.push(move)
        except ValueError:
            continue
        if len(quickest) > 1 or record.position.key != position.key:
            continue
        assert str(searcher.play(position, NODES).move) == str(best)
        assert str(searcher.play(record, NODES).move) != str(best)
        checked += 1
    assert checked


def test_search_outside_the_tables_finds_its_way_in(exact: Databases) -> None:
    # The knight is lost; the database knows that the rest is lost too, long before the mate can be seen.
    position = CHESS.from_fen(KNIGHT_IS_LOST)
    assert exact.verdict(position) is None
    result = Searcher(CHESS, hash_mb=1, prober=exact.prober(CHESS)).play(position, Limits(depth=3))
    assert result.database_hits > 0
    assert not result.is_exact
    assert -WON_CP < result.value < 10 - WON_CP


def test_levels_search_without_databases(folders: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_DATABASES", str(folders["distances"]))
    record = Record(next(mill_positions(1)))
    limits = Limits(nodes=300)
    for spec, uses in (("engine", True), ("level=20", False), ("engine:without=databases", False)):
        engine = player(spec)
        assert isinstance(engine, EnginePlayer)
        assert (engine.search(record, limits).database_hits > 0) is uses


def test_without_databases_nothing_is_looked_up(tmp_path: Path) -> None:
    assert Databases.open(tmp_path).prober(MILL) is None
    result = Searcher(MILL, hash_mb=1).play(next(mill_positions(1)), NODES)
    assert (result.database_hits, result.is_exact) == (0, False)


def test_rules_that_need_more_than_the_men_have_no_prober(exact: Databases) -> None:
    assert exact.prober(plyground.game("mill:one-time")) is None
    assert exact.prober(plyground.game("mill:lasker")) is not None


def damage_chess(folder: Path, into: Path) -> None:
    """Copies the databases of chess and changes a byte in the first block of some."""
    copy = rules_folder(CHESS, into)
    copy.mkdir(parents=True)
    for path in rules_folder(CHESS, folder).glob("*.wdl"):
        data = bytearray(path.read_bytes())
        if "R" in path.name:
            data[120] ^= 1
        (copy / path.name).write_bytes(data)


@pytest.mark.parametrize("threads", [1, 3])
def test_a_damaged_file_is_refused_in_one_sentence(folders: dict[str, Path], tmp_path: Path, threads: int) -> None:
    damage_chess(folders["outcomes"], tmp_path)
    for fen in (KNIGHT_IS_LOST, "8/8/8/4k3/8/8/8/KR6 w - - 0 1"):
        damaged = Databases.open(tmp_path, cache_mb=1)
        searcher = Searcher(CHESS, hash_mb=1, threads=threads, prober=damaged.prober(CHESS))
        with pytest.raises(InvalidDatabase, match="damaged"):
            searcher.play(CHESS.from_fen(fen), Limits(depth=8))
    (rules_folder(CHESS, tmp_path) / "KRvK.wdl").write_bytes(b"\x89PLYDB")
    with pytest.raises(InvalidDatabase):
        Databases.open(tmp_path).prober(CHESS)


def test_uci_counts_hits_and_can_do_without(folders: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_DATABASES", str(folders["distances"]))
    gui = Gui()
    gui.tell("position fen 8/8/8/4k3/8/8/8/KR6 w - - 0 1")
    best, said = gui.go("depth 3")
    last = infos(said)[-1]
    assert int(value(last, "tbhits")) > 0
    verdict = Databases.open().verdict(CHESS.from_fen("8/8/8/4k3/8/8/8/KR6 w - - 0 1"))
    assert verdict is not None
    assert verdict.plies is not None
    assert value(last, "score", 2) == f"mate {(verdict.plies + 1) // 2}"
    assert win_in(verdict.plies) == verdict.value
    for option in ("Databases value false", "Level value 20"):
        gui.tell("setoption name Databases value true", "setoption name Level value 0", f"setoption name {option}")
        _, said = gui.go("depth 3")
        assert value(infos(said)[-1], "tbhits") == "0"
    gui.close()
    assert best


def test_uci_plays_on_without_a_damaged_file(
    folders: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    damage_chess(folders["outcomes"], tmp_path)
    monkeypatch.setenv("PLYGROUND_DATABASES", str(tmp_path))
    gui = Gui()
    gui.tell(f"position fen {KNIGHT_IS_LOST}")
    best, said = gui.go("depth 4")
    assert any("info string" in line and "damaged" in line for line in said)
    assert best in ("a1b3", "a1c2") or best.startswith("e4")
    assert infos(said)
    gui.close()
