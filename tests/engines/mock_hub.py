"""A scripted Hub engine; what it hears it tells in `info heard=...` lines.

    mock_hub.py [BEHAVIOUR] [move=MOVE]

Behaviours: well, no-params, silent (never ready), garbage, illegal, no-move, crashes, hangs (until stop).
"""

from __future__ import annotations

import os
import sys

GIVEN = dict(word.split("=", 1) for word in sys.argv[1:] if "=" in word)
DOES = next((word for word in sys.argv[1:] if "=" not in word), "well")


def say(*lines: str) -> None:
    os.write(1, "".join(f"{line}\n" for line in lines).encode())


def main() -> None:
    for text in sys.stdin:
        line = text.strip()
        word = line.split()[0] if line else ""
        say(f'info heard="{line.replace(chr(34), chr(39))}"')
        if word == "hub":
            say('id name=Mock version=1.0 author="Nobody at all"', "unknown stuff=1", 'param name="" type=int')
            if DOES != "no-params":
                say(
                    'param name=variant value=normal type=enum values="normal frisian"',
                    "param name=book value=true type=bool",
                    "param name=tt-size value=24 type=int min=16 max=30",
                    "param name=book-margin value=4.0 type=real min=0.0 max=100.0",
                )
            say("wait")
        elif word == "init" and DOES != "silent":
            say("loading ...", "ready")
        elif word == "ping":
            say("pong")
        elif word == "go":
            if DOES == "crashes":
                os._exit(3)
            if DOES == "garbage":
                os.write(1, b'info score=\xff\x00nan pv="32-28\ninfo score=1e999 depth=99999999999999999999 pv=1x1\n')
            if DOES == "hangs":
                continue
            say('info depth=9 mean-depth=8.8 score=-0.31 nodes=4321 time=0.01 pv="32-28 17-22 28x17x22 12x21x17"')
            answer = {"illegal": "done move=1-50", "no-move": "done"}.get(DOES)
            say(answer or f"done move={GIVEN.get('move', '32-28')} ponder=17-22")
        elif word == "stop":
            say("done move=31-26")
        elif word == "quit":
            return


if __name__ == "__main__":
    main()
