"""Our engine as a Hub program, line by line."""

from __future__ import annotations

from threading import Condition
from time import monotonic

import pytest
from tests.waiting import PATIENCE_S

from plyground.engines.hub_lines import HubLine
from plyground.uci.hub import HubProgram

START = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww"
RUSSIAN = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"


class Gui:
    """Sends lines to our engine in this process and waits for its answers."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self._news = Condition()
        self.program = HubProgram(self._hear)
        self.tell("set-param name=hash value=1")

    def _hear(self, text: str) -> None:
        with self._news:
            self.said += text.split("\n")
            self._news.notify_all()

    def tell(self, *lines: str) -> None:
        for line in lines:
            self.program.hear(line)

    def ask(self, line: str, answer: str) -> HubLine:
        at = len(self.said)
        self.program.hear(line)
        return self.wait_for(answer, at)

    def wait_for(self, answer: str, at: int = 0) -> HubLine:
        deadline = monotonic() + PATIENCE_S
        with self._news:
            while not (found := [one for one in self.said[at:] if one.split()[0] == answer]):
                assert self._news.wait(deadline - monotonic()), self.said[at:]
        return HubLine.parse(found[0])


@pytest.fixture
def gui():
    gui = Gui()
    yield gui
    assert gui.program.close()


def test_the_greeting_declares_the_parameters(gui: Gui) -> None:
    gui.ask("hub", "wait")
    lines = [HubLine.parse(line) for line in gui.said]
    assert lines[0].arguments["name"] == "Plyground"
    declared = {line.arguments["name"]: line.arguments for line in lines if line.command == "param"}
    assert declared["variant"]["value"] == "normal"
    assert {"normal", "russian", "frisian", "english"} <= set(declared["variant"]["values"].split())
    assert declared["threads"] == {"name": "threads", "value": "1", "type": "int", "min": "1", "max": "256"}
    assert declared["book"]["type"] == "bool"
    gui.ask("init", "ready")


def test_a_search_reports_and_answers_with_a_legal_move(gui: Gui) -> None:
    gui.tell(f'pos pos={START} moves="32-28 19-23"', "level depth=4")
    done = gui.ask("go think", "done")
    assert done.arguments["move"] == "28x19x23"  # the only capture
    info = [HubLine.parse(line).arguments for line in gui.said if line.startswith("info")]
    assert info[-1]["depth"] == "4"
    assert float(info[-1]["score"]) < 2
    assert info[-1]["pv"].startswith("28x19x23 14x23x19")


def test_the_variant_chooses_the_game(gui: Gui) -> None:
    gui.tell("set-param name=variant value=russian", f"pos pos={RUSSIAN}", "level depth=2")
    move = gui.ask("go think", "done").arguments["move"]
    assert 21 <= int(move.split("-")[0]) <= 24


def test_a_won_position_is_scored_like_scan_does(gui: Gui) -> None:
    gui.tell("pos pos=W" + "e" * 26 + "b" + "eeee" + "w" + "e" * 18, "level depth=9")
    gui.ask("go think", "done")
    assert float(HubLine.parse([line for line in gui.said if line.startswith("info")][-1]).arguments["score"]) > 99


def test_endless_searches_wait_for_stop_and_answer_ping(gui: Gui) -> None:
    gui.tell(f"pos pos={START}", "level infinite", "go analyze")
    gui.ask("ping", "pong")
    assert not any(line.startswith("done") for line in gui.said)
    assert gui.ask("stop", "done").arguments["move"]


def test_pondering_ends_with_a_hit(gui: Gui) -> None:
    gui.tell(f"pos pos={START}", "level move-time=0.05", "go ponder")
    gui.ask("ping", "pong")
    assert not any(line.startswith("done") for line in gui.said)
    assert gui.ask("ponder-hit", "done").arguments["move"]


def test_a_refused_position_is_never_answered_with_a_move_of_another(gui: Gui) -> None:
    gui.tell(f"pos pos={START}", "level depth=1")
    assert gui.ask("go think", "done").arguments["move"]
    for bad in ("pos", "pos pos=Wxx", f'pos pos={START} moves="1-2"', "pos pos=" + "W" * 51):
        assert gui.ask(bad, "error").arguments["message"]
        assert gui.ask("go think", "done").arguments == {}
    gui.tell(f"pos pos={START}")
    assert gui.ask("go think", "done").arguments["move"]


@pytest.mark.parametrize(
    "line",
    [
        "set-param name=variant value=chess",
        "set-param name=threads value=0",
        "set-param name=nothing value=1",
        "set-param",
    ],
)
def test_a_bad_parameter_is_answered_with_one_sentence(gui: Gui, line: str) -> None:
    assert gui.ask(line, "error").arguments["message"].endswith(".")
    gui.ask("ping", "pong")


@pytest.mark.parametrize("level", ["depth=x", "time=nan", "nodes=1e400", "time=1e300 inc=-1e300", "move-time=-5"])
def test_strange_levels_do_no_harm(gui: Gui, level: str) -> None:
    gui.tell(f"pos pos={START}", f"level {level}", "go think", "stop")
    assert gui.wait_for("done").arguments["move"]


def test_unknown_commands_are_ignored_and_long_lines_reported(gui: Gui) -> None:
    gui.tell("castle long", "", "   ", "\x00\x01", "=", "pos-x pos=1")
    assert gui.said == []
    gui.program.hear(None)
    assert gui.said[0].startswith("error message=")
    assert gui.program.hear("quit") is False
