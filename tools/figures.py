"""The figures of docs/images that explain a measure, a rule or a benchmark: Vega-Lite, drawn as SVG."""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Callable, Iterable
from itertools import permutations
from pathlib import Path
from typing import Any

import duckdb
import vl_convert

import rankhouse
from rankhouse import types
from rankhouse.plot.theme import LIGHT

Spec = dict[str, Any]
Rows = list[dict[str, Any]]

IMAGES = Path(__file__).parents[1] / "docs" / "images"
BENCHMARKS = IMAGES.parent / "reference" / "benchmarks.md"
CLICKS = IMAGES.parent / "labels" / "click-events.md"
# A picture has the fonts of its reader, whose letters may be wider than those it is laid out with.
FONT = "Helvetica, Arial, sans-serif"
PADDING = {"left": 28, "right": 28, "top": 8, "bottom": 8}
MADE_FROM = "<!-- made by tools/figures.py from {} -->\n"


def drawn(name: str) -> str:
    """The figure as SVG. One that shows the same as the file does is that file, whatever has drawn it."""
    spec = FIGURES[name]()
    mark = MADE_FROM.format(hashlib.md5(json.dumps(spec, sort_keys=True).encode()).hexdigest())  # noqa: S324
    path = IMAGES / name
    if path.exists() and path.read_text().endswith(mark):
        return path.read_text()
    svg = vl_convert.vegalite_to_svg({**spec, "config": {**LIGHT, "font": FONT, "padding": PADDING}})
    return f"{svg.rstrip()}\n{mark}"


def _chart(
    rows: Iterable[dict[str, Any]], title: str, subtitle: str | list[str] = "", height: int = 200, **parts: Any
) -> Spec:
    heading = {"text": title, **({"subtitle": subtitle} if subtitle else {})}
    return {"width": 560, "height": height, "title": heading, "data": {"values": list(rows)}, **parts}


def _labelled(mark: Spec, label: str, **encoding: Spec) -> list[Spec]:
    """Bars with their value written beside them."""
    text = {"mark": {"type": "text", "align": "left", "dx": 5}, "encoding": {**encoding, "text": {"field": label}}}
    return [{"mark": mark, "encoding": encoding}, text]


def _told_apart(field: str, names: Iterable[str]) -> dict[str, Spec]:
    """Lines by colour, shape and dashes, with one legend."""
    told = {"field": field, "type": "nominal", "title": None, "scale": {"domain": list(names)}}
    legend = {"columns": 2}
    return {
        "color": {**told, "legend": legend},
        "shape": {**told, "legend": legend},
        "strokeDash": {**told, "legend": None},
    }


def five_ndcgs() -> Spec:
    """The list of docs/reference/conventions.md, by the rules of five libraries."""
    run = {"1": {"d1": 5.0, "d2": 4.0, "d3": 3.0, "d4": 2.0, "d5": 1.0}}
    judgments = {"1": {"d2": 3, "d4": 1, "d9": 2, "d1": 0}}
    rows = []
    with duckdb.connect() as con:
        for name in ("rectools", "trec_eval", "recbole", "elasticsearch", "sklearn"):
            found = rankhouse.evaluate(run, judgments, ["ndcg@5"], convention=name, con=con)
            ((value,),) = found.project("value").fetchall()
            rows.append({"library": name, "value": round(value, 6), "label": f"{value:.4f}"})
    return _chart(
        rows,
        "NDCG@5 of one list, by the rules of five libraries",
        height=150,
        layer=_labelled(
            {"type": "bar"},
            "label",
            y={"field": "library", "type": "nominal", "title": None, "sort": None},
            x={"field": "value", "type": "quantitative", "title": None, "scale": {"domain": [0, 0.75]}},
        ),
    )


