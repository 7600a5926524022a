"""The page for players says what the data says."""

import json
import re
from collections import Counter
from pathlib import Path

from assistant.editions import Document, load_edition
from assistant.editions.rewards import KINDS

PAGE = (Path(__file__).parents[2] / "docs" / "editions.md").read_text(encoding="utf-8")


def test_the_table_of_sources_counts_right(document: Document):
    counted = dict(re.findall(r"^\| `(\w+)` \| (\d+) \|$", PAGE, re.MULTILINE))
    assert {source: int(number) for source, number in counted.items()} == Counter(e.source for e in document.entries())


def test_the_example_of_corrections_is_accepted(tmp_path: Path):
    (example,) = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    file = tmp_path / "my-box.json"
    file.write_text(example, encoding="utf-8")
    assert load_edition(patch=file).fingerprint != load_edition().fingerprint


def test_every_kind_of_reward_is_explained_and_no_other():
    table = PAGE[PAGE.index("**Rewards**") :]
    parts = [json.loads(part) for part in re.findall(r'`(\["[^`]*\])`', table)]
    assert sorted(part[0] for part in parts) == sorted(KINDS)
