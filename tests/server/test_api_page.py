"""The page that describes the HTTP API."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from tests.server.live import live_server

from plyground.server.api_page import api_page


class Links(HTMLParser):
    """The ids of a page, and everything it refers to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        assert tag not in ("script", "img", "link", "iframe")
        self.ids.add(found.get("id") or "")
        self.links.add(found.get("href") or found.get("src") or "")


def test_the_page_has_every_route_and_every_type_and_needs_nothing_else(tmp_path: Path) -> None:
    with live_server(tmp_path) as server:
        answer = server.http.get("/api")
        description = server.http.get("/api/schema").json()
        assert server.http.get("/api/").text == answer.text
    assert answer.headers["content-type"].startswith("text/html")
    for path, methods in description["paths"].items():
        for method in methods:
            assert f"<b>{method.upper()}</b> <code>{path}</code>" in answer.text
    page = Links(answer.text)
    assert set(description["components"]["schemas"]) <= page.ids
    inside = {link.removeprefix("#") for link in page.links if link.startswith("#")}
    assert inside <= page.ids
    outside = page.links - {f"#{link}" for link in inside} - {""}
    assert all(link.startswith("/") and not link.startswith("//") for link in outside)
    assert "url(" not in answer.text


def test_nothing_in_a_description_becomes_a_part_of_the_page() -> None:
    schema: dict[str, Any] = {"type": "object", "properties": {"<b>": {"enum": ["<i>"]}}, "description": "<script>"}
    operation = {"summary": "<u>", "parameters": [], "responses": {}}
    page = api_page({"paths": {"/<a>": {"get": operation}}, "components": {"schemas": {"<p>": schema}}})
    assert not re.search(r"<(i|script|u|a)>", page)
    assert "&lt;script&gt;" in page
