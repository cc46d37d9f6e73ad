"""The nodes of a trace in words and numbers, for a picture or a list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from plyground.locale import words
from plyground.search.score import WIN, is_decisive

Node: TypeAlias = Mapping[str, Any]
"""A node of `plyground.lab.trace`."""

BOUNDS = {"exact": "", "lower": "≥ ", "upper": "≤ "}
ORDINALS = {1: "st", 2: "nd", 3: "rd"}


def explain(node: Node) -> str:
    """One sentence about a node of a trace.

    >>> explain({"notation": "d", "pass": 1, "alpha": None, "beta": 3, "value": 5, "bound": "lower", "ply": 1,
    ...          "cut": {"by": "move", "move": "e", "place": 2}, "unseen": 4})
    'd: window (−∞, 3), value at least 5; move e, the 2nd tried, cut it off because 5 ≥ β 3; 4 not looked at'
    """
    promise = {"exact": "", "lower": "at least ", "upper": "at most "}[node["bound"]]
    said = [f"{label(node) or 'the root'}: window {window_text(node)}, value {promise}{number_text(node['value'])}"]
    cut = node.get("cut", {"by": ""})
    if cut["by"] == "move":
        tried = f"move {cut['move']}, the {ordinal(cut['place'])} tried"
        said.append(f"{tried}, cut it off because {number_text(node['value'])} ≥ β {number_text(node['beta'])}")
    elif cut["by"] == "table":
        said.append(f"the table knew it ({cut['bound']})")
    elif cut["by"] == "stand":
        said.append("the evaluation alone reaches β")
    said.extend([termination(node)] if "termination" in node else [])
    said.extend([unseen(node)] if node.get("unseen") else [])
    return "; ".join(said)


def is_known(node: Node) -> bool:
    """Whether the value came from the transposition table."""
    return bool(node.get("cut", {}).get("by") == "table")


def note(node: Node) -> str:
    """The label of a node: that its value came from the table, or how the game ended."""
    return "from the table" if is_known(node) else termination(node)


def unseen(node: Node) -> str:
    """How many moves were not searched."""
    return f"{node['unseen']} not looked at"


def termination(node: Node) -> str:
    """How the game ended, if it did."""
    return words(str(node.get("termination", "")))


def label(node: Node) -> str:
    """The move that led to a node, and how often it was searched before."""
    if node["notation"] is None:
        return ""
    return f"{node['notation']} ({ordinal(node['pass'])})" if node["pass"] > 1 else str(node["notation"])


def value_text(node: Node) -> str:
    """The value, with `≥` or `≤` if it is only a bound."""
    return BOUNDS[node["bound"]] + number_text(node["value"])


def window_text(node: Node) -> str:
    """The window on entry."""
    alpha, beta = node["alpha"], node["beta"]
    return f"({'−∞' if alpha is None else number_text(alpha)}, {'∞' if beta is None else number_text(beta)})"


def number_text(value: int) -> str:
    """A score; wins and losses count their plies from the root."""
    if is_decisive(value):
        return f"{'win' if value > 0 else 'loss'} in {WIN - abs(value)}"
    return str(value).replace("-", "−")


def ordinal(number: int) -> str:
    """An ordinal number.

    >>> [ordinal(number) for number in (1, 2, 13, 22)]
    ['1st', '2nd', '13th', '22nd']
    """
    is_teen = 10 < number % 100 < 20
    return f"{number}{'th' if is_teen else ORDINALS.get(number % 10, 'th')}"
