"""The description of the HTTP API as a page, without scripts and without anything from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

STYLE = """
:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem }
h2 { margin: 2rem 0 .5rem }
code { font-family: ui-monospace, monospace; overflow-wrap: anywhere }
details { border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: .4rem;
  margin: .3rem 0; padding: .4rem .7rem; overflow-x: auto }
summary { cursor: pointer; overflow-wrap: anywhere }
summary b { display: inline-block; min-width: 3.2rem }
summary span { opacity: .75 }
table { border-collapse: collapse; margin: .3rem 0 }
td { padding: .1rem 1rem .1rem 0; vertical-align: top }
td code { overflow-wrap: break-word }
h3 { font-size: 1rem; margin: .7rem 0 0 }
"""
HEAD = f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Plyground: API</title>
<style>{STYLE}</style>
"""
INTRODUCTION = """<h1>Plyground's API</h1>
<p>Programs send the token of an account as <code>Authorization: Bearer TOKEN</code>; <a href="/#/account">your
account</a> has them. Clients of lichess's Bot and Board API play here with another base URL. <a
href="/api/schema/openapi.json">openapi.json</a> is this page for programs.</p>
"""
REFERENCE = "#/components/schemas/"


def api_page(description: Mapping[str, Any]) -> str:
    """The page for a description in OpenAPI's form."""
    parts = [HEAD, INTRODUCTION]
    group = ""
    for path, method, operation in sorted(_operations(description), key=lambda one: (_group(one[0]), one[:2])):
        if _group(path) != group:
            group = _group(path)
            parts.append(f"<h2>{escape(group)}</h2>\n")
        parts.append(_operation(method, path, operation))
    parts.append("<h2>Types</h2>\n")
    parts += [_type(name, schema) for name, schema in sorted(description["components"]["schemas"].items())]
    return "".join([*parts, "</html>\n"])


def _operations(description: Mapping[str, Any]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            yield path, method.upper(), operation


def _group(path: str) -> str:
    """What the routes below a path are about, such as `/api/account`."""
    parts = path.split("/")
    return "/".join(parts[:3] if parts[1] == "api" else parts[:2])


def _operation(method: str, path: str, operation: Mapping[str, Any]) -> str:
    rows = [
        (f"{one['name']}", _shown(one["schema"]), f"in the {one['in']}{'' if one.get('required') else ', optional'}")
        for one in operation["parameters"]
    ]
    body = operation.get("requestBody", {}).get("content", {})
    for kind, content in body.items():
        rows.append(("body", _shown(content["schema"]), escape(kind)))
    answers = [
        (status, _shown(content["schema"]), escape(kind))
        for status, answer in operation["responses"].items()
        for kind, content in answer["content"].items()
    ]
    asked = f"<h3>Request</h3>{_table(rows)}" if rows else ""
    return (
        f"<details><summary><b>{method}</b> <code>{escape(path)}</code> <span>{escape(operation['summary'])}</span>"
        f"</summary>{asked}<h3>Answer</h3>{_table(answers)}</details>\n"
    )


def _type(name: str, schema: Mapping[str, Any]) -> str:
    required = schema.get("required", ())
    rows = [
        (field, _shown(one), "" if field in required else "optional")
        for field, one in schema.get("properties", {}).items()
    ]
    words = " ".join(schema.get("description", "").split("\n\n")[0].split())
    shown = _table(rows) if rows else "" if "properties" in schema else f"<p>{_shown(schema)}</p>"
    # Open, because a browser that follows a link to a closed one shows nothing but its name.
    return (
        f'<details open id="{escape(name)}"><summary><code>{escape(name)}</code> <span>{escape(words)}</span></summary>'
        f"{shown}</details>\n"
    )


def _table(rows: list[tuple[str, str, str]]) -> str:
    lines = (f"<tr><td><code>{escape(name)}</code><td><code>{kind}</code><td>{words}\n" for name, kind, words in rows)
    return f"<table>{''.join(lines)}</table>"


def _shown(schema: Mapping[str, Any]) -> str:
    """A type in words, as HTML."""
    match schema:
        case {"$ref": reference}:
            name = escape(reference.removeprefix(REFERENCE))
            return f'<a href="#{name}">{name}</a>'
        case {"anyOf": choices}:
            return " or ".join(map(_shown, choices))
        case {"enum": values}:
            return " or ".join(escape(str(value)) for value in values)
        case {"const": value}:
            return escape(str(value))
        case {"type": "array", "items": dict(items)}:
            return f"list of {_shown(items)}"
        case {"type": "object", "additionalProperties": dict(each)}:
            return f"object of {_shown(each)}"
        case {"type": kind}:
            return escape(str(kind))
    return "anything"
