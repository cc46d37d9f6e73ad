"""The files of a report: texts by name, written into a folder."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path


def write_files(folder: Path, texts: Mapping[str, str]) -> list[Path]:
    """Writes each text under its name, into a folder that is made if need be."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / name for name in texts]
    for path, text in zip(paths, texts.values(), strict=True):
        path.write_text(text, encoding="utf-8")
    return paths
