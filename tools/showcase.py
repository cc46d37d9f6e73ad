"""Writes the boards that the page shows before it asks the server: `.venv/bin/python tools/showcase.py`.

A picture of every game for the chooser, and four games that the start page plays. Positions come from the moves below
by our own rules; a test compares the file with them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import plyground
from plyground.games.native import RuledGame
from plyground.protocol import Geometry, View

FILE = Path(__file__).resolve().parents[1] / "web" / "src" / "lib" / "state" / "showcase.gen.json"

PICTURES = {
    "chess": "e4 e5 Nf3 Nc6 Bb5 Nf6 d3 Qe7 Nbd2 a6 Bxc6 dxc6 Nc4 Nd7",
    "chess:960": "d4 d5 Nd2 Nc6 Ngf3 Nf6 e3 Bf5 Bd3 e6 Bxf5 exf5 c3 Be7",
    "draughts:russian": "c3-b4 f6-g5 b4-a5 g5-h4 b2-c3 g7-f6 c3-d4 d6-e5 d2-c3 h8-g7",
    "draughts:russian-200": "c3-b4 f6-g5 b4-a5 g5-h4 b2-c3 g7-f6 c3-d4 d6-e5 d2-c3 h8-g7",
    "draughts:brazilian": "g3-h4 f6-g5 h4xf6 g7xe5 c3-b4 h6-g5 b4-a5 g5-h4 e3-d4 e5xc3",
    "draughts:pool": "11-16 22-17 16-20 17-13 8-11 25-22 11-15 23-18 7-11 27-23",
    "draughts:english": "11-16 22-17 16-20 17-14 10x17 21x14 9x18 23x14 8-11 24-19",
    "draughts:italian": "23-19 10-13 21-17 12-16 17x10 5x23 28x19 16-20 24x15 11x20",
    "draughts:spanish": "10-14 23-20 12-16 21-17 16x23 28x10 5x14 17-13 9x18 22x13",
    "draughts:portuguese": "10-14 23-20 12-16 21-17 16x23 28x10 5x14 17-13 9x18 22x13",
    "draughts:czech": "c3-b4 f6-g5 b4-a5 g5-h4 b2-c3 e7-f6 a1-b2 f6-e5 g3-f4 e5xg3",
    "draughts:thai": "26-23 5-9 25-22 8-11 23-19 9-13 27-24 7-10 24-20 10-14",
    "draughts:turkish": "g3-g4 b6-b5 g4-h4 c6-b6 h3-g3 a6-a5 g3-h3 b6-c6 h3-g3 c6-c5",
    "draughts:international": "31-26 19-23 34-29 23x34 39x30 20-25 44-39 25x34 39x30 14-20",
    "draughts:frisian": "31-26 17-21 26x17 7x27 32x21 16x27 37x17 18x16 34-30 19-24",
    "mill:nine": "d6 f4 b4 d2 e4 d5 d3 c4 b6 f6 f2 b2 c5 d7",
    "mill:twelve": "b6 f6 f2 b2 e5 g1 c5 a7 c3 c4 d5xa7 a7 e3 d3",
    "mill:morabaraba": "b2 f2 b6 b4 e5 g7 c3 a1 e3 a7 d7 e4 d3xa1 a1",
    "mill:dooz": "f2 b2 f6 b6 b4 g1 g7 f4 e5 d5 a1 d7 c3 e4",
    "mill:lasker": "f4 d6 d2 b4 e4 g4 e4-e3 d5 d7 b6 f6 b2xf6 f6 d3",
    "mill:one-time": "d6 f4 d2 b4 b2 f2 f6 d3 g4 a1 a4 b6 c4 d7",
    "mill:cham-gonu": "b6 f6 b2 b4 g7 f2 f4 a7 g1 c3 g4xf6 e4 d5 c4",
    "mill:zhi-qi": "b2 f2 b6 b4 e3 g7 e5 e4 c3 a1 c5 a7 c4xf2 d7xe5",
    "mill:cheng-san-qi": "d6 f4 d2 b4 f2 b2 b6 f6 a1 d1 c4 d7 e5 e4",
    "mill:da-san-qi": "b6 f6 b2 b4 g7 f2 f4 a7 g1 c3 g4xa7 e4 d5 e3",
    "mill:mul-mulan": "g1 f6 e3 f2xe3xg1 f4xf6xf2 f2 e3 b6 e4 e5 g4xe5 e5 g1 d6",
    "mill:nerenchi": "b6 f6 f2 b2 e5 g1 c5 a7 c3 c4 d5xc4 c4 e3 d3",
    "mill:el-filja": "d6 f4 b4 d2 e4 c4 g7 d5 g1 d3 d1 a1 g4 b6",
    "mill:three": "b2 a2 c3 a1 a3",
    "mill:three-plain": "b1 b3 c1 a1 a2",
    "mill:three-closed": "a1 b2 c1 b1 b3",
    "mill:five": "c4 d3 b3 d2 d4 b4 c2 c5 e1",
    "mill:six": "c4 d3 b3 c2 b4 b2 d4xb2 b2 d2",
    "mill:seven": "a3 c5 c2 e3 d3 c3 c1 a1 c4 e5 d4 e1xc1 b4xc3 a5xc2",
    "mill:eleven": "f2 b2 f6 f4 a1 b6 g1 e3 d1xe3 e3 b4 e5 g7 c5",
    "connect-four": "d d d d e f b c c c b c d c c f d a",
}
"""Game -> moves that lead to a typical position."""

TRAITS = {
    "draughts:russian": ("RU", ""),
    "draughts:russian-200": ("RU", "move_limit"),
    "draughts:brazilian": ("BR", "priorities"),
    "draughts:pool": ("US", "promotion"),
    "draughts:english": ("GB", "flying_kings"),
    "draughts:italian": ("IT", "man_takes_king"),
    "draughts:spanish": ("ES", "men_capture_backwards"),
    "draughts:portuguese": ("PT", "mirrored"),
    "draughts:czech": ("CZ", "priorities"),
    "draughts:thai": ("TH", "landing"),
    "draughts:turkish": ("TR", "lines"),
    "draughts:international": ("", "size"),
    "draughts:frisian": ("NL", "lines"),
    "mill:nine": ("", ""),
    "mill:twelve": ("", "board"),
    "mill:morabaraba": ("ZA", "no_repeated_mill"),
    "mill:dooz": ("IR", "mill_action_while_placing"),
    "mill:lasker": ("DE", "move_while_placing"),
    "mill:one-time": ("RU", "one_time_mill"),
    "mill:cham-gonu": ("KR", "mill_action_while_placing"),
    "mill:zhi-qi": ("CN", "full_board"),
    "mill:cheng-san-qi": ("CN", "mill_action_while_placing"),
    "mill:da-san-qi": ("CN", "removals_per_move"),
    "mill:mul-mulan": ("ID", "intervention"),
    "mill:nerenchi": ("LK", "second_player_moves_first"),
    "mill:el-filja": ("DZ", "mill_action_while_placing"),
    "mill:three": ("", "board"),
    "mill:three-plain": ("", "board"),
    "mill:three-closed": ("", "centre_opening"),
    "mill:five": ("", "men"),
    "mill:six": ("", "men"),
    "mill:seven": ("", "board"),
    "mill:eleven": ("", "men"),
}
"""Game -> the country it comes from, and the option of its rules that sets it apart from its relatives; "" for none."""

PLAYING = {
    "chess": (
        "Morphy – Duke Karl, Count Isouard, Paris 1858",
        "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 "
        "Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#",
    ),
    "mill:nine": (
        "",
        "d6 d2 f4 b4 a4 e4 d1 b2 b6 f2xb6 b6 g1 a7 d7 f6xd7 d7 a1xd7 c3 d6-d5 d2-d3 d5-d6xc3 d3-d2xd1 a1-d1 "
        "d2-d3 d1-d2 b4-c4 d6-d5 e4-e3 d5-d6xd3 b2-b4 f4-g4 f2-f4 d2-d1 c4-c5 g4-g7 g1-g4 d6-d7xg4 f4-g4 "
        "d7-d6xb4 e3-d5 d6-d7xd5",
    ),
    "draughts:russian": (
        "",
        "c3-d4 d6-c5 g3-h4 f6-e5 d4:f6 e7:g5 h4:f6 g7:e5 h2-g3 c7-d6 b2-c3 f8-g7 c3-b4 b6-a5 c1-b2 a5:c3 "
        "b2:f6 g7:e5 d2-c3 e5-d4 c3:c7 b8:d6 a1-b2 h8-g7 b2-c3 g7-f6 c3-b4 a7-b6 e3-d4 c5:e3 f2:d4 b6-a5 "
        "b4-c5 d6:b4 a3:c5 h6-g5 e1-d2 d8-c7 c5-b6 g5-h4 b6:g5 h4:f6 d2-c3 a5-b4 c3:a5 f6-g5 a5-b6 g5-f4 "
        "g3:e5",
    ),
    "connect-four": (
        "",
        "d d c e e e e d d a d e d a a e a c c c f a a f g f c c f g g g f f g g b b",
    ),
}
"""Game -> who played it, and the moves. Without a name the engine played it, against itself thinking less."""


def showcase() -> dict[str, Any]:
    """What the file contains."""
    boards: list[dict[str, Any]] = []
    pictures = {name: _picture(name, moves.split(), boards) for name, moves in PICTURES.items()}
    playing = [
        {"game": name, "players": players, **_played(name, moves.split(), boards)}
        for name, (players, moves) in PLAYING.items()
    ]
    return {"boards": boards, "pictures": pictures, "playing": playing}


def _picture(name: str, moves: list[str], boards: list[dict[str, Any]]) -> dict[str, Any]:
    game = plyground.game(name)
    position = game.start()
    for move in moves:
        position = position.after(move)
    picture: dict[str, Any] = {"board": _board(game.geometry, boards), "pieces": _grouped(position.view.pieces)}
    country, option = TRAITS.get(name, ("", ""))
    if country:
        picture["country"] = country
    if option:
        assert isinstance(game, RuledGame)
        picture |= {"option": option, "value": game.rules.options()[option]}
    return picture


def _played(name: str, moves: list[str], boards: list[dict[str, Any]]) -> dict[str, Any]:
    game = plyground.game(name)
    record = plyground.Record(game.start())
    first = before = record.view
    frames = []
    for move in moves:
        record.push(move)
        view = record.view
        frames.append(_frame(before, view))
        before = view
    return {"board": _board(game.geometry, boards), "pieces": _grouped(first.pieces), "frames": frames}


def _frame(before: View, after: View) -> dict[str, Any]:
    """What a move changes: the pieces that arrive, and the points that become empty."""
    arrived = {point: piece for point, piece in after.pieces.items() if before.pieces.get(point) != piece}
    left = [point for point in before.pieces if point not in after.pieces]
    frame: dict[str, Any] = {"arrived": _grouped(arrived), "left": " ".join(left), "last": " ".join(after.last)}
    return frame | ({"check": after.check} if after.check else {})


def _grouped(pieces: Mapping[str, str]) -> dict[str, str]:
    """Piece -> its points, separated by spaces."""
    return {
        piece: " ".join(point for point, other in pieces.items() if other == piece)
        for piece in dict.fromkeys(pieces.values())
    }


def _board(geometry: Geometry, boards: list[dict[str, Any]]) -> int:
    """The number of a board in the list; games with the same board share it."""
    board = json.loads(json.dumps(asdict(geometry)))
    for point in board["points"]:
        if not point["label"]:
            del point["label"]
    if board not in boards:
        boards.append(board)
    return boards.index(board)


if __name__ == "__main__":
    FILE.write_text(json.dumps(showcase(), separators=(",", ":")) + "\n", encoding="utf-8")
