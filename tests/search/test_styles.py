"""Styles: each changes which moves are played where a game has it, and none gives away what is proven."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest

import plyground
from plyground.errors import InvalidRules
from plyground.protocol import Game, Position
from plyground.search.limits import Limits
from plyground.search.searcher import STYLES, Searcher, Style, styles_of

NODES = 3_000
WON = {
    "chess": "4k3/pppp4/8/8/8/8/PPPP4/3QK3 w - - 0 1",
    "draughts": "W:Wa1,c1,e1,g1,b2,d2,f2,h2:Ba7,c7,e7",
}


def positions(game: Game) -> Iterator[Position]:
    """Positions of games of a short search, after random openings."""
    chance, searcher = random.Random(4), Searcher(game, hash_mb=1)
    while True:
        position = game.start()
        for ply in range(chance.randint(6, 36)):
            if position.result is not None:
                break
            move = chance.choice(list(position.legal_moves)) if ply < 6 else None
            position = position.after(move or searcher.play(position, Limits(nodes=200)).line[0])
        if position.result is None and len(position.legal_moves) > 1:
            yield position


def chosen(position: Position, style: Style, nodes: int = NODES) -> str:
    return str(Searcher(position.game, hash_mb=1, style=style).play(position, Limits(nodes=nodes)).move)


@pytest.mark.parametrize("name", ["chess", "mill", "draughts", "draughts:international", "connect-four"])
def test_every_style_that_a_game_has_changes_its_moves(name: str) -> None:
    game = plyground.game(name)
    nodes = 300 if name == "connect-four" else NODES
    searched = list(islice(positions(game), 40))
    normal = [chosen(position, "normal", nodes) for position in searched]
    for style in styles_of(game)[1:]:
        other = sum(chosen(position, style, nodes) != move for position, move in zip(searched, normal, strict=True))
        assert other >= 4, style


def test_game_without_captures_has_no_styles_of_attack() -> None:
    game = plyground.game("connect-four")
    assert styles_of(game) == ("normal", "lazy")
    assert styles_of(plyground.game("mill")) == STYLES
    with pytest.raises(InvalidRules, match=r"style is solid\. It must be one of normal, lazy\."):
        Searcher(game, style="solid")


@pytest.mark.parametrize("name", WON)
def test_lazy_player_thinks_less_when_it_is_ahead(name: str) -> None:
    position = plyground.game(name).from_fen(WON[name])
    limits = Limits(nodes=50_000)
    nodes = {style: Searcher(position.game, hash_mb=4, style=style).play(position, limits).nodes for style in STYLES}
    assert nodes["normal"] == 50_000
    assert nodes["lazy"] < 40_000


@pytest.mark.parametrize("style", STYLES)
def test_no_style_gives_away_a_proven_win(style: Style) -> None:
    mate_in_two = plyground.game("chess").from_fen("8/8/8/8/8/1k6/7r/K7 b - - 0 1")
    result = Searcher(mate_in_two.game, hash_mb=1, style=style).play(mate_in_two, Limits(depth=8))
    assert str(result.score) == "win in 1 ply"


def test_sacrificing_player_offers_more() -> None:
    """Moves after which the opponent captures at once."""
    game = plyground.game("draughts")
    searched = list(islice(positions(game), 60))

    def offers(style: Style) -> int:
        return sum(bool(position.after(chosen(position, style)).forcing_moves) for position in searched)

    assert offers("sacrificing") > offers("normal")


@pytest.mark.parametrize("style", ["lazy", "sacrificing"])
def test_style_does_not_change_analysis_with_several_lines(style: Style) -> None:
    position = plyground.game("chess").start()
    found = Searcher(position.game, hash_mb=1, style=style).analyse(position, Limits(depth=5), lines=3)
    scores = [ranked.score.value for ranked in found.lines]
    assert scores == sorted(scores, reverse=True)
