"""`.ci/run`: the stages of continuous integration, side by side where that helps, left out where nothing has changed.

Standard library alone: it runs before anything is installed.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import platform
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import IO, Any, NoReturn

ROOT = Path(__file__).parents[1]
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rankhouse"
RECORDS = CACHE / "ci"
COUNTS_FOR = timedelta(days=7)
"""How long a record is believed: engines, browsers and packages move on by themselves."""
ALL = 1_000
"""Cores of a stage that uses all there are."""

Files = dict[str, str]
"""Of each file its hash, as git hashes it."""


@dataclass(frozen=True)
class Stage:
    """A command, and what it depends on: where nothing of that changed, a sample runs in its place, or nothing."""

    name: str
    command: str
    cores: int = 1
    paths: tuple[str, ...] = ()
    """Pathspecs of git; Python files among them stand for what they import of tests/ and tools/ too. Without any it
    runs always."""
    sample: str = ""
    nightly: str = ""
    """What CI_FULL=1 runs in place of the command, where that is not all there is; alone, where there is no command."""
    after: tuple[str, ...] = ("install",)
    """Stages that have ended before it begins."""


SQL = ("macros", "models", "seeds", "dbt_project.yml", ".dbtignore")
EVERYWHERE = ("pyproject.toml", "Makefile", "tools/install.py")
# The first in the list goes first. `test` and `rest` compare the files with what they are made of, and `engines` may
# write a page, which is on the site. Of those that take one core the longest come first, so that the last ones end
# together.
STAGES = (
    Stage("install", "make everything", ALL, after=()),
    Stage("check", "make check"),
    Stage("test", "make test", ALL),
    Stage("rest", "make test-sample", ALL, nightly="make test-rest", after=("install", "test")),
    Stage(
        "engines",
        "make test-warehouses-builds",
        ALL,
        paths=(
            *SQL,
            "python/rankhouse/_rendering",
            *(f"python/rankhouse/_evaluating/{name}.py" for name in ("evaluate", "spark")),
            "integration_tests",
            "examples/recommender",
            "tests/warehouses",
            "tests/measures",
        ),
        sample="make test-warehouses-sample",
        nightly="make test-warehouses",
        after=("install", "test", "rest"),
    ),
    Stage("site", "make site", after=("install", "test", "rest", "engines")),
    Stage(
        "browser",
        "make test-browser",
        paths=(
            *SQL,
            "sql",
            "python/rankhouse/_rendering",
            "python/rankhouse/plot",
            "extension/to_lua.py",
            "extension/src/lua",
            "tools/browser",
            "tools/runnable.py",
            "docs",
            "mkdocs.yml",
            "tests/browser/documentation_sql.py",
            "tests/browser/evaluate_page.py",
            "tests/browser/firefox.py",
            "tests/browser/site_in_chromium.py",
        ),
        nightly="make test-browser-all",
        after=("install", "site"),
    ),
    Stage("report", "make test-report", paths=(*SQL, "python", "tests/browser", "tests/conftest.py")),
    Stage(
        "dbt versions",
        "make test-dbt-versions",
        paths=(*SQL, "sql", "python", "integration_tests", "tests/versions/dbt_builds.py", "tests/versions/dbt_v2.py"),
    ),
    Stage("sqlmesh", "", nightly="make test-sqlmesh"),
    Stage(
        "extension",
        "make test-extension",
        paths=(
            "macros",
            "sql",
            "python/rankhouse/_installing",
            "python/rankhouse/_rendering",
            "extension",
            "tests/extension",
            "docs",
            "README.md",
        ),
    ),
    Stage(
        "sanitizers",
        "make test-sanitizers",
        cores=2,
        paths=("macros", "sql", "extension", "tests/extension"),
        after=("install", "extension"),
    ),
    Stage("benchmarks", "make bench-quick", paths=(*SQL, "python", "benchmarks", "tests/warehouses/postgres.py")),
    Stage("metricflow", "make demo-metricflow", paths=(*SQL, "examples/metricflow")),
    Stage("demo", "make demo"),
    Stage("mutants", "", nightly="make test-mutants", after=("install", "test")),
    Stage(
        "readers",
        "make test-readers",
        paths=("macros", "sql", "python", "tests/calls", "tests/measures", "tests/versions/readers.py"),
    ),
    Stage("recommender", "make demo-recommender"),
    Stage("clicks", "make demo-clicks", paths=(*SQL, "python", "examples/running.py", "examples/clicks")),
    Stage("online", "make demo-online", paths=(*SQL, "python", "examples/running.py", "examples/online")),
    Stage("answers", "make demo-answers", paths=(*SQL, "python", "examples/running.py", "examples/answers")),
    Stage("dist", "make dist", paths=(*SQL, "sql", "python", "packages.yml", "tools/release.py")),
)


@dataclass(frozen=True)
class Decision:
    """What runs of a stage, and why; nothing where the command is empty."""

    stage: Stage
    command: str
    reason: str

    @property
    def in_full(self) -> bool:
        return self.command != "" and self.command in (self.stage.command, self.stage.nightly)

    def __str__(self) -> str:
        how = "in full" if self.in_full else "a sample" if self.command else "left out"
        return f"{self.stage.name}: {how}, {self.reason}"


@dataclass(frozen=True)
class Outcome:
    """What became of a stage that has run."""

    decision: Decision
    status: int
    seconds: float
    cpu: float
    output: bytes = b""

    @property
    def stage(self) -> Stage:
        return self.decision.stage

    @property
    def in_full(self) -> bool:
        return self.decision.in_full


def main() -> None:
    signal.signal(signal.SIGTERM, stopped)
    os.chdir(ROOT)
    # A new checkout is checked in a second where the files are those of the last one.
    os.environ.setdefault("MYPY_CACHE_DIR", str(CACHE / "mypy"))
    try:
        sys.exit(ci(STAGES, os.cpu_count() or 1))
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)


def stopped(number: int, _: object) -> NoReturn:
    sys.exit(128 + number)


def ci(stages: Sequence[Stage], cores: int) -> int:
    """All stages; the status of the first that fails, or 0."""
    files = {stage.name: files_of(stage.paths) if stage.paths else None for stage in stages}
    decisions = [decided(stage, files[stage.name]) for stage in stages]
    for decision in decisions:
        say(str(decision))

    def keep(outcome: Outcome) -> None:
        before = files[outcome.stage.name]
        # What was changed while it ran may not have been seen.
        if before and outcome.in_full and not outcome.status and files_of(outcome.stage.paths) == before:
            record(outcome.stage.name, before)

    outcomes = run([decision for decision in decisions if decision.command], cores, keep)
    say(table(decisions, outcomes))
    failed = [outcome for outcome in outcomes if outcome.status]
    for outcome in reversed(failed):
        say(f"\n== {outcome.stage.name} failed with exit status {outcome.status}: {outcome.stage.command}")
        show(outcome.output)
    return failed[0].status if failed else 0


# Which stages run.


def decided(stage: Stage, files: Files | None) -> Decision:
    """Of these files, which are None where git cannot list them."""
    if not stage.command and not is_nightly():
        return Decision(stage, "", "it runs every night")
    if reason := reason_to_run(stage, files):
        command = stage.nightly if stage.nightly and is_nightly() else stage.command
        return Decision(stage, command, reason)
    return Decision(stage, stage.sample, f"nothing that it depends on changed since {recorded(stage.name)[0]}")


def reason_to_run(stage: Stage, files: Files | None) -> str:
    """In full, or nothing."""
    if not stage.paths:
        return "as always"
    if is_nightly():
        return "CI_FULL is set"
    if files is None:
        return "git cannot say what changed"
    passed, before = recorded(stage.name)
    if passed is None:
        return "it has not passed on this machine yet"
    if today() - passed > COUNTS_FOR:
        return f"it last passed on {passed}, more than {COUNTS_FOR.days} days ago"
    changed = sorted(name for name in {*files, *before} if files.get(name) != before.get(name))
    if not changed:
        return ""
    others = f" and {len(changed) - 1} other{'s' * (len(changed) > 2)}" if changed[1:] else ""
    return f"{changed[0]}{others} changed since {passed}"


def is_nightly() -> bool:
    return os.environ.get("CI_FULL", "0") not in ("", "0")


def recorded(name: str) -> tuple[date | None, Files]:
    """When a stage last passed in full on this machine, and with which files."""
    try:
        kept = json.loads(record_of(name).read_text())
        return date.fromisoformat(kept["passed"]), dict(kept["files"])
    except (OSError, ValueError, KeyError, TypeError):
        return None, {}


def record(name: str, files: Files) -> None:
    RECORDS.mkdir(parents=True, exist_ok=True)
    new = record_of(name).with_suffix(".new")
    new.write_text(json.dumps({"passed": today().isoformat(), "files": files}, indent=1))
    new.replace(record_of(name))


def record_of(name: str) -> Path:
    return RECORDS / f"{name.replace(' ', '-')}.json"


def today() -> date:
    return datetime.now(UTC).date()


def files_of(paths: Iterable[str]) -> Files | None:
    """What these pathspecs name in the work tree, and the version of Python."""
    names = listed([*paths, *EVERYWHERE])
    if names is None:
        return None
    names |= imported({name for name in names if name.endswith(".py") and name.startswith(("tests/", "tools/"))})
    return {"Python": platform.python_version()} | {name: blob((ROOT / name).read_bytes()) for name in sorted(names)}


def listed(paths: Iterable[str]) -> set[str] | None:
    """Files, those that git does not know yet too, but for those that it ignores."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *paths]
    try:
        found = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
    return {name for name in os.fsdecode(found).split("\0") if (ROOT / name).is_file()}