def discounts() -> Spec:
    """What an item at each rank counts, as a share of what it counts at rank 1."""
    weights: dict[str, Callable[[int], float]] = {
        "NDCG, DCG": lambda rank: 1 / math.log2(rank + 1),
        "RBP, p = 0.8": lambda rank: 0.8 ** (rank - 1),
        "RBP, p = 0.5": lambda rank: 0.5 ** (rank - 1),
        "ERR, RR": lambda rank: 1 / rank,
    }
    rows = [
        {"measure": measure, "rank": rank, "weight": round(weight(rank), 6)}
        for measure, weight in weights.items()
        for rank in range(1, 21)
    ]
    return _chart(
        rows,
        "What an item counts at each rank",
        "as a share of what it counts at rank 1; of ERR for a reader whom nothing above has satisfied",
        height=240,
        mark={"type": "line", "point": {"size": 40}},
        encoding={
            "x": {"field": "rank", "type": "quantitative", "scale": {"domain": [1, 20]}, "axis": {"tickCount": 10}},
            "y": {"field": "weight", "type": "quantitative", "title": None, "scale": {"domain": [0, 1]}},
            **_told_apart("measure", list(weights)),
        },
    )


# The classifier of the worked examples: score and label.
SCORED = [(0.9, 1), (0.8, 0), (0.7, 1), (0.6, 1), (0.4, 1), (0.4, 0), (0.3, 1), (0.2, 0)]


def roc_pairs() -> Spec:
    """Every pair of a positive and a negative of the worked example: the area is the mean of the cells."""
    positives = [score for score, label in SCORED if label]
    negatives = [score for score, label in SCORED if not label]
    rows: Rows = []
    for p in positives:
        for n in negatives:
            worth = 1 if p > n else 0.5 if p == n else 0
            rows.append({"positive": f"{p}", "negative": f"{n}", "worth": worth, "label": f"{worth:g}"})
    total = sum(row["worth"] for row in rows)
    axis = {"labelAngle": 0, "domain": False, "ticks": False, "grid": False, "labelFontSize": 12}
    encoding = {
        "x": {"field": "negative", "type": "nominal", "sort": None, "title": "score of the negative", "axis": axis},
        "y": {"field": "positive", "type": "nominal", "sort": None, "title": "score of the positive", "axis": axis},
    }
    return {
        **_chart(
            rows,
            f"AUC = {total:g} / {len(rows)} = {total / len(rows):.4f}",
            ["the share of the pairs in which the positive", "is scored above the negative; a tie counts half"],
            height=180,
        ),
        "width": 300,
        "layer": [
            {
                "mark": {"type": "rect", "stroke": "white", "strokeWidth": 2},
                "encoding": {
                    **encoding,
                    "color": {
                        "field": "worth",
                        "type": "quantitative",
                        "legend": None,
                        "scale": {"range": ["#e6e8eb", "#9dbfe0"]},
                    },
                },
            },
            {
                "mark": {"type": "text", "fontSize": 13, "color": "#1b1f24"},
                "encoding": {**encoding, "text": {"field": "label"}},
            },
        ],
    }


def tie_orders() -> Spec:
    """NDCG@3 of a list of four items of one score, in each of their orders, and what each rule makes of it."""
    grades = {"a": 1, "b": 0, "c": 3, "d": 0}
    run, judgments = {"q": dict.fromkeys(grades, 0.5)}, {"q": grades}
    rows: Rows = []
    with duckdb.connect() as con:

        def ndcg(scores: dict[str, float], ties: types.Ties) -> float:
            found = rankhouse.evaluate({"q": scores}, judgments, ["ndcg@3"], ties=ties, con=con)
            return round(float(found.project("value").fetchall()[0][0]), 6)

        orders = {
            ndcg({item: float(-place) for place, item in enumerate(order)}, "item") for order in permutations(grades)
        }
        rows += [{"of": "one of the 24 orders", "value": value} for value in sorted(orders)]
        rules: tuple[types.Ties, ...] = ("best", "average", "item", "worst")
        rows += [{"of": f"ties={rule}", "value": ndcg(run["q"], rule)} for rule in rules]
    return _chart(
        rows,
        "NDCG@3 of four items that share a score",
        "grades 1, 0, 3 and 0: every order is a right one, so a rule has to choose",
        height=150,
        mark={"type": "point", "size": 90},
        encoding={
            "x": {"field": "value", "type": "quantitative", "title": None, "scale": {"domain": [0, 1]}},
            "y": {"field": "of", "type": "nominal", "sort": None, "title": None},
        },
    )


def _table(heading: str, page: Path = BENCHMARKS) -> list[list[str]]:
    """The rows of the table under a heading of a page."""
    section = page.read_text().partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|") and set(line) - set("|-: ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


