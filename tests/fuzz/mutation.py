"""Mutations: what becomes of real input when it is cut, doubled, swapped and sprinkled with odd bytes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

ODD = (
    *(
        b"\0",
        b"\xff",
        b"\xc3\x28",
        b"\xed\xa0\x80",
        b"\xe2\x80\xae",
        "é".encode(),
        "𝟙".encode(),
        b"\t",
        b"\r",
        b"\x1b[0m",
    ),
    *(b"-1", b"0", b"99999999999999999999", b"1e999", b"nan", b"1_0", b"{", b"}", b"(", b")", b"[", b"]", b'"', b"\\"),
    *(b"/", b":", b",", b";", b"%s", b"../..", b"<b>", b"$1", b"null", b"true"),
)
"""Bytes that often mean trouble."""


def mutated(dice: Random, text: bytes, others: Sequence[bytes] = ()) -> bytes:
    """A text with a few changes; `others` lend their parts."""
    for _ in range(dice.choice((0, 1, 1, 1, 2, 3, 8))):
        text = dice.choice(_CHANGES)(dice, text, others)
    return text


def _place(dice: Random, text: bytes) -> tuple[int, int]:
    begin = dice.randrange(len(text) + 1)
    return begin, min(len(text), begin + dice.choice((0, 1, 1, 2, 4, 9, 40)))


def _change_byte(dice: Random, text: bytes, _: Sequence[bytes]) -> bytes:
    at = dice.randrange(len(text) + 1)
    return text[:at] + bytes([dice.randrange(256)]) + text[at + 1 :]


def _insert_odd(dice: Random, text: bytes, _: Sequence[bytes]) -> bytes:
    begin, end = _place(dice, text)
    return text[:begin] + dice.choice(ODD) * dice.choice((1, 1, 1, 2, 50)) + text[end:]


def _remove(dice: Random, text: bytes, _: Sequence[bytes]) -> bytes:
    begin, end = _place(dice, text)
    return text[:begin] + text[end:]


def _double(dice: Random, text: bytes, _: Sequence[bytes]) -> bytes:
    begin, end = _place(dice, text)
    return text[:end] + text[begin:end] * dice.choice((1, 1, 2, 30)) + text[end:]


def _cut(dice: Random, text: bytes, _: Sequence[bytes]) -> bytes:
    return text[: dice.randrange(len(text) + 1)]


def _swap_words(dice: Random, text: bytes, _: Sequence[bytes]) -> bytes:
    words = text.split(b" ")
    one, other = dice.randrange(len(words)), dice.randrange(len(words))
    words[one], words[other] = words[other], words[one]
    return b" ".join(words)


def _splice(dice: Random, text: bytes, others: Sequence[bytes]) -> bytes:
    other = dice.choice(others) if others else text
    return text[: dice.randrange(len(text) + 1)] + other[dice.randrange(len(other) + 1) :]


_CHANGES: tuple[Callable[[Random, bytes, Sequence[bytes]], bytes], ...] = (
    *(_change_byte, _insert_odd, _remove, _double, _cut, _swap_words, _splice, _change_byte, _insert_odd),
)
