"""What is often given in another form than the right one: the error says the form that is right."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd  # type: ignore[import-untyped]
import pytest

import rankhouse
from executed import commanded
from rankhouse import InputError

RUN = {"q1": {"a": 2.0, "b": 1.0}, "q2": {"a": 1.0}}
JUDGMENTS = {"q1": {"b": 1}, "q2": {"a": 1}}
FRAME = pd.DataFrame([("q1", "a", 2.0)], columns=["query_id", "item_id", "score"])
BOXES = [{"image_id": 1, "category_id": 1, "bbox": [1, 2, 3, 4], "score": 0.5}]
evaluate, compare = rankhouse.evaluate, rankhouse.compare

FORMS: dict[str, tuple[Callable[[], Any], str]] = {
    "a list of runs": (lambda: evaluate([FRAME, FRAME], JUDGMENTS), "compare({'a': run, 'b': other}, judgments)"),
    "a list of runs to compare": (
        lambda: compare([FRAME, FRAME], JUDGMENTS),
        "compare({'a': run, 'b': other}, judgments)",
    ),
    "a list of judgments": (lambda: evaluate(FRAME, [FRAME, FRAME]), "give one table, such as pd.concat(tables)"),
    "a measure as judgments": (lambda: evaluate(FRAME, "mrr"), "write evaluate(run, judgments, 'mrr')"),
    "measures as judgments": (lambda: evaluate(FRAME, "ndcg@10,map"), "write evaluate(run, judgments, 'ndcg@10,map')"),
    "a list of measures as judgments": (lambda: evaluate(FRAME, ["mrr"]), "write evaluate(run, judgments, ['mrr'])"),
    "means": (lambda: compare({"a": evaluate(RUN, JUDGMENTS), "b": evaluate(RUN, JUDGMENTS)}), "per_query=True"),
    "a table of means": (lambda: compare(evaluate(RUN, JUDGMENTS).df()), "evaluate(..., per_query=True)"),
    "pairs with numbers": (lambda: evaluate(RUN, JUDGMENTS, exclude={"q1": {"a": 1}}), "give [(query, item), ...]"),
    "a judged query without items": (
        lambda: evaluate(RUN, {**JUDGMENTS, "q3": {}}, queries="all"),
        "judgments has 1 queries without items, such as 'q3', which queries='all' would not count: give it an item of",
    ),
    "a query without results": (
        lambda: evaluate({**RUN, "q3": {}}, JUDGMENTS, queries="run"),
        "run has 1 queries without items, such as 'q3', which queries='run' would not count",
    ),
    "boxes of COCO": (
        lambda: rankhouse.detection_metrics(BOXES, BOXES),
        "x_min = x, y_min = y, x_max = x + width and y_max = y + height",
    ),
    "the text of a query": (
        lambda: evaluate("select 1 as query_id, 'a' as item_id, 1.0 as score", JUDGMENTS),
        "run is the text of a query, 'select 1 as query_id, 'a' as item_id, 1.0 as score'",
    ),
    "a long text": (
        lambda: evaluate("with a as (select 1)\nfrom a" + " " * 300, JUDGMENTS),
        "give con.sql('...'), which",
    ),
    "a text in brackets": (lambda: evaluate(" (FROM a)", JUDGMENTS), "give con.sql('...'), which returns its rows"),
    "a long name": (lambda: evaluate("a" * 300, JUDGMENTS), "there is no table or view 'aaaa"),
    "a long name of a file": (lambda: evaluate("a" * 300 + ".csv", JUDGMENTS), "there is no table or view 'aaaa"),
    "a long path": (lambda: evaluate(Path("a" * 300 + ".csv"), JUDGMENTS), "there is no file 'aaaa"),
}


@pytest.mark.filterwarnings("ignore::rankhouse.InputWarning")
@pytest.mark.parametrize("form", FORMS)
def test_the_error_says_the_right_form(form: str) -> None:
    call, message = FORMS[form]
    with pytest.raises(InputError) as caught:
        call()
    assert message.replace("'", "") in str(caught.value).replace("'", "").replace('"', "")
    assert len(str(caught.value)) < 1_000
    assert "\n" not in str(caught.value)


def test_the_text_of_a_query_is_not_run() -> None:
    with duckdb.connect() as con:
        con.execute("create table a as select 1 as query_id")
        for text in ("delete from a", "from a; drop table a", "(delete from a returning *)", "select * from a"):
            with pytest.raises(InputError):
                evaluate(text, JUDGMENTS, con=con)
        assert con.sql("from a").fetchall() == [(1,)]
        # A table may be named like one.
        con.execute("create table \"select 1\" as select 'q1' as query_id, 'b' as item_id, 1.0 as score")
        ((value,),) = (
            evaluate("select 1", JUDGMENTS, "mrr", con=con, queries="intersection").project("value").fetchall()
        )
        assert value == 1


def test_several_measures_in_one_text() -> None:
    found = [row[0] for row in evaluate(RUN, JUDGMENTS, ["ndcg@{1,2},map", "f_beta(beta=2)@1"]).fetchall()]
    assert found == ["ndcg@1", "ndcg@2", "average_precision", "f_beta(beta=2)@1"]
    with duckdb.connect() as con:
        rankhouse.register(con)
        con.execute("create table run as select 1 as query_id, 1 as item_id, 1.0 as score, 1 as relevance")
        with pytest.raises(
            duckdb.Error, match="'ndcg@10,map' is several measures: give a list, with one in each entry"
        ):
            con.sql("from rankhouse.metrics('run', measures := ['ndcg@10,map'])")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "a.csv").write_text("query_id,item_id,score\nq1,a,2\nq1,b,1\n")
    (tmp_path / "j.csv").write_text("query_id,item_id,relevance\nq1,b,1\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (("a.csv", "a.csv", "j.csv"), "(j.csv); rankhouse compare takes several runs"),
        (("a.csv", "a.csv"), "rankhouse compare RUN OTHER JUDGMENTS takes two runs"),
        (("a.csv", "j.csv", "--k", "10"), "No such option: --k: write the cutoff in the measure, as in 'ndcg@10'"),
        (("a.csv", "j.csv", "--group-by", "x"), "No such option: --group-by: write --by"),
        (("a.csv", "j.csv", "--metrics", "map"), "No such option: --metrics: write --measures"),
        (("select 1", "j.csv"), "run is the text of a query, 'select 1', which is not run: write its rows into a file"),
    ],
)
def test_commands(folder: Path, asked: tuple[str, ...], message: str) -> None:
    status, shown, said = commanded(["evaluate", *asked])
    assert (status, shown) == (2, "")
    assert message in " ".join(said.split())


def test_a_command_takes_several_measures_with_commas(folder: Path) -> None:
    status, shown, _ = commanded(["evaluate", "a.csv", "j.csv", "-m", "mrr,precision@1", "--format", "csv"])
    assert status == 0
    values = {line.split(",")[0]: float(line.split(",")[3]) for line in shown.splitlines()[1:]}
    assert values == {"reciprocal_rank": 0.5, "precision@1": 0.0}
