"""Bytes to give to parsers: samples of what each reads, slips in them, and places to put them as files."""

from dataclasses import dataclass
from pathlib import Path

from hypothesis import strategies as st

from pipeline.blocklist import Blocklist
from pipeline.day import (
    canonical,
)
from pipeline.naming import Dictionary
from tests.conftest import SAMPLE
from tests.samples import a_day

DAY = canonical(a_day())
INDEX = (SAMPLE / "days" / "index.json").read_bytes()
SITE = b'{"format": 1, "public_through": "2026-09-01", "listed_through": null, "days": []}'
DRAFT = "# Fruit\n# allow: PEARTREE\n# season: 10-15..11-01\n• Apple, 2) crème, plum # ripe\n- sea-buckthorn\n".encode()
LIVE = {
    "id": "daily_0000",
    "date": "2025-03-01",
    "category": "Test",
    "levels": [{"size": 3, "words": ["PLUM", "BRICK"], "tiles": "".join(f"11{x}" for x in "PLUBRMKCI")}],
}
DICTIONARY = Dictionary(["APPLE", "PEAR", "TREE"])
BLOCKED = Blocklist(("FILTH",), ("DARN",))


@dataclass(frozen=True, slots=True)
class Places:
    """Where files are put to be read: an empty folder, and the content that boards are judged by."""

    root: Path
    content: object

    def put(self, name: str, data: bytes) -> Path:
        """*data* as the file *name*."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return path


PIECES = st.sampled_from(
    [b"\x00", b"\n", b"\r\n", b"\xef\xbb\xbf", b"\xff", b'"', b",", b"\\", b"#", b"-", b"\t", b" ", b"{", b"]", b"A",
     b"0", b"9" * 20, b"1e999", b"null", b"\\ud800", "\u2028".encode(), "\u0301".encode() * 3, "ß".encode(),
     "\u00ad".encode(), "Ａ".encode(), "٣".encode(), b"# allow: ", b"# season: ", b"NaN", b"-0"]
)  # fmt: skip
MUCH = st.binary(max_size=300) | st.text(max_size=200).map(str.encode) | st.lists(PIECES, max_size=12).map(b"".join)


@st.composite
def changed(draw: st.DrawFn, sample: bytes) -> bytes:
    """*sample* after a few slips: a stretch gone or doubled, a piece put in, a byte exchanged."""
    data = sample
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(data)))
        end = draw(st.integers(start, min(len(data), start + 40)))
        middle = draw(st.sampled_from([b"", 2 * data[start:end]]) | PIECES | st.binary(min_size=1, max_size=1))
        data = data[:start] + middle + data[end:]
    return data
