"""Commands that compare systems, and values by query."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

import rankhouse
from rankhouse._rendering.refused import InputError
from rankhouse.cli import _charts, _output
from rankhouse.cli._command import Asked
from rankhouse.cli._options import (
    ANSWERED_IN,
    DECIDING,
    OF_A_TABLE,
    OR_INDEPENDENT,
    OWN_MEASURES,
    RUNS_OR_VALUES,
    WEIGHTS,
    Option,
    choice,
    runs,
)
from rankhouse.cli._program import Panel
from rankhouse.cli._reading import completeness, groups_expected, named_runs
from rankhouse.cli._shell import connected, fail, working

panel = Panel("Compare")
FINISHED = "value=score"

ComparisonFormat = Literal["table", "csv", "json", "parquet", "markdown", "latex", "html", "flat"]


@panel.special(
    "rankhouse compare bm25.run dense.run qrels.txt -m ndcg@10 -m map",
    "rankhouse compare values.parquet --baseline bm25 --fail-if 'ndcg@10 < -0.01'",
    outputs=("output", "charts", "database"),
    options={
        "runs": runs(RUNS_OR_VALUES),
        "measures": OF_A_TABLE,
        "interval": Option(default="t"),
        "cluster": OR_INDEPENDENT,
    },
)
def compare(
    asked: Asked,
    moved: Annotated[
        str | None, typer.Option(metavar="MEASURE", help="Show the queries that moved most by a measure instead.")
    ] = None,
    lists: Annotated[
        str | None, typer.Option(metavar="QUERY", help="Show the lists of a query side by side instead.")
    ] = None,
    fail_if: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CONDITION", help="Exit with 1 if a difference meets this condition: 'ndcg@10 < -0.01'; repeatable."
        ),
    ] = None,
    exit_with_verdict: Annotated[
        bool,
        typer.Option(
            "--exit-with-verdict",
            help="Exit with 0 for ship, 1 for do not ship, 3 for not decided, by the first measure.",
        ),
    ] = False,
    flat: Annotated[bool, typer.Option("--flat", help="Print flat names for experiment trackers, as JSON.")] = False,
    format: Annotated[ComparisonFormat | None, choice(ComparisonFormat, "FORMAT", ANSWERED_IN)] = None,  # noqa: A002
) -> None:
    """Compare systems query by query: which is better, and how sure is that?"""
    from rankhouse.cli import _comparison

    _charts.require(asked.charts)
    conditions = [_comparison.condition(text) for text in fail_if or []]
    is_rows = (moved or lists) is not None
    printed = _comparison.choose_format(format, asked.output, is_flat=flat, is_rows=is_rows)
    if moved is not None and lists is not None:
        raise InputError("--moved and --lists give different results: choose one of them")
    with connected(asked.database) as con, working("Comparing", con) as stop:
        comparison = rankhouse.compare(**_comparison.told_apart(asked.arguments, con), con=con)
        failure = _comparison.failure(comparison, conditions)
        verdict = comparison.verdict if exit_with_verdict else None
        if exit_with_verdict and verdict is None:
            raise InputError("no pair of systems has a difference by the first measure: there is no verdict")
        rows = None
        if moved is not None:
            rows = _comparison.moved(comparison, moved, is_short=printed == "table")
        elif lists is not None:
            rows = _comparison.lists(comparison, lists, is_short=printed == "table")
        # Its line is gone before the first line of the result.
        stop()
        if rows is None:
            _comparison.write(comparison, printed, asked.output)
        else:
            _output.write(rows, printed, asked.output)
        asked.draw(_charts.of_comparison(comparison))
    if failure:
        fail(failure, 1)
    if verdict:
        fail(str(verdict), verdict.status)


panel.declare(
    "agreement",
    "Show how much the lists of systems differ, without judgments: overlap, rank-biased overlap, correlations.",
    "rankhouse agreement bm25.run dense.run -m overlap@10 -m 'rbo(p=0.9)'",
    work="Comparing",
    columns="query_id=topic, rank=position",
    options={"measures": OWN_MEASURES},
)
panel.declare(
    "system_ranks",
    "Rank systems, each rank with an interval, and tell which ones are tied with the best.",
    "rankhouse system-ranks values.parquet -m ndcg@10",
    work="Comparing",
    columns=FINISHED,
    options={"measures": OF_A_TABLE},
)
panel.declare(
    "fuse",
    "Fuse the lists of several systems into one run: reciprocal rank fusion, or sums of normed scores.",
    "rankhouse fuse bm25.run dense.run -o fused.parquet",
    "rankhouse fuse bm25.run dense.run --weight bm25=1 --weight dense=2",
    work="Fusing",
    columns="query_id=topic, rank=position",
    options={"run": runs(read=named_runs), "weights": WEIGHTS},
)
panel.declare(
    "best_of",
    "Choose the best of several variants, with its value on queries that did not choose it.",
    "rankhouse best-of values.parquet -m ndcg@10",
    work="Choosing",
    columns=FINISHED,
    options={"measure": DECIDING["measure"]},
)
panel.declare(
    "mean_intervals",
    "Compute means over queries with intervals: Student's t, the bootstrap, or Wilson's for hits and misses.",
    "rankhouse mean-intervals values.parquet --by system --method bca",
    work="Computing",
    columns=FINISHED,
)
panel.declare(
    "change_by_segment",
    "Split the change of a mean by segments: their weights, and what changed within them.",
    "rankhouse change-by-segment values.parquet --segment country",
    work="Comparing",
    columns=FINISHED,
    options={"baseline": Option(metavar="VALUE")},
)
panel.declare(
    "decision",
    "Decide by one measure: ship, do not ship or not decided, with all segments and other measures that fall.",
    "rankhouse decision values.parquet --baseline bm25 -m ndcg@10 --segment country",
    work="Deciding",
    columns=FINISHED,
    options=DECIDING,
)
panel.declare(
    "confidence_sequence",
    "Compare two systems day by day, with an interval that holds however often you look.",
    "rankhouse confidence-sequence values.parquet --baseline bm25",
    work="Comparing",
    columns=FINISHED,
)


@panel.special(
    "rankhouse check-metrics daily.parquet -m ndcg@10 --margin 0.01",
    "rankhouse check-metrics daily.parquet --expect system=bm25,dense",
    outputs=("output", "database"),
    options={
        "measures": OF_A_TABLE,
        "by": Option(),
        "expected": Option(("--expect",), metavar="COLUMN=VALUE,...", kind=list[str], read=groups_expected),
        "complete": Option(metavar="RULE", kind=str, read=completeness),
    },
)
def check_metrics(asked: Asked) -> None:
    """Report what fell since the day before, as Markdown for a pull request or CI job; exit with 1 if anything did."""
    with connected(asked.database) as con, working("Checking", con) as stop:
        summary = rankhouse.check_metrics(**asked.arguments, con=con)
        stop()
        _output.write_text(summary.text, asked.output)
    if summary.failure:
        fail(summary.failure, 1)
