"""Eyes on the simulated table: drawn by the fast camera, read by the real eye; and pictures of it for the page."""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assistant.sim.art import TileContent
from assistant.sim.camera import FastCamera
from assistant.sim.evening import Frame
from assistant.sim.pose import fit_pose
from assistant.sim.render import exact_calibration
from assistant.sim.robots import PhysicalTable
from assistant.sim.scene import Hand, Lighting, Look
from assistant.sim.sensor import Conditions
from assistant.sim.steady import EXPOSURES, SteadyCamera
from assistant.vision.layout import TableLayout, standard_table
from assistant.vision.pipeline import Glance, glance_at
from assistant.vision.readings import Observation, Problem

Picture = NDArray[np.uint8]
DARK_LAMP = 0.03
SIZE_WH = (1920, 1080)


def hands_over(frame: Frame, layout: TableLayout) -> tuple[Hand, ...]:
    """Hands where the frame says; they come from the side of the table their seat is at."""
    hands = []
    for place in (*frame.over, *frame.edge):
        name = {"display": "display", "main": "main"}.get(place, f"{place}/kali")
        if place == "supply" or not any(placed.board.name == name for placed in layout.boards):
            continue
        placed = layout.board(name)
        middle = np.array([[placed.board.shape.width_mm / 2, placed.board.shape.height_mm / 2]])
        x, y = placed.to_table_mm(middle)[0].tolist()
        # A hand that only comes or goes reaches in from the edge.
        reach = 120.0 if place in frame.edge else 0.0
        below = y > layout.height_mm / 2
        hands.append(Hand(x, y + reach if below else y - reach, 90.0 if below else -90.0))
    return tuple(hands)


class SimCamera:
    """Draws the physical table at any frame of the evening."""

    def __init__(
        self,
        table: PhysicalTable,
        seed: int = 0,
        look: Look | None = None,
        contents: Mapping[str, TileContent] | None = None,
        conditions: Conditions | None = None,
    ) -> None:
        self.table = table
        self.layout = standard_table(tuple(table.seats))
        pose = fit_pose(self.layout, size_wh=SIZE_WH)
        self.camera = FastCamera(self.layout, look, pose, seed=seed, contents=contents)
        self.steady = SteadyCamera(self.camera, conditions)
        self._bump = table.bump_px

    @property
    def calibration(self) -> Any:  # noqa: ANN401 - a vision Calibration
        return exact_calibration(self.layout, self.camera.pose)

    def picture(self, frame: Frame) -> Picture:
        """The frame as the camera delivers it, shape (h, w, 3), BGR; not to be changed."""
        if self.table.bump_px != self._bump:
            self._bump = self.table.bump_px
            self.camera.bump(np.random.default_rng(frame.seq), shift_mm=6.0, turn_deg=0.6)
        scene = replace(self.table.scene(), hands=hands_over(frame, self.layout))
        if frame.problem == Problem.TOO_DARK:
            scene = replace(scene, lighting=replace(Lighting(), lamp=DARK_LAMP))
        return self.steady.picture(scene, frame.seq)


class PixelEye:
    """The fast camera and the real eye, together an eye for an evening. `through` stands between the two."""

    def __init__(self, camera: SimCamera, eye: Any, through: Callable[[Picture], Picture] | None = None) -> None:  # noqa: ANN401
        self.camera = camera
        self.eye = eye
        self.through = through
        self._glances: deque[tuple[Picture, Glance]] = deque(maxlen=2 * EXPOSURES)

    def observe(self, frame: Frame) -> Observation:
        """Draw and read."""
        if frame.problem == Problem.CAMERA_LOST:
            return Observation(frame.seq, frame.t_s, (), None, None, frame.problem)
        picture = self.camera.picture(frame)
        if self.through is not None:
            picture = self.through(picture)
        seen: Observation = self.eye.observe(picture, frame.seq, frame.t_s, self._glance(picture))
        return seen

    def _glance(self, picture: Picture) -> Glance:
        """Taken once of every exposure; they take turns, and nobody changes them."""
        known = next((glance for shown, glance in self._glances if shown is picture), None)
        if known is None:
            known = glance_at(picture)
            self._glances.append((picture, known))
        return known
