"""The expression macros as text in a query of one's own: their values, and that they can stand in any expression."""

from __future__ import annotations

import math
import re

import duckdb
import pytest

from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.shipped import shipped

# Hits at ranks 1, 3 and 6 of a list of seven, the third of which has a negative grade; R = 3.
GRADES = [3, 0, 1, -1, 0, 2, 0]
RANKED = """(
    select *, grade - 5 as low, 5 as high, hit - 1 as less, 1 as one
    from (values
        (3, 1, 1, 1, 1, 0, 3, 3),
        (0, 0, 1, 0, 2, 0, 3, 5),
        (1, 1, 2, 0, 3, 0, 4, 6),
        (-1, 0, 2, 0, 4, 0, 4, 6),
        (0, 0, 2, 0, 5, 1, 4, 6),
        (2, 1, 3, 0, 6, 1, 6, 6),
        (0, 0, 3, 0, 7, 1, 6, 6)
    ) as list(grade, hit, hits_upto, first_hit, item_rank, others_above, gain_upto, ideal_upto)
) as ranked"""


def discount(rank: int, base: float = 2) -> float:
    return 1 / math.log(rank + 1, base)


def dcg(grades: list[int], k: int, base: float = 2) -> float:
    return sum(g * discount(rank, base) for rank, g in enumerate(grades[:k], 1))


