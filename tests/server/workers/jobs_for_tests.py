"""Jobs that behave well and badly, done by real workers in the tests."""

from __future__ import annotations

import ctypes
import os
import time

from plyground.errors import InvalidRules
from plyground.server.workers.job import Job, JobContext


def _double(number: int, context: JobContext) -> int:
    return 2 * number


def _count(number: int, context: JobContext) -> int:
    for told in range(number):
        context.report(told)
    return number


def _tick(number: int, context: JobContext) -> int:
    """Tells numbers from this one on until it is stopped."""
    while not context.stop.is_requested:
        context.report(number)
        number += 1
        time.sleep(0.005)
    return number


def _deaf(seconds: float, context: JobContext) -> float:
    time.sleep(seconds)
    return seconds


def _spin(seconds: float, context: JobContext) -> float:
    while True:
        pass


def _crash(number: int, context: JobContext) -> int:
    ctypes.string_at(0)
    return number


def _fail(number: int, context: JobContext) -> int:
    raise RuntimeError("unforeseen")


def _refuse(number: int, context: JobContext) -> int:
    raise InvalidRules("level_range", level=number, low=1, high=20)


def _hoard(megabytes: int, context: JobContext) -> int:
    return len(bytearray(megabytes << 20))


def _print(number: int, context: JobContext) -> int:
    os.write(1, b"x" * 100_000)
    print("chatter")
    return number


def _pid(number: int, context: JobContext) -> int:
    return os.getpid()


DOUBLE = Job("double", _double, int, int)
COUNT = Job("count", _count, int, int, int)
TICK = Job("tick", _tick, int, int, int)
DEAF = Job("deaf", _deaf, float, float)
SPIN = Job("spin", _spin, float, float)
CRASH = Job("crash", _crash, int, int)
FAIL = Job("fail", _fail, int, int)
REFUSE = Job("refuse", _refuse, int, int)
HOARD = Job("hoard", _hoard, int, int)
PRINT = Job("print", _print, int, int)
PID = Job("pid", _pid, int, int)

JOBS = {job.name: job for job in (DOUBLE, COUNT, TICK, DEAF, SPIN, CRASH, FAIL, REFUSE, HOARD, PRINT, PID)}
