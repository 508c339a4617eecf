"""Decisions against the rule's words, case by case: in bulk, at the worked numbers, at every hole of simpler rules."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Sequence
from typing import Any

import duckdb
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import rankhouse
from copied import copy_macros
from decision_cases import arguments_of, ask, decide_gains, drawn_case, drawn_rule
from decisions import ORDER, Known, Rule, capped_r, chance_of_decision, decided, p_of_sums, told
from examples import examples
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros

Row = dict[str, Any]
WAYS = ["dbt", "table macro", "python"]
WORKED = [-0.2, -0.1, -0.1, 0.1, -0.3, -0.2, 0.0, -0.1, 0.1, -0.4]


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        copy_macros(con)
        yield con


def one(con: duckdb.DuckDBPyConnection, gains: Sequence[float], **arguments: Any) -> Row:
    columns = {name: [arguments.pop(name)] for name in ("lang", "team") if name in arguments}
    if "further" in arguments:
        arguments["further"] = [[each] for each in arguments["further"]]
    (row,) = decide_gains(con, [gains], **columns, **arguments)
    return row


def rows_of(gains: Sequence[float], **columns: Sequence[Any]) -> list[Row]:
    """Values of `new`, which differs by these from `old`."""
    return [
        {
            "query_id": f"q{place:03}",
            "measure": "ndcg@10",
            "metric": "ndcg",
            "k": 10,
            "system": system,
            "value": float(gain) if system == "new" else 0.0,
            **{name: column[place] for name, column in columns.items()},
        }
        for system in ("new", "old")
        for place, gain in enumerate(gains)
    ]


def tabled(con: duckdb.DuckDBPyConnection, rows: Sequence[Row], name: str = "by_query") -> None:
    """As a table of text and doubles, without NULL rows of their own."""
    columns = ", ".join(
        f"{quoted(column)} {'double' if column == 'value' else 'bigint' if column == 'k' else 'varchar'}"
        for column in rows[0]
    )
    con.execute(f"create or replace temp table {name} ({columns})")
    con.executemany(f"insert into {name} values ({', '.join('?' * len(rows[0]))})", [[*row.values()] for row in rows])


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def asked(con: duckdb.DuckDBPyConnection, way: str, table: str = "by_query", **arguments: Any) -> list[Row]:
    """Each way in, over a table of this connection."""
    if way == "dbt":
        found = con.sql(macros("duckdb").decision(table, **arguments))
    elif way == "python":
        found = rankhouse.decision(table, **arguments, con=con)
    else:
        more = "".join(f", {name} := {as_sql(value)}" for name, value in arguments.items() if value is not None)
        found = con.sql(f"from decision('{table}'{more})")
    return [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]


def as_sql(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{as_sql(name)}: {as_sql(each)}" for name, each in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(as_sql, value)) + "]"
    return "'" + value.replace("'", "''") + "'" if isinstance(value, str) else json.dumps(value)


def assert_known(found: Row | None, known: Known | None) -> None:
    """Equal in all that the rule says; a number in `falls` is rounded."""
    assert (found is None) == (known is None)
    if found is None or known is None:
        return
    assert [found[name] for name in ("decision", "system", "baseline", "n_units")] == [
        *(known.decision, known.system, known.baseline, known.n_units)
    ]
    assert found["difference"] == pytest.approx(known.difference, rel=1e-12, abs=1e-15)
    assert found["p_adjusted"] == pytest.approx(known.p_adjusted, rel=1e-8, abs=1e-300)
    falls, known_falls = told(found["falls"]), known.falls[:5]
    assert [label for label, _ in falls] == [label for label, _ in known_falls]
    for (_, shown), (_, difference) in zip(falls, known_falls, strict=True):
        assert shown == pytest.approx(difference, abs=0.00051)
    if known.blocked_by:
        assert any(f"queries of one {name} are independent" in found["reason"] for name in known.blocked_by)
    for name in ("difference", "ci_low", "ci_high", "p_adjusted"):
        assert found[name] is None or (math.isfinite(found[name]) and str(found[name]) != "-0.0"), (name, found[name])
    assert (found["more_units"] is None) or (found["more_units"] > 0 and found["decision"] == "not decided")


# The rule at large.


@examples(24)
@given(seed=st.integers(0, 2**31))
def test_random_cases_are_decided_as_the_rule_says(con: duckdb.DuckDBPyConnection, seed: int) -> None:
    """Groups, two to five systems, clusters, segments, guardrails, margins, losses, missing queries, both tests."""
    random = np.random.default_rng(seed)
    rule = drawn_rule(random)
    cases = {case: drawn_case(random, case, rule) for case in range(12)}
    found = ask(con, [row for rows in cases.values() for row in rows], rule)
    for case, rows in cases.items():
        assert_known(found.get(case), decided(rows, rule))


@pytest.mark.parametrize("way", WAYS)
@examples(6)
@given(seed=st.integers(0, 2**31))
def test_every_way_in_decides_alike(con: duckdb.DuckDBPyConnection, way: str, seed: int) -> None:
    """One group alone, and rows in another order."""
    random = np.random.default_rng(seed)
    rule = drawn_rule(random)
    rows = [{**row, "k": 10} for row in drawn_case(random, 0, rule)]
    random.shuffle(rows)  # type: ignore[arg-type]
    tabled(con, rows)
    arguments = {name: value for name, value in arguments_of(rule).items() if value is not None}
    try:
        found = asked(con, way, **arguments)
    except InputError:
        found = []
    assert_known(found[0] if found else None, decided(rows, rule))


def test_groups_are_those_alone_and_the_order_of_rows_does_not_matter(con: duckdb.DuckDBPyConnection) -> None:
    random = np.random.default_rng(3)
    rule = Rule(measure="ndcg@10", baseline="b", segments=("lang",))
    cases = {case: drawn_case(random, case, rule) for case in range(6)}
    rows = [row for each in cases.values() for row in each]
    together, turned = ask(con, rows, rule), ask(con, rows[::-1], rule)
    for case, mine in cases.items():
        assert_equal(turned[case], together[case])
        assert_equal(ask(con, mine, rule)[case], together[case])


def assert_equal(found: Row, other: Row) -> None:
    """But for the last bits of sums in another order."""
    assert found.keys() == other.keys()
    for name, value in found.items():
        assert value == (pytest.approx(other[name], rel=1e-12) if isinstance(value, float) else other[name]), name


# Worked numbers.


def test_worked_numbers(con: duckdb.DuckDBPyConnection) -> None:
    """METRICS 11; the truth of the other tests gives them too."""
    worked = [
        (WORKED, 3.923077, 0.0476276),
        ([*WORKED, -3.0], 4.923077, 0.0265003),
        ([*WORKED, -0.001], 3.930762, 0.0474105),
        ([1.0] * 5 + [0.0] * 25, 5.0, 0.0625),
    ]
    for gains, r, p in worked:
        signed = np.array(gains) * np.sign(sum(gains))
        assert capped_r(signed) == pytest.approx(r, abs=5e-7)
        assert p_of_sums(gains) == pytest.approx(p, abs=5e-8)
        assert one(con, gains)["p_adjusted"] == pytest.approx(p, abs=5e-8)


@pytest.mark.parametrize("n", [1, 5, 6, 8, 25, 29, 30, 400])
@pytest.mark.parametrize("test", ["t", "sign"])
def test_all_lost_all_won_and_all_equal(con: duckdb.DuckDBPyConnection, n: int, test: str) -> None:
    """(e): 25 of 25 lost is "do not ship", 29 won are not decided."""
    lost, won, equal = decide_gains(con, [[-1.0] * n, [1.0] * n, [0.0] * n], test=test)
    p = min(1.0, 2.0 ** (1 - n)) if test == "sign" else max(2.0 ** (1 - n), 2 * float(stats.norm.sf(n**0.5)))
    assert lost["p_adjusted"] == pytest.approx(p, rel=1e-9, abs=1e-300)
    assert lost["decision"] == ("do not ship" if p < 0.05 else "not decided")
    assert won["decision"] == ("ship" if n >= 30 else "not decided")
    assert (equal["decision"], equal["p_adjusted"], equal["more_units"]) == ("not decided", 1.0, None)
    if n >= 30:
        assert equal["reason"] == "new and old are equal by m0"


# Holes of simpler rules: shared/spikes/decision, 1 to 10.


def test_hole_1_few_large_wins_ship(con: duckdb.DuckDBPyConnection) -> None:
    """The mean rises, most queries fall by a little: a rule that asks means and wins alike never ships it."""
    gains = [-0.01] * 60 + [1.0] * 40
    assert one(con, gains)["decision"] == "ship"
    assert one(con, gains, test="sign")["decision"] == "not decided"


def test_hole_2_a_large_loss_does_not_hide_others(con: duckdb.DuckDBPyConnection) -> None:
    """By plain t it is no longer significant."""
    losses = [-0.1 + 0.05 * (query % 3 - 1) for query in range(40)]
    with_one = [*losses, -30.0]
    assert stats.ttest_1samp(losses, 0).pvalue < 1e-9 < 0.2 < stats.ttest_1samp(with_one, 0).pvalue
    before, after = decide_gains(con, [losses, with_one])
    assert before["decision"] == after["decision"] == "do not ship"
    assert after["p_adjusted"] <= before["p_adjusted"]


def test_hole_3_a_limit_that_moves_with_n(con: duckdb.DuckDBPyConnection) -> None:
    """At Student's own limit one more query that is lost by next to nothing changed what is decided."""
    noise = np.random.default_rng(0).normal(size=40)
    noise = (noise - noise.mean()) / noise.std(ddof=1)
    for confidence, sign in ((0.95, -1), (0.8, 1)):
        limit = float(stats.t.isf((1 - confidence) / 2, 39)) / 40**0.5
        for factor in (0.9999, 1.00001, 1.01, 1.02, 1.03, 1.05):
            gains = noise + sign * limit * factor
            before, after = decide_gains(con, [gains, np.append(gains, -1e-7)], confidence=confidence)
            assert ORDER.index(after["decision"]) <= ORDER.index(before["decision"])


