"""Facts of mill: mills closed, opened, doubled and blocked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import pairwise

from plyground._core import mill_lines
from plyground.abilities import family_rules
from plyground.games.mill.rules import OPTIONS, MillRules
from plyground.protocol import Game, Geometry, Position, Side
from plyground.reasons import Reason
from plyground.turn import Turn, inventory

Mill = tuple[str, str, str]
"""Three points in a row."""


def facts(turn: Turn) -> Iterator[Reason]:
    """What a move of mill achieves."""
    side = turn.side
    man, enemy = f"{side.value} man", f"{side.other.value} man"
    then, now = turn.before.pieces, turn.after.pieces
    mills = mills_of(turn.after.game)
    closed = [mill for mill in mills if _is_full(now, mill, man) and set(mill) & turn.entered.keys()]
    if len(closed) > 1:
        yield Reason("closes_mills", {"count": len(closed), "mills": [list(mill) for mill in closed]})
    elif closed:
        yield Reason("closes_mill", {"points": list(closed[0])})
    yield from _doubled(turn, closed)
    if not closed:
        yield from _opened(turn, mills)
    ready = {mill for mill in mills if can_close(turn.after, mill, side)}
    if len(ready) > 1 and any(set(mill) & turn.entered.keys() for mill in ready):
        empty = {next(point for point in mill if point not in now) for mill in ready}
        if len(empty) > 1:
            yield Reason("two_mills", {"count": len(ready), "mills": [list(mill) for mill in sorted(ready)]})
    for mill in mills:
        blocker = [point for point in mill if point in turn.entered]
        was_ready = sum(then.get(point) == enemy for point in mill) == 2 and can_close(turn.before, mill, side.other)
        if len(blocker) == 1 and was_ready and sum(now.get(point) == enemy for point in mill) == 2:
            yield Reason("blocks_mill", {"points": list(mill), "point": blocker[0]})
    yield from _lines(turn, mills)
    yield from _crossing(turn)
    halves = [mill for mill in mills if _is_half(now, mill, enemy)]
    if halves and turn.after.result is None and not any(can_close(turn.after, mill, side.other) for mill in halves):
        yield Reason("holds_mills", {"count": len(halves)})


def _is_half(pieces: Mapping[str, str], mill: Mill, man: str) -> bool:
    """Two men and a free point."""
    return sum(pieces.get(point) == man for point in mill) == 2 and any(point not in pieces for point in mill)


def _lines(turn: Turn, mills: tuple[Mill, ...]) -> Iterator[Reason]:
    """A mill that can be closed next; two men on a line whose third point is free; a line that the opponent loses."""
    side, now = turn.side, turn.after.pieces
    man, enemy = f"{side.value} man", f"{side.other.value} man"
    for mill in mills:
        if not set(mill) & turn.entered.keys():
            continue
        own, theirs = (sum(now.get(point) == one for point in mill) for one in (man, enemy))
        if own == 2 and theirs == 0:
            code = "threatens_mill" if can_close(turn.after, mill, side) else "two_in_line"
            yield Reason(code, {"points": list(mill)})
        elif own == 1 and theirs == 2:
            yield Reason("spoils_line", {"points": list(mill)})


def _crossing(turn: Turn) -> Iterator[Reason]:
    """A man on one of the points with the most neighbours."""
    edges = _edges(turn.after.game.geometry)
    ways = {point.name: sum(point.name in edge for edge in edges) for point in turn.after.game.geometry.points}
    for point in turn.entered:
        if ways[point] == max(ways.values()):
            yield Reason("takes_crossing", {"point": point, "neighbours": ways[point]})


def _opened(turn: Turn, mills: tuple[Mill, ...]) -> Iterator[Reason]:
    """A man that leaves a mill and can step back at once, if the rules reward the mill again."""
    if _rules(turn.after.game).one_time_mill:
        return
    man = f"{turn.side.value} man"
    for mill in mills:
        was_closed = _is_full(turn.before.pieces, mill, man) and set(mill) & turn.left.keys()
        if was_closed and can_close(turn.after, mill, turn.side):
            yield Reason("opens_mill", {"points": list(mill)})
            return


def _doubled(turn: Turn, closed: list[Mill]) -> Iterator[Reason]:
    """A man in a closed mill that can step back and forth between two mills and close one each time."""
    rules = _rules(turn.after.game)
    if rules.one_time_mill or rules.no_repeated_mill:
        return
    side, pieces = turn.side, turn.after.pieces
    man = f"{side.value} man"
    for mill in closed:
        for point in mill:
            for other in mills_of(turn.after.game):
                rest = [at for at in other if pieces.get(at) != man]
                shares = set(other) & set(mill)
                if len(rest) == 1 and rest[0] not in pieces and not shares and _joined(turn.after, point, rest[0]):
                    yield Reason("double_mill", {"point": point, "mills": [list(mill), list(other)]})
                    return


def can_close(position: Position, mill: Mill, side: Side) -> bool:
    """Whether a side, were it to move, could close a mill: two men and an empty point that a third man can reach."""
    pieces = position.pieces
    man = f"{side.value} man"
    empty = [point for point in mill if point not in pieces]
    if len(empty) != 1 or sum(pieces.get(point) == man for point in mill) != 2:
        return False
    if position.hand.get(side):
        return True
    others = [point for point, piece in pieces.items() if piece == man and point not in mill]
    return any(_joined(position, point, empty[0]) for point in others) or (bool(others) and _flies(position, side))


def _flies(position: Position, side: Side) -> bool:
    """Whether a side may move to any empty point."""
    return inventory(position, side).total() <= _rules(position.game).fly_at


def _joined(position: Position, one: str, other: str) -> bool:
    return frozenset((one, other)) in _edges(position.game.geometry)


def _is_full(pieces: Mapping[str, str], mill: Mill, man: str) -> bool:
    return all(pieces.get(point) == man for point in mill)


@lru_cache(maxsize=16)
def _edges(geometry: Geometry) -> frozenset[frozenset[str]]:
    return frozenset(frozenset(pair) for line in geometry.lines for pair in pairwise(line))


def mills_of(game: Game) -> tuple[Mill, ...]:
    """Every three points that make a mill, in the order of their names.

    >>> import plyground
    >>> len(mills_of(plyground.game("mill"))), len(mills_of(plyground.game("mill:morabaraba")))
    (16, 20)
    """
    return _mills_on(_rules(game).board)


@cache
def _mills_on(board: str) -> tuple[Mill, ...]:
    number = next(option.names.index(board) for option in OPTIONS if option.name == "board")
    return tuple(sorted(_in_order(*line) for line in mill_lines(number)))


def _rules(game: Game) -> MillRules:
    rules = family_rules(game, MillRules)
    assert rules is not None
    return rules


def _in_order(*points: str) -> Mill:
    first, second, third = sorted(points)
    return first, second, third
