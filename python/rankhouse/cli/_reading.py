"""What was typed, as functions take it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from rankhouse._rendering.refused import InputError


def renames(pairs: Iterable[str]) -> dict[str, str | None]:
    """Names of columns by ours; without a column, as in `weight=`, none is read."""
    found = {}
    for pair in pairs:
        name, equals, column = pair.partition("=")
        if not (name and equals):
            raise InputError(f"--columns is written name=column, such as query_id=user_id, got {pair!r}")
        found[name] = column or None
    return found


def margins(pairs: Iterable[str]) -> dict[str, float]:
    """Numbers by measure."""
    return _numbers(pairs, "--margin is written measure=number, such as recall@100=0.01")


def weights(pairs: Iterable[str]) -> dict[str, float] | None:
    """Numbers by system."""
    return _numbers(pairs, "--weight is written system=number, such as bm25=0.5") or None


def _numbers(pairs: Iterable[str], written: str) -> dict[str, float]:
    """By what stands before the last equals sign. written: how, for what is not written so."""
    found = {}
    for pair in pairs:
        name, equals, number = pair.rpartition("=")
        try:
            found[name] = float(number)
        except ValueError:
            equals = ""
        if not (name and equals):
            raise InputError(f"{written}, got {pair!r}")
    return found


def cluster_or_none(given: str | None) -> str | bool | None:
    """A column; `false` for queries that are independent."""
    return False if given == "false" else given


def named_runs(runs: Sequence[str]) -> Any:
    """Runs as `compare` takes them: one, or several, of which NAME=RUN names some."""
    named = [run for run in runs if "=" in run and not Path(run).exists()]
    if not named:
        return runs[0] if len(runs) == 1 else list(runs)
    systems: dict[str, str] = {}
    for run in runs:
        name, _, place = run.partition("=") if run in named else (Path(run).name.split(".")[0] or run, "=", run)
        if not (name and place):
            raise InputError(f"a run is a file, or NAME=FILE such as bm25=run.parquet, got {run!r}")
        if name in systems:
            raise InputError(f"two runs are named {name!r}: give them different names, NAME=FILE")
        systems[name] = place
    return systems


def groups_expected(texts: Iterable[str]) -> dict[str, list[str]]:
    found = {}
    for text in texts:
        column, _, values = text.partition("=")
        names = [name.strip() for name in values.split(",")]
        if not column.strip() or "" in names:
            raise InputError(f"--expect is a column and its values, such as system=bm25,dense, got {text!r}")
        found[column.strip()] = names
    return found


def completeness(given: str) -> str | dict[str, float]:
    """`min_queries=100,age=3`: a rule; anything else names a table."""
    if "=" not in given:
        return given
    rule: dict[str, float] = {}
    for part in given.split(","):
        name, _, number = part.partition("=")
        try:
            rule[name.strip()] = int(number) if number.strip().isdigit() else float(number)
        except ValueError:
            raise InputError(
                f"--complete is a rule such as min_queries=100,age=3, or a table with is_complete, got {given!r}"
            ) from None
    return rule


def grades(given: str) -> int | list[float]:
    """`4`: quantiles; `0.1,0.3`, and `0.5`, which is no whole number: thresholds."""
    if given.strip().isdigit():
        return int(given)
    try:
        return [float(one) for one in given.split(",") if one.strip()]
    except ValueError:
        raise InputError(
            f"--grades is a number of quantiles such as 4, or thresholds such as 0.1,0.3, got {given!r}"
        ) from None


def number_or_text(text: str) -> str | float:
    """A time as text, or the number that stands for it."""
    for number in (int, float):
        with suppress(ValueError):
            return number(text)
    return text
