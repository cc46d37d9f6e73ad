"""The errors that Plyground raises: a code with arguments, and its English rendering.

Programs look at `error.code` and `error.arguments`; people read `str(error)`. Other languages are further
renderings of the same codes, so a message is never assembled anywhere but here.
"""

from __future__ import annotations

from collections.abc import Mapping

MESSAGES: dict[str, str] = {
    # games and rules
    "unknown_game": "there is no game named '{name}'; known games are {known}",
    "misspelt_game": "there is no game named '{name}'; did you mean '{close}'? known games are {known}",
    "unknown_preset": "{game} has no preset '{preset}'; its presets are {known}",
    "broken_game": "the game '{name}' could not be loaded: {reason}",
    "start_out_of_range": "{game} has start positions 0 to {last}, not {number}",
    "unknown_fen_style": "{game} writes the FEN styles {known}, not '{style}'",
    # rules
    "rules_option": "there is no rule option '{option}'; the options are {known}",
    "rules_value": "the rule option '{option}' cannot be '{value}'; expected {expected}",
    "rules_range": "the rule option '{option}' cannot be {value}; expected {low} to {high}",
    "rules_range_or_never": "the rule option '{option}' cannot be {value}; expected {low} to {high}, or never",
    "rules_text": "the rules cannot be read: {reason}",
    "rules_file": "the rules in {path} cannot be read: {reason}",
    "rules_men_board": "{men} men each do not fit on the board '{board}'; at most {most} do",
    "rules_men_lose": "with {men} men a side would have lost from the start; lose_below is {lose_below}",
    "rules_centre": "centre_opening cannot be false on the board '{board}', which has no centre",
    "rules_gate_lines": "{option} needs at least one of sides, spokes and diagonals",
    "rules_gate_phases": "{option} needs at least one of placing and moving",
    "rules_gate_count": "{option} cannot work while placing when mills are only counted at its end",
    "rules_split": "{game} has special captures; its removals cannot be counted as plies of their own",
    "no_removals": "{game} has no removals that could be counted as plies of their own",
    "unknown_bot": "there is no bot '{name}'; the bots are {known}",
    "engine_name": "'{name}' cannot name an engine; expected up to 30 letters, digits, blanks, dots, - and _",
    "bot_option": "the bot {name} has no option '{option}'; expected {known}",
    "depth_range": "the depth is {depth}; expected a whole number from 0 to {most}",
    "playouts_range": "the number of playouts is {playouts}; expected 0 or more",
    "unknown_algorithm": "there is no search algorithm '{name}'; the algorithms are {known}",
    "unknown_evaluation": "{game} has no evaluation '{name}'; its named evaluations are {known}",
    "limit_value": "the limit {name} is {value}; expected {expected}",
    "searcher_option": "the searcher's {name} is {value}; expected {expected}",
    "searcher_memory": "there is no room for a table of {megabytes} MB; expected less",
    "searcher_busy": "the searcher is searching already; stop it first",
    "searcher_foreign": "the searcher plays {game}; the position belongs to {other}",
    # files of transposition tables
    "tt_unreadable": "there is no table in {path} that could be read",
    "tt_unwritable": "the table cannot be written to {path}",
    "tt_not_a_tt": "{path} holds no transposition table",
    "tt_version": "the table in {path} has version {version}; this program reads version {expected}",
    "tt_foreign_game": "the table in {path} is for {other}; expected {game}",
    "tt_foreign_rules": "the table in {path} is for other rules of {game}, or was made by another version",
    "tt_damaged": "the table in {path} is damaged",
    # the laboratory
    "unknown_feature": "'{text}' cannot be added to the search '{algorithm}'; expected {known}",
    "random_search": "'random' does not search, it can only play; expected an algorithm or a searching bot",
    "feature_absent": "'{base}' does not use {feature}, so there is nothing to ablate",
    "positions_line": "line {line} of {path}: {reason}",
    "positions_none": "there is no position in {path} that can be searched",
    "level_range": "there is no level {level}; expected {low} to {high}",
    "time_control": "the time control '{text}' is unreadable; expected such as 10+0.1, 40/60, movetime=0.5 or depth=5",
    "session_differs": "{path} holds another experiment: its {what} is {there}, not {here}",
    "session_line": "line {line} of {path} is damaged; mend or delete it, or begin anew without --resume",
    "session_part": "{path} holds something under the key {key} that cannot be understood; delete that line",
    "session_busy": "{path} is being written by another run; expected it to end first, or another folder",
    "openings_none": "{path} holds no opening of {game}; expected positions or games in which play goes on",
    "openings_file": "{path}: {reason}",
    "openings_random": "{plies} random plies of {game} lead to no game that goes on; expected fewer",
    "unknown_experiment": "there is no published experiment '{name}'; those that can be reproduced are {known}",
    # the arena
    "unknown_player": "there is no player '{spec}'; players are {known}",
    "player_command": "the player '{spec}' cannot be understood: {reason}",
    "worker_died": "the process that played {task} died {times} times",
    "player_not_sent": "a player cannot be sent to another process ({reason}); play with concurrency 0",
    "players_few": "a tournament needs at least two players",
    "arena_no_games": "{path} holds no games of the arena; expected the folder of a match or tournament",
    "sprt_elo": "a sequential test needs two differences in Elo, the smaller first; found {elo0} and {elo1}",
    "sprt_errors": "error rates of {alpha} and {beta} cannot be kept; expected more than 0, and less than 1 together",
    "sprt_model": "a sequential test has no model '{model}'; its models are {known}",
    "sprt_normalized": "normalized Elo of a sequential test cannot be more than {most} either way",
    "ratings_disconnected": "{group} and the others never met; ratings need games between them, or an anchor in each",
    "ratings_undetermined": "strength and the advantage of moving first cannot be told apart; let players change sides",
    "points_range": "{points} points cannot be scored; expected 0 to {most} by halves",
    # engines that are driven
    "engine_failed_to_start": "the engine {engine} could not be started: {reason}",
    "engine_crashed": "the engine {engine} ended unexpectedly ({how}); it last said: {last}",
    "engine_hung": "the engine {engine} did not answer '{asked}' in time; it last said: {last}",
    "engine_no_move": "the engine {engine} had no move to play; it said: {text}",
    "engine_illegal_move": "the engine {engine} answered with a move that cannot be played: {reason}",
    "engine_garbage": "the engine {engine} answered '{asked}' with '{text}'; expected {expected}",
    "engine_resigned": "the engine {engine} resigned",
    "engine_not_running": "the engine {engine} is not running; it must be restarted first",
    "engine_game": "the engine {engine} cannot play {game}",
    "engine_option": "the engine {engine} has no option '{option}'; its options are {known}",
    "engine_option_value": "the option {option} of the engine {engine} cannot be '{value}'; expected {expected}",
    "engine_library": "engines that speak CECP need the package chess 1.11 or newer: pip install 'chess>=1.11'",
    # our own engine, driven by others
    "uci_command": "there is no command '{command}'; the commands are {known}",
    "uci_line": "a line of more than {most} bytes was not read",
    "uci_setoption": "'{text}' sets no option; expected something like setoption name Hash value 64",
    "uci_position": "'{text}' is no position; expected startpos or fen and a FEN, then moves and a list of moves",
    "uci_query": "there is no query '{text}'; expected {known}",
    "uci_nothing_found": "there is nothing to save yet; let the engine search first",
    "uci_hash_file": "there is nowhere to save the table; set HashFile to a file first",
    "bench_depth": "bench needs a depth from 1 to {most}; found '{text}'",
    "go_number": "'{token}' of go needs a whole number; found '{text}'",
    "go_token": "'{text}' of go is not understood; expected {known}",
    "chess_library": "{what} needs the package chess 1.11 or newer: pip install 'chess>=1.11'",
    # opening books and lessons
    "book_file": "the book {path} cannot be read: {reason}",
    "book_no_book": "{path} holds no opening book of Plyground",
    "book_version": "the book {path} has version {version}; this program reads version {expected}",
    "book_damaged": "the book {path} is damaged",
    "book_foreign_game": "the book {path} is for {other}; expected one for {game}",
    "book_foreign_rules": "the book {path} is for other rules of {game}, or was made by another version",
    "book_exists": "there is a book in {path} already; --resume adds games to those it was made of, --replace drops it",
    "book_missing": "no book was built for {game}; `plyground book build` makes one in {path}",
    "lessons_file": "the lessons in {path} cannot be read: {reason}",
    "lessons_version": "the lessons in {path} have version {version}; this program reads version {expected}",
    "lessons_foreign": "the lessons in {path} are for {other}, or for other rules; expected {game}",
    "tablebase_missing": "there are no endgame tables in {path}",
    # any position text
    "fen_empty": "the position text is empty; expected {expected}",
    "fen_field_count": "the position text must have {expected}; found {count}",
    "fen_side": "field 2 (side to move) is '{text}'; expected 'w' or 'b'",
    "fen_number": "field {field} ({meaning}) is '{text}'; expected a number from {low} to {high}",
    "fen_unreadable": "'{text}' is not a position of {game}: {reason}",
    # chess positions
    "fen_rank_count": "the board has {count} ranks; expected 8 separated by '/'",
    "fen_rank_width": "rank {rank} describes {count} squares; expected 8",
    "fen_piece": "rank {rank} has '{text}'; expected one of PNBRQKpnbrqk or a digit 1 to 8",
    "fen_digits": "rank {rank} has two digits in a row; expected a single digit for a run of empty squares",
    "king_count": "{side} must have exactly one king; found {count}",
    "pawn_on_last_rank": "there is a pawn on {point}; pawns cannot stand on the first or last rank",
    "too_many_pawns": "{side} has {count} pawns; at most 8 are possible",
    "too_many_pieces": "{side} has {count} pawns and promoted pieces together; at most 8 are possible",
    "opponent_in_check": "{side}'s king on {point} could be taken: the side that is not to move is in check",
    "castling_text": "field 3 (castling) is '{text}'; expected '-' or letters out of KQkq or A-H and a-h",
    "castling_king": "castling right '{text}' is impossible: {side}'s king cannot castle from {point}",
    "castling_rook": "castling right '{text}' is impossible: {side} has no rook there to castle with",
    "castling_twice": "castling right '{text}' is impossible: {side} has two rights on the same side of the king",
    "en_passant_text": "field 4 (en passant) is '{text}'; expected '-' or a square such as e3",
    "en_passant_rank": "en passant on {point} is impossible: with {side} to move it must be on rank {rank}",
    "en_passant_pawn": "en passant on {point} is impossible: there is no {side} pawn on {pawn}",
    "en_passant_blocked": "en passant on {point} is impossible: the pawn could not have gone from {from} to {to}",
    "en_passant_check": "en passant on {point} is impossible: {side} would have been in check before the pawn's step",
    # mill positions
    "mill_fen_rings": "the board has {count} groups of points; expected {expected} separated by '/'",
    "mill_fen_ring": "group {ring} of the board has {count} points; expected {expected}",
    "mill_fen_point": "point {point} is '{text}'; expected O, @, * or X",
    "mill_fen_phase": "field 3 (phase) is '{text}'; expected r, p, m or o",
    "mill_fen_action": "field 4 (action) is '{text}'; expected p, s or r",
    "mill_fen_count": "{side} is said to have {stated} men on the board; it shows {count}",
    "mill_fen_men": "{side} has {count} men on the board and in hand; these rules allow {most}",
    "mill_fen_marked": "there are marked men, but these rules have them only while placing with 'mark'",
    "mill_fen_marked_men": "there are {count} men with the marked ones; these rules allow {most}",
    "mill_fen_moving": "field 3 (phase) says moving, but there are men in hand",
    "mill_fen_due": "one side owes removals of its own men and the other of enemy men; expected the same for both",
    "mill_fen_optional": "the optional field '{text}' is unreadable; expected w or b after the colon",
    # draughts positions
    "draughts_fen_side": "the position text begins with '{text}'; expected W or B, the side to move, and a colon",
    "draughts_fen_missing": "{side}'s pieces are missing; expected W and B, each with its squares or empty",
    "draughts_fen_twice": "{side}'s pieces are given twice",
    "draughts_fen_section": "'{text}' is no part of a position; expected W and B with their squares, or such as H0",
    "draughts_fen_square": "'{text}' is not a square of this board; expected one of {expected}, with K before a king",
    "draughts_fen_range": "the range '{text}' runs backwards",
    "draughts_fen_occupied": "there are two pieces on {point}",
    "draughts_fen_man_on_last_row": "{side} has a man on {point}; on its last row it would be a king",
    "draughts_fen_too_many": "{side} has more than {most} pieces",
    "draughts_fen_too_many_moves": "the side to move has more than {most} moves; such positions are not played",
    "draughts_fen_counter": "the counter '{text}' is unreadable; expected a letter and a number from 0 to 65535",
    "draughts_fen_walker": "'{text}' is no walking king; expected a king's square, + and a number, and men beside it",
    # moves
    "move_unreadable": "'{text}' is not a move of {game}; expected something like {expected}",
    "move_illegal": "'{text}' is not legal here; try one of {legal}",
    "move_not_here": "'{text}' is not legal in this position",
    "game_over": "'{text}' cannot be played: the game is over",
    "no_piece": "'{text}' is not legal: there is no piece on {point}",
    "not_your_piece": "'{text}' is not legal: the piece on {point} is {owner}'s and {side} is to move",
    "own_piece_there": "'{text}' is not legal: {point} holds {side}'s own piece",
    "piece_cannot_go": "'{text}' is not legal: the {piece} on {point} cannot go to {target}",
    "leaves_king_in_check": "'{text}' is not legal: {side}'s king on {point} would be in check",
    "promotion_missing": "'{text}' needs the piece to promote to; write one of {legal}",
    "no_promotion": "'{text}' is not legal: there is no promotion in this move",
    "no_such_piece": "'{text}' is not legal: no {side} {piece} can go to {target}",
    "castling_not_possible": "'{text}' is not legal: {side} cannot castle that way now",
    "mill_must_pass": "'{text}' is not legal: {side} must sit this turn out; play 'pass'",
    "mill_must_remove": "'{text}' is not legal: a man must be removed now; try one of {legal}",
    "mill_occupied": "'{text}' is not legal: {point} is not empty",
    "mill_no_hand": "'{text}' is not legal: {side} has no men left to place; write a move such as d6-d5",
    "mill_must_place": "'{text}' is not legal: {side} still has men to place ({count}) and may not move yet",
    "mill_not_yours": "'{text}' is not legal: there is no man of {side} on {point}",
    "mill_not_neighbours": "'{text}' is not legal: {point} and {target} are not neighbours",
    "mill_repeated": "'{text}' is not legal: the man that left {target} may not go straight back and close a mill",
    "mill_not_enemy": "'{text}' is not legal: there is no enemy man on {point} to remove",
    "mill_protected": "'{text}' is not legal: the man on {point} is protected by its mill",
    "mill_nothing_closed": "'{text}' is not legal: no mill is closed, so the man on {point} cannot be removed",
    "capture_obligatory": "'{text}' is not legal: {side} must capture; the captures are {captures}",
    "capture_unfinished": "'{text}' is not legal: there is more to take; the captures are {captures}",
    "capture_priority": "'{text}' is not legal: another capture comes first by the rules; the captures are {captures}",
    "move_ambiguous": "'{text}' could be any of {candidates}; say which",
    # records
    "record_empty": "there is no move to take back",
    "record_over": "the game is over ({termination}); no further move can be played",
    "record_foreign": "the {what} belongs to {other}; expected {game}",
    "claim_unfounded": "there is no draw to claim now",
    # game files
    "file_syntax": "line {line}, column {column}: {reason}",
    "file_move": "line {line}, column {column}: {reason}",
    "file_tag": "line {line}, column {column}: {reason}",
    # why a game file cannot be read: the `reason` of the three above
    "comment_unclosed": "the comment that begins here is never closed; expected a '}}'",
    "comment_stray_end": "there is no comment for this '}}' to close",
    "tag_unreadable": "'{text}' is not a tag; expected something like [White \"Judit Polgar\"]",
    "tag_stray_end": "there is no tag for this ']' to close",
    "nag_unreadable": "'{text}' is not an annotation; expected a number such as $1",
    "variation_unclosed": "the variation that begins here is never closed; expected a ')'",
    "variation_stray_end": "there is no variation for this ')' to close",
    "variation_too_early": "a variation cannot begin here: there is no move before it in its line",
    "variant_unknown": "the variant '{text}' is not known; known variants are {known}",
    "null_move": "'{text}' passes the turn, which {game} does not allow",
    # game files, read or written as a whole
    "game_tag_missing": 'there is no tag that says which game this is; expected something like [Game "connect-four"]',
    "file_without_game": "there is no game in the text",
    "no_own_move": "you have not moved yet; name a move, such as why e4",
    "file_game_number": "there is no game number {number} in the file",
    "tag_name": "'{name}' cannot be the name of a tag; expected letters, digits and underscores",
    # tables of the server
    "rules_fixed": "{game} has no rules that could be changed",
    "unknown_table": "there is no table '{table}'",
    "room_damaged": "the table '{table}' cannot be taken up again: {reason}",
    "table_over": "that cannot be done: the game is over",
    "table_waiting": "the game has not begun; a seat is still open",
    "table_playing": "that cannot be done while the game is going on",
    "table_paused": "the game is paused",
    "table_absent": "join a table first",
    "move_stale": "the move was chosen after {ply} moves, but {played} have been played",
    "turn_of_other": "it is {side}'s turn",
    "seat_needed": "only a player at the table can do that",
    "seat_taken": "the seat of {side} is taken",
    "owner_needed": "only whoever created the table can do that",
    "engines_needed": "only a game between engines can be paused",
    "offer_none": "there is no such offer: {what}",
    "offer_engines": "engines take nothing back",
    "takeback_none": "there is no move of yours to take back",
    "abort_late": "the game has gone too far to be aborted; resign instead",
    "opponent_present": "the game can be claimed once the opponent has been gone for {seconds} seconds",
    "chat_empty": "there is nothing to say in that",
    "commit_failed": "the change could not be saved, so it was not made: {reason}",
    "seats_taken": "both seats are taken; join without a side to watch",
    # clients of the server
    "hello_first": "say hello first",
    "hello_twice": "hello has been said already",
    "token_unfit": "that is no token of a guest; leave it out to get a new one",
    "name_unfit": "a name has 1 to {most} characters, all of them visible",
    "name_taken": "the name '{name}' belongs to somebody who is here",
    "message_unreadable": "the message cannot be read: {reason}",
    "flood": "too many messages; at most {count} a second",
    "chat_flood": "too much was said in a short time; wait a moment",
    "tables_full": "there are {most} tables already; expected some of them to end first",
    "bots_none": "this server has no bots",
    "services_none": "this server has no engine to ask",
    "origin_foreign": "the request comes from a page of another site",
    "http_error": "the request cannot be answered ({status}): {reason}",
    "server_fault": "something went wrong in the server; its log says more",
    "port_taken": "port {port} is taken, perhaps by another Plyground; stop that one or use --port {other}",
    "port_unusable": "the server cannot listen on {host}, port {port}: {reason}",
    "data_unwritable": "the folder {path} cannot be written to ({reason}); --data names another",
    "data_in_use": "another Plyground keeps its games in {path}; stop that one, or name another folder by --data",
    "data_copy": "no copy can be written to {path}: {reason}",
    # the server's store
    "store_newer": "{path} was written by a newer Plyground (schema {version}); use that one, or another folder",
    "kept_unreadable": "what was kept cannot be read: {reason}",
    "store_unusable": "{path} cannot be used as a store: {reason}",
    "store_not_durable": "{path} cannot be written safely: journal '{journal}', synchronous {synchronous}",
    # processes beside the server
    "worker_lost": "the process that was to {job} was lost ({how})",
    "worker_memory": "there was not enough memory to {job}",
    "worker_broke": "something went wrong in the process that was to {job}: {reason}",
    "worker_time": "it took longer than {seconds} seconds to {job}; try something smaller",
    "file_too_long": "only {games} games with {moves} moves together are read at a time; the rest was left out",
    "text_too_long": "the text has {length} characters; expected at most {most}",
    "game_too_long": "a line of the game has {plies} moves; expected at most {most}",
    "service_running": "the one before ('{id}') is still running; stop it first",
    "service_limit": "{most} requests of this kind are running from your network already; wait for one to end",
    "help_in_game": "there is no help while you play against another person",
    "too_many_requests": "there are too many requests at once from your network; try again in a moment",
    "client_gone": "whoever asked has gone",
    "reports_full": "no more crash reports are taken at the moment",
    "service_busy": "the server is busy, {waiting} requests are waiting already; try again in a moment",
    "server_closing": "the server is closing",
    # rules of a game written by a user
    "conformance": "{game} breaks the contract of a game: {reason}",
}
"""English for each code; the braces are the arguments."""