def test_hole_4_a_small_loss_that_lifts_the_ranks_of_wins(con: duckdb.DuckDBPyConnection) -> None:
    """By Wilcoxon's test it ships, which is why there is no such decision."""
    for seed in range(100, 200):
        random = np.random.default_rng(seed)
        gains = np.concatenate([random.uniform(0.1, 1, 40), -random.uniform(0.3, 1.2, 20)])
        more = np.append(gains, -0.003)
        if gains.mean() > 0 and stats.wilcoxon(gains).pvalue > 0.05 > stats.wilcoxon(more).pvalue:
            break
    else:
        pytest.fail("no such sample")
    before, after = decide_gains(con, [gains, more])
    assert ORDER.index(after["decision"]) <= ORDER.index(before["decision"])
    with pytest.raises(InputError, match="'wilcoxon'"):
        one(con, gains, test="wilcoxon")


def test_hole_5_a_query_that_two_systems_lose(con: duckdb.DuckDBPyConnection) -> None:
    """With Holm's order the surer loss of one makes the other's limit milder; Bonferroni's limit stays."""
    random = np.random.default_rng(1)
    first, second = (at_p(random.normal(size=60), sign, p) for sign, p in ((1, 0.04), (-1, 0.0255)))
    outcomes = []
    for a, b in ((first, second), (np.append(first, -0.0001), np.append(second, -0.05))):
        rows = [
            {"query_id": query, "measure": "m", "metric": "m", "k": 1, "system": system, "value": float(value)}
            for system, values in (("a", a), ("b", b), ("old", 0 * a))
            for query, value in enumerate(values)
        ]
        tabled(con, rows)
        (row,) = asked(con, "dbt", baseline="old", cluster=False)
        outcomes.append(row["decision"])
        assert (row["system"], row["p_adjusted"]) == ("a", pytest.approx(2 * p_of_sums(a)))
    assert outcomes == ["not decided", "not decided"]


