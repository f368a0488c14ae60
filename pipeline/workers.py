"""Work shared out to other processes, and the content they need for it.

A task is a plain function and picklable arguments, one of them a :class:`Source`: whoever runs the task opens the
content it names, once a run, so any ``concurrent.futures`` executor will do. No answer depends on who gave it.

The processes started here are spawned, not forked, for a graphics device may be open; they are born deaf to Ctrl-C,
which is for the process that writes; and they end soon after the process that started them, however that went.
"""

import atexit
import gc
import multiprocessing
import os
import platform
import signal
import threading
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.entry import GARBAGE
from solvers.errors import AlmanacError

if TYPE_CHECKING:
    from pipeline.content import Content


SHARED_FROM = 48
"""Days to judge from which it pays to start a second process."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a worker finds its content and with which *backend*; *run* tells one run of the program from another.

    A run reads its content once: what changes meanwhile is for the next. *maker* is the program that has to make it,
    *files* are names with the SHA-256 of what each must hold where the work is done; empty for a file that cannot be
    read where it was asked for.
    """

    root: Path
    backend: str
    run: str
    maker: str = ""
    files: tuple[tuple[str, str], ...] = ()


@lru_cache(maxsize=8)
def source_of(root: Path, backend: str) -> Source:
    """The source of this run of the program: the same however often it is asked for."""
    return Source(root.resolve(), backend, f"{os.getpid()} {time.monotonic_ns()}")


@lru_cache(maxsize=1)
def open_content(source: Source) -> "Content":
    """The content of *source*, read once a run. Raises AlmanacError when a file here is another, or its backend cannot
    be had."""
    from pipeline.backends import choose
    from pipeline.content import Content

    content = Content(source.root)
    refuse_others(content, source.files)
    content.backend = choose(source.backend)
    return content


def digest_of(content: "Content", name: str) -> str:
    """The SHA-256 of a file of *content*; empty when it cannot be read, which is for those to say who need it."""
    try:
        return content.digest(name)
    except AlmanacError:
        return ""


def refuse_others(content: "Content", files: Iterable[tuple[str, str]]) -> None:
    """Raises AlmanacError naming the first of *files* that does not hold here what it must."""
    for name, digest in files:
        here = digest_of(content, name)
        if here != digest:
            found = "another" if here else "none that can be read"
            raise AlmanacError(
                f"expected every worker to have {name} as the command has it; found {found} in {content.root} on "
                f"{platform.node()}; give all of them the same project under the same path"
            )


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def processes(number: int) -> Iterator[Executor]:
    """An executor of *number* processes; on leaving, what has not begun is dropped."""
    pool = ProcessPoolExecutor(number, multiprocessing.get_context("spawn"), _follow, (os.getpid(),))
    try:
        with _deaf():
            for _ in range(number):
                pool.submit(_nothing)
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def one_more(days: int, source: Source) -> Iterator[Executor | None]:
    """An executor of one more process that opens its content at once, where that pays for so many *days*; or None."""
    if days < SHARED_FROM or processors() < 2:
        yield None
        return
    with processes(1) as executor:
        executor.submit(_get_ready, source)
        yield executor


@contextmanager
def _deaf() -> Iterator[None]:
    """What is started meanwhile does not hear Ctrl-C. Elsewhere than in the main thread nothing is changed."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, heard)


def _get_ready(source: Source) -> None:
    """A task that loads what judging days will need."""
    from importlib import import_module

    import_module("pipeline.validate")
    open_content(source)


def _nothing() -> None:
    """A task that starts a process and no more."""


def _follow(parent: int) -> None:
    """What a process does first: see to it that it does not outlive its *parent*.

    It ends at once, for nothing in it needs tidying and nobody reads its exit code; and it looks for garbage as seldom
    as the command does.
    """
    atexit.register(os._exit, 0)
    gc.set_threshold(GARBAGE)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)
