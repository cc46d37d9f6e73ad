"""Files of endgame databases: what is written comes back, and whatever is damaged, foreign or unwritable is refused."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from plyground import InvalidDatabase
from plyground._core import BlockCache, Database, DatabaseWriter

NONE = 255
FOLDER_IS_SHARED = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

values_of = st.lists(st.tuples(st.integers(0, 255), st.integers(1, 400)), max_size=30).map(
    lambda runs: bytes(value for value, length in runs for _ in range(length))
)


def write(path: Path, values: bytes, kind: str = "distance", **options) -> Path:
    header: dict[str, Any] = {"game": "mill", "rules": "men=9", "table": path.stem, "keeps_none": True} | options
    writer = DatabaseWriter(path, kind=kind, positions=len(values), **header)
    writer.append(values)
    writer.finish(wins=3, draws=2, losses=1, longest_win=25, longest_loss=None)
    return path


def two_bits(value: int) -> int:
    return 0 if value == 0 else 3 if value == NONE else 2 - (value + 1) % 2


def read_all(path: Path) -> bytes:
    database = Database.open(path)
    return database.read(0, len(database))


@given(values=values_of, kind=st.sampled_from(["wdl", "distance"]), block=st.sampled_from([0, 16, 65536]))
@FOLDER_IS_SHARED
def test_values_come_back_as_they_were_written(tmp_path, values, kind, block):
    database = Database.open(write(tmp_path / "5-4", values, kind, block_positions=block))
    expected = values if kind == "distance" else bytes(map(two_bits, values))
    assert database.read(0, len(values)) == expected
    assert bytes(map(database.probe, range(len(values)))) == expected
    assert database.probe_many(range(len(values))) == expected
    database.check_blocks(0, database.blocks)


@pytest.mark.parametrize("kind", ["wdl", "distance"])
@given(data=st.data())
@FOLDER_IS_SHARED
def test_altered_file_is_refused(tmp_path, kind, data):
    path = tmp_path / f"sound-{kind}"
    if not path.exists():
        write(path, bytes(i * i % 251 if i % 3 else 0 for i in range(60_000)), kind, block_positions=4096)
    sound = path.read_bytes()
    first = data.draw(st.integers(0, len(sound) - 1))
    change = data.draw(st.binary(min_size=1, max_size=40))
    altered = sound[:first] + change + sound[first + len(change) :]
    cut = data.draw(st.integers(0, len(sound) - 1))
    for number, damaged in enumerate((altered, sound[:cut], sound[cut:], sound + change)):
        if damaged != sound:
            (tmp_path / str(number)).write_bytes(damaged)
            with pytest.raises(InvalidDatabase):
                read_all(tmp_path / str(number))


def test_blocks_cannot_change_places(tmp_path):
    # Random blocks do not compress, so all of them have the same length.
    path = write(tmp_path / "5-4", os.urandom(4 * 1024), block_positions=1024)
    database, sound = Database.open(path), path.read_bytes()
    index = len(sound) - 16 * database.blocks
    ends = [int.from_bytes(sound[at : at + 8], "little") for at in range(index, len(sound), 16)]
    length = ends[1] - ends[0]
    swapped = sound[: ends[0]] + sound[ends[1] : ends[2]] + sound[ends[0] : ends[1]] + sound[ends[2] :]
    assert len(swapped) == len(sound)
    assert ends[2] - ends[1] == length
    path.write_bytes(swapped)
    with pytest.raises(InvalidDatabase) as refused:
        Database.open(path).check_blocks(0, 4)
    assert refused.value.code == "database_damaged"
    assert str(refused.value) == f"The database {path} is damaged. Delete it and run `plyground db build` again."


def test_damage_in_one_block_does_not_affect_the_others(tmp_path):
    path = write(tmp_path / "5-4", os.urandom(4 * 1024), block_positions=1024)
    sound = path.read_bytes()
    values = read_all(path)
    middle = len(sound) // 2
    path.write_bytes(sound[:middle] + bytes([sound[middle] ^ 1]) + sound[middle + 1 :])
    database = Database.open(path)
    assert database.probe(0) == values[0]
    assert database.probe(4095) == values[4095]
    with pytest.raises(InvalidDatabase):
        database.read(0, 4096)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "database_not_a_database"),
        (b"PLYDB", "database_not_a_database"),
        (b"\x89PNG\r\n\x1a\n" + bytes(100), "database_not_a_database"),
        (b"\x89PLYDB\r\n" + bytes(100), "database_version"),
        (b"\x89PLYDB\n" + bytes(100), "database_not_a_database"),
    ],
)
def test_foreign_file_is_refused(tmp_path, content, code):
    (tmp_path / "5-4.wdl").write_bytes(content)
    with pytest.raises(InvalidDatabase) as refused:
        Database.open(tmp_path / "5-4.wdl")
    assert refused.value.code == code


def test_missing_file_is_named(tmp_path):
    with pytest.raises(InvalidDatabase, match="5-4 could not be read: No such file or directory"):
        Database.open(tmp_path / "5-4")


def test_header_says_what_the_file_is(tmp_path):
    database = Database.open(write(tmp_path / "5-4.wdl", bytes(70_000), "wdl", software="Plyground 0.1"))
    assert (database.game, database.rules, database.table) == ("mill", "men=9", "5-4")
    assert (database.kind, len(database), database.software) == ("wdl", 70_000, "Plyground 0.1")
    assert (database.wins, database.draws, database.losses) == (3, 2, 1)
    assert (database.longest_win, database.longest_loss) == (25, None)
    assert database.file_bytes == (tmp_path / "5-4.wdl").stat().st_size < 400


def test_positions_outside_are_an_index_error(tmp_path):
    database = Database.open(write(tmp_path / "5-4", bytes(10)))
    for position in (10, 2**63):
        with pytest.raises(IndexError):
            database.probe(position)
    with pytest.raises(IndexError):
        database.read(5, 6)


def test_position_that_nobody_asks_for_continues_the_run(tmp_path):
    values = bytes([NONE, 4, NONE, NONE, 0, NONE, 7, NONE])
    assert read_all(write(tmp_path / "5-4", values, keeps_none=False)) == bytes([0, 4, 4, 4, 0, 0, 7, 7])
    assert read_all(write(tmp_path / "5-4", values, "wdl", keeps_none=False)) == bytes([0, 1, 1, 1, 0, 0, 2, 2])


def test_file_does_not_depend_on_threads(tmp_path):
    values = bytes(i * i % 251 for i in range(300_000))
    for kind in ("wdl", "distance"):
        files = {
            write(tmp_path / str(threads), values, kind, threads=threads, table="5-4").read_bytes()
            for threads in (1, 2, 7)
        }
        assert len(files) == 1


def test_threads_share_one_cache(tmp_path):
    values = bytes(i // 100 % 200 for i in range(200_000))
    write(tmp_path / "5-4", values, block_positions=1024)
    database = Database.open(tmp_path / "5-4", BlockCache(0))

    def wrong(seed: int) -> int:
        positions = [(seed * 7919 + i * 104_729) % len(values) for i in range(5_000)]
        return sum(database.probe(position) != values[position] for position in positions)

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(wrong, range(4))) == [0] * 4


def test_read_only_folder_is_named_and_nothing_is_left(tmp_path):
    if os.geteuid() == 0:
        target = Path("/proc") / "5-4.wdl"
    else:
        tmp_path.chmod(0o500)
        target = tmp_path / "5-4.wdl"
    with pytest.raises(InvalidDatabase) as refused:
        write(target, bytes(10))
    assert refused.value.code == "database_unwritable"
    assert not list(tmp_path.iterdir())


FULL_DISK = """
import os, resource, signal, sys
from pathlib import Path
from plyground import Databases, InvalidDatabase
from plyground._core import DatabaseWriter
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
try:
    writer = DatabaseWriter(Path(sys.argv[1]), game="mill", rules="", table="5-4", kind="distance", positions=10**6)
    for _ in range(10):
        writer.append(os.urandom(10**5))
    writer.finish(wins=0, draws=0, losses=0)
