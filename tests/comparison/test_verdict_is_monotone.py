"""One more lost query, one more measure, one more segment never turn a verdict the comfortable way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import NormalDist
from typing import Any

import duckdb
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rankhouse
from examples import examples
from rankhouse.types import Test

pytestmark = pytest.mark.filterwarnings("ignore::rankhouse.InputWarning")

ORDER = ["do not ship", "not decided", "ship"]
"""For the system, against its baseline."""
TESTS: list[Test] = ["t", "sign", "randomisation"]


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        yield con


def table_of(con: duckdb.DuckDBPyConnection, differences: Sequence[float], lang: str = "", metric: str = "dcg") -> Any:
    """Values by query of a system that differs from its baseline by these."""
    rows = ", ".join(f"({query}, {difference!r}::double)" for query, difference in enumerate(differences))
    return con.sql(
        f"select system, '{lang}' || query as query_id, '{lang}' as lang, '{metric}' as measure, '{metric}' as metric,"
        " null::bigint as k, case system when 'new' then difference else 0 end as value"
        f" from (values {rows}) as given(query, difference), (values ('old'), ('new')) as s(system)"
    )


def verdict(
    con: duckdb.DuckDBPyConnection, differences: Sequence[float], test: Test = "t", **more: Any
) -> rankhouse.Verdict:
    found = rankhouse.compare(
        table_of(con, differences), baseline="old", test=test, repetitions=200, con=con, **more
    ).verdict
    assert found is not None
    return found


@pytest.mark.parametrize("test", ["wilcoxon", "bootstrap"])
def test_a_test_that_a_loss_can_make_milder_decides_nothing(con: duckdb.DuckDBPyConnection, test: Test) -> None:
    found = verdict(con, [1.0, 2.0] * 20, test)
    assert (found.decision, found.system, found.baseline, found.more_units) == ("not decided", "new", "old", None)
    assert found.reason == (
        f"with test='{test}' one more lost query can make a decision milder; decide with t, sign or randomisation"
    )


@pytest.mark.parametrize("test", TESTS)
def test_losing_every_query_by_the_same_amount_is_a_loss(con: duckdb.DuckDBPyConnection, test: Test) -> None:
    lost = verdict(con, [-1.0] * 40, test)
    assert (lost.decision, lost.system, lost.more_queries) == ("do not ship", "new", None)
    assert verdict(con, [1.0] * 40, test).decision == "ship"
    assert verdict(con, [0.0] * 40, test).decision == "not decided"


def test_equal_differences_have_a_p_value(con: duckdb.DuckDBPyConnection) -> None:
    """p of the t-test is undefined, as published; the decision has 2 * (1 - Phi(sqrt(30))), 4.3e-8."""
    (row,) = rankhouse.compare(table_of(con, [-1.0] * 30), con=con).rows()
    assert row["p_value"] is None
    lost = verdict(con, [-1.0] * 30)
    assert str(lost) == "Do not ship new: significantly worse than old by dcg."
    assert lost.p_adjusted == pytest.approx(2 * (1 - NormalDist().cdf(30**0.5)), rel=1e-6)
    assert verdict(con, [-1.0] * 30, confidence=1 - 1e-7).decision == "do not ship"
    assert verdict(con, [-1.0] * 30, confidence=1 - 1e-8).decision == "not decided"


def test_a_query_that_is_lost_by_more_does_not_hide_the_loss(con: duckdb.DuckDBPyConnection) -> None:
    """By the t-test alone p rises from below 0.0001 to 0.16."""
    losses = [-0.01 + 0.005 * (query % 3 - 1) for query in range(40)]
    assert verdict(con, losses).decision == "do not ship"
    losses[0] = -1.0
    (row,) = rankhouse.compare(table_of(con, losses), con=con).rows()
    assert row["p_value"] > 0.15
    assert verdict(con, losses).decision == "do not ship"
    losses[1:4] = [0.012] * 3
    assert str(verdict(con, losses)) == "Do not ship new: significantly worse than old by dcg."


@pytest.mark.parametrize("shape", ["normal", "heavy", "sparse", "hits"])
def test_capping_does_not_find_what_is_not_there(con: duckdb.DuckDBPyConnection, shape: str) -> None:
    """Of 400 comparisons of equal systems about 20 differ at p < 0.05; 37 are beyond four standard deviations."""
    random = np.random.default_rng(4)
    shape_of = {
        "normal": lambda n: random.normal(size=n),
        "heavy": lambda n: random.standard_t(3, size=n),
        "sparse": lambda n: random.normal(size=n) * (random.random(n) < 0.3),
        "hits": lambda n: random.integers(-1, 2, size=n).astype(float),
    }[shape]
    found = decisions(con, [shape_of(40) for _ in range(400)], "t")
    assert 4 <= sum(each != ORDER.index("not decided") for each in found) <= 37


def arrow(rows: Sequence[Sequence[float]]) -> Any:
    """Values by query, a group for each list of differences."""
    import pyarrow as pa

    lang = [place for place, row in enumerate(rows) for _ in row]
    query = [place for row in rows for place in range(len(row))]
    n = len(lang)
    sides = [("new", [float(each) for row in rows for each in row]), ("old", [0.0] * n)]
    return pa.concat_tables(
        pa.table(
            {
                "system": [name] * n,
                "lang": lang,
                "query_id": query,
                "measure": ["dcg"] * n,
                "metric": ["dcg"] * n,
                "k": pa.nulls(n, pa.int64()),
                "value": value,
            }
        )
        for name, value in sides
    )


def decisions(con: duckdb.DuckDBPyConnection, rows: Sequence[Sequence[float]], test: Test) -> list[int]:
    """Of each list of differences, which are groups of one comparison: none knows of the others."""
    values = con.from_arrow(arrow(rows))
    found = rankhouse.compare(values, by="lang", baseline="old", test=test, repetitions=200, con=con).verdict
    assert found is not None
    verdicts = [found.groups[str(place),] for place in range(len(rows))]
    return [1 if each is None else ORDER.index(each.decision) for each in verdicts]


def drawn(random: np.random.Generator) -> list[float]:
    """Near to what is just decided: hits, grades with ties, or numbers without, up to three of them far out."""
    n, step = random.integers(30, 46), random.choice([0.0, 0.1, 1.0])
    found = random.normal(random.choice([-0.35, 0.35, 0.5]), 1, size=n)
    found = np.round(found / step) * step if step else found
    places = random.integers(0, n, size=random.integers(0, 4))
    found[places] *= random.choice([0.0, 8.0, 100.0])
    return [float(each) for each in found]


KNOWN = [
    ([-1.0] * 39 + [0.0], 39, 1.0),
    ([-0.1, -0.3, 0.1] * 15, 0, 10.0),
    ([0.1, 0.3, -0.1] * 14 + [30.0], 42, 29.8),
]


@pytest.mark.parametrize("test", TESTS)
@examples(4)
@given(seed=st.integers(0, 2**31))
def test_one_query_worse_never_softens_a_verdict(con: duckdb.DuckDBPyConnection, test: Test, seed: int) -> None:
    """A query made worse; and one more, that is lost."""
    random = np.random.default_rng(seed)
    cases = KNOWN + [
        (row, int(random.integers(len(row))), float(random.choice([0.1, 0.5, 1.0, 10.0])))
        for row in (drawn(random) for _ in range(60))
    ]
    worse = [[each - loss if query == place else each for query, each in enumerate(row)] for row, place, loss in cases]
    more = [[*row, -max(loss, 1.0)] for row, _, loss in cases]
    found = decisions(con, [row for row, _, _ in cases] + worse + more, test)
    before = found[: len(cases)] * 2
    softer = [
        (cases[place % len(cases)], ORDER[was], ORDER[now])
        for place, (was, now) in enumerate(zip(before, found[len(cases) :], strict=True))
        if now > was
    ]
    assert not softer
    assert len(set(before)) == len(ORDER)


def test_one_more_measure_changes_no_verdict(con: duckdb.DuckDBPyConnection) -> None:
    """Corrected among four measures the p-value of the first is 0.07; of it alone 0.02."""
    random = np.random.default_rng(3)
    gaps = random.normal(size=120)
    row = [float(each) for each in (gaps - gaps.mean()) / gaps.std(ddof=1) + 2.3 / 120**0.5]
    names = ["dcg", "precision", "recall", "map"]
    tables = [table_of(con, row, metric=name) for name in names]
    values = tables[0].union(tables[1]).union(tables[2]).union(tables[3])
    alone = rankhouse.compare(tables[0], con=con)
    among = rankhouse.compare(values, None, names, con=con)
    assert [round(each.rows()[0]["p_adjusted"], 3) for each in (alone, among)] == [0.023, 0.093]
    assert str(alone.verdict) == str(among.verdict) == "Ship new: significantly better than old by dcg."


@pytest.mark.parametrize(("test", "n_systems"), [("t", 2), ("t", 3), ("sign", 2)])
def test_so_many_more_queries_tell_at_the_power_that_was_asked_for(
    con: duckdb.DuckDBPyConnection, test: Test, n_systems: int
) -> None:
    """The verdict itself, over 100 samples of the difference that was found, of the size that it names."""
    random, n, shift = np.random.default_rng(5), 60, 0.2
    spread = NormalDist().inv_cdf
    steady = [shift + spread((query + 0.5) / n) for query in range(n)]
    more = {"baseline": "old", "test": test, "con": con}

    def table(rows: Sequence[Sequence[float]]) -> Any:
        """Further systems are the same, but for an end that is far out and says nothing."""
        made = con.from_arrow(arrow(rows))
        others = [
            f"select * replace ('new{place}' as system, value + 0.001 * {place} as value) from made"
            " where system = 'new'"
            for place in range(1, n_systems - 1)
        ]
        found = made.query("made", " union all ".join(["from made", *others]))
        assert found is not None
        return found

    found = rankhouse.compare(table([steady]), **more).verdict
    assert found is not None
    assert found.more_queries is not None
    n_told = n + found.more_queries
    samples = [[float(each) for each in random.normal(shift, 1, size=n_told)] for _ in range(100)]
    verdicts = rankhouse.compare(table(samples), by="lang", **more).verdict
    assert verdicts is not None
    share = sum(each is not None and each.decision == "ship" for each in verdicts.groups.values()) / len(samples)
    assert 0.68 <= share <= 0.92


def groups_of(con: duckdb.DuckDBPyConnection, changes: Sequence[float], **more: Any) -> rankhouse.Verdict:
    """A verdict over groups whose differences have these means, and little noise."""
    rows = [[change + 0.01 * (query % 5 - 2) for query in range(40)] for change in changes]
    found = rankhouse.compare(con.from_arrow(arrow(rows)), by="lang", con=con, **more).verdict
    assert found is not None
    return found


def test_groups_have_a_verdict_each_and_one_of_all(con: duckdb.DuckDBPyConnection) -> None:
    found = groups_of(con, [0.1, -0.08, 0.0005], baseline="old")
    each = {key: verdict.decision for key, verdict in found.groups.items() if verdict is not None}
    assert each == {("0",): "ship", ("1",): "do not ship", ("2",): "not decided"}
    assert str(found) == "Do not ship new: significantly worse than old by dcg: lang 1 -0.080."
    assert str(groups_of(con, [0.1, 0.2])) == "Ship new: significantly better than old by dcg in each of 2 groups."
    assert groups_of(con, [0.1, 0.0005]).decision == "not decided"
    assert str(groups_of(con, [0.1, -0.08])) == (
        "Not decided: new in lang 0 and old in lang 1 are significantly best by dcg."
    )


@examples(6)
@given(changes=st.lists(st.sampled_from([-0.1, -0.004, 0.0005, 0.004, 0.1]), min_size=2, max_size=5))
def test_one_more_segment_never_softens_a_verdict(con: duckdb.DuckDBPyConnection, changes: list[float]) -> None:
    before, after = (groups_of(con, each, baseline="old") for each in (changes[:-1], changes))
    assert ORDER.index(after.decision) <= ORDER.index(before.decision)
