"""Passwords: hashed with Argon2id, in threads of their own."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

from plyground.errors import ServiceRefused
from plyground.server.names import fold

MIN_LENGTH, MAX_LENGTH = 8, 200
SALT_BYTES, HASH_BYTES = 16, 32
MEMORY_KB, ITERATIONS, LANES = 19_456, 2, 1
"""What OWASP recommends at least: 19 MB and about 30 ms for each guess."""
THREADS = 2
MAX_WAITING = 64
"""More passwords than this do not wait; they would take seconds."""

Answer = TypeVar("Answer")


def check_new(password: str, name: str) -> None:
    """Raises `ServiceRefused` if a password is too easy to guess."""
    if not MIN_LENGTH <= len(password) <= MAX_LENGTH or len(set(password)) < MIN_LENGTH // 2:
        raise ServiceRefused("password_weak", least=MIN_LENGTH, most=MAX_LENGTH)
    if fold(name) in fold(password):
        raise ServiceRefused("password_is_name")


class Passwords:
    """Hashes and compares passwords, a few at a time and never on the event loop."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, "passwords")
        self._waiting = 0
        self._nobodys = _hash(os.urandom(HASH_BYTES))
        """Compared with when there is no account, so that an answer takes as long as for any other."""

    async def hash(self, password: str) -> str:
        """The hash in PHC form, with its parameters and a new salt."""
        return await self._run(lambda: _hash(password.encode()))

    async def is_right(self, password: str, stored: str | None) -> bool:
        """Whether a password has this hash; never, but just as slowly, if there is none."""
        is_same = await self._run(lambda: _is_same(password.encode(), stored or self._nobodys))
        return is_same and stored is not None

    async def _run(self, work: Callable[[], Answer]) -> Answer:
        if self._waiting >= MAX_WAITING:
            raise ServiceRefused("service_busy", waiting=self._waiting)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Ends the threads when they have finished."""
        self._threads.shutdown(wait=False)


def _hash(password: bytes) -> str:
    salt = os.urandom(SALT_BYTES)
    return Argon2id(
        salt=salt, length=HASH_BYTES, iterations=ITERATIONS, lanes=LANES, memory_cost=MEMORY_KB
    ).derive_phc_encoded(password)


def _is_same(password: bytes, stored: str) -> bool:
    try:
        Argon2id.verify_phc_encoded(password, stored)
    except InvalidKey:
        return False
    return True
