"""Cameras to choose from, without any."""

import numpy as np

from assistant.web.camera import EyeCamera
from assistant.web.schemas_setup import CameraOffer


class Choice:
    """Two cameras of the computer; whatever is in `dead` cannot be opened."""

    def __init__(self, dead: tuple[str, ...] = ()) -> None:
        self.page = EyeCamera()
        self.dead = dead
        self.tried: list[str] = []
        self.chosen = ""

    def offers(self) -> list[CameraOffer]:
        sources = dict.fromkeys(("0", "2", self.chosen) if self.chosen else ("0", "2"))
        return [CameraOffer(source=one, name="", chosen=one == self.chosen) for one in sources]

    def choose(self, source: str) -> str:
        self.tried.append(source)
        if source in self.dead:
            return f"camera {source} cannot be opened"
        self.chosen = source
        self.page.see(np.full((40, 60, 3), 90, np.uint8))
        return ""
