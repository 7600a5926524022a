"""A list of small lies about the rules, and a runner that tells which of them the tests of the rules believe.

    python -m tests.engine.mutations            every mutation, survivors at the end (takes a while)
    python -m tests.engine.mutations 3 17       only these

Each mutation is applied alone to a copy of the package; then the tests of each rule run against the copy, those that
name the rule first. A mutation is caught when one of them fails.
"""

import contextlib
import io
import os
import re
import resource
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
RAJAS = "assistant/engine/rajas"
FAILED_OR_BROKEN = 2
"""Pytest's exit codes: 1 a test failed, 2 a test file could not be imported; beyond that it has not run at all."""
MOST_CPU_S = 30
"""The tests of the rules need a fifth of this."""


@dataclass(frozen=True, slots=True)
class Mutation:
    """In `file`, `snippet` (found exactly once) becomes `lie`; `rule` is the rule it breaks."""

    file: str
    rule: str
    snippet: str
    lie: str


def of(file: str, *rows: tuple[str, str, str]) -> list[Mutation]:
    return [Mutation(f"{RAJAS}/{file}.py", *row) for row in rows]


MUTATIONS = [
    *of(
        "rounds",
        ("B1.7",
         "player.active = player.idle = rules.edition.workers_active",
         "player.active = player.idle = rules.edition.workers_active + 1"),
        ("B1.8", "player.levels = (0, 0, 0, 0)", "player.levels = (1, 0, 0, 0)"),
        ("B1.8", "player.karma = rules.tracks.start_karma", "player.karma = 0"),
        ("B1.9", '("roll", (0, 1, 2, 3), seat)', '("roll", (0, 1, 2), seat)'),
        ("B1.10", "if total == min(sums)", "if total == max(sums)"),
        ("B1.10", 'if len(tied) > 1 and s.rules.house.start_tie == "ask":', "if len(tied) > 2:"),
        ("B1.11", "amount = s.rules.tracks.start_money + offset", "amount = s.rules.tracks.start_money"),
        ("B2.1", "s.seat = (s.seat + 1) % s.rules.count", "s.seat = (s.seat - 1) % s.rules.count"),
        ("B2.8", "if s.me.idle > 0 and can_place(s):", "if s.me.idle > 0:"),
        ("B2.10",
         "elif not s.placed or all(player.idle <= 0 for player in s.players):",
         "elif all(player.idle <= 0 for player in s.players):"),
        ("B19.1", "s.mogul if s.mogul >= 0 else (s.start + 1) % s.rules.count", "(s.start + 1) % s.rules.count"),
        ("B19.1", "if s.mogul >= 0 else (s.start + 1)", "if s.mogul >= 0 else (s.start + 0)"),
        ("B19.2", "player.idle = player.active\n", "player.idle = 3\n"),
        ("B9.5", "        player.assorted = 0\n", ""),
        ("B19.1", "    s.mogul = -1\n    s.round += 1", "    s.round += 1"),
        ("B2.4", "    s.spaces = (-1,) * len(s.rules.spaces)\n    for seat", "    for seat"),
        ("B20.1",
         "return rules.tracks.fame_length + 1 - (money + 1) // 2",
         "return rules.tracks.fame_length + 1 - money // 2"),
        ("B20.2", "if not player.met and gap(s, s.seat) <= 0:", "if not player.met and gap(s, s.seat) < 0:"),
        ("B20.4",
         "    elif s.ending >= 0:\n        s.over = True",
         "    elif s.ending >= 0 and s.lap > 2:\n        s.over = True"),
        ("B20.8",
         "return (distance, met if distance <= 0 else 0, turn_order)",
         "return (distance, -met if distance <= 0 else 0, turn_order)"),
        ("B20.9", 'if rule == "A-29" and s.rules.house.gap_tie == "shared":', 'if rule == "A-29" and False:'),
        ("A-15", "        player.late = -1\n    if not player.met", "        pass\n    if not player.met"),
    ),
    *of(
        "gains",
        ("B16.2", "    if player.active >= s.rules.worker_limit:\n        player.waiting = 0", "    pass"),
        ("B2.11", "    player.idle += 1\n", ""),
        ("B16.1", "    if old < worker_space <= new:", "    if old < worker_space < new:"),
        ("B17.6",
         "if old < space <= new and not (player.fame_marks",
         "if old < space < new and not (player.fame_marks"),
        ("B17.10", "            player.fame_marks |= 1 << number\n", ""),
        ("B17.7",
         "    while player.bonus < len(marks) and new >= marks[player.bonus][0]:",
         "    if player.bonus < len(marks) and new >= marks[player.bonus][0]:"),
        ("B17.8", "        player.bonus += 1\n", ""),
        ("B17.6",
         "new >= marks[player.bonus][0]:\n        space, reward",
         "new > marks[player.bonus][0]:\n        space, reward"),
        ("B15.4", "amount = min(task[1], s.rules.tracks.karma_max - s.me.karma)", "amount = task[1]"),
        ("B8.5", "    if any(level < last for level in s.me.levels):", "    if True:"),
        ("B14.5", "(task[1],) * s.me.karma, task[-1]", "(task[1],), task[-1]"),
        ("B4.3", "    if due > room and player.dice:", "    if False:"),
        ("B4.4", "        given = min(asked, supply[colour])", "        given = asked"),
        ("B14.8",
         '"market": lambda s: len(s.me.markets) + covered_markets(s)',
         '"market": lambda s: len(set(s.me.markets))'),
        ("B14.11",
         '"upgrade": lambda s: sum(s.me.levels)',
         '"upgrade": lambda s: sum(1 for one in s.me.levels if one)'),
        ("B14.13", '"karma": lambda s: s.me.karma,', '"karma": lambda s: 1,'),
        ("A-31", "    if s.mogul < 0 or s.rules.house.mogul_last:", "    if s.mogul < 0:"),
        ("B11.5", "    if not s.pile:\n        s.pile, s.aside = s.aside, ()", "    pass"),
        ("B13.8", "    if old <= s.rules.bridge_after < new:", "    if old < s.rules.bridge_after < new:"),
        ("B18.4", '    if s.rules.house.nesting == "breadth_first":\n        _queue', "    if True:\n        _queue"),
        ("B10.1", '    if s.me.dice:\n        s.push(("reroll?"', '    if False:\n        s.push(("reroll?"'),
    ),
    *of(
        "building",
        ("B5.7", "    if not has_open_cell(s, player):\n        return False", "    pass"),
        ("B5.3", "if sums[spec[1]] >= spec[2] if", "if sums[spec[1]] > spec[2] if"),
        ("B1.4",
         "        if top >= 0:\n            yield top",
         "        if top >= 0:\n            yield top\n            yield from hidden_in(s, number)"),
        ("B6.1",
         '    if player.laid[cell] >= 0:\n        return [because("B6.1"',
         '    if False:\n        return [because("B6.1"'),
        ("B7.5",
         "        player.missed |= board.network(player.laid).linked & ~before & ~player.yields\n        s"
         '.push(*leave_stack(s, task[1]), ("laid", task[1], True))',
         '        s.push(*leave_stack(s, task[1]), ("laid", task[1], True), ("edge", before))'),
        ("A-38",
         "        # A yield first reached by covering is lost for good (A-38).\n        player.missed |= b"
         "oard.network(player.laid).linked & ~before & ~player.yields",
         "        pass"),
        ("B7.1", "    s.edit(s.seat).yields |= new\n", ""),
        ("B7.6", "linked & ~task[1] & ~player.yields", "linked & ~player.yields"),
        ("B8.3",
         "fame = sum(columns[building_level(player, BUILDINGS.index(kind))] for kind in one.buildings)",
         "fame = sum(columns[0] for kind in one.buildings)"),
        ("B8.2",
         "    money = sum(value for _, value in one.markets)\n    fame_due",
         "    money = max((value for _, value in one.markets), default=0)\n    fame_due"),
        ("A-15", "return player.levels[kind] - (1 if player.late == kind else 0)", "return player.levels[kind]"),
        ("B12.2", "    if new.price <= old.price:", "    if new.price < old.price:"),
        ("B12.3", 'new.price - old.price, "B12.3"', 'new.price, "B12.3"'),
        ("B12.7",
         "        if code < 0 or len(player.under[cell]) + 2 > rules.house.overbuild_height:",
         "        if code < 0:"),
        ("B12.9", '    return [] if can_cover(s, s.me, purse) else [because("B12.9")]', "    return []"),
        ("B5.6", '    return (("reveal", number),) if left and hidden else ()', "    return ()"),
        ("B12.4",
         "if price and rules.affordable(purse, price) and board.covering_rotations(player.laid, cell, til"
         "e):",
         "if price and rules.affordable(purse, price):"),
        ("B5.8",
         's.push(*leave_stack(s, task[1]), ("laid", task[1], False), *edges)',
         's.push(*leave_stack(s, task[1]), *edges, ("laid", task[1], False))'),
        ("B12.8",
         "    player.markets = markets_of(s.rules, player)",
         "    player.markets = tuple(sorted(player.markets + markets_of(s.rules, player)))"),
    ),
    *of(
        "province",
        ("B6.2",
         "            if any(segment & entry for segment in self.segments[base + quarter])",
         "            if True"),
        ("B6.7", "if segment & entry and (target, segment) not in seen:", "if (target, segment) not in seen:"),
        ("B7.4", "                if not mask >> side & 1:\n                    continue\n", ""),
        ("B6.1",
         "return ((mask << quarter) | (mask >> (4 - quarter))) & 15",
         "return ((mask >> quarter) | (mask << (4 - quarter))) & 15"),
    ),
    *of(
        "prices",
        ("B5.3", "        if total < need or not fitting:", "        if total < need - 1 or not fitting:"),
        ("B5.3",
         '        if wrong:\n            reasons.append(because(rule, "colour", dice=" "',
         '        if False:\n            reasons.append(because(rule, "colour", dice=" "'),
        ("B15.1", "    if spent > purse.karma:", "    if spent > purse.karma + 1:"),
        ("B15.1",
         "        total += sum(gain for gain in gains[:karma] if gain > 0)",
         "        total += sum(gain for gain in gains[:1] if gain > 0)"),
        ("B11.1", "        if values and any(token.value not in values for token in tokens):", "        if False:"),
        ("B11.1",
         "        if len(tokens) != 1:\n            reasons",
         "        if len(tokens) < 1:\n            reasons"),
        ("B5.4", "    if len(tokens) > 1 and any(total - token.value >= need for token in tokens):", "    if False:"),
        ("B3.3", "    elif not contains(purse.dice, tuple(token.die for token in tokens)):", "    elif False:"),
    ),
    *of(
        "choices",
        ("B8.5", "        if level >= len(s.rules.columns) - 1:", "        if level >= len(s.rules.columns):"),
        ("B4.2",
         "        most = min(room, dice_due(s, wanted))\n        if not",
         "        most = dice_due(s, wanted)\n        if not"),
        ("B3.4", "        supply[COLOUR_OF[one]] += 1\n", "        supply[COLOUR_OF[one]] += 0\n"),
        ("B9.1", '        if mode == "different" and len(set(kinds)) < len(kinds):', "        if False:"),
        ("B9.2", "        if len(chosen) > limit:", "        if len(chosen) > limit + 1:"),
        ("B9.3", "amount = sum(MARKET_CODES[word] % 10 for word in move.args)", "amount = len(move.args)"),
        ("B9.4", "        if not contains(s.me.markets, chosen):", "        if False:"),
        ("A-05",
         '        return no_arguments(move)\n    return [because("X.decline")]',
         "        return no_arguments(move)\n    return []"),
        ("A-15",
         'if str(task[-1]).startswith("fame-") and s.rules.house.fame5_delay:',
         "if s.rules.house.fame5_delay:"),
        ("B15.1", "            s.edit(s.seat).karma -= spent", "            pass"),
        ("A-10", "        if len(move.args) > task[1] and not s.rules.house.free_discard:", "        if False:"),
        ("B11.3", "        s.aside = tuple(sorted((*s.aside, tile)))\n", ""),
    ),
    *of(
        "river",
        ("B13.4", "if space == end or space not in taken]", "if True]"),
        ("B13.5", "if space == end or space not in taken]", "if space not in taken]"),
        ("B11.9", "    return ahead >= distance or", "    return ahead >= distance - 1 or"),
        ("B13.3", "    least = 0 if s.rules.house.harbour_zero else 1", "    least = 0"),
        ("B13.3", '("sail", least, task[2] + reach', '("sail", least, 3 + reach'),
        ("B13.6", 'push_reward(s, s.rules.river_reward(s, target), f"river-{target}")', "pass"),
        ("A-21", "    elif s.rules.house.last_space_repeat:", "    else:"),
        ("A-24", 'if part[0] == "portuguese" and not portuguese_possible', "if False and not portuguese_possible"),
        ("B14.10",
         '    offer_markets(s, "one", -1, task[1], task[-1])',
         '    offer_markets(s, "one", 0, task[1], task[-1])'),
        ("B14.9",
         '    offer_markets(s, "different", -1, task[1], task[-1])',
         '    offer_markets(s, "any", -1, task[1], task[-1])'),
    ),
    *of(
        "spaces",
        ("B9.5", "return (player.assorted == 0 or s.rules.count < 3) and (s.rules.house", "return (s.rules.house"),
        ("B9.5", "        if player.assorted and s.rules.count >= 3:", "        if player.assorted:"),
        ("B13.2", "HARBOUR_VALUES = (1, 2, 3)", "HARBOUR_VALUES = (1, 2, 3, 4)"),
        ("B13.7", "        if player.boat >= s.rules.river_end:\n            return False", "        pass"),
        ("B2.4", "    if occupant >= 0:\n        reasons", "    if False:\n        reasons"),
        ("B2.5", "        if vacant and vacant[0].index != space.index and occupant < 0:", "        if False:"),
        ("B3.2", "    if space.fee > player.money:", "    if space.fee > player.money + 1:"),
        ("B3.2", "        s.edit(s.seat).money -= fee", "        s.edit(s.seat).money -= 1"),
        ("B10.3",
         'gain = ("dice_of", (taken, taken), f"balcony-{given}")',
         'gain = ("dice_of", (taken,), f"balcony-{given}")'),
        ("B9.6",
         "return [m for m in player.markets if m // 10 == good or not",
         "return [m for m in player.markets if True or not"),
        ("B9.2", "    good = task[1] if s.rules.house.stall_fixed else -1", "    good = -1"),
        ("B1.2", "    return [row for row in rows if row[0] not in closed]", "    return rows"),
        ("A-28",
         "return s.rules.house.allow_pass or (s.ending >= 0 and s.rules.house.final_turn_optional)",
         "return s.rules.house.allow_pass"),
        ("B2.9", 'return ([] if self.may_pass(s) else [because("B2.9")]), []', "return [], []"),
        ("B2.2", "        player.idle -= 1\n", ""),
        ("B12.9",
         '        if kind == "overbuild":\n            payments',
         '        if kind == "never":\n            payments'),
        ("B9.1",
         '    offer_markets(s, "different", -1, 3, "assorted")',
         '    offer_markets(s, "different", -1, 2, "assorted")'),
    ),
]  # fmt: skip


