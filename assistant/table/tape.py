"""Where a session tells everything that comes in, in the order in which it is dealt with: for recordings."""

from typing import Protocol


class Tape(Protocol):
    """Called inside the session's lock, before the input is dealt with. Must not raise and should return at once."""

    def command(self, command: object) -> None:
        """A command of the page, the robots or a person."""

    def reading(self, observation: object) -> None:
        """A reading of the camera."""

    def main(self, reading: object) -> None:
        """A reading of the game board, or None."""

    def number(self, number: int) -> None:
        """A number the session drew for chance."""
