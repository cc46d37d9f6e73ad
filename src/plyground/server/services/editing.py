"""Positions being edited: a draft as text, a text as a draft, and why one of them is not a position."""

from __future__ import annotations

from plyground.abilities import form_of
from plyground.errors import PlygroundError
from plyground.position_form import Draft, PositionForm
from plyground.protocol import Game, Position, Side
from plyground.record import Record
from plyground.server.positions import find_game
from plyground.server.presenter import problem
from plyground.server.services.views import view_message
from plyground.server.wire import http, parts
from plyground.server.workers.job import Job, JobContext


def edit_position(query: http.EditPosition, context: JobContext) -> http.EditedPosition:
    """What an editor shows of a position.

    >>> from plyground.server.workers.job import JobContext
    >>> edited = edit_position(http.EditPosition(game="draughts", fen="W:Wc3:Bd4"), JobContext(print))
    >>> edited.draft.pieces, edited.problem
    ({'c3': 'white man', 'd4': 'black man'}, None)
    """
    game = find_game(query.game, query.rules)
    form = form_of(game)
    fen, draft = _written(query, game, form)
    position: Position | None = None
    wrong: parts.Problem | None = None
    try:
        position = game.from_fen(fen)
    except PlygroundError as error:
        wrong = problem(error)
    if draft is None and form is not None:
        draft = _read(form, fen if position is None else position.fen)
        if position is not None:
            fen = position.fen
    return http.EditedPosition(
        game=game.name,
        title=game.title,
        fen=fen,
        draft=draft,
        problem=wrong,
        view=None if position is None else view_message(position.view),
        outcome=None if position is None else Record(position).outcome(),
        form=None if form is None else _form(form),
        starts=game.starts,
        geometry=game.geometry,
        symbols=dict(game.symbols),
    )


def _written(query: http.EditPosition, game: Game, form: PositionForm | None) -> tuple[str, http.PositionDraft | None]:
    """The text to be judged, and the draft that it was written from."""
    if query.draft is not None and form is not None:
        given = query.draft
        pieces = {point: piece for point, piece in given.pieces.items() if piece in form.pieces}
        return form.write(Draft(pieces, Side(given.turn), given.fields, given.rest)), given
    if query.fen:
        return query.fen, None
    return game.start(query.start).fen, None


def _read(form: PositionForm, fen: str) -> http.PositionDraft | None:
    try:
        draft = form.read(fen)
    except PlygroundError:
        return None
    return http.PositionDraft(
        pieces=dict(draft.pieces), turn=draft.turn.value, fields=dict(draft.fields), rest=draft.rest
    )


def _form(form: PositionForm) -> http.EditForm:
    return http.EditForm(pieces=list(form.pieces), fields=list(form.fields), has_turn=form.has_turn)


EDIT_POSITION = Job("edit a position", edit_position, http.EditPosition, http.EditedPosition)
