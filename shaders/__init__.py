"""WGSL sources, loaded by solvers/letterboxed/gpu.py."""
