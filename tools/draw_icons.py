"""Draws the icons of the page and its social preview from `web/public/icon.svg`: `python tools/draw_icons.py`.

Debian's Chromium paints them. An icon that may be cut to any shape has its drawing within the middle four fifths.
"""

from __future__ import annotations

import base64
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "web/public"
BOARDS = ROOT / "docs/images"
GROUND = "#2f6f5e"
ICONS = {
    "icon-192.png": (192, 1.0),
    "icon-512.png": (512, 1.0),
    "icon-maskable.png": (512, 0.8),
    "icon-apple.png": (180, 0.9),
}
"""The width and height of each, and how much of it the drawing fills."""
PREVIEW = (1200, 630)
GAMES = ("chess", "mill", "draughts", "connect-four")


def icon_page(size: int, part: float) -> str:
    """A page that is one icon."""
    drawing = (FOLDER / "icon.svg").read_text(encoding="utf-8")
    ground = "transparent" if part == 1.0 else GROUND
    style = f"margin:0;background:{ground};display:grid;place-items:center;height:100vh"
    return f'<body style="{style}"><div style="width:{size * part}px;height:{size * part}px">{drawing}</div></body>'


def preview_page() -> str:
    """A page that is the preview: the name, what it is, and four boards."""
    boards = "".join(f'<img src="{board(name)}" style="width:252px">' for name in GAMES)
    return f"""<body style="margin:0;height:100vh;background:#f4f1ea;color:#26221e;display:grid;align-content:center;
justify-items:center;gap:36px;font:600 34px Inter,system-ui,sans-serif"><div style="font-size:84px">Plyground</div>
<div style="display:flex;gap:24px;align-items:center">{boards}</div>
<div style="color:#5f574d;font-weight:400">Chess, mill, draughts and more: play, analyse, invent</div></body>"""


def board(name: str) -> str:
    """The picture of a game in the README, as an address."""
    return "data:image/svg+xml;base64," + base64.b64encode((BOARDS / f"{name}.svg").read_bytes()).decode()


def main() -> None:
    """Draws everything."""
    program = shutil.which("chromium")
    if program is None:
        raise SystemExit("the program chromium is not installed")
    pages = {name: ((size, size), icon_page(size, part)) for name, (size, part) in ICONS.items()}
    pages["preview.png"] = (PREVIEW, preview_page())
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for name, ((width, height), content) in pages.items():
            page = browser.new_page(viewport={"width": width, "height": height})
            page.set_content(content)
            page.screenshot(path=FOLDER / name, omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
