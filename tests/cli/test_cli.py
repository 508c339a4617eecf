"""The command line as its user has it: what is printed, written and returned."""

from __future__ import annotations

import contextlib
import csv
import fcntl
import gzip
import json
import math
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

import duckdb
import pytest
import typer

import rankhouse
from executed import commanded
from rankhouse._inputs.progress import Progress
from rankhouse.cli import _output, _shell, app

RUN = "q1 Q0 d1 1 3.5 tag\nq1 Q0 d2 2 2.5 tag\nq2 Q0 d3 1 1.0 tag\n"
QRELS = "q1 0 d2 1\nq2 0 d3 2\nq2 0 d4 1\n"


@dataclass
class Done:
    returncode: int
    stdout: str
    stderr: str


def command(folder: Path, *arguments: str) -> Done:
    """In this process; what needs one of its own starts it: pipes, terminals, modules that are missing."""
    with contextlib.chdir(folder):
        return Done(*commanded([*arguments]))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "bm25.run").write_text(RUN)
    (tmp_path / "judgments.qrels").write_text(QRELS)
    return tmp_path


def test_evaluate_prints_a_table(folder: Path) -> None:
    done = command(folder, "evaluate", "bm25.run", "judgments.qrels", "-m", "mrr", "-m", "recall@10")
    assert done.returncode == 0, done.stderr
    lines = [line.split() for line in done.stdout.splitlines()]
    assert lines[0][:4] == ["measure", "value", "n_queries", "n_missing"]
    assert [line[:4] for line in lines[1:]] == [
        ["reciprocal_rank", "0.7500", "2", "0"],
        ["recall@10", "0.7500", "2", "0"],
    ]