# (macro, arguments, expected): every argument is an expression that would fall apart without parentheses around it.
AGGREGATES = [
    ("hits", ["less + one", "item_rank + 0", "2 + 1"], 2),
    ("hits", ["less + one", "item_rank + 0"], 3),
    ("hit_rate", ["first_hit + 0", "item_rank - 1 + 1", "2 - 1"], 1),
    ("reciprocal_rank", ["first_hit + 0", "item_rank + 1 - 1", "3 + 1"], 1),
    ("reciprocal_rank", ["case when hits_upto = 2 then hit else 0 end + 0", "item_rank + 0"], 1 / 3),
    ("precision_sum", ["less + one", "hits_upto + 0", "item_rank + 0", "2 + 1"], 1 + 2 / 3),
    ("precision_sum", ["less + one", "hits_upto + 0", "item_rank + 0"], 1 + 2 / 3 + 3 / 6),
    ("cg", ["low + high", "item_rank + 0", "3 + 1"], 3),
    ("cg", ["low + high", "item_rank + 0"], 5),
    ("dcg", ["low + high", "item_rank + 0", "5 + 1"], dcg(GRADES, 6)),
    ("dcg", ["low + high", "item_rank + 0", "5 + 1", "5 + 5"], dcg(GRADES, 6, 10)),
    ("dcg", ["low + high", "item_rank + 0"], dcg(GRADES, 7)),
    ("dcg", ["low + high", "item_rank + 0", "1 + 4", "1 + 2", "jarvelin"], 3 + 1 - math.log(3, 4)),
    ("average_relevance_position", ["greatest(low + high, 0) + 0", "item_rank + 0"], (3 + 3 + 2 * 6) / (3 + 1 + 2)),
    ("average_relevance_position", ["one - one", "item_rank + 0"], None),
    # A reader stops with probability 1/2 at each item, or never.
    ("err", ["0.25 + 0.25", "1.0 - 0.0", "item_rank + 0", "1 + 1"], 1 / 2 + 1 / 4),
    ("err", ["0.25 + 0.25", "1.0 - 1.0", "item_rank + 0"], 0),
    ("rbp", ["less + one", "item_rank + 0", "0.25 + 0.25", "2 + 1"], (1 + 1 / 4) / 2),
    ("rbp", ["less + one", "item_rank + 0"], 0.2 * (1 + 0.8**2 + 0.8**5)),
    # Judged not relevant: the items at ranks 4 and 7; R = 3, N = 2, and one of them stands above the last hit.
    # Two other items in the list: one above the hit of grade 2, none tied with it. Up to half of them: the area is
    # (1/2 + 1/2 + 0) / 3, a coin toss would have 1/8 and a perfect list 1/2.
    (
        "partial_roc_auc",
        ["less + one", "others_above + 0", "1 - 1", "1 + 2", "1 + 1", "0.25 + 0.25"],
        (1 + (1 / 3 - 1 / 8) / (1 / 2 - 1 / 8)) / 2,
    ),
    # The same two others: none is scored as high as the first two hits, one as the third.
    ("label_ranking_loss", ["less + one", "others_above + 0", "1 + 2", "1 + 1"], 1 / 6),
    ("label_ranking_loss", ["less + one", "others_above + 0", "1 + 2", "1 - 1"], None),
    ("coverage_error", ["less + one", "item_rank + 0"], 6),
    ("coverage_error", ["one - one", "item_rank + 0"], None),
    # Others above the hits: none, one and three; within the first four none and one, and two others.
    ("pairwise_accuracy", ["less + one", "hits_upto + 0", "item_rank + 0", "1 + 2", "2 + 2"], 1 - 4 / 12),
    ("pairwise_accuracy", ["less + one", "hits_upto + 0", "item_rank + 0", "1 + 1", "1 + 1", "3 + 1"], 1 - 1 / 4),
    ("pairwise_accuracy", ["less + one", "hits_upto + 0", "item_rank + 0", "1 + 1", "1 - 1"], None),
    ("sdcg", ["less + one", "item_rank + 0", "1 + 2"], (1 + discount(3)) / (1 + discount(2) + discount(3))),
    ("insq", ["less + one", "item_rank + 0"], (1 / 4 + 1 / 16 + 1 / 49) / (math.pi**2 / 6 - 1)),
    # Hits at ranks 1 and 3; the reader who wants one has it at rank 1, the one who wants four stops after 6 items.
    ("catalogue_accuracy", ["1 + 1", "1 + 2", "2 + 2", "5 + 5"], (2 + 5) / 10),
    ("catalogue_accuracy", ["1 + 1", "1 + 2", "2 + 2", "3 + 1"], None),
    ("partial_auc", ["less + one", "hits_upto + 0", "item_rank + 0", "1 + 2", "2 + 2"], (4 + 3 + 1) / 12),
    ("partial_auc", ["less + one", "hits_upto + 0", "item_rank + 0", "1 - 1", "2 + 2"], None),
    ("pap", ["less + one", "hits_upto + 0", "item_rank + 0", "1 + 2", "1 + 1"], (2 + 1) / 4),
    ("pap", ["less + one", "hits_upto + 0", "item_rank + 0", "1 + 2", "2 + 2"], (4 + 3 + 1) / 12),
    ("bpm", ["less + one", "hits_upto + 0", "item_rank + 0", "3 + 3"], 1),
    ("bpm", ["less + one", "hits_upto + 0", "item_rank + 0", "3 + 3", "1 + 1"], 2 / 3),
    ("bpm", ["less + one", "hits_upto + 0", "item_rank + 0", "1 + 3", "2 + 2"], 2 / 4),
    # The wish is 2, then 2.5, and 2 again at rank 3, where there are two hits; or 3, 3.75, 3.5, 4.25, 4, 3.75.
    (
        "dynamic_bpm",
        [
            *("less + one", "hits_upto + 0", "item_rank + 0", "item_rank + 1"),
            *("2 + 4", "1 + 1", "2 - 1", "0.25 + 0.25"),
        ],
        2 / 3,
    ),
    (
        "dynamic_bpm",
        [
            *("less + one", "hits_upto + 0", "item_rank + 0", "item_rank + 1"),
            *("2 + 4", "1 + 2", "2 - 1", "0.25 + 0.0"),
        ],
        3 / 6,
    ),
    # One row for each rank, the next one being the row's own rank + 1; all ranks as likely to be seen as the last.
    (
        "inst",
        ["less + one", "hits_upto + 0", "1 - 0", "item_rank + 0", "item_rank + 1", "1 + 2", "2 + 1"],
        2 / (1 + sum(((rank - 1 + 6 - hits) / (rank + 6 - hits)) ** 2 for rank, hits in ((1, 1), (2, 1)))),
    ),
    # One row for each rank, half of all readers leaving there; the lowest number that stays is half of them too.
    ("nerr8", ["0.25 + 0.25", "1.0 - 0.0", "item_rank + 0", "1 + 1"], (1 / 2 + 1 / 2) / ((1 + 2) / 2 + 2 / 2)),
    ("nerr9", ["0.25 + 0.25", "1.0 - 0.0", "item_rank + 0", "1 + 1"], (1 / 2 + 1 / 4) / ((1 + 3 / 2) / 2 + 3 / 4)),
    ("nerr9", ["0.25 + 0.25", "1.0 - 1.0", "item_rank + 0", "1 + 1"], 0),
    (
        "nerr10",
        ["0.25 + 0.25", "1.0 - 0.0", "item_rank + 0", "0.25 + 0.25", "1 + 1"],
        (1 / 2 + 1 / 4) / ((1 + 3 / 2) / 2 + 3 / 4),
    ),
    (
        "nerr10",
        ["0.25 + 0.25", "1.0 - 0.0", "item_rank + 0", "0.25 + 0.25"],
        sum(2.0**-rank for rank in range(1, 8)) / (sum(1 - 2.0**-rank for rank in range(1, 8)) + 1),
    ),
    (
        "nerr11",
        ["0.25 + 0.25", "1.0 - 0.0", "item_rank + 0", "0.25 + 0.25", "1 + 1"],
        (1 / 2 + 1 / 8) / ((1 + 5 / 4) / 2 + 5 / 8),
    ),
    (
        "nerr11",
        ["0.25 + 0.25", "1.0 - 0.0", "item_rank + 0"],
        sum(1 / (rank + 1) ** 2 for rank in range(1, 8))
        / (sum(1 / (n + 1) ** 2 for rank in range(1, 8) for n in range(1, rank + 1)) + math.pi**2 / 6 - 1),
    ),
    (
        "insq",
        ["less + one", "item_rank + 0", "0.25 + 0.25", "1 + 3"],
        (1 + 1 / 9) / (1 + 1 / 4 + 1 / 9 + 1 / 16),
    ),
    # All above a hit are of the pool; judged are all but one above the second, all but two above the third.
    (
        "inferred_average_precision",
        ["less + one", "hits_upto + 0", "item_rank - 1", "item_rank - hits_upto", "item_rank + 0", "1 + 2"],
        (1 + (1 + 2 * (1 + 1e-5) / (1 + 2e-5)) / 3 + (1 + 5 * (2 + 1e-5) / (3 + 2e-5)) / 6) / 3,
    ),
    (
        "inferred_average_precision",
        ["hit", "hits_upto", "item_rank - 1", "item_rank - 1", "item_rank", "3 - 3"],
        None,
    ),
    ("bpref", ["less + one", "others_above + 0", "1 + 2", "1 + 1"], (1 + 1 + 1 / 2) / 3),
    ("bpref", ["less + one", "others_above + 0", "1 + 2", "1 - 1"], 1),
    ("bpref", ["less + one", "others_above + 0", "1 - 1", "1 + 1"], None),
    (
        "q_measure",
        ["less + one", "hits_upto + 0", "gain_upto + 0", "ideal_upto + 0", "item_rank + 0", "1 + 2"],
        (4 / 4 + 6 / 9 + 9 / 12) / 3,
    ),
    (
        "q_measure",
        ["less + one", "hits_upto + 0", "gain_upto + 0", "ideal_upto + 0", "item_rank + 0", "1 + 2", "0.25 + 0.25"],
        (2.5 / 2.5 + 4 / 6 + 6 / 9) / 3,
    ),
    ("q_measure", ["hit", "hits_upto", "gain_upto", "ideal_upto", "item_rank", "3 - 3"], None),
    ("interpolated_precision", ["less + one", "hits_upto + 0", "item_rank + 0", "1 + 2", "0.25 + 0.25"], 2 / 3),
    ("interpolated_precision", ["less + one", "hits_upto + 0", "item_rank + 0", "1 + 2"], 1),
    ("interpolated_precision", ["less + one", "hits_upto + 0", "item_rank + 0", "1 + 3", "1"], 0),
    ("interpolated_precision", ["less + one", "hits_upto + 0", "item_rank + 0", "3 - 3"], None),
]
PLAIN = [
    ("precision", ["1 + 1", "2 + 3"], 0.4),
    ("precision", ["1 + 1", "3 - 3"], 0),
    ("recall", ["1 + 1", "1 + 2"], 2 / 3),
    ("recall", ["1 + 1", "3 - 3"], None),
    ("f_beta", ["1 + 1", "2 + 3", "1 + 2"], 0.5),
    ("f_beta", ["1 + 1", "2 + 3", "1 + 2", "1 + 1"], 5 * 2 / (5 + 4 * 3)),
    ("f_beta", ["1 + 1", "2 + 3", "3 - 3"], None),
    ("set_f", ["1 + 1", "2 + 3", "1 + 2"], 0.5),
    ("set_f", ["1 + 1", "2 + 3", "1 + 2", "3 + 1"], 5 * 2 / (5 + 4 * 3)),
    ("set_f", ["1 + 1", "2 + 3", "3 - 3"], None),
    ("average_precision", ["1.0 + 1.0", "1 + 2", "2 + 2"], 2 / 3),
    ("average_precision", ["1.0 + 1.0", "3 - 3", "2 + 2"], 0),
    ("average_precision", ["1.0 + 1.0", "1 + 2", "2 - 2"], None),
    ("ndcg", ["1.0 + 1.0", "1.0 + 3.0", "2 + 2"], 0.5),
    ("ndcg", ["1.0 + 1.0", "1.0 + 3.0", "2 - 2"], None),
    # Positives at ranks 1 and 3 of four: three of the four pairs are in order.
    ("roc_auc", ["1 + 3", "1 + 1", "1 + 1"], 0.75),
    ("roc_auc", ["1 + 3", "1 + 1", "2 - 2"], None),
    ("_last_rank", ["1.0 + 1.0", "1 + 2"], 3),
    ("discount", ["1 + 2"], 0.5),
    ("discount", ["1 + 2", "5 + 5"], discount(3, 10)),
    ("jarvelin_discount", ["1 + 7"], 1 / 3),
    ("jarvelin_discount", ["1 + 1", "1 + 2"], 1),
    ("jarvelin_discount", ["1 + 8", "1 + 2"], 0.5),
    ("exponential_gain", ["1 + 2"], 7),
    ("binary_gain", ["1 + 2"], 1),
    ("binary_gain", ["1 - 2"], 0),
    ("ratio", ["1 + 2", "2 + 2"], 0.75),
    ("ratio", ["1 + 2", "2 - 2"], None),
    ("stop_probability", ["1 + 1"], 3 / 16),
    ("stop_probability", ["1 + 1", "1 + 2"], 3 / 8),
    ("stop_probability", ["1 - 2"], 0),
    ("stop_probability", ["4 + 5", "1 + 2"], 7 / 8),
    ("gmap", ["0.25 + 0.25"], 0.5),
    ("gmap", ["0.5 - 0.5"], 0.00001),
    ("gmap", ["null"], None),
    ("gain", ["1 + 2"], 7),
    ("gain", ["1 + 2", "linear"], 3),
    ("gain", ["1 + 2", "binary"], 1),
    ("ordered_pair_accuracy", ["1 + 1", "2 + 3"], 0.6),
    ("ordered_pair_accuracy", ["1 + 7", "2 + 3"], 0),
    ("ordered_pair_accuracy", ["1 - 1", "3 - 3"], None),
    # The gain of the highest grade that the relevance reaches.
    ("share_of_grade", ["1 + 1", "3 + 1"], 0.5),
    ("share_of_grade", ["1 + 4", "3 + 1"], 1),
    ("share_of_grade", ["1 - 4"], 0),
    ("_mapped_gain", ["1 + 1", "1:0.25/2:3.5"], 3.5),
    ("_mapped_gain", ["1 - 1", "1:0.25/2:3.5"], 0),
]