def at_p(noise: Any, sign: int, p: float) -> Any:
    """Shifted so that the decision's own p-value is this."""
    noise = noise - noise.mean()
    low, high = 0.0, 2.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if p_of_sums(noise + sign * middle) > p else (low, middle)
    return noise + sign * high


def test_hole_6_a_lost_query_inside_the_best_cluster(con: duckdb.DuckDBPyConnection) -> None:
    """It brings the best cluster nearer to the others, and a robust t above its limit."""
    sums = [0.3] * 31 + [9.0] + [-0.2] * 8
    gains, team = np.array(sums), list(range(40))
    for loss in (0.5, 3.0, 6.0, 8.0):
        before, after = decide_gains(con, [gains, np.append(gains, -loss)], team=[team, [*team, 31]])
        assert ORDER.index(after["decision"]) <= ORDER.index(before["decision"])
        assert after["p_adjusted"] >= before["p_adjusted"] * (1 - 1e-9)
        assert (before["unit"], after["n_units"]) == ("clusters", 40)


def test_hole_7_many_small_wins_and_few_large_losses(con: duckdb.DuckDBPyConnection) -> None:
    """The sign test says better, the mean worse: neither is decided."""
    gains = [0.1] * 16 + [-3.0] * 5
    assert one(con, gains, test="sign")["decision"] == one(con, gains)["decision"] == "not decided"
    assert one(con, gains * 3, test="sign")["decision"] == "not decided"


