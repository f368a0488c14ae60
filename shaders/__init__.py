"""WGSL sources, loaded by solvers/letterboxed/gpu.py.

Each file is a whole module: no includes, unsigned whole numbers of 32 bits only, workgroups of 64, at most 8 storage
buffers an entry point. They compile in a browser as they are.
"""

from pathlib import Path

NAMES = ("filter", "best", "survey")


def source(name: str) -> str:
    """The WGSL text of the module *name*, one of NAMES."""
    return (Path(__file__).parent / f"{name}.wgsl").read_text(encoding="utf-8")
