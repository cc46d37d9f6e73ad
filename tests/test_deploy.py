"""The compose file names only what exists: services, files, and options of our commands."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]

DEPLOY = Path(__file__).parents[1] / "deploy"
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
COMMANDS = {
    name: service["command"].split()
    for name, service in COMPOSE["services"].items()
    if service.get("command", "").startswith("plyground ")
}


def test_there_are_two_servers_workers_a_database_and_a_proxy():
    assert set(COMPOSE["services"]) == {"database", "server1", "server2", "workers", "proxy"}
    assert set(COMMANDS) == {"server1", "server2", "workers"}


@pytest.mark.parametrize("name", ["server1", "workers"])
def test_the_options_exist(name):
    command, *arguments = COMMANDS[name][1:]
    shown = subprocess.run(
        [sys.executable, "-m", "plyground", command, "--help"], capture_output=True, text=True, check=True
    ).stdout
    for option in (one for one in arguments if one.startswith("--")):
        assert re.search(rf"{option}\b", shown), option


def test_everything_that_is_referred_to_is_there():
    caddy = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    for server in re.findall(r"(\w+):43210", caddy):
        assert server in COMPOSE["services"]
    for service in COMPOSE["services"].values():
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert (DEPLOY / source).exists() if source.startswith("./") else source in COMPOSE["volumes"]
        assert set(service.get("depends_on", ())) <= set(COMPOSE["services"])
    assert (DEPLOY.parent / COMPOSE["x-server"]["build"]["dockerfile"]).is_file()
