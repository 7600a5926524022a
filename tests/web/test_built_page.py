"""The built page: small, self-contained, no inline script."""

import gzip
import re

import pytest

from assistant.web.config import STATIC
from assistant.web.typescript import source

pytestmark = pytest.mark.skipif(not (STATIC / "index.html").is_file(), reason="the page is not built; run `make page`")
MOST_SCRIPT_BYTES = 250_000


def test_the_script_is_at_most_250_kilobytes_compressed():
    scripts = list((STATIC / "assets").glob("*.js"))
    assert scripts
    assert sum(len(gzip.compress(file.read_bytes())) for file in scripts) <= MOST_SCRIPT_BYTES


def test_nothing_in_the_page_points_outside():
    """No stylesheet, font or script from elsewhere; the only outside words are XML name spaces and error texts."""
    for file in [STATIC / "index.html", *(STATIC / "assets").glob("*.css")]:
        assert not re.findall(r"https?://", file.read_text(encoding="utf-8"))
    for file in (STATIC / "assets").glob("*.js"):
        hosts = set(re.findall(r"https?://([\w.-]+)", file.read_text(encoding="utf-8")))
        assert hosts <= {"www.w3.org", "svelte.dev"}


def test_the_page_has_no_inline_script_or_style():
    text = (STATIC / "index.html").read_text(encoding="utf-8")
    assert not re.findall(r"<script(?![^>]*src=)", text)
    assert "style=" not in text
    assert "<style" not in text


def test_the_typescript_types_are_made_from_the_wire_models():
    text = source()
    assert "export interface Table {" in text
    assert "decision: Decision;" in text
    assert 'sync: "synced" | "settling" | "ambiguous" | "desync" | "manual";' in text
    assert "unknown" not in re.sub(r'"[^"]*"', "", text)