def test_hole_8_a_segment_of_29_gets_its_30th_unit_lost(con: duckdb.DuckDBPyConnection) -> None:
    """It stays in the pool, which counts units that are not lost."""
    random = np.random.default_rng(2)
    gains = np.concatenate([random.normal(-0.4, 1, 29), random.normal(-0.8, 1, 20), random.normal(0.6, 1, 350)])
    lang = np.repeat([0, 1, 2], [29, 20, 350])
    before, after = decide_gains(
        con, [gains, np.append(gains, -0.3)], lang=[lang, np.append(lang, 0)], segments=["lang"]
    )
    assert "small segments of lang" in before["falls"]
    assert "small segments of lang" in after["falls"]
    assert before["decision"] == after["decision"] == "ship, but"


def test_hole_9_one_more_unit_does_not_take_an_unnamed_column_out(con: duckdb.DuckDBPyConnection) -> None:
    """A column counts where any value repeats, however many do not."""
    rows = rows_of([2.0] * 3 + [0.1] * 40, user_id=["x"] * 3 + [f"u{query}" for query in range(40)])
    tabled(con, rows)
    before = asked(con, "dbt", baseline="old")[0]
    more = rows_of([2.0] * 3 + [0.1] * 40 + [-0.01], user_id=["x"] * 3 + [f"u{query}" for query in range(41)])
    tabled(con, more)
    after = asked(con, "dbt", baseline="old")[0]
    rule = Rule(measure="ndcg@10", baseline="old", unnamed=("user_id",))
    assert_known(before, decided(rows, rule))
    assert_known(after, decided(more, rule))
    assert ORDER.index(after["decision"]) <= ORDER.index(before["decision"])


def test_hole_10_small_segments_that_rise_hide_small_ones_that_fall(con: duckdb.DuckDBPyConnection) -> None:
    """They are tested alone too; those that are too small to fall are counted, in words."""
    gains = [-0.34] * 9 + [-0.34] * 5 + [0.5] * 25 * 8
    lang = ["nine"] * 9 + ["five"] * 5 + [f"up{place // 25}" for place in range(200)]
    row = one(con, gains, lang=lang, segments=["lang"])
    assert row["decision"] == "ship, but"
    assert row["falls"] == "lang nine -0.340"
    assert "1 segment has fewer than 8 queries and cannot fall by themselves" in row["reason"]


# Cases that people meet.


@pytest.mark.parametrize("n_segments", [1, 2])
def test_50_of_400_queries_fall(con: duckdb.DuckDBPyConnection, n_segments: int) -> None:
    """(a): as one segment or two of 25, among others that rise."""
    random = np.random.default_rng(5)
    gains = np.concatenate([-0.34 + 0.1 * random.normal(size=50), 0.2 + 0.1 * random.normal(size=350)])
    lang = [f"de{place % n_segments}" for place in range(50)] + ["fr"] * 350
    row = one(con, gains, lang=lang, segments=["lang"])
    assert row["decision"] == "ship, but"
    for place in range(n_segments):
        assert f"lang de{place} -0.3" in row["falls"]
    assert row["reason"].startswith("significantly better than old by m0, but worse: ")


