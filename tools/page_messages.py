"""Writes the page's English for errors and terminations from the Python that defines them.

python tools/page_messages.py           writes web/src/lib/i18n/messages/en/codes.json
python tools/page_messages.py --check   fails if that file is stale
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from plyground.errors import MESSAGES
from plyground.terminations import DRAWN, TERMINATIONS

TARGET = Path(__file__).parents[1] / "web/src/lib/i18n/messages/en/codes.json"

UNSEEN = re.compile(
    r"searcher_|tt_|table_(?!full|closed)|unknown_feature|random_search|feature_absent|positions_|session_|openings_"
    r"|unknown_experiment|unknown_player|player_|worker_died|players_few|arena_|sprt_|ratings_|points_range|engine_"
    r"|uci_|go_|bench_|lessons_|no_own_move|file_game_number|port_|data_|store_|hello_|chess_library|book_"
    r"|tablebase_missing|unknown_evaluation|conformance"
)
"""Errors of command lines, other engines and files on disk: the page never meets them and would show their English."""


def seen_codes() -> dict[str, str]:
    """The errors that a person at the page can meet."""
    return {code: text for code, text in MESSAGES.items() if not UNSEEN.match(code)}


def english() -> dict[str, str]:
    """Every code of the page with its English, as a sentence that begins with a capital letter."""
    messages = {f"error.{code}": _sentence(text) for code, text in seen_codes().items()}
    messages |= {f"termination.{code}": text for code, text in TERMINATIONS.items()}
    return messages | {f"drawn.{code}": text for code, text in DRAWN.items()}


def _sentence(text: str) -> str:
    text = text.replace("}}", "}").replace("{{", "{")
    return text[0].upper() + text[1:]


def main() -> int:
    text = json.dumps(english(), ensure_ascii=False, indent=2) + "\n"
    if "--check" in sys.argv[1:]:
        stale = not TARGET.exists() or TARGET.read_text(encoding="utf-8") != text
        if stale:
            print(f"{TARGET.name} is stale: run python tools/page_messages.py")
        return int(stale)
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
