"""The trained tile networks behind plain functions: pictures in, unit vectors out."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

from assistant.resources import resource
from assistant.vision.cell_patches import PATCH_PX, Patches, Pictures, patched
from assistant.vision.infer import ModelError, damaged, in_pieces, open_session

__all__ = ["QUICK", "WHOLE", "Embedding", "ModelError", "TileNet", "tile_session"]

Vectors = NDArray[np.float32]

WHOLE, QUICK = "tiles.onnx", "tiles-quick.onnx"
PIECE_NUMBERS = 40 * 64 * 64 * 3
"""Of cells that two threads share: a full table's in two pieces. The tiles are mostly done before the dice."""


@dataclass(frozen=True, slots=True)
class Embedding:
    """`mark` (n, d): which tile and which way round; `kind` (n, k): which sort of ground, blind to rotation."""

    mark: Vectors
    kind: Vectors


def tile_session(path: Path, threads: int = 1) -> onnxruntime.InferenceSession:
    """The network of a file, run once. Raises ModelError when there is none.

    One thread: the dice are read at the same time on the other core.
    """
    session = open_session(path, threads)
    try:
        side = int(session.get_inputs()[0].shape[1]) * PATCH_PX
        session.run(None, {"patches": patched(np.zeros((1, side, side, 3), np.uint8))})
    except Exception as error:
        raise damaged(path, error) from None
    return session


class TileNet:
    """Runs `models/tiles.onnx` and, where only the marks are wanted, `models/tiles-quick.onnx` on batches of cells.

    Marks of the two are not comparable.
    """

    def __init__(self, whole: Path, quick: Path, threads: int = 1) -> None:
        self._whole, self._quick = tile_session(whole, threads), tile_session(quick, threads)
        self.side_px = int(self._whole.get_inputs()[0].shape[1]) * PATCH_PX

    @classmethod
    def load(cls, models_dir: Path | None = None, threads: int = 1) -> "TileNet":
        """The shipped networks; raises ModelError when one is not there."""
        folder = models_dir or resource("models")
        return cls(folder / WHOLE, folder / QUICK, threads)

    def fit(self, picture: Pictures) -> Pictures:
        """A picture of any size as the network wants it, shape (side, side, 3)."""
        if picture.ndim == 2:
            picture = np.asarray(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), np.uint8)
        shrinking = picture.shape[0] >= self.side_px and picture.shape[1] >= self.side_px
        way = cv2.INTER_AREA if shrinking else cv2.INTER_LINEAR
        return np.asarray(cv2.resize(picture, (self.side_px, self.side_px), interpolation=way), np.uint8)

    def embed(self, patches: Patches) -> Embedding:
        """Embed a batch of cells, BGR."""
        if not len(patches):
            widths = [int(one.shape[1]) for one in self._whole.get_outputs()]
            return Embedding(*(np.zeros((0, width), np.float32) for width in widths))
        mark, kind = self._whole.run(None, {"patches": patches})
        return Embedding(mark, kind)

    def marks(self, patches: Patches) -> Vectors:
        """Marks alone of a batch of cells, BGR, in half the time."""
        if not len(patches):
            return np.zeros((0, int(self._quick.get_outputs()[0].shape[1])), np.float32)
        return in_pieces(self._quick_marks, patches, PIECE_NUMBERS)

    def _quick_marks(self, patches: Patches) -> Vectors:
        marks: Vectors = self._quick.run(None, {"patches": patches})[0]
        return marks
