"""What browsers need to install the page, and what others show of a link to it."""

from __future__ import annotations

import json
import re
import struct

from plyground.server.page import PageFile, PageFiles


def served(path: str) -> PageFile:
    found = PageFiles().find(path)
    assert found is not None, path
    return found


def size_of(png: bytes) -> str:
    """The size that the header of a PNG states."""
    width, height = struct.unpack(">II", png[16:24])
    return f"{width}x{height}"


def test_the_manifest_names_icons_that_exist() -> None:
    manifest = served("/manifest.webmanifest")
    assert (manifest.media_type, manifest.caching) == ("application/manifest+json", "no-cache")
    icons = json.loads(manifest.content)["icons"]
    for icon in icons:
        file = served(icon["src"])
        assert file.media_type == icon["type"]
        assert icon["sizes"] in ("any", size_of(file.content))
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in icons}
    assert [icon["src"] for icon in icons if icon.get("purpose") == "maskable"] == ["/icon-maskable.png"]


def test_a_link_to_the_page_has_a_preview() -> None:
    page = served("/").content.decode()
    assert re.search(r'<meta\s+name="description"\s+content="[^"]{50,160}"', page)
    tags = dict(re.findall(r'<meta property="(og:[\w:]+)" content="([^"]+)"', page))
    assert tags.keys() >= {"og:title", "og:description", "og:image", "og:type"}
    assert size_of(served(tags["og:image"]).content) == f"{tags['og:image:width']}x{tags['og:image:height']}"
