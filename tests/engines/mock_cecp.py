"""A scripted chess engine that speaks CECP.

mock_cecp.py [BEHAVIOUR] [moves=A,B,...]
"""

from __future__ import annotations

import os
import sys
import time


def say(line: str) -> None:
    os.write(1, f"{line}\n".encode())


def main() -> None:
    given = dict(word.split("=", 1) for word in sys.argv[1:] if "=" in word)
    does = next((word for word in sys.argv[1:] if "=" not in word), "well")
    moves = given.get("moves", "").split(",")
    ply = 0
    is_waiting = False
    for line in sys.stdin:
        words = line.split()
        command = words[0] if words else ""
        if command == "protover":
            features = 'myname="Mock X" ping=1 setboard=1 usermove=1 colors=0 variants="normal,fischerandom"'
            if does != "has-no-ping":
                say(f'feature {features} option="Style -combo Solid /// *Wild" done=1')
        elif command == "ping":
            say(f"pong {words[1]}")
        elif command == "new":
            ply = 0
        elif command == "usermove":
            ply += 1
        elif command == "go":
            if does == "crashes":
                os._exit(3)
            if does == "hangs":
                time.sleep(600)
            if does == "resigns":
                say("resign")
            elif does == "waits":
                is_waiting = True
            else:
                say("Opening phase.")
                say(f"6 25 12 4321 {moves[ply]}")
                say("move a1a5" if does == "illegal" else f"move {moves[ply]}")
                ply += 1
        elif command == "?" and is_waiting:
            is_waiting = False
            say(f"move {moves[ply]}")
            ply += 1
        elif command == "quit":
            break


if __name__ == "__main__":
    main()
