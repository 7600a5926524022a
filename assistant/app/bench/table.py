"""Figures of: table. (Not measured yet.)"""

import argparse
from typing import Any


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """No options yet."""


def measure(args: argparse.Namespace) -> dict[str, Any]:
    """Return the figures under the keys that stay fixed."""
    raise NotImplementedError("table")
