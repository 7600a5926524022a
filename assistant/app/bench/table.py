"""Figures of the referee at the table: robots play whole evenings, everything recorded is compared with the truth.

The readings are synthetic (`sim.evening.SyntheticEye`: flicker, dropouts, hands) unless `--pixel-games` and its kin ask
for games that are drawn by the fast camera and read by the real eye. `--games-log` keeps every finished game as a line
of a file, and `--from-log` tells the figures of such files without playing.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

ALL_MODULES = ("navaratna", "ganga", "ganga2", "mango", "shalimar", "tiger", "fate", "trader")
SYNTHETIC = ("honest", "modules", "main_camera", "faults")
"""The sections every report has, if without games."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=4, help="honest base games with four players")
    parser.add_argument("--module-games", type=int, default=2, help="honest games with all modules")
    parser.add_argument("--main-games", type=int, default=2, help="honest base games with a reading of the game board")
    parser.add_argument("--faulty-games", type=int, default=4, help="games in which things go wrong")
    parser.add_argument("--pixels", type=int, default=0, metavar="TURNS", help="turns drawn and read as pictures")
    parser.add_argument("--pixel-games", type=int, default=0, help="honest base games drawn and read as pictures")
    parser.add_argument("--pixel-module-games", type=int, default=0, help="the same with all modules")
    main = "honest base games drawn and read as pictures, with a simulated reading of the game board"
    parser.add_argument("--pixel-main-games", type=int, default=0, help=main)
    parser.add_argument("--pixel-faulty-games", type=int, default=0, help="seen games in which things go wrong")
    parser.add_argument("--pixel-turns", type=int, default=None, metavar="N", help="end each such game after N turns")
    unseen = "turns nobody can see after which people just play on; 0: each space is tapped at once"
    parser.add_argument("--play-on", type=int, default=2, metavar="N", help=unseen)
    parser.add_argument("--bots", default="greedy", help="who plays, see `durbar selfplay`")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="games at the same time")
    parser.add_argument("--games-log", type=Path, metavar="FILE", help="add each finished game to FILE as a JSON line")
    told = "play nothing: the figures of the games in such files"
    parser.add_argument("--from-log", type=Path, nargs="+", metavar="FILE", help=told)


def measure(args: argparse.Namespace) -> dict[str, Any]:
    """Return the figures under the keys that stay fixed, and each section by itself."""
    if args.from_log:
        return _from_log(args.from_log)
    how = (args.bots, args.play_on)
    honest = _section("honest", _honest, [(args.seed + n, (), False, how) for n in range(args.games)], args)
    modules = [(args.seed + n, ALL_MODULES, False, how) for n in range(args.module_games)]
    with_modules = _section("modules", _honest, modules, args)
    main = [(args.seed + n, (), True, how) for n in range(args.main_games)]
    with_main = _section("main_camera", _honest, main, args)
    faulty = _section("faults", _faulty, [(args.seed + n, args.bots) for n in range(args.faulty_games)], args)
    sections = {"honest": honest, "modules": with_modules, "main_camera": with_main, "faults": faulty}
    sections |= _pixel_sections(args)
    return {**_together(sections), "readings": "synthetic", "bots": args.bots, "play_on": args.play_on,
            "seed": args.seed, **sections}  # fmt: skip


def _from_log(paths: list[Path]) -> dict[str, Any]:
    """The same figures of games that were played before; `bots` and `play_on` are lists when the games differ."""
    from assistant.app.bench.table_log import read

    games = read(paths)
    names = [*SYNTHETIC, *sorted({played.section for played in games} - set(SYNTHETIC))]
    sections = {name: _summary([played.figures for played in games if played.section == name]) for name in names}
    how = {"bots": _same(played.bots for played in games), "play_on": _same(played.play_on for played in games)}
    return {**_together(sections), "readings": "synthetic", **how,
            "seed": min((played.seed for played in games), default=None), **sections}  # fmt: skip


def _same(values: Iterable[Any]) -> Any:  # noqa: ANN401 - a value, or all of them
    found = sorted(set(values))
    return found[0] if len(found) == 1 else found


def _honest(job: tuple[int, tuple[str, ...], bool, tuple[str, int]]) -> Any:  # noqa: ANN401 - Figures
    from assistant.app.evening import Evening, Habits

    seed, modules, main, (bots, play_on) = job
    evening = Evening(seed, 4, modules, main_camera=main, bots=bots)
    evening.habits = Habits(play_on=play_on)
    return evening.play()


def _faulty(job: tuple[int, str]) -> Any:  # noqa: ANN401 - Figures
    from assistant.app.evening_faults import FaultyEvening

    seed, bots = job
    return FaultyEvening(seed, 4, bots=bots).play()


def _section(name: str, play: Callable[[Any], Any], jobs: list[Any], args: argparse.Namespace) -> dict[str, Any]:
    from assistant.app.bench.table_log import Played, write

    turns_most = None if name in SYNTHETIC else args.pixels if name == "pixels" else args.pixel_turns
    games = []
    for number, (figures, cpu_s) in enumerate(_played(play, jobs, args.jobs), 1):
        games.append(figures)
        seed = jobs[number - 1][0]
        write(args.games_log, Played(name, seed, args.bots, args.play_on, turns_most, round(cpu_s, 2), figures))
        line = f"{name} {number}/{len(jobs)}: {figures.turns} turns, {figures.wrong_states} wrong"
        sys.stderr.write(line + "".join(f"\n  {note[:300]}" for note in figures.notes) + "\n")
    return _summary(games)