def test_formats_hold_the_same_numbers(folder: Path) -> None:
    asked = ("evaluate", "bm25.run", "judgments.qrels", "-m", "mrr", "--per-query")
    printed = command(folder, *asked, "--format", "csv").stdout.splitlines()
    rows = [(row["query_id"], float(row["value"])) for row in csv.DictReader(printed)]
    assert sorted(rows) == [("q1", 0.5), ("q2", 1.0)]
    listed = json.loads(command(folder, *asked, "--format", "json").stdout)
    assert sorted((row["query_id"], row["value"]) for row in listed) == sorted(rows)
    for name in ("out.parquet", "out.csv", "out.json"):
        done = command(folder, *asked, "-o", name)
        assert (done.returncode, done.stderr) == (0, ""), done.stderr
        with duckdb.connect() as con:
            found = con.execute(f"select query_id, value from '{folder / name}' order by all").fetchall()
        assert found == sorted(rows)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["evaluate", "bm25.run", "judgments.qrels", "-m", "ndgc@10"], "did you mean 'ndcg'?"),
        (["evaluate", "missing.run", "judgments.qrels"], "missing.run"),
        (["evaluate", "bm25.run", "judgments.qrels", "--ties", "random"], "random"),
        (["evaluate"], "Missing argument"),
        (["evaluat"], "evaluat"),
        (["evaluate", "broken.run", "judgments.qrels"], "line 2"),
        (["sql", "--dialect", "cobol"], "cobol"),
    ],
)
def test_errors_are_one_line_and_a_status(folder: Path, arguments: list[str], message: str) -> None:
    (folder / "broken.run").write_text("q1 Q0 d1 1 3.5 tag\nq1 Q0 d2 tag\n")
    done = command(folder, *arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("rankhouse: ")
    assert done.stderr.count("\n") == 1
    assert message in done.stderr


def test_sql_runs_where_the_tables_are(folder: Path) -> None:
    with duckdb.connect() as con:
        con.execute("create table run as select 'q' as query_id, 'a' as item_id, 1.0 as score")
        con.execute("create table judgments as select 'q' as query_id, 'a' as item_id, 1 as relevance")
        text = command(folder, "sql", "run", "judgments", "-m", "precision@4").stdout
        assert con.execute(f"select measure, value from ({text.strip().rstrip(';')})").fetchall() == [
            ("precision@4", 0.25)
        ]


def test_sql_of_an_explanation_is_what_explain_shows(folder: Path) -> None:
    ends = ("-m", "ndcg@5", "--from", "elasticsearch", "--to", "trec_eval")
    shown = json.loads(command(folder, "explain", "bm25.run", "judgments.qrels", *ends, "--format", "json").stdout)
    text = command(folder, "sql", "run", "judgments", "--explain", *ends).stdout
    with duckdb.connect() as con:
        con.execute("create table run as select 'q1' as query_id, 'd1' as item_id, 3.5 as score")
        con.execute("insert into run values ('q1', 'd2', 2.5), ('q2', 'd3', 1.0)")
        con.execute("create table judgments as select 'q1' as query_id, 'd2' as item_id, 1 as relevance")
        con.execute("insert into judgments values ('q2', 'd3', 2), ('q2', 'd4', 1)")
        steps = con.execute(f"select step, switched, value from ({text.strip().rstrip(';')}) order by step").fetchall()
    assert steps == [(row["step"], row["switched"], pytest.approx(row["value"], abs=1e-12)) for row in shown]
    assert len(steps) > 3


def test_sql_takes_the_ends_of_an_explanation_with_explain_alone(folder: Path) -> None:
    for arguments in (("--from", "ranx"), ("--explain", "--convention", "ranx"), ("--explain", "--pool", "judged")):
        done = command(folder, "sql", *arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert "--from and --to go with --explain" in done.stderr


@pytest.mark.thorough
def test_commands_take_pairs(folder: Path) -> None:
    """d1, the first item of q1, has been seen: d2 is the first."""
    (folder / "seen.csv").write_text("user,item_id\nq1,d1\nq1,d1\n")
    pairs = ("--exclude", "seen.csv", "--columns", "exclude.query_id=user", "-m", "mrr")
    listed = ("bm25.run", "judgments.qrels", *pairs, "--format", "json")
    for name, step in (("evaluate", ()), ("tie-audit", ()), ("explain", ("--from", "ranx"))):
        done = command(folder, name, *listed, *step)
        assert done.returncode == 0, done.stderr
        assert {row["value"] for row in json.loads(done.stdout)} == {1.0}
    with duckdb.connect() as con:
        con.execute("create table run as from (values ('q', 'a', 2), ('q', 'b', 1)) as t(query_id, item_id, score)")
        con.execute("create table judgments as select 'q' as query_id, 'b' as item_id, 1 as relevance")
        con.execute("create table seen as select 'q' as query_id, 'a' as item_id")
        con.execute("create table lists as select 'q' as query_id, 'b' as item_id")
        for more in (("--exclude", "seen"), ("--candidates", "lists"), ("--exclude", "seen", "--candidates", "lists")):
            for explained in ((), ("--explain", "--from", "ranx")):
                text = command(folder, "sql", "run", "judgments", "-m", "mrr", *more, *explained).stdout
                values = con.execute(f"select value from ({text.strip().rstrip(';')})").fetchall()
                assert {*values} == {(1.0,)}


def test_tie_audit_prints_the_bounds(folder: Path) -> None:
    (folder / "tied.run").write_text("q1 Q0 d1 1 1 tag\nq1 Q0 d2 2 1 tag\nq1 Q0 d3 3 0 tag\n")
    done = command(folder, "tie-audit", "tied.run", "judgments.qrels", "-m", "mrr", "--format", "csv")
    assert done.returncode == 0, done.stderr
    header, *rows = [line.split(",") for line in done.stdout.splitlines()]
    assert header[4:] == ["tied_share", "value", "lowest", "expected", "highest", "spread"]
    found = {row[0]: [float(value) for value in row[4:]] for row in rows}
    assert found == {"q1": pytest.approx([2 / 3, 1, 0.5, 0.75, 1, 0.5]), "q2": [0, 0, 0, 0, 0, 0]}
    done = command(folder, "tie-audit", "tied.run", "judgments.qrels", "-m", "novelty")
    assert (done.returncode, done.stderr) == (
        2,
        "rankhouse: unknown measure 'novelty': it is a measure of recommendation_metrics\n",
    )


def test_macros_are_printed_and_installed(folder: Path) -> None:
    assert command(folder, "sql", "--macros").stdout == rankhouse.bundle()
    done = command(folder, "install", "library.duckdb")
    assert done.returncode == 0, done.stderr
    with duckdb.connect(str(folder / "library.duckdb"), read_only=True) as con:
        assert con.execute("select hit_rate_at_k(1, score, 3) from (select 0.5 as score)").fetchall() == [(1,)]


def test_recommendation_metrics(folder: Path) -> None:
    (folder / "items.csv").write_text("item_id\nd1\nd2\nd3\nd4\n")
    asked = ("recommendation-metrics", "bm25.run", "-m", "coverage@1", "-m", "personalisation")
    done = command(folder, *asked, "--items", "items.csv", "--format", "csv")
    assert done.returncode == 0, done.stderr
    found = {row["measure"]: float(row["value"]) for row in csv.DictReader(done.stdout.splitlines())}
    assert found == {"catalogue_coverage@1": 0.5, "personalisation": 1.0}
    refused = command(folder, *asked)
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1
    assert "catalogue_coverage@1 needs items" in refused.stderr


@pytest.mark.thorough
def test_check_agrees_with_the_reference(folder: Path) -> None:
    done = command(folder, "check")
    assert done.returncode == 0, done.stderr
    with (Path(__file__).parents[2] / "seeds/rankhouse_reference_expected.csv").open() as file:
        total = len(list(csv.DictReader(file)))
    assert f"{total} of {total}" in done.stdout


def test_measures_and_version(folder: Path) -> None:
    assert "average_precision" in command(folder, "measures").stdout
    assert command(folder, "--version").stdout == f"rankhouse {rankhouse.__version__}\n"
    assert "Usage" in command(folder).stdout


def test_a_reader_that_stops_early_is_no_error(folder: Path) -> None:
    pipe = f"{sys.executable} -c 'from rankhouse.cli import main; main()' sql --macros | head -1"
    done = subprocess.run(
        pipe, shell=True, cwd=folder, capture_output=True, text=True, check=False,
        env={"PYTHONPATH": str(Path(rankhouse.__file__).parents[1]), "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    assert done.stdout.startswith("-- rankhouse")
    assert done.stderr == ""


def run_program(folder: Path, code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False)


def test_ctrl_c_while_the_command_is_imported(tmp_path: Path) -> None:
    finder = "type('Finder', (), {'find_spec': lambda name, *_: (_ for _ in ()).throw(KeyboardInterrupt)"
    code = f"import sys; from rankhouse.__main__ import main; sys.meta_path.insert(0, {finder}}})); main()"
    done = run_program(tmp_path, code)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "rankhouse: interrupted\n")


@pytest.mark.parametrize(
    ("module", "function", "words"),
    [
        ("_installing.register", "_make", ["install", "new.duckdb"]),
        ("_monitoring.publish", "_relations", ["publish", "source.duckdb", "folder"]),
    ],
)
def test_a_command_that_is_ended_leaves_nothing(tmp_path: Path, module: str, function: str, words: list[str]) -> None:
    with duckdb.connect(str(tmp_path / "source.duckdb")) as con:
        con.execute("create table rankhouse__metrics as select 1 as value")
    ended = f"""
import os, signal, sys
from rankhouse.{module} import {function} as work
import rankhouse.{module} as module
def ended(*given):
    made = work(*given)
    os.kill(os.getpid(), signal.SIGTERM)
    return made
module.{function} = ended
sys.argv = {["rankhouse", *words]!r}
from rankhouse.cli import main
main()
"""
    done = run_program(tmp_path, ended)
    assert (done.returncode, done.stderr) == (128 + signal.SIGTERM, "")
    assert {path.name for path in tmp_path.rglob("*")} <= {"source.duckdb", "folder"}


def test_long_work_draws_nothing_into_the_result() -> None:
    """DuckDB would print a progress bar to standard output after two seconds."""
    with _shell.opened() as con:
        assert con.execute("select current_setting('enable_progress_bar')").fetchone() == (False,)


def in_a_terminal(
    arguments: list[str], interrupt_after: float | None = None, width: int | None = None
) -> tuple[int, str]:
    """Exit status and what a terminal is sent; Ctrl-C is pressed once the command has been at work for so long."""
    pid, terminal = pty.fork()
    if pid == 0:
        # Not what readline has put into the environment behind Python's back.
        environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
        if width:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, width, 0, 0))
        program = "from rankhouse.cli import main; main()"
        command = [sys.executable, "-c", program, *arguments]
        os.execve(sys.executable, command, environment | {"TERM": "xterm-256color"})
    sent, started = b"", None
    while True:
        readable, _, _ = select.select([terminal], [], [], 0.1)
        if readable:
            try:
                sent += os.read(terminal, 65536)
            except OSError:
                break
            started = started or time.monotonic()
        if interrupt_after is not None and started is not None and time.monotonic() - started > interrupt_after:
            os.write(terminal, b"\x03")
            interrupt_after = None
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), sent.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no pty")
def test_the_spinner_is_gone_before_the_result(tmp_path: Path) -> None:
    with duckdb.connect() as con:
        con.execute(f"copy (select 1 as query_id, 'a' as item_id, 1 as score) to '{tmp_path}/run.parquet'")
        con.execute(f"copy (select 1 as query_id, 'a' as item_id, 1 as relevance) to '{tmp_path}/judgments.parquet'")
    files = [str(tmp_path / name) for name in ("run.parquet", "judgments.parquet")]
    status, sent = in_a_terminal(["evaluate", *files, "-m", "mrr"])
    assert status == 0
    before, _, _ = sent.partition("reciprocal_rank")
    # The line of the spinner is cleared, and none is drawn after it.
    assert before.rindex("\x1b[2K") > before.rindex("Evaluating")
    assert "Evaluating" not in sent.partition("reciprocal_rank")[2]


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="there is no pty")
def test_ctrl_c_is_one_line(tmp_path: Path) -> None:
    with duckdb.connect() as con:
        rows = "select i // 1000 as query_id, i % 1000 as item_id"
        con.execute(
            f"copy ({rows}, hash(i) / 1e19 as score from range(20000000) as rows(i)) to '{tmp_path}/run.parquet'"
        )
        con.execute(f"copy ({rows}, 1 as relevance from range(2000000) as rows(i)) to '{tmp_path}/judgments.parquet'")
    files = [str(tmp_path / name) for name in ("run.parquet", "judgments.parquet")]
    status, sent = in_a_terminal(["evaluate", *files, "-m", "map"], interrupt_after=0.5)
    assert status == 130
    assert sent.rstrip().endswith("rankhouse: interrupted")
    assert "Traceback" not in sent


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="there is no pty")
@pytest.mark.parametrize("width", [80, 120])
def test_long_names_are_told_apart_in_a_terminal(tmp_path: Path, width: int) -> None:
    """Each is there to its end, every value is seen, and no line is longer than the terminal."""
    names = [f"a-dense-retrieval-system-with-reranking-and-query-expansion-v{n}" for n in (1, 2)]
    run, judgments = tmp_path / "run.csv", tmp_path / "judgments.csv"
    run.write_text("query_id,item_id,score,system\n" + "".join(f"q,{name[-1]},1,{name}\n" for name in names))
    judgments.write_text("query_id,item_id,relevance\nq,2,1\n")
    asked = ["evaluate", str(run), str(judgments), "-m", "mrr", "--by", "system"]
    status, sent = in_a_terminal(asked, width=width)
    assert status == 0
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", sent).replace("\r", "\n")
    lines = plain[plain.index("system  ") :].splitlines()
    assert all(len(line) <= width for line in lines)
    assert {"value", "n_queries", "ci_low", "ci_high"} <= set(lines[0].split())
    end = lines[0].index("measure")
    assert "".join(line[:end].strip() for line in lines[1:] if line[:2] != "(a").startswith("".join(names))
    values = [line.split()[2] for line in lines if "reciprocal_rank" in line]
    assert values == ["0.0000", "1.0000"]


