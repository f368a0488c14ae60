"""Days made by a Dask cluster: ``almanac build --dask ADDRESS``, with the optional extra ``cluster``.

It is for what takes hours on one machine: years of days, or a question put to all pairs of answers, some hundred
thousand (``generators.pairs.candidates``), each with 15,400 layouts to survey. A year of days is not that: two
processes make it in two minutes. ``workers_at`` gives a plain ``concurrent.futures`` executor, so whatever runs on
``pipeline.workers.processes`` runs here too, and no byte depends on which it was.

What a worker needs: this program, this edition, and the project's folder under the same path with the same content.
Without the first two nothing is sent out; the content is looked at where each day is made, so a worker that comes later
is held to it too. Begin them with ``dask worker ADDRESS --nthreads 1``: the days of one process take turns anyway.

A worker that is lost is no failure while others are left: they make its days. When the scheduler is gone, when for
PATIENCE seconds there is no worker, or when one day has cost several workers their lives, it is an error, and the days
written before it stand. Dask runs what it is sent and believes what it gets: use no cluster that you do not trust.

Dask is imported here, nowhere else, and only when it is asked for. It tells about its troubles in warnings and logs of
its own; those are held back, for what matters to the user is an error of ours.

Raises   ClusterError saying what to do.
"""

import gc
import logging
import re
import sys
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future, wait
from contextlib import contextmanager, suppress
from importlib.metadata import version
from pkgutil import resolve_name
from threading import Thread
from typing import Any

from pipeline.build import EDITION, build_on
from pipeline.content import Content
from pipeline.day import Day
from pipeline.schedule import Row
from solvers.errors import AlmanacError, UsageError

PATIENCE = 10
"""Seconds to wait for a scheduler, or for a worker where there is none."""

FAREWELL = 5
"""Seconds that Dask may take to say that it found none."""

CURE = "pip install 'almanac[cluster]'"

ADDRESS = re.compile(r"((tcp|tls)://)?(\[[0-9A-Fa-f:.]+\]|[^\s/:\[\]]+):[0-9]{1,5}")

ALIKE: tuple[tuple[str, Callable[[str], object], str, object], ...] = (
    ("almanac", version, "almanac", version("almanac")),
    ("edition", resolve_name, "pipeline.build:EDITION", EDITION),
)
"""What must be the same on every worker: its name, a function of the standard library that looks it up, the function's
argument, and what is found here. A worker without almanac can run them too."""


class ClusterError(AlmanacError):
    """A cluster that is not there, is not what it must be, or is lost on the way."""


def build_days(
    rows: Sequence[Row], content: Content, address: str, backend: str
) -> Generator[Day | AlmanacError, None, None]:
    """The days of *rows* in their order, made at *address*; each worker chooses for itself what *backend* means."""
    with workers_at(address) as executor:
        yield from build_on(executor, rows, content, backend)


@contextmanager
def workers_at(address: str) -> Iterator[Executor]:
    """An executor of the workers of the Dask scheduler at *address*, as Dask writes it: ``tcp://HOST:PORT``.

    On leaving, what has not begun is dropped. Raises UsageError for what is no address, and ClusterError, also for what
    is lost while it is in use.
    """
    if not ADDRESS.fullmatch(address):
        raise UsageError(f"expected --dask tcp://HOST:PORT; found {address!r}")
    with _quiet():
        client = _connect(address)
        try:
            _await_workers(client, address)
            _refuse_others(client)
            yield _Watched(client, address)
        except (OSError, CancelledError) as error:
            raise ClusterError(
                f"expected the scheduler at {address} to stay; found that it is lost ({_first_line(error)}); "
                "start it and its workers and build again"
            ) from None
        finally:
            with suppress(OSError):
                client.close(timeout=PATIENCE)