except InvalidDatabase as error:
    del writer
    print(error)
"""


def test_full_disk_leaves_the_old_file_and_nothing_else(tmp_path):
    # A limit on the size of files fails in the same call as a full disk does.
    path = write(tmp_path / "5-4.dtw", bytes(100))
    old = path.read_bytes()
    run = subprocess.run([sys.executable, "-c", FULL_DISK, str(path)], capture_output=True, text=True, check=True)
    assert run.stdout == f"The database {path} could not be written: File too large. Nothing else was changed.\n"
    assert path.read_bytes() == old
    assert list(tmp_path.iterdir()) == [path]


def test_writer_checks_what_it_gets(tmp_path):
    header: dict[str, Any] = {"game": "mill", "rules": "", "table": "5-4", "positions": 10}
    with pytest.raises(ValueError, match="wdl or distance"):
        DatabaseWriter(tmp_path / "5-4", kind="dtm", **header)
    for block_positions in (1000, 2, 2**20):
        with pytest.raises(ValueError, match="power of two"):
            DatabaseWriter(tmp_path / "5-4", kind="wdl", block_positions=block_positions, **header)
    writer = DatabaseWriter(tmp_path / "5-4", kind="wdl", **header)
    with pytest.raises(RuntimeError, match="more values"):
        writer.append(bytes(11))
    with pytest.raises(RuntimeError, match="fewer values"):
        writer.finish(wins=0, draws=0, losses=0)
    del writer
    assert not list(tmp_path.iterdir())
