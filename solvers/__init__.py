"""Solvers: they know the rules of the two games and nothing of boards' making, files or days."""
