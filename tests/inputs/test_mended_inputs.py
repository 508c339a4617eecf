"""What cannot be read or written is one clear error, and nothing of it is left."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest
from jinja2 import bccache

import rankhouse
from rankhouse import InputError
from rankhouse._inputs.home import Home
from rankhouse._installing import register
from rankhouse._rendering.jinja import Macros
from rankhouse._reporting import writing
from rankhouse._results.relation import as_text
from rankhouse.cli import _output
from rankhouse.cli._wording import as_typed

JUDGMENTS = {"q": {"a": 1}}


def test_a_length_of_time_is_no_score() -> None:
    with pytest.raises(InputError, match="score must be a number, but column 'score' is INTERVAL"):
        rankhouse.evaluate({"q": {"a": datetime.timedelta(seconds=1)}}, JUDGMENTS, "map")


HALF = "\ud800"
COLUMNS = {"query_id": ["q"], "item_id": [HALF], "score": [1.0]}


@pytest.mark.parametrize(
    "run",
    [
        {f"q{HALF}": {"a": 1.0}},
        [{"query_id": "q", "item_id": HALF, "score": 1.0}],
        COLUMNS,
        {"query_id": ["q"], "item_id": ["a"], "score": [1.0], HALF: [1]},
        # Text of pandas cannot hold it.
        pd.DataFrame(COLUMNS, dtype=object).astype({"score": float}),
    ],
    ids=["by query", "rows", "columns", "name", "frame"],
)
def test_half_a_surrogate_pair_is_no_id(run: Any) -> None:
    with pytest.raises(InputError, match="not valid Unicode"):
        rankhouse.evaluate(run, JUDGMENTS, "map")


def test_half_a_surrogate_pair_is_no_name() -> None:
    with pytest.raises(InputError, match="unknown measure"):
        rankhouse.evaluate({"q": {"a": 1.0}}, JUDGMENTS, HALF)
    for given in ({"columns": {"score": HALF}}, {"by": HALF}):
        with pytest.raises(InputError, match=r"not valid Unicode|have no column"):
            rankhouse.evaluate({"q": {"a": 1.0}}, JUDGMENTS, "map", **given)


def test_half_a_surrogate_pair_is_no_argument(tmp_path: Path) -> None:
    name = "x\ud800"
    with duckdb.connect() as con:
        con.execute("create table metrics as select 1 as value")
        for call in (
            lambda: rankhouse.freeze(name, "metrics"),
            lambda: rankhouse.freeze("frozen", "metrics", by=[name]),
            lambda: rankhouse.install(tmp_path / name),
            lambda: rankhouse.register(con, schema=name),
            lambda: rankhouse.publish(con, tmp_path, tables=["metrics"], name=name),
        ):
            with pytest.raises(InputError, match="not valid Unicode"):
                call()
    assert list(tmp_path.iterdir()) == []


def test_a_cache_that_is_full_keeps_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(bccache.tempfile, "NamedTemporaryFile", full)
    assert "select" in Macros("duckdb").metrics("run", "judgments", ["map"])
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_a_full_disk_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(home: Home, *_: object) -> None:
        file = Path(home.con.sql("select path from duckdb_databases() where path is not null").fetchall()[0][0])
        file.with_name(f"{file.name}.wal").touch()
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(register, "_store", full)
    with pytest.raises(InputError, match=r"cannot install the macros into .*No space left"):
        rankhouse.install(tmp_path / "new.duckdb")
    assert list(tmp_path.iterdir()) == []


def test_what_is_written_onto_a_link_is_where_it_leads(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    link.symlink_to(target)
    for written, write in (("page", writing.write), ("rows", _output.write_text)):
        write(written, link)
        assert link.is_symlink()
        assert target.read_text() == written


def test_a_threshold_is_an_argument() -> None:
    rows = [{"score": 0.5, "label": 1}, {"score": 0.2, "label": 0}]
    with pytest.raises(InputError, match=r"it takes no options; set thresholds .* thresholds=\[0.3\]$"):
        rankhouse.classifier_metrics(rows, "f1(threshold=0.3)")
    with pytest.raises(InputError, match=r"it takes no options$"):
        rankhouse.classifier_metrics(rows, "roc_auc(threshold=0.3)")


def test_words_of_the_command_line() -> None:
    for message, typed in (
        ("use queries='run'", "use --queries run"),
        ("also compare bpref, or use unjudged='drop'", "also compare bpref, or use --unjudged drop"),
        ("set thresholds for all measures: thresholds=[0.3]", "set thresholds for all measures: --threshold 0.3"),
        ("see help(rankhouse.correct_sampled)", "see rankhouse correct-sampled --help"),
    ):
        assert as_typed(message) == typed


def test_compared_classifiers_show_interval_and_p() -> None:
    rows = [
        {"system": system, "row_id": row, "label": row % 2, "score": (row * step % 11) / 11}
        for system, step in (("a", 3), ("b", 7))
        for row in range(40)
    ]
    for test in ("delong", "mcnemar"):
        for width in (80, 120):
            header = as_text(rankhouse.compare_classifiers(rows, test=test), width).splitlines()[0].split()
            assert {"difference", "ci_low", "ci_high", "p_adjusted"} <= set(header)
            assert "wins" not in header or test == "mcnemar"


def test_settings_of_explain_are_words() -> None:
    found = rankhouse.explain({"q": {"a": 2.0, "b": 1.0}}, {"q": {"b": 2, "a": 0}}, target="trec_eval")
    told = [text for row in found.project("before, after").fetchall() for text in row if text]
    assert "relevance: as given, relevance below 0: not relevant" in told
    assert "gain=linear" in told
    assert not any("None" in text for text in told)
