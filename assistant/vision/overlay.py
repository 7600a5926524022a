"""Laying gallery pictures over cells: how well does this tile, this way round, fit what the camera shows?

The fit is the correlation of the picture's middle with the cell at the best shift, -1..1, blind to brightness and
contrast of each colour. All shifts of all candidates are tried at once, as products of spectra.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Pictures = NDArray[np.uint8]
Fits = NDArray[np.float32]
Spectra = NDArray[np.complex64]

FIT_PX = 32
FIT_REACH_PX = 4
"""Cells are laid over gallery pictures at this size, shifted by up to an eighth of a cell, as far as tiles stray."""
FIT_SCALES = (1.0, 0.95)
"""A tile fills its cell, or leaves the gap of a printed board around it."""
FIT_SOFTNESS_PX = 0.7
"""Fine hatching shifts by less than a pixel and would spoil the fit of the right tile."""
FLAT = 0.5
"""Deviation in grey levels below which a cell is flat: dividing by less would make much of rounding errors."""
INNER_PX = FIT_PX - 2 * FIT_REACH_PX
SHIFTS = 2 * FIT_REACH_PX + 1


def turned(picture: Pictures, quarters: int) -> Pictures:
    """The picture turned clockwise by quarters of a circle."""
    return np.ascontiguousarray(np.rot90(picture, -quarters))


def fit_picture(picture: Pictures, scale: float = 1.0) -> Fits:
    """A cell or gallery picture ready to be laid over another, shape (FIT_PX, FIT_PX, 3)."""
    height, width = picture.shape[:2]
    if scale != 1.0:
        bend = cv2.getRotationMatrix2D((width / 2 - 0.5, height / 2 - 0.5), 0, scale)
        picture = np.asarray(cv2.warpAffine(picture, bend, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8)
    small = cv2.resize(picture, (FIT_PX, FIT_PX), interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(small, (5, 5), FIT_SOFTNESS_PX), np.float32)


def fit_pictures(cells: Pictures) -> Fits:
    """`fit_picture` of many cells (n, side, side, 3) at once, shape (n, FIT_PX, FIT_PX, 3)."""
    count, side = cells.shape[:2]
    if side % FIT_PX:
        return np.stack([fit_picture(cell) for cell in cells])
    # Cells one below the other: averaging whole pixels never mixes two of them.
    tall = cv2.resize(cells.reshape(-1, side, 3), (FIT_PX, count * FIT_PX), interpolation=cv2.INTER_AREA)
    small = tall.astype(np.float32).reshape(count, FIT_PX, FIT_PX, 3)
    for one in small:
        cv2.GaussianBlur(one, (5, 5), FIT_SOFTNESS_PX, dst=one)
    return small


def _there() -> tuple[Fits, Spectra]:
    """Matrices that make a spectrum: from the right, real and imaginary columns in turn, and from the left."""
    places, columns = np.arange(FIT_PX), np.arange(FIT_PX // 2 + 1)
    right = np.exp(-2j * np.pi * np.outer(places, columns) / FIT_PX).astype(np.complex64)
    left = np.exp(-2j * np.pi * np.outer(places, places) / FIT_PX).astype(np.complex64)
    return np.ascontiguousarray(right).view(np.float32), left


def _spectra(layers: Fits) -> Spectra:
    """Of layers (n, 3, FIT_PX, FIT_PX); shape (n, 3, FIT_PX, FIT_PX / 2 + 1).

    Products of small matrices: for pictures of this size that takes a third of the time of a fast transform.
    """
    rows = (layers.reshape(-1, FIT_PX) @ _RIGHT_THERE).view(np.complex64)
    return np.asarray(_LEFT_THERE @ rows.reshape(*layers.shape[:3], -1), np.complex64)


def _back() -> tuple[Spectra, Spectra]:
    """Matrices that turn a spectrum into the values at the few shifts we ask for, from the left and from the right."""
    shifts, rows, columns = np.arange(SHIFTS), np.arange(FIT_PX), np.arange(FIT_PX // 2 + 1)
    twice = np.where((columns == 0) | (columns == FIT_PX // 2), 1, 2)
    left = np.exp(2j * np.pi * np.outer(shifts, rows) / FIT_PX) / FIT_PX
    right = np.exp(2j * np.pi * np.outer(columns, shifts) / FIT_PX) / FIT_PX * twice[:, None]
    return left.astype(np.complex64), right.astype(np.complex64)


def _template(picture: Fits) -> Fits:
    """The middle of a picture, each colour around its mean, of length one; zeros fill up to FIT_PX."""
    inner = picture[FIT_REACH_PX:-FIT_REACH_PX, FIT_REACH_PX:-FIT_REACH_PX]
    centred = inner - inner.mean((0, 1))
    centred = centred / max(float(np.sqrt((centred**2).sum())), 1e-6)
    whole = np.zeros((FIT_PX, FIT_PX, 3), np.float32)
    whole[:INNER_PX, :INNER_PX] = centred
    return whole


def _window_sums() -> Fits:
    """Row k sums the INNER_PX places that a template shifted by k lies on, shape (SHIFTS, FIT_PX)."""
    places = np.arange(FIT_PX)[None] - np.arange(SHIFTS)[:, None]
    return ((places >= 0) & (places < INNER_PX)).astype(np.float32)


_SUMS = _window_sums()
_LEFT, _RIGHT = _back()
_RIGHT_THERE, _LEFT_THERE = _there()


def window_lengths(layers: Fits) -> Fits:
    """Length of every window of layers (n, 3, FIT_PX, FIT_PX), colours around their means; (n, SHIFTS, SHIFTS)."""
    sums = _SUMS @ layers @ _SUMS.T
    squares = _SUMS @ (layers * layers) @ _SUMS.T
    spread = (squares - sums * sums / INNER_PX**2).sum(1)
    return np.asarray(np.sqrt(np.maximum(spread, FLAT**2 * 3 * INNER_PX**2)), np.float32)


@dataclass(frozen=True, slots=True)
class Shown:
    """Cells that are ready to have pictures laid over them; row i of both is cell i."""

    spectra: Spectra
    lengths: Fits

    def only(self, which: Sequence[int]) -> "Shown":
        """Some of the cells."""
        return Shown(self.spectra[which], self.lengths[which])


def shown(cells: Pictures) -> Shown:
    """Make cells (n, side, side, 3) ready, once for all that is laid over them."""
    if not len(cells):
        spectra = np.zeros((0, 3, FIT_PX, FIT_PX // 2 + 1), np.complex64)
        return Shown(spectra, np.zeros((0, SHIFTS, SHIFTS), np.float32))
    layers = _layers(fit_pictures(cells))
    return Shown(_spectra(layers), window_lengths(layers))


def _layers(pictures: Fits) -> Fits:
    return np.ascontiguousarray(pictures.transpose(0, 3, 1, 2))


class Overlays:
    """Every gallery picture in four rotations and all scales, ready to be laid over cells."""

    def __init__(self, pictures: Sequence[Pictures]) -> None:
        flat = [
            _template(fit_picture(turned(picture, quarters), scale))
            for picture in pictures
            for quarters in range(4)
            for scale in FIT_SCALES
        ]
        shape = (len(pictures) * 4, len(FIT_SCALES), 3, FIT_PX, FIT_PX // 2 + 1)
        self._spectra = (
            np.conj(_spectra(_layers(np.stack(flat)))).reshape(shape) if flat else np.zeros(shape, np.complex64)
        )

    def fits(self, cells: Shown, tries: NDArray[np.int64], scales: int = len(FIT_SCALES)) -> Fits:
        """Fits of cells with pictures numbered 4 * picture + quarters, shape (n, k) as `tries`."""
        best = np.zeros(tries.shape, np.float32)
        if not tries.size:
            return best
        seen, lengths = cells.spectra[:, None], cells.lengths[:, None]
        for column in range(tries.shape[1]):
            laid = self._spectra[tries[:, column], :scales]
            laid *= seen
            joined = laid[:, :, 0] + laid[:, :, 1]
            joined += laid[:, :, 2]
            correlation = (_LEFT @ (joined @ _RIGHT)).real / lengths
            best[:, column] = correlation.max((1, 2, 3))
        return best
