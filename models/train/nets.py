"""The networks: a finder that sees every top face at once, a reader that looks at one top face closely, and an expert,
a larger reader that is asked where those two doubt."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

STRIDE = 4
HEAT, EDGE, BOX, SHIFT, VALUE, COLOUR = slice(0, 1), slice(1, 2), slice(2, 4), slice(4, 6), slice(6, 12), slice(12, 17)
FINDER_CHANNELS = 17
NOMINAL_EDGE_PX = 20.0  # sizes are predicted as logarithms relative to this
# Side of the reader's square; the face takes up half of it. A table's statues are cut out with up to 30 pixels a die:
# in gloss the rim of a drilled pip, a pixel wide, may be all there is to see of it.
READER_SIDE = 48
READER_CLASSES = 7  # nothing, 1..6
PLACE_WIDTH = 32  # numbers the reader keeps of every place


def conv(inputs: int, outputs: int, stride: int = 1, size: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, size, stride, size // 2, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


def packed(x: Tensor) -> Tensor:
    """(N, 3, H, W) -> (N, 12, H/2, W/2): the pixels of every two by two square, row by row, each with its channels."""
    n, c, h, w = x.shape
    return x.reshape(n, c, h // 2, 2, w // 2, 2).permute(0, 3, 5, 1, 2, 4).reshape(n, 4 * c, h // 2, w // 2)


class Block(nn.Module):
    """Two convolutions and a way around them."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.one = conv(width, width)
        self.two = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: Tensor) -> Tensor:
        return F.relu(x + self.two(self.one(x)))


class Finder(nn.Module):
    """Picture (N, 3, H, W), BGR 0..255 -> map (N, FINDER_CHANNELS, H/4, W/4); H and W are multiples of 16.

    As it is exported, it takes packed bytes (N, H/2, W/2, 12).
    """

    def __init__(self, w4: int = 32, w8: int = 64, w16: int = 96, top: int = 48) -> None:
        super().__init__()
        # Two by two pixels at once: a convolution over three channels took a third of the whole network's time.
        self.stem = conv(12, w4, 2)
        self.at4 = Block(w4)
        self.down8 = conv(w4, w8, 2)
        self.at8 = nn.Sequential(Block(w8), Block(w8))
        self.down16 = conv(w8, w16, 2)
        self.at16 = nn.Sequential(Block(w16), Block(w16))
        self.up8 = conv(w16, w8, size=1)
        self.mix8 = Block(w8)
        self.up4 = conv(w8, top, size=1)
        self.side4 = conv(w4, top, size=1)
        self.mix4 = conv(top, top)
        self.heads = nn.Conv2d(top, FINDER_CHANNELS, 1)
        nn.init.constant_(self.heads.bias[:1], -4.0)

    def forward(self, x: Tensor) -> Tensor:
        return self.see(packed(x))

    def see(self, x: Tensor) -> Tensor:
        """As `forward`, for pictures that are packed already."""
        four = self.at4(self.stem(x / 127.5 - 1.0))
        eight = self.at8(self.down8(four))
        sixteen = self.at16(self.down16(eight))
        eight = self.mix8(eight + F.interpolate(self.up8(sixteen), scale_factor=2.0, mode="nearest"))
        four = self.side4(four) + F.interpolate(self.up4(eight), scale_factor=2.0, mode="nearest")
        return self.heads(self.mix4(four))


class Reader(nn.Module):
    """Squares (N, 3, side, side), BGR 0..255 -> (N, 12): seven values (nothing, 1..6), then five colours.

    What is seen counts as a whole and place by place: pips of a neighbour lie elsewhere than those of the face.
    """

    def __init__(self, side: int = READER_SIDE, width: int = 24, blocks: tuple[int, int, int] = (0, 1, 1)) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, width, 2),
            conv(width, width),
            *(Block(width) for _ in range(blocks[0])),
            conv(width, width * 2, 2),
            *(Block(width * 2) for _ in range(blocks[1])),
            conv(width * 2, width * 4, 2),
            *(Block(width * 4) for _ in range(blocks[2])),
        )
        self.places = conv(width * 4, PLACE_WIDTH, size=1)
        seen = width * 4 * 2 + PLACE_WIDTH * (side // 8) ** 2
        self.out = nn.Sequential(
            nn.Linear(seen, 96), nn.ReLU(inplace=True), nn.Dropout(0.1), nn.Linear(96, READER_CLASSES + 5)
        )

    def forward(self, x: Tensor) -> Tensor:
        y = self.body(x / 127.5 - 1.0)
        return self.out(torch.cat([y.mean((2, 3)), y.amax((2, 3)), self.places(y).flatten(1)], 1))


class Expert(Reader):
    """As the reader, with three and a half times the sums: a frame has time for that where few faces are looked at."""

    def __init__(self) -> None:
        super().__init__(width=32, blocks=(1, 2, 2))
