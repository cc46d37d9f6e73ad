"""Mail: messages to people, sent through the operator's SMTP server by a thread of its own."""

from __future__ import annotations

import asyncio
import smtplib
import ssl
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from email.message import EmailMessage
from urllib.parse import parse_qs, unquote, urlsplit

from plyground.errors import ServiceRefused
from plyground.server.log import LOG

PORTS = {"smtp": 587, "smtps": 465}
LOOPBACK = ("localhost", "127.0.0.1", "::1")
TIMEOUT_S = 20.0
MAX_WAITING = 100
"""More mails than this do not wait."""


@dataclass(frozen=True, slots=True)
class MailSettings:
    """How mail is sent.

    >>> MailSettings.parse("smtps://me:secret@mail.example.org?from=chess@example.org").host
    'mail.example.org'
    """

    host: str
    port: int
    sender: str
    is_encrypted: bool
    """From the first byte on; otherwise as soon as the server offers it."""
    user: str = ""
    password: str = ""

    @classmethod
    def parse(cls, url: str) -> MailSettings:
        """Reads `smtp://USER:PASSWORD@HOST:PORT?from=ADDRESS`, or `smtps://...`; raises `ValueError`."""
        parts = urlsplit(url)
        sender = parse_qs(parts.query).get("from", [""])[0] or unquote(parts.username or "")
        if parts.scheme not in PORTS or not parts.hostname or "@" not in sender:
            raise ValueError("expected smtp://USER:PASSWORD@HOST:PORT?from=ADDRESS")
        return cls(
            host=parts.hostname,
            port=parts.port or PORTS[parts.scheme],
            sender=sender,
            is_encrypted=parts.scheme == "smtps",
            user=unquote(parts.username or ""),
            password=unquote(parts.password or ""),
        )

    def send(self, message: EmailMessage) -> None:
        """Sends a message; raises `OSError` or `SMTPException`."""
        context = ssl.create_default_context()
        connection: smtplib.SMTP
        if self.is_encrypted:
            connection = smtplib.SMTP_SSL(self.host, self.port, timeout=TIMEOUT_S, context=context)
        else:
            connection = smtplib.SMTP(self.host, self.port, timeout=TIMEOUT_S)
        with connection:
            if not self.is_encrypted:
                connection.ehlo()
                if connection.has_extn("starttls"):
                    connection.starttls(context=context)
                elif self.host not in LOOPBACK:
                    raise smtplib.SMTPNotSupportedError("the server does not encrypt the connection")
            if self.password:
                connection.login(self.user, self.password)
            connection.send_message(message)


class Mailer:
    """Sends mails one after the other, without making anybody wait."""

    def __init__(self, settings: MailSettings, send: Callable[[EmailMessage], None] | None = None) -> None:
        self._settings = settings
        self._send = send or settings.send
        self._threads = ThreadPoolExecutor(1, "mail")
        self._waiting = 0

    async def send(self, address: str, subject: str, text: str) -> None:
        """Sends a mail; raises `ServiceRefused` if that is impossible."""
        if self._waiting >= MAX_WAITING:
            raise ServiceRefused("service_busy", waiting=self._waiting)
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self._settings.sender, address, subject
        message.set_content(text)
        self._waiting += 1
        try:
            await asyncio.get_running_loop().run_in_executor(self._threads, self._send, message)
        except (OSError, smtplib.SMTPException) as error:
            LOG.error("a mail could not be sent", reason=str(error))
            raise ServiceRefused("mail_failed") from error
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Ends the thread; mails that still wait are not sent."""
        self._threads.shutdown(wait=False, cancel_futures=True)
