"""Which graphics adapter this machine offers. The only file that imports wgpu.

An adapter's *type* is wgpu's word for it ("DiscreteGPU", "IntegratedGPU", "CPU" …); "CPU" is a software adapter, good
for checking a shader and never called faster.

Raises   nothing: a machine without a driver, or without wgpu, has no adapter, and ``no_adapter()`` says why.
Source   SPEC 2, DESIGN decision 4.
"""

import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Adapter:
    """A graphics adapter: its *name*, its *type* and the *backend* it is reached by, in wgpu's words."""

    name: str
    type: str
    backend: str

    @property
    def is_software(self) -> bool:
        """True for an adapter that is really the processor."""
        return self.type.upper() == "CPU"


def find_adapter() -> Adapter | None:
    """The adapter wgpu prefers, or None. Asks once a process; prints nothing, raises nothing."""
    found = _ask()
    return found if isinstance(found, Adapter) else None


def no_adapter() -> str:
    """Why there is no adapter, as one line "no graphics adapter: …"; empty if there is one."""
    found = _ask()
    return found if isinstance(found, str) else ""


@lru_cache(maxsize=1)
def _ask() -> Adapter | str:
    """The adapter, or why there is none."""
    with _silence(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            import wgpu

            adapter = wgpu.gpu.request_adapter_sync(power_preference="high-performance")
            if adapter is None:
                return "no graphics adapter: none was offered"
            info = adapter.info
            return Adapter(
                name=str(info["device"] or info["description"] or "unnamed"),
                type=str(info["adapter_type"]),
                backend=str(info["backend_type"]),
            )
        except Exception as fault:  # drivers fail in ways of their own, and a board can do without one
            return f"no graphics adapter: {_reason(fault)}; `make system-deps` installs a software one"


def _reason(fault: Exception) -> str:
    """The innermost cause in wgpu's text: its last line, up to the list of all it tried."""
    lines = str(fault).strip().splitlines() or [type(fault).__name__]
    cause = lines[-1].strip().partition(";")[0].rstrip(". ")
    return cause if cause[:2].isupper() else cause[:1].lower() + cause[1:]


@contextmanager
def _silence() -> Iterator[None]:
    """Send what drivers write to the process's own stdout and stderr nowhere."""
    _flush()
    saved: list[tuple[int, int]] = []
    try:
        with suppress(OSError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            for number in (1, 2):
                with suppress(OSError):
                    saved.append((number, os.dup(number)))
                    os.dup2(nowhere, number)
            os.close(nowhere)
        yield
    finally:
        _flush()
        for number, copy in saved:
            os.dup2(copy, number)
            os.close(copy)


def _flush() -> None:
    """Write out what Python holds back, so that it goes where it was meant to go."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, OSError, ValueError):
            stream.flush()
