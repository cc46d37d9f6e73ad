"""A scripted engine, mostly for misbehaviour; starts quickly because it imports almost nothing.

    mock_engine.py [BEHAVIOUR[:N]] [name=NAME] [protocol=uci|ugi] [moves=A,B,...] [game=GAME] [delay=SECONDS]

It plays the move of `moves` that belongs to the ply; where there is none, the first legal move of the `game`. It
misbehaves from its N-th search on (the first, if no N is given), or when it is started:

    when it is started      exits, talks-nonsense (instead of uciok), dies-when-asked (isready; also later, with N),
                            greets-for-ever, many-options
    instead of a move       crashes, aborts, hangs, ignores-stop, thinks-until-stop, floods, endless-line, closes-output
    as a move               illegal, garbage, no-move, empty-move, twice (two answers), late (one more, later)
    besides a move          chatters, errors, complains (both to standard error), windows (line ends), bytes (no text)
                            huge-line (a hundred megabytes), huge-output (eight)
    when it should end      stays, stays-with-child

With protocol=ugi, `gameover=`, `p1turn=` and `result=` are its answers to queries. What it hears it tells in
`info string heard ...`.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

INFO = "info depth 7 seldepth 9 multipv 1 score cp 31 nodes 4321 nps 99999 hashfull 5 time 12 wdl 90 860 50 pv"
OPTIONS = """\
option name Hash type spin default 16 min 1 max 1024
option name Ponder type check default false
option name Style type combo default Solid var Solid var Wild West
option name Clear Hash type button
option name Book File type string default <empty>
option name UCI_Chess960 type check default false
option name UCI_Variant type combo default chess var chess var mill:nine var connect-four
""".splitlines()


def say(*lines: str) -> None:
    """In a single write, so that lines of different threads do not mix."""
    os.write(1, "".join(f"{line}\n" for line in lines).encode())


def write_all(words: bytes) -> None:
    """However little a pipe takes at once."""
    left = memoryview(words)
    while left:
        left = left[os.write(1, left) :]


def arguments() -> dict[str, str]:
    given = dict(word.split("=", 1) for word in sys.argv[1:] if "=" in word)
    behaviour = next((word for word in sys.argv[1:] if "=" not in word), "well")
    name, _, number = behaviour.partition(":")
    return (
        {"name": "Mock", "protocol": "uci", "moves": "", "delay": "0"} | given | {"does": name, "from": number or "1"}
    )


class Mock:
    def __init__(self, told: dict[str, str]) -> None:
        self.told = told
        self.does = told["does"]
        self.moves = told["moves"].split(",")
        self.played: list[str] = []
        self.start = "startpos"
        self.searches = 0
        self.waiting = False

    def run(self) -> None:
        if self.does == "exits":
            sys.exit(3)
        if self.does in ("stays", "stays-with-child"):
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
        if self.does == "stays-with-child":
            child = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"
            say(f"info string child {subprocess.Popen([sys.executable, '-S', '-c', child]).pid}")
        for line in sys.stdin:
            self.hear(line.split())
        if self.does.startswith("stays"):
            time.sleep(600)

    def hear(self, words: list[str]) -> None:
        command = words[0] if words else ""
        if command == self.told["protocol"]:
            self.greet(command)
        elif command == "isready":
            if self.does == "dies-when-asked" and self.searches + 1 >= int(self.told["from"]):
                os._exit(4)
            say("readyok")
        elif command == "setoption":
            say("info string heard " + " ".join(words))
        elif command in ("ucinewgame", "uginewgame"):
            say(f"info string heard {command}")
        elif command == "position":
            self.place(words[1:])
        elif command == "query":
            say("response " + self.told.get(words[1], "perhaps"))
        elif command == "go":
            self.search(words)
        elif command == "stop" and self.waiting:
            self.waiting = False
            self.answer()
        elif command == "quit" and not self.does.startswith("stays"):
            sys.exit(0)

    def greet(self, command: str) -> None:
        if self.does == "talks-nonsense":
            say("Illegal instruction: " + command)
            return
        while self.does == "greets-for-ever":
            os.write(1, b"id name Nobody\n" * 1000)
        if self.does == "many-options":
            say(*(f"option name Number {number} type check default false" for number in range(5_000)))
        say(f"id name {self.told['name']}", "id author Nobody", *OPTIONS, f"{command}ok")

    def place(self, words: list[str]) -> None:
        start, _, moves = " ".join(words).partition(" moves ")
        self.start, self.played = start, moves.split()
        if self.does == "late" and self.searches:
            say("bestmove h2h4")

    def move(self) -> str:
        ply = len(self.played)
        if ply < len(self.moves) and self.moves[ply]:
            return self.moves[ply]
        import plyground

        game = plyground.game(self.told.get("game", "chess"))
        position = game.start() if self.start == "startpos" else game.from_fen(self.start.removeprefix("fen "))
        record = plyground.Record(position, self.played)
        return str(next(iter(record.position.legal_moves)))

    def answer(self) -> None:
        move = self.move()
        say(f"{INFO} {move}", f"bestmove {move}")

    def search(self, words: list[str]) -> None:
        self.searches += 1
        say("info string heard " + " ".join(words))
        time.sleep(float(self.told["delay"]))
        if "infinite" in words:
            self.waiting = True
            say(f"{INFO} {self.move()}")
        elif self.searches < int(self.told["from"]) or not self.misbehave():
            self.answer()

    def misbehave(self) -> bool:
        """Does it, and whether the search is over with that."""
        wrong = {
            "crashes": lambda: os._exit(3),
            "aborts": lambda: os.abort(),
            "hangs": lambda: time.sleep(600),
            "ignores-stop": lambda: None,
            "thinks-until-stop": lambda: setattr(self, "waiting", True),
            "illegal": lambda: say("bestmove e2e5"),
            "garbage": lambda: say("bestmove \x1b[31m%%%"),
            "no-move": lambda: say("bestmove (none)"),
            "empty-move": lambda: say("bestmove"),
            "floods": self.flood,
            "endless-line": self.endless_line,
            "closes-output": self.close_output,
        }.get(self.does)
        if wrong is not None:
            wrong()
            return True
        also = {
            "twice": lambda: say(f"bestmove {self.move()}"),
            "chatters": lambda: [os.write(1, b"info string bla\n" * 4000) for _ in range(40)],
            "errors": lambda: [os.write(2, b"a very long complaint\n" * 3000) for _ in range(60)],
            "huge-line": lambda: write_all(b"x" * 100_000_000 + b"\n"),
            "huge-output": lambda: write_all(b"info depth 1 score cp 5 pv e2e4\n" * 256_000),
            "complains": lambda: os.write(2, b"cannot open book\n"),
            "windows": lambda: os.write(1, b"info depth 3 score cp 5 nodes 77 pv e2e4\r\n\r\n"),
            "bytes": lambda: os.write(1, b"info string \xff\xfe\x00 caf\xe9\nid name \xff\n"),
        }.get(self.does)
        if also is not None:
            also()
        return False

    def close_output(self) -> None:
        os.close(1)
        time.sleep(600)

    def flood(self) -> None:
        while True:
            os.write(1, b"info string bla\n" * 4000)

    def endless_line(self) -> None:
        while True:
            os.write(1, b"bla " * 16000)


if __name__ == "__main__":
    Mock(arguments()).run()