def misfits() -> list[str]:
    """Mutations whose snippet is not found exactly once, with their number."""
    texts = {one.file: (ROOT / one.file).read_text(encoding="utf-8") for one in MUTATIONS}
    return [
        f"{number} {one.file} {one.rule}: found {texts[one.file].count(one.snippet)} times"
        for number, one in enumerate(MUTATIONS)
        if texts[one.file].count(one.snippet) != 1
    ]


def test_files(folder: Path, rule: str) -> list[list[str]]:
    """The tests of the rules in the copy: those that name the rule, and the others."""
    files = sorted(folder.glob("tests/engine/test_b[0-9]*.py")) + sorted(folder.glob("tests/engine/test_survivors.py"))
    words = {rule, rule.replace(".", "_"), rule.replace("-", "_")}
    pattern = re.compile("|".join(rf"{re.escape(word)}(?!\d)" for word in words))
    naming = [file for file in files if pattern.search(file.read_text(encoding="utf-8"))]
    others = [file for file in files if file not in naming]
    return [[str(file.relative_to(folder)) for file in part] for part in (naming, others) if part]


def is_caught(number: int, folder: Path) -> bool:
    """Whether some test of the rules fails once this mutation is in the copy in `folder`."""
    one = MUTATIONS[number]
    path = folder / one.file
    honest = path.read_text(encoding="utf-8")
    path.write_text(honest.replace(one.snippet, one.lie), encoding="utf-8")
    try:
        return any(_tests_fail(folder, files) for files in test_files(folder, one.rule))
    finally:
        path.write_text(honest, encoding="utf-8")


