"""The commands about word lists: ``almanac words`` for Linky, ``almanac lexicon`` for Letter Boxed."""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pipeline.console import Json, print_json, read_file, root, say, tell
from pipeline.examples import examples
from solvers.errors import AlmanacError

if TYPE_CHECKING:
    from pipeline.why import Why

words_app = typer.Typer(help="Clean and judge the word lists of Linky categories.", no_args_is_help=True)
lexicon_app = typer.Typer(help="Make the word lists of Letter Boxed, and explain them.", no_args_is_help=True)


@words_app.command("clean", epilog=examples("words clean"))
def words_clean(
    draft: Annotated[Path, typer.Argument(metavar="DRAFT", help="A rough list of words, in any shape people write.")],
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the finished list here; else it is printed.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Turn a rough draft into a list; say what was dropped and why."""
    from pipeline import atomic, cleaning
    from pipeline.content import Content

    content = Content(root())
    cleaned = cleaning.clean(read_file(draft), draft.name, content.blocklist, content.dictionary)
    text = cleaning.render(cleaned)
    if out is not None:
        try:
            atomic.write_output(out, text.encode())
        except OSError as error:
            raise AlmanacError(
                f"expected to write {out}; found: {error.strerror or error}; nothing was written"
            ) from None
    unknown = [word for word in cleaned.kept if word not in content.dictionary and word not in content.exceptions]
    if as_json:
        print_json(
            {
                "title": cleaned.title,
                "read": cleaned.read,
                "kept": list(cleaned.kept),
                "dropped": [{"entry": d.entry, "reason": d.reason} for d in cleaned.dropped],
                "changed": [{"entry": c.entry, "word": c.word, "reason": c.reason} for c in cleaned.changed],
                "unknown": unknown,
            }
        )
        return
    if out is None:
        say(text.rstrip("\n"))
    for change in cleaned.changed:
        tell(f"changed {change.entry!r} to {change.word}: {change.reason}")
    for drop in cleaned.dropped:
        tell(f"dropped {drop.entry!r}: {drop.reason}")
    for word in unknown:
        tell(f"note: {word} is in no dictionary: correct it, or add it to content/exceptions.txt with a reason")
    tell(f"{cleaned.read} read, {len(cleaned.kept)} kept, {len(cleaned.dropped)} dropped")


@words_app.command("check", epilog=examples("words check"))
def words_check(
    slugs: Annotated[list[str] | None, typer.Argument(metavar="SLUG", help="Lists to judge; all if none.")] = None,
    as_json: Json = False,
) -> None:
    """Judge finished lists, and say whether each can fill a day."""
    from generators.groups import advice, can_fill
    from pipeline import wordlists
    from pipeline.content import Content

    content = Content(root())
    named = slugs or wordlists.slugs(content.root)
    if not named:
        raise AlmanacError(f"expected lists in {wordlists.LINKY}; found none; write one, or run almanac words clean")
    results: list[dict[str, Any]] = []
    for slug in named:
        try:
            written, judged = content.judged(slug)
        except AlmanacError as error:
            finding = {"word": "", "rule": "file", "severity": "error", "text": error.text}
            empty = {"slug": slug, "title": "", "words": 0, "usable": 0, "can_fill": False, "advice": error.text}
            results.append({**empty, "findings": [finding]})
            continue
        results.append(
            {
                "slug": slug,
                "title": written.title,
                "words": len(written.words),
                "usable": len(judged.usable),
                "can_fill": can_fill(judged.usable),
                "advice": advice(judged.usable),
                "findings": [
                    {"word": f.word, "rule": f.rule, "severity": f.severity, "text": f.text} for f in judged.findings
                ],
            }
        )
    if as_json:
        print_json({"lists": results})
    else:
        for result in results:
            _print_list(result)
    bad = any(not r["can_fill"] or any(f["severity"] == "error" for f in r["findings"]) for r in results)
    raise typer.Exit(int(bad))


def _print_list(result: Mapping[str, Any]) -> None:
    verdict = "can fill a day" if result["can_fill"] else f"cannot fill a day; {result['advice']}"
    say(f"{result['slug']} ({result['title']}): {result['usable']} of {result['words']} words usable, {verdict}")
    for finding in result["findings"]:
        say(f"  {finding['severity']}: {finding['rule']}: {finding['word']}: {finding['text']}")


@lexicon_app.command("build", epilog=examples("lexicon build"))
def lexicon_build(
    scowl: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Debian's SCOWL lists, with wordfreq's scores.")
    ] = None,
    words: Annotated[Path | None, typer.Option(metavar="FILE", help="Any sorted list, one word a line.")] = None,
    counts: Annotated[Path | None, typer.Option(metavar="FILE", help="Sorted lines of word, tab, count.")] = None,
    as_json: Json = False,
) -> None:
    """Make the accepted words, the answers and the word list from SCOWL, or from any word list and counts."""
    from pipeline import lexicons

    made = lexicons.build(root(), scowl=scowl, words=words, counts=counts)
    if as_json:
        print_json(asdict(made))
        return
    say(f"{made.read} entries read: {made.accepted} accepted words, {made.answers} answers, {made.words} for Linky")
    for reason, number in sorted(made.dropped.items()):
        say(f"  dropped {number}: {reason}")


@lexicon_app.command("why", epilog=examples("lexicon why"))
def lexicon_why(
    word: Annotated[str, typer.Argument(metavar="WORD", help="The word to explain, in any case.")],
    on: Annotated[
        str | None, typer.Option(metavar="SIDES", help='Also whether this board has room for it: "VYQ FIG OTE XLU".')
    ] = None,
    as_json: Json = False,
) -> None:
    """Say which lists a word is in, and what keeps it out of the others."""
    from pipeline.content import Content
    from pipeline.why import why
    from solvers.letterboxed.board import Board

    found = why(Content(root()), word, None if on is None else Board.parse(on))
    if as_json:
        print_json(asdict(found))
    else:
        _print_why(found)


def _print_why(found: "Why") -> None:
    if found.answer:
        say(f"{found.word}: accepted, and an answer; score {found.score}")
    elif found.accepted:
        say(f"{found.word}: accepted, score {found.score}; no answer: {'; '.join(found.reasons)}")
    else:
        say(f"{found.word}: not accepted: {'; '.join(found.reasons)}")
    say(f"  in the dictionary: {'yes' if found.words else 'no'}")
    say(f"  blocked: {found.blocked or 'no'}")
    if found.board is not None:
        verdict = "can be played" if found.board.playable else f"cannot be played: {'; '.join(found.board.reasons)}"
        say(f"  on {' '.join(found.board.sides)}: {verdict}")
