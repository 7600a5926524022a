"""What a trained finder wrongly takes for dice in training pictures: the best lessons in "nothing" for the reader."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from .bank import Item
from .nets import HEAT, NOMINAL_EDGE_PX, STRIDE, Finder

LOWEST_HEAT = -2.2  # logit; what is marked less is never looked at closely
MOST_LOOKS = 600  # pictures searched a bank


def with_lures(items: list[Item], finder: Path, seed: int) -> list[Item]:
    """Return the items, some of them with the places where the finder erred."""
    net = Finder()
    net.load_state_dict(torch.load(finder))
    net.eval()
    chosen = set(np.random.default_rng(seed).permutation(len(items))[:MOST_LOOKS].tolist())
    return [_searched(net, item) if k in chosen else item for k, item in enumerate(items)]


def _searched(net: Finder, item: Item) -> Item:
    edge = float(np.median(item.truth.edge_px)) if len(item.truth.value) else 40.0
    found = [_errors(net, item, NOMINAL_EDGE_PX / edge * step) for step in (0.8, 1.25)]
    return replace(item, lures=np.concatenate([item.lures, *found]))


def _errors(net: Finder, item: Item, scale: float) -> NDArray[np.float32]:
    """Return (N, 3) x, y, edge of marks that lie on no die."""
    picture = cv2.resize(item.picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    height, width = (side // 16 * 16 for side in picture.shape[:2])
    with torch.no_grad():
        said = net(torch.from_numpy(picture[:height, :width].transpose(2, 0, 1).copy())[None].float())[0].numpy()
    heat = said[HEAT][0]
    peaks = np.argwhere((heat > LOWEST_HEAT) & (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))))
    rows = []
    for row, column in peaks:
        at = (np.array([column, row]) + 0.5 + said[4:6, row, column]) * STRIDE / scale
        edge = float(np.exp(np.clip(said[1, row, column], -1.5, 1.5)) * NOMINAL_EDGE_PX / scale)
        gap = np.hypot(*(item.truth.centre_xy - at).T) / item.truth.edge_px
        if (gap > np.where(item.truth.size_known, 0.45, 0.6)).all():
            rows.append([*at, edge])
    return np.array(rows, np.float32).reshape(-1, 3)