def _played(play: Callable[[Any], Any], jobs: list[Any], workers: int) -> Iterable[tuple[Any, float]]:
    """The figures of each job and the processor time it took, in the order of the jobs."""
    timed = partial(_timed, play)
    if workers <= 1:
        yield from map(timed, jobs)
        return
    with ProcessPoolExecutor(min(workers, os.cpu_count() or 1)) as pool:
        yield from pool.map(timed, jobs)


def _timed(play: Callable[[Any], Any], job: Any) -> tuple[Any, float]:  # noqa: ANN401 - the job is play's own
    began = time.process_time()
    return play(job), time.process_time() - began


def _summary(games: list[Any]) -> dict[str, Any]:
    """The figures of one section; None where there was nothing to count."""
    turns, taps = sum(game.turns for game in games), sum(game.taps for game in games)
    tile_turns = sum(game.tile_turns for game in games)
    faults = _added(game.faults for game in games)
    missed, wrong_rule = _added(game.missed for game in games), _added(game.wrong_rule for game in games)
    noticed = sum(len(game.notice_s) for game in games)
    return {
        "games": len(games),
        "turns": turns,
        "tile_turns": tile_turns,
        "wrong_states": sum(game.wrong_states for game in games),
        "illegal_proposals": sum(game.illegal_proposals for game in games),
        "taps_per_turn": _ratio(taps, turns),
        "taps_per_turn_with_tile_turns": _ratio(taps, turns + tile_turns),
        "taps_on": _added(game.taps_on for game in games),
        "questions_per_turn": _ratio(sum(game.questions for game in games), turns),
        "silent_share": _ratio(sum(game.silent for game in games), turns),
        "entered_by_hand": sum(game.by_hand for game in games),
        "false_alarms_per_game": _ratio(sum(game.false_alarms for game in games), len(games)),
        "illegal_missed": sum(missed.values()),
        "rule_id_right": _ratio(noticed - sum(wrong_rule.values()), noticed),
        "settle_s_p95": quantile([value for game in games for value in game.settle_s], 0.95),
        "notice_s_p95": quantile([value for game in games for value in game.notice_s], 0.95),
        "propose_ms_p95": _ms(quantile([value for game in games for value in game.propose_s], 0.95)),
        "propose_ms_p50": _ms(quantile([value for game in games for value in game.propose_s], 0.5)),
        "faults": faults,
        "games_with_fault": _added({kind: 1 for kind, times in game.faults.items() if times} for game in games),
        "missed": missed,
        "wrong_rule": wrong_rule,
    }


def _together(sections: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """The fixed keys over all sections; times are the worst of the sections that have them."""
    parts = list(sections.values())
    honest, faults = sections["honest"], sections["faults"]
    return {
        "games": sum(part["games"] for part in parts),
        "turns": sum(part["turns"] for part in parts),
        "wrong_states": sum(part["wrong_states"] for part in parts),
        "questions_per_turn": honest["taps_per_turn"],
        "false_alarms_per_game": faults["false_alarms_per_game"],
        "illegal_missed": faults["illegal_missed"],
        "rule_id_right": faults["rule_id_right"],
        "settle_s_p95": honest["settle_s_p95"],
        "notice_s_p95": faults["notice_s_p95"],
        "propose_ms_p95": max((part["propose_ms_p95"] for part in parts if part["propose_ms_p95"]), default=None),
    }


def quantile(values: list[float], share: float) -> float | None:
    """The value below which `share` of them lie; None without values."""
    if not values:
        return None
    ordered = sorted(values)
    return round(ordered[min(len(ordered) - 1, int(share * len(ordered)))], 4)


def _ms(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds * 1000, 1)


def _ratio(part: float, whole: float) -> float | None:
    return round(part / whole, 4) if whole else None


def _added(counters: Iterable[dict[str, int]]) -> dict[str, int]:
    total: dict[str, int] = {}
    for counter in counters:
        for key, count in counter.items():
            total[key] = total.get(key, 0) + count
    return total


def _pixel_sections(args: argparse.Namespace) -> dict[str, dict[str, Any]]:
    """The sections that are really seen, of those asked for."""
    kinds = {"pixels": (int(args.pixels > 0), "honest", args.pixels),
             "pixel_games": (args.pixel_games, "honest", args.pixel_turns),
             "pixel_modules": (args.pixel_module_games, "modules", args.pixel_turns),
             "pixel_main": (args.pixel_main_games, "main", args.pixel_turns),
             "pixel_faults": (args.pixel_faulty_games, "faults", args.pixel_turns)}  # fmt: skip
    found = {}
    for name, (games, kind, turns) in kinds.items():
        if games:
            jobs = [(args.seed + number, kind, turns, args.bots, args.play_on) for number in range(games)]
            found[name] = _section(name, _seen, jobs, args)
    return found


def _seen(job: tuple[int, str, int | None, str, int]) -> Any:  # noqa: ANN401 - Figures
    from assistant.app.evening import Habits
    from assistant.app.pixel_evening import FaultyPixelEvening, PixelEvening

    seed, kind, turns, bots, play_on = job
    if kind == "faults":
        return FaultyPixelEvening(seed, 4, bots=bots).play(turns)
    evening = PixelEvening(seed, 4, ALL_MODULES if kind == "modules" else (), bots=bots, main_camera=kind == "main")
    evening.habits = Habits(play_on=play_on)
    return evening.play(turns)
