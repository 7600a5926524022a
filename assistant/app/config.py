"""Where things are kept and how the program is started, checked when it is read."""

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path


def data_home() -> Path:
    """The folder of games and calibrations: `DURBAR_HOME`, else the system's place for a user's data."""
    chosen = os.environ.get("DURBAR_HOME")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", str(Path.home()))) / "durbar"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "durbar"
    return Path(os.environ.get("XDG_DATA_HOME", str(Path.home() / ".local" / "share"))) / "durbar"


class ConfigError(ValueError):
    """A setting that cannot be. The message names it and what is allowed."""


@dataclass(frozen=True, slots=True)
class AppConfig:
    """What a running table needs to know. Raises ConfigError for values that cannot be."""

    home: Path = field(default_factory=data_home)
    host: str = "127.0.0.1"
    port: int = 8000
    players: int = 4
    modules: tuple[str, ...] = ()
    seed: int = 1
    speed: float = 1.0
    leds: str = "simulated"
    """`simulated`, `none`, or what `assistant.hw.open_board` takes."""
    led_count: int = 150

    def __post_init__(self) -> None:
        if not 0 <= self.port <= 65535:
            raise ConfigError(f"port {self.port}: a port is a number from 0 to 65535")
        if not 2 <= self.players <= 4:
            raise ConfigError(f"{self.players} players: the game is for 2 to 4")
        if not 0.1 <= self.speed <= 100:
            raise ConfigError(f"speed {self.speed}: 0.1 is slow, 1 as people play, 100 the most")

    @property
    def store(self) -> Path:
        return self.home / "games.sqlite3"

    @property
    def calibration(self) -> Path:
        return self.home / "calibration.json"

    @property
    def gallery(self) -> Path:
        return self.home / "gallery"

    @property
    def box_patch(self) -> Path:
        return self.home / "box.json"

    @property
    def led_map(self) -> Path:
        return self.home / "led-map.json"
