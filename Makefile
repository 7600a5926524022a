# Two commands matter: `make run` and `make test`. `make help` lists the rest.
.DEFAULT_GOAL := help
PY      := .venv/bin/python
PIP     := $(PY) -m pip --disable-pip-version-check -q
APT_PKGS := chromium gcc-avr avr-libc simavr libsimavr-dev libelf-dev clang poppler-utils
# Only for the coverage-guided fuzz test; its name differs between releases, so it is asked for but not insisted on.
APT_EXTRA := libclang-rt-14-dev

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

.venv/.installed: pyproject.toml constraints.txt
	@test -x $(PY) || python3 -m venv .venv
	$(PIP) install -c constraints.txt -e .
	@touch $@

.venv/.installed-dev: .venv/.installed
	$(PIP) install -c constraints.txt -e '.[dev]'
	@touch $@

setup: .venv/.installed page ## everything the program needs

page: .venv/.installed ## build the dashboard (no-op when nothing changed)
	@test ! -f frontend/build.sh || bash frontend/build.sh

run: setup ## set up and start the demo on http://127.0.0.1:8000
	.venv/bin/durbar demo

apt: # Debian packages only the tests need
	@missing=$$(for p in $(APT_PKGS); do dpkg -s $$p >/dev/null 2>&1 || echo $$p; done); \
	if [ -n "$$missing" ]; then SUDO=$$(test $$(id -u) = 0 || echo sudo); \
	  $$SUDO apt-get update -q && $$SUDO apt-get install -y -q --no-install-recommends $$missing; \
	  $$SUDO apt-get install -y -q --no-install-recommends $(APT_EXTRA) || true; fi

test: .venv/.installed-dev page apt ## set up and run every check and test
	$(MAKE) --no-print-directory check
	$(PY) -m pytest -q -n 2

check: .venv/.installed-dev ## ruff, mypy --strict and the import contract
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	.venv/bin/lint-imports

soak: .venv/.installed-dev page apt ## the long runs behind the published bars
	$(PY) -m pytest -q -m soak --timeout 7200

bench: .venv/.installed-dev ## print the figures the project publishes
	@for what in engine eye table leds; do echo "== $$what"; .venv/bin/durbar bench $$what --json; done

format: .venv/.installed-dev ## let ruff tidy the code
	.venv/bin/ruff check --fix . ; .venv/bin/ruff format .

wheel: .venv/.installed-dev page ## build dist/durbar-*.whl
	$(PIP) install build && $(PY) -m build --wheel

.PHONY: help setup page run apt test check soak bench format wheel
