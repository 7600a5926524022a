"""Where the files that travel with the program lie: beside the package in a checkout, inside it in a wheel."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def resource(room: str) -> Path:
    """Return the folder of `models` or `calibration`, from the wheel if it is there, else from the checkout."""
    packed = PACKAGE / "data" / room
    return packed if packed.is_dir() else PACKAGE.parent / room
