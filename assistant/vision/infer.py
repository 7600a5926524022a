"""Running a network: one session, its settings read from the file itself."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from assistant.vision.sharing import own_team

THREADS = 1
"""Dice and tiles are read side by side, a core each: that is quicker than both cores sharing each small layer."""
WAY_OUT = "install durbar again, or make the network again with `make -C models`"
TRIAL_SIDE = 16
"""Rows of the picture a network of any size is tried on."""
PIECE_NUMBERS = 60_000
"""Numbers of a batch that are run at a time where two threads share it, some milliseconds of work: one statue, eight
dice, five cells. Smaller pieces share more evenly and cost more."""


def in_pieces(
    run: Callable[[NDArray[np.uint8]], NDArray[np.float32]], batch: NDArray[np.uint8], numbers: int = PIECE_NUMBERS
) -> NDArray[np.float32]:
    """Return what a network says of a batch; a thread of a team lets the other take pieces of it."""
    team, pieces = own_team(), min(len(batch), -(-batch.size // numbers))
    if team is None or pieces < 2:
        return run(batch)
    return np.concatenate(team.each(run, np.array_split(batch, pieces)))


class ModelError(RuntimeError):
    """A model file is missing or is not the one this program knows; the message names it and the way out."""


def open_session(path: Path, threads: int) -> onnxruntime.InferenceSession:
    """The network of a file. Raises ModelError when there is none, or nothing that can be run."""
    if not path.is_file():
        raise ModelError(f"{path}: the network is missing; {WAY_OUT}")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # What is wrong with a file is said by ModelError, in one sentence.
    options.log_severity_level = 4
    # Spinning threads would keep both cores busy between frames.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:
        raise damaged(path, error) from None


def damaged(path: Path, error: Exception) -> ModelError:
    """What to say of a file that is there and does not run."""
    said = " ".join(str(error).split())
    return ModelError(f"{path}: this is no network onnxruntime can run ({said:.80}); {WAY_OUT}")


class Network:
    """An ONNX file with one input and one output; `settings` are the numbers that were fitted with its weights."""

    def __init__(self, path: Path, threads: int = THREADS) -> None:
        """Load the file and try it. Raises ModelError, with the way out, when it is not there or is no such network."""
        self._session = open_session(path, threads)
        self._input = self._session.get_inputs()[0].name
        side = self._session.get_inputs()[0].shape[1]
        self.packed_side: int = side if isinstance(side, int) else 0
        """Rows of its input, for a network that takes one size only: half a reader's square."""
        try:
            meta: dict[str, str] = self._session.get_modelmeta().custom_metadata_map
            self.settings: dict[str, Any] = json.loads(meta.get("settings", "{}"))
            trial = self.packed_side or TRIAL_SIDE
            self.run(np.zeros((1, trial, trial, 12), np.uint8))
        except Exception as error:
            raise damaged(path, error) from None

    def __call__(self, pixels: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Return the output for pictures (N, H, W, 3) BGR, or for packed ones where the network takes those."""
        return in_pieces(self.run, pixels)

    def run(self, pixels: NDArray[np.uint8]) -> NDArray[np.float32]:
        """As a call, in one piece."""
        answer: NDArray[np.float32] = self._session.run(None, {self._input: pixels})[0]
        return answer


def packed(pictures: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return pictures (N, H, W, 3) with even sides as (N, H/2, W/2, 12): every two by two square as one pixel."""
    n, height, width, _ = pictures.shape
    # Two pixels of a row stay together: moved as one item of six bytes, in half the time of moving bytes.
    pairs = np.ascontiguousarray(pictures).reshape(n, height // 2, 2, width * 3).view("V6")
    out = np.empty((n, height // 2, width // 2, 2), "V6")
    out[..., 0], out[..., 1] = pairs[:, :, 0], pairs[:, :, 1]
    return out.view(np.uint8).reshape(n, height // 2, width // 2, 12)


def softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return probabilities over the last axis."""
    shifted = logits - logits.max(axis=-1, keepdims=True)
    powers = np.exp(shifted)
    result: NDArray[np.float32] = (powers / powers.sum(axis=-1, keepdims=True)).astype(np.float32)
    return result


def sigmoid(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return 1 / (1 + e^-x)."""
    result: NDArray[np.float32] = (1.0 / (1.0 + np.exp(-logits))).astype(np.float32)
    return result
