"""The roster: every listed bot can be chosen, and anything else is refused with a reason."""

from __future__ import annotations

import pytest
from tests.exhaustive import three_mens_morris

from plyground.database.verdict import NothingKnown
from plyground.errors import InvalidOption, InvalidRules, PlygroundError
from plyground.games.registry import game
from plyground.play.spec import CLASSIC
from plyground.server.bots import roster as module
from plyground.server.bots.roster import Roster


def test_every_listed_bot_can_be_chosen_with_every_style_it_has() -> None:
    roster = Roster({"Stockfish 17": "stockfish"})
    entries = roster.entries()
    assert [entry.level for entry in entries if entry.level] == list(range(1, 21))
    assert {entry.name for entry in entries if entry.kind == "bot"} == set(CLASSIC)
    names = set()
    for entry in entries:
        bot = roster.find(entry.spec)
        assert bot.name == entry.name
        names.add(bot.name)
        for style in entry.styles:
            assert f"style={style}," in roster.find(f"{entry.spec}:style={style}").spec
    assert len(names) == len(entries)
    assert max(map(len, names)) <= 30


def test_game_is_not_played_in_a_style_it_does_not_have() -> None:
    roster = Roster()
    assert roster.check("level=3:style=lazy", game("connect-four")).name == "Level 3, lazy"
    assert roster.check("level=3:style=sacrificing", game("mill")).name == "Level 3, sacrificing"
    with pytest.raises(InvalidOption, match=r"cannot be played in the style solid\. Choose one of normal, lazy\."):
        roster.check("level=3:style=solid", game("connect-four"))


def test_perfect_play_without_databases_says_how_to_build_them(monkeypatch: pytest.MonkeyPatch) -> None:
    roster, three = Roster(), game("mill:three")
    monkeypatch.setattr(module, "default_source", NothingKnown)
    with pytest.raises(InvalidOption, match="plyground db build mill:three"):
        roster.check("perfect", three)
    monkeypatch.setattr(module, "default_source", lambda: three_mens_morris("mill:three"))
    assert roster.check("perfect:seconds=2", three).spec == "perfect:hash=16"


@pytest.mark.parametrize(
    ("spec", "code"),
    [
        ("", "unknown_bot"),
        ("stockfish", "unknown_bot"),
        ("engine=other", "unknown_bot"),
        ("level", "bot_option"),
        ("level=0", "bot_option"),
        ("level=21", "bot_option"),
        ("level=٣", "bot_option"),
        ("level=3:style=wild", "bot_option"),
        ("level=3:depth=4", "bot_option"),
        ("level=3:style", "bot_option"),
        ("level=3:style=solid:style=solid", "bot_option"),
        ("random:depth=3", "bot_option"),
        ("minimax:depth=99", "bot_option"),
        ("minimax:seed=1", "bot_option"),
        ("best:seconds=1e9", "bot_option"),
        ("best:seconds=99", "bot_option"),
        ("best:seconds=0", "bot_option"),
        ("best:command=rm -rf /", "bot_option"),
        ("random:evaluation=thesis", "bot_option"),
        ("level=3:evaluation=thesis", "bot_option"),
        ("alphabeta:evaluation=rm -rf /", "bot_option"),
    ],
)
def test_a_bot_that_is_none_is_refused(spec: str, code: str) -> None:
    with pytest.raises(PlygroundError) as refused:
        Roster({"fish": "fish"}).find(spec)
    assert refused.value.code == code
    assert str(refused.value)


def test_a_classic_bot_plays_by_an_evaluation_that_the_game_has() -> None:
    roster = Roster()
    bot = roster.check("alphabeta:evaluation=thesis", game("chess"))
    assert (bot.name, bot.spec) == ("alphabeta, thesis", "alphabeta:depth=5,evaluation=thesis")
    with pytest.raises(PlygroundError, match="material-mobility"):
        roster.check("alphabeta:evaluation=thesis", game("mill"))
    offered = {entry.spec: entry.evaluations for entry in roster.entries()}
    assert offered["alphabeta"]["mill"] == ["material", "material-mobility", "playing"]
    assert offered["alphabeta"]["draughts"] == ["piece-count", "piece-row", "playing"]
    assert offered["random"] == offered["level=3"] == {}


def test_a_classic_bot_takes_the_options_that_its_entry_lists() -> None:
    roster = Roster()
    for entry in roster.entries():
        if entry.kind == "bot" and entry.max_depth:
            bot = roster.find(f"{entry.spec}:depth={entry.max_depth},seconds={entry.max_seconds}")
            assert (bot.move_ms, bot.max_ms) == (entry.max_seconds * 1000, entry.max_seconds * 1000)
            with pytest.raises(PlygroundError):
                roster.find(f"{entry.spec}:depth={entry.max_depth + 1}")
            with pytest.raises(PlygroundError):
                roster.find(f"{entry.spec}:seconds={entry.max_seconds + 1}")
    assert {entry.spec for entry in roster.entries() if entry.max_depth} >= {"mtdf", "alphabeta"}
    assert not any(entry.max_seconds for entry in roster.entries() if entry.spec == "random" or entry.level)


def test_an_engine_plays_only_what_it_can() -> None:
    roster = Roster({"fish": "fish"})
    assert roster.check("engine=fish", game("chess:960")).spec == "uci:fish"
    with pytest.raises(PlygroundError, match="cannot play mill"):
        roster.check("engine=fish", game("mill"))
    roster.engine_games["fish"] = ["mill"]
    assert roster.check("engine=fish", game("mill"))


@pytest.mark.parametrize("name", ["", "a:b", "a=b", "x" * 31, "<b>", "-x"])
def test_an_engine_needs_a_name_that_fits_everywhere(name: str) -> None:
    with pytest.raises(InvalidRules):
        Roster({name: "fish"})
