"""Commands for recommenders: splits, curves, samples, and measures beyond accuracy."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

import typer

import rankhouse
from rankhouse._rendering.refused import InputError
from rankhouse.cli import _charts, _output
from rankhouse.cli._command import CHARTED, Asked
from rankhouse.cli._options import OWN_MEASURES, Option, choice
from rankhouse.cli._program import Panel
from rankhouse.cli._reading import number_or_text
from rankhouse.types import Incomplete

panel = Panel("Recommend")
TABLE = Option(metavar="TABLE")
COLUMN = Option(metavar="COLUMN")

# Of an option that is repeated typer takes an enumeration alone.
Estimate = StrEnum("Estimate", ["none", "rank", "cls", "bv"])


@panel.special(
    "rankhouse split ratings.csv -o split.parquet",
    "rankhouse split ratings.csv --method random --share 0.2",
    work="Splitting",
    columns="user_id=visitor, rated_at=seen_at",
    options={"n": Option(("-n", "--n")), "cut": Option(read=number_or_text)},
)
def split(asked: Asked) -> None:
    """Split ratings into train and test, the same rows every time; with -o, print how many rows went where."""
    with asked.answering() as (con, write):
        result = rankhouse.split(**asked.arguments, con=con)
        write(result)
        if asked.output:
            renamed = asked.arguments.get("columns", {})
            ours = {ours: name for ours, name in renamed.items() if ours in ("user_id", "item_id")}
            by = [name for name in ["n_given"] if name in result.columns]
            part = {} if "part" in result.columns else {"part": "fold"}
            counts = rankhouse.split_counts(result, by=by, columns={**ours, **part}, con=con)
            _output.write(counts, "table", None)


@panel.special(
    "rankhouse learning-curve curve.csv judgments.csv -m ndcg@10",
    "rankhouse learning-curve curve.csv judgments.csv --crossings",
    outputs=CHARTED,
    options={"given": COLUMN},
)
def learning_curve(
    asked: Asked,
    mean: Annotated[
        bool, typer.Option("--mean", help="MANDCG: the mean over users of their means over the curve.")
    ] = False,
    crossings: Annotated[bool, typer.Option("--crossings", help="Show where the curves of two systems cross.")] = False,
    incomplete: Annotated[
        Incomplete | None,
        choice(Incomplete, "RULE", "With --mean, how to treat users without a value at some point", "leave_out"),
    ] = None,
    system: Annotated[
        str, typer.Option(metavar="COLUMN", help="The column that tells systems apart; '' where there is only one.")
    ] = "system",
    repetitions: Annotated[int, typer.Option(help="With --crossings: bootstrap samples, 1 to 10,000.")] = 1000,
    seed: Annotated[int, typer.Option(help="With --crossings: seed of the samples.")] = 0,
    confidence: Annotated[float, typer.Option(help="With --crossings: confidence level of the interval.")] = 0.95,
) -> None:
    """Evaluate by number of given ratings, for each system and each combination of --by."""
    if mean and crossings:
        raise InputError("--mean and --crossings give different results: choose one of them")
    if asked.charts and (mean or crossings):
        raise InputError("--charts shows the curve: leave out --mean and --crossings")
    with asked.answering() as (con, write):
        groups = asked.arguments.pop("by")
        curves = [*([system] if system else []), *groups]
        arguments: dict[str, Any] = {**asked.arguments, "con": con}
        if crossings:
            bootstrap: dict[str, Any] = {"repetitions": repetitions, "seed": seed, "confidence": confidence}
            answer = rankhouse.curve_crossings(system=system, by=groups, **bootstrap, **arguments)
        elif mean:
            answer = rankhouse.mean_over_curve(by=curves, incomplete=incomplete or "leave_out", **arguments)
        else:
            answer = rankhouse.learning_curve(by=curves, **arguments)
        write(answer)
        asked.draw(_charts.of_curve("learning_curve", answer, given=asked.arguments["given"]))


panel.declare(
    "expected_exposure",
    "Compare the exposure that items get with what relevant ones deserve, over one or several rankings of each query.",
    "rankhouse expected-exposure bm25.run judgments.csv",
    "rankhouse expected-exposure bm25.run judgments.csv --attention cascade",
)
panel.declare(
    "group_exposure",
    "Compare the exposure that groups of items get with what their relevant items deserve, with intervals.",
    "rankhouse group-exposure bm25.run judgments.csv groups.csv",
    "rankhouse group-exposure bm25.run judgments.csv groups.csv --k 10",
)
panel.declare(
    "recommendation_metrics",
    "Measure recommendations beyond accuracy: coverage, novelty, diversity, ...",
    "rankhouse recommendation-metrics bm25.run -m personalisation@10",
    "rankhouse recommendation-metrics bm25.run -m coverage@10 --items items.csv",
    work="Measuring",
    options={"measures": OWN_MEASURES, "baseline": TABLE},
)
panel.declare(
    "rating_metrics",
    "Measure the error of predicted ratings.",
    "rankhouse rating-metrics rated.csv -m rmse -m mae",
    work="Measuring",
    columns="rating=stars, prediction=guess",
    options={"measures": OWN_MEASURES},
)
panel.declare(
    "sample_negatives",
    "Draw items that are not relevant, for each query: the candidates of a sampled evaluation.",
    "rankhouse sample-negatives items.csv judgments.csv -n 5",
    work="Drawing",
    columns="query_id=user_id, popularity=n",
    options={"n": Option(("-n",)), "by": Option(metavar="RULE")},
)
panel.declare(
    "correct_sampled",
    "Estimate metrics over all items from ranks among sampled ones.",
    "rankhouse correct-sampled bm25.run qrels.txt sampled.csv --n-items 100",
    work="Correcting",
    options={
        "method": Option(kind=list[Estimate], default=[Estimate.bv], read=lambda given: [each.value for each in given])
    },
    without={"prior": "one number for each rank, too many to be typed"},
)
