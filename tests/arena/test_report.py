"""Reports count games, list forfeits separately, and work with whatever is left in the folder."""

from __future__ import annotations

import json
import random

import pytest

import plyground
from plyground.arena import report as report_module
from plyground.arena.elo import estimate
from plyground.arena.match import Match
from plyground.arena.openings import Opening
from plyground.arena.played import Fault, PlayedGame, TimedMove
from plyground.arena.report import Report
from plyground.arena.report.replays import selection
from plyground.arena.sprt import Sprt
from plyground.errors import InvalidRecord
from plyground.games.draughts import Draughts, DraughtsRules
from plyground.games.files import notation_of
from plyground.protocol import Result, Side

MOST_PLIES = 24


def setup_of(game="chess", players=("Ann", "Bob"), form="round-robin"):
    """What a journal begins with."""
    openings = {"file": None, "plies": 4, "seed": 1, "within_cp": 80}
    specs = {name: f"uci:{name}" for name in players}
    return {"game": game, "players": specs, "form": form, "control": "10+0.1", "openings": openings}


def random_game(game, number, white, black, *, fault=None, opening_plies=0):
    """A game of random moves with all the data that a player can report; the same number gives the same game."""
    chance = random.Random(number)
    record = plyground.Record(game.start())
    opening, moves = [], []
    while record.outcome() is None and len(record) < MOST_PLIES:
        move = chance.choice(list(record.position.legal_moves))
        record.push(move)
        if len(record) <= opening_plies:
            opening.append(str(move))
        else:
            told = (chance.randrange(900), 60_000 - 300 * len(record), chance.randrange(-400, 400), len(record), 1000)
            moves.append(TimedMove(str(move), *told))
    result = record.outcome() or Result(chance.choice([None, *Side]), "adjudicated_length")
    if fault is not None:
        result = Result(fault.side.other, fault.code)
    start = Opening(f"line {number}", game.start(), tuple(opening))
    return PlayedGame(number, (number + 1) // 2, white, black, start, result, tuple(moves), fault)


def pairs_of(game, count, white="Ann", black="Bob", **options):
    """Pairs of games with colours reversed."""
    sides = ((white, black), (black, white))
    return [random_game(game, number, *sides[(number - 1) % 2], **options) for number in range(1, 2 * count + 1)]


def decided(number, white, black, score, fault=None):
    """A game of which only the result matters."""
    winner = {"1-0": Side.WHITE, "0-1": Side.BLACK}.get(score)
    result = Result(winner, "resignation" if fault is None else fault.code)
    start = Opening("start", plyground.game("chess").start())
    return PlayedGame(number, (number + 1) // 2, white, black, start, result, (), fault)


def table(report, title):
    """The table that has a title."""
    return next(each for each in report.tables() if each.title == title)


def test_headline_of_a_match_says_score_and_elo_with_its_bounds():
    scores = ["1-0", "0-1", "1-0", "1/2-1/2", "1/2-1/2", "1/2-1/2"]
    played = [decided(n, *(("Ann", "Bob") if n % 2 else ("Bob", "Ann")), s) for n, s in enumerate(scores, 1)]
    report = Report(setup_of(), played)
    found = estimate(report.standings.pair_counts("Ann", "Bob"))
    assert report.headline() == (
        f"Ann scored 75.0 % (+3 =3 -0) against Bob: Elo {found.elo:+.0f} [{found.low:+.0f}, {found.high:+.0f}]."
    )


def test_forfeits_are_in_the_headline_with_whose_they_are_and_why():
    crash, late = Fault(Side.BLACK, "crash", "Bob ended"), Fault(Side.WHITE, "time_forfeit", "Bob was late")
    played = [decided(1, "Ann", "Bob", "1-0", crash), decided(2, "Bob", "Ann", "0-1", late)]
    played += [decided(3, "Ann", "Bob", "1-0"), decided(4, "Bob", "Ann", "0-1", Fault(Side.WHITE, "crash", "again"))]
    report = Report(setup_of(), played)
    assert report.headline().endswith("; 3 games were forfeited by Bob (2 crashes, 1 time forfeit).")
    assert [row["forfeits"] for row in table(report, "Standings").rows] == [0, 3]
    assert [(row["game"], row["player"], row["reason"]) for row in table(report, "Forfeits").rows] == [
        (1, "Bob", "crash"),
        (2, "Bob", "time forfeit"),
        (4, "Bob", "crash"),
    ]


def test_elo_is_told_without_forfeits_too():
    played = [decided(1, "Ann", "Bob", "1-0"), decided(2, "Bob", "Ann", "1-0")]
    played += [decided(3, "Ann", "Bob", "1-0", Fault(Side.BLACK, "hang", "")), decided(4, "Bob", "Ann", "0-1")]
    facts = {row["fact"]: row["value"] for row in table(Report(setup_of(), played), "Ann against Bob").rows}
    assert facts["Elo without forfeits"].startswith("+0 [")
    assert facts["Elo without forfeits"].endswith("] from 1 pair")
    faultless = table(Report(setup_of(), played[:2]), "Ann against Bob")
    assert "Elo without forfeits" not in {row["fact"] for row in faultless.rows}


def test_tables_agree_with_each_other_and_with_the_games():
    names = ("Ann", "Bob", "Cas")
    played, number = [], 0
    for one, other in (("Ann", "Bob"), ("Ann", "Cas"), ("Bob", "Cas")):
        for white, black in ((one, other), (other, one)) * 3:
            number += 1
            played.append(random_game(plyground.game("draughts"), number, white, black))
    report = Report(setup_of("draughts:russian", names), played)
    standings = {row["player"]: row for row in table(report, "Standings").rows}
    for name in names:
        mine = [game for game in played if name in (game.white, game.black)]
        assert standings[name]["games"] == len(mine) == 12
        assert standings[name]["points"] == sum(game.points(name) for game in mine)
        row = next(row for row in table(report, "Crosstable").rows if row["player"] == name)
        shares = [row[f"v{place}_share"] for place in (1, 2, 3) if f"v{place}_share" in row]
        assert sum(shares) * 6 == pytest.approx(standings[name]["points"])
    assert sum(row["points"] for row in standings.values()) == len(played)
    for title in ("How games ended", "Score by opening"):
        rows = table(report, title).rows
        assert sum(row["games"] for row in rows) == len(played)
        assert sum(row["white"] + row["draws"] / 2 for row in rows) == sum(game.white_points for game in played)


def test_players_stand_in_the_order_of_their_ratings_and_anchors_keep_theirs():
    played = []
    for number, (white, black) in enumerate([("Ann", "Bob"), ("Bob", "Cas"), ("Ann", "Cas")] * 4, 1):
        played.append(decided(number, white, black, "1-0"))
    report = Report(setup_of(players=("Cas", "Bob", "Ann")), played, anchors={"Bob": 2000.0})
    rows = table(report, "Standings").rows
    assert [row["player"] for row in rows] == ["Ann", "Bob", "Cas"]
    assert rows[1]["elo"] == "2000"
    assert rows[0]["elo_low"] < rows[0]["elo_value"] < rows[0]["elo_high"]
    assert report.headline().startswith("Ann scored 8 of 8 points (Elo ")


def test_players_that_have_not_met_have_no_ratings():
    played = [decided(1, "Ann", "Bob", "1-0"), decided(2, "Cas", "Dan", "1-0")]
    standing = table(Report(setup_of(players=("Ann", "Bob", "Cas", "Dan")), played), "Standings")
    assert "elo" not in [column.name for column in standing.columns]
    assert [row["player"] for row in standing.rows] == ["Ann", "Cas", "Bob", "Dan"]


def test_sequential_test_is_told_with_its_bounds():
    played = [decided(1, "Ann", "Bob", "1-0"), decided(2, "Bob", "Ann", "1/2-1/2")]
    report = Report(setup_of(), played, sprt=Sprt(0, 10))
    facts = {row["fact"]: row["value"] for row in table(report, "Ann against Bob").rows}
    llr = Sprt(0, 10).llr(report.standings.pair_counts("Ann", "Bob"))
    assert facts["SPRT of 0 against 10 Elo"] == f"undecided so far; LLR {llr:+.2f} of [-2.94, +2.94]"


def test_time_use_is_each_players_own():
    game = plyground.game("chess")
    opening = Opening("one ply", game.start(), ("e2e4",))
    times = [("e7e5", 100, 9900, 20), ("g1f3", 30, 9970, None), ("b8c6", 300, 9600, 40), ("f1c4", 50, 9920, None)]
    moves = tuple(TimedMove(token, ms, clock, None, None, nodes) for token, ms, clock, nodes in times)
    played = PlayedGame(1, 1, "Ann", "Bob", opening, Result(None, "agreement"), moves)
    ann, bob = table(Report(setup_of(), [played]), "Time use").rows
    assert (ann["moves"], ann["mean_s"], ann["max_s"], ann["clock_s"]) == (2, 0.04, 0.05, 9.92)
    assert (ann["nodes"], ann["nps"]) == (None, None)
    assert (bob["mean_s"], bob["max_s"], bob["clock_s"], bob["nodes"], bob["nps"]) == (0.2, 0.3, 9.6, 30, 150)


@pytest.mark.parametrize("players", [("Ann", "Bob"), ("Ann", "Bob", "Cas")], ids=len)
def test_report_of_nothing_says_so(players, tmp_path):
    report = Report(setup_of(players=players), [])
    assert report.headline().startswith("No game of ")
    assert [row["games"] for row in table(report, "Standings").rows] == [0] * len(players)
    assert {path.name for path in report.write(tmp_path)} == {"report.md", "report.html", "games.pgn"}
    assert (tmp_path / "games.pgn").read_text() == ""


def test_unfinished_match_says_how_far_it_is():
    match = Match("random", "random", game="mill:three", games=4, control="depth=1", concurrency=0)
    games = match.run()
    next(games)
    assert Report(match.plan, match.played).headline().startswith("After 1 of 4 games random scored ")
    assert len([match.played[0], *games]) == 4
    assert Report(match.plan, match.played).headline().startswith("random scored ")


@pytest.mark.parametrize("name", ["chess", "chess:960", "draughts", "draughts:english", "mill", "connect-four"])
def test_games_are_written_in_their_own_notation_and_read_back(name, tmp_path):
    game = plyground.game(name)
    played = pairs_of(game, 2, opening_plies=3)
    report = Report(setup_of(game.name), list(reversed(played)))
    report.write(tmp_path)
    notation = notation_of(game)
    read = list(notation.read_games(tmp_path / f"games{notation.suffix}", game))
    assert [each.headers["Round"] for each in read] == ["1", "2", "3", "4"]
    for written, original in zip(read, played, strict=True):
        assert written.game.name == game.name
        assert list(map(str, written.record().moves)) == list(map(str, original.record().moves))
        assert (written.result, written.headers["White"]) == (original.result.score, original.white)
        nodes = list(written.main_line())[3:]
        assert [node.clock_ms for node in nodes] == [move.clock_ms for move in original.moves]


def test_own_rules_are_written_with_the_games(tmp_path):
    game = Draughts(rules=DraughtsRules("english", flying_kings=True))
    report = Report(setup_of(game.name), pairs_of(game, 1), game=game)
    assert "games.pdn" in {path.name for path in report.write(tmp_path)}
    assert '[Rules "flying_kings=yes"]' in (tmp_path / "games.pdn").read_text()


def test_folder_tells_the_same_after_a_kill_in_the_middle_of_a_line(tmp_path):
    match = Match(
        "alphabeta:depth=1", "random", game="mill", games=4, control="depth=1", folder=tmp_path, concurrency=0
    )
    played = list(match.run())
    match.close()
    with (tmp_path / "games.jsonl").open("ab") as file:
        file.write(b'{"key": "5", "number": 5, "whi')
    report = Report.from_folder(tmp_path)
    assert report.headline() == Report(match.plan, played).headline()
    assert report.to_html() == Report(match.plan.as_dict(), played, game=match.plan.conditions.game).to_html()


def test_folder_without_games_is_named(tmp_path):
    with pytest.raises(InvalidRecord, match="has no arena games"):
        Report.from_folder(tmp_path)
    (tmp_path / "games.jsonl").write_text('{"experiment": "of another kind"}\n')
    with pytest.raises(InvalidRecord, match="has no arena games"):
        Report.from_folder(tmp_path)


def test_plots_are_drawn_where_they_can_be(tmp_path, monkeypatch):
    played = pairs_of(plyground.game("connect-four"), 3)
    report = Report(setup_of("connect-four"), played)
    assert {"elo.png", "elo.svg"} <= {path.name for path in report.write(tmp_path)}
    assert "](elo.png)" in (tmp_path / "report.md").read_text()
    monkeypatch.setattr(report_module, "has_plots", lambda: False)
    written = Report(setup_of("connect-four"), played).write(tmp_path / "without")
    assert {path.suffix for path in written} == {".md", ".html", ".game"}


def test_long_tables_are_cut_but_not_on_the_page():
    played = pairs_of(plyground.game("mill:three"), 20)
    report = Report(setup_of("mill:three"), played)
    assert len(table(report, "Score by opening").rows) == 24
    assert "16 more rows are in report.html." in report.to_markdown()
    assert report.to_html().count("<td>line 40</td>") == 2, "once among the openings and once among the games"


def test_of_many_games_a_page_holds_the_forfeits_and_then_the_first():
    faults = {3, 8}
    played = [
        decided(number, "Ann", "Bob", "1-0", Fault(Side.BLACK, "crash", "") if number in faults else None)
        for number in range(1, 10)
    ]
    assert [game.number for game in selection(reversed(played), 5)] == [1, 2, 3, 4, 8]
    assert selection(played) == played


def test_page_says_that_it_does_not_hold_all_games():
    played = [decided(number, "Ann", "Bob", "1-0") for number in range(1, 502)]
    page = Report(setup_of(), played).to_html()
    assert "The page holds 500 of 501 games" in page
    assert len(json.loads(page.split('id="replays">')[1].split("</script>")[0])["games"]) == 500
