"""Every rule of the modules, every worked example and every ruling about them is named by at least one test.

A test names a rule in its function's name: `test_n3_4_a46_...` names N3.4 and A-46.
"""

import ast
import re
from functools import lru_cache
from pathlib import Path

import pytest

IDS = """
N1.1 N1.2 N1.3 N1.4 N1.5 N2.1 N2.2 N2.3 N2.4 N3.1 N3.2 N3.3 N3.4 N3.5 N3.6 N3.7 N3.8 N4.1 N4.2 N4.3 N4.4 N4.5 N4.6
H1.1 H1.2 H1.3 H1.4 H1.5
G1.1 G1.2 G1.3 G1.4 G2.1 G3.1 G3.2 G3.3 G3.4 G3.5 G3.6 G3.7
MV1.1 MV1.2 MV1.3 MV2.1 MV2.2 MV2.3 MV2.4 MV2.5 MV2.6 MV2.7 MV3.1 MV3.2 MV3.3 MV4.1 MV5.1 MV5.2
SH1.1 SH1.2 SH1.3 SH1.4 SH1.5 SH2.1 SH2.2 SH2.3 SH3.1 SH3.2
TG1.1 TG1.2 TG1.3 TG2.1 TG2.2 TG3.1 TG3.2 TG4.1 TG4.2 TG4.3 TG5.1 TG5.2 TG6.1 TG6.2
TF1.1 TF1.2 TF1.3 TF1.4 TF2.1 TF2.2 TF2.3 TF2.4 TF3.1 TF3.2 TF4.1 TF4.2
GT1.1 GT1.2 GT1.3 GT1.4 GT2.1 GT2.2
IX1 IX2 IX3 IX4 IX5 IX6 IX7 IX8 IX9 IX10 IX11
"""
RULES = IDS.split()
EXAMPLES = [f"EX-{number}" for number in range(22, 32)]
RULINGS = [f"A-{number}" for number in range(44, 71)]


@lru_cache(maxsize=1)
def names_of_tests() -> list[str]:
    names = []
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names += [node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return [name for name in names if name.startswith("test_")]


def word_for(identifier: str) -> str:
    """How a name spells an id: N3.4 as n3_4, EX-22 as ex22."""
    return identifier.lower().replace("-", "").replace(".", "_")


@pytest.mark.parametrize("identifier", [*RULES, *EXAMPLES, *RULINGS])
def test_it_is_named_by_a_test(identifier):
    pattern = re.compile(rf"_{word_for(identifier)}(_|$)")
    assert any(pattern.search(name) for name in names_of_tests()), f"no test names {identifier}"
