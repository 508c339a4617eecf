"""Values by query of very many decisions at once: each is a group of one query."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa

from decisions import Rule
from rankhouse._rendering.jinja import macros

METRICS = {"ndcg@10": "ndcg", "recall@5": "recall", "rmse": "rmse"}
KINDS = {"query_id": pa.int64(), "case": pa.int64(), "value": pa.float64()}
Row = dict[str, Any]


def ask(con: duckdb.DuckDBPyConnection, rows: Sequence[Row], rule: Rule, **more: Any) -> dict[int, Row]:
    """What the dbt macro says of each case."""
    names = list(rows[0])
    given = pa.table({name: pa.array([row[name] for row in rows], KINDS.get(name, pa.string())) for name in names})
    return ask_of(con, given, rule, **more)


def ask_of(con: duckdb.DuckDBPyConnection, given: pa.Table, rule: Rule, **more: Any) -> dict[int, Row]:
    con.register("given_values", given)
    con.execute("create or replace temp table by_query as select *, 10 as k from given_values")
    con.unregister("given_values")
    found = con.sql(macros("duckdb").decision("by_query", **arguments_of(rule), by=["case"], **more))
    answers = [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]
    return {row["case"]: row for row in answers}


def arguments_of(rule: Rule) -> dict[str, Any]:
    return {
        "baseline": rule.baseline,
        "measure": rule.measure,
        "guardrails": None if rule.guardrails is None else [*rule.guardrails],
        "margins": dict(rule.margins),
        "segments": [*rule.segments],
        "cluster": rule.cluster or (None if rule.unnamed else False),
        "test": rule.test,
        "confidence": rule.confidence,
    }


def drawn_rule(random: np.random.Generator, test: str | None = None) -> Rule:
    margins: Mapping[str, float] = {"recall@5": 0.25} if random.random() < 0.4 else {}
    guardrails = [None, None, (), ("recall@5",)][random.integers(4)]
    clusters = random.integers(3)
    return Rule(
        measure=str(random.choice(["ndcg@10", "rmse"], p=[0.75, 0.25])),
        baseline=[None, "b"][random.integers(2)],
        guardrails=guardrails,
        margins=margins if guardrails != () else {},
        segments=[(), ("lang",), ("lang", "device")][random.integers(3)],
        cluster="team" if clusters == 1 else None,
        unnamed=("user_id", "session_id") if clusters == 2 else (),
        test=test or str(random.choice(["t", "t", "sign"])),
        confidence=float(random.choice([0.8, 0.95, 0.95, 0.99])),
    )


def drawn_case(random: np.random.Generator, case: int, rule: Rule) -> list[Row]:
    """Of n queries, near to what is just decided. All numbers are multiples of 1/16, whose sums are exact."""
    n = int(random.integers(5, 161))
    systems = ["a", "b", "c", "d", "e"][: random.choice([2, 2, 2, 3, 5])]
    n_langs, n_teams = random.integers(1, 9), max(2, int(n / random.choice([1, 2, 6])))
    step = random.choice([0.0625, 0.5, 1.0])
    beside = [
        {
            "lang": [None, *"abcdefgh"][random.integers(n_langs + 1)],
            "device": str(random.integers(max(1, n // 20))),
            "team": str(random.integers(n_teams)),
            "user_id": str(random.integers(n_teams)),
            "session_id": str(query),
        }
        for query in range(n)
    ]
    found = []
    for system in systems:
        for measure, metric in METRICS.items():
            # About three standard errors either way; a segment may fall.
            shift = 0.0 if system == "b" else random.choice([-4, -2, 0, 2, 3, 4, 5]) / n**0.5
            noise = [
                random.normal(shift, 1, n),
                random.exponential(size=n) - 1 + shift,
                1 + shift - random.exponential(size=n),
                random.normal(shift * 3, 1, n) * (random.random(n) < 0.3),
            ][random.integers(4)]
            fall = random.choice([0.0, 0.0, 0.8, 1.5]) * (1 if metric == "rmse" else -1)
            noise += [fall * (row["lang"] == "a") for row in beside]
            noise *= 0.02 if system == "b" else 1
            if metric == "rmse" and random.random() < 0.5:
                noise *= -1
            for query, value in enumerate(np.round(noise / step) * step):
                lost = random.random()
                if lost > 0.03:
                    found.append(
                        {
                            "case": case,
                            "query_id": query,
                            "measure": measure,
                            "metric": metric,
                            "system": system,
                            "value": None if lost > 0.98 else float(value),
                            **beside[query],
                        }
                    )
    return found


def decide_gains(
    con: duckdb.DuckDBPyConnection,
    gains: Sequence[Any],
    *,
    further: Sequence[Sequence[Any]] = (),
    lang: Sequence[Any] | None = None,
    team: Sequence[Any] | None = None,
    **arguments: Any,
) -> list[Row]:
    """What is decided of each list of differences, all by one query; `further` are those by m1, m2, ..."""
    sizes = [len(each) for each in gains]
    wide = {"trial": np.repeat(np.arange(len(sizes)), sizes), "query_id": np.concatenate([np.arange(n) for n in sizes])}
    for name, lists in {"m0": gains, **{f"m{place + 1}": each for place, each in enumerate(further)}}.items():
        wide[name] = np.concatenate(lists).astype(float)
    for name, column in {"lang": lang, "team": team}.items():
        if column is not None:
            wide[name] = np.concatenate(column)
    con.register("wide", pa.table(wide))
    kept = ", ".join(name for name in wide if name in ("lang", "team"))
    con.execute(
        "create or replace temp table by_query as "
        + " union all ".join(
            f"select trial, query_id, '{name}' as measure, '{name}' as metric, 10 as k, system,"
            f" case system when 'new' then {name} else 0 end as value {f', {kept}' if kept else ''}"
            " from wide cross join (values ('new'), ('old')) as sides(system)"
            for name in wide
            if name.startswith("m")
        )
    )
    con.unregister("wide")
    asked = {"baseline": "old", "measure": "m0", "cluster": "team" if team is not None else False, **arguments}
    found = con.sql(macros("duckdb").decision("by_query", by=["trial"], **asked))
    rows = [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]
    assert len(rows) == len(gains)
    return sorted(rows, key=lambda row: int(row["trial"]))
