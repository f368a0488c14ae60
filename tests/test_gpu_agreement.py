"""On each software driver, each in a process of its own: the device gives what the processor gives, bit for bit."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.gpu_agreement import RANDOM
from tests.needs import DRIVERS, driver

REPOSITORY = Path(__file__).parents[1]


@pytest.mark.parametrize("name", DRIVERS)
def test_every_answer_is_the_processors(name):
    """500 random boards and dense ones over the whole list, boards of 0 to 5 words, words that would come twice, room
    for next to nothing, and layouts with more than 65,535 chains: nothing differs, and each kind was really there."""
    command = [sys.executable, "-m", "tests.gpu_agreement"]
    env = {**os.environ, **driver(name)}
    done = subprocess.run(command, cwd=REPOSITORY, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert name.lower() in found["adapter"].lower()
    assert found["differ"] == []
    assert sum(found["real"].values()) >= RANDOM
    assert set(found["real"]) >= {"0", "2", "3", "4", "5"}
    assert min(found["kinds"].get(str(words), 0) for words in range(6)) >= 20, found["kinds"]
    assert all(found["fallbacks"].get(reason, 0) >= 5 for reason in ("words", "twice", "long")), found["fallbacks"]
    assert found["one"] == ["FOXGLOVE", "EQUITY"]
    surveys = found["surveys"]
    assert surveys["differ"] == 0
    assert surveys["compared"] >= 5_000
    assert surveys["left"] >= 10
    assert surveys["most"] >= 1_000
