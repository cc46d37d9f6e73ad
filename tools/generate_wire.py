"""Writes the page's TypeScript types from `server/wire`, so that both ends of the wire have one source.

python tools/generate_wire.py            writes web/src/lib/wire/messages.gen.ts
python tools/generate_wire.py --check    fails if that file is out of date
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

from plyground.search import score
from plyground.server.wire import snake_case

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src/plyground/server/wire"
MODULES = (
    "__init__", "parts", "pairing", "commands", "events", "services", "http", "archive", "databases", "ratings",
    "accounts", "operator",
)  # fmt: skip
TARGET = ROOT / "web/src/lib/wire/messages.gen.ts"

ELSEWHERE = {
    "protocol": ("Result", "Point", "Geometry"),
    "abilities": ("Ray", "Reach"),
    "position_form": ("FormField",),
    "rules": ("RuleOption",),
    "reasons": ("Reason",),
    "search/score": ("WIN", "MIN_WIN", "Score"),
    "database/verdict": ("Outcome", "Verdict"),
    "play/grades": ("Grade",),
    "play/advice": ("MoveVerdict", "Advice", "Hint", "Explanation"),
    "play/review": ("GradedMove",),
}
"""Modules below the server, and what of them is part of messages or explains it."""
CONSTANTS = {"WIN": score.WIN, "MIN_WIN": score.MIN_WIN}
"""Numbers that the page needs to read a score."""
PLAIN = {"str": "string", "int": "number", "float": "number", "bool": "boolean", "None": "null", "Any": "unknown"}
PLAIN |= {"Side": "Color", "Value": "unknown"}
BY_HAND = {
    "Entry": "{ [click: string]: Entry | string }",
    "ViewJson": "View",
    "TableEventJson": "TableEvent",
}
"""Types that TypeScript can state more exactly than Python."""
UNSET = "UnsetType"
"""In the type of a field that may be left out."""
LISTED = {"TableCommand": "TABLE_COMMANDS", "Progress": "PROGRESS"}
"""Unions whose members the page needs to know when it runs, and what the list of their tags is called."""
TAGGED = ("Command", "Notice", "Event")
"""The bases of types that have a `type`."""
OPTIONAL = ("Incoming", "View", "Point")
"""The bases whose fields may be left out if they have a default; everything else that the server sends is complete."""


def typescript() -> str:
    """The TypeScript of the package's modules, one after another."""
    nodes: list[ast.stmt] = []
    for module, names in ELSEWHERE.items():
        body = _body(ROOT / f"src/plyground/{module}.py")
        for at, node in enumerate(body):
            if _name(node) in names:
                # A docstring may follow.
                nodes += [node, *(one for one in body[at + 1 : at + 2] if isinstance(one, ast.Expr))]
    nodes += [node for name in MODULES for node in _body(SOURCE / f"{name}.py") if not _is_private(node)]
    bases = {node.name: _base(node) for node in nodes if isinstance(node, ast.ClassDef)}
    head = f"// Generated from {SOURCE.relative_to(ROOT)} by tools/{Path(__file__).name}; never edited by hand."
    parts = [head]
    for node, following in zip(nodes, [*nodes[1:], None], strict=True):
        if isinstance(node, ast.ClassDef):
            parts.append(_interface(node, bases))
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Name) and target.id in CONSTANTS:
                parts.append(_documented(following) + f"export const {target.id} = {CONSTANTS[target.id]};")
            if isinstance(target, ast.Name) and _is_type_name(target.id):
                parts.append(_documented(following) + f"export type {target.id} = {_alias(target.id, node.value)};")
            if isinstance(target, ast.Name) and target.id in LISTED:
                parts.append(_list(target.id, node.value))
    return "\n\n".join(parts) + "\n"


def _body(path: Path) -> list[ast.stmt]:
    return ast.parse(path.read_text(encoding="utf-8")).body


def _name(node: ast.stmt) -> str:
    """What a class or an assignment defines, "" for anything else."""
    match node:
        case ast.ClassDef(name=name) | ast.Assign(targets=[ast.Name(id=name)]):
            return name
    return ""


def _is_private(node: ast.stmt) -> bool:
    return isinstance(node, ast.ClassDef) and node.name.startswith("_")


def _is_type_name(name: str) -> bool:
    """Whether it is written like a type, not like a constant or a function."""
    return name[0].isupper() and name[1:2].islower()


