"""Runs and qrels of TREC as people have them: what is read, by hand, and which line and field a message names."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import duckdb
import pytest

import rankhouse
from conftest import refused
from executed import commanded

RUN = "q1 Q0 d1 1 2.0 bm25\nq1 Q0 d2 2 1.0 bm25\nq2 Q0 d3 1 3.0 bm25\n"
QRELS = "q1 0 d2 1\nq2 0 d3 2\n"
# By hand: the relevant item of q1 is second, and that of q2 first.
MRR = 0.75
BOM = b"\xef\xbb\xbf"

READ: dict[str, tuple[bytes, bytes]] = {
    "as they are": (RUN.encode(), QRELS.encode()),
    "byte order marks": (BOM + RUN.encode(), BOM + QRELS.encode()),
    "line ends of Windows": (RUN.replace("\n", "\r\n").encode(), QRELS.replace("\n", "\r\n").encode()),
    "line ends of old Macs": (RUN.replace("\n", "\r").encode(), QRELS.replace("\n", "\r").encode()),
    "no last line end": (RUN.strip().encode(), QRELS.strip().encode()),
    "tabs, form feeds": (RUN.replace(" ", "\t").encode(), QRELS.replace(" ", "\x0b\x0c").encode()),
    "blanks": (b"  \t\n\n" + RUN.replace("\n", " \n \t\n").encode(), b"\n" + QRELS.replace("q", "\tq").encode()),
    "comments": (
        b"# by hand, 7\n#x\n" + RUN.encode() + b"# end 1 2 3 4 5\n",
        b"#\n" + QRELS.encode() + b"#q1 0\n",
    ),
    "no tag": (RUN.replace(" bm25", "").encode(), QRELS.encode()),
    "no iteration": (RUN.encode(), QRELS.replace(" 0 ", " ").encode()),
    "no tag, no iteration, comments": (
        b"# depth 10\n" + RUN.replace(" bm25", "").encode(),
        b"# of 7\n\n" + QRELS.replace(" 0 ", "\t").encode(),
    ),
    "numbers of every kind": (
        b"q1 Q0 d1 x Infinity t\nq1 Q0 d2 -1 -1.5e-3 t\nq2 Q0 d3 0 .5 t\n",
        b"q1 0 d2 +1\nq2 0 d3 1.\n",
    ),
}
"""A run and its judgments, of which the mean reciprocal rank is MRR."""


@pytest.mark.parametrize("suffixes", [("run", "qrels"), ("txt", "txt"), ("", ""), ("trec.gz", "txt.gz")])
@pytest.mark.parametrize("name", READ)
def test_what_is_read(con: duckdb.DuckDBPyConnection, tmp_path: Path, name: str, suffixes: tuple[str, str]) -> None:
    files = written(tmp_path, READ[name], suffixes)
    assert mrr(con, *files) == MRR


def test_on_the_command_line(tmp_path: Path) -> None:
    for name, pair in READ.items():
        run, qrels = map(str, written(tmp_path, pair, ("run", "txt.gz")))
        _, shown, said = commanded(["evaluate", run, qrels, "-m", "mrr", "--format", "csv"])
        assert f",{MRR}," in shown, (name, said)
    run, qrels = map(str, written(tmp_path, (RUN.encode(), QRELS.encode()), ("txt", "txt")))
    status, _, said = commanded(["evaluate", qrels, run, "-m", "mrr"])
    assert status and "give the run first and the judgments second" in said
    _, shown, said = commanded(["compare", f"a={run}", f"b={run}", qrels, "-m", "mrr", "--format", "csv"])
    assert "reciprocal_rank" in shown, said


def test_ids_are_kept_as_they_are(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    """Quotes, commas, backslashes, blanks that separate nothing, control characters, and a sign of comments."""
    ids = [
        '"a',
        "b'",
        "c,;|",
        "d\\n",
        "e\xa0f",
        "g\u2003h",
        "i\u2028j",
        "k\x01l",
        "#m",
        "n\x85o",
        "日本",
        "x" * 100_000,
    ]
    run, qrels = tmp_path / "x.run", tmp_path / "x.qrels"
    run.write_text("".join(f"{each} Q0 {each} 1 1 t\n" for each in ids), encoding="utf-8")
    qrels.write_text("".join(f"{each} 0 {each} 1\n" for each in ids), encoding="utf-8")
    found = rankhouse.evaluate(run, qrels, "mrr", per_query=True, con=con).fetchall()
    assert {row[0]: row[-1] for row in found} == dict.fromkeys(ids, 1.0)


def test_ids_that_begin_with_the_sign_of_comments_alone(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    run, qrels = written(tmp_path, (b"#a Q0 d 1 1 t\n#b Q0 e 1 1 t\n", b"#a 0 d 1\n#b 0 x 1\n"), ("run", "qrels"))
    assert mrr(con, run, qrels) == 0.5


def test_the_tag_is_the_system_and_without_it_there_is_none(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    run, qrels = written(tmp_path, READ["as they are"], ("run", "qrels"))
    assert rankhouse.evaluate(run, qrels, "mrr", by="system", con=con).project("system").fetchall() == [("bm25",)]
    run, qrels = written(tmp_path, READ["no tag"], ("run", "qrels"))
    refused("by: run and judgments have no column 'system'", run, qrels, "mrr", by="system", con=con)


REFUSED = {
    "a tag on some lines": (
        RUN.replace("2.0 bm25", "2.0"),
        QRELS,
        "run: line 2 of {run} has 6 fields instead of 5: 'q1 Q0 d2 2 1.0 bm25'; a line of this run is"
        " 'qid Q0 docid rank score'",
    ),
    "no tag on some lines": (
        RUN.replace("1.0 bm25", "1.0"),
        QRELS,
        "run: line 2 of {run} has 5 fields instead of 6: 'q1 Q0 d2 2 1.0'; a line of this run is"
        " 'qid Q0 docid rank score tag'",
    ),
    "an id with a space": (
        RUN.replace("d2", "d 2"),
        QRELS,
        "run: line 2 of {run} has 7 fields instead of 6: 'q1 Q0 d 2 2 1.0 bm25'",
    ),
    "seven fields from the start": (RUN.replace("Q0", "Q0 0"), QRELS, "run: line 1 of {run} has 7 fields instead of 6"),
    "a word for a score, after comments and blank lines": (
        f"# a run\n\n{RUN.replace('3.0', 'high')}",
        QRELS,
        "run: line 5 of {run} has 'high' where a number is expected: 'q2 Q0 d3 1 high bm25'",
    ),
    "no score at all": (
        "q1 Q0 d1 1 bm25\n",
        QRELS,
        "run: line 1 of {run} has 'bm25' where a number is expected: 'q1 Q0 d1 1 bm25'; a line of this run is"
        " 'qid Q0 docid rank score'",
    ),
    "a no-break space": (
        RUN.replace("Q0 d2", "Q0\xa0d2"),
        QRELS,
        "run: line 2 of {run} has 5 fields instead of 6: 'q1 Q0\\xa0d2 2 1.0 bm25'; U+00A0 (no-break space) cannot"
        " separate fields: use a space",
    ),
    "a no-break space in the first line": (
        RUN.replace("q1 Q0 d1", "q1\xa0Q0 d1"),
        QRELS,
        "run: line 1 of {run} has 'bm25' where a number is expected: 'q1\\xa0Q0 d1 1 2.0 bm25'; U+00A0 (no-break",
    ),
    "commas": ("q1,Q0,d1,1,2.0,bm25\n", QRELS, "run: line 1 of {run} has 1 field instead of 6"),
    "a word for a grade": (
        RUN,
        QRELS.replace("d3 2", "d3 yes"),
        "judgments: line 2 of {qrels} has 'yes' where a number is expected: 'q2 0 d3 yes'",
    ),
    "an iteration on some lines": (
        RUN,
        QRELS.replace("q2 0", "q2"),
        "judgments: line 2 of {qrels} has 3 fields instead of 4",
    ),
    "exchanged": (
        QRELS,
        RUN,
        "run: line 1 of {run} has 4 fields, 'qid iter docid rel', so this is a qrels file; a line of a run is"
        " 'qid Q0 docid rank score tag': give the run first and the judgments second",
    ),
    "two runs": (
        RUN,
        f"\n{RUN}",
        "judgments: line 2 of {qrels} has 6 fields, 'qid Q0 docid rank score tag', so this is a run; a line of a"
        " qrels file is 'qid iter docid rel': ... compare({{'a': run, 'b': other}}, judgments) takes two runs",
    ),
    "comments alone": ("# nothing\n", QRELS, "run ({run}) is empty: it has no rows"),
    "blank lines alone": (RUN, "\n \n\t\n", "judgments ({qrels}) is empty: it has no rows"),
}
"""A run, its judgments, and the message."""


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(con: duckdb.DuckDBPyConnection, tmp_path: Path, name: str) -> None:
    run, qrels, message = REFUSED[name]
    paths = written(tmp_path, (run.encode(), qrels.encode()), ("run", "qrels"))
    shown = message.format(run=paths[0], qrels=paths[1])
    refused(shown, *paths, "mrr", con=con)
    # A transaction of the user's lives on.
    con.begin()
    refused(shown, *paths, "mrr", con=con)
    assert con.execute("select 1").fetchall() == [(1,)]
    con.rollback()


@pytest.mark.parametrize("name", ["exchanged", "two runs", "no tag on some lines", "a no-break space"])
def test_files_without_a_name_of_trec_are_refused_alike(
    con: duckdb.DuckDBPyConnection, tmp_path: Path, name: str
) -> None:
    run, qrels, message = REFUSED[name]
    paths = written(tmp_path, (run.encode(), qrels.encode()), ("txt", "txt.gz"))
    refused(message.format(run=paths[0], qrels=paths[1]), *paths, "mrr", con=con)


def test_of_several_files_the_one_with_the_line_is_named(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    (tmp_path / "a.run").write_text(RUN)
    (tmp_path / "b.run").write_text(f"{RUN.replace('q', 'p')}p3 Q0 d1\n")
    qrels = tmp_path / "x.qrels"
    qrels.write_text(QRELS)
    pattern = str(tmp_path / "*.run")
    refused(f"run: line 4 of {tmp_path / 'b.run'} has 3 fields instead of 6", pattern, qrels, "mrr", con=con)
    (tmp_path / "b.run").write_text(RUN.replace("q", "p"))
    assert mrr(con, pattern, qrels) == MRR


def test_a_name_with_signs_of_a_pattern(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    run, qrels = tmp_path / "a[1]'*.run", tmp_path / "x.qrels"
    run.write_text(f"{RUN}q3\n")
    qrels.write_text(QRELS)
    refused(f"run: line 4 of {run} has 1 field instead of 6", run, qrels, "mrr", con=con)


def test_lines_that_are_too_long_or_no_text(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    run, qrels = written(tmp_path, (b"q1 Q0 " + b"x" * 11_000_000 + b" 1 1 t\n", QRELS.encode()), ("run", "qrels"))
    message = refused(f"run: cannot read {run}: line 1: Maximum line size of 10000000", run, qrels, "mrr", con=con)
    assert len(message) < 1000
    run.write_bytes(RUN.encode("utf-16"))
    refused(f"run: cannot read {run}: line 1: Invalid unicode", run, qrels, "mrr", con=con)
    run.write_bytes(b"q1 Q0 d\xe9 1 1 t\n")
    refused(f"run: cannot read {run}: line 1: Invalid unicode", run, qrels, "mrr", con=con)


def test_tables_in_text_files_are_no_files_of_trec(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    run, labels = tmp_path / "run.tsv", tmp_path / "labels.txt"
    run.write_text("query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t1\nq2\td3\t1\n")
    labels.write_text("qid\tdocid\trel\nq1\td2\t1\nq2\td3\t1\n")
    columns = {"run.query_id": "query-id", "run.item_id": "corpus-id"}
    columns |= {"judgments.query_id": "qid", "judgments.item_id": "docid", "relevance": "rel"}
    assert mrr(con, run, labels, columns=columns) == MRR


def mrr(con: duckdb.DuckDBPyConnection, run: Path | str, qrels: Path, **options: Any) -> float:
    found = rankhouse.evaluate(run, qrels, "mrr", con=con, **options).project("value").fetchall()
    value: float = found[0][0]
    return value


def written(folder: Path, contents: tuple[bytes, bytes], suffixes: tuple[str, str]) -> tuple[Path, Path]:
    paths = [folder / f"{name}.{suffix}".strip(".") for name, suffix in zip(("a", "b"), suffixes, strict=True)]
    for path, content in zip(paths, contents, strict=True):
        path.write_bytes(gzip.compress(content) if path.suffix == ".gz" else content)
    return paths[0], paths[1]
