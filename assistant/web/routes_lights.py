"""The LED map over HTTP: one LED is lit, the page says which space it lies under. For the operator only."""

from typing import Annotated, Protocol, cast

from fastapi import APIRouter, Depends, Request

from assistant.engine.rajas.game import RajasGame
from assistant.hw.background import BoardStatus
from assistant.hw.lights import LedMap, LedMapError
from assistant.web import schemas_setup as wire
from assistant.web.access import DeskDep, Host, RefusedError
from assistant.web.routes_table import REFUSALS

router = APIRouter(prefix="/api/lights", tags=["set-up"])


class Lamps(Protocol):
    """The lights that run; `assistant.app.lights.Lights` has all of it."""

    @property
    def led_map(self) -> LedMap: ...

    @property
    def pointed(self) -> int | None:
        """The one LED that is lit for the set-up, or None while the lights follow the game."""
        ...

    def status(self) -> BoardStatus: ...

    def point(self, led: int | None) -> None: ...

    def keep(self, led_map: LedMap) -> None:
        """Use this map from now on and save it. Raises OSError when it cannot be saved."""
        ...


def lamps_of(request: Request) -> Lamps:
    lamps = getattr(request.app.state, "lamps", None)
    if lamps is None:
        raise RefusedError(404, "none", "No LED board is in use; start the program with --leds.")
    return cast(Lamps, lamps)


LampsDep = Annotated[Lamps, Depends(lamps_of)]


def places_of(game: RajasGame) -> list[str]:
    """Every place a light can point at: action spaces, stacks, seats and boats."""
    spaces = [space.id for space in game.rules.spaces]
    seats = [f"{kind}/{seat}" for kind in ("seat", "boat") for seat in game.setup.seats]
    return [*spaces, *game.rules.stacks, *seats]


def state_of(lamps: Lamps, game: RajasGame) -> wire.LightsState:
    status = lamps.status()
    return wire.LightsState(
        board=True,
        connected=status.connected,
        port=status.port or "",
        led_count=lamps.led_map.led_count,
        lit=lamps.pointed,
        spaces={name: list(leds) for name, leds in lamps.led_map.spaces.items()},
        places=places_of(game),
    )


@router.get("", responses=REFUSALS)
def lights(grant: Host, request: Request, desk: DeskDep) -> wire.LightsState:
    """Whether there is an LED board, which LED lies where, and which one is lit for the set-up."""
    lamps = getattr(request.app.state, "lamps", None)
    if lamps is None:
        return wire.LightsState(board=False, places=places_of(desk.game))
    return state_of(cast(Lamps, lamps), desk.game)


def known_led(lamps: Lamps, led: int) -> None:
    if led >= lamps.led_map.led_count:
        raise RefusedError(404, "unknown", f"The strip has {lamps.led_map.led_count} LEDs; there is no LED {led}.")


@router.post("/point", responses=REFUSALS)
def point(grant: Host, body: wire.PointRequest, lamps: LampsDep, desk: DeskDep) -> wire.LightsState:
    """Light one LED alone, or (null) let the lights follow the game again."""
    if body.led is not None:
        known_led(lamps, body.led)
    lamps.point(body.led)
    return state_of(lamps, desk.game)


@router.post("/place", responses=REFUSALS)
def place(grant: Host, body: wire.LedPlaceRequest, lamps: LampsDep, desk: DeskDep) -> wire.LightsState:
    """This LED lies under that place, or (null) under none."""
    known_led(lamps, body.led)
    if body.place is not None and body.place not in places_of(desk.game):
        raise RefusedError(404, "unknown", f"No place {body.place} on this board.")
    keep(lamps, lamps.led_map.with_led(body.led, body.place))
    return state_of(lamps, desk.game)


@router.post("/map", responses=REFUSALS)
def new_map(grant: Host, body: wire.LedMapRequest, lamps: LampsDep, desk: DeskDep) -> wire.LightsState:
    """Begin anew: with an empty map, or with one LED after the other for all places in their order."""
    count = lamps.status().led_count or lamps.led_map.led_count
    places = places_of(desk.game)[:count] if body.begin == "in_order" else []
    try:
        fresh = LedMap(count, {name: (number,) for number, name in enumerate(places)})
    except LedMapError as error:
        raise RefusedError(422, "setup", str(error)) from None
    keep(lamps, fresh)
    return state_of(lamps, desk.game)


def keep(lamps: Lamps, led_map: LedMap) -> None:
    try:
        lamps.keep(led_map)
    except OSError as error:
        raise RefusedError(503, "store", f"The LED map could not be saved: {error}") from None
