"""Settings of the web edge, checked when they are made."""

import secrets
from dataclasses import dataclass, field
from pathlib import Path

STATIC = Path(__file__).resolve().parent / "static"


@dataclass(frozen=True, slots=True)
class Limits:
    """What one client may ask for. Lower values annoy people, higher ones let one phone slow the table."""

    body_bytes: int = 64 * 1024
    requests_per_s: float = 40.0
    requests_burst: int = 240
    socket_messages_per_s: float = 10.0
    socket_message_bytes: int = 2048
    sockets: int = 700
    events_kept: int = 256


@dataclass(frozen=True, slots=True)
class WebConfig:
    """`hosts` are the names under which the page may be called; `secret` signs the roles (keep it to keep pairings)."""

    host: str = "127.0.0.1"
    port: int = 8000
    lan: bool = False
    hosts: tuple[str, ...] = ()
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    static: Path = STATIC
    box_patch: Path | None = None
    """Where the player's corrections of his box are kept; None keeps none."""
    demo: bool = False
    version: str = ""
    limits: Limits = field(default_factory=Limits)

    def allowed_hosts(self) -> frozenset[str]:
        """Host names without port, lower case."""
        return frozenset({"127.0.0.1", "localhost", "[::1]", *(name.lower() for name in self.hosts)})
