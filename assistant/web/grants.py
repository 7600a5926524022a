"""Roles and the signed words that prove them. Deny by default: a right not listed here does not exist."""

import base64
import hashlib
import hmac
import secrets
from dataclasses import dataclass

from assistant.web.schemas import Role

ROLES: tuple[Role, ...] = ("operator", "seat", "spectator", "display")
RIGHTS: dict[str, frozenset[str]] = {
    "operator": frozenset({"look", "play", "answer", "undo", "manage", "camera", "hints", "invite"}),
    "seat": frozenset({"look", "play", "answer", "hints"}),
    "spectator": frozenset({"look"}),
    "display": frozenset({"look"}),
}
"""What each role may do. A seat plays and answers only for itself; routes check that."""


@dataclass(frozen=True, slots=True)
class Grant:
    """Who somebody is. `nonce` makes every grant its own, so that its CSRF word is too."""

    role: Role
    seat: str | None
    nonce: str

    def may(self, right: str) -> bool:
        return right in RIGHTS[self.role]

    def owns(self, seat: str | None) -> bool:
        """Whether this grant may act for a seat. Nobody's business is the operator's."""
        return self.role == "operator" or (self.role == "seat" and seat is not None and seat == self.seat)


def new_grant(role: Role, seat: str | None = None) -> Grant:
    return Grant(role, seat if role == "seat" else None, secrets.token_urlsafe(12))


class Signer:
    """Writes grants as signed words and reads them back, with comparison in constant time."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def _mark(self, purpose: str, text: str) -> str:
        digest = hmac.new(self._secret, f"{purpose}:{text}".encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest[:24]).decode()

    def write(self, purpose: str, grant: Grant) -> str:
        text = f"{grant.role}.{grant.seat or '-'}.{grant.nonce}"
        return f"{text}.{self._mark(purpose, text)}"

    def read(self, purpose: str, word: str | None) -> Grant | None:
        """The grant, or None for anything not signed by us for this purpose."""
        parts = (word or "").split(".")
        if len(parts) != 4 or not all(part.isascii() for part in parts):
            return None
        role, seat, nonce, mark = parts
        if not hmac.compare_digest(self._mark(purpose, f"{role}.{seat}.{nonce}"), mark):
            return None
        known = next((one for one in ROLES if one == role), None)
        return Grant(known, None if seat == "-" else seat, nonce) if known else None

    def csrf(self, grant: Grant) -> str:
        """The word a page must show with every change it asks for."""
        return self._mark("csrf", f"{grant.role}.{grant.seat}.{grant.nonce}")

    def csrf_fits(self, grant: Grant, word: str | None) -> bool:
        return hmac.compare_digest(self.csrf(grant).encode(), (word or "").encode("utf-8", "replace"))