def _connect(address: str) -> Any:
    """Dask's client of the scheduler at *address*. Raises ClusterError."""
    try:
        from distributed import Client
    except ImportError:
        raise ClusterError(f"expected Dask for --dask; found it is not installed; {CURE}") from None
    try:
        return _in_time(lambda: Client(address, timeout=PATIENCE, set_as_default=False))  # type: ignore[no-untyped-call]
    except Exception as error:
        why = _first_line(error) if str(error) else "silence"
    gc.collect()  # the client that failed has its say when it goes: let that be here, where nobody hears
    raise ClusterError(
        f"expected a Dask scheduler at {address}; found none that answers within {PATIENCE} seconds ({why}); "
        "start one with dask scheduler, or give its address"
    )


def _in_time(call: Callable[[], Any]) -> Any:
    """What *call* gives, or its error. Raises TimeoutError when it does not return: a line may be silent for ever once
    a connection is made, and Dask waits for as long."""
    found: Future[Any] = Future()

    def run() -> None:
        try:
            found.set_result(call())
        except Exception as error:
            found.set_exception(error)

    Thread(target=run, daemon=True).start()
    return found.result(PATIENCE + FAREWELL)


class _Watched(Executor):
    """Dask's own executor, but results are waited for only as long as there are workers."""

    def __init__(self, client: Any, address: str) -> None:
        self._client = client
        self._address = address
        self._executor: Executor = client.get_executor(pure=False)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        return self._executor.submit(fn, *args, **kwargs)

    def map(
        self,
        fn: Callable[..., Any],
        *iterables: Iterable[Any],
        timeout: float | None = None,  # noqa: ARG002
        chunksize: int = 1,  # noqa: ARG002
    ) -> Iterator[Any]:
        """What *fn* gives, in order. Raises ClusterError for a task without an answer, and when no worker is left."""
        futures = [self.submit(fn, *given) for given in zip(*iterables, strict=False)]
        return self._results(futures)

    def _results(self, futures: Iterable[Future[Any]]) -> Iterator[Any]:
        for future in futures:
            while not wait([future], timeout=1).done:
                _await_workers(self._client, self._address)
            error = future.exception()
            if error is not None:
                raise _undone(error)
            yield future.result()


def _undone(error: BaseException) -> ClusterError:
    """What a task says that came to no answer."""
    from distributed import KilledWorker

    if isinstance(error, KilledWorker):
        return ClusterError(
            "expected every worker to finish; found that one task was the end of several; "
            "see their logs, give them more memory and build again"
        )
    return ClusterError(
        f"expected every worker to finish; found {type(error).__name__} in one; see its log and the scheduler's",
        f"({_first_line(error)})",
    )


def _await_workers(client: Any, address: str) -> None:
    """Go on as soon as there is a worker. Raises ClusterError when none comes."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        raise ClusterError(
            f"expected a worker of the scheduler at {address}; found none for {PATIENCE} seconds; "
            f"start some with dask worker {address} --nthreads 1 and build again"
        ) from None


def _refuse_others(client: Any) -> None:
    """Raises ClusterError for a worker whose program would make other bytes."""
    for name, look, what, ours in ALIKE:
        for worker, theirs in client.run(look, what, on_error="return").items():
            if theirs != ours:
                found = f"{name} {theirs}" if isinstance(theirs, type(ours)) else f"none ({_first_line(theirs)})"
                raise ClusterError(
                    f"expected {name} {ours} on every worker; found {found} on {worker}; "
                    "install the same there, and start the worker again"
                )


def _first_line(error: object) -> str:
    """What Dask says of an error, in short."""
    return (str(error).strip() or type(error).__name__).splitlines()[0]


@contextmanager
def _quiet() -> Iterator[None]:
    """Nothing gets out meanwhile of Dask's warnings, its logs, and what it says of objects it forgets."""
    before = logging.root.manager.disable, sys.unraisablehook
    logging.disable(logging.CRITICAL)
    sys.unraisablehook = lambda _: None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(before[0])
        sys.unraisablehook = before[1]
