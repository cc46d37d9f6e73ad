"""Writes the page's TypeScript types from `server/wire`, so that both ends of the wire have one source.

python tools/generate_wire.py            writes web/src/lib/wire/messages.gen.ts
python tools/generate_wire.py --check    fails if that file is out of date
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src/plyground/server/wire"
MODULES = ("parts", "commands", "events", "services", "http")
TARGET = ROOT / "web/src/lib/wire/messages.gen.ts"

PLAIN = {"str": "string", "int": "number", "float": "number", "bool": "boolean", "None": "null", "Any": "unknown"}
BY_HAND = {"Entry": "{ [click: string]: Entry | string }"}
"""Types that TypeScript can say more exactly than Python."""
TAGGED = ("Command", "Notice")
"""The bases of socket messages, which have a `type`."""
OPTIONAL = ("Incoming", "View", "BoardPoint")
"""The bases whose fields may be left out if they have a default; whatever else the server sends is complete."""


def typescript() -> str:
    """The TypeScript of the package's modules, one after another."""
    nodes = [node for name in MODULES for node in ast.parse((SOURCE / f"{name}.py").read_text(encoding="utf-8")).body]
    nodes = [node for node in nodes if not (isinstance(node, ast.ClassDef) and node.name.startswith("_"))]
    bases = {node.name: _base(node) for node in nodes if isinstance(node, ast.ClassDef)}
    head = f"// Generated from {SOURCE.relative_to(ROOT)} by tools/{Path(__file__).name}; never edited by hand."
    parts = [head]
    for node, following in zip(nodes, [*nodes[1:], None], strict=True):
        if isinstance(node, ast.ClassDef):
            parts.append(_interface(node, bases))
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Name) and target.id[1:2].islower():
                parts.append(_documented(following) + f"export type {target.id} = {_alias(target.id, node.value)};")
    return "\n\n".join(parts) + "\n"


def _alias(name: str, value: ast.expr) -> str:
    return BY_HAND.get(name) or _type(value)


def _base(node: ast.ClassDef) -> str:
    base = node.bases[0]
    return base.id if isinstance(base, ast.Name) else ""


def _ancestors(name: str, bases: dict[str, str]) -> list[str]:
    found = []
    while name in bases:
        found.append(name)
        name = bases[name]
    return found


def _interface(node: ast.ClassDef, bases: dict[str, str]) -> str:
    ancestors = _ancestors(node.name, bases)
    may_omit = any(name in OPTIONAL for name in ancestors)
    lines = []
    if any(name in TAGGED for name in ancestors[1:]) and node.name not in bases.values():
        lines.append(f'  type: "{_snake_case(node.name)}";')
    for field, following in zip(node.body, [*node.body[1:], None], strict=True):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            mark = "?" if may_omit and field.value is not None else ""
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
    return f"{indent}/** {' '.join(node.value.value.split()).replace('*/', '* /')} */\n"


def _type(node: ast.expr) -> str:
    match node:
        case ast.Constant(value=None):
            return "null"
        case ast.Constant(value=str() as text):
            return f'"{text}"'
        case ast.Name(id=name):
            return PLAIN.get(name, name)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return f"{_type(left)} | {_type(right)}"
        case ast.Subscript(value=ast.Name(id="Annotated"), slice=ast.Tuple(elts=[inner, *_])):
            return _type(inner)
        case ast.Subscript(value=ast.Name(id="Literal"), slice=ast.Tuple(elts=choices)):
            return " | ".join(map(_type, choices))
        case ast.Subscript(value=ast.Name(id="Literal"), slice=only):
            return _type(only)
        case ast.Subscript(value=ast.Name(id="list"), slice=inner):
            return f"({_type(inner)})[]" if "|" in _type(inner) else f"{_type(inner)}[]"
        case ast.Subscript(value=ast.Name(id="dict"), slice=ast.Tuple(elts=[key, value])):
            record = f"Record<{_type(key)}, {_type(value)}>"
            return record if _type(key) == "string" else f"Partial<{record}>"
    raise TypeError(f"line {node.lineno}: no TypeScript is known for {ast.unparse(node)}")


def _snake_case(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")


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