def test_a_guardrail_that_falls_is_named(con: duckdb.DuckDBPyConnection) -> None:
    """(b): the mean of one measure rises by 0.04, that of another falls from 0.9 to 0.6."""
    random = np.random.default_rng(6)
    gains, recall = 0.04 + 0.1 * random.normal(size=400), -0.3 + 0.2 * random.normal(size=400)
    row = one(con, gains, further=[recall])
    assert row["decision"] == "ship, but"
    assert re.fullmatch(r"m1 -0\.(29|30|31)\d", row["falls"])
    assert one(con, gains, further=[recall], guardrails=[])["decision"] == "ship"
    assert one(con, gains, further=[recall], guardrails=[])["falls"] == ""
    assert one(con, gains, further=[recall, -recall], guardrails=["m2"])["decision"] == "ship"
    assert one(con, gains, further=[recall], margins={"m1": 0.4})["decision"] == "ship"
    assert one(con, gains, further=[recall], margins={"m1": 0.2})["decision"] == "ship, but"


def test_a_margin_is_not_rounded(con: duckdb.DuckDBPyConnection) -> None:
    """A measure that falls by exactly the margin in every query is a tie, whatever its last bit."""
    gains = [0.1] * 40
    for margin in (0.1, 0.3, 0.01, 1 / 3):
        row = one(con, gains, further=[[-margin] * 40], margins={"m1": margin})
        assert (row["decision"], row["falls"]) == ("ship", "")
        row = one(con, gains, further=[[-margin - 1e-6] * 40], margins={"m1": margin})
        assert row["decision"] == "ship, but"


def test_the_largest_loss_is_told_first(con: duckdb.DuckDBPyConnection) -> None:
    """By the number that is shown: a margin is no discount."""
    row = one(
        con,
        [0.1] * 40 + [-0.2] * 10,
        lang=["a"] * 40 + ["b"] * 10,
        segments=["lang"],
        further=[[-0.3] * 50],
        margins={"m1": 0.25},
    )
    assert row["falls"] == "m1 -0.300; lang b -0.200"


def test_more_than_five_falls_are_counted(con: duckdb.DuckDBPyConnection) -> None:
    row = one(con, [0.1] * 50, further=[[-0.1 * place] * 50 for place in range(1, 8)])
    assert row["falls"] == "m7 -0.700; m6 -0.600; m5 -0.500; m4 -0.400; m3 -0.300; 2 more"
    assert row["decision"] == "ship, but"


def test_a_fall_is_told_also_where_nothing_is_decided(con: duckdb.DuckDBPyConnection) -> None:
    """(c)"""
    gains = [0.3, -0.3] * 100 + [-0.3] * 12 + [0.3] * 12
    row = one(con, gains, lang=["fr"] * 200 + ["de"] * 12 + ["at"] * 12, segments=["lang"])
    assert (row["decision"], row["falls"]) == ("not decided", "lang de -0.300")
    assert "; worse: lang de -0.300" in row["reason"]
    row = one(con, [-0.3] * 60, lang=["de"] * 60, segments=["lang"])
    assert (row["decision"], row["falls"]) == ("do not ship", "lang de -0.300")


