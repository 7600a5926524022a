"""Lights without a board, as the page's set-up uses them."""

from assistant.hw.background import BoardStatus
from assistant.hw.lights import LedMap


class FakeLamps:
    """Remembers what it was told."""

    def __init__(self, led_count: int = 60) -> None:
        self.led_map = LedMap(led_count)
        self.pointed: int | None = None
        self.kept: list[LedMap] = []
        self.full_disk = False

    def status(self) -> BoardStatus:
        return BoardStatus(True, "/dev/test", "1", self.led_map.led_count, None, 0.0)

    def point(self, led: int | None) -> None:
        self.pointed = led

    def keep(self, led_map: LedMap) -> None:
        if self.full_disk:
            raise OSError("no space left")
        self.kept.append(led_map)
        self.led_map = led_map
