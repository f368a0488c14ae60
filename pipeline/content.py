"""What people write under ``content/``, read once and only as far as it is needed.

Source   SPEC 1 to 3: the category lists, the blocklist, the lexicon, the word list for Linky, and the plan.
"""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path, PurePosixPath

from generators.difficulty import Dictionary as FalseTrails
from pipeline import textfiles
from pipeline.backends import CPU, Backend
from pipeline.blocklist import BLOCKLIST, Blocklist, read_blocklist
from pipeline.day import sha256
from pipeline.lexicons import ACCEPTED, ANSWERS, read_lexicon
from pipeline.naming import Dictionary
from pipeline.wordlists import LINKY, Judged, WordList, judge, read_dictionary, read_exceptions, read_list
from solvers.errors import AlmanacError
from solvers.letterboxed.lexicon import Lexicon


class Content:
    """The content of the project at *root*. Every attribute raises AlmanacError naming the file it cannot read.

    *backend* is where boards over these words are solved; no answer depends on it.
    """

    def __init__(self, root: Path, backend: Backend = CPU) -> None:
        self.root = root
        self.backend = backend
        self._digests: dict[str, str] = {}

    @cached_property
    def blocklist(self) -> Blocklist:
        """The blocked words, by grade."""
        return read_blocklist(self.root)

    @cached_property
    def strong(self) -> frozenset[str]:
        """The strongly blocked words, as a set."""
        return frozenset(self.blocklist.strong)

    @cached_property
    def blocked(self) -> frozenset[str]:
        """The blocked words of both grades, as a set."""
        return self.strong.union(self.blocklist.mild)

    @cached_property
    def lexicon(self) -> Lexicon:
        """The accepted words with their scores, answers marked."""
        return read_lexicon(self.root)

    @cached_property
    def answers(self) -> Lexicon:
        """The answers alone, as a lexicon."""
        return Lexicon.of(self.common_words)

    @cached_property
    def dictionary(self) -> Dictionary:
        """Every word a category's list may hold."""
        return read_dictionary(self.root)

    @cached_property
    def exceptions(self) -> frozenset[str]:
        """Words people know that the dictionary lacks."""
        return read_exceptions(self.root)

    @cached_property
    def common_words(self) -> tuple[str, ...]:
        """The answers: words ordinary people know."""
        return tuple(textfiles.read(self.root, ANSWERS).split())

    @cached_property
    def false_trails(self) -> FalseTrails:
        """The common words, prepared to be looked for on Linky boards: there they make a board harder."""
        return FalseTrails(self.common_words)

    def excepted(self, inputs: Mapping[str, str]) -> frozenset[str] | None:
        """The words that a day's list excepts by ``# allow:``; None when the list of its *inputs* is another by now."""
        for name, digest in inputs.items():
            path = PurePosixPath(name)
            if path.parent.as_posix() == LINKY and (self.root / name).is_file() and self.digest(name) == digest:
                return frozenset(read_list(self.root, path.stem).allowed)
        return None

    def judged(self, slug: str) -> tuple[WordList, Judged]:
        """The list of the category *slug*, and what is to be said of it."""
        written = read_list(self.root, slug)
        return written, judge(written, self.blocklist, self.dictionary, self.exceptions)

    def digest(self, name: str) -> str:
        """SHA-256 of the file *name*, relative to the root."""
        if name not in self._digests:
            self._digests[name] = sha256(textfiles.read_bytes(self.root, name))
        return self._digests[name]

    def inputs(self, slug: str) -> dict[str, str]:
        """The files a day of the category *slug* is made from, by name, with their digests."""
        names = sorted([f"content/linky/{slug}.txt", BLOCKLIST, ACCEPTED, ANSWERS])
        return {name: self.digest(name) for name in names}


def lexicon_in(data: bytes, name: str) -> Lexicon:
    """The words in the file *name*, one a line, as a lexicon. Raises AlmanacError when there are none."""
    words = textfiles.decode(data, name).split()
    lexicon = Lexicon.of(words)
    if not len(lexicon):
        raise AlmanacError(f"expected words of three letters or more, one a line, in {name}; found none")
    return lexicon
