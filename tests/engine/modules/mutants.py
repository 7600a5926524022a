"""Small errors put into the module files on purpose: how many do the tests catch?

    python -m tests.engine.modules.mutants [every] [module ...]     every n-th mutant, of all modules or those named

A mutant changes one comparison, sign, number, truth value, `and`/`or`, `not`, or leaves out one statement. Each is
tried in a process of its own: first the module's tests, then those about several modules, until one fails.
"""

import ast
import contextlib
import copy
import importlib.util
import io
import os
import resource
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import assistant.engine.rajas.modules
from assistant.engine.rajas import base, notation, status
from assistant.testing import tables
from tests.engine import second_scorer
from tests.engine.modules import module_table

HERE = Path(__file__).parent
MODULES = Path(assistant.engine.rajas.modules.__file__).parent
PREFIX = "assistant.engine.rajas.modules."
OWN = {
    "ganga2": ["ganga"],
    "pair": ["shalimar", "tiger"],
    "turn": ["shalimar", "tiger"],
    "counting": ["navaratna", "fate"],
}
"""Test files of those whose name differs."""
SHARED = (
    "interactions",
    "navaratna",
    "navaratna_with_others",
    "shalimar",
    "mango",
    "tiger",
    "trader",
    "fate",
    "golden",
    "judge",
    "second_scorer",
)
CPU_LIMIT_S = 120
"""Of processor time, so that a busy machine never counts as a caught mutant."""
QUICKLY = ["-c", os.devnull, "--rootdir", str(HERE.parents[2]), "-x", "-q", "-m", "not soak", "-p", "no:cacheprovider"]
"""Without the project's plug-ins, which cost more than the tests."""
PRELOADED = (base, notation, status, tables, module_table, second_scorer)
"""Loaded before the processes split, so that only the mutated module and the tests are loaded in each."""

SWAPS: dict[type, type] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Add: ast.Sub, ast.Sub: ast.Add, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip


def changes_at(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Replacements for one node, with a word about each."""
    new = copy.deepcopy(node)
    if isinstance(new, ast.Compare) and type(new.ops[0]) in SWAPS:
        new.ops[0] = SWAPS[type(new.ops[0])]()
        yield "comparison", new
    elif isinstance(new, ast.BinOp | ast.BoolOp) and type(new.op) in SWAPS:
        new.op = SWAPS[type(new.op)]()
        yield "operator", new
    elif isinstance(new, ast.UnaryOp) and isinstance(new.op, ast.Not):
        yield "not left out", new.operand
    elif isinstance(new, ast.UnaryOp) and isinstance(new.op, ast.USub):
        yield "sign", new.operand
    elif isinstance(new, ast.Constant) and isinstance(new.value, bool):
        new.value = not new.value
        yield "truth value", new
    elif isinstance(new, ast.Constant) and isinstance(new.value, int):
        new.value += 1
        yield "number", new
    elif isinstance(new, ast.IfExp):
        yield "if left out", new.body
    elif isinstance(new, ast.Expr | ast.AugAssign) and not _is_text(new):
        yield "statement left out", ast.Pass()


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _without_effect(node: ast.AST) -> bool:
    """Sizes of caches may be any number, and any negative number says "none"."""
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.USub)
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "lru_cache"


class Swap(ast.NodeTransformer):
    """Puts one replacement into a copy of the tree."""

    def __init__(self, target: int, new: ast.AST) -> None:
        self.target, self.new, self.seen = target, new, -1

    def visit(self, node: ast.AST) -> ast.AST:
        self.seen += 1
        if self.seen == self.target:
            return ast.copy_location(self.new, node)
        return self.generic_visit(node)


def mutants_of(source: str) -> Iterator[tuple[str, ast.Module]]:
    """All mutants of a file: a description with its line, and the tree."""
    order: list[ast.AST] = []

    class Listing(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> ast.AST:
            order.append(node)
            return self.generic_visit(node)

    tree = ast.parse(source)
    Listing().visit(copy.deepcopy(tree))
    quiet = {id(one) for node in order if _without_effect(node) for one in ast.walk(node) if one is not node}
    for number, node in enumerate(order):
        for what, new in changes_at(node) if id(node) not in quiet else ():
            mutant = ast.fix_missing_locations(Swap(number, new).visit(copy.deepcopy(tree)))
            text = ast.unparse(node).splitlines()[0][:70]
            yield f"line {getattr(node, 'lineno', 0)}: {what}: {text}", mutant


def load_mutant(name: str, tree: ast.Module) -> None:
    """Put the mutant in the place of the module, before anybody imports it."""
    path = MODULES / f"{name}.py"
    spec = importlib.util.spec_from_file_location(PREFIX + name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[PREFIX + name] = module
    exec(compile(tree, str(path), "exec"), module.__dict__)
    setattr(assistant.engine.rajas.modules, name, module)


def survives(name: str, tree: ast.Module) -> bool:
    """Whether all tests still pass. Runs in a process of its own."""
    files = dict.fromkeys([*OWN.get(name, [name]), *SHARED])
    paths = [str(HERE / f"test_module_{one}.py") for one in files]
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        try:
            load_mutant(name, tree)
        except Exception:
            return False
        return all(pytest.main([*QUICKLY, path]) == 0 for path in paths)


def try_mutant(name: str, tree: ast.Module) -> bool:
    """True when the tests catch it, by failing or by never ending."""
    pid = os.fork()
    if pid == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_LIMIT_S, CPU_LIMIT_S))
        os._exit(1 if survives(name, tree) else 0)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) != 1


def main(every: int, names: list[str]) -> int:
    caught = total = 0
    for name in names:
        source = (MODULES / f"{name}.py").read_text(encoding="utf-8")
        if try_mutant(name, ast.parse(source)):
            print(f"{name}: the tests fail without any change")
            return 1
        own_caught = own_total = 0
        for number, (text, tree) in enumerate(mutants_of(source)):
            if number % every:
                continue
            own_total += 1
            if try_mutant(name, tree):
                own_caught += 1
            else:
                print(f"{name} {text}: not caught", flush=True)
        print(f"{name}: {own_caught} of {own_total} caught", flush=True)
        caught, total = caught + own_caught, total + own_total
    print(f"{caught} of {total} mutants caught, {caught / max(total, 1):.1%}")
    return 0


if __name__ == "__main__":
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    step = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    everything = sorted(path.stem for path in MODULES.glob("*.py") if path.stem != "__init__")
    sys.exit(main(step, sys.argv[2:] or everything))
