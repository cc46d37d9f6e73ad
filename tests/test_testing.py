"""The conformance kit accepts good games and reports each kind of violation with the right message."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import plyground
from plyground.errors import ConformanceError, IllegalMove
from plyground.games.connect_four import ConnectFour
from plyground.games.position import LazyMoves
from plyground.games.simple import SimpleGame, SimplePosition, grid
from plyground.protocol import PASS, Geometry, Point, Repetition, Result, Side
from plyground.testing import check_game

TOY = Path(__file__).parent / "games" / "toy.py"

Board = tuple[Side, int]


class Race(SimpleGame[Board]):
    """One man on seven points, moved one or two ahead in turn; who reaches the last point wins."""

    name = "race"
    geometry = grid(7, 1)
    breaks = ""
    position_type: type[SimplePosition[Board]] = SimplePosition

    def start_board(self) -> Board:
        return (Side.WHITE, 0)

    def side_to_move(self, board: Board) -> Side:
        return board[0]

    def moves(self, board: Board) -> list[str]:
        return ["abcdefg"[place] + "1" for place in (board[1] + 1, board[1] + 2) if place < 7]

    def after(self, board: Board, move: str) -> Board:
        return (board[0].other, "abcdefg".index(move[0]))

    def result(self, board: Board) -> Result | None:
        return Result(board[0].other, "arrived") if board[1] == 6 else None

    def pieces(self, board: Board) -> dict[str, str]:
        return {self.geometry.points[board[1]].name: "white man"}

    def position(self, board: Board) -> SimplePosition[Board]:
        return self.position_type(self, board)


@pytest.mark.parametrize("name", ["connect-four", f"{TOY}:SmallMill", f"{TOY}:SmallMill:five"])
def test_good_games_pass(name):
    game = ConnectFour() if name == "connect-four" else plyground.game(name)
    summary = check_game(game, walks=10)
    assert summary.positions > 50
    assert sum(summary.endings.values()) == 10


def test_unbroken_race_passes():
    assert check_game(Race()).endings == {"arrived": 20}


def test_same_seed_sees_the_same_games():
    first, again, other = (check_game(ConnectFour(), walks=5, seed=seed) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_long_games_count_as_unfinished():
    assert check_game(ConnectFour(), walks=4, plies=3).endings == {"unfinished": 4}


def test_summary_reads_as_a_sentence():
    assert str(check_game(Race(), walks=2, plies=1)) == "4 positions; games ended by: 2 unfinished"


# The game as a whole.


class NameOfTwoWords(Race):
    breaks = "its name 'two words' is not one word"

    def __init__(self):
        super().__init__()
        self.name = "two words"


class NoTitle(Race):
    breaks = "its title is empty"
    title = ""


class TwoPointsOfOneName(Race):
    breaks = "two points have the name a1"
    geometry = Geometry("grid", 8, 1, (*grid(7, 1).points, Point("a1", 7, 0)))


class PointNamedLikeAChoice(Race):
    breaks = "'=q' cannot be the name of a point"
    geometry = Geometry("grid", 8, 1, (*grid(7, 1).points, Point("=q", 7, 0)))


class LineToNowhere(Race):
    breaks = "the line a1 z9 joins points that the geometry does not have"
    geometry = replace(grid(7, 1), lines=(("a1", "z9"),))


class LongSymbol(Race):
    breaks = "the symbol of white man is 'XX'"
    symbols: Mapping[str, str] = {"white man": "XX"}


class NoStarts(Race):
    breaks = "it has 0 start positions"
    starts = 0


class MovingStart(Race):
    breaks = r"start\(\) gives another position each time"

    def __init__(self):
        super().__init__()
        self.places = count()

    def start_board(self):
        return (Side.WHITE, next(self.places) % 5)


class AnyStartNumber(Race):
    breaks = r"start\(-1\) should raise UnknownGame"

    def start(self, number=None):
        return super().start()


class ReadsNonsense(Race):
    breaks = r"from_fen\('\?'\) reads nonsense"

    def from_fen(self, fen):
        return self.start() if fen == "?" else super().from_fen(fen)


class ChokesOnNonsense(Race):
    breaks = r"from_fen\(''\) raises IndexError; expected InvalidPosition"

    def from_fen(self, fen):
        fen[0]
        return super().from_fen(fen)


# Moves.


class DuplicateMoves(Race):
    breaks = "the move b1 is listed 2 times"

    def moves(self, board):
        return [*super().moves(board), *super().moves(board)]


class TokenWithBlank(Race):
    breaks = "the token 'b1 !' is not one word"

    def moves(self, board):
        return [move + " !" for move in super().moves(board)]


class PassAmongOthers(Race):
    breaks = "a pass is not the only legal move"

    def moves(self, board):
        return [*super().moves(board), PASS]


class ForcingMoveIsIllegal(Race):
    breaks = "the forcing move a1 is not legal"

    def forcing_moves(self, board):
        return ["a1"]


class WrongLength(Race):
    breaks = r"len\(legal_moves\) is 7, but there are 2"

    class position_type(SimplePosition):
        @property
        def legal_moves(self):
            return SevenMoves(self)


class SevenMoves(LazyMoves):
    def __len__(self):
        return 7


class ChangingOrder(Race):
    breaks = "legal_moves come in another order each time"

    class position_type(SimplePosition):
        @cached_property
        def legal_moves(self):
            return TurnedMoves(self)


class TurnedMoves(LazyMoves):
    turned = False

    def __iter__(self):
        self.turned = not self.turned
        return iter(self._position.generate()[:: -1 if self.turned else 1])


class LegalMovesDenyAMove(Race):
    breaks = "legal_moves lists b1 but does not contain it"

    class position_type(SimplePosition):
        @property
        def legal_moves(self):
            return NoMembers(self)


class NoMembers(LazyMoves):
    def __contains__(self, move):
        return False


class UnreadableNotation(Race):
    breaks = r"the notation '1\.b1' of the legal move b1 is not understood"

    class position_type(SimplePosition):
        def notation(self, move):
            return f"1.{move}"


class NotationOfAnotherMove(Race):
    breaks = "the notation 'c1' of the legal move b1 reads back as c1"

    class position_type(SimplePosition):
        def notation(self, move):
            return self.generate()[-1]


# Values of a position.


class PositionOfAnotherGame(Race):
    breaks = "a position says that its game is connect-four"

    class position_type(SimplePosition):
        game = ConnectFour()


class SideIsPlainText(Race):
    breaks = "side_to_move is 'white'; expected a Side"

    class position_type(SimplePosition):
        @property
        def side_to_move(self):
            return super().side_to_move.value


class FractionalEvaluation(Race):
    breaks = r"the evaluation is 0\.5; expected an int"

    def evaluate(self, board):
        return 0.5


class HugeEvaluation(Race):
    breaks = "the evaluation is 10000000; expected an int"

    def evaluate(self, board):
        return 10_000_000


class NegativeReach(Race):
    breaks = "reversible_plies is -1"

    class position_type(SimplePosition):
        reversible_plies = -1


class PieceBesideTheBoard(Race):
    breaks = "there is a white man on 'z9', which is not a point"

    def pieces(self, board):
        return {"z9": "white man"}


class ResultIsText(Race):
    breaks = "result is 'white'; expected None or a Result"

    class position_type(SimplePosition):
        @property
        def result(self):
            return "white" if super().result else None


class NoResultAtTheEnd(Race):
    breaks = "there are no legal moves and no result"

    class position_type(SimplePosition):
        result = None

        def generate(self):
            return tuple(self._game.moves(self.board))


class MovesAfterAWin(Race):
    breaks = "white has won, but there are still legal moves"

    def result(self, board):
        return Result(Side.WHITE, "arrived") if board[1] >= 4 else None

    class position_type(SimplePosition):
        def generate(self):
            return tuple(self._game.moves(self.board))


# Texts and keys.


class FenThatCannotBeRead(Race):
    breaks = "from_fen cannot read the position's own fen"

    def format_fen(self, board):
        return f"place {board[1]}"


class FenWithoutTheSide(Race):
    breaks = r"from_fen\(fen\) has another side"

    def format_fen(self, board):
        return str(board[1])

    def parse_fen(self, text):
        return (Side.WHITE, int(text))


class KeyOfAnObject(Race):
    breaks = r"from_fen\(fen\) has another key"

    class position_type(SimplePosition):
        @property
        def key(self):
            return id(self)


class NeverEqual(Race):
    breaks = r"from_fen\(fen\) is not equal to the position"

    class position_type(SimplePosition):
        def __eq__(self, other):
            return self is other

        __hash__ = SimplePosition.__hash__


class KeyTooLong(Race):
    breaks = "expected an int of 64 bits"

    class position_type(SimplePosition):
        @property
        def key(self):
            return super().key << 64


class KeyWithoutTheSide(Race):
    breaks = "the key is that of the different position"

    def identity(self, board):
        return board[1]


class KeyWithoutWhatDecidesTheMoves(Race):
    breaks = "the key is that of the different position"

    def pieces(self, board):
        return {}

    def identity(self, board):
        return board[0]


# Entering moves, and the view.


class SameClicks(Race):
    breaks = "the clicks g1 enter both b1 and c1"

    def entry_paths(self, board, move):
        return [["g1"]]


class PathThatIsAPrefix(Race):
    breaks = "the clicks b1 of b1 are only the beginning of those of c1"

    def entry_paths(self, board, move):
        places = "abcdefg"[board[1] + 1 : "abcdefg".index(move[0]) + 1]
        return [[place + "1" for place in places]]


class ClickBesideTheBoard(Race):
    breaks = "'z9' on the way to b1 is not a point"

    def entry_paths(self, board, move):
        return [["z9", move]]


class EmptyPath(Race):
    breaks = "the move b1 is entered without any click"

    def entry_paths(self, board, move):
        return [[]] if move == "b1" else [[move]]


class MoveThatCannotBeEntered(Race):
    breaks = "no clicks enter the legal move b1"

    def entry_paths(self, board, move):
        return [] if move == "b1" else [[move]]


class BrokenTree(Race):
    breaks = "the entry tree cannot be made: two moves"

    class position_type(SimplePosition):
        @property
        def view(self):
            raise AssertionError("two moves")


class TreeEntersAnIllegalMove(Race):
    breaks = "the clicks a1 enter a1, which is not legal"

    class position_type(SimplePosition):
        @property
        def view(self):
            return replace(super().view, entry={"a1": "a1"})


class TreeAfterTheEnd(Race):
    breaks = "the game is over, but the entry tree is not empty"

    class position_type(SimplePosition):
        @property
        def view(self):
            view = super().view
            return replace(view, entry={"a1": "a1"}) if self.result else view


class ViewOfTheOtherSide(Race):
    breaks = "the view shows another game, turn or result"

    class position_type(SimplePosition):
        @property
        def view(self):
            return replace(super().view, turn=self.side_to_move.other)


class ViewWithoutPieces(Race):
    breaks = "the view shows other pieces"

    class position_type(SimplePosition):
        @property
        def view(self):
            return replace(super().view, pieces={})


class ViewIsNotJson(Race):
    breaks = "the view is not plain JSON"

    def forced(self, board):
        return {"set"}


# Playing moves.


class Mutable:
    """A board that `after` may scribble on, hashable only by pretence."""

    def __init__(self, side, place):
        self.side, self.place = side, place


class MutatingAfter(SimpleGame[Any]):
    breaks = r"after\(b1\) changes the position it is called on"
    name = "scribble"
    geometry = grid(7, 1)

    def start_board(self):
        return Mutable(Side.WHITE, 0)

    def side_to_move(self, board):
        return board.side

    def moves(self, board):
        return Race().moves((board.side, board.place))

    def after(self, board, move):
        board.side, board.place = Race().after((board.side, board.place), move)
        return Mutable(board.side, board.place)

    def result(self, board):
        return Race().result((board.side, board.place))

    def format_fen(self, board):
        return f"{board.side}{board.place}"

    def parse_fen(self, text):
        return Mutable(Side(text[:5]), int(text[5:]))


class SameSideAgain(Race):
    breaks = "after b1 it is white to move again; sides alternate strictly"

    def after(self, board, move):
        return (board[0], super().after(board, move)[1])


class AfterByChance(Race):
    breaks = r"after\(b1\) gives another position each time"

    def __init__(self):
        super().__init__()
        self.flips = count()

    def after(self, board, move):
        return (board[0].other, 1 + next(self.flips) % 2)


class PlaysAnything(Race):
    breaks = r"after\(''\) takes what is not legal; expected InvalidMove"

    class position_type(SimplePosition):
        def after(self, move):
            return super().after(move if move in self.legal_moves else self.generate()[0])


class ParsesAnything(Race):
    breaks = r"parse\(''\) takes what is not legal; expected InvalidMove"

    class position_type(SimplePosition):
        def parse(self, text):
            return text


class WrongError(Race):
    breaks = r"after\('two words'\) raises IllegalMove; expected InvalidMove"
    move_pattern = ".+"


class StaleMoveIsCalledNonsense(Race):
    breaks = r"after\('[bc]1'\) raises InvalidMove; expected IllegalMove"
    move_pattern = "[d-g]1"


class StaleMoveStillPlays(Race):
    breaks = r"after\('[bc]1'\) takes what is not legal; expected IllegalMove"

    class position_type(SimplePosition):
        def after(self, move):
            try:
                return super().after(move)
            except IllegalMove:
                return self._game.position(self._game.after(self.board, move))


class PastChanges(Race):
    """Once the end has been shown, men have other names everywhere."""

    breaks = "a position has changed once later moves are taken back"
    is_over = False

    def pieces(self, board):
        return {"a1": "black man" if self.is_over else "white man"}

    class position_type(SimplePosition):
        @property
        def view(self):
            view = super().view
            if self.result is not None:
                vars(self._game)["is_over"] = True
                return replace(view, pieces=self.pieces)
            return view


BROKEN = [
    kind
    for kind in list(globals().values())
    if isinstance(kind, type) and issubclass(kind, SimpleGame) and getattr(kind, "breaks", None)
]


@pytest.mark.parametrize("kind", BROKEN, ids=lambda kind: kind.__name__)
def test_broken_game_is_caught(kind):
    with pytest.raises(ConformanceError, match=kind.breaks) as caught:
        check_game(kind(), walks=50)
    assert caught.value.code == "conformance"


def test_message_names_the_game_and_the_position():
    with pytest.raises(ConformanceError) as caught:
        check_game(SameSideAgain())
    assert str(caught.value) == (
        "race breaks the contract of a game: after b1 it is white to move again; "
        "sides alternate strictly (position '(white,0)')"
    )


class Circle(Race):
    """The man runs in a circle; only repetition ends the game."""

    name = "circle"

    def moves(self, board):
        return ["abcdefg"[(board[1] + 1) % 7] + "1"]

    def result(self, board):
        return None


def test_repetition_ends_a_walk():
    assert check_game(Circle(), walks=1).endings == {"threefold_repetition": 1}


class EndlessCircle(Circle):
    repetition = Repetition()


def test_game_without_repetition_goes_on():
    assert check_game(EndlessCircle(), walks=1).endings == {"unfinished": 1}
