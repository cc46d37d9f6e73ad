"""The page's types are those of the server."""

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import get_args

import msgspec
import pytest

from plyground.server.wire import http, snake_case
from plyground.server.wire.commands import ClientMessage, TableCommand
from plyground.server.wire.events import AnyEvent, ServerMessage
from plyground.server.wire.services import ServiceCommand, ServiceMessage

ROOT = Path(__file__).parents[2]
HTTP_TYPES = [one for one in vars(http).values() if isinstance(one, type) and one.__module__ == http.__name__]


@pytest.fixture(scope="module")
def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate_wire", ROOT / "tools/generate_wire.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_the_pages_types_are_up_to_date(generator):
    written = (ROOT / "web/src/lib/wire/messages.gen.ts").read_text(encoding="utf-8")
    assert written == generator.typescript(), "run python tools/generate_wire.py"


def test_every_type_on_the_wire_is_one_of_the_page(generator):
    written = generator.typescript()
    for kind in (*get_args(ClientMessage), *get_args(ServerMessage), *get_args(AnyEvent), *HTTP_TYPES):
        assert re.search(rf"^export (interface|type) {kind.__name__} ", written, re.MULTILINE), kind


def test_tags_are_the_names_of_the_types():
    for kind in (*get_args(ClientMessage), *get_args(ServerMessage), *get_args(AnyEvent)):
        assert kind.__struct_config__.tag == snake_case(kind.__name__)


def test_groups_of_messages_are_parts_of_the_whole():
    said = (TableCommand, ServiceCommand)
    assert all(set(get_args(group)) < set(get_args(ClientMessage)) for group in said)
    assert set(get_args(ServiceMessage)) < set(get_args(ServerMessage))


@pytest.mark.parametrize(
    "text",
    [b"", b"[]", b'{"type":"play"}', b'{"type":"dance"}', b'{"type":"post_chat","text":""}', b'{"type":"leave","x":1}'],
)
def test_what_is_no_message_is_not_read(text):
    with pytest.raises(msgspec.DecodeError):
        msgspec.json.decode(text, type=ClientMessage)
