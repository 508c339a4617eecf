"""`rankhouse compare`: what is printed, written and returned."""

from __future__ import annotations

import csv
import io
import json
import math
import re
import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb
import pytest

import rankhouse
from rankhouse import cli
from rankhouse._rendering.errors import InputError
from rankhouse.cli import _comparison
from rankhouse.cli._wording import as_typed

QUERIES = [f"q{number}" for number in range(40)]
PLACE = {"bm25": 7, "dense": 5, "hybrid": 3}
"""A relevant item is in one of so many first places."""


@dataclass
class Done:
    status: int
    out: str
    err: str


Command = Callable[..., Done]


def market(place: int) -> str:
    return "de" if place % 2 else "at"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("runs")
    judgments = "".join(f"{query} 0 relevant 1\n" for query in QUERIES)
    (folder / "judgments.qrels").write_text(judgments)
    rows = (f"{market(place)},{query},relevant,1\n" for place, query in enumerate(QUERIES))
    (folder / "judgments.csv").write_text("market,query_id,item_id,relevance\n" + "".join(rows))
    with (folder / "run.csv").open("w") as together:
        together.write("system,market,query_id,item_id,score\n")
        for system, n in PLACE.items():
            lines = []
            for place, query in enumerate(QUERIES):
                items = [f"d{number}" for number in range(n)]
                items[place * 5 % n] = "relevant"
                for rank, item in enumerate(items):
                    lines.append(f"{query} Q0 {item} {rank + 1} {-rank} {system}\n")
                    together.write(f"{system},{market(place)},{query},{item},{-rank}\n")
            (folder / f"{system}.run").write_text("".join(lines))
    return folder


