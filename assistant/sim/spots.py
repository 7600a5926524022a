"""Where pieces stand on the simulated game board: a plain grid of printed discs, given out in the order of the ids."""

from collections.abc import Sequence

COLUMNS = 14
ROWS = 6
LEFT_MM, TOP_MM = 28.0, 40.0
PITCH_X_MM, PITCH_Y_MM = 28.0, 27.0


def grid_mm() -> tuple[tuple[float, float], ...]:
    """All printed discs, row by row, in the axes of the game board."""
    return tuple(
        (LEFT_MM + PITCH_X_MM * column, TOP_MM + PITCH_Y_MM * row) for row in range(ROWS) for column in range(COLUMNS)
    )


def spots_mm(places: Sequence[str]) -> dict[str, tuple[float, float]]:
    """Return a disc for every place id; raises ValueError when there are more places than discs."""
    discs = grid_mm()
    if len(places) > len(discs):
        raise ValueError(f"{len(places)} places do not fit on a board of {len(discs)} discs")
    return dict(zip(places, discs, strict=False))
