"""What ``--help`` ends with: examples of what people type most, each with what it does."""

EXAMPLES: dict[str, tuple[tuple[str, str], ...]] = {
    "words clean": (
        ("almanac words clean draft.txt", "show what would be kept, and why the rest is dropped"),
        ("almanac words clean draft.txt --out content/linky/meadow.txt", "write the list"),
    ),
    "words check": (
        ("almanac words check", "judge every list"),
        ("almanac words check beach space", "judge two"),
    ),
    "lexicon build": (("almanac lexicon build --words words.txt --counts counts.tsv", "from lists of your own"),),
    "lexicon why": (("almanac lexicon why KETTLE", "say why no player may play it"),),
    "plan": (
        ("almanac plan --through 2027-03-14 --dry-run", "show the rows of the next days"),
        ("almanac plan --through 2027-03-14", "append them to the schedule"),
    ),
    "build": (
        ("almanac build", "the next planned day"),
        ("almanac build --through 2027-02-07 --workers 2", "all planned days up to that one"),
        ("almanac build 2027-01-31 --rebuild", "one day again, after its row or its list has changed"),
    ),
    "launch": (("almanac launch", "once, when the site goes live: from then on days freeze"),),
    "validate": (
        ("almanac validate", "the whole archive"),
        ("almanac validate --since main", "and that no frozen day differs from the branch main"),
        ("almanac validate archive --format linky", "somebody's day files of the live game"),
    ),
    "status": (("almanac status --warn-below 60 --fail-below 10", "how many days are left; for scheduled runs"),),
    "show": (
        ("almanac show 2026-12-24 --solution", "a day in the terminal, with what solves it"),
        ("almanac show 2026-12-24 --svg day.svg", "as a picture"),
    ),
    "proof": (("almanac proof --from 2027-01-01 --through 2027-01-31 --out january.html", "a month to look at"),),
    "solve": (
        ("almanac solve VYQ-FIG-OTE-XLU", "the best chain"),
        ("almanac solve VYQ-FIG-OTE-XLU --all --max-words 2 --rank common", "every pair, best known words first"),
        ("almanac solve VYQ-FIG-OTE-XLU --count", "how many chains there are"),
    ),
    "release": (
        ("almanac release --out site --dry-run", "say what would open"),
        ("almanac release --out site --base-url https://puzzles.example.org", "make the site"),
    ),
    "schema": (("almanac schema --save", "after the models have changed"),),
    "doctor": (("almanac doctor --json", "what this machine offers, for a bug report"),),
}


def examples(command: str) -> str:
    """The end of the help of *command*: each example on a line, what it does on the next."""
    lines = [line for typed, does in EXAMPLES[command] for line in (f"  {typed}", f"      {does}")]
    return "\n".join(["\b", "Examples:", *lines])