@pytest.mark.parametrize("way", WAYS)
def test_a_column_of_users_that_nobody_named(con: duckdb.DuckDBPyConnection, way: str) -> None:
    """(d): 20 users with 20 queries each, who differ among each other, not by the system."""
    random = np.random.default_rng(12)
    users = [query // 20 for query in range(400)]
    noise = random.normal(size=20)
    noise = noise - noise.mean() + 0.28
    gains = noise[users] + 0.1 * random.normal(size=400)
    tabled(con, rows_of(gains, user_id=[f"u{user}" for user in users]))
    row = asked(con, way, baseline="old")[0]
    assert (row["decision"], row["unit"], row["n_units"]) == ("not decided", "queries", 400)
    assert row["reason"] == (
        "new and old differ significantly by ndcg@10 only if the queries of one user_id are independent: name it as"
        " cluster, or say cluster=false"
    )
    assert row["more_units"] is None
    assert asked(con, way, baseline="old", cluster=False)[0]["decision"] == "ship"
    named = asked(con, way, baseline="old", cluster="user_id")[0]
    assert (named["decision"], named["unit"], named["n_units"]) == ("not decided", "clusters", 20)
    # The losses of users alike.
    tabled(con, rows_of(-gains, user_id=[f"u{user}" for user in users]))
    assert asked(con, way, baseline="old")[0]["decision"] == "not decided"
    assert asked(con, way, baseline="old", cluster=False)[0]["decision"] == "do not ship"


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ["user_id", "document_id", "session_id", "conversation_id", "patient_id"])
def test_a_column_of_unique_values_changes_nothing(con: duckdb.DuckDBPyConnection, way: str, name: str) -> None:
    gains = [0.3 - 0.01 * (query % 7) for query in range(60)]
    tabled(con, rows_of(gains))
    without = asked(con, way, baseline="old")
    tabled(con, rows_of(gains, **{name: [f"u{query}" for query in range(60)]}))
    assert asked(con, way, baseline="old") == without
    tabled(con, rows_of(gains, **{name: [None] * 60}))
    assert asked(con, way, baseline="old") == without
    # Fewer than six values always block.
    tabled(con, rows_of(gains, **{name: [f"u{query % 5}" for query in range(60)]}))
    assert asked(con, way, baseline="old")[0]["decision"] == "not decided"


# Inputs at the edges.


@pytest.mark.parametrize("way", WAYS)
def test_tables_that_decide_nothing(con: duckdb.DuckDBPyConnection, way: str) -> None:
    """Empty; one system; no query in common."""
    rows = rows_of([0.1] * 40)
    tabled(con, rows)
    con.execute("create or replace temp table empty_values as from by_query limit 0")
    con.execute("create or replace temp table one_system as from by_query where system = 'new'")
    con.execute("create or replace temp table apart as select * replace (system || query_id as query_id) from by_query")
    for table in ("empty_values", "one_system", "apart"):
        if way == "python":
            with pytest.raises(InputError):
                asked(con, way, table)
        else:
            assert asked(con, way, table) == []


@pytest.mark.parametrize("way", WAYS)
def test_a_third_system_without_common_queries(con: duckdb.DuckDBPyConnection, way: str) -> None:
    """Against a baseline it is no candidate; without one nothing is better than every other."""
    tabled(con, rows_of([0.1] * 40))
    con.execute("insert into by_query select * replace ('third' as system, 'x' || query_id as query_id) from by_query")
    con.execute("delete from by_query where system = 'third' and query_id > 'xq039'")
    con.execute("create or replace temp table three as select distinct on (system, query_id) * from by_query")
    row = asked(con, way, "three", baseline="old")[0]
    assert (row["decision"], row["system"]) == ("ship", "new")
    assert row["p_adjusted"] == pytest.approx(p_of_sums([0.1] * 40))
    assert asked(con, way, "three")[0]["decision"] == "not decided"


def test_several_systems_without_a_baseline(con: duckdb.DuckDBPyConnection) -> None:
    """The best ships if it is better than every other; told is the other that it is least surely better than."""
    random = np.random.default_rng(9)
    noise = random.normal(size=(3, 60)) * 0.1
    for rise, decision in ((0.2, "ship"), (0.0, "not decided")):
        rows = [
            {"query_id": query, "measure": "m", "metric": "m", "k": 1, "system": system, "value": float(value)}
            for system, values in (("a", noise[0]), ("b", noise[1] - 0.3), ("c", noise[2] + rise))
            for query, value in enumerate(values)
        ]
        tabled(con, rows)
        row = asked(con, "dbt", cluster=False)[0]
        assert_known(row, decided(rows, Rule(measure="m")))
        assert row["decision"] == decision
        assert {row["system"], row["baseline"]} == {"a", "c"}


