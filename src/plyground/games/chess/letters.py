"""The letters and signs of the chess pieces in other languages and in print."""

from __future__ import annotations

ENGLISH = "KQRBNP"

_BY_LANGUAGE = {
    "ca catalan": "RDTAC P",
    "cs czech": "KDVSJ P",
    "da danish": "KDTLS B",
    "de german deutsch": "KDTLS B",
    "es spanish": "RDTAC P",
    "et estonian": "KLVOR P",
    "fi finnish": "KDTLR S",
    "fr french": "RDTFC P",
    "hu hungarian": "KVBFH G",
    "is icelandic": "KDHBR P",
    "it italian": "RDTAC P",
    "nl dutch": "KDTLP O",
    "no nb nn norwegian": "KDTLS B",
    "pl polish": "KHWGS P",
    "pt portuguese": "RDTBC P",
    "ro romanian": "RDTNC P",
    "sk slovak": "KDVSJ P",
    "sv swedish": "KDTLS B",
}
"""King, queen, rook, bishop, knight and pawn: PGN standard 8.2.3.1, in the order and with the additions of pgn4web."""

LANGUAGES: dict[str, dict[str, str]] = {
    name: dict(zip(letters.replace(" ", ""), ENGLISH, strict=True))
    for names, letters in _BY_LANGUAGE.items()
    for name in names.split()
} | {name: {"Кр": "K", "Ф": "Q", "Л": "R", "С": "B", "К": "N", "п": "P"} for name in ("ru", "russian")}
"""Name or code of a language -> its letters -> ours; a king of two letters stands before the knight."""

FIGURINES = str.maketrans(dict(zip("♔♕♖♗♘♚♛♜♝♞", "KQRBN" * 2, strict=True)) | dict.fromkeys("♙♟\ufe0e\ufe0f", ""))
"""Figurine -> letter; a pawn has none, and the marks that choose between text and picture say nothing."""


class PieceLetters:
    """The moves of one game in another language, as long as it keeps to that language.

    >>> german = PieceLetters(LANGUAGES["de"])
    >>> german.translate("Sf3"), german.translate("e8=D"), german.translate("e4")
    ('Nf3', 'e8=Q', None)
    >>> german.translate("Nf3"), german.translate("Dd2")
    (None, None)
    """

    def __init__(self, letters: dict[str, str]) -> None:
        self._letters = letters
        self._is_english = False

    def translate(self, word: str) -> str | None:
        """A word with our letters; None if there is nothing to translate.

        A letter that only English has shows that the tag meant the comments.
        """
        if self._is_english or word.startswith(("O-O", "0-0")):
            return None
        if word[:1] in ENGLISH and word[:1] not in self._letters:
            self._is_english = True
            return None
        body, promotion = word, ""
        for letter, ours in self._letters.items():
            if body.startswith(letter):
                body = ("" if ours == "P" else ours) + body[len(letter) :]
                break
        stripped = body.rstrip("+#")
        if stripped[-1:] in self._letters and len(stripped) > len("e8"):
            promotion = self._letters[stripped[-1]]
            body = stripped[:-1] + promotion
        return None if body == word else body
