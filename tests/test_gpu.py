"""The graphics device: sizes that do not fit, faults in every place, and what is left to the processor."""

import contextlib
import itertools

import numpy as np
import pytest

from generators.draws import Stream
from generators.letterboxed import layouts, letters_of
from shaders import NAMES, source
from solvers.letterboxed import gpu
from solvers.letterboxed.best import find_best
from solvers.letterboxed.board import Board
from solvers.letterboxed.counts import survey
from solvers.letterboxed.gpu import LIMITS, MAX_STEPS, WORKGROUP, Adapter, Device, DeviceError, Step, fold
from solvers.letterboxed.gpu_best import BINDINGS, NEVER, find_best_gpu, find_best_many
from solvers.letterboxed.gpu_filter import (
    KEPT,
    TILE,
    Capacity,
    count,
    encode,
    encode_boards,
    encode_letters,
    place,
    runs,
    settle,
)
from solvers.letterboxed.gpu_survey import survey_many
from solvers.letterboxed.lexicon import Lexicon
from tests.gpu_agreement import accepted as accepted_list
from tests.gpu_agreement import random_boards
from tests.needs import an_adapter
from tests.test_best import TWICE

BOARD = Board.parse("VYQ FIG OTE XLU")
WORDS = Lexicon.of(["FOXGLOVE", "EQUITY", "FIX", "GILT"], answers=["FOXGLOVE", "EQUITY"])
PAIR = ("FOXGLOVE", "EQUITY")


@pytest.fixture(scope="module")
def shared():
    """A device for the tests that leave it as it is."""
    an_adapter()
    return Device.open()


@pytest.fixture
def device():
    """A device of one's own, to break."""
    an_adapter()
    return Device.open()


@pytest.fixture(scope="module")
def accepted():
    return accepted_list()


FOLDS = [
    # name                        workgroups  x, y
    ("none", 0, (0, 0)),
    ("one", 1, (1, 1)),
    ("as many as a dimension has", 65_535, (65_535, 1)),
    ("one more", 65_536, (32_768, 2)),
    ("as many as threads have numbers", (1 << 26) - 1, None),
    ("a few less", (1 << 26) - 1_025, (65_535, 1_023)),
]


@pytest.mark.parametrize(("workgroups", "expected"), [row[1:] for row in FOLDS], ids=[row[0] for row in FOLDS])
def test_fold(workgroups, expected):
    """Two dimensions, hardly more workgroups than asked for, and every thread's number fits 32 bits, or an error."""
    with pytest.raises(DeviceError) if expected is None else contextlib.nullcontext():
        x, y = fold(workgroups, 65_535)
        assert max(x, y) <= 65_535
        assert workgroups <= x * y < workgroups + max(1, y)
        assert (x, y) == expected or workgroups > 65_536


def test_two_dimensions_that_are_not_enough():
    """A device with few workgroups a dimension refuses what it cannot hold, instead of doing a part."""
    assert fold(9, 3) == (3, 3)
    with pytest.raises(DeviceError, match="at most 3 workgroups a dimension; found 10"):
        fold(10, 3)


@pytest.mark.parametrize("workgroups", [65_535, 65_536])
def test_at_the_edge_of_a_dimension(shared, workgroups):
    """Exactly so many workgroups: every thread does its work, and none beyond."""
    threads = workgroups * WORKGROUP
    shared.put("tables", np.full(threads + 64, 7, np.uint32))
    (tables,) = shared.run("best", [Step("clear", threads)], BINDINGS, {"tables": threads + 64})
    assert (tables[:threads] == NEVER).all()
    assert (tables[threads:] == 7).all()


@pytest.mark.parametrize("workgroups", [65_535, 65_536])
def test_a_filter_at_the_edge_of_a_dimension(shared, accepted, workgroups):
    """Boards and words that make exactly so many workgroups: each board has the words it has on the processor."""
    words, tiles = {65_535: (4_369, 960), 65_536: (4_096, 1_024)}[workgroups]
    assert words * tiles == workgroups * WORKGROUP
    part = Lexicon.of(accepted.words(range(words)))
    some = random_boards(97)
    boards = [some[i % 97] for i in range(tiles * TILE)]
    counts = count(shared, settle(shared, part), encode_boards(boards))
    expected = [len(part.playable(board)) for board in some]
    assert counts.sum(axis=1).tolist() == [expected[i % 97] for i in range(len(boards))]