def click_methods() -> Spec:
    readers = {
        "by position": "looks at each by itself",
        "first click": "stops at the first",
        "satisfied": "stops at 6 of 10",
    }
    rows = [
        {
            "method": method.strip("`"),
            "reader": f"{reader}: {readers[reader]}",
            "wrong": float(share.removesuffix(" %")),
        }
        for method, *shares in _table("How wrong each method is", CLICKS)
        for reader, share in zip(readers, shares, strict=True)
    ]
    names = list(dict.fromkeys(row["reader"] for row in rows))
    return _chart(
        rows,
        "No method is best for all readers",
        "pairs of a query's items that a method has in the wrong order, in percent",
        height=230,
        mark={"type": "bar"},
        encoding={
            "y": {"field": "method", "type": "nominal", "sort": None, "title": None},
            "yOffset": {"field": "reader", "sort": names},
            "x": {"field": "wrong", "type": "quantitative", "title": "percent"},
            "color": {
                "field": "reader",
                "type": "nominal",
                "title": None,
                "scale": {"domain": names},
                "legend": {"columns": 1, "labelLimit": 300, "orient": "bottom"},
            },
        },
    )


def _seconds(title: str, subtitle: str, tasks: list[tuple[str, str]]) -> Spec:
    rows: Rows = [{"what": what, "seconds": float(seconds), "label": f"{seconds} s"} for what, seconds in tasks]
    longest = max(row["seconds"] for row in rows)
    return _chart(
        rows,
        title,
        subtitle,
        height=34 * len(rows),
        layer=_labelled(
            {"type": "bar"},
            "label",
            y={"field": "what", "type": "nominal", "sort": None, "title": None, "axis": {"labelLimit": 300}},
            x={
                "field": "seconds",
                "type": "quantitative",
                "title": "seconds",
                "scale": {"domain": [0, round(longest * 1.15, 2)], "nice": False},
            },
        ),
    )


def benchmark_libraries() -> Spec:
    tasks = []
    for name, first, _, again, *_ in _table("Against other libraries"):
        tasks += [(f"{name}, first call", first), (f"{name}, again", again)]
    return _seconds("NDCG@10, AP and RR of a million rows", "from Parquet to a number for each query", tasks)


def benchmark_comparisons() -> Spec:
    tasks = [(re.sub("`", "", task), seconds) for task, seconds, ratio, _ in _table("Comparing systems") if ratio]
    return _seconds("Randomisation test of two systems", "10,000 repetitions over 10,000 queries and 5 measures", tasks)


def benchmark_days() -> Spec:
    kinds = ("full refresh", "one more day", "one more day, named")
    rows = [
        {"days": int(days), "seconds": float(seconds), "build": kind}
        for days, anew, _, more, named in _table("One more day")
        for kind, seconds in zip(kinds, (anew, more, named), strict=True)
    ]
    return _chart(
        rows,
        "One more day does not cost what all days cost",
        "dbt's execution time of the ready-made models, by the days that are there already",
        mark={"type": "line", "point": {"size": 50}},
        encoding={
            "x": {"field": "days", "type": "quantitative", "title": "days before", "scale": {"type": "log"}},
            "y": {"field": "seconds", "type": "quantitative"},
            **_told_apart("build", kinds),
        },
    )


FIGURES: dict[str, Callable[[], Spec]] = {
    "five-ndcgs.svg": five_ndcgs,
    "discounts.svg": discounts,
    "roc-pairs.svg": roc_pairs,
    "tie-orders.svg": tie_orders,
    "benchmark-libraries.svg": benchmark_libraries,
    "benchmark-comparisons.svg": benchmark_comparisons,
    "benchmark-days.svg": benchmark_days,
    "click-methods.svg": click_methods,
}

DISCOUNTS = {
    "file": "discounts.svg",
    "text": "Weight by rank: NDCG falls slowly, 1 / rank and RBP with p = 0.8 faster, RBP with p = 0.5 fastest",
}
PAIRS = {"file": "roc-pairs.svg", "text": "15 pairs of a positive and a negative: 9 won, 1 tied, 5 lost"}
OF_MEASURES = {
    **{f"measures/{name}": DISCOUNTS for name in ("dcg", "ndcg", "err", "rbp")},
    "classifier/roc_auc": PAIRS,
}


def of(folder: str, measure: str) -> dict[str, str] | None:
    """The figure of a measure's page, and what it shows in words."""
    return OF_MEASURES.get(f"{folder}/{measure}")
