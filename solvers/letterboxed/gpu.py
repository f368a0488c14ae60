"""The graphics adapter and the device opened on it. The only file that imports wgpu.

An adapter's *type* is wgpu's word for it ("DiscreteGPU", "IntegratedGPU", "CPU" …); "CPU" is a software adapter, good
for checking a shader and never called faster.

A :class:`Device` runs entry points of the modules in ``shaders/`` over named buffers of unsigned 32-bit numbers. It
asks for no more than the WebGPU defaults: workgroups of 64, 8 storage buffers an entry point, bindings of at most
128 MiB, 65,535 workgroups a dimension, folded into two when there are more. Every dispatch counts the workgroups that
ran; a dispatch that fell short, or an answer of another size than asked for, is an error, never an answer.

Raises   DeviceError when a device cannot be opened, fails, runs out of memory or gives a short answer. Looking for an
         adapter raises nothing: a machine without a driver, or without wgpu, has none, and ``no_adapter()`` says why.
Source   SPEC 2, DESIGN decision 4.
"""

import os
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shaders import source
from solvers.errors import AlmanacError

Numbers = NDArray[np.uint32]

WORKGROUP = 64
MAX_STEPS = 32
"""Dispatches in one run."""
MOST_TURNS = 60_000
"""How often a thread may go round its loops: one software driver ends it, without a word, at 65,535 in all."""

LIMITS = {
    "max-storage-buffers-per-shader-stage": 8,
    "max-storage-buffer-binding-size": 1 << 27,
    "max-buffer-size": 1 << 27,
    "max-compute-workgroups-per-dimension": 65_535,
    "max-compute-invocations-per-workgroup": WORKGROUP,
    "max-compute-workgroup-size-x": WORKGROUP,
}
"""The most that is asked of a device: within the WebGPU defaults."""

_NEEDED = ("max-storage-buffers-per-shader-stage", "max-compute-invocations-per-workgroup")
_UNIFORM_STRIDE = 256


class DeviceError(AlmanacError):
    """A graphics device that cannot be opened or has failed. Whatever it was asked, the processor can answer."""


@dataclass(frozen=True, slots=True)
class Adapter:
    """A graphics adapter: its *name*, its *type* and the *backend* it is reached by, in wgpu's words; its *limits*."""

    name: str
    type: str
    backend: str
    limits: Mapping[str, int] = field(default_factory=dict, compare=False)

    @property
    def is_software(self) -> bool:
        """True for an adapter that is really the processor."""
        return self.type.upper() == "CPU"


@dataclass(frozen=True, slots=True)
class Step:
    """One dispatch: an *entry* point over so many *threads*, and what the shader's ``Sizes`` holds besides."""

    entry: str
    threads: int
    words: int = 0
    boards: int = 0
    slots: int = 0
    level: int = 0


def find_adapter() -> Adapter | None:
    """The adapter wgpu prefers, or None. Asks once a process; prints nothing, raises nothing."""
    found = _ask()
    return None if isinstance(found, str) else found[0]


def no_adapter() -> str:
    """Why there is no adapter, as one line "no graphics adapter: …"; empty if there is one."""
    found = _ask()
    return found if isinstance(found, str) else ""


def may_have_card() -> bool:
    """False when this machine surely has no real graphics adapter, which is known without asking any driver.

    Linux shows every card it can use as a file; elsewhere only the driver knows.
    """
    places = ("/dev/dri", "/dev/nvidiactl", "/dev/dxg", "/dev/kgsl-3d0", "/dev/mali0")
    return not sys.platform.startswith("linux") or any(Path(place).exists() for place in places)