def test_folded_all_the_way(device, accepted):
    """With 300 workgroups a dimension nearly every dispatch is folded: the answers stay."""
    device.dimension = 300
    boards = random_boards(6)
    able = Capacity.of(device.binding)
    found = find_best_many(device, boards, Lexicon.of(accepted.words(range(40_000))), 5, able)
    part = Lexicon.of(accepted.words(range(40_000)))
    assert found.chains == [find_best(board, part) for board in boards]


def test_no_more_is_asked_than_the_defaults_of_webgpu(shared):
    """Whatever the adapter offers; and nothing bigger than a binding is made."""
    assert LIMITS["max-storage-buffers-per-shader-stage"] <= 8
    assert LIMITS["max-storage-buffer-binding-size"] <= 134_217_728
    assert LIMITS["max-compute-workgroups-per-dimension"] <= 65_535
    assert shared.binding <= 134_217_728
    with pytest.raises(DeviceError, match=r"at most \d+ bytes a buffer"):
        shared.room("too big", shared.binding // 4 + 1)


def test_an_adapter_that_offers_too_little(monkeypatch):
    """It is not opened, and what is missing is said."""
    poor = Adapter("poor", "DiscreteGPU", "GL", {**LIMITS, "max-storage-buffers-per-shader-stage": 4})
    monkeypatch.setattr(gpu, "_ask", lambda: (poor, None))
    with pytest.raises(DeviceError, match="max-storage-buffers-per-shader-stage 8 of poor; found 4"):
        Device.open()


class Closed:
    """An adapter that is there and cannot be opened."""

    def request_device_sync(self, **_):
        """As wgpu says it: several lines, the cause last."""
        raise RuntimeError("Request device failed\n\nCaused by:\n  Not enough memory left.")


def test_an_adapter_that_cannot_be_opened(monkeypatch):
    """A device that is refused after the adapter was found is an error of ours, in one line."""
    monkeypatch.setattr(gpu, "_ask", lambda: (Adapter("closed", "DiscreteGPU", "Vulkan", LIMITS), Closed()))
    with pytest.raises(DeviceError, match=r"^the graphics device could not be opened: not enough memory left$"):
        Device.open()


def test_no_adapter_to_open(monkeypatch):
    """Without an adapter there is no device, and the reason is that of the adapter."""
    monkeypatch.setattr(gpu, "_ask", lambda: "no graphics adapter: none was offered")
    with pytest.raises(DeviceError, match="none was offered"):
        Device.open()


@pytest.mark.parametrize("name", NAMES)
def test_shaders_keep_to_whole_numbers(name):
    """No float, no signed number, no more than eight storage buffers an entry point (GPU-05)."""
    text = source(name)
    assert "u32" in text
    assert not {"f32", "i32", "f16"} & set(text.replace("<", " ").replace(">", " ").replace(",", " ").split())
    assert text.count("@workgroup_size(64)") == text.count("@compute")


def test_bindings_are_few():
    """Eight storage buffers at most, the count of workgroups among them."""
    from solvers.letterboxed import gpu_survey

    for bindings in (BINDINGS, gpu_survey.BINDINGS):
        for entry, buffers in bindings.items():
            assert len(buffers) + 1 + (entry == "neighbours") <= 8, entry
            assert not {0, 7} & set(buffers)


SHAPES = ["VYQ FIG OTE XLU", "AB CD EF GH", "ABCDEF GHIJKL", "A E I O S T L N", "AE IO ST LN RD GU", "AEIS RTLN ODCU"]


@pytest.mark.parametrize("sides", SHAPES)
def test_filtered_words_are_the_playable_ones(shared, accepted, sides):
    """On boards of every shape, word by word: letters as bits, last letter, length, number in the alphabet."""
    board = Board.parse(sides)
    resident = settle(shared, accepted)
    rows = encode_boards([board])
    counts = count(shared, resident, rows)
    begin, cover = place(shared, resident, rows, counts)
    total = int(counts.sum())
    (entries,) = shared.run("filter", [Step("count", 0)], {"count": {}}, {"entries": 2 * total})
    found = set()
    for at, (packed, number) in enumerate(entries.reshape(-1, 2).tolist()):
        word = accepted.word(int(resident.order[number]))
        letters = "".join(board.letters[i] for i in range(12) if packed >> i & 1)
        assert set(letters) == set(word)
        assert board.letters[packed >> 12 & 15] == word[-1]
        assert packed >> 16 == len(word)
        first = board.letters.index(word[0])
        assert begin[0, first] <= at < begin[0, first + 1]
        found.add(word)
    assert found == set(accepted.words(accepted.playable(board)))
    assert int(cover[0]) == board.full


def test_letters_alone_forbid_doubled_letters_only():
    """A set of letters is the board with each of them on a side of its own."""
    alone, board = encode_letters(["ABCDEF"]), encode_boards([Board.parse("A B C D E F")])
    assert (alone == board).all()


def test_numbers_follow_the_alphabet():
    """Each word once, in alphabetical order, whatever the order of the lexicon."""
    lexicon = Lexicon.load(b"TEA\t9\nEAT\t9\nATE\t8\nEAT\t3\n", b"ATE\n")
    order, rows = encode(lexicon)
    assert lexicon.words(order.tolist()) == ["ATE", "EAT", "TEA"]
    assert (rows[1] >> 15 & 1).tolist() == [1, 0, 0]
    assert (rows[1] >> 16).tolist() == [3, 3, 3]


RUNS = [
    # name                    sizes                most  runs
    ("nothing", [], 5, []),
    ("all together", [1, 2, 2], 5, [[0, 1, 2]]),
    ("cut in time", [3, 3, 2, 1], 5, [[0], [1, 2], [3]]),
    ("one too big is left out", [3, 6, 2], 5, [[0, 2]]),
    ("zeros cost nothing", [0, 5, 0], 5, [[0, 1, 2]]),
    ("all too big", [6, 7], 5, []),
]


@pytest.mark.parametrize(("sizes", "most", "expected"), [row[1:] for row in RUNS], ids=[row[0] for row in RUNS])
def test_runs(sizes, most, expected):
    """In order, each run within the bound."""
    assert list(runs(sizes, most)) == expected


def test_a_few_lexicons_stay_on_the_device(device):
    """The last ones used are there still; one more takes the place of the oldest, and the answers stay right."""
    lexicons = [Lexicon.of(["FOXGLOVE", "EQUITY", extra]) for extra in ("FIX", "GILT", "LUX", "TOE")]
    for lexicon in [*lexicons, *lexicons[::-1]]:
        assert find_best_gpu(device, BOARD, lexicon).chains == [find_best(BOARD, lexicon)]
        assert len(device.resident) <= KEPT
    assert settle(device, lexicons[0]) is settle(device, lexicons[0])


def words_on(board, stream, number, length):
    """*number* different words of *length* letters that *board* allows."""
    out = set()
    while len(out) < number:
        word = stream.pick(board.letters)
        while len(word) < length:
            word += stream.pick([x for x in board.letters if board.side_of(x) != board.side_of(word[-1])])
        out.add(word)
    return sorted(out)


def test_more_words_than_a_thread_may_look_at(shared):
    """Thirty thousand words on a board are done on the device; so many that a driver would cut its loop short, not."""
    board = Board.parse("ABC DEF GHI JKL")
    words = words_on(board, Stream("many"), 46_000, 5)
    for number, fallbacks in ((30_000, {}), (46_000, {"words": 1})):
        lexicon = Lexicon.of(Stream("some").shuffle(words)[:number])
        found = find_best_many(shared, [board], lexicon)
        assert found.chains == [find_best(board, lexicon)]
        assert found.fallbacks == fallbacks


def test_a_word_that_would_come_twice(shared):
    """The tables name ICFA-AGB-BHDA-AGB-BEJ; the processor says what is best without."""
    board = Board.parse("AB CD EF GH IJ")
    found = find_best_many(shared, [board, board], Lexicon.of([*TWICE, "AGDGDGDGDGB"]))
    assert [chain.words[3] for chain in found.chains] == ["AGDGDGDGDGB"] * 2
    assert found.fallbacks == {"twice": 2}
    found = find_best_many(shared, [board], Lexicon.of(TWICE))
    assert (found.chains, found.fallbacks) == ([None], {"twice": 1})


def sabotage(device, name, fault):
    """Let *fault* have whatever the device's method *name* returns."""
    whole = getattr(device, name)
    calls = itertools.count()
    setattr(device, name, lambda *given: fault(next(calls), whole(*given)))


def silenced(call, data):
    """All the numbers after the count of workgroups are gone from the third answer on."""
    return data if call < 2 else bytes(len(data))


def wrong_words(call, answers):
    return answers if call < 2 else [np.where(answer < 9, 0, answer) for answer in answers]


def wrong_letters(call, answers):
    return answers if call < 2 else [np.where((answer > 9) & (answer < 99), 13, answer) for answer in answers]


def raising(error):
    def fail(*given, **named):
        raise error

    return fail


FAULTS = [
    # name                          fault                                                       says
    ("a short answer", lambda d: sabotage(d, "read", lambda _, data: data[:-4]), "numbers from the graphics device"),
    ("an empty answer", lambda d: sabotage(d, "read", lambda _, data: b""), "numbers from the graphics device"),
    ("work that was not done", lambda d: sabotage(d, "read", silenced), "workgroups to run"),
    ("words placed are not those counted", lambda d: sabotage(d, "run", lambda c, a: [n + c for n in a]), "another"),
    ("words that are no chain", lambda d: sabotage(d, "run", wrong_words), "chains that solve"),
    ("letters that are not the chain's", lambda d: sabotage(d, "run", wrong_letters), "chains that solve"),
    ("out of memory", lambda d: setattr(d._device, "create_buffer", raising(MemoryError("out of memory"))), "out of"),
    ("a lost device", lambda d: setattr(d._device.queue, "submit", raising(RuntimeError("device lost"))), "lost"),
    ("a shader refused", lambda d: setattr(d._device, "create_shader_module", raising(ValueError("no"))), "no"),
]


@pytest.mark.parametrize(("fault", "says"), [row[1:] for row in FAULTS], ids=[row[0] for row in FAULTS])
def test_faults_are_errors_never_answers(device, fault, says):
    """Whatever the device does, it is one error of ours, in one line."""
    fault(device)
    with pytest.raises(DeviceError, match=says) as caught:
        find_best_gpu(device, BOARD, WORDS)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("fault", [FAULTS[0][1], FAULTS[2][1], FAULTS[7][1]], ids=["short", "undone", "lost"])
def test_faults_in_a_survey(device, fault):
    """The same for layouts."""
    fault(device)
    with pytest.raises(DeviceError):
        survey_many(device, [(letters_of(PAIR), layouts(PAIR))], WORDS)


def test_chains_counted_and_not_written(device):
    """A survey whose chains are not as many as counted is an error."""
    sabotage(device, "run", lambda call, answers: answers if call != 3 else [answers[0] * 0])
    with pytest.raises(DeviceError, match="as many chains"):
        survey_many(device, [(letters_of(PAIR), layouts(PAIR))], WORDS)


def test_too_many_dispatches_at_once(shared):
    """A run has room for so many steps, and refuses more."""
    with pytest.raises(DeviceError, match="at most 32 dispatches"):
        shared.run("best", [Step("clear", 1)] * (MAX_STEPS + 1), BINDINGS, {})


def test_nothing_to_do(shared):
    """No boards, no sets, no layouts, no words asked for: no answer is missing and nothing fails."""
    assert find_best_many(shared, [], WORDS).chains == []
    assert find_best_many(shared, [BOARD], WORDS, 0).chains == [None]
    assert survey_many(shared, [], WORDS).surveys == []
    none = layouts(PAIR)[:0]
    assert len(survey_many(shared, [(letters_of(PAIR), none)], WORDS).surveys[0].playable) == 0


def test_a_survey_too_big_for_a_thread(shared):
    """A set of letters with more words than a thread may look at is the processor's."""
    board = Board.parse("ABC DEF GHI JKL")
    lexicon = Lexicon.of(words_on(board, Stream("many"), 44_500, 5))
    deals = np.array([range(12)])
    found = survey_many(shared, [(board.letters, deals)], lexicon)
    assert found.fallbacks == 1
    assert found.surveys[0].playable.tolist() == survey(board.letters, deals, lexicon).playable.tolist() == [44_500]