def test_progress_says_what_and_how_long(tmp_path: Path) -> None:
    table = str(tmp_path / f"a-run-with-a-{'very-' * 20}long-name.parquet")
    with duckdb.connect() as con:
        con.execute(f"copy (from range(12345)) to '{table}'")
        con.execute("create table run as from range(1000)")
        progress = Progress(f"Evaluating {table}", con, table)
        progress.start -= 75
        line = progress.line(80)
        assert len(line) <= 80
        assert line.startswith("Evaluating /")
        assert line.endswith("…: 12,345 rows, 75 s")
        assert Progress("Evaluating run", con, "run").line(80) == "Evaluating run: 1,000 rows, 0 s"
        (tmp_path / "x.run").write_bytes(b"x" * 2_500_000)
        assert ": 2.5 MB, 0 s" in Progress("Evaluating x", con, str(tmp_path / "x.run")).line(80)
        assert Progress("Evaluating none", con, "none").line(80) == "Evaluating none: 0 s"


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="there is no pty")
def test_a_long_comparison_says_how_much_there_is_to_do(tmp_path: Path) -> None:
    values = tmp_path / "values.parquet"
    with duckdb.connect() as con:
        con.execute(
            "copy (select system, query_id, 'mrr' as measure, 'reciprocal_rank' as metric, null::int as k,"
            " (query_id * 7919 + system * 31) % 101 / 101 as value"
            f" from range(8000) as queries(query_id), range(2) as systems(system)) to '{values}'"
        )
    status, sent = in_a_terminal(["compare", str(values), "--test", "bootstrap", "--repetitions", "10000"], width=60)
    assert status == 0
    progress = [line for line in re.split(r"[\r\n]|\x1b\[[0-9;?]*[A-Za-z]", sent) if "Comparing" in line]
    assert any(re.search(r"Comparing 2 systems over 8,000 queries, 10,00.*: [1-9]\d* s", line) for line in progress)
    assert max(map(len, progress)) <= 60
    # DuckDB does not know how far a bootstrap is.
    assert not any(" 0 %" in line for line in progress)


