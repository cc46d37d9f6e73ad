"""Names: which ones people may have, and which ones look the same.

Look-alikes are those of Unicode's list of confusable characters (UTS #39): every single letter that looks like a Latin
letter or a digit. Full-width, mathematical and similar forms need no entry, because NFKC normalization turns them into
plain letters. A library would bring the whole list, almost 1 MB, most of it about characters that no name has.
"""

from __future__ import annotations

import re
import unicodedata

from plyground import locale
from plyground.errors import ServiceRefused
from plyground.server.wire.parts import MAX_NAME_LENGTH

GENERATED = "Guest"
"""The first word of generated names."""
MAX_MARKS = 2
"""How many combining marks may follow a letter: the most that any language needs."""
VARIATIONS = re.compile("[\ufe0e\ufe0f]")
"""They choose between a black and a coloured symbol; phones add them to symbols."""
INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202f\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffc\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Unicode's `Default_Ignorable_Code_Point`, and the blank pattern of Braille."""
RESERVED_WORDS = ("admin", "administrator", "moderator", "operator", "server", "system", "host", "Plyground")
LEVELS = range(1, 21)
LOOK_ALIKES = {
    "2": "ƧϨᒿꙄꝚ",
    "3": "ƷȜЗӠⳌꝪꞫ𑣊𖼻",
    "4": "Ꮞ𑢯",
    "5": "Ƽ𑢻",
    "6": "бᏮⳒ𑣕",
    "7": "𐓒𑣆",
    "8": "Ȣȣ𐌚",
    "9": "ⳊꝮ𑢬𑣌𑣖",
    "A": "ΑАᎪᗅꓮ𐊠𖽀",
    "B": "ΒВᏴᗷꓐꞴ𐊂𐊡𐌁",
    "C": "СᏟⲤꓚ𐊢𐌂𐐕𐔜",
    "D": "Ꭰᗞᗪꓓ",
    "E": "ΕЕᎬⴹꓰ𐊆𑢦𑢮",
    "F": "ϜᖴꓝꞘ𐊇𐊥𐔥𑢢𑣂",
    "G": "ԌᏀᏳꓖ",
    "H": "ΗНᎻᕼⲎꓧ𐋏",
    "J": "ͿЈᎫᒍꓙꞲ",
    "K": "ΚКᏦᛕⲔꓗ𐔘",
    "L": "ᏞᒪⳐꓡ𐐛𐔦𑢣𑢲𖼖",
    "M": "ΜϺМᎷᗰᛖⲘꓟ𐊰𐌑",
    "N": "ΝⲚꓠ𐔓",
    "O": "ΟОՕଠዐⲞⵔꓳ𐊒𐊫𐐄𐓂𐔖𑢵",
    "P": "ΡРᏢᑭⲢꓑ𐊕",
    "Q": "ⵕ",
    "R": "ƦᎡᏒᖇꓣ𐒴𖼵",
    "S": "ЅՏᏕᏚꓢ𐊖𐐠𖼺",
    "T": "ΤТᎢⲦꓔ𐊗𐊱𐌕𑢼𖼊",
    "U": "Սሀᑌꓴ𐓎𑢸𖽂",
    "V": "ѴᏙᐯⴸꓦꛟ𐔝𑢠𖼈",
    "W": "ԜᎳᏔꓪ",
    "X": "ΧХᚷⲬⵝꓫꞳ𐊐𐊴𐌗𐔧",
    "Y": "ΥУҮᎩᎽⲨꓬ𐊲𑢤𖽃",
    "Z": "ΖᏃꓜ𑢩",
    "a": "ɑαа",
    "b": "ƄЬᏏᑲᖯ",
    "c": "сᴄⲥꮯ𐐽",
    "d": "ԁᏧᑯꓒ",
    "e": "еҽꬲ",
    "f": "քẝꞙꬵ",
    "g": "ƍɡցᶃ",
    "h": "һհᏂ",
    "i": "ıɩɪιіӏᎥꙇꭵ𑣃",
    "j": "ϳј",
    "l": "ƖǀΙІӀᛁⲒⵏꓲ𐊊𐌉𖼨",
    "n": "ոռ",
    "o": "οσоօഠဝჿᴏᴑⲟꬽ𐐬𐓪𑣈𑣗",
    "p": "ρрⲣ",
    "q": "ԛգզ",
    "r": "гᴦⲅꭇꭈꮁ",
    "s": "ƽѕꜱꮪ𐑈𑣁",
    "u": "ʋυսᴜꞟꭎꭒ𐓶𑣘",
    "v": "νѵᴠꮩ𑜆𑣀",
    "w": "ɯѡԝաᴡꮃ𑜊𑜎𑜏",
    "x": "хᕁᕽ",
    "y": "ɣʏγуүყᶌỿꭚ𑣜",
    "z": "ᴢꮓ𑣄",
}
"""Plain character -> what looks like it."""
_PLAIN = {ord(like): plain for plain, likes in LOOK_ALIKES.items() for like in likes}
_SAME_SHAPE = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l"})
"""What looks the same when capitals and small letters count as the same: I and l, O and 0."""