@pytest.fixture(scope="module")
def con() -> duckdb.DuckDBPyConnection:
    return duckdb.connect()


@pytest.mark.parametrize(("name", "arguments", "expected"), AGGREGATES + PLAIN, ids=str)
def test_expressions_hold_together(
    con: duckdb.DuckDBPyConnection, name: str, arguments: list[str], expected: float | None
) -> None:
    macro = getattr(macros("duckdb"), name)(*arguments)
    source = f"from {RANKED}" if (name, arguments, expected) in AGGREGATES else ""
    # A surrounding operator takes the whole measure, never a part of it.
    row = con.execute(
        f"select {macro}, 2 / {macro}, -{macro}, {macro} * 10, 10 - {macro}, {macro} :: varchar {source}"
    ).fetchone()
    assert row is not None
    if expected is None:
        assert row == (None,) * 6
        return
    inverse = 2 / expected if expected else math.inf
    assert row[:5] == pytest.approx((expected, inverse, -expected, expected * 10, 10 - expected), rel=1e-14)
    assert float(row[5]) == row[0]


def test_unknown_gain_is_refused_by_name() -> None:
    with pytest.raises(InputError, match="gain must be exponential, linear or binary, got 'quadratic'"):
        macros("duckdb").gain("relevance", "quadratic")


