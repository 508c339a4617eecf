"""What dbt takes to read a project, with and without the package, and what each of its models takes: in CPU seconds."""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import yaml

from benchmarks.processes import of_command
from benchmarks.report import reached

ROOT = Path(__file__).parents[1]
DBT = [sys.executable, "-m", "dbt.cli.main", "--quiet"]
MOST = 1.9
"""A full parse with the package may take so many times what it takes without."""
OWN = ["one", "two", "three", "four", "five"]
CALL = "{{ rankhouse.metrics('main.run', 'main.judgments', measures=['ndcg@10']) }}\n"
# What the package loses, one after the other; the last one leaves nothing.
PARTS = {
    "its ready-made models": ["models"],
    "what its yaml says of macros": ["macros/**/*.yml"],
    "its macros": ["macros"],
}


def rows(repetitions: int, n_models: int) -> list[list[str]]:
    """Of the section on starts, with so many models of `metrics`."""
    with tempfile.TemporaryDirectory(prefix="rankhouse-bench-") as name:
        folder = Path(name)
        projects = {"alone": user_project(folder / "alone")}
        lost: list[str] = []
        for part in ("whole", *PARTS):
            lost += PARTS.get(part, [])
            projects[part] = user_project(folder / part, package(folder / "packages" / part, lost))
        calling = projects["calling"] = user_project(folder / "calling", package(folder / "packages" / "calling", []))
        for number in range(n_models):
            (calling / "models" / f"evaluated_{number}.sql").write_text(CALL)
        tasks = {part: partial(parse, project) for part, project in projects.items()}
        tasks |= {which: partial(compiled, calling, which) for which in ("*", "one")}
        taken = measured(tasks, repetitions)
    ratio = taken["whole"] / taken["alone"]
    parsed, rendered = ((taken[more] - taken[less]) / n_models for more, less in (("calling", "whole"), ("*", "one")))
    left = ["whole", *PARTS]
    return [
        [f"`dbt parse` of a project of {len(OWN)} models", f"{taken['alone']:.2f}", "", "", ""],
        [
            f"`dbt parse` with this package besides: {ratio:.2f} times that",
            f"{taken['whole']:.2f}",
            "",
            f"{MOST} times",
            reached(ratio <= MOST),
        ],
        *([f"of it {part}", f"{taken[left[at]] - taken[part]:.2f}", "", "", ""] for at, part in enumerate(PARTS)),
        ["`dbt parse`, each model of `metrics`: more", f"{parsed:.2f}", "", "", ""],
        ["`dbt compile`, each of these models: more", f"{rendered:.2f}", "", "", ""],
    ]


def measured(tasks: Mapping[str, Callable[[], float]], repetitions: int) -> dict[str, float]:
    """In turn, so that a busy moment of the machine weighs on all of them."""
    found: dict[str, list[float]] = {name: [] for name in tasks}
    for _ in range(repetitions):
        for name, task in tasks.items():
            found[name].append(task())
    return {name: statistics.median(times) for name, times in found.items()}


def package(folder: Path, lost: list[str]) -> Path:
    """A copy of the package without what has these names."""
    for name in ("macros", "models", "seeds"):
        shutil.copytree(ROOT / name, folder / name)
    for name in ("dbt_project.yml", ".dbtignore"):
        shutil.copy(ROOT / name, folder)
    for path in [path for pattern in lost for path in folder.glob(pattern)]:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
    return folder


def user_project(folder: Path, installed: Path | None = None) -> Path:
    """Models with descriptions and tests, as users have them: what reads yaml costs dbt a second."""
    (folder / "models").mkdir(parents=True)
    for name in OWN:
        (folder / "models" / f"{name}.sql").write_text("select 1 as id\n")
    column = {"name": "id", "description": "The key.", "data_tests": ["not_null", "unique"]}
    models = [{"name": name, "description": "A model.", "columns": [column]} for name in OWN]
    output = {"type": "duckdb", "path": ":memory:"}
    for name, content in {
        "profiles.yml": {"user": {"target": "dev", "outputs": {"dev": output}}},
        "dbt_project.yml": {"name": "user", "profile": "user", "version": "1.0"},
        "packages.yml": {"packages": [{"local": str(installed)}] if installed else []},
        "models/models.yml": {"version": 2, "models": models},
    }.items():
        (folder / name).write_text(yaml.safe_dump(content))
    if installed:
        # As `dbt deps` leaves it.
        (folder / "dbt_packages").mkdir()
        (folder / "dbt_packages" / "rankhouse").symlink_to(installed)
    return folder


def parse(project: Path) -> float:
    return of_command([*DBT, "--no-partial-parse", "parse"], project)


def compiled(project: Path, which: str) -> float:
    return of_command([*DBT, "compile", "--select", which], project)
