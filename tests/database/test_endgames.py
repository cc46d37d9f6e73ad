"""Endgame databases: verdicts from files, building them, verifying them, and `plyground db`."""

import os
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.database.three_men import ThreeMen, positions
from tests.exhaustive import three_mens_morris
from typer.testing import CliRunner

import plyground
from plyground import Databases, InvalidDatabase, Verdict
from plyground.cli import db
from plyground.cli.program import app
from plyground.database import endgame_building
from plyground.database.endgame_building import BuildPlan, build_databases, check_files, verify_databases
from plyground.database.endgames import database_folders, rules_folder

GB = 10**9


@pytest.fixture
def game():
    return ThreeMen()


def build(game: ThreeMen, folder: Path, *, distances: bool = False, pieces: int | None = None) -> Path:
    plan = BuildPlan.of(game, folder, pieces, distances=distances)
    build_databases(plan, threads=2, memory_bytes=GB)
    return plan.folder


@pytest.fixture(scope="module")
def solved(tmp_path_factory):
    folder = tmp_path_factory.mktemp("databases")
    build(ThreeMen(), folder, distances=True)
    return folder


@pytest.fixture(scope="module")
def solved_without_distances(tmp_path_factory):
    folder = tmp_path_factory.mktemp("databases")
    build(ThreeMen(), folder)
    return folder


SAMPLE = [f"{fen} 0 1" for men in range(7) for fen in positions(men)[::40]]


@pytest.mark.parametrize("fen", SAMPLE[::3])
def test_verdicts_are_those_of_the_exhaustive_solution(game, solved, fen):
    databases, position = Databases.open(solved), game.from_fen(fen)
    twin = plyground.game("mill:three-plain").from_fen(fen)
    assert databases.verdict(position) == three_mens_morris().verdict(twin)
    found, expected = databases.verdicts(position), three_mens_morris().verdicts(twin)
    assert found is not None
    assert expected is not None
    assert [(str(move), verdict) for move, verdict in found] == [(str(move), verdict) for move, verdict in expected]


def test_without_distances_only_the_outcome_is_known(game, solved, solved_without_distances):
    exact, coarse = Databases.open(solved), Databases.open(solved_without_distances)
    for fen in SAMPLE:
        verdict = exact.verdict(game.from_fen(fen))
        assert verdict is not None
        assert coarse.verdict(game.from_fen(fen)) == Verdict(verdict.outcome)


def test_position_without_a_database_has_no_verdict(game, tmp_path):
    build(game, tmp_path, pieces=4)
    databases = Databases.open(tmp_path)
    assert databases.covers(game)
    assert databases.verdict(game.start()) is not None
    assert databases.verdict(game.from_fen(f"{positions(5)[0]} 0 1")) is None
    assert databases.verdicts(game.from_fen(f"{positions(4)[0]} 0 1")) is None
    assert databases.verdict(plyground.game("chess").start()) is None
    assert not databases.covers(plyground.game("chess"))
    assert not Databases.open(tmp_path / "nowhere").covers(game)
    assert Databases.open(tmp_path / "nowhere").verdict(game.start()) is None


def test_several_folders_complete_each_other(game, tmp_path, solved):
    build(game, tmp_path, pieces=2)
    databases = Databases.open(tmp_path, solved)
    for men in (1, 6):
        position = game.from_fen(f"{positions(men)[0]} 0 1")
        assert databases.verdict(position) == Databases.open(solved).verdict(position)


@pytest.mark.parametrize(("file", "name"), [("5.dtw", "4.dtw"), ("3.wdl", "3.dtw"), ("2.dtw", "2.wdl")])
def test_a_database_under_another_name_is_refused(game, tmp_path, solved, file, name):
    shutil.copytree(solved, tmp_path, dirs_exist_ok=True)
    folder = rules_folder(game, tmp_path)
    (folder / file).replace(folder / name)
    with pytest.raises(InvalidDatabase) as refused:
        Databases.open(tmp_path).verdict(game.from_fen(f"{positions(int(name[0]))[0]} 0 1"))
    assert refused.value.code == "database_foreign"


