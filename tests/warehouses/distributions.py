"""Probabilities and quantiles of distributions on an engine, against SciPy's and those by counting."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scipy import stats

from comparison import test_distributions as known
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.render import DIALECTS
from warehouses.comparison import TOLERANCE, Comparison
from warehouses.reference import BIGINT, DOUBLE, Session

PLACES = [0.0, -0.3, 0.6, -0.7, 1.96, -5.0, 6.0, 20.0, 36.0]
COUNTS = [(0, 0), (3, 4), (2, 0), (0, 9), (12, 30), (400, 520), (5200, 4700), (10**6, 10**6 - 9000)]
RANK_SUMS = [(0, 0), (1, 0), (5, 3), (9, 22), (10, 8), (11, 20), (23, 70), (38, 180), (50, 0), (50, 433), (50, 637)]


def values(session: Session, dialect: str) -> Iterator[Comparison]:
    package = macros(*DIALECTS[dialect])

    normal = [(number, z, float(stats.norm.sf(z))) for number, z in enumerate(PLACES)]
    session.load("normals", {"number": BIGINT, "z": DOUBLE, "p": DOUBLE}, normal)
    expressions = [package.normal_tail("z"), package.two_sided_normal("z"), "quantile"]
    given = package.rows_with_normal_quantiles("normals", {"quantile": "p"})
    rows = session.query(f"select number, {', '.join(expressions)} from {given} as given order by number")
    for (_, z, p), (_, tail, both, quantile) in zip(normal, rows, strict=True):
        yield relative("normal_tail", z, p, tail)
        yield relative("two_sided_normal", z, 2 * float(stats.norm.sf(abs(z))), both)
        yield relative("normal_quantile", p, float(stats.norm.ppf(p)), quantile)

    students = [*known.TAILS, (0.0, 1, 1.0), (1e200, 5, 0.0), (None, 5, None), (2.0, None, None)]
    signs = [
        *((wins, losses, known.of_wins(wins, losses)) for wins, losses in COUNTS),
        (10**6, 0, 0.0),
        (None, 1, None),
    ]
    sums = [*((n, float(w), known.of_rank_sums(n)[w]) for n, w in RANK_SUMS), (51, 9.0, None), (5, None, None)]
    tests: list[tuple[str, dict[str, str], list[tuple[Any, ...]]]] = [
        ("student_tail_steps", {"statistic": DOUBLE, "degrees": BIGINT}, students),
        ("sign_test_steps", {"wins": BIGINT, "losses": BIGINT}, signs),
        ("signed_rank_steps", {"n": BIGINT, "statistic": DOUBLE}, sums),
    ]
    for macro, columns, cases in tests:
        table = f"of_{macro}"
        session.load(table, {"number": BIGINT, **columns}, [(at, *case[:-1]) for at, case in enumerate(cases)])
        rows = session.query(known.query_of(package, macro, table))
        assert [int(number) for number, _ in rows] == list(range(len(cases))), macro
        for (*case, expected), (_, computed) in zip(cases, rows, strict=True):
            yield relative(macro.removesuffix("_steps"), case, expected, computed)

    # Two probabilities in one query: on both sides of where the method changes.
    session.load("degrees", {"degrees": BIGINT}, [(1,), (2,), (3,), (9,), (9,), (24999,), (10**6,), (None,)])
    steps = [package.step("given", "degrees of freedom", "select * from degrees")]
    steps += package.student_quantile_steps("given", ["0.6", "0.975"])
    both = """
        select low.degrees as degrees, low.quantile as low_quantile, high.quantile as high_quantile
        from rankhouse_given_quantiles as low
        join rankhouse_given_quantiles as high on low.degrees = high.degrees
        where low.probability < 0.9 and high.probability > 0.9
        order by 1
    """
    rows = session.query(package.laid_out(package.query_of(steps, "degrees of freedom", both)))
    assert [int(row[0]) for row in rows] == [1, 2, 3, 9, 24999, 10**6]
    quantiles = {(probability, degrees): quantile for probability, degrees, quantile in known.QUANTILES}
    for degrees, low, high in rows:
        for probability, computed in ((0.6, low), (0.975, high)):
            yield relative("student_quantile", degrees, quantiles[probability, int(degrees)], computed)


def relative(measure: str, case: Any, expected: float | None, computed: float | None) -> Comparison:
    """Small probabilities count as much as large ones."""
    if not expected or computed is None:
        return Comparison(measure, str(case), expected, computed, TOLERANCE)
    return Comparison(measure, str(case), 1.0, computed / expected, TOLERANCE)