def _tests_fail(folder: Path, files: list[str]) -> bool:
    """Run the tests in a child process that knows only the copy; a fork keeps what is imported already."""
    child = os.fork()
    if child == 0:
        os._exit(_run_in_child(folder, files))
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code > FAILED_OR_BROKEN:
        raise RuntimeError(f"pytest could not run: exit code {code}")
    return code != 0


def _run_in_child(folder: Path, files: list[str]) -> int:
    import pytest

    # Some lies never end; the system then ends the child, which counts as caught.
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU_S, MOST_CPU_S))
    os.chdir(folder)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    sys.path[:] = [str(folder), *(place for place in sys.path if place not in ("", str(ROOT)))]
    for name in [one for one in sys.modules if one.split(".")[0] in ("tests", "assistant")]:
        del sys.modules[name]
    sys.dont_write_bytecode = True
    options = ["-x", "-q", "-p", "no:cacheprovider", "-c", "/dev/null", "--rootdir", str(folder)]
    options += ["-W", "ignore", "-m", "not soak"]
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return int(pytest.main([*options, *files]))


def copy_of_project(folder: Path) -> None:
    """Only what the tests of the rules need."""
    for part in ("assistant/engine", "assistant/editions", "assistant/testing", "assistant/players", "tests/engine"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    for part in ("assistant/__init__.py", "tests/__init__.py"):
        shutil.copy(ROOT / part, folder / part)


def survivors(numbers: list[int]) -> list[int]:
    """Numbers of the mutations no test notices."""
    import pytest  # noqa: F401 - imported once, shared by all children

    left = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copy_of_project(folder)
        assert not any(_tests_fail(folder, files) for files in test_files(folder, "B1.1")), (
            "the tests fail without any mutation"
        )
        for number in numbers:
            caught = is_caught(number, folder)
            one = MUTATIONS[number]
            print(number, one.rule, "caught" if caught else f"SURVIVED: {one.snippet!r} -> {one.lie!r}", flush=True)
            left += [] if caught else [number]
    return left


if __name__ == "__main__":
    chosen = [int(word) for word in sys.argv[1:]] or list(range(len(MUTATIONS)))
    alive = survivors(chosen)
    print(f"{len(chosen) - len(alive)} of {len(chosen)} caught; survivors: {alive}")
