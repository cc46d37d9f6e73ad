"""A small trace as an SVG picture: the tree from left to right, with windows, values, cuts and the expected line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Any

from plyground.drawing.svg import escape
from plyground.lab import tree_words
from plyground.lab.tree_words import Node
from plyground.protocol import Side
from plyground.search.score import is_decisive

MAX_NODES = 400
"""A larger tree would be unreadable."""

LEAF, INNER, STUB, PASS_GAP = 27, 46, 24, 18
"""Heights of a leaf, of a node with a window below it, of unsearched moves, and of the gap between two searches."""
PILL, LETTER, BEND, MARGIN, HEAD, FOOT = 23, 7.4, 34, 22, 62, 28
"""Height of a value's frame, width of a letter, bend of an edge, and margin of the picture."""

STYLE = """
.ply-tree { font: 13px ui-sans-serif, system-ui, Helvetica, Arial, sans-serif; }
.ply-tree .paper { fill: #fbf8f2; stroke: #e2d8c8; }
.ply-tree text { fill: #3b322b; }
.ply-tree .head { font-size: 16px; font-weight: 700; }
.ply-tree .small { font-size: 11.5px; fill: #7a6a5a; }
.ply-tree .move { font-weight: 600; paint-order: stroke; stroke: #fbf8f2; stroke-width: 4px; }
.ply-tree .value { text-anchor: middle; font-weight: 600; }
.ply-tree .edge { fill: none; stroke: #b9aa97; stroke-width: 1.6; }
.ply-tree .white { fill: #fffdf8; stroke: #7d6c5c; stroke-width: 1.4; }
.ply-tree .black { fill: #4a4440; stroke: #2a2624; stroke-width: 1.4; }
.ply-tree .black + .value { fill: #f4ede2; }
.ply-tree .table { stroke-dasharray: 4 2.5; stroke: #3d7ea6; stroke-width: 2; }
.ply-tree .known { fill: #2f6f96; }
.ply-tree .again { fill: #8a4fa8; }
.ply-tree .cut { fill: #b8402c; }
.ply-tree .stub { fill: none; stroke: #c25a45; stroke-width: 1.6; stroke-dasharray: 4 3; }
.ply-tree .scissors { fill: none; stroke: #b8402c; stroke-width: 1.5; stroke-linecap: round; }
.ply-tree .line { stroke: #d9951a; stroke-width: 3.4; }
@media (prefers-color-scheme: dark) {
.ply-tree .paper { fill: #211d1a; stroke: #3b342e; }
.ply-tree text { fill: #e6dccd; }
.ply-tree .small { fill: #a99b8a; }
.ply-tree .move { stroke: #211d1a; }
.ply-tree .edge { stroke: #6d6156; }
.ply-tree .white { fill: #f1e9db; stroke: #cdbfae; }
.ply-tree .white + .value { fill: #2c2521; }
.ply-tree .black { fill: #0f0d0c; stroke: #8b7d6f; }
.ply-tree .table { stroke: #63b0dc; }
.ply-tree .known { fill: #7cc0e8; }
.ply-tree .again { fill: #cf9cec; }
.ply-tree .cut { fill: #f0846f; }
.ply-tree .stub, .ply-tree .scissors { stroke: #e2745f; }
.ply-tree .line { stroke: #eeb03c; }
}"""


def draw_tree(trace: Mapping[str, Any], title: str = "") -> str:
    """A trace of `plyground.lab.trace` as SVG text; raises `ValueError` if it has too many nodes.

    Every node shows its value, with `≥` or `≤` if that is only a bound, and its window below, both from the side to
    move, whose colour it has. Moves that were not searched are a dashed stub with scissors.

    >>> import plyground
    >>> from plyground.lab.trace import trace
    >>> draw_tree(trace(plyground.game("mill:three").start(), "alphabeta", 1)).count('class="value"')
    10
    """
    if len(trace["nodes"]) > MAX_NODES:
        raise ValueError(f"{len(trace['nodes'])} nodes are too many to draw; search less deep (at most {MAX_NODES})")
    return _Picture(trace, title).text()


