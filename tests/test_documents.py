"""The documents name what exists: files, layers, and the words of the glossary."""

import re
import tomllib
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]
GUIDES = [PROJECT / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md")]
GUIDES += sorted((PROJECT / "docs").glob("*.md"))
ARCHITECTURE = (PROJECT / "ARCHITECTURE.md").read_text(encoding="utf-8")
CONTRIBUTING = (PROJECT / "CONTRIBUTING.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("guide", GUIDES, ids=lambda path: path.name)
def test_a_guide_uses_only_the_public_api(guide):
    imports = re.findall(r"^(?:>>> )?(?:from plyground\.|import plyground\.).*$", guide.read_text(), re.MULTILINE)
    assert imports == []


@pytest.mark.parametrize("guide", GUIDES, ids=lambda path: path.name)
def test_a_link_between_documents_leads_somewhere(guide):
    links = re.findall(r"\]\(([^)#:]+?)(?:#[^)]*)?\)", guide.read_text(encoding="utf-8"))
    assert [link for link in links if not (guide.parent / link).exists()] == []


def test_the_tree_names_files_that_exist():
    folder, missing = PROJECT, []
    for line in ARCHITECTURE.splitlines():
        if not line.startswith("    "):
            continue
        if found := re.match(r"    ([\w./]+/)\s", line):
            folder = PROJECT / found[1]
        names = re.findall(r"[\w./]+\.(?:py|hpp|cpp|ts|svelte|md|json|toml)\b", line)
        missing += [name for name in names if not ((folder / name).exists() or (PROJECT / name).exists())]
    assert missing == []


def test_the_arrows_are_the_layers_that_are_checked():
    settings = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    contract = settings["tool"]["importlinter"]["contracts"][0]
    layers = [name for layer in contract["layers"] for name in layer.split(" : ")]
    arrow = re.search(r"^    Python ([^\n]*(?:\n {13}[^\n]*)*)", ARCHITECTURE, re.MULTILINE)
    assert arrow is not None
    assert re.findall(r"\w+", arrow[1]) == [name for name in layers if name != "__main__"]


GLOSSARY = re.findall(r"^\| ([^|]+) \| [^|]+ \| ((?:`[^`]+`(?:, )?)+) \|$", CONTRIBUTING, re.MULTILINE)


def test_there_is_a_glossary():
    assert len(GLOSSARY) > 40


@pytest.mark.parametrize(("names", "places"), GLOSSARY)
def test_a_word_of_the_glossary_stands_where_it_says(names, places):
    words = names.split(", ")
    texts = [(PROJECT / place).read_text(encoding="utf-8") for place in re.findall(r"`([^`]+)`", places)]
    assert [word for word in words if not any(stands_in(word, text) for text in texts)] == []
    assert all(any(stands_in(word, text) for word in words) for text in texts)


def stands_in(word: str, text: str) -> bool:
    """Whether a text has a type of that name, or a common noun in any form."""
    return re.search(rf"\b{word}\b" if word[0].isupper() else rf"(?i){word}", text) is not None


def test_a_word_stands_in_the_glossary_once():
    words = [name for names, _ in GLOSSARY for name in names.split(", ")]
    assert sorted(words) == sorted(set(words))
