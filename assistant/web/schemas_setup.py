"""What travels between server and page during set-up: house rules, camera, tiles, lights, the box."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from assistant.web.schemas import Wire, Word


class HouseRule(Wire):
    key: str
    ruling: str
    choices: list[bool | int | str]
    default: bool | int | str


class HouseRules(Wire):
    rules: list[HouseRule]


class Advice(Wire):
    code: str
    level: Literal["hint", "poor"]
    facts: dict[str, str | int | float]


class FoundBoard(Wire):
    name: str
    outline: list[list[float]]


class CameraState(Wire):
    camera: bool
    ready: bool


class CameraOffer(Wire):
    """A camera that can be chosen: a device number or an address, and the system's name for it (may be empty)."""

    source: str
    name: str
    chosen: bool


class CameraOffers(Wire):
    choosable: bool
    cameras: list[CameraOffer]


class ChooseCamera(Wire):
    source: Annotated[str, StringConstraints(min_length=1, max_length=500)]


class CameraReport(Wire):
    """What the camera sees right now, for the set-up."""

    camera: bool
    width: int = 0
    height: int = 0
    calibrated: bool = False
    boards: list[FoundBoard] = Field(default_factory=list)
    verdict: Literal["good", "usable", "poor"] = "poor"
    die_px: float | None = None
    blur_px: float | None = None
    brightness: float | None = None
    colours: dict[str, str] = Field(default_factory=dict)
    """The dice colours learned at this table, as `#rrggbb`."""
    advice: list[Advice] = Field(default_factory=list)


Pixel = Annotated[float, Field(ge=-20000, le=20000, allow_inf_nan=False)]


class CalibrateRequest(Wire):
    corners: Annotated[
        dict[
            Annotated[str, StringConstraints(pattern=r"^[a-z]+(/[a-z]+)?$", max_length=40)],
            Annotated[list[tuple[Pixel, Pixel]], Field(min_length=4, max_length=4)],
        ],
        Field(max_length=12, default_factory=dict),
    ]


class EnrolRequest(Wire):
    tile: Word


EnrolPhase = Literal["none", "empty", "moving", "still", "taken"]


class EnrolState(Wire):
    """Tiles learned so far and what happens on the cell; `none` before the camera knows the boards."""

    done: list[str]
    phase: EnrolPhase


LedNumber = Annotated[int, Field(ge=0, le=254)]


class LightsState(Wire):
    """The LED board and its map. `lit` is the LED lit for the set-up; `places` are all that can have LEDs."""

    board: bool
    connected: bool = False
    port: str = ""
    led_count: int = 0
    lit: int | None = None
    spaces: dict[str, list[int]] = Field(default_factory=dict)
    places: list[str] = Field(default_factory=list)


class PointRequest(Wire):
    led: LedNumber | None = None


class LedPlaceRequest(Wire):
    led: LedNumber
    place: Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9/_\-]*$", max_length=60)] | None = None


class LedMapRequest(Wire):
    begin: Literal["empty", "in_order"]


class BoxEntry(Wire):
    """One printed value; `value` is JSON text."""

    path: str
    value: str
    source: str
    note: str


class BoxEntries(Wire):
    entries: list[BoxEntry]


class BoxCorrection(Wire):
    path: Annotated[str, StringConstraints(pattern=r"^[a-z0-9_\-/]+$", max_length=120)]
    value: Annotated[str, StringConstraints(max_length=2000)]