def imported(names: set[str]) -> set[str]:
    """Modules of tests/ and tools/ that these files import, and those that they import in turn."""
    found, waiting = set(names), list(names)
    while waiting:
        for module in imports((ROOT / waiting.pop()).read_text()):
            for folder in ("tests", "tests/helpers", "tools"):
                name = f"{folder}/{module.replace('.', '/')}.py"
                if name not in found and (ROOT / name).is_file():
                    found.add(name)
                    waiting.append(name)
    return found


def imports(text: str) -> set[str]:
    """`a` and `a.b` of `from a import b`, since what is imported from a package may be a module."""
    statements = list(ast.walk(ast.parse(text)))
    found = {alias.name for each in statements if isinstance(each, ast.Import) for alias in each.names}
    for each in statements:
        if isinstance(each, ast.ImportFrom) and each.module:
            found |= {each.module, *(f"{each.module}.{alias.name}" for alias in each.names)}
    return found


def blob(content: bytes) -> str:
    return hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()


# Running them.


class Running:
    """A stage's command, in a process group of its own."""

    def __init__(self, decision: Decision, is_alone: bool) -> None:
        self.decision = decision
        self.started = time.monotonic()
        self.output: IO[Any] | None = None if is_alone else tempfile.TemporaryFile()  # noqa: SIM115  closed when it ends
        self.process = subprocess.Popen(
            shlex.split(decision.command),
            stdin=subprocess.DEVNULL,
            stdout=self.output,
            stderr=subprocess.STDOUT if self.output else None,
            start_new_session=True,
        )

    def ended(self, status: int, cpu: float) -> Outcome:
        self.process.returncode = os.waitstatus_to_exitcode(status)
        code = self.process.returncode if self.process.returncode >= 0 else 128 - self.process.returncode
        output = b""
        if self.output:
            self.output.seek(0)
            output = self.output.read()
            self.output.close()
        return Outcome(self.decision, code, time.monotonic() - self.started, cpu, output)

    def stop(self) -> None:
        for number in (signal.SIGTERM, signal.SIGKILL):
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, number)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(10)


