"""Names that are longer than what some engines keep of them: they stay what they are, or are refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import oracle
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.render import DIALECTS
from warehouses.comparison import Comparison, compared
from warehouses.reference import DOUBLE, TEXT, Session

CUT = {"postgres": 63, "redshift": 127}
STEM = "name_of_the_größte_column_" * 6
"""Of more bytes than letters."""
MAPS = [f"{'/'.join(f'{grade / 8:g}:{grade}' for grade in range(1, 25))}/4:{highest}" for highest in (30, 40)]
"""Gain maps that begin alike."""


def values(session: Session, dialect: str) -> Iterator[Comparison]:
    run = [
        {"system": system, "query_id": "q", "item_id": item, "score": float(place * (1 if system == "a" else -1))}
        for system in "ab"
        for place, item in enumerate("xyz")
    ]
    judgments = [{"query_id": "q", "item_id": item, "relevance": grade} for item, grade in (("x", 0.5), ("y", 4.5))]
    measures = [oracle.Measure("ndcg", 3, (("gain", gains),)) for gains in MAPS]
    measures += [oracle.Measure("q_measure", None, (("gain", gains),)) for gains in MAPS]
    long = ("name_of_a_long_column_" * 6)[: CUT.get(dialect, 140) - len("_query_id")]
    columns = {name: f"{long}_{name}" for name in ("system", "query_id", "item_id", "score")}
    session.load(
        "long_names_run",
        {columns[name]: DOUBLE if name == "score" else TEXT for name in columns},
        [tuple(row.values()) for row in run],
    )
    session.load(
        "long_names_judgments",
        {"query_id": TEXT, "item_id": TEXT, "relevance": DOUBLE},
        [tuple(row.values()) for row in judgments],
    )
    package = macros(*DIALECTS[dialect])
    renamed = {f"run.{name}": column for name, column in columns.items() if name != "system"}

    def asked(**more: Any) -> str:
        return str(package.query_metrics("long_names_run", "long_names_judgments", list(map(str, measures)), **more))

    found = session.query(asked(by=[columns["system"]], columns=renamed))
    units = list(oracle.units(run, judgments, ["system"]))
    known = oracle.query_metrics(units, measures)
    yield from compared(
        "long names",
        {key: (value,) for key, value in known.items()},
        (((row[:1], row[1], row[2]), row[5:6]) for row in map(tuple, found)),
    )
    require_apart(dialect, asked)


def require_apart(dialect: str, asked: Any) -> None:
    """Two names that the engine would take for one are refused, as columns of groups and as others."""
    one, other = f"{STEM}a", f"{STEM}b"
    for more in (
        {"by": [one, other]},
        {"by": [one], "judgments_by": [other]},
        {"columns": {"query_id": one, "item_id": other}},
    ):
        refusal = refusal_of(lambda more=more: asked(**more))
        assert (dialect in CUT) == (
            f"the same name here, where only {CUT.get(dialect)} bytes of a name are kept" in refusal
        ), refusal


def refusal_of(rendered: Callable[[], str]) -> str:
    try:
        rendered()
    except InputError as error:
        return str(error)
    return ""
