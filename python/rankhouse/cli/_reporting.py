"""The command that writes a report."""

from __future__ import annotations

import inspect
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import rankhouse
from rankhouse._inputs.progress import told
from rankhouse._rendering.refused import InputError
from rankhouse.cli._command import Asked
from rankhouse.cli._options import OF_A_TABLE, OR_INDEPENDENT, RUNS_OR_VALUES, Option, runs
from rankhouse.cli._program import Panel
from rankhouse.cli._shell import connected, errors, warn, working

panel = Panel("Compare")


@panel.special(
    "rankhouse report bm25.run dense.run qrels.txt -m ndcg@10 -m map",
    "rankhouse report --predictions predictions.csv -o classifiers.html",
    outputs=("database",),
    options={
        "runs": runs(RUNS_OR_VALUES + ". Not needed with --predictions or --learning-curve"),
        "measures": OF_A_TABLE,
        "interval": Option(default="t"),
        "cluster": OR_INDEPENDENT,
        "path": Option(("--output", "-o"), metavar="FILE", kind=Path, default=Path("report.html")),
    },
)
def report(asked: Asked) -> None:
    """Write an evaluation as one HTML file: tables, charts, rankings, and how all of it was computed."""
    from rankhouse._evaluating.values import LimitedEvaluation
    from rankhouse._reporting.report import written_report
    from rankhouse.cli._comparison import told_apart

    given = asked.arguments
    alone = {"runs", "predictions", "learning_curve", "ratings", "interleaving", "off_policy", "preferences", "tries"}
    if not given.keys() & alone:
        raise InputError(
            "report: nothing to report: name runs, --predictions, --learning-curve, --ratings, --interleaving,"
            " --off-policy, --preferences or --tries"
        )
    with connected(asked.database) as con, working("Reporting", con) as stop, steps_told():
        known = inspect.signature(rankhouse.report).parameters.values()
        arguments = {each.name: each.default for each in known if each.default is not each.empty}
        arguments |= told_apart(given, con) if "runs" in given else given
        # Values by query take no argument of an evaluation but those that were given.
        evaluation = {name: arguments.pop(name) for name in LimitedEvaluation.__annotations__ if name in arguments}
        path, doubts = written_report(**arguments, evaluation={**evaluation, "con": con})
        stop()
    for doubt in doubts:
        warn(doubt)
    print("\n".join([path.with_size(f"The report: {path}"), *path.findings]))


def steps_told() -> AbstractContextManager[None]:
    """A line for each step where somebody reads along later; a terminal shows it at work."""
    if errors.is_terminal:
        return nullcontext()
    return told(lambda step: errors.print(f"rankhouse: {step}", highlight=False, markup=False))