def run(decisions: Sequence[Decision], cores: int, keep: Callable[[Outcome], None]) -> list[Outcome]:
    """Each when enough cores are free, the first of the list first, until one fails.

    With one core more than there are: each waits now and then, for a disk or a package index.
    """
    waiting, running, outcomes = list(decisions), dict[int, Running](), list[Outcome]()
    spare = 1 if cores > 1 else 0
    try:
        while waiting or running:
            free = cores + spare - sum(min(each.decision.stage.cores, cores) for each in running.values())
            ahead = {each.stage.name for each in (*waiting, *(each.decision for each in running.values()))}
            fits = next(
                (
                    each
                    for each in waiting
                    if min(each.stage.cores, cores) <= free and ahead.isdisjoint(each.stage.after)
                ),
                None,
            )
            if fits:
                waiting.remove(fits)
                is_alone = fits.stage.cores >= cores
                if is_alone:
                    say(f"\n== {fits.stage.name}: {fits.command}")
                begun = Running(fits, is_alone)
                running[begun.process.pid] = begun
                continue
            outcome = first_ended(running)
            outcomes.append(outcome)
            keep(outcome)
            if outcome.status:
                waiting.clear()
            else:
                show_ended(outcome)
    finally:
        for each in running.values():
            each.stop()
    return outcomes


def first_ended(running: dict[int, Running]) -> Outcome:
    """Waits until one of them has ended."""
    while True:
        for pid in running:
            ended, status, usage = os.wait4(pid, os.WNOHANG)
            if ended:
                return running.pop(pid).ended(status, usage.ru_utime + usage.ru_stime)
        time.sleep(0.05)


# What is said.


def show_ended(outcome: Outcome) -> None:
    if outcome.output:
        say(f"\n== {outcome.stage.name}")
        show(outcome.output)
    say(f"== {outcome.stage.name}: passed, {outcome.seconds:.0f} s, {outcome.cpu:.0f} s of CPU")


def table(decisions: Sequence[Decision], outcomes: Sequence[Outcome]) -> str:
    """Stages in their order, each with seconds, CPU seconds and what became of it."""
    found = {outcome.stage.name: outcome for outcome in outcomes}
    lines = [f"\n{'stage':14}{'seconds':>9}{'CPU':>9}  result"]
    for decision in decisions:
        name = decision.stage.name
        if name in found:
            outcome = found[name]
            figures = f"{outcome.seconds:9.0f}{outcome.cpu:9.0f}"
            result = (
                f"failed ({outcome.status})" if outcome.status else "passed" if decision.in_full else "sample passed"
            )
        else:
            figures, result = " " * 18, "not begun" if decision.command else "left out"
        lines.append(f"{name:14}{figures}  {result}")
    return "\n".join(lines)


def say(text: str) -> None:
    show(f"{text}\n".encode())


def show(output: bytes) -> None:
    sys.stdout.flush()
    sys.stdout.buffer.write(output)
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