def test_swapped_names_turn_a_decision_round(con: duckdb.DuckDBPyConnection) -> None:
    rows = rows_of([0.2 + 0.01 * (query % 9) for query in range(60)])
    other = {"new": "old", "old": "new"}
    tabled(con, rows)
    before = asked(con, "dbt", baseline="old")[0]
    pair = asked(con, "dbt")[0]
    tabled(con, [{**row, "system": other[row["system"]]} for row in rows])
    after = asked(con, "dbt", baseline="old")[0]
    turned = asked(con, "dbt")[0]
    assert (before["decision"], after["decision"]) == ("ship", "do not ship")
    assert after["difference"] == pytest.approx(-before["difference"])
    assert after["p_adjusted"] == before["p_adjusted"]
    assert (after["ci_low"], after["ci_high"]) == pytest.approx((-before["ci_high"], -before["ci_low"]))
    assert (pair["decision"], pair["system"], turned["decision"], turned["system"]) == ("ship", "new", "ship", "old")
    figures = ["difference", "ci_low", "ci_high", "p_adjusted"]
    assert [pair[name] for name in figures] == pytest.approx([turned[name] for name in figures])


def test_a_measure_where_less_is_better(con: duckdb.DuckDBPyConnection) -> None:
    rows = [{**row, "measure": "rmse", "metric": "rmse"} for row in rows_of([-0.2 + 0.01 * (q % 9) for q in range(60)])]
    tabled(con, rows)
    row = asked(con, "dbt", baseline="old")[0]
    assert row["decision"] == "ship"
    assert row["difference"] < 0
    assert asked(con, "dbt", baseline="new")[0]["decision"] == "do not ship"


HOSTILE = ["it's", 'a "b"', "line\nbreak", "100 %s", "a; b -0.1", "NULL", "ü\\", "{{ x }}", "--", "?"]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names(con: duckdb.DuckDBPyConnection, way: str, name: str) -> None:
    """Of columns, systems, segments' values and measures."""
    gains = [0.3] * 60 + [-0.2] * 10
    rows = [
        {
            "query_id": name + row["query_id"],
            "metric": "ndcg",
            "k": 10,
            "value": row["value"],
            "measure": name,
            f"{name} system": name if row["system"] == "new" else "old",
            name: row["lang"],
            f"{name} group": name,
        }
        for row in rows_of(gains, lang=["fr"] * 60 + [name] * 10)
    ]
    tabled(con, rows)
    given = {
        "baseline": "old",
        "system": f"{name} system",
        "measure": name,
        "segments": [name],
        "by": [f"{name} group"],
    }
    row = asked(con, way, **given)[0]
    assert (row[f"{name} group"], row["decision"], row["system"]) == (name, "ship, but", name)
    assert row["falls"] == f"{name} {name} -0.200"
    assert row["reason"].startswith(f"significantly better than old by {name}, but worse: {name} {name} -0.200")
    # A baseline has no line breaks.
    if "\n" not in name:
        assert asked(con, way, **{**given, "baseline": name})[0]["system"] == "old"