@pytest.fixture
def command(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("COLUMNS", "120")

    def run(*arguments: str) -> Done:
        monkeypatch.setattr(sys, "argv", ["rankhouse", "compare", *arguments])
        status = 0
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            try:
                cli.main()
            except SystemExit as ended:
                status = int(ended.code or 0)
        printed = capsys.readouterr()
        return Done(status, printed.out, printed.err)

    return run


TWO = ("bm25.run", "dense.run", "-j", "judgments.qrels", "-m", "mrr", "-m", "ndcg@10")


def reciprocal_ranks(system: str) -> list[float]:
    return [1 / (1 + place * 5 % PLACE[system]) for place in range(len(QUERIES))]


def mean(values: list[float]) -> float:
    return math.fsum(values) / len(values)


def test_two_files_are_compared(command: Command) -> None:
    done = command(*TWO)
    assert done.status == 0
    lines = done.out.splitlines()
    assert lines[0].split() == ["measure", "bm25", "(a)", "dense", "(b)"]
    means = [mean(reciprocal_ranks(system)) for system in ("bm25", "dense")]
    assert [lines[1].split()[0], *(cell[:6] for cell in lines[1].split()[1:])] == [
        "reciprocal_rank", *(f"{value:.4f}" for value in means),
    ]  # fmt: skip
    assert f"{means[1] - means[0]:+.4f}" in done.out
    assert "Student's paired t-test, two-sided; Holm's correction for 2 tests; 40 queries." in " ".join(
        done.out.split()
    )


def test_warnings_are_lines_on_standard_error(command: Command, folder: Path) -> None:
    few = "".join(line for line in (folder / "dense.run").read_text().splitlines(True) if line.startswith("q1"))
    (folder / "few.run").write_text(few)
    done = command("bm25.run", "few.run", "-j", "judgments.qrels", "-m", "mrr", "--queries", "intersection")
    assert done.status == 0
    assert [line.startswith("rankhouse: warning: ") for line in done.err.splitlines()] == [True] * 5
    assert "warning" not in done.out
    with pytest.warns(rankhouse.InputWarning):
        comparison = rankhouse.compare(
            [str(folder / "bm25.run"), str(folder / "few.run")],
            str(folder / "judgments.qrels"),
            "mrr",
            queries="intersection",
        )
    assert done.err.splitlines() == [f"rankhouse: warning: {as_typed(warning)}" for warning in comparison.warnings]


def test_names_of_systems(command: Command) -> None:
    done = command("old=bm25.run", "dense.run", "-j", "judgments.qrels", "-m", "mrr", "--format", "csv")
    (row,) = csv.DictReader(io.StringIO(done.out))
    assert (row["system"], row["baseline"]) == ("dense", "old")
    done = command("=bm25.run", "dense.run", "-j", "judgments.qrels")
    assert (done.status, done.err) == (
        2,
        "rankhouse: a run is a file, or NAME=FILE such as bm25=run.parquet, got '=bm25.run'\n",
    )
    done = command("dense=bm25.run", "dense.run", "-j", "judgments.qrels")
    assert (done.status, done.err) == (
        2,
        "rankhouse: two runs are named 'dense': give them different names, NAME=FILE\n",
    )


@pytest.fixture(scope="module")
def expected(folder: Path) -> list[dict[str, Any]]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        comparison = rankhouse.compare(
            str(folder / "run.csv"),
            str(folder / "judgments.csv"),
            ["mrr"],
            by="market",
            system="system",
            baseline="bm25",
            test="randomisation",
            repetitions=200,
            seed=5,
            confidence=0.9,
            power=0.9,
            correction="bonferroni",
            interval="percentile",
        )
        return comparison.rows()


def close(row: dict[str, Any]) -> dict[str, Any]:
    return {name: pytest.approx(value, rel=1e-12) if isinstance(value, float) else value for name, value in row.items()}


@pytest.mark.thorough
def test_every_option_is_that_of_python(command: Command, folder: Path, expected: list[dict[str, Any]]) -> None:
    asked = (
        *("run.csv", "-j", "judgments.csv", "-m", "mrr", "--by", "market", "--baseline", "bm25"),
        *("--test", "randomisation", "--repetitions", "200", "--seed", "5", "--confidence", "0.9", "--power", "0.9"),
        *("--correction", "bonferroni", "--interval", "percentile"),
    )
    assert len(expected) == 4
    done = command(*asked, "--format", "json")
    assert done.status == 0
    assert json.loads(done.out) == list(map(close, expected))
    for name in ("out.csv", "out.json", "out.parquet"):
        assert command(*asked, "-o", name).status == 0
        with duckdb.connect() as con:
            found = con.execute(f"from '{folder / name}' order by market, system")
            names = [column[0] for column in found.description]
            rows = [dict(zip(names, row, strict=True)) for row in found.fetchall()]
        assert rows == list(map(close, expected))


def test_a_finished_table_is_compared(command: Command, folder: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        values = rankhouse.evaluate(
            str(folder / "run.csv"), str(folder / "judgments.qrels"), ["mrr", "ndcg@10"], by="system", per_query=True
        )
    values.write_parquet(str(folder / "values.parquet"))
    rows = json.loads(command("values.parquet", "--format", "json").out)
    assert [(row["measure"], row["system"], row["baseline"]) for row in rows] == [
        (measure, *pair)
        for measure in ("reciprocal_rank", "ndcg@10")
        for pair in (("dense", "bm25"), ("hybrid", "bm25"), ("hybrid", "dense"))
    ]
    (row,) = json.loads(command("values.parquet", "-m", "mrr", "--format", "json", "--baseline", "dense").out)[1:]
    differences = [b - a for a, b in zip(reciprocal_ranks("dense"), reciprocal_ranks("hybrid"), strict=True)]
    assert row["difference"] == pytest.approx(mean(differences), abs=1e-12)
    done = command("values.parquet", "--ties", "worst")
    assert (done.status, "already evaluated" in done.err) == (2, True)


def test_tables_of_a_database(command: Command, folder: Path) -> None:
    file = folder / "runs.duckdb"
    with duckdb.connect(str(file)) as con:
        con.execute(f"create table run as from '{folder / 'run.csv'}'")
        con.execute(
            "create table judgments as select distinct query_id, 'relevant' as item_id, 1 as relevance from run"
        )
    done = command("run", "-j", "judgments", "-m", "mrr", "--database", str(file), "--format", "csv")
    assert done.status == 0
    assert len(done.out.splitlines()) == 4


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("suffix", "begins"), [("md", "| measure |"), ("tex", "% \\usepackage"), ("html", "<div"), ("txt", "measure ")]
)
def test_documents(command: Command, folder: Path, suffix: str, begins: str) -> None:
    done = command(*TWO, "-o", f"out.{suffix}")
    assert (done.status, done.out) == (0, "")
    text = (folder / f"out.{suffix}").read_text(encoding="utf-8")
    assert text.startswith(begins)
    assert text.endswith("\n")
    named = {"md": "markdown", "tex": "latex", "txt": "table"}.get(suffix, suffix)
    printed = command(*TWO, "--format", named)
    # On a terminal its warnings are on standard error.
    warnings = [line.removeprefix("rankhouse: ") for line in printed.err.splitlines()]
    told = " ".join(["", *warnings]) if suffix == "txt" else ""
    assert as_typed(" ".join(printed.out.split())) + told == as_typed(" ".join(text.split()))


def test_flat_names(command: Command) -> None:
    done = command(*TWO, "--flat")
    flat = json.loads(done.out)
    assert list(flat)[:4] == [
        "reciprocal_rank/bm25", "reciprocal_rank/dense", "reciprocal_rank/dense-bm25", "reciprocal_rank/dense-bm25/p",
    ]  # fmt: skip
    assert flat["reciprocal_rank/dense"] == pytest.approx(mean(reciprocal_ranks("dense")), abs=1e-12)
    assert command(*TWO, "--format", "flat").out == done.out
    refused = command(*TWO, "--flat", "--format", "csv")
    assert (refused.status, refused.err) == (
        2,
        "rankhouse: --flat and --format csv are two formats: leave one out\n",
    )


def test_the_queries_that_moved_most(command: Command) -> None:
    asked = ("run.csv", "-j", "judgments.csv", "-m", "mrr", "--moved", "mrr")
    differences = {
        (b, a): sorted(
            (abs(y - x) for x, y in zip(reciprocal_ranks(a), reciprocal_ranks(b), strict=True)), reverse=True
        )
        for a, b in (("bm25", "dense"), ("bm25", "hybrid"), ("dense", "hybrid"))
    }
    rows = json.loads(command(*asked, "--format", "json").out)
    for (system, baseline), expected in differences.items():
        found = [abs(row["difference"]) for row in rows if (row["system"], row["baseline"]) == (system, baseline)]
        assert found == pytest.approx(expected, abs=1e-12)
    assert len(command(*asked).out.splitlines()) == 1 + 3 * 20
    done = command(*asked[:-1], "recall@5")
    assert (done.status, "rankhouse: 'recall@5' is not one of the measures" in done.err) == (2, True)


@pytest.mark.thorough
def test_lists_side_by_side(command: Command) -> None:
    rows = json.loads(command(*TWO, "--lists", "q1", "--format", "json").out)
    assert [row["rank"] for row in rows] == list(range(1, 8))
    assert [row["item"] for row in rows] == ["relevant", "d1", "d2", "d3", "d4", None, None]
    assert [row["baseline_item"] for row in rows] == ["d0", "d1", "d2", "d3", "d4", "relevant", "d6"]
    assert rows[0]["movement"] == 5
    for judgments in ("judgments.csv", "judgments.qrels"):
        grouped = command("run.csv", "-j", judgments, "-m", "mrr", "--by", "market", "--lists", "q1")
        assert grouped.out.splitlines()[0].split()[:3] == ["market", "system", "baseline"]
        assert {line.split()[0] for line in grouped.out.splitlines()[1:]} == {"de"}
    unknown = command(*TWO, "--lists", "q99")
    assert (unknown.status, "has query_id 'q99'" in unknown.err) == (2, True)
    for refused in (("--moved", "mrr"), ("--format", "latex"), ("--flat",)):
        assert command(*TWO, "--lists", "q1", *refused).status == 2


def difference() -> float:
    return mean(reciprocal_ranks("dense")) - mean(reciprocal_ranks("bm25"))


def test_a_gate_that_holds(command: Command) -> None:
    done = command(*TWO, "--fail-if", "mrr < -0.01", "--fail-if", f"reciprocal_rank>{difference() + 1e-6}")
    assert (done.status, "rankhouse: " in done.err.replace("rankhouse: warning", "")) == (0, False)


def test_a_gate_that_fails_says_which_row_and_by_how_much(command: Command) -> None:
    bound = difference() - 0.01
    done = command(*TWO, "--fail-if", f"mrr > {bound}", "--format", "csv")
    assert done.status == 1
    assert len(done.out.splitlines()) == 3
    assert done.err.splitlines()[-1] == (
        f"rankhouse: reciprocal_rank of dense against bm25: the difference is {difference():+.6g}, 0.01 above {bound:g}"
    )


def test_of_several_rows_the_worst_is_told(command: Command) -> None:
    done = command("run.csv", "-j", "judgments.csv", "-m", "mrr", "--by", "market", "--fail-if", "mrr > 0.001")
    assert done.status == 1
    line = done.err.splitlines()[-1]
    above = {
        (b, a, name): mean([y - x for x, y in list(zip(*map(reciprocal_ranks, (a, b)), strict=True))[place::2]]) - 0.001
        for a, b in (("bm25", "dense"), ("bm25", "hybrid"), ("dense", "hybrid"))
        for place, name in enumerate(("at", "de"))
    }
    (system, baseline, name), worst = max(above.items(), key=lambda each: each[1])
    assert line.startswith(f"rankhouse: reciprocal_rank of {system} against {baseline}, market {name}: ")
    n = sum(each > 0 for each in above.values())
    assert line.endswith(f", {worst:.6g} above 0.001 (and {n - 1} more that --fail-if names)")


def test_a_gate_does_not_pass_what_is_not_known(command: Command, folder: Path) -> None:
    rows = [(s, q, m, v) for s in "ab" for q in ("q1", "q2") for m, v in (("mrr", 1.0), ("p@1", 0.0))]
    lines = [f"{s},{q},{m},{m},,{'' if (s, m) == ('b', 'p@1') else v}\n" for s, q, m, v in rows]
    (folder / "gaps.csv").write_text("system,query_id,measure,metric,k,value\n" + "".join(lines))
    done = command("gaps.csv", "--fail-if", "p@1 < 0")
    assert (done.status, done.err.splitlines()[-1]) == (
        1,
        "rankhouse: p@1 of b against a: no query has a value on both sides, and 'p@1 < 0' is not known",
    )


@pytest.mark.parametrize(
    "text", ["mrr", "mrr <", "< 0.1", "mrr <= 0.1", "mrr = 0.1", "mrr < nan", "mrr < inf", "mrr < 1 %", "mrr < 0 < 1"]
)
def test_an_unreadable_gate_is_refused(text: str) -> None:
    told = "--fail-if is a measure, < or >, and a number, such as 'ndcg@10 < -0.01', got "
    with pytest.raises(InputError, match=re.escape(told + repr(text))):
        _comparison.condition(text)


def test_a_gate_reads_measures_with_options() -> None:
    read = _comparison.condition(" ndcg(gain=linear, ideal=all)@10 >-1e-3 ")
    assert (read.measure, read.is_below, read.bound) == ("ndcg(gain=linear, ideal=all)@10", False, -0.001)


def test_a_gate_on_what_was_not_compared_is_refused(command: Command) -> None:
    done = command(*TWO, "--fail-if", "recall@5 < 0")
    assert (done.status, done.out) == (2, "")
    assert done.err.splitlines()[-1].startswith("rankhouse: 'recall@5' is not one of the measures")
    done = command(*TWO, "--fail-if", "mrr is bad")
    assert (done.status, done.out) == (2, "")
