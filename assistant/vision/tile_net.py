"""The trained tile networks behind plain functions: pictures in, unit vectors out."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

from assistant.resources import resource
from assistant.vision.cell_patches import PATCH_PX, Patches, Pictures, patched
from assistant.vision.infer import in_pieces

Vectors = NDArray[np.float32]

PIECE_NUMBERS = 40 * 64 * 64 * 3
"""Of cells that two threads share: a full table's in two pieces. The tiles are mostly done before the dice."""


class ModelError(RuntimeError):
    """A model file is missing or is not the one this program knows."""


@dataclass(frozen=True, slots=True)
class Embedding:
    """`mark` (n, d): which tile and which way round; `kind` (n, k): which sort of ground, blind to rotation."""

    mark: Vectors
    kind: Vectors


def _session(path: Path, threads: int) -> onnxruntime.InferenceSession:
    """The network of a file, run once. Raises ModelError when there is none."""
    if not path.is_file():
        fix = "install durbar again or run `make -C models/train/tiles`"
        raise ModelError(f"{path}: the tile network is missing; {fix}")
    options = onnxruntime.SessionOptions()
    # One thread: the dice are read at the same time on the other core.
    options.intra_op_num_threads = threads
    options.log_severity_level = 3
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        side = int(session.get_inputs()[0].shape[1]) * PATCH_PX
        session.run(None, {"patches": patched(np.zeros((1, side, side, 3), np.uint8))})
    except Exception as error:
        raise ModelError(f"{path}: this is no network onnxruntime can run ({error!s:.80})") from None
    return session


class TileNet:
    """Runs `models/tiles.onnx` and, where only the marks are wanted, `models/tiles-quick.onnx` on batches of cells.

    Marks of the two are not comparable.
    """

    def __init__(self, whole: Path, quick: Path, threads: int = 1) -> None:
        self._whole, self._quick = _session(whole, threads), _session(quick, threads)
        self.side_px = int(self._whole.get_inputs()[0].shape[1]) * PATCH_PX

    @classmethod
    def load(cls, models_dir: Path | None = None, threads: int = 1) -> "TileNet":
        """The shipped networks; raises ModelError when one is not there."""
        folder = models_dir or resource("models")
        return cls(folder / "tiles.onnx", folder / "tiles-quick.onnx", threads)

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
