"""Short versions of `benchmarks/fuzz`, and faults that fuzzing must find."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.fuzz import uci_fuzz
from tests.fuzz.mutation import mutated
from tests.fuzz.socket_fuzz import fuzz_server, fuzzed_message
from tests.fuzz.texts_fuzz import fuzz_readers
from tests.fuzz.uci_fuzz import fuzz_engine, fuzzed_lines
from tests.fuzz.watchdog import watched
from tests.uci.siege import Fault
from tests.waiting import PATIENCE_S

import plyground
from plyground.errors import InvalidRecord

QUITE_A_FEW = 300


def test_engine_survives_mutated_commands(tmp_path):
    fuzz_engine(1_000_000, QUITE_A_FEW, tmp_path, PATIENCE_S)


def test_server_survives_mutated_messages(tmp_path):
    fuzz_server(1_000_000, QUITE_A_FEW, tmp_path, PATIENCE_S)


def test_readers_survive_mutated_texts(tmp_path):
    fuzz_readers(1_000_000, QUITE_A_FEW, tmp_path, PATIENCE_S)


def test_input_follows_from_its_seed():
    assert fuzzed_lines(3, 50) == fuzzed_lines(3, 50) != fuzzed_lines(4, 50)
    assert mutated(Random(1), b"e2e4 e7e5") == mutated(Random(1), b"e2e4 e7e5")
    assert fuzzed_message(Random(1), ["t"]) == fuzzed_message(Random(1), ["t"])


def test_hang_is_reported_with_all_threads(tmp_path, monkeypatch):
    """Python's threads and the native ones, each by what it is doing."""
    deaf = "import time; from plyground.uci import engine; print('readyok', flush=True); time.sleep(600)"
    monkeypatch.setattr(uci_fuzz, "ENGINE", watched(deaf))
    with pytest.raises(Fault) as found:
        fuzz_engine(0, 5, tmp_path, 0.5)
    assert "most recent call first" in str(found.value)
    assert "sleep" in str(found.value)


def test_crash_of_a_batch_of_texts_is_reported(tmp_path):
    """Here the watchdog itself refuses its time, whatever is read."""
    with pytest.raises(AssertionError, match=r"(?s)seed 0: it ended with 1.*greater than 0"):
        fuzz_readers(0, 1, tmp_path, -1.0)


@pytest.mark.parametrize("text", ["1. d4 *", '[White "Ann"]\n\n1. d4 *', '[White "Ann"]'])
def test_file_without_the_tag_that_names_its_game_is_refused(text, tmp_path):
    file = Path(tmp_path / "some.game")
    file.write_text(text)
    with pytest.raises(InvalidRecord, match="No tag says which game this is"):
        list(plyground.read_games(file))