def _alias(name: str, value: ast.expr) -> str:
    return BY_HAND.get(name) or _type(value)


def _list(name: str, union: ast.expr) -> str:
    """The tags of a union's members as a constant."""
    members = ast.unparse(union).strip("()").split(" | ")
    tags = ", ".join(f'"{snake_case(member)}"' for member in members)
    return f'export const {LISTED[name]}: ReadonlySet<string> = new Set<{name}["type"]>([{tags}]);'


def _base(node: ast.ClassDef) -> str:
    return next((base.id for base in node.bases if isinstance(base, ast.Name)), "")


def _ancestors(name: str, bases: dict[str, str]) -> list[str]:
    found = []
    while name in bases:
        found.append(name)
        name = bases[name]
    return found


def _interface(node: ast.ClassDef, bases: dict[str, str]) -> str:
    if bases[node.name] == "StrEnum":
        values = [_type(field.value) for field in node.body if isinstance(field, ast.Assign)]
        return _documented(node.body[0]) + f"export type {node.name} = {' | '.join(values)};"
    ancestors = _ancestors(node.name, bases)
    may_omit = any(name in OPTIONAL for name in ancestors)
    lines = []
    if any(name in TAGGED for name in ancestors[1:]) and node.name not in bases.values():
        lines.append(f'  type: "{snake_case(node.name)}";')
    for field, following in zip(node.body, [*node.body[1:], None], strict=True):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            is_optional = (may_omit and field.value is not None) or UNSET in ast.unparse(field.annotation)
            mark = "?" if is_optional else ""
            lines.append(_documented(following, "  ") + f"  {field.target.id}{mark}: {_type(field.annotation)};")
    extends = f" extends {bases[node.name]}" if bases[node.name] in bases else ""
    body = " {\n" + "\n".join(lines) + "\n}" if lines else " {}"
    # An interface without fields would fit anything; as an alias it is simply its base.
    if not lines:
        return _documented(node.body[0]) + f"export type {node.name} = {bases[node.name] if extends else 'object'};"
    return _documented(node.body[0]) + f"export interface {node.name}{extends}{body}"


def _documented(node: ast.stmt | None, indent: str = "") -> str:
    """The docstring of a class, or the one below a field or an alias, as a comment."""
    if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)):
        return ""
    text, _, _ = node.value.value.partition("\n\n")
    return f"{indent}/** {' '.join(text.split()).replace('*/', '* /')} */\n"


def _type(node: ast.expr) -> str:
    match node:
        case ast.Constant(value=None):
            return "null"
        case ast.Constant(value=str() as text):
            return f'"{text}"'
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return PLAIN.get(name, name)
        case ast.BinOp(left=left, op=ast.BitOr(), right=ast.Name(id="UnsetType")):
            return _type(left)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return f"{_type(left)} | {_type(right)}"
        case ast.Subscript(value=ast.Name(id="Annotated"), slice=ast.Tuple(elts=[inner, *_])):
            return _type(inner)
        case ast.Subscript(value=ast.Name(id="Literal"), slice=ast.Tuple(elts=choices)):
            return " | ".join(map(_type, choices))
        case ast.Subscript(value=ast.Name(id="Literal"), slice=only):
            return _type(only)
        case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=[inner, ast.Constant()])):
            return f"{_type(inner)}[]"
        case ast.Subscript(value=ast.Name(id="list"), slice=inner):
            return f"({_type(inner)})[]" if "|" in _type(inner) else f"{_type(inner)}[]"
        case ast.Subscript(value=ast.Name(id="dict" | "Mapping"), slice=ast.Tuple(elts=[key, value])):
            record = f"Record<{_type(key)}, {_type(value)}>"
            return record if _type(key) == "string" else f"Partial<{record}>"
    raise TypeError(f"line {node.lineno}: no TypeScript is known for {ast.unparse(node)}")


def main() -> int:
    """Writes the file, or says whether it is up to date."""
    wanted = typescript()
    if "--check" in sys.argv[1:]:
        if TARGET.is_file() and TARGET.read_text(encoding="utf-8") == wanted:
            return 0
        print(f"{TARGET.relative_to(ROOT)} is out of date; run python tools/generate_wire.py", file=sys.stderr)
        return 1
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(wanted, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
