"""The session's LED intents on a real or simulated board: places to lamps, meanings to colours, never waiting."""

import threading
import time
from collections.abc import Callable
from pathlib import Path

from assistant.engine.rajas.game import RajasGame
from assistant.hw.background import BackgroundBoard, BoardStatus
from assistant.hw.leds import Rgb
from assistant.hw.lights import Intent, LedMap, LedMapError, Meaning, render
from assistant.table.events import Event, LedIntent, LedIntents
from assistant.table.events import Meaning as TableMeaning
from assistant.table.session import Session

MEANINGS: dict[TableMeaning, Meaning] = {
    TableMeaning.LEGAL: Meaning.LEGAL,
    TableMeaning.LAST: Meaning.CHOSEN,
    TableMeaning.ACTIVE: Meaning.MARKER,
    TableMeaning.ASK: Meaning.WAITING,
    TableMeaning.WRONG: Meaning.WRONG,
}
"""What the table means, in the words of the lamps."""
FRAMES_PER_S = 12.0
POINT_S = 180.0
"""How long one LED stays lit for the set-up when nobody says anything more; then the lights follow the game again."""
POINT_COLOUR = (200, 200, 200)


def default_map(game: RajasGame, led_count: int) -> LedMap:
    """One LED per action space, then stacks, then seats, in the order of their names, as far as the strip goes."""
    places = [space.id for space in game.rules.spaces] + list(game.rules.stacks)
    places += [f"seat/{seat}" for seat in game.setup.seats] + [f"boat/{seat}" for seat in game.setup.seats]
    return LedMap(led_count, {place: (number,) for number, place in enumerate(places[:led_count])})


def load_map(path: Path, game: RajasGame, led_count: int) -> LedMap:
    """The map made on the page, else the default one."""
    try:
        return LedMap.load(path) if path.is_file() else default_map(game, led_count)
    except LedMapError:
        return default_map(game, led_count)


def to_lamps(intents: tuple[LedIntent, ...], colour: str | None) -> list[Intent]:
    """Intents of the table as the lamps know them; legal spaces glow in the colour of whose turn it is."""
    lamps = []
    for one in intents:
        own = one.place.split("/", 1)[1] if one.place.startswith(("seat/", "boat/")) else colour
        lamps.append(Intent(one.place, MEANINGS[one.meaning], own))
    return lamps


class Lights:
    """Follows a session and keeps a board showing what it means. Runs in its own thread; never slows the session."""

    def __init__(
        self, board: BackgroundBoard, led_map: LedMap, brightness: float = 0.6, map_path: Path | None = None
    ) -> None:
        self.board = board
        self.led_map = led_map
        self.brightness = brightness
        self._map_path = map_path
        self._pointed: tuple[int, float] | None = None
        self._intents: list[Intent] = []
        self._stop = threading.Event()
        self._leave: Callable[[], None] = lambda: None
        self._thread = threading.Thread(target=self._run, name="lights", daemon=True)
        self._thread.start()

    def follow(self, session: Session) -> None:
        """Show this session's intents from now on."""
        self._leave()
        self._take(session.snapshot().leds, session)

        def hear(event: Event) -> None:
            if isinstance(event, LedIntents):
                self._take(event.intents, session)

        self._leave = session.subscribe(hear)

    def _take(self, intents: tuple[LedIntent, ...], session: Session) -> None:
        seat = session.state.seat
        self._intents = to_lamps(intents, session.game.seat_name(seat) if seat >= 0 else None)

    # Set-up.

    @property
    def pointed(self) -> int | None:
        """The one LED that is lit for the set-up, None while the lights follow the game."""
        pointed = self._pointed
        return pointed[0] if pointed and time.monotonic() < pointed[1] else None

    def point(self, led: int | None) -> None:
        """Light one LED alone for `POINT_S`, or (None) follow the game again."""
        self._pointed = None if led is None else (led, time.monotonic() + POINT_S)

    def keep(self, led_map: LedMap) -> None:
        """Use this map from now on and save it, if there is a place for it. Raises OSError."""
        if self._map_path:
            self._map_path.parent.mkdir(parents=True, exist_ok=True)
            led_map.save(self._map_path)
        self.led_map = led_map

    def status(self) -> BoardStatus:
        return self.board.status()

    def picture(self, t_s: float) -> list[Rgb]:
        """The colours of all LEDs at a moment."""
        led = self.pointed
        if led is not None and led < self.led_map.led_count:
            dark: list[Rgb] = [(0, 0, 0)] * self.led_map.led_count
            return [*dark[:led], POINT_COLOUR, *dark[led + 1 :]]
        return render(self._intents, self.led_map, self.brightness, t_s)

    def _run(self) -> None:
        while not self._stop.wait(1 / FRAMES_PER_S):
            self.board.show(self.picture(time.monotonic()))

    def close(self) -> None:
        self._leave()
        self._stop.set()
        self._thread.join(2.0)
        self.board.close()
