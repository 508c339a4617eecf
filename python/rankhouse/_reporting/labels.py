"""The section on labels: raters who agree, and the grades of a machine beside those of people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import duckdb

from rankhouse import plot
from rankhouse._labelling.grades import grade_calibration, grade_confusion
from rankhouse._labelling.raters import rater_agreement
from rankhouse._rendering.errors import InputError
from rankhouse._reporting.page import Page, Section
from rankhouse._reporting.tables import Cell, Row, Table, count, figure, name
from rankhouse._results.numbers import NOTHING, between, digits_of, rounded

MOST_RATERS = 50
"""Up to which all pairs of raters are compared."""


def of_labels(
    ratings: Any,
    machine: Any,
    judgments: Any,
    columns: Mapping[str, str],
    page: Page,
    con: duckdb.DuckDBPyConnection | None,
) -> None:
    """Adds the section, as far as there are labels. judgments: those of people, where there are machine's."""
    if ratings is None and machine is None:
        return
    if machine is not None and judgments is None:
        raise InputError(
            "machine has the judgments of a machine, which are compared with those of people: give judgments too"
        )
    # People's judgments are `human` there.
    own = {key.replace("judgments.", "human."): column for key, column in columns.items()}
    section = Section("labels", "Labels")
    sentences = []
    if ratings is not None:
        sentences.append(_raters(ratings, own, page, section, con))
    if machine is not None:
        sentences.append(_grades(judgments, machine, own, page, section, con))
    section.intro = " ".join(sentences)
    section.figures = [each for each in section.figures if each in page.figures.figures]
    page.sections.append(section)


def _raters(ratings: Any, columns: Mapping[str, str], page: Page, section: Section, con: Any) -> str:
    rows, found = [], {}
    for level in ("nominal", "ordinal"):
        (row,) = rows_of(rater_agreement(ratings, level=level, columns=columns, con=con))
        found[level] = row
        rows.append(Row([name(f"Krippendorff's alpha, {level}"), with_interval(row, "value", "ci_low", "ci_high")]))
    (equal,) = rows_of(rater_agreement(ratings, "agreement", columns=columns, con=con))
    rows.append(Row([name("Pairs of ratings that are equal"), with_interval(equal, "value", "ci_low", "ci_high")]))
    rows += [Row([name(text), count(equal[key])]) for text, key in COUNTS.items()]
    notes = ["Below each value is its 95 % interval. 1 is full agreement; for alpha, 0 is agreement by chance."]
    section.tables.append(Table("raters", "Agreement of raters", [name("figure"), Cell("value")], rows, notes))
    if 1 < equal["n_raters"] <= MOST_RATERS:
        with page.figures.adding():
            pairs = rater_agreement(ratings, level="ordinal", pairs=True, repetitions=0, columns=columns, con=con)
            page.figures.add("raters", plot.raters(pairs, con=con))
        section.figures.append("raters")
    row = found["ordinal"]
    value = rounded(row["value"], digits_of(row["ci_low"], row["ci_high"]))
    return f"{equal['n_raters']:,} raters of {equal['n_units']:,} units agree with an ordinal alpha of {value}."


COUNTS = {"Units with two ratings or more": "n_units", "Units with one rating": "n_left_out", "Raters": "n_raters"}


def _grades(human: Any, machine: Any, columns: Mapping[str, str], page: Page, section: Section, con: Any) -> str:
    shared: dict[str, Any] = {"columns": columns, "con": con}
    by_grade = grade_calibration(human, machine, **shared)
    (overall,) = rows_of(grade_calibration(human, machine, per_grade=False, **shared))
    rows = [
        Row(
            [
                name("all" if grade is None else f"{grade:g}"),
                with_interval(row, "human_grade", "human_low", "human_high"),
                with_interval(row, "bias", "bias_low", "bias_high", sign=True),
                *(count(row[each]) for each in ("n_items", "n_queries", "n_machine")),
            ]
        )
        for grade, row in [*((row["machine_grade"], row) for row in rows_of(by_grade)), (None, overall)]
    ]
    heads = ["machine's grade", "people's mean", "bias", "items", "queries", "graded by machine"]
    notes = ["Below each value is its 95 % interval over queries. Bias: the machine's grade less that of people."]
    section.tables.append(
        Table("grades", "Grades of the machine", [name(heads[0]), *map(Cell, heads[1:])], rows, notes)
    )
    with page.figures.adding():
        page.figures.add("grades", plot.grade_calibration(by_grade, con=con))
    with page.figures.adding():
        page.figures.add("confusion", plot.grade_confusion(grade_confusion(human, machine, **shared), con=con))
    section.figures += ["grades", "confusion"]
    bias = with_interval(overall, "bias", "bias_low", "bias_high", sign=True)
    interval = f" ({bias.small})" if bias.small else ""
    return f"The machine's grades are off by {bias.text}{interval} on average, over {overall['n_items']:,} items."


def rows_of(relation: duckdb.DuckDBPyRelation) -> list[dict[str, Any]]:
    return [dict(zip(relation.columns, row, strict=True)) for row in relation.fetchall()]


def with_interval(row: Mapping[str, Any], value: str, low: str, high: str, *, sign: bool = False) -> Cell:
    if row[value] is None:
        return figure(NOTHING)
    text = rounded(row[value], digits_of(row[low], row[high]), has_sign=sign)
    return figure(text, "" if row[low] is None else between(row[low], row[high]))
