"""Normal, Student's t, binomial and signed-rank probabilities in SQL, against SciPy, mpmath and exact fractions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import duckdb
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special, stats

from examples import examples
from rankhouse._rendering.jinja import Macros, macros

DUCKDB = macros("duckdb")
CON = duckdb.connect(config={"threads": 1})

# Two-sided probabilities and quantiles, computed with mpmath at 50 digits.
TAILS = [
    *((1e-8, 1, 0.9999999936338023), (12.706, 1, 0.05000080235813319), (1e6, 1, 6.366197723673691e-07)),
    *((1e150, 1, 6.366197723675813e-151), (1e6, 4, 5.99999999996e-24), (0.5, 3, 0.651447964848151)),
    *((30.0, 3, 8.135280427163959e-05), (2.0, 7, 0.08561932856297608), (200.0, 30, 1.9096271172310602e-48)),
    *((1.0, 100, 0.3197241557841234), (60.0, 100, 3.137614319141389e-80), (5.0, 1000, 6.767256364648631e-07)),
    *((1.96, 10**6, 0.04999606758526979), (35.0, 10**6, 3.27498363267513e-268), (37.0, 10**6, 1.8299730861802262e-299)),
]
QUANTILES = [
    *((0.500001, 1, 3.1415926536904674e-06), (0.500001, 3, 2.7206990464340377e-06)),
    *((0.500001, 10**6, 2.5066289013628524e-06), (0.6, 7, 0.2631668613520228), (0.75, 5, 0.7266868438004227)),
    *((0.6, 1, 0.32491969623290623), (0.6, 2, 0.2886751345948128), (0.6, 3, 0.27667066233268983)),
    *((0.6, 9, 0.26095533647391095), (0.6, 24999, 0.25334979934198665), (0.6, 10**6, 0.2533471705378416)),
    *((0.8, 10, 0.8790578285505889), (0.9, 4, 1.533206274058944), (0.95, 30, 1.6972608865939574)),
    *((0.975, 1, 12.706204736174694), (0.975, 2, 4.302652729749462), (0.975, 3, 3.1824463052837086)),
    *((0.975, 9, 2.262157162798205), (0.975, 24999, 1.9600588837015742), (0.975, 10**6, 1.9599663568141066)),
    *((0.995, 100, 2.6258905214380177), (0.999, 1000, 3.0984021639129224), (0.999999, 6, 17.83031450056863)),
    *((0.999999999, 3, 1033.1096842432755), (0.999999999, 4, 234.02761206090787)),
    *((0.999999999, 50, 7.305270611125024), (0.999999999, 10**6, 5.9978624603049715)),
]
DEGREES = [*range(1, 41), 50, 99, 100, 101, 1000, 10**4, 10**5, 10**6]


def query_of(package: Macros, steps: str, table: str, *arguments: list[str]) -> str:
    """The rows of the last step, which reads the table."""
    made = [package.step("given", "a row", f"select * from {table}"), *getattr(package, steps)("given", *arguments)]
    sql: str = package.laid_out(package.query_of(made, "a row", f"select * from {made[-1]['name']} order by 1"))
    return sql


def run(columns: dict[str, str], rows: Sequence[Sequence[Any]], sql: str) -> list[tuple[Any, ...]]:
    lists = ", ".join(f"unnest(?::{kind}[]) as {name}" for name, kind in columns.items())
    values = [[row[at] for row in rows] for at in range(len(columns))]
    CON.execute(f"create or replace table tested as select {lists}", values)
    return CON.execute(sql).fetchall()


def p_values(steps: str, columns: dict[str, str], rows: Sequence[Sequence[Any]]) -> list[float | None]:
    numbered = [(number, *row) for number, row in enumerate(rows)]
    found = run({"number": "bigint", **columns}, numbered, query_of(DUCKDB, steps, "tested"))
    assert [number for number, _ in found] == list(range(len(rows)))
    return [p_value for _, p_value in found]


def student_tails(rows: Sequence[tuple[float | None, int | None]]) -> list[float | None]:
    return p_values("student_tail_steps", {"statistic": "double", "degrees": "bigint"}, rows)


def sign_tests(rows: Sequence[tuple[int | None, int | None]]) -> list[float | None]:
    return p_values("sign_test_steps", {"wins": "bigint", "losses": "bigint"}, rows)


def signed_ranks(rows: Sequence[tuple[int | None, float | None]]) -> list[float | None]:
    return p_values("signed_rank_steps", {"n": "bigint", "statistic": "double"}, rows)


def quantiles(probability: str, degrees: Sequence[int | None]) -> dict[float, float]:
    sql = query_of(DUCKDB, "student_quantile_steps", "tested", [probability])
    found = run({"degrees": "bigint"}, [(one,) for one in degrees], sql)
    return {one: quantile for one, _, quantile in found}


def expression(sql: str, column: str, values: Sequence[float]) -> list[float]:
    numbered = list(enumerate(values))
    columns = {"number": "bigint", column: "double"}
    return [found for (found,) in run(columns, numbered, f"select {sql} from tested order by number")]


@pytest.mark.parametrize(
    "p", [1e-12, 0.07, 0.075, 0.5, 0.9, 0.925, math.nextafter(0.925, 1), 0.975, 1 - 1e-10, 1 - 1e-12]
)
def test_known_probabilities_take_the_piece_that_sql_takes(p: float) -> None:
    rows = [DUCKDB.rows_with_normal_quantiles("tested", {"z": "p"}, known) for known in (None, [p], [p, 0.5, 0.99])]
    with duckdb.connect() as con:
        con.execute("create table tested as select ?::double as p", [p])
        assert len({con.execute(f"select z from {text} as found").fetchone() for text in rows}) == 1
    assert len(rows[1]) < len(rows[2]) <= len(rows[0])


def normal_quantiles(probabilities: Sequence[float]) -> list[float]:
    rows = DUCKDB.rows_with_normal_quantiles("tested", {"z": "p"})
    found = run({"number": "bigint", "p": "double"}, list(enumerate(probabilities)), f"select number, z from {rows}")
    return [z for _, z in sorted(found)]


def beyond(statistic: float, degrees: int) -> float:
    """The two-sided probability. `scipy.stats.t` loses digits of it near 0."""
    square = statistic * statistic
    if square < degrees:
        return float(special.betaincc(0.5, degrees / 2, square / (degrees + square)))
    return float(special.betainc(degrees / 2, 0.5, degrees / (degrees + square)))


def of_wins(wins: int, losses: int) -> float:
    """The p-value of the sign test."""
    return min(1.0, 2 * float(stats.binom.cdf(min(wins, losses), wins + losses, 0.5)))


def of_rank_sums(n: int) -> list[float]:
    """The p-value of each rank sum up to half of all, from the number of subsets that have at most as much."""
    ways = [1] + [0] * (n * (n + 1) // 2)
    for rank in range(1, n + 1):
        ways = [count + (ways[total - rank] if total >= rank else 0) for total, count in enumerate(ways)]
    return [float(min(Fraction(1), Fraction(2 * sum(ways[: w + 1]), 2**n))) for w in range(n * (n + 1) // 4 + 1)]


def test_tail_of_the_normal_distribution() -> None:
    bounds = [0.67448975, math.sqrt(32)]
    z = [*np.linspace(-37, 37, 2001), *bounds, *np.nextafter(bounds, 9), *np.negative(bounds), 0.0, 1e-300, -1e-9]
    assert expression(DUCKDB.normal_tail("z"), "z", z) == pytest.approx(stats.norm.sf(z), rel=1e-12, abs=0)
    both = expression(DUCKDB.two_sided_normal("z"), "z", z)
    assert both == pytest.approx(2 * stats.norm.sf(np.abs(z)), rel=1e-12, abs=0)
    assert max(both) == 1


def test_ends_of_the_normal_distribution() -> None:
    ends = [38.0, 1e200, math.inf, -38.0, -1e200, -math.inf]
    assert expression(DUCKDB.normal_tail("z"), "z", ends) == [0, 0, 0, 1, 1, 1]
    assert expression(DUCKDB.two_sided_normal("z"), "z", ends) == [0] * 6
    assert run({"z": "double"}, [(None,)], f"select {DUCKDB.normal_tail('z')} from tested") == [(None,)]


def test_quantile_of_the_normal_distribution() -> None:
    p = [*np.logspace(-300, -0.31, 999), *(1 - np.logspace(-15, -0.31, 500)), *np.linspace(0.4, 0.6, 99), 0.075, 0.925]
    assert normal_quantiles(p) == pytest.approx(stats.norm.ppf(p), rel=1e-13, abs=1e-16)
    nothing = [0.0, 1.0, -0.1, 1.1, math.nan, math.inf]
    assert normal_quantiles(nothing) == [None] * 6


def test_tails_of_student_published() -> None:
    found = student_tails([(t, degrees) for t, degrees, _ in TAILS])
    assert found == pytest.approx([expected for *_, expected in TAILS], rel=1e-12, abs=0)


def test_tails_of_student_on_a_grid() -> None:
    rows = [
        (t, n) for n in DEGREES for t in (1e-6, 0.01, 0.3, 0.99, 1.0, 1.5, 2.0, 3.0, 5.0, 8.0, 20.0, 37.0, 1e3, 1e6)
    ]
    rows = [(t, n) for t, n in rows if beyond(t, n) > 1e-300]
    # SciPy's own digits are fewer where degrees are many.
    assert student_tails(rows) == pytest.approx([beyond(t, n) for t, n in rows], rel=1e-11, abs=0)


@given(st.lists(st.tuples(st.floats(-1e6, 1e6), st.integers(1, 10**6)), min_size=40, max_size=90))
@examples(4)
def test_tails_of_student(rows: list[tuple[float, int]]) -> None:
    expected = [beyond(t, degrees) for t, degrees in rows]
    assert student_tails(rows) == pytest.approx(expected, rel=1e-10, abs=1e-300)


def test_tails_of_student_at_the_corners() -> None:
    nothing = [(None, 3), (2.0, None), (math.nan, 3), (None, None), (2.0, 0)]
    assert student_tails(nothing) == [None] * 5
    assert student_tails([(0.0, 1), (-0.0, 10**6), (5e-324, 1), (1e-200, 3), (-1e-18, 7)]) == [1] * 5
    assert student_tails([(math.inf, 1), (-math.inf, 10**6), (1e200, 5), (40.0, 10**6), (-1e308, 2)]) == [0] * 5
    assert student_tails([(1e200, 1)]) == pytest.approx([2 / math.pi / 1e200], rel=1e-12, abs=0)
    assert student_tails([]) == []
    # Of one degree of freedom and of two there is a formula.
    rows = [(t, n) for t in (1e-9, -0.2, 1.0, -4.0, 1e4) for n in (1, 2)]
    formulas = [
        2 / math.pi * math.atan2(1, abs(t)) if n == 1 else 2 / (math.sqrt(2 + t * t) * (math.sqrt(2 + t * t) + abs(t)))
        for t, n in rows
    ]
    assert student_tails(rows) == pytest.approx(formulas, rel=1e-13, abs=0)


@pytest.mark.parametrize("probability", sorted({probability for probability, *_ in QUANTILES}))
def test_quantiles_of_student_published(probability: float) -> None:
    known = {degrees: expected for asked, degrees, expected in QUANTILES if asked == probability}
    assert quantiles(str(probability), list(known)) == pytest.approx(known, rel=1e-13, abs=0)


@pytest.mark.parametrize("probability", [0.5001, 0.6, 0.7499, 0.75, 0.7501, 0.9, 0.975, 0.995, 1 - 1e-6, 1 - 1e-9])
def test_quantiles_of_student(probability: float) -> None:
    found = quantiles(repr(probability), [*DEGREES, 7, 7, None])
    assert sorted(found) == DEGREES
    # So far out lies what is asked for, by SciPy's probability of it.
    for n, t in found.items():
        inside = special.betainc(0.5, n / 2, t * t / (n + t * t))
        wanted = (2 * probability - 1, inside) if probability < 0.8 else (2 - 2 * probability, beyond(t, int(n)))
        assert wanted[1] == pytest.approx(wanted[0], rel=1e-10, abs=0), n


@pytest.mark.parametrize(
    "probability", [0.5001, 0.6, 0.7, 0.8, 0.9, 0.95, 0.975, 0.99, 0.995, 0.999, 1 - 1e-6, 1 - 1e-9]
)
def test_hills_quantiles_of_student(probability: float) -> None:
    """As near as their comment says."""
    exact = quantiles(repr(probability), DEGREES)
    levels = DUCKDB.student_levels([repr(probability)])
    sql = DUCKDB.student_quantiles_by_hill(f"(from tested cross join ({levels}))")
    for n, _, t in run({"degrees": "double"}, [(n,) for n in DEGREES], sql):
        tolerance = 1e-13 if n < 3 else 2e-5 if n < 11 else 1e-6 if n < 100 else 2e-9
        assert t == pytest.approx(exact[n], rel=tolerance, abs=0), n


@given(st.lists(st.tuples(st.integers(0, 1000), st.integers(0, 1000)), min_size=40, max_size=90))
@examples(4)
def test_sign_test(rows: list[tuple[int, int]]) -> None:
    exact = [
        min(Fraction(1), Fraction(2 * sum(math.comb(a + b, k) for k in range(min(a, b) + 1)), 2 ** (a + b)))
        for a, b in rows
    ]
    assert sign_tests(rows) == pytest.approx([float(p) for p in exact], rel=1e-12, abs=1e-303)


def test_sign_test_of_few() -> None:
    rows = [(wins, losses) for wins in range(41) for losses in range(41)]
    expected = [stats.binomtest(wins, wins + losses).pvalue if wins + losses else 1 for wins, losses in rows]
    assert sign_tests(rows) == pytest.approx(expected, rel=1e-12, abs=0)


def test_sign_test_of_many() -> None:
    rows = [
        (n // 2 - int(far * math.sqrt(n)), n - n // 2) for n in (10**4, 10**5, 10**6) for far in (0.01, 0.5, 1, 3, 9)
    ]
    assert sign_tests(rows) == pytest.approx([of_wins(*row) for row in rows], rel=1e-10, abs=0)
    assert sign_tests([(b, a) for a, b in rows]) == sign_tests(rows)


def test_sign_test_at_the_corners() -> None:
    equal = [(0, 0), (1, 0), (0, 1), (5, 5), (7, 8), (10**6, 10**6)]
    assert sign_tests(equal) == [1] * 6
    assert sign_tests([(2, 0), (0, 3), (20, 0)]) == pytest.approx([2**-1, 2**-2, 2**-19], rel=1e-14, abs=0)
    assert sign_tests([(10**6, 0), (0, 10**6), (10**6, 10**5)]) == [0] * 3
    assert sign_tests([(None, 1), (1, None), (None, None)]) == [None] * 3


def test_signed_ranks_up_to_fifty() -> None:
    """Every rank sum there is, to the last bit."""
    rows = [(n, float(w), p) for n in range(1, 51) for w, p in enumerate(of_rank_sums(n))]
    assert signed_ranks([(n, w) for n, w, _ in rows]) == [p for *_, p in rows]


def test_signed_ranks_by_scipy() -> None:
    known = {
        n: stats.wilcoxon([rank if rank % 3 else -rank for rank in range(1, n + 1)], method="exact")
        for n in (1, 2, 5, 10, 11, 27, 50)
    }
    found = signed_ranks([(n, float(one.statistic)) for n, one in known.items()])
    expected = {n: float(one.pvalue) for n, one in known.items()}
    assert dict(zip(known, found, strict=True)) == pytest.approx(expected, rel=1e-14, abs=0)


def test_signed_ranks_at_the_corners() -> None:
    assert signed_ranks([(0, 0.0), (1, 0.0), (3, 3.0), (50, 637.0), (50, 0.0)]) == [1, 1, 1, 1, 2**-49]
    assert signed_ranks([(None, 0.0), (5, None), (51, 3.0), (51, 700.0)]) == [None] * 4