def piped(folder: Path, content: bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-c", "from rankhouse.cli import main; main()", *arguments],
        cwd=folder,
        input=content,
        capture_output=True,
        check=False,
        env={"PYTHONPATH": str(Path(rankhouse.__file__).parents[1]), "PATH": "/usr/bin:/bin"},
    )


@pytest.mark.thorough
def test_standard_input(folder: Path) -> None:
    """What it is told by its content."""
    asked = ("-m", "mrr", "--per-query", "--format", "csv")
    expected = command(folder, "evaluate", "bm25.run", "judgments.qrels", *asked).stdout.encode()
    with duckdb.connect() as con:
        rows = "select query_id, item_id, score from (values ('q1','d1',3.5),('q1','d2',2.5),('q2','d3',1.0))"
        con.execute(f"copy ({rows} as run(query_id, item_id, score)) to '{folder}/run.parquet'")
    for content in (RUN.encode(), gzip.compress(RUN.encode()), (folder / "run.parquet").read_bytes()):
        done = piped(folder, content, "evaluate", "-", "judgments.qrels", *asked)
        assert (done.returncode, done.stdout, done.stderr) == (0, expected, b"")
    done = piped(folder, QRELS.encode(), "evaluate", "bm25.run", "/dev/stdin", *asked)
    assert (done.returncode, done.stdout, done.stderr) == (0, expected, b"")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("content", "arguments", "message"),
    [
        (b"", ["-", "judgments.qrels"], "run (standard input) is empty: it has no rows"),
        (b"q1 Q0 d1 1 3.5 tag\nq1 Q0\n", ["-", "judgments.qrels"], "run: line 2 of standard input has 2 fields"),
        (b"x", ["-", "-"], "run and judgments are both standard input: give files for all but one"),
    ],
)
def test_what_is_wrong_with_standard_input(folder: Path, content: bytes, arguments: list[str], message: str) -> None:
    done = piped(folder, content, "evaluate", *arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().startswith(f"rankhouse: {message}")
    assert done.stderr.count(b"\n") == 1


def test_a_moment_with_a_time_zone_as_a_group(folder: Path) -> None:
    """Python alone would need pytz for it."""
    with duckdb.connect() as con:
        con.execute(
            f"copy (select 'q1' as query_id, 'd2' as item_id, 1 as score, timestamptz '2024-01-01 01:00:00+02' as at)"
            f" to '{folder}/run.parquet'"
        )
    code = "import sys; sys.modules['pytz'] = None; from rankhouse.cli import main; main()"
    asked = ["run.parquet", "judgments.qrels", "-m", "mrr", "--by", "at", "--format", "csv"]
    done = subprocess.run(
        [sys.executable, "-c", code, "evaluate", *asked], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.stdout.splitlines()[1].startswith("2023-12-31 23:00:00,reciprocal_rank"), done.stderr


def test_the_remedy_for_tied_scores_works(folder: Path) -> None:
    (folder / "tied.run").write_text("q1 Q0 d1 1 2 tag\nq1 Q0 d2 2 2 tag\n")
    asked = ("evaluate", "tied.run", "judgments.qrels", "-m", "ndcg@10", "--convention", "ranx", "--format", "csv")
    refused = command(folder, *asked)
    assert refused.returncode == 2
    assert "--columns rank=rank" in refused.stderr
    done = command(folder, *asked, "--columns", "rank=rank", "--per-query")
    assert float(done.stdout.splitlines()[1].split(",")[-1]) == pytest.approx(1 / math.log2(3))


def test_no_difference_is_below_zero_by_nothing(folder: Path) -> None:
    with duckdb.connect() as con:
        values = con.sql("select 'mrr' as measure, -1e-17 as value, -6e-5 as difference")
        _output.write(values, "table", folder / "out.txt")
    assert (folder / "out.txt").read_text().split()[-2:] == ["0.0000", "-0.0001"]


def test_commands_are_called_like_their_functions() -> None:
    commands = typer.main.get_command(app).commands.values()  # type: ignore[attr-defined]
    shown = {command.name: command for command in commands if not command.hidden}
    of_the_program = {"sql", "check", "demo"}
    assert {name.replace("-", "_") for name in shown} - of_the_program <= set(rankhouse.__all__)
    assert all(command.rich_help_panel for command in shown.values())
    assert all(command.help and command.help.strip().endswith((".", "?")) for command in shown.values())


def test_every_command_is_in_the_docs() -> None:
    reference = Path(__file__).parents[2] / "docs" / "reference"
    page = (reference / "python.md").read_text()
    signatures = "".join(path.read_text() for path in (reference / "functions").glob("*.md"))
    commands = typer.main.get_command(app).commands.values()  # type: ignore[attr-defined]
    shown = [command.name for command in commands if not command.hidden]
    told = {name for name in shown if re.search(rf"^\|.*`(rankhouse )?{name}\b", page, re.MULTILINE)}
    assert not [name for name in shown if name not in told and f"\nshell   rankhouse {name} " not in signatures]


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("evaluate run judgments -m ndc", ["ndcg"]),
        ("evaluate run judgments -m ndcg@1", ["ndcg@1", "ndcg@10", "ndcg@100"]),
        ("evaluate run judgments --convention trec", ["trec_eval", "trec_eval_10"]),
        ("evaluate run judgments --ties be", ["best"]),
        ("agr", ["agreement"]),
    ],
)
def test_the_shell_completes(typed: str, offered: list[str]) -> None:
    words = f"rankhouse {typed}"
    environment = {
        "_RANKHOUSE_COMPLETE": "complete_bash",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split()) - 1),
    }
    with mock.patch.dict(os.environ, environment):
        _, offer, complaint = commanded([])
    assert offer.split() == offered, complaint


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["evaluate"], "Missing argument 'run'; see rankhouse evaluate --help"),
        (["evalute", "bm25.run"], "No such command 'evalute'. Did you mean 'evaluate'; see rankhouse --help"),
        (
            ["evaluate", "bm25.rn", "judgments.qrels"],
            "run: there is no file 'bm25.rn', and no such table; --database FILE opens a DuckDB file with tables",
        ),
        (
            ["evaluate", "users.csv", "judgments.qrels"],
            "run (users.csv) has no column 'query_id'; its columns are 'user', 'item_id', 'score';"
            " name the right one with --columns query_id=...",
        ),
    ],
)
def test_errors_name_what_was_typed(folder: Path, arguments: list[str], message: str) -> None:
    (folder / "users.csv").write_text("user,item_id,score\nq1,a,1\n")
    done = command(folder, *arguments)
    assert (done.returncode, done.stderr) == (2, f"rankhouse: {message}\n")
