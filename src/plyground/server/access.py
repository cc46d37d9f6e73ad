"""Access: by which names the server is addressed, which pages may use it, and who may read its metrics."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any
from urllib.parse import urlsplit

from plyground.errors import ServiceRefused

LOCAL = ("localhost",)
PRIVATE = (*LOCAL, "local", "lan", "internal", "home.arpa")
"""Names below these belong to this machine or to the network around it; nobody can register one (RFC 6761, 6762,
8375)."""
MAX_SHOWN_LENGTH = 100
"""How much of a name is repeated in the answer."""
SECURITY_HEADERS = {
    "content-security-policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
}
"""Headers of every response. Scripts, pictures and connections come from this server only."""


@dataclass(frozen=True, slots=True)
class Access:
    """Whom the server answers.

    A page of another site can point a name of its own at this machine (DNS rebinding) and its requests then look like
    those of our own page. They name that site in `Host`, so only names that no site can have are accepted: addresses,
    names without a dot, names of the private network, and those the operator allows.
    """

    is_local: bool = False
    """Whether the server listens on this machine only, and so has no other names."""
    hosts: frozenset[str] = frozenset()
    """Further names that the operator allows."""
    origins: frozenset[str] = frozenset()
    """Other sites whose pages may use the server."""
    metrics_from: tuple[IPv4Network | IPv6Network, ...] = ()
    """Networks that may read the metrics, besides this machine."""

    @classmethod
    def of(
        cls, listens_on: str, hosts: Iterable[str] = (), origins: Iterable[str] = (), metrics_from: Iterable[str] = ()
    ) -> Access:
        """The access to a server that listens on an address; raises `ValueError` for a network that is none."""
        address = _address(listens_on)
        return cls(
            is_local=listens_on == "localhost" or (address is not None and address.is_loopback),
            hosts=frozenset(map(_hostname, hosts)),
            origins=frozenset(origins),
            metrics_from=tuple(map(ip_network, metrics_from)),
        )

    def error(self, scope: Mapping[str, Any]) -> ServiceRefused | None:
        """Why a request or a socket is not served, whatever it asks for."""
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get(b"host", "")
        if not self.answers_to(host):
            return ServiceRefused("host_unknown", host=_hostname(host)[:MAX_SHOWN_LENGTH])
        is_reading = scope["type"] == "http" and scope["method"] in ("GET", "HEAD", "OPTIONS")
        if not is_reading and not self.is_own_origin(headers.get(b"origin"), host):
            return ServiceRefused("origin_foreign")
        return None

    def is_own_origin(self, origin: str | None, host: str) -> bool:
        """Whether a client may change something: a page of ours, of a site the operator allows, or a program."""
        if origin is None or origin in self.origins:
            return True
        try:
            return urlsplit(origin).netloc.lower() == host.lower()
        except ValueError:
            return False

    def answers_to(self, host: str) -> bool:
        """Whether a request with this `Host` is meant for this server.

        >>> [Access().answers_to(host) for host in ("localhost:43210", "192.168.1.7:43210", "my-pc", "evil.example")]
        [True, True, True, False]
        >>> [Access.of("127.0.0.1").answers_to(host) for host in ("localhost", "[::1]:80", "192.168.1.7", "my-pc")]
        [True, True, False, False]
        """
        name = _hostname(host)
        if not name or name in self.hosts:
            return True
        if (address := _address(name)) is not None:
            return address.is_loopback or not self.is_local
        known = LOCAL if self.is_local else PRIVATE
        return name in known or name.endswith(tuple(f".{one}" for one in known)) or not (self.is_local or "." in name)

    def shows_metrics_to(self, address: str) -> bool:
        """Whether somebody at a network address may read the metrics.

        >>> [Access.of("", metrics_from=["10.0.0.0/8"]).shows_metrics_to(one) for one in ("::1", "10.1.2.3", "1.2.3.4")]
        [True, True, False]
        """
        found = _address(address)
        return found is not None and (found.is_loopback or any(found in network for network in self.metrics_from))


def _hostname(host: str) -> str:
    """The name in a `Host` header, without its port; one that cannot be read is nobody's."""
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return "?.invalid"


def _address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(text)
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found
