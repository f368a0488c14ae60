# make day      build the next planned day and draw it      make test    run the tests
# make check    lint, types, floors, docs up to date        make bench   print figures of speed

VENV ?= .venv
PYTHON ?= python3
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: day test check docs bench bench-gpu boards-report lexicon system-deps clean

day: $(READY)
	@built=$$($(BIN)/almanac build) && echo "$$built" && \
	$(BIN)/almanac show $$(echo "$$built" | sed -n 's/^built \([0-9-]*\).*/\1/p')
	@$(BIN)/almanac validate

test: $(READY)
	$(BIN)/python -m pytest

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tests.reference --check

# docs/cli.md and days/schema.json say what the program says of itself.
docs: $(READY)
	$(BIN)/python -m tests.reference
	$(BIN)/almanac schema --save

bench: $(READY)
	$(BIN)/python -m tests.bench

# What the graphics adapter does in a second, and the processor beside it.
bench-gpu: $(READY)
	$(BIN)/python -m tests.bench.bench_gpu

# A year of Letter Boxed boards, line by line beside what editors ship.
boards-report: $(READY)
	$(BIN)/python -m tests.bench.boards_report

# The three word lists from Debian's SCOWL and wordfreq. The result is committed: only a change of the blocklist or of
# the recipe needs this.
lexicon: $(READY)
	$(BIN)/python -m pip install --quiet --editable '.[lexicon]'
	$(BIN)/almanac lexicon build

# What some tests and make lexicon take from the operating system.
system-deps:
	apt-get update
	apt-get install --yes --no-install-recommends mesa-vulkan-drivers libvulkan1 scowl chromium

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
