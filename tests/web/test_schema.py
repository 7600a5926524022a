"""Schemathesis against the OpenAPI document: no 5xx, no answer that is not documented."""

import pytest
from hypothesis import HealthCheck, Phase, given, settings

schemathesis = pytest.importorskip("schemathesis")

QUIET = settings(
    max_examples=15,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def test_every_answer_is_documented_and_none_is_a_failure(app):
    """The operator asks everything, with sense and without."""
    app.openapi()  # made once, before a clock runs: a busy machine needs its time for it
    csrf = app.state.signer.csrf(app.state.owner)
    schema = schemathesis.openapi.from_asgi("/api/openapi.json", app, headers={"host": "testserver"})
    checks = [
        schemathesis.checks.not_a_server_error,
        schemathesis.specs.openapi.checks.status_code_conformance,
        schemathesis.specs.openapi.checks.response_schema_conformance,
        schemathesis.specs.openapi.checks.content_type_conformance,
    ]
    tried = 0
    for found in schema.get_all_operations():
        operation = found.ok()

        @QUIET
        @given(case=operation.as_strategy())
        def ask(case) -> None:
            case.call_and_validate(
                headers={"x-durbar-csrf": csrf, "host": "testserver"}, checks=checks, allow_redirects=False
            )

        ask()
        tried += 1
    assert tried >= 40