def test_a_database_of_other_rules_is_refused(game, tmp_path, solved, monkeypatch):
    shutil.copytree(solved, tmp_path, dirs_exist_ok=True)
    monkeypatch.setattr(ThreeMen, "database_rules", "board=three lose_below=2")
    shutil.move(tmp_path / "mill" / "board=three", rules_folder(game, tmp_path))
    with pytest.raises(InvalidDatabase, match=r"is distance 0 of mill \(board=three\), not distance 0 of mill"):
        Databases.open(tmp_path).verdict(game.start())


def test_folders_come_from_the_environment(monkeypatch, tmp_path):
    monkeypatch.delenv("PLYGROUND_DATABASES", raising=False)
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path))
    assert database_folders() == (tmp_path / "databases",)
    monkeypatch.setenv("PLYGROUND_DATABASES", f"one{os.pathsep}two")
    assert database_folders() == (Path("one"), Path("two"))


def test_a_long_list_of_rules_still_names_a_folder(game, monkeypatch):
    monkeypatch.setattr(ThreeMen, "database_rules", "x" * 300)
    first = rules_folder(game, Path())
    monkeypatch.setattr(ThreeMen, "database_rules", "x" * 299 + "y")
    assert first != rules_folder(game, Path())
    assert len(first.name) < 120


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix in (".wdl", ".dtw", ".part")}


@pytest.mark.parametrize("men", [6, 3, 0])
def test_interrupted_build_continues_and_ends_with_the_same_files(game, tmp_path, solved, men):
    game.interrupt_at = men
    with pytest.raises(KeyboardInterrupt):
        build(game, tmp_path, distances=True)
    assert game.built == [str(done) for done in range(6, men, -1)]
    game.interrupt_at = None
    folder = build(game, tmp_path, distances=True)
    assert game.built == [str(done) for done in range(6, -1, -1)]
    assert contents(folder) == contents(rules_folder(game, solved))


def test_what_is_there_is_not_built_again(game, tmp_path):
    build(game, tmp_path)
    game.built.clear()
    build(game, tmp_path)
    assert game.built == []
    build(game, tmp_path, distances=True)
    assert len(game.built) == 7


def test_a_build_that_does_not_fit_is_refused_before_it_starts(game, tmp_path, monkeypatch):
    plan = BuildPlan.of(game, tmp_path)
    with pytest.raises(InvalidDatabase, match=r"needs 1\.0 MB of memory, more than the limit of 0\.5 kB"):
        build_databases(plan, threads=1, memory_bytes=500)
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=1000))
    with pytest.raises(InvalidDatabase, match=r"need about 2\.1 kB, but .* has only 1\.0 kB left"):
        build_databases(plan, threads=1, memory_bytes=GB)
    assert game.built == []


def test_two_builds_in_one_folder_are_refused(game, tmp_path):
    other = ThreeMen()

    def build_too(what: str, done: float, left_s: float | None = None) -> None:
        with pytest.raises(InvalidDatabase) as refused:
            build(other, tmp_path)
        assert refused.value.code == "database_busy"

    build_databases(BuildPlan.of(game, tmp_path, 0), threads=1, memory_bytes=GB, on_progress=build_too)
    assert other.built == []


def test_a_folder_that_cannot_be_written_is_named(game, tmp_path):
    (tmp_path / "mill").write_text("in the way")
    with pytest.raises(InvalidDatabase, match=r"The folder .* cannot be used: "):
        build(game, tmp_path)


