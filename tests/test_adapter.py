"""Finding a graphics adapter: never an error, never a word on the terminal, and a reason when there is none."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from solvers.letterboxed.gpu import Adapter, find_adapter, no_adapter
from tests.needs import an_adapter

REPOSITORY = Path(__file__).parents[1]

ASK = """
import json
from solvers.letterboxed.gpu import find_adapter, no_adapter
adapter = find_adapter()
found = [adapter.name, adapter.type, adapter.backend, adapter.is_software] if adapter else None
print(json.dumps([found, no_adapter()]))
"""

NO_DRIVER = {"VK_DRIVER_FILES": "/missing/driver.json", "__EGL_VENDOR_LIBRARY_FILENAMES": "/missing/vendor.json"}

ABSENT = [
    # name                     environment   before asking                                    reason
    ("no driver", NO_DRIVER, "", "no suitable graphics adapter found"),
    ("no wgpu", {}, "import sys; sys.modules['wgpu'] = None", "wgpu"),
    (
        "a driver that fails in its own way",
        {},
        "import wgpu; wgpu.gpu.request_adapter_sync = lambda **_: [][1]",
        "list index out of range",
    ),
    (
        "a driver that fails without a word",
        {},
        "import wgpu\ndef fail(**_): raise OSError\nwgpu.gpu.request_adapter_sync = fail",
        "OSError",
    ),
    ("nothing is offered", {}, "import wgpu; wgpu.gpu.request_adapter_sync = lambda **_: None", "none was offered"),
]


def ask(code, env):
    """What a process of its own finds, and what it writes."""
    full = {**os.environ, "PYTHONPATH": str(REPOSITORY), **env}
    full.pop("PYTHONUNBUFFERED", None)
    done = subprocess.run([sys.executable, "-c", code], env=full, capture_output=True, text=True, check=True)
    return json.loads(done.stdout), done.stderr


@pytest.mark.parametrize(("env", "before", "reason"), [row[1:] for row in ABSENT], ids=[row[0] for row in ABSENT])
def test_no_adapter(env, before, reason):
    """GPU-01: without a usable driver, or without wgpu, there is a reason in one line, and nothing on stderr."""
    (found, text), err = ask(f"{before}\n{ASK}", env)
    assert found is None
    assert text.startswith("no graphics adapter: ")
    assert reason in text
    assert "\n" not in text
    assert err == ""


def test_noise_of_drivers_is_not_heard():
    """What a driver writes to the process's own stdout and stderr is lost; what is written before and after is not."""
    noise = """
import os, sys, wgpu
def noisy(**_):
    os.write(1, b"driver says"); os.write(2, b"driver warns"); print("wgpu prints"); import warnings; warnings.warn("w")
wgpu.gpu.request_adapter_sync = noisy
print("before", file=sys.stderr)
"""
    code = noise + ASK + "\nprint('after', file=sys.stderr)"
    (found, text), err = ask(code, {})
    assert found is None
    assert text.startswith("no graphics adapter: none was offered")
    assert err == "before\nafter\n"


def test_the_machines_own_adapter():
    """GPU-02: it has a name, a type and a backend, and a software adapter is known as one."""
    adapter = an_adapter()
    assert adapter.name
    assert adapter.type in {"DiscreteGPU", "IntegratedGPU", "VirtualGPU", "CPU", "Unknown"}
    assert adapter.backend
    assert no_adapter() == ""
    assert find_adapter() is adapter
    (found, text), err = ask(ASK, {})
    assert found == [adapter.name, adapter.type, adapter.backend, adapter.is_software]
    assert text == err == ""


SOFTWARE = [
    # name          type             software
    ("llvmpipe", "CPU", True),
    ("a card", "DiscreteGPU", False),
    ("built in", "IntegratedGPU", False),
]


@pytest.mark.parametrize(("name", "kind", "software"), SOFTWARE, ids=[row[0] for row in SOFTWARE])
def test_which_adapters_are_software(name, kind, software):
    """The type alone says so."""
    assert Adapter(name, kind, "Vulkan").is_software is software