class _Picture:
    """The drawing of one tree: rows from top to bottom, a column for each ply."""

    def __init__(self, trace: Mapping[str, Any], title: str) -> None:
        self._trace = trace
        self._title = title or f"{trace['algorithm']}, depth {trace['depth']}"
        self._children: dict[int | None, list[Node]] = defaultdict(list)
        for node in trace["nodes"]:
            self._children[node["parent"]].append(node)
        self._rows: dict[int, float] = {}
        self._stubs: dict[int, float] = {}
        nodes = trace["nodes"]
        self._pill = max(len(tree_words.value_text(node)) for node in nodes) * LETTER + 18
        self._gap = BEND + max(max(len(tree_words.label(node)) for node in nodes) * LETTER + 12, 26)

    def text(self) -> str:
        """The whole picture."""
        body: list[str] = []
        bottom: float = HEAD
        for root in self._children[None]:
            bottom = self._place(root, bottom) + PASS_GAP
        for root in self._children[None]:
            body.extend(self._subtree(root))
        right = max(self._right(node) for node in self._trace["nodes"])
        width = max(right, 420, MARGIN + 9 * len(self._title), MARGIN + 6.2 * len(self._summary())) + MARGIN
        legend = wrap(" · ".join(self._legend()), int((width - 2 * MARGIN) / 6))
        height = bottom + FOOT + 16 * len(legend)
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" class="ply-tree" viewBox="0 0 {width:.0f} {height:.0f}" '
                f'width="{width:.0f}" height="{height:.0f}" role="img">',
                f"<title>{escape(self._title)}</title>",
                f"<style>{STYLE}\n</style>",
                f'<rect class="paper" x="0.5" y="0.5" width="{width - 1:.0f}" height="{height - 1:.0f}" rx="12"/>',
                _text(MARGIN, 28, self._title, "head"),
                _text(MARGIN, 47, self._summary(), "small"),
                *body,
                *(_text(MARGIN, bottom + FOOT + 16 * row, words, "small") for row, words in enumerate(legend)),
                "</svg>\n",
            ]
        )

    def _place(self, node: Node, top: float) -> float:
        """Places a node and everything below it, starting at `top`; returns where they end."""
        below, rows = top, []
        for child in self._children[node["id"]]:
            below = self._place(child, below)
            rows.append(self._rows[child["id"]])
        if node.get("unseen") and "cut" in node:
            self._stubs[node["id"]] = below + STUB / 2
            rows.append(below + STUB / 2)
            below += STUB
        height = INNER if _has_window(node) else LEAF
        bottom = max(below, top + height)
        # The window is below the node, so the node is a little above the middle.
        alone = (top + bottom) / 2 - (8 if height == INNER else 0)
        self._rows[node["id"]] = (rows[0] + rows[-1]) / 2 if rows and below > top + height else alone
        if rows and below <= top + height:
            self._shift(node, self._rows[node["id"]] - (rows[0] + rows[-1]) / 2)
        return bottom

    def _shift(self, node: Node, by: float) -> None:
        """Moves everything below a node."""
        if node["id"] in self._stubs:
            self._stubs[node["id"]] += by
        for child in self._children[node["id"]]:
            self._rows[child["id"]] += by
            self._shift(child, by)

    def _subtree(self, node: Node) -> Iterator[str]:
        x, y = self._x(node["ply"]), self._rows[node["id"]]
        for child in self._children[node["id"]]:
            yield self._edge(x, y, self._rows[child["id"]], "edge line" if _is_on_line(child) else "edge", self._gap)
        if node["id"] in self._stubs:
            yield from self._stub(node, x, y, self._stubs[node["id"]])
        yield from self._node(node, x, y)
        for child in self._children[node["id"]]:
            yield from self._subtree(child)

    def _node(self, node: Node, x: float, y: float) -> Iterator[str]:
        turn = Side(self._trace["turn"])
        side = turn if node["ply"] % 2 == 0 else turn.other
        look = f"{side}{' table' if tree_words.is_known(node) else ''}{' line' if _is_on_line(node) else ''}"
        yield f"<g><title>{escape(tree_words.explain(node))}</title>"
        yield (
            f'<rect class="{look}" x="{x:.1f}" y="{y - PILL / 2:.1f}" width="{self._pill:.1f}" height="{PILL}" '
            f'rx="{PILL / 2}"/>'
        )
        yield _text(x + self._pill / 2, y + 4.5, tree_words.value_text(node), "value")
        if node["parent"] is not None:
            yield _text(x - 6, y - 5, tree_words.label(node), "move again" if node["pass"] > 1 else "move", "end")
        elif len(self._children[None]) > 1:
            name = f"depth {node['depth']}" if self._trace["iterated"] else f"{tree_words.ordinal(node['pass'])} search"
            yield _text(x, y - PILL / 2 - 5, name, "small again" if node["pass"] > 1 else "small")
        if _has_window(node):
            yield _text(x + self._pill / 2, y + PILL / 2 + 12, tree_words.window_text(node), "small", "middle")
        if tree_words.note(node):
            yield _text(
                x + self._pill + 7,
                y + 4,
                tree_words.note(node),
                "small known" if tree_words.is_known(node) else "small",
            )
        yield "</g>"

    def _stub(self, node: Node, x: float, y: float, row: float) -> Iterator[str]:
        """The moves that were not searched: a dashed line with scissors."""
        end = x + self._pill + BEND + 4
        yield self._edge(x, y, row, "stub", BEND + 4)
        yield f'<path class="scissors" transform="translate({end + 2:.1f} {row:.1f})" d="{SCISSORS}"/>'
        yield _text(end + 24, row + 4, tree_words.unseen(node), "small cut")

    def _edge(self, x: float, y: float, to: float, look: str, reach: float) -> str:
        start, bent = x + self._pill, x + self._pill + BEND
        curve = f"C{start + BEND / 2:.1f} {y:.1f} {start + BEND / 3:.1f} {to:.1f} {bent:.1f} {to:.1f}"
        return f'<path class="{look}" d="M{start:.1f} {y:.1f}{curve}L{start + reach:.1f} {to:.1f}"/>'

    def _right(self, node: Node) -> float:
        """The right end of a node with its label."""
        stub = BEND + 30 + 6.2 * len(tree_words.unseen(node)) if node["id"] in self._stubs else 0
        return self._x(node["ply"]) + self._pill + max(stub, 8 + 6.2 * len(tree_words.note(node)))

    def _x(self, ply: int) -> float:
        return MARGIN + ply * (self._pill + self._gap)

    def _summary(self) -> str:
        trace = self._trace
        nodes, cutoffs = trace["counters"]["nodes"], trace["counters"]["cutoffs"]
        missing = trace["truncated"]
        said = [
            f"{nodes:,} nodes",
            f"value {tree_words.number_text(trace['value'])}",
            "line " + " ".join(trace["notation"]),
        ]
        if cutoffs:
            said.insert(1, f"{cutoffs:,} cut-offs")
        return " · ".join([*said, *([f"{missing['left_out']:,} nodes not shown"] if missing else [])])

    def _legend(self) -> list[str]:
        nodes = self._trace["nodes"]
        said = ["numbers are for the side to move, whose colour the node has"]
        if any(node["bound"] != "exact" for node in nodes):
            said.append("≥ at least, ≤ at most")
        if any(_has_window(node) and node["beta"] is not None for node in nodes):
            said.append("(α, β) window")
        if any(is_decisive(node["value"]) for node in nodes):
            said.append("wins and losses in plies from the root")
        return [*said, "gold: the expected line"]


SCISSORS = (
    "M0 -3.5 L15 4 M0 3.5 L15 -4 M15 6.5 m-2.6 0 a2.6 2.6 0 1 0 5.2 0 a2.6 2.6 0 1 0 -5.2 0 "
    "M15 -6.5 m-2.6 0 a2.6 2.6 0 1 0 5.2 0 a2.6 2.6 0 1 0 -5.2 0"
)


def _is_on_line(node: Node) -> bool:
    return bool(node.get("line"))


def _has_window(node: Node) -> bool:
    return "leaf" not in node and "quiescent" not in node


def _text(x: float, y: float, words: str, look: str, anchor: str = "") -> str:
    placed = f' text-anchor="{anchor}"' if anchor else ""
    return f'<text class="{look}" x="{x:.1f}" y="{y:.1f}"{placed}>{escape(words)}</text>'
