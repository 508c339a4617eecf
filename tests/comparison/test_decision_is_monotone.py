"""One more lost query never makes a decision milder: before and after as two groups of one query, very many at once.

The query is lost to the baseline by every system, and by the guardrail by more than its margin. `make test-deep` tries
100,000 cases.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from decisions import ORDER, Rule, told
from examples import examples
from rankhouse._rendering.jinja import macros

Numbers = np.ndarray[Any, Any]
N_CASES = 500
SYSTEMS = ["new", "other"]
MARGIN = 0.1


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        yield con


def drawn_rule(random: np.random.Generator) -> Rule:
    clusters = random.integers(3)
    return Rule(
        measure="ndcg@10",
        baseline="old",
        margins={"recall@5": MARGIN} if random.random() < 0.5 else {},
        guardrails=() if random.random() < 0.2 else None,
        segments=("lang",) if random.random() < 0.7 else (),
        cluster="user_id" if clusters == 1 else None,
        unnamed=("user_id",) if clusters == 2 else (),
        test="sign" if random.random() < 0.2 else "t",
        confidence=float(random.choice([0.95, 0.9, 0.99, 0.8])),
    )


def differences(random: np.random.Generator, n: int, level: float) -> Numbers:
    """Of n queries, near to what is just significant, with some that lie far out."""
    noise = [
        random.normal(size=n),
        random.exponential(size=n) - 1,
        1 - random.exponential(size=n),
        random.normal(size=n) * (random.random(n) < 0.15),
        random.standard_t(3, n),
        random.choice([-1.0, 0.0, 1.0], n),
    ][random.integers(6)]
    deviation = noise.std() or 1.0
    limit = float(stats.norm.isf(level / 2))
    place = random.choice([-1, 1, 1]) * limit * random.choice([1 + 0.03 * random.normal(), 1, 1.3, 1.8])
    if random.random() < 0.85:
        noise = noise - noise.mean() + place * deviation / n**0.5
    return np.asarray(noise)


def drawn(random: np.random.Generator, rule: Rule, n_systems: int) -> dict[str, Numbers]:
    """A case: by query the segment, the user and what systems gain by both measures; the last query is the lost one."""
    n = int(random.integers(5, 160))
    level = 1 - rule.confidence
    lang, user = random.integers(0, random.integers(1, 8), n), random.integers(0, max(5, n // random.integers(1, 4)), n)
    found = {
        "lang": np.append(lang, random.integers(0, lang.max() + 2)),
        "user_id": np.append(user, random.integers(0, user.max() + 2)),
    }
    for system in SYSTEMS[:n_systems]:
        gains = differences(random, n, level)
        size = gains.std() or 1.0
        if random.random() < 0.6:
            gains -= (lang == 0) * random.uniform(0.2, 1.2) * size
        guard = 0.5 * gains + random.normal(size=n) * size - random.uniform(0, 0.6) * size
        found[system] = np.append(gains, -size * 10 ** random.uniform(-7, 2))
        found[f"{system}_guard"] = np.append(guard, -MARGIN - size * 10 ** random.uniform(-5, 1))
    return found


def milder(con: duckdb.DuckDBPyConnection, seed: int, n_cases: int = N_CASES) -> tuple[Counter[str], list[Any]]:
    """How often each decision was taken, and what became milder with one more lost query, or stopped to fall."""
    random = np.random.default_rng(seed)
    rule, n_systems = drawn_rule(random), int(random.choice([1, 1, 2]))
    cases = [drawn(random, rule, n_systems) for _ in range(n_cases)]
    sizes = [len(case["lang"]) for case in cases]
    wide = {name: np.concatenate([case[name] for case in cases]) for name in cases[0]}
    wide["case"] = np.repeat(np.arange(n_cases), sizes)
    wide["query_id"] = np.concatenate([np.arange(n) for n in sizes])
    wide["is_lost"] = np.concatenate([np.arange(n) == n - 1 for n in sizes])
    con.register("wide", pa.table(wide))
    sides = [("old", "0.0", "0.0"), *((name, name, f"{name}_guard") for name in SYSTEMS[:n_systems])]
    con.execute(
        "create or replace temp table by_query as "
        + " union all ".join(
            f"select 2 * \"case\" + after as trial, query_id, '{measure}' as measure, 'ndcg' as metric,"
            f" 10 as k, '{name}' as system, {value} as value, lang, user_id"
            " from wide cross join (values (0), (1)) as both_times(after) where not is_lost or after = 1"
            for name, *values in sides
            for measure, value in zip(("ndcg@10", "recall@5"), values, strict=True)
        )
    )
    sql = macros("duckdb").decision(
        "by_query",
        baseline=rule.baseline,
        measure=rule.measure,
        guardrails=None if rule.guardrails is None else [*rule.guardrails],
        margins=dict(rule.margins),
        segments=[*rule.segments],
        by=["trial"],
        cluster=rule.cluster or (None if rule.unnamed else False),
        test=rule.test,
        confidence=rule.confidence,
    )
    found = con.sql(f"select trial, decision, falls, system from ({sql}) as found").fetchall()
    con.unregister("wide")
    assert len(found) == 2 * n_cases
    by_trial = {trial: row for trial, *row in found}
    decisions, bad = Counter[str](), []
    for case in range(n_cases):
        (before, falls, system), (after, later, same) = by_trial[2 * case], by_trial[2 * case + 1]
        decisions[before] += 1
        is_gone = (
            system == same and "more" not in later and not {x for x, _ in told(falls)} <= {x for x, _ in told(later)}
        )
        if ORDER.index(after) > ORDER.index(before) or is_gone:
            bad.append((seed, case, rule, before, falls, after, later))
    return decisions, bad


@examples(8)
@given(seed=st.integers(0, 2**31))
def test_one_more_lost_query_never_makes_a_decision_milder(con: duckdb.DuckDBPyConnection, seed: int) -> None:
    decisions, bad = milder(con, seed)
    assert not bad
    assert len(decisions) >= 3
