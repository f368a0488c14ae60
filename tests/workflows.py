"""The workflows of .github as values, and a small runner for their steps.

A workflow is read as plain text scalars (``on`` stays ``on``). An expression is evaluated as GitHub does, as far as
ours need it: dotted names, strings, ``! == != && ||``, brackets, and the functions named in ``Expression``; anything
else is an error, so that a test never passes on a guess.

A job is run as GitHub's runner does: each step's ``if``, its environment, its ``run:`` under ``bash -e -o pipefail`` in
the checkout, what it writes to the files GITHUB_OUTPUT and GITHUB_STEP_SUMMARY, up to the first failure; steps that say
``!cancelled()`` still come, and may ask for the outcome of those before them. Actions (``uses:``) are played by the
test, and a step that installs, or runs the whole of the tests, is left out by its name, in ``LEFT_OUT`` and nowhere
else.
"""

import json
import os
import re
import subprocess
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import REPOSITORY

FOLDER = REPOSITORY / ".github" / "workflows"
NAMES = sorted(path.name for path in FOLDER.glob("*.y*ml"))

LEFT_OUT = {"Install", "Install what the tests need", "Test", "Check"}
"""Steps that are not run: the tests' own environment has all that is installed, and the tests do not run themselves."""

READY = {"actions/checkout", "actions/setup-python"}
"""Actions whose work is done: a runner is given a checkout and a Python."""

HOLE = re.compile(r"\$\{\{(.*?)\}\}", re.DOTALL)


def need_tool(found: object, what: str, enable: str) -> None:
    """As ``needs.need``, for what the command *enable* brings."""
    if found:
        return
    if os.environ.get("REQUIRE_ALL"):
        pytest.fail(f"needs {what}: {enable}")
    pytest.skip(f"needs {what}: {enable}")


def load(name: str) -> dict[str, Any]:
    """The workflow in the file *name*."""
    found = yaml.load((FOLDER / name).read_text(encoding="utf-8"), Loader=yaml.BaseLoader)  # noqa: S506 - text only
    assert isinstance(found, dict)
    return found


