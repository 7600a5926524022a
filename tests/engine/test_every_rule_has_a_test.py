"""Every numbered rule of the base game, every example, every derived vector and every invariant is named by a test."""

import re
from pathlib import Path

COUNTS = {1: 12, 2: 11, 3: 6, 4: 6, 5: 8, 6: 7, 7: 6, 8: 8, 9: 6, 10: 4, 11: 9, 12: 9, 13: 8, 14: 13, 15: 4, 16: 3,
          17: 10, 18: 5, 19: 3, 20: 9}  # fmt: skip
RULES = [f"B{section}_{number}" for section, count in COUNTS.items() for number in range(1, count + 1)]
EXAMPLES = [f"EX_{number}" for number in range(1, 22)]
VECTORS = [f"DV_{number}" for number in range(1, 11)]
INVARIANTS = [f"INV{number}" for number in range(1, 7)]


def names_of_tests() -> str:
    folder = Path(__file__).parent
    sources = "\n".join(file.read_text(encoding="utf-8") for file in sorted(folder.glob("test_*.py")))
    return "\n".join(re.findall(r"^def (test_\w+)", sources, re.MULTILINE))


def test_every_rule_example_vector_and_invariant_is_named_by_a_test():
    names = names_of_tests()
    missing = [word for word in RULES + EXAMPLES + VECTORS + INVARIANTS if not re.search(rf"_{word}(?![0-9])", names)]
    assert missing == []
