"""The shaders, as they are, in a browser: they compile with the default limits, and every answer is the processor's.

A page in headless Chromium stands in for the device: the same host code writes its buffers and runs its dispatches.
"""

import base64
import functools
import http.server
import threading
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import sync_playwright

from generators.letterboxed import layouts, letters_of
from shaders import NAMES, source
from solvers.letterboxed import gpu_best, gpu_survey
from solvers.letterboxed.best import find_best
from solvers.letterboxed.board import Board
from solvers.letterboxed.counts import survey
from solvers.letterboxed.gpu import MAX_STEPS, WORKGROUP, Device, fold
from solvers.letterboxed.gpu_best import find_best_many
from solvers.letterboxed.gpu_survey import survey_many
from solvers.letterboxed.lexicon import Lexicon
from tests.gpu_agreement import accepted as accepted_list
from tests.gpu_agreement import random_boards
from tests.needs import chromium

HERE = Path(__file__).parent
FLAGS = ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader", "--no-sandbox"]
ENTRIES = {"filter": ("count", "place"), "best": tuple(gpu_best.BINDINGS), "survey": tuple(gpu_survey.BINDINGS)}


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files without a word."""

    def log_message(self, *given):
        """Nothing."""


class BrowserDevice(Device):
    """A device whose buffers and dispatches are those of a page."""

    def __init__(self, page):
        self.page = page
        self.binding, self.dimension = 1 << 27, 65_535
        self.resident = {}

    def put(self, name, numbers):
        text = base64.b64encode(np.ascontiguousarray(numbers, np.uint32).tobytes()).decode()
        self.page.evaluate("([name, text]) => put(name, text)", [name, text])

    def room(self, name, size):
        self.page.evaluate("([name, bytes]) => room(name, bytes)", [name, 4 * size])

    def run(self, module, steps, bindings, wanted):
        self.put("tickets", np.zeros(MAX_STEPS, np.uint32))
        folded = [fold(-(-step.threads // WORKGROUP), self.dimension) for step in steps]
        rows = [
            [step.entry, x, y, [step.threads, step.words, step.boards, step.slots, step.level, i]]
            for i, (step, (x, y)) in enumerate(zip(steps, folded, strict=True))
        ]
        sizes = {"tickets": MAX_STEPS, **wanted}
        text = self.page.evaluate(
            "([module, steps, bindings, wanted]) => run(module, steps, bindings, wanted)",
            [
                module,
                rows,
                {entry: {str(number): name for number, name in each.items()} for entry, each in bindings.items()},
                [[name, 4 * size] for name, size in sizes.items()],
            ],
        )
        raw = np.frombuffer(base64.b64decode(text), np.uint32)
        tickets, *answers = np.split(raw, np.cumsum(list(sizes.values()))[:-1])
        assert tickets[: len(steps)].tolist() == [x * y for x, y in folded]
        return answers


@pytest.fixture(scope="module")
def page():
    """A page with an open device, from 127.0.0.1 as WebGPU demands."""
    path = chromium()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=HERE))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
            page = browser.new_page()
            page.goto(f"http://127.0.0.1:{server.server_address[1]}/device.html")
            page.wait_for_function("window.run !== undefined")
            assert "swiftshader" in page.evaluate("open_device()").lower()
            yield page
            browser.close()
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="module")
def device(page):
    """The page as a device, all shaders compiled."""
    for name in NAMES:
        page.evaluate(
            "([name, code, entries]) => compile(name, code, entries)", [name, source(name), list(ENTRIES[name])]
        )
    return BrowserDevice(page)


@pytest.mark.parametrize("name", NAMES)
def test_shaders_compile(page, name):
    """Without an error or a warning, every entry point within the default limits."""
    command = "([name, code, entries]) => compile(name, code, entries)"
    assert page.evaluate(command, [name, source(name), list(ENTRIES[name])]) == []
    assert source(name).count("@compute") == len(ENTRIES[name])


def test_best_chains(device):
    """Boards of no, two, three, four and five words over part of the list."""
    everything = accepted_list()
    lexicon = Lexicon.of(everything.words(range(0, len(everything), 3)))
    named = ["VYQ FIG OTE XLU", "JCV ELR AMB UKY", "EIO NRS TDG LAU", "AB CD EF GH", "AE IO ST LN RD GU"]
    boards = [Board.parse(sides) for sides in named] + random_boards(25)
    expected = [find_best(board, lexicon) for board in boards]
    found = find_best_many(device, boards, lexicon)
    assert found.chains == expected
    assert {len(chain.words) if chain else 0 for chain in expected} >= {0, 2, 3, 4, 5}
    one = Lexicon.of(["VIFTLEYGQOXUT", "FOXGLOVE", "EQUITY"])
    board = Board.parse("VYQ FIG OTE XLU")
    assert find_best_many(device, [board], one).chains == [find_best(board, one)]


def test_surveys(device):
    """Every feasible layout of some pairs, figure by figure."""
    lexicon = accepted_list()
    pairs = [("FOXGLOVE", "EQUITY"), ("WAXED", "DUMPLING"), ("BANJO", "OUTSLIDE")]
    sets = [(letters_of(pair), layouts(pair)) for pair in pairs]
    found = survey_many(device, sets, lexicon)
    assert found.fallbacks == 0
    for (letters, deals), figures in zip(sets, found.surveys, strict=True):
        expected = survey(letters, deals, lexicon)
        for field in fields(expected):
            assert getattr(figures, field.name).tolist() == getattr(expected, field.name).tolist()
