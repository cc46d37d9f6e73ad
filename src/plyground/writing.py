"""Writing files: whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO

NEW_FILE_MODE = 0o644


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """A temporary file that replaces `path` at the end; on an error the old file stays as it was.

    An `OSError` names `path`, whatever failed. Pipes and devices are not replaced but written to.
    """
    try:
        if path.exists() and not path.is_file():
            with path.open("wb") as file:
                yield file
            return
        # The file that a link points to, not the link.
        target = Path(os.path.realpath(path))
        mode = target.stat().st_mode & 0o777 if target.exists() else NEW_FILE_MODE
        with NamedTemporaryFile(dir=target.parent, prefix=f".{target.name[:100]}-", delete=False) as temporary:
            try:
                yield temporary
                temporary.flush()
                os.fsync(temporary.fileno())
                # Temporary files are private; this one becomes an ordinary file.
                os.chmod(temporary.name, mode)
                os.replace(temporary.name, target)
            except BaseException:
                os.unlink(temporary.name)
                with suppress(OSError):
                    temporary.close()
                raise
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error


def write_text(path: Path, text: str) -> None:
    """Writes a text as UTF-8, whole or not at all; characters that cannot be encoded become question marks."""
    with replacing(path) as file:
        file.write(text.encode(errors="replace"))