def fit_name(name: str) -> str:
    """The name as shown: spaces trimmed, letters composed; raises `ServiceRefused` if it is not valid.

    >>> fit_name("  Ágnes   Nagy ")
    'Ágnes Nagy'
    """
    shown = unicodedata.normalize("NFC", VARIATIONS.sub("", " ".join(name.split())))
    # Unprintable covers line ends, control characters and marks that reverse the text around them.
    is_visible = shown.isprintable() and not INVISIBLE.search(shown)
    if not 1 <= len(shown) <= MAX_NAME_LENGTH or not is_visible or _has_many_marks(shown):
        raise ServiceRefused("name_invalid", most=MAX_NAME_LENGTH)
    return shown


def _has_many_marks(text: str) -> bool:
    """Whether marks are stacked, or stand on nothing."""
    marks = MAX_MARKS
    for letter in text:
        is_mark = unicodedata.category(letter).startswith("M")
        marks = marks + 1 if is_mark else (MAX_MARKS if letter == " " else 0)
        if marks > MAX_MARKS:
            return True
    return False


def fold(name: str) -> str:
    """Names that differ in capitals or in the form of letters have the same folded form."""
    return unicodedata.normalize("NFKC", name).casefold()


def skeleton(name: str) -> str:
    """Names that look alike have the same skeleton; letters count, blanks and punctuation do not.

    >>> skeleton("Ann") == skeleton("\N{CYRILLIC CAPITAL LETTER A}nn"), skeleton("B0B") == skeleton("Bob")
    (True, True)
    """
    plain = unicodedata.normalize("NFKC", name).translate(_PLAIN).casefold().translate(_SAME_SHAPE)
    letters = "".join(letter for letter in plain if letter.isalnum() or unicodedata.category(letter).startswith("M"))
    return letters.replace("rn", "m").replace("vv", "w") or fold(name)


def _bot_names() -> list[str]:
    """What bots are called on the page, in every language."""
    names = [name for code in ("best", "random", "minimax", "alphabeta") for name in locale.in_all("ui", f"bot.{code}")]
    levels = locale.in_all("ui", "bot.level")
    return [*names, *(name.replace("{level}", str(level)) for name in levels for level in LEVELS)]


RESERVED = frozenset(map(skeleton, (*RESERVED_WORDS, *_bot_names(), "Best", "Perfect", "negascout")))
_LIKE_GENERATED = re.compile(rf"(?i:{GENERATED})[\W_]*[\dlIO|]+")


def is_reserved(name: str) -> bool:
    """Whether nobody may have this name: those of bots, of the program and of those who run it.

    >>> [is_reserved(name) for name in ("Level 3", "ADM1N", "Level 3, solid", "Ann")]
    [True, True, True, False]
    """
    return bool({skeleton(name), skeleton(name.partition(",")[0])} & RESERVED)


def looks_generated(name: str) -> bool:
    """Whether a name looks like one that a guest without a name gets.

    >>> [looks_generated(name) for name in ("Guest 1234", "Guеst I234", "Guest of honour", "Guest")]
    [True, True, False, False]
    """
    plain = unicodedata.normalize("NFKC", name).translate(_PLAIN)
    return _LIKE_GENERATED.fullmatch(plain) is not None
