"""The page of a report replays every game as it was played, and escapes every name."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

import plyground
from plyground.arena.match import Match
from plyground.arena.played import Fault
from plyground.arena.report import Report
from plyground.protocol import Side
from plyground.search.score import WIN

HOSTILE = (
    "</script><script>alert(1)</script>",
    "\"' onmouseover=alert(1) <img src=x onerror=alert(2)> & | `x` *y* $z^",
)
GAMES = ["chess", "chess:960", "draughts", "draughts:english", "draughts:international", "mill", "mill:morabaraba"]


def played_match(name, games=2):
    match = Match("alphabeta:depth=2", "random", game=name, games=games, control="depth=2", concurrency=0)
    return match.plan, list(match.run())


def hostile_report():
    """A report in which every text that others choose is an attack."""
    plan, played = played_match("mill:three")
    names = dict(zip((one.name for one in plan.players), HOSTILE, strict=True))
    setup = {**plan.as_dict(), "players": {name: name for name in names.values()}}
    renamed = [
        replace(
            game,
            white=names[game.white],
            black=names[game.black],
            opening=replace(game.opening, name=HOSTILE[0]),
            fault=Fault(Side.WHITE, "crash", HOSTILE[1], "<log>.log"),
        )
        for game in played
    ]
    return Report(setup, renamed)


class Elements(HTMLParser):
    """What a browser makes of a page: its elements with their attributes, what scripts hold, and the text."""

    def __init__(self, page):
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.text = ""
        self._is_script = False
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        self._is_script = tag == "script"

    def handle_endtag(self, tag):
        self._is_script = False

    def handle_data(self, data):
        if self._is_script:
            self.scripts.append(data)
        else:
            self.text += data


def between(start, end, page):
    return page.split(start, 1)[1].split(end, 1)[0]


def replays_of(page):
    return json.loads(between('<script type="application/json" id="replays">', "</script>", page))


def boards(data, game):
    """The pieces on the board at the start and after every ply, put together as the page's script does."""
    pieces: dict[str, str] = {}
    for changes in (data["starts"][game["start"]], *(move[1] for move in game["moves"])):
        for place, piece in zip(changes[::2], changes[1::2], strict=True):
            pieces.pop(data["points"][place], None)
            if piece >= 0:
                pieces[data["points"][place]] = data["pieces"][piece]
        yield dict(pieces)


@pytest.mark.parametrize("name", [*GAMES, "connect-four"])
def test_games_replay_to_the_pieces_of_their_records(name):
    plan, played = played_match(name)
    data = replays_of(Report(plan, played).to_html())
    assert [game["number"] for game in data["games"]] == [game.number for game in played]
    for shown, original in zip(data["games"], played, strict=True):
        record = plyground.Record(original.opening.start)
        views = [record.position.view]
        for move in original.record().moves:
            record.push(move)
            views.append(record.position.view)
        assert list(boards(data, shown)) == [dict(view.pieces) for view in views]
        assert shown["first"] == views[0].turn
        for move, view in zip(shown["moves"], views[1:], strict=True):
            told = move + [None] * (9 - len(move))
            assert (None if told[7] is None else data["points"][told[7]]) == view.check
            assert told[8] == ([view.hand[side] for side in Side] if any(view.hand.values()) else None)


def test_moves_carry_notation_times_scores_and_depths():
    plan, played = played_match("chess")
    shown = replays_of(Report(plan, played).to_html())["games"][0]
    original, opening = played[0], len(played[0].opening.moves)
    assert shown["opening"] == opening
    nodes = list(original.annotated({}).main_line())
    assert [move[0] for move in shown["moves"]] == [node.notation for node in nodes]
    for move, told in zip(shown["moves"][opening:], original.moves, strict=True):
        time, clock, score, depth, count = (move + [None] * 5)[2:7]
        assert (time, clock, depth, count) == (told.time_ms, told.clock_ms, told.depth, told.nodes)
        # After the move that ends the game there is nothing to evaluate.
        assert (score is None) == (told.score is None or told.score == WIN - 1)


def test_places_and_drawings_of_the_page_are_those_of_the_board():
    plan, played = played_match("draughts")
    page = Report(plan, played).to_html()
    data = replays_of(page)
    for side in ("white", "black"):
        stage = between(f'<template id="stage-{side}">', "</template>", page)
        assert len(data["places"][side]) == len(data["points"]) == 32
        for identity in (*data["ids"], *data["marks"].values()):
            assert f'id="{identity}"' in stage
    sums = {(w[0] + b[0], w[1] + b[1]) for w, b in zip(*data["places"].values(), strict=True)}
    assert len(sums) == 1, "one side sees the board turned half round"


def test_hostile_names_stay_text():
    report = hostile_report()
    page = report.to_html()
    found = Elements(page)
    tags = [tag for tag, _ in found.elements]
    assert tags.count("script") == 2
    assert "img" not in tags
    assert not any(name.startswith("on") for _, attributes in found.elements for name in attributes)
    for name in HOSTILE:
        assert name in found.text
        assert any(attributes.get("data-white") == name for _, attributes in found.elements)
    shown = replays_of(page)["games"][0]
    assert {shown["white"], shown["black"]} == set(HOSTILE)
    assert (shown["openingName"], shown["fault"]) == (HOSTILE[0], HOSTILE[1])


def test_hostile_names_break_no_markdown_table():
    text = hostile_report().to_markdown()
    assert "<script" not in text.replace("\\<script", "")
    rows = [line for line in text.splitlines() if line.startswith("|")]
    widths = [len(re.findall(r"(?<!\\)\|", line)) for line in rows]
    heads = [place for place, line in enumerate(rows) if line.startswith("| --")]
    for head, end in zip(heads, [*(head - 1 for head in heads[1:]), len(rows)], strict=True):
        assert len(set(widths[head - 1 : end])) == 1


@pytest.mark.parametrize("name", [*HOSTILE, "马走日 Шашки ½", "\x00\x1b[31m", "two\nlines", "\ud800"], ids=ascii)
def test_any_name_can_be_written_to_every_file(name, tmp_path):
    plan, played = played_match("mill:three", games=4)
    setup = {**plan.as_dict(), "players": {name: "", "random": ""}}
    renamed = [
        replace(game, **{side: name if getattr(game, side) != "random" else "random" for side in ("white", "black")})
        for game in played
    ]
    written = Report(setup, renamed, anchors={"random": 0.0}).write(tmp_path)
    assert {path.name for path in written} == {"report.md", "report.html", "games.mill", "elo.png", "elo.svg"}


def test_page_asks_nothing_of_the_network():
    plan, played = played_match("connect-four")
    page = Report(plan, played).to_html()
    found = Elements(page)
    links = [attributes[name] for _, attributes in found.elements for name in ("href", "src") if name in attributes]
    assert links
    assert all(link is not None and link.startswith("#") for link in links)
    assert set(re.findall(r"\w+://[^\s\"'<]+", page)) == {"http://www.w3.org/2000/svg"}
    style = between("<style>", "</style>", page)
    assert "@import" not in style
    assert "url(" not in style


def test_only_the_pages_own_script_may_run():
    plan, played = played_match("connect-four")
    page = Report(plan, played).to_html()
    found = Elements(page)
    policy = next(each["content"] for tag, each in found.elements if tag == "meta" and "http-equiv" in each)
    digest = base64.b64encode(hashlib.sha256(found.scripts[-1].encode()).digest()).decode()
    assert policy == f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"


def test_same_games_make_the_same_page():
    plan, played = played_match("mill")
    assert Report(plan, played).to_html() == Report(plan, list(reversed(played))).to_html()