WRONG: list[tuple[str, Any, str]] = [
    ("confidence", 0, "confidence"),
    ("confidence", 1, "confidence"),
    ("confidence", 95, "confidence"),
    ("confidence", "high", "confidence"),
    ("power", 0.5, "power"),
    ("power", 1, "power"),
    ("test", "wilcoxon", r"test is one of t \| sign"),
    ("test", "bootstrap", r"test is one of t \| sign"),
    ("margins", {"recall@5": -0.1}, "margins"),
    ("margins", {"recall@5": "much"}, "margins"),
    ("margins", [0.1], "margins"),
    ("guardrails", [1], "guardrails"),
    ("segments", ["system"], "segments and system both name"),
    ("segments", ["measure"], "segments names 'measure'"),
    ("by", ["decision"], "by names 'decision'"),
    ("by", ["lang"], "by"),
    ("system", "falls", "system"),
    ("cluster", "system", "cluster and system both name"),
    ("cluster", True, "cluster"),
    ("measure", ["ndcg@10"], "measure"),
    ("baseline", ["old"], "baseline"),
    ("columns", {"nobody": "x"}, "nobody"),
]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("argument", "value", "message"), WRONG)
def test_wrong_arguments_are_refused(
    con: duckdb.DuckDBPyConnection, way: str, argument: str, value: Any, message: str
) -> None:
    tabled(con, rows_of([0.1] * 40, lang=["de"] * 40))
    given = {"segments": ["lang"]} if (argument, value) == ("by", ["lang"]) else {}
    with pytest.raises((InputError, TypeError, duckdb.Error), match=message):
        asked(con, way, **{**given, argument: value})


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("argument", ["measure", "guardrails", "margins"])
def test_a_misspelt_measure_is_refused(con: duckdb.DuckDBPyConnection, way: str, argument: str) -> None:
    """A guardrail that is not there would never fall."""
    tabled(con, rows_of([0.1] * 40))
    value = {"measure": "ndgc@10", "guardrails": ["ndgc@10"], "margins": {"ndgc@10": 0.1}}[argument]
    with pytest.raises((InputError, duckdb.Error), match=f"{argument}: .*'?ndgc@10'?"):
        asked(con, way, baseline="old", **{"measure": "ndcg@10", argument: value})


@pytest.mark.parametrize("way", WAYS)
def test_the_margin_of_the_measure_that_decides_is_refused(con: duckdb.DuckDBPyConnection, way: str) -> None:
    """Nobody would know that it counts for nothing."""
    tabled(con, rows_of([0.1] * 40))
    with pytest.raises((InputError, duckdb.Error), match=r"margins: .*ndcg@10.* decides"):
        asked(con, way, baseline="old", measure="ndcg@10", margins={"ndcg@10": 0.1})


@pytest.mark.parametrize("way", ["dbt", "table macro"])
def test_several_measures_without_a_name_are_refused_in_sql(con: duckdb.DuckDBPyConnection, way: str) -> None:
    """Python takes the first one of the table: its rows have an order."""
    tabled(con, rows_of([0.1] * 40))
    con.execute("insert into by_query select * replace ('map' as measure, 'map' as metric) from by_query")
    with pytest.raises(duckdb.Error, match="query_metrics has several measures, such as map and ndcg@10"):
        asked(con, way, baseline="old")
    assert asked(con, "python", baseline="old")[0]["measure"] == "ndcg@10"


@pytest.mark.parametrize("way", WAYS)
def test_a_query_in_two_segments_is_refused(con: duckdb.DuckDBPyConnection, way: str) -> None:
    tabled(con, rows_of([0.1] * 40, lang=["de"] * 40))
    con.execute("update by_query set lang = 'fr' where query_id = 'q007' and system = 'new'")
    with pytest.raises((InputError, duckdb.Error), match=r"several values of segments column lang, e.g. query_id q007"):
        asked(con, way, baseline="old", segments=["lang"])


# How many more units.


@pytest.mark.parametrize("n", [12, 25, 40, 100])
@pytest.mark.parametrize("confidence", [0.95, 0.8])
def test_more_units_is_the_smallest_number_with_the_power(
    con: duckdb.DuckDBPyConnection, n: int, confidence: float
) -> None:
    """By the formula, one number after another; large ones of the SQL are a hundredth and a half apart."""
    random = np.random.default_rng(n)
    lists = [np.round(random.normal(sign * size, 1, n), 2) for sign in (1, -1) for size in (0.15, 0.3, 0.5)]
    lists += [
        random.choice([-1.0, 0.0, 1.0], n, p=[0.1, 0.6, 0.3]),
        random.choice([-1.0, 0.0, 1.0], n, p=[0.3, 0.6, 0.1]),
    ]
    for gains, row in zip(lists, decide_gains(con, lists, confidence=confidence), strict=True):
        if row["decision"] != "not decided" or sum(gains) == 0:
            assert row["more_units"] is None
            continue
        further = n + 1
        while chance_of_decision(gains, further, 1 - confidence) < 0.8 and further < 200_000:
            further += 1 + further // 2000
        assert row["more_units"] == pytest.approx(further - n, rel=0.03, abs=1 + 0.016 * n)
