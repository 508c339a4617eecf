"""Where answers are written: what is there stays what it is, and no input is overwritten."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

import executed
from rankhouse import InputError
from rankhouse._results.files import refuse_overwriting, writing

RUN = "query_id,item_id,score\nq1,a,2\nq1,b,1\n"
JUDGMENTS = "query_id,item_id,relevance\nq1,b,1\n"
CSV = "measure,metric,k,value"
ASKED = ("evaluate", "run.csv", "judgments.csv", "-m", "mrr")


def commanded(*arguments: str) -> tuple[int, str]:
    """The status, and what is printed and said."""
    status, shown, said = executed.commanded([*arguments])
    return status, shown + said


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "run.csv").write_text(RUN)
    (tmp_path / "judgments.csv").write_text(JUDGMENTS)
    (tmp_path / "seen.csv").write_text("query_id,item_id\nq1,z\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("format", ["csv", "json", "parquet"])
def test_a_pipe_stays_one_and_is_written_into(folder: Path, format: str) -> None:  # noqa: A002
    pipe = folder / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE) as reader:
        status, said = commanded(*ASKED, "--format", format, "-o", "pipe")
        if status:
            reader.kill()
        read, _ = reader.communicate(timeout=20)
    assert not status, said
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    whole = folder / f"whole.{format}"
    assert commanded(*ASKED, "-o", str(whole)) == (0, "")
    assert read == whole.read_bytes()


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="Linux has a device that is always full")
def test_a_device_stays_one() -> None:
    with pytest.raises(InputError, match="cannot write '/dev/full': No space left"), writing(Path("/dev/full")) as path:
        path.write_text("x" * 100_000)
    assert Path("/dev/full").is_char_device()


def test_a_dash_is_standard_output(folder: Path) -> None:
    for asked in ([], ["--format", "csv"], ["--format", "json"]):
        assert commanded(*ASKED, *asked, "-o", "-") == commanded(*ASKED, *asked)
    assert not (folder / "-").exists()
    refused = commanded(*ASKED, "--format", "parquet", "-o", "-")
    assert refused == (2, "rankhouse: parquet goes into a file: add -o FILE.parquet\n")
    refused = commanded("report", *ASKED[1:], "-o", "-")
    assert refused == (2, "rankhouse: a report is written to a file: give its name, such as report.html\n")


@pytest.mark.parametrize(
    ("arguments", "output"),
    [
        (ASKED, "run.csv"),
        (ASKED, "judgments.csv"),
        (ASKED, "linked.csv"),
        ((*ASKED, "--exclude", "seen.csv"), "seen.csv"),
        (("compare", "old=run.csv", "new=run.csv", "-j", "judgments.csv", "-m", "mrr"), "run.csv"),
        (("report", *ASKED[1:]), "judgments.csv"),
    ],
)
def test_no_input_is_overwritten(folder: Path, arguments: tuple[str, ...], output: str) -> None:
    (folder / "linked.csv").symlink_to("judgments.csv")
    before = {path.name: path.read_text() for path in folder.iterdir()}
    said = f"rankhouse: '{output}' is also an input and would be overwritten: write to another file\n"
    assert commanded(*arguments, "-o", output) == (2, said)
    assert {path.name: path.read_text() for path in folder.iterdir()} == before


def test_what_is_replaced_keeps_who_may_read_it(folder: Path) -> None:
    output = folder / "private.csv"
    output.write_text("old")
    output.chmod(0o600)
    assert commanded(*ASKED, "-o", "private.csv") == (0, "")
    assert output.read_text().startswith(CSV)
    assert stat.S_IMODE(output.stat().st_mode) == 0o600
    (folder / "made").mkdir()
    refused = commanded(*ASKED, "--format", "csv", "-o", "made")
    assert refused == (2, "rankhouse: cannot write 'made': it is a folder\n")


def test_what_is_no_file_is_no_output(folder: Path) -> None:
    refuse_overwriting(folder / "new.csv", ["run.csv"])
    refuse_overwriting(None, ["run.csv"])
    refuse_overwriting(folder / "run.csv", [{"q": {"a": 1}}, "a table", folder / "judgments.csv"])


@pytest.mark.thorough
def test_standard_output_by_its_path(folder: Path) -> None:
    """It is a pipe here, as in `-o /dev/stdout | cat`."""
    program = "from rankhouse.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", program, *ASKED, "--format", "csv", "-o", "/dev/stdout"], capture_output=True, check=True
    )
    assert done.stdout.decode().startswith(CSV)