def jobs() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every job of every workflow: file, id, job."""
    for name in NAMES:
        for job_id, job in load(name)["jobs"].items():
            yield name, job_id, job


TOKEN = re.compile(r"\s*('(?:[^']|'')*'|&&|\|\||==|!=|[!(),]|[A-Za-z_][\w.-]*)")


@dataclass
class Expression:
    """What stands in ``${{ }}`` or ``if:``, read from left to right; *status* answers success() and its kin."""

    text: str
    context: Mapping[str, Any]
    status: str = "success"

    def value(self) -> Any:
        """Its value. Raises AssertionError for what this reader does not know."""
        self.tokens = [match[1] for match in TOKEN.finditer(self.text)]
        assert "".join(self.tokens) == re.sub(r"\s+(?=(?:[^']*'[^']*')*[^']*$)", "", self.text), self.text
        found = self.either()
        assert not self.tokens, self.text
        return found

    def take(self, *wanted: str) -> bool:
        """Whether the next token is one of *wanted*, which is then gone."""
        found = bool(self.tokens) and self.tokens[0] in wanted
        if found:
            del self.tokens[0]
        return found

    def either(self) -> Any:
        left = self.both()
        while self.take("||"):
            right = self.both()
            left = left or right
        return left

    def both(self) -> Any:
        left = self.same()
        while self.take("&&"):
            right = self.same()
            left = left and right
        return left

    def same(self) -> Any:
        left = self.single()
        while self.tokens and self.tokens[0] in ("==", "!="):
            wanted = self.tokens.pop(0) == "=="
            left = loosely_equal(left, self.single()) is wanted
        return left

    def single(self) -> Any:
        if self.take("!"):
            return not self.single()
        if self.take("("):
            found = self.either()
            assert self.take(")"), self.text
            return found
        token = self.tokens.pop(0)
        if token.startswith("'"):
            return token[1:-1].replace("''", "'")
        if self.take("("):
            given = [] if self.take(")") else [self.either()]
            assert not given or self.take(")"), self.text
            return self.called(token, given)
        if token in ("true", "false", "null"):
            return {"true": True, "false": False, "null": None}[token]
        return looked_up(self.context, token)

    def called(self, name: str, given: list[Any]) -> Any:
        if name == "toJSON":
            return json.dumps(given[0], indent=2)
        assert not given, self.text
        known = {
            "always": True,
            "cancelled": self.status == "cancelled",
            "failure": self.status == "failure",
            "success": self.status == "success",
        }
        return known[name]


def loosely_equal(left: Any, right: Any) -> bool:
    """As GitHub compares: texts without case, and null, false and the empty text all as 0."""
    if isinstance(left, str) and isinstance(right, str):
        return left.lower() == right.lower()
    return number(left) == number(right)


def number(value: Any) -> float:
    """What GitHub makes of *value* beside another kind; a text that is no number equals nothing."""
    if isinstance(value, str):
        return float(value) if re.fullmatch(r"-?\d+(\.\d+)?", value) else (float("nan") if value.strip() else 0.0)
    return float(value or 0)


def looked_up(context: Mapping[str, Any], name: str) -> Any:
    """The value of the dotted *name*; None for a property that is not there. The first part must be a known context."""
    assert name.split(".")[0] in CONTEXTS, name
    found: Any = context
    for part in name.split("."):
        found = found.get(part) if isinstance(found, Mapping) else None
    return found


CONTEXTS = ("github", "vars", "env", "steps", "needs", "inputs", "secrets")


def filled(text: str, context: Mapping[str, Any]) -> str:
    """*text* with every ``${{ }}`` replaced by its value."""

    def written(match: re.Match[str]) -> str:
        value = Expression(match[1], context).value()
        if isinstance(value, bool):
            return str(value).lower()
        return "" if value is None else str(value)

    return HOLE.sub(written, text)


def holds(condition: str | None, context: Mapping[str, Any], status: str = "success") -> bool:
    """Whether an ``if:`` lets its job or step run; without a word about the status, only after success."""
    text = (condition or "success()").strip()
    text = HOLE.sub(lambda match: f"({match[1]})", text)
    about_status = re.search(r"\b(always|cancelled|failure|success)\(\)", text)
    return bool(Expression(text if about_status else f"success() && ({text})", context, status).value())


@dataclass(frozen=True)
class Step:
    """A step that ran: its exit code, and stdout and stderr together."""

    name: str
    code: int
    said: str


@dataclass
class Job:
    """What became of a job."""

    result: str
    steps: list[Step] = field(default_factory=list)
    outputs: dict[str, str] = field(default_factory=dict)
    summary: str = ""

    @property
    def failed(self) -> str:
        """The name of the first step that failed, or ""."""
        return next((step.name for step in self.steps if step.code), "")

    def said(self, name: str) -> str:
        """What the step *name* printed."""
        return next(step.said for step in self.steps if step.name == name)


@dataclass
class Runner:
    """Runs jobs of one workflow in the checkout *place*; *env* is what every step finds.

    *actions* plays actions by name, without the version: called with the filled ``with:``, it returns outputs.
    """

    workflow: str
    place: Path
    env: dict[str, str]
    github: dict[str, Any]
    vars: dict[str, str] = field(default_factory=dict)
    inputs: dict[str, str] = field(default_factory=dict)
    actions: dict[str, Callable[[dict[str, str]], dict[str, str]]] = field(default_factory=dict)
    done: dict[str, Job] = field(default_factory=dict)

    def run(self) -> dict[str, Job]:
        """Every job, in the order of their needs, as they stand in the file."""
        for job_id in load(self.workflow)["jobs"]:
            self.run_job(job_id)
        return self.done

    def run_job(self, job_id: str) -> Job:
        """One job, after those it needs."""
        job = load(self.workflow)["jobs"][job_id]
        needs = job.get("needs", [])
        needed = {name: self.done[name] for name in ([needs] if isinstance(needs, str) else needs)}
        context: dict[str, Any] = {
            "github": self.github,
            "vars": self.vars,
            "inputs": self.inputs,
            "needs": {name: {"result": each.result, "outputs": each.outputs} for name, each in needed.items()},
            "steps": {},
            "env": {},
        }
        results = {each.result for each in needed.values()}
        status = "failure" if "failure" in results else "skipped" if "skipped" in results else "success"
        done = self.done[job_id] = Job("skipped")
        if holds(job.get("if"), context, status):
            done.result = "success"
            self._steps(job, context, done)
            done.outputs = {name: filled(text, context) for name, text in job.get("outputs", {}).items()}
        return done

    def _steps(self, job: dict[str, Any], context: dict[str, Any], done: Job) -> None:
        common = {name: filled(text, context) for name, text in job.get("env", {}).items()}
        for step in job["steps"]:
            outcome, outputs = "success", dict[str, str]()
            if step["name"] in LEFT_OUT or not holds(step.get("if"), context, done.result):
                outcome = "skipped"
            elif "uses" in step:
                given = {name: filled(text, context) for name, text in step.get("with", {}).items()}
                name = step["uses"].split("@")[0]
                outputs = {} if name in READY else self.actions[name](given)
            else:
                env = {**common, **{name: filled(text, context) for name, text in step.get("env", {}).items()}}
                ran, outputs, summary = self._bash(step["name"], step["run"], env)
                done.steps.append(ran)
                done.summary += summary
                if ran.code:
                    outcome = done.result = "failure"
            if "id" in step:
                context["steps"][step["id"]] = {"outputs": outputs, "outcome": outcome}

    def _bash(self, name: str, script: str, env: dict[str, str]) -> tuple[Step, dict[str, str], str]:
        """Run a script; what it printed, its outputs, and its summary."""
        files = {key: self.place.parent / f"{key}.txt" for key in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
        for path in files.values():
            path.write_text("")
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script],
            cwd=self.place,
            env={**self.env, **{key: str(path) for key, path in files.items()}, **env},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        outputs = dict(line.split("=", 1) for line in files["GITHUB_OUTPUT"].read_text().splitlines())
        return Step(name, done.returncode, done.stdout), outputs, files["GITHUB_STEP_SUMMARY"].read_text()