def test_damage_is_found_by_checking(game, tmp_path, solved):
    shutil.copytree(solved, tmp_path, dirs_exist_ok=True)
    plan = BuildPlan.of(game, tmp_path, distances=True)
    paths = [path for step in plan.plans for path in plan.files(step)]
    check_files(paths, game)
    damaged = bytearray(paths[3].read_bytes())
    damaged[len(damaged) // 2] ^= 4
    paths[3].write_bytes(damaged)
    with pytest.raises(InvalidDatabase) as refused:
        check_files(paths, game)
    assert refused.value.arguments["path"] == str(paths[3])


def test_full_verification_finds_wrong_values_and_remembers_what_it_verified(game, tmp_path, solved):
    shutil.copytree(solved, tmp_path, dirs_exist_ok=True)
    plan = BuildPlan.of(game, tmp_path)
    assert set(verify_databases(plan, threads=1).values()) == {0}
    assert len(game.built) == 7
    assert set(verify_databases(plan, threads=1).values()) == {0}
    assert len(game.built) == 7
    wrong = ThreeMen()
    (plan.folder / "6.wdl").unlink()
    values = three_mens_morris()._values
    name = positions(6)[0]
    old = values[name]
    values[name] = Verdict("win", 3) if old.outcome != "win" else Verdict("loss", 2)
    try:
        build(wrong, tmp_path)
    finally:
        values[name] = old
    assert verify_databases(plan, threads=1)["6",] == 1
    assert len(game.built) == 8


@pytest.fixture
def command(game, monkeypatch, tmp_path):
    monkeypatch.setattr(db, "find_game", lambda *_: game)
    monkeypatch.setenv("PLYGROUND_DATABASES", str(tmp_path))

    def run(*arguments: str, status: int = 0) -> str:
        done = CliRunner().invoke(app, ["db", *arguments])
        if status == 0 and done.exception is not None:
            raise done.exception
        assert done.exit_code == status
        return done.output

    return run


def row(output: str, first: str) -> Sequence[str]:
    [line] = [line for line in output.splitlines() if line.split()[:1] == [first]]
    return line.split()


def test_commands_from_building_to_probing(command, game, tmp_path, monkeypatch):
    monkeypatch.setattr(endgame_building, "SMALL_BYTES", 0)
    assert "7 databases, " in command("build", "mill")
    assert "everything is there already" in command("build", "mill")
    assert re.search(r"with distances .* kB", command("info", "mill"))
    output = command("stats", "mill")
    verdicts = [three_mens_morris()._values[name].outcome for name in positions(6)]
    counts = [verdicts.count(name) for name in ("win", "draw", "loss")]
    assert row(output, "6")[1:5] == [f"{count:,}" for count in (*counts, len(verdicts))]
    assert int(row(output, "all")[4].replace(",", "")) == len(three_mens_morris())
    assert command("verify", "mill") == "7 databases are undamaged\n"
    assert command("verify", "mill", "--full", "--table", "6", "--table", "2").count("correct") == 2
    assert command("verify", "mill", "--full", "--men", "4").count("correct") == 5
    assert command("verify", "mill", "--full").count("correct") == 7
    lost = next(fen for fen, verdict in three_mens_morris()._values.items() if verdict == Verdict("loss", 2))
    assert ": loses\n" in command("probe", "mill", f"{lost} 0 1")
    command("build", "mill", "--distances")
    output = command("probe", "mill", f"{lost} 0 1")
    assert ": loses in 2\n" in output
    moves = game.from_fen(f"{lost} 0 1").legal_moves
    assert output.count("loses in 2") == 1 + len(moves)


def test_small_databases_have_distances_in_any_case(command, game, monkeypatch):
    command("build", "mill")
    lost = next(fen for fen, verdict in three_mens_morris()._values.items() if verdict == Verdict("loss", 2))
    assert ": loses in 2\n" in command("probe", "mill", f"{lost} 0 1")


def test_interrupted_command_says_how_to_continue(command, game):
    game.interrupt_at = 2
    assert "interrupted with 3 of 7 steps left; the same command continues" in command("build", "mill", status=130)


def test_commands_say_what_is_missing(command, game):
    with pytest.raises(InvalidDatabase, match="Run `plyground db build mill` to build them"):
        command("stats", "mill")
    with pytest.raises(InvalidDatabase):
        command("verify", "mill")
    assert "no database has this position" in command("probe", "mill", game.start().fen)
    assert "0 databases" in command("info", "mill")


def test_game_that_cannot_be_solved_is_named(monkeypatch, tmp_path):
    done = CliRunner().invoke(app, ["db", "build", "connect-four"])
    assert isinstance(done.exception, InvalidDatabase)
    assert done.exception.code == "database_no_solver"