class PlygroundError(ValueError):
    """A mistake in what was given to Plyground, as a `code` with `arguments`.

    >>> error = InvalidPosition("fen_rank_width", rank=8, count=9)
    >>> error.code, error.arguments["rank"]
    ('fen_rank_width', 8)
    >>> print(error)
    rank 8 describes 9 squares; expected 8
    """

    def __init__(self, code: str, **arguments: object) -> None:
        super().__init__(code, arguments)
        self.code = code
        self.arguments: Mapping[str, object] = arguments

    def __str__(self) -> str:
        return MESSAGES[self.code].format_map(self.arguments)

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (type(self), self.code, dict(self.arguments)))


def _rebuild(kind: type[PlygroundError], code: str, arguments: dict[str, object]) -> PlygroundError:
    """Unpickle: errors cross process boundaries with their code and arguments."""
    return kind(code, **arguments)


class UnknownGame(PlygroundError):
    """No game, preset or start position of that name."""


class InvalidRules(PlygroundError):
    """A combination of rule options that cannot be played."""


class InvalidPosition(PlygroundError):
    """A text that is not a position, or a position that cannot arise."""


class InvalidMove(PlygroundError):
    """A text that is not a move at all."""


class IllegalMove(PlygroundError):
    """A readable move that the rules do not allow here."""


class AmbiguousMove(PlygroundError):
    """A move text that fits several legal moves."""


class InvalidTT(PlygroundError):
    """A file of a transposition table that cannot be written, read or used here."""


class InvalidBook(PlygroundError):
    """A file of an opening book, or of what was learnt, that cannot be read or used here."""


class InvalidRecord(PlygroundError):
    """A game file, or an action on a record, that makes no sense; file errors carry `line` and `column`."""


class EngineFault(PlygroundError):
    """What an engine did wrong: its name is the argument `engine`, the last lines it said are the argument `lines`."""


class InvalidOption(PlygroundError):
    """An option that an engine does not have, or a value that it does not take."""


class TableRefused(PlygroundError):
    """Something that cannot be done at a table, or not by that person."""


class StoreFault(PlygroundError):
    """A store that cannot be opened or trusted."""


class ServiceRefused(PlygroundError):
    """Something a server does not do for this client, or not now."""


class ServiceFault(PlygroundError):
    """What went wrong in the server itself."""


class ConformanceError(PlygroundError):
    """A game, usually one a user wrote, that breaks what every game promises."""
