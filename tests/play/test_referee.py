"""The referee and the players that are programs."""

import plyground
from plyground.games.simple import SimpleGame
from plyground.play.classic import RandomPlayer
from plyground.play.player import Player, Referee, forced_pass
from plyground.play.spec import player
from plyground.protocol import PASS, Result, Side
from plyground.record import Record
from plyground.search.limits import StopFlag
from plyground.search.result import SearchResult
from plyground.search.score import WIN, score_text

FOUR = plyground.game("connect-four")


class SitOut(SimpleGame[int]):
    """Each side has three turns; Black's second one is a forced pass."""

    name = "sit-out"

    def start_board(self):
        return 0

    def side_to_move(self, board):
        return Side.BLACK if board % 2 else Side.WHITE

    def moves(self, board):
        return [PASS] if board == 3 else ["one", "two"]

    def after(self, board, move):
        return board + 1

    def result(self, board):
        return Result(None, "board_full") if board == 6 else None


class Recorder(Player):
    """Plays the first legal move and remembers when it was asked."""

    def __init__(self):
        self.asked = []

    def move(self, record, clock=None, on_progress=None, stop=None):
        self.asked.append(len(record))
        return SearchResult(line=(next(iter(record.position.legal_moves)),))


def play(white, black, game=FOUR, start=None):
    record = Record(start or game.start())
    return record, Referee(record, white, black).play()


def test_referee_asks_each_side_in_turn_and_passes_itself():
    white, black = Recorder(), Recorder()
    record, result = play(white, black, SitOut())
    assert (white.asked, black.asked) == ([0, 2, 4], [1, 5])
    assert [str(move) for move in record.moves] == ["one", "one", "one", PASS, "one", "one"]
    assert result == Result(None, "board_full")


def test_only_a_lone_pass_is_forced():
    start = SitOut().start()
    assert forced_pass(start) is None
    assert str(forced_pass(start.after("one").after("one").after("one"))) == PASS


def test_every_move_is_announced():
    heard = []
    record = Record(FOUR.start())
    Referee(record, Recorder(), Recorder(), on_move=lambda so_far: heard.append(len(so_far))).play()
    assert heard == list(range(1, len(record) + 1))


def test_a_finished_game_asks_nobody():
    record = Record(FOUR.start())
    record.resign(Side.WHITE)
    recorder = Recorder()
    assert Referee(record, recorder, recorder).play() == Result(Side.BLACK, "resignation")
    assert recorder.asked == []


def test_the_same_seed_plays_the_same_game():
    first, again, other = (play(RandomPlayer(seed), RandomPlayer(seed + 1))[0].moves for seed in (1, 1, 5))
    assert first == again
    assert first != other


def test_searching_player_takes_a_win_and_stops_a_loss():
    three = Record(FOUR.start(), ["a", "g", "a", "g", "a", "g"])
    assert str(player("alphabeta:depth=2").move(three).move) == "a"
    three.push("b")
    assert str(player("alphabeta:depth=2").move(three).move) == "g"
    three.pop()
    threatened = Record(FOUR.start(), ["a", "g", "a", "f", "a"])
    assert str(player("alphabeta:depth=2").move(threatened).move) == "a"


def requested():
    stop = StopFlag()
    stop.request()
    return stop


def test_a_stopped_player_still_has_a_move():
    result = player("alphabeta:depth=5").move(Record(FOUR.start()), stop=requested())
    assert (result.move in FOUR.start().legal_moves, result.depth) == (True, 1)


def test_thinking_tells_of_every_depth():
    heard = []
    player("alphabeta:depth=3").move(Record(FOUR.start()), on_progress=lambda so_far: heard.append(so_far.depth))
    assert heard == [1, 2, 3]


def test_seeds_vary_the_opening_repeatably():
    chess = plyground.game("chess")
    openings = [str(player(f"alphabeta:depth=1,seed={seed}").move(Record(chess.start())).move) for seed in range(12)]
    again = [str(player(f"alphabeta:depth=1,seed={seed}").move(Record(chess.start())).move) for seed in range(12)]
    assert openings == again
    assert len(set(openings)) > 1


def test_scores_are_written_as_people_read_them():
    assert [score_text(score) for score in (150, -5, 0, WIN - 1, 2 - WIN)] == [
        "+1.50",
        "-0.05",
        "0.00",
        "win in 1",
        "loss in 1",
    ]
