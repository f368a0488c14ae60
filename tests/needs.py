"""What some tests need of the machine. Without it they are skipped, and say what enables them; where everything is
required (``REQUIRE_ALL``, as in continuous integration) that is a failure."""

import os
from pathlib import Path

import pytest

from solvers.letterboxed.gpu import Adapter, find_adapter, no_adapter

LLVMPIPE = sorted(Path("/usr/share/vulkan/icd.d").glob("lvp_icd*.json"))
SWIFTSHADER = [path for path in [Path("/usr/lib/chromium/vk_swiftshader_icd.json")] if path.exists()]
CHROMIUM = [path for path in map(Path, ("/usr/bin/chromium", "/usr/bin/chromium-browser")) if path.exists()]

DRIVERS = {"llvmpipe": LLVMPIPE, "SwiftShader": SWIFTSHADER}
"""Software drivers, by a part of the name of their adapter."""


def need(found: object, what: str) -> None:
    """Go on only if *found* is true: *what* is needed."""
    if found:
        return
    if os.environ.get("REQUIRE_ALL"):
        pytest.fail(f"needs {what}: make system-deps")
    pytest.skip(f"needs {what}: make system-deps")


def an_adapter() -> Adapter:
    """The machine's graphics adapter."""
    adapter = find_adapter()
    need(adapter, f"a graphics adapter ({no_adapter()})")
    assert adapter is not None
    return adapter


def driver(name: str) -> dict[str, str]:
    """The environment in which the only adapter is that of the software driver *name*."""
    need(DRIVERS[name], f"the {name} driver")
    return {"VK_DRIVER_FILES": str(DRIVERS[name][0]), "WGPU_BACKEND_TYPE": "Vulkan"}


def chromium() -> str:
    """The browser."""
    need(CHROMIUM, "a browser, chromium")
    return str(CHROMIUM[0])
