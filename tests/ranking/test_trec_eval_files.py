"""trec_eval's own test files: its runs and judgments as they lie there, and every value that it prints for them.

Files are named like the options of the command: a, all measures; q, by query; c, queries without a list count; M, the
first 100 items of a list; l, relevant from grade 2 on.
"""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from typing import Any

import duckdb
import pytest

import rankhouse
from helpers.real_data import folder
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros

VERSIONS = {"9.0.8": "trec_eval", "10.0": "trec_eval_10"}
OPTIONS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "out.test": ("results.test", "qrels.test", {}),
    "out.test.a": ("results.test", "qrels.test", {}),
    "out.test.aq": ("results.test", "qrels.test", {}),
    "out.test.aqc": ("results.trunc", "qrels.test", {"queries": "all"}),
    "out.test.aqcM": ("results.trunc", "qrels.test", {"queries": "all"}),
    "out.test.aql": ("results.test", "qrels.rel_level", {"relevant_from": 2}),
    "out.test.meas_params": ("results.test", "qrels.test", {}),
}
"""What trec_eval read, and what its options are here."""
FIRST = {"out.test.aqcM": 100}
"""Items of a list that count at all."""
OTHER_NAMES = {
    "gm_map": "gmap",
    "11pt_avg": "map(interpolation=11-point)",
    "infAP": "infap",
    "set_recall": "recall",
    "set_relative_P": "set_precision(relative=true)",
    "set_map": "set_average_precision",
    "rbp": "rbp(p=0.9)",
}
COUNTS = ("num_ret", "num_rel", "num_rel_ret", "num_q")
"""Their figure for all queries is a sum."""
NOT_HERE = {
    r"runid|relstring.*": "a text",
    r"G|binG|Rndcg|ndcg_rel": "ndcg with a normalisation of its own",
    r"ndcg_1=.*": "gains of grades, which ndcg(gain=1:3/2:9/4:4.5) has, and the convention's ndcg has not",
    r"gm_bpref": "a geometric mean of bpref",
    r"num_nonrel_judged_ret": "a number of items judged not relevant",
    r"utility.*": "a weighted count of hits and misses",
    r"Rprec_mult_.*": "precision at a multiple of R",
    r"relative_P_.*": "precision over its highest possible value",
    r"11pt_avg_.+": "an average over levels of recall of one's own",
    r"rbp|rbp_resid|unj_.*": "measures that trec_eval 10 has and the convention does not",
}
"""What the convention has no string for, and why."""


def printed(path: Path) -> dict[str, dict[str, float]]:
    """Each measure's values by query, and of `all`."""
    found: dict[str, dict[str, float]] = defaultdict(dict)
    for line in path.read_text().splitlines():
        measure, query, value = line.split("\t")
        if not measure.startswith(("runid", "relstring")):
            found[measure.strip()][query] = float(value)
    return found


def ours(theirs: str) -> str:
    """Our string for a name of theirs."""
    if level := re.fullmatch(r"iprec_at_recall_(.*)", theirs):
        return f"iprec(recall={float(level[1]):g})"
    return OTHER_NAMES.get(theirs, theirs)


def is_here(theirs: str) -> bool:
    return not any(re.fullmatch(pattern, theirs) for pattern in NOT_HERE)


RUN = "query_id varchar, q0 varchar, item_id varchar, rank bigint, score double, tag varchar"


def tables(con: duckdb.DuckDBPyConnection, run: str, judgments: str, first: int | None) -> None:
    """The files as tables. first: the items of a list that are read."""
    data = folder("trec_eval") / "10.0"
    for name, columns, separator, file in (
        ("run", RUN, "\\t", run),
        ("judgments", "query_id varchar, q0 varchar, item_id varchar, relevance bigint", " ", judgments),
    ):
        con.execute(f"create table {name} ({columns})")
        con.execute(f"copy {name} from '{data / file}' (format csv, delimiter '{separator}', header false)")
    if first:
        place = "row_number() over (partition by query_id order by score desc, item_id desc)"
        con.execute(f"create or replace table run as from run qualify {place} <= {first}")


@pytest.mark.thorough
@pytest.mark.parametrize("name", OPTIONS)
@pytest.mark.parametrize("version", VERSIONS)
def test_every_value_that_it_prints(version: str, name: str) -> None:
    run, judgments, options = OPTIONS[name]
    theirs = printed(folder("trec_eval") / version / name)
    asked = {measure: ours(measure) for measure in theirs if is_here(measure)}
    assert len(asked) >= 16
    with duckdb.connect() as con:
        tables(con, run, judgments, FIRST.get(name))
        arguments = {"convention": VERSIONS[version], "con": con, **options}
        queries = rankhouse.evaluate("run", "judgments", list(asked.values()), per_query=True, **arguments)
        by_query = {(measure, query): value for query, measure, value in queries.project(BY_QUERY).fetchall()}
        means = rankhouse.evaluate("run", "judgments", list(asked.values()), **arguments)
        in_all = {measure: (value, total) for measure, value, total in means.project(IN_ALL).fetchall()}
    canonical = {text: read["measure"] for text in asked.values() for read in parsed(text, VERSIONS[version])}
    for measure, text in asked.items():
        for query, value in theirs[measure].items():
            found = in_all[canonical[text]][measure in COUNTS] if query == "all" else by_query[canonical[text], query]
            # They print four digits.
            assert found == pytest.approx(value, abs=5.1e-5), (measure, query)


BY_QUERY, IN_ALL = "query_id, measure, value", "measure, value, value_sum"


def parsed(text: str, convention: str) -> list[dict[str, Any]]:
    package = macros("duckdb")
    read: list[dict[str, Any]] = package.parse_measures([text], settings=package.convention(convention))
    return read


@pytest.mark.parametrize("pattern", NOT_HERE)
def test_what_the_convention_does_not_have_is_refused(pattern: str) -> None:
    """A pattern that matches nothing that they print, or something that can be asked for, has had its day."""
    if pattern == r"runid|relstring.*":
        return
    names = {
        measure
        for version in VERSIONS
        for name in OPTIONS
        for measure in printed(folder("trec_eval") / version / name)
        if re.fullmatch(pattern, measure)
    }
    assert names
    for name in names:
        with pytest.raises(InputError):
            parsed(ours(name), "trec_eval_10")


def test_comments_in_judgments_are_no_judgments(tmp_path: Path) -> None:
    data = folder("trec_eval") / "10.0"
    values = []
    for source in ("qrels.test", "qrels.test.with-comments"):
        (tmp_path / "copy.qrels").write_text((data / source).read_text())
        (tmp_path / "copy.run").write_text((data / "results.test").read_text())
        found = rankhouse.evaluate(tmp_path / "copy.run", tmp_path / "copy.qrels", ["map"], convention="trec_eval")
        values.append(found.project("value, n_queries").fetchall())
    assert values[0] == values[1] and values[0][0][0] == pytest.approx(0.1785, abs=5.1e-5)