def may_have_driver() -> bool:
    """False when this machine surely has no driver for Vulkan, not even a software one: no file describes any."""
    if not sys.platform.startswith("linux"):
        return True
    named = os.environ.get("VK_DRIVER_FILES") or os.environ.get("VK_ICD_FILENAMES")
    if named:
        return any(Path(name).exists() for name in named.split(os.pathsep))
    shared = os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    places = ["/etc", os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local/share"), *shared.split(os.pathsep)]
    return any(any(Path(place, "vulkan/icd.d").glob("*.json")) for place in places)


def fold(workgroups: int, dimension: int) -> tuple[int, int]:
    """*workgroups* as (x, y), neither more than *dimension*, with x · y the least that is enough.

    Raises DeviceError when two dimensions do not hold them, or when their threads would not fit 32 bits.
    """
    x = min(workgroups, dimension)
    y = -(-workgroups // x) if x else 0
    x = -(-workgroups // y) if y else 0
    if y > dimension or x * y * WORKGROUP >= 1 << 32:
        raise DeviceError(f"expected at most {dimension} workgroups a dimension; found {workgroups} in all")
    return x, y


class Device:
    """An open device. *binding* is the most bytes of a buffer; *resident* is for whoever keeps things on the device."""

    def __init__(self, adapter: Adapter, device: Any, limits: Mapping[str, int]) -> None:
        self.adapter = adapter
        self.binding = limits["max-storage-buffer-binding-size"]
        self.dimension = limits["max-compute-workgroups-per-dimension"]
        self.resident: dict[Any, Any] = {}
        self._device = device
        self._modules: dict[str, Any] = {}
        self._pipelines: dict[tuple[str, str], Any] = {}
        self._buffers: dict[str, Any] = {}

    @classmethod
    def open(cls) -> "Device":
        """A device on the adapter wgpu prefers. Raises DeviceError saying what to do."""
        found = _ask()
        if isinstance(found, str):
            raise DeviceError(f"expected a graphics adapter; found none ({found})")
        adapter, handle = found
        limits = {name: min(most, adapter.limits.get(name, most)) for name, most in LIMITS.items()}
        for name in _NEEDED:
            if limits[name] < LIMITS[name]:
                raise DeviceError(f"expected {name} {LIMITS[name]} of {adapter.name}; found {limits[name]}")
        with _guard("could not be opened"), _silence():
            device = handle.request_device_sync(label="almanac", required_limits=limits)
        return cls(adapter, device, limits)

    def put(self, name: str, numbers: Numbers) -> None:
        """Write *numbers* into the buffer *name*, which is made, or made bigger, when it must be."""
        data = np.ascontiguousarray(numbers, np.uint32)
        buffer = self.room(name, data.size)
        if data.size:
            with _guard("failed"):
                self._device.queue.write_buffer(buffer, 0, data)

    def room(self, name: str, size: int) -> Any:
        """The buffer *name*, with room for *size* numbers; what it held is lost when it has to grow."""
        buffer = self._buffers.get(name)
        if buffer is not None and buffer.size >= 4 * size:
            return buffer
        if 4 * size > self.binding:
            raise DeviceError(f"expected at most {self.binding} bytes a buffer; found {4 * size} in {name}")
        import wgpu

        usage = wgpu.BufferUsage.STORAGE | wgpu.BufferUsage.COPY_DST | wgpu.BufferUsage.COPY_SRC
        rounded = min(1 << max(8, (4 * size - 1).bit_length()), self.binding)
        with _guard("failed"):
            self._buffers[name] = self._device.create_buffer(label=name, size=rounded, usage=usage)
            if buffer is not None:
                buffer.destroy()
        return self._buffers[name]

    def run(
        self,
        module: str,
        steps: Sequence[Step],
        bindings: Mapping[str, Mapping[int, str]],
        wanted: Mapping[str, int],
    ) -> list[Numbers]:
        """Run *steps* one after another; return so many numbers of each buffer *wanted*.

        *bindings* says for each entry point which buffer stands at which binding; at 0 is always the step's sizes, at 7
        always the count of workgroups. Raises DeviceError when a step or an answer fell short.
        """
        if len(steps) > MAX_STEPS:
            raise DeviceError(f"expected at most {MAX_STEPS} dispatches in a run; found {len(steps)}")
        self.put("tickets", np.zeros(MAX_STEPS, np.uint32))
        folded = [fold(-(-step.threads // WORKGROUP), self.dimension) for step in steps]
        sizes = {"tickets": MAX_STEPS, **wanted}
        with _guard("failed"):
            staging = self._submit(module, steps, folded, bindings, sizes)
        raw = np.frombuffer(self.read(staging), np.uint32)
        if raw.size != sum(sizes.values()):
            raise DeviceError(f"expected {sum(sizes.values())} numbers from the graphics device; found {raw.size}")
        tickets, *answers = np.split(raw, np.cumsum(list(sizes.values()))[:-1])
        ran = [x * y for x, y in folded]
        if tickets[: len(ran)].tolist() != ran:
            raise DeviceError(f"expected {sum(ran)} workgroups to run on the graphics device; found {tickets.sum()}")
        return answers

    def read(self, staging: Any) -> bytes:
        """What the device left in *staging*, once it is done."""
        with _guard("failed"):
            staging.map_sync("READ")
            data = bytes(staging.read_mapped())
            staging.unmap()
            staging.destroy()
        return data

    def _submit(
        self,
        module: str,
        steps: Sequence[Step],
        folded: Sequence[tuple[int, int]],
        bindings: Mapping[str, Mapping[int, str]],
        sizes: Mapping[str, int],
    ) -> Any:
        """Hand everything to the device; returns the buffer that the answers are copied to."""
        import wgpu

        table = np.zeros((len(steps), _UNIFORM_STRIDE // 4), np.uint32)
        for i, step in enumerate(steps):
            table[i, :6] = (step.threads, step.words, step.boards, step.slots, step.level, i)
        uniform = self._device.create_buffer_with_data(label="sizes", data=table, usage=wgpu.BufferUsage.UNIFORM)
        encoder = self._device.create_command_encoder(label=module)
        for i, (step, (x, y)) in enumerate(zip(steps, folded, strict=True)):
            if not x:
                continue
            pipeline = self._pipeline(module, step.entry)
            resources = {0: {"buffer": uniform, "offset": i * _UNIFORM_STRIDE, "size": 24}}
            for number, name in {**bindings[step.entry], 7: "tickets"}.items():
                resources[number] = {"buffer": self._buffers[name]}
            group = self._device.create_bind_group(
                label=step.entry,
                layout=pipeline.get_bind_group_layout(0),
                entries=[{"binding": number, "resource": resource} for number, resource in resources.items()],
            )
            work = encoder.begin_compute_pass(label=step.entry)
            work.set_pipeline(pipeline)
            work.set_bind_group(0, group)
            work.dispatch_workgroups(x, y)
            work.end()
        usage = wgpu.BufferUsage.COPY_DST | wgpu.BufferUsage.MAP_READ
        staging = self._device.create_buffer(label="answers", size=4 * sum(sizes.values()), usage=usage)
        at = 0
        for name, size in sizes.items():
            if size:
                encoder.copy_buffer_to_buffer(self._buffers[name], 0, staging, at, 4 * size)
            at += 4 * size
        self._device.queue.submit([encoder.finish()])
        return staging

    def _pipeline(self, module: str, entry: str) -> Any:
        key = module, entry
        if key not in self._pipelines:
            if module not in self._modules:
                self._modules[module] = self._device.create_shader_module(label=module, code=source(module))
            self._pipelines[key] = self._device.create_compute_pipeline(
                label=entry, layout="auto", compute={"module": self._modules[module], "entry_point": entry}
            )
        return self._pipelines[key]


@lru_cache(maxsize=1)
def _ask() -> tuple[Adapter, Any] | str:
    """The adapter, in our words and as wgpu's own object, or why there is none."""
    with _silence(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            import wgpu

            adapter = wgpu.gpu.request_adapter_sync(power_preference="high-performance")
            if adapter is None:
                return "no graphics adapter: none was offered"
            info = adapter.info
            described = Adapter(
                name=str(info["device"] or info["description"] or "unnamed"),
                type=str(info["adapter_type"]),
                backend=str(info["backend_type"]),
                limits={name: int(value) for name, value in adapter.limits.items() if name in LIMITS},
            )
        except Exception as fault:  # drivers fail in ways of their own, and a board can do without one
            return f"no graphics adapter: {_reason(fault)}"
    return described, adapter


@contextmanager
def _guard(what: str) -> Iterator[None]:
    """Whatever goes wrong with the driver within is a DeviceError, as one line."""
    try:
        yield
    except AlmanacError:
        raise
    except Exception as fault:  # drivers fail in ways of their own, and the processor can do the work
        raise DeviceError(f"the graphics device {what}: {_reason(fault)}") from fault


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
