"""Commands over labels: what several raters said, machine labels beside human ones, and what clicks say."""

from __future__ import annotations

from typing import Annotated

import typer

import rankhouse
from rankhouse.cli import _charts
from rankhouse.cli._command import CHARTED, Asked
from rankhouse.cli._options import ONE_MEASURE, Option
from rankhouse.cli._program import Panel
from rankhouse.cli._reading import grades

panel = Panel("Label")
RATED = "unit_id=doc, rating=grade"
CLICKED = "item_id=sku, clicked=is_click"
PRIOR = Option(metavar="CLICKS NONE", kind=tuple[float, float])
COUNTS = {"counts": "the columns of the log say it"}

panel.declare(
    "rater_agreement",
    "Compute how far raters agree beyond chance: Krippendorff's alpha, Cohen's and Fleiss' kappa, Gwet's AC1.",
    "rankhouse rater-agreement grades.csv --level ordinal",
    "rankhouse rater-agreement grades.csv --method cohen --pairs",
    work="Computing",
    columns=RATED,
)
panel.declare(
    "merge_ratings",
    "Merge the ratings of several raters into one label per unit.",
    "rankhouse merge-ratings grades.csv -o judgments.parquet",
    "rankhouse merge-ratings grades.csv --method dawid_skene",
    work="Merging",
    columns=RATED,
)


@panel.special(
    "rankhouse grade-calibration people.csv model.csv",
    "rankhouse grade-calibration people.csv model.csv --confusion",
    work="Computing",
    columns="machine.relevance=grade",
    options={"per_grade": Option(("--per-grade/--overall",))},
)
def grade_calibration(
    asked: Asked,
    confusion: Annotated[
        bool, typer.Option("--confusion", help="Count how often each pair of grades occurs instead.")
    ] = False,
) -> None:
    """Compare a machine's grades with those of people: what a grade is worth, the bias, the confusion matrix."""
    with asked.answering() as (con, write):
        if confusion:
            of_both = {name: asked.arguments[name] for name in ("human", "machine", "by")}
            write(rankhouse.grade_confusion(**of_both, columns=asked.arguments.get("columns"), con=con))
        else:
            write(rankhouse.grade_calibration(**asked.arguments, con=con))


panel.declare(
    "prediction_powered",
    "Estimate the means that human labels would give, from a few of them and many machine labels.",
    "rankhouse prediction-powered by_people.parquet by_model.parquet",
    work="Estimating",
    columns="machine.value=guess",
    options={"tuned": Option(("--tuned/--untuned",))},
)
panel.declare(
    "click_judgments",
    "Make judgments from a click log.",
    "rankhouse click-judgments clicks.csv -o judgments.parquet",
    "rankhouse click-judgments clicks.csv --method sdbn --grades 4",
    work="Judging",
    columns=CLICKED,
    options={"prior": PRIOR, "grades": Option(metavar="N|LIST", kind=str, read=grades)},
    without=COUNTS,
)
panel.declare(
    "position_bias",
    "Estimate how much more often higher positions are examined.",
    "rankhouse position-bias clicks.csv",
    "rankhouse position-bias clicks.csv --method swaps",
    work="Estimating",
    columns=CLICKED,
    options={"prior": PRIOR},
    without=COUNTS,
)


@panel.special(
    "rankhouse value-bounds runs.parquet judgments.csv --top-grade 3 --by system",
    outputs=CHARTED,
    options={"measures": ONE_MEASURE},
)
def value_bounds(asked: Asked) -> None:
    """Show how low and how high measures could be, whatever the labels of unjudged items are."""
    with asked.answering() as (con, write):
        result = rankhouse.value_bounds(**asked.arguments, con=con)
        write(result)
        if not asked.arguments["per_query"]:
            asked.draw(_charts.of_curve("value_bounds", result))


panel.declare(
    "to_judge",
    "List the unjudged items whose labels would settle how systems differ, for people to label.",
    "rankhouse to-judge bm25.run dense.run -j qrels.txt --limit 20 -o next.csv",
    work="Pooling",
    options={"depth": Option(metavar="K"), "limit": Option(metavar="N")},
)