def test_exponential_gain_that_overflows_is_an_error_of_the_query(con: duckdb.DuckDBPyConnection) -> None:
    assert con.execute(f"select {macros('duckdb').exponential_gain('1000')}").fetchone() == (2.0**1000 - 1,)
    with pytest.raises(duckdb.Error, match="rescale it, or use gain=linear"):
        con.execute(f"select {macros('duckdb').exponential_gain('1001')}").fetchone()


@pytest.mark.parametrize("n", [1, 2, 3, 7, 10, 100, 1000, 100_000])
def test_harmonic_numbers(con: duckdb.DuckDBPyConnection, n: int) -> None:
    row = con.execute(f"select {macros('duckdb').harmonic(n)}").fetchone()
    assert row == (pytest.approx(math.fsum(1 / i for i in range(1, n + 1)), rel=1e-14, abs=0),)


def test_every_measure_formula_is_tested_here() -> None:
    sources = [path.read_text() for path in sorted(shipped("macros").glob("measures/ranking/*.sql"))]
    defined = {name for source in sources for name in re.findall(r"{%-? macro (\w+)", source)}
    private = ("_", "declare_", "value_", "weight_", "worth_")
    tested = {name for name, _, _ in AGGREGATES + PLAIN}
    of_every_task = {"ratio"}
    assert {name for name in defined if not name.startswith(private)} <= tested
    assert tested <= defined | of_every_task
