"""tools/ci.py: which stages run, side by side or alone, and what becomes of a failure. Stages here are tiny ones."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

import ci
from ci import ALL, STAGES, Outcome, Stage

NOW = date(2026, 11, 23)
SHELL = "sh -c '{}'"


@pytest.fixture(autouse=True)
def _apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Records in a folder of the test's own, a day that stands still, and no wish for everything."""
    monkeypatch.setattr(ci, "RECORDS", tmp_path / "records")
    monkeypatch.setattr(ci, "today", lambda: NOW)
    monkeypatch.delenv("CI_FULL", raising=False)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "repository"
    for name, text in {
        ".gitignore": "built/\n",
        "pyproject.toml": "",
        "macros/mrr.sql": "1",
        "macros/ndcg.sql": "1",
        "docs/index.md": "1",
        "tests/engines/check.py": "import oracle\nfrom tables import rows\nfrom room import twin\nimport duckdb\n",
        "tests/helpers/oracle.py": "def known():\n    from deeper import known\n",
        "tests/helpers/tables.py": "rows = 1\n",
        "tests/room/twin.py": "from room.other import known\n",
        "tests/room/other.py": "known = 1\n",
        "tests/test_else.py": "\n",
        "tools/deeper.py": "\n",
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    subprocess.run(["git", "init", "--quiet"], cwd=root, check=True)
    subprocess.run(["git", "add", "."], cwd=root, check=True)
    monkeypatch.setattr(ci, "ROOT", root)
    monkeypatch.chdir(root)
    return root


ENGINES = Stage("engines", "make all", paths=("macros", "tests/engines"), sample="make some")
READERS = Stage("readers", "make readers", paths=("macros",))
CHECK = Stage("check", "make check")


# Which stages run.


def said(stage: Stage) -> str:
    return str(ci.decided(stage, ci.files_of(stage.paths)))


def passed(stage: Stage, on: date = NOW) -> None:
    files = ci.files_of(stage.paths)
    assert files
    ci.record(stage.name, files)
    kept = json.loads(ci.record_of(stage.name).read_text())
    ci.record_of(stage.name).write_text(json.dumps(kept | {"passed": on.isoformat()}))


def test_all_runs_on_a_new_machine(repository: Path) -> None:
    assert said(ENGINES) == "engines: in full, it has not passed on this machine yet"
    assert said(CHECK) == "check: in full, as always"


def test_what_depends_on_nothing_that_changed_is_sampled_or_left_out(repository: Path) -> None:
    for stage in (ENGINES, READERS, CHECK):
        passed(stage)
    (repository / "docs/index.md").write_text("2")
    (repository / "tests/test_else.py").write_text("2")
    since = "nothing that it depends on changed since 2026-11-23"
    assert said(ENGINES) == f"engines: a sample, {since}"
    assert said(READERS) == f"readers: left out, {since}"
    assert said(CHECK) == "check: in full, as always"
    assert [ci.decided(each, ci.files_of(each.paths)).command for each in (ENGINES, READERS, CHECK)] == [
        "make some",
        "",
        "make check",
    ]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("macros/mrr.sql", "2"),
        ("macros/mrr.sql", None),
        ("macros/new.sql", ""),
        ("pyproject.toml", "2"),
        ("Makefile", ""),
        ("tests/engines/check.py", "import oracle, tables\nfrom room import twin"),
        ("tests/helpers/oracle.py", "import deeper"),
        ("tests/helpers/tables.py", "2"),
        ("tests/room/twin.py", "from room.other import known as it"),
        ("tests/room/other.py", "2"),
        ("tools/deeper.py", "2"),
    ],
)
def test_a_change_that_is_not_committed_runs_it_in_full(repository: Path, name: str, text: str | None) -> None:
    """Changed, gone and new ones; modules that are imported, and those that they import."""
    passed(ENGINES, NOW - timedelta(days=3))
    if text is None:
        (repository / name).unlink()
    else:
        (repository / name).write_text(text)
    assert said(ENGINES) == f"engines: in full, {name} changed since 2026-11-20"


def test_the_first_changed_file_is_named_and_the_others_counted(repository: Path) -> None:
    passed(ENGINES)
    (repository / "macros/ndcg.sql").write_text("2")
    (repository / "macros/mrr.sql").write_text("2")
    assert said(ENGINES).endswith("in full, macros/mrr.sql and 1 other changed since 2026-11-23")
    (repository / "tests/helpers/tables.py").write_text("2")
    assert said(ENGINES).endswith("in full, macros/mrr.sql and 2 others changed since 2026-11-23")


def test_a_commit_changes_nothing_and_neither_do_ignored_files(repository: Path) -> None:
    passed(READERS)
    (repository / "macros/built").mkdir()
    (repository / "macros/built/mrr.sql").write_text("2")
    subprocess.run(
        ["git", "-c", "user.name=me", "-c", "user.email=me@example.com", "commit", "--quiet", "--message", "all"],
        cwd=repository,
        check=True,
    )
    assert "left out" in said(READERS)


def test_hashes_are_those_of_git(repository: Path) -> None:
    files = ci.files_of(["macros"])
    assert files
    staged = subprocess.run(
        ["git", "ls-files", "--format=%(path) %(objectname)", "macros"],
        cwd=repository,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert {name: files[name] for name in ("macros/mrr.sql", "macros/ndcg.sql")} == dict(
        line.split() for line in staged.splitlines()
    )


def test_a_record_counts_for_seven_days(repository: Path) -> None:
    passed(READERS, NOW - timedelta(days=7))
    assert "left out" in said(READERS)
    passed(READERS, NOW - timedelta(days=8))
    assert said(READERS) == "readers: in full, it last passed on 2026-11-15, more than 7 days ago"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"passed": "2026-11-23"}', '{"passed": 1, "files": {}}'])
def test_a_broken_record_is_none(repository: Path, text: str) -> None:
    passed(READERS)
    ci.record_of("readers").write_text(text)
    assert said(READERS) == "readers: in full, it has not passed on this machine yet"


def test_everything_on_demand(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    passed(READERS)
    monkeypatch.setenv("CI_FULL", "1")
    assert said(READERS) == "readers: in full, CI_FULL is set"
    nightly = replace(ENGINES, nightly="make everything")
    assert ci.decided(nightly, ci.files_of(nightly.paths)).command == "make everything"
    assert ci.decided(nightly, ci.files_of(nightly.paths)).in_full
    assert ci.decided(ENGINES, ci.files_of(ENGINES.paths)).command == "make all"
    monkeypatch.setenv("CI_FULL", "0")
    assert "left out" in said(READERS)
    assert ci.decided(nightly, ci.files_of(nightly.paths)).command == "make all"


def test_without_git_all_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ci, "ROOT", tmp_path)
    assert said(READERS) == "readers: in full, git cannot say what changed"


def test_another_python_runs_all(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    passed(READERS)
    monkeypatch.setattr(ci.platform, "python_version", lambda: "3.99.0")
    assert said(READERS) == "readers: in full, Python changed since 2026-11-23"


# The stages of this repository.


def test_every_path_of_a_stage_names_files() -> None:
    assert [path for stage in STAGES for path in stage.paths if not ci.listed([path])] == []


def test_the_engines_depend_on_the_modules_that_their_tests_import() -> None:
    engines = next(stage for stage in STAGES if stage.name == "engines")
    files = ci.files_of(engines.paths)
    assert files is not None
    assert {
        "tests/helpers/oracle.py",
        "tests/helpers/dbt_projects.py",
        "tests/classification/test_weights.py",
        "pyproject.toml",
    } <= files.keys()
    assert not {"README.md", "tests/docs/test_docs.py", "docs/reference/engines.md"} & files.keys()


def test_commands_of_stages_are_targets() -> None:
    makefile = (ci.ROOT / "Makefile").read_text()
    commands = [each for stage in STAGES for each in (stage.command, stage.sample, stage.nightly) if each]
    assert [each for each in commands if f"\n{each.removeprefix('make ')}:" not in makefile] == []


def test_docs_are_compared_before_they_are_written() -> None:
    """And all of that after everything is installed."""
    after = {stage.name: stage.after for stage in STAGES}
    assert {name for name, others in after.items() if "install" not in others} == {"install"}
    assert {"test", "rest"} <= {*after["engines"]}
    assert {"test", "rest", "engines"} <= {*after["site"]}


# Running them.


def during(stages: list[Stage], cores: int) -> tuple[list[Outcome], list[set[str]]]:
    """What became of them, and which of them ran at the same time: each says when it began and when it ended."""
    log = Path("log").absolute()
    log.write_text("")
    noted = [
        Stage(
            each.name,
            SHELL.format(f"echo + {each.name} >> {log}; {each.command}; echo - {each.name} >> {log}"),
            each.cores,
            after=each.after,
        )
        for each in stages
    ]
    outcomes = ci.run([ci.Decision(each, each.command, "") for each in noted], cores, lambda _: None)
    together, now = [], set[str]()
    for sign, name in (line.split() for line in log.read_text().splitlines()):
        now = now | {name} if sign == "+" else now - {name}
        together.append(now)
    return outcomes, together


def test_stages_run_side_by_side_and_one_more_than_there_are_cores(repository: Path) -> None:
    stages = [Stage(name, "sleep 0.2") for name in "abcd"]
    outcomes, together = during(stages, 2)
    assert [outcome.status for outcome in outcomes] == [0, 0, 0, 0]
    assert {"a", "b", "c"} in together
    assert max(map(len, together)) == 3


def test_a_stage_of_all_cores_runs_beside_one_of_one(repository: Path) -> None:
    stages = [
        Stage("first", "sleep 0.2", ALL),
        Stage("last", "sleep 0.2", ALL),
        Stage("a", "sleep 0.1"),
        Stage("b", "sleep 0.1"),
    ]
    _, together = during(stages, 2)
    # What fits goes before what has to wait.
    assert {"first", "a"} in together
    assert max(map(len, together)) == 2
    assert all(not each >= {"first", "last"} for each in together)


def test_a_stage_begins_after_those_that_it_waits_for(repository: Path) -> None:
    stages = [
        Stage("install", "sleep 0.1", after=()),
        Stage("b", "sleep 0.1", after=("install", "a")),
        Stage("a", "sleep 0.1"),
        Stage("c", "sleep 0.1", after=("one that is left out",)),
    ]
    outcomes, together = during(stages, 2)
    assert [outcome.status for outcome in outcomes] == [0, 0, 0, 0]
    assert {"install", "c"} in together
    assert not any(each & {"install", "a"} and "b" in each for each in together)
    assert not any(each >= {"install", "a"} for each in together)


def test_one_core_runs_them_one_by_one_in_their_order(repository: Path) -> None:
    outcomes, together = during([Stage("a", "true"), Stage("b", "true", 2), Stage("c", "true", ALL)], 1)
    assert [outcome.stage.name for outcome in outcomes] == ["a", "b", "c"]
    assert max(map(len, together)) == 1


def test_seconds_and_cpu_are_those_of_a_stage_and_its_children(repository: Path) -> None:
    busy = f'{sys.executable} -c "import time\nwhile time.process_time() < 0.3: pass"'
    outcomes, _ = during([Stage("idle", "sleep 0.3"), Stage("busy", busy)], 2)
    found = {outcome.stage.name: outcome for outcome in outcomes}
    assert found["busy"].cpu >= 0.3 > 0.2 > found["idle"].cpu
    assert found["idle"].seconds >= 0.3


def all_of(capfdbinary: pytest.CaptureFixture[bytes], *stages: Stage) -> tuple[int, str]:
    status = ci.ci(stages, 2)
    return status, capfdbinary.readouterr().out.decode()


def test_output_is_in_one_piece(repository: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    chatty = SHELL.format("for i in 1 2 3; do echo {0}; sleep 0.05; echo {0} >&2; done")
    status, said = all_of(capfdbinary, Stage("a", chatty.format("aa")), Stage("b", chatty.format("bb")))
    assert status == 0
    assert "aa\n" * 6 in said
    assert "bb\n" * 6 in said


def test_the_first_failure_stops_what_has_not_begun(
    repository: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    status, said = all_of(
        capfdbinary,
        Stage("broken", SHELL.format("echo it broke; exit 7")),
        Stage("beside", SHELL.format("sleep 0.2; echo beside ends")),
        Stage("later", SHELL.format("echo never"), ALL),
    )
    assert status == 7
    assert "never" not in said.replace("sh -c", "")
    rows = [line.split() for line in said[said.index("\nstage ") :].splitlines() if line]
    assert [[row[0], *row[-2:]] for row in rows[1:4]] == [
        ["broken", "failed", "(7)"],
        ["beside", rows[2][-2], "passed"],
        ["later", "not", "begun"],
    ]
    assert said.endswith("== broken failed with exit status 7: sh -c 'echo it broke; exit 7'\nit broke\n")


def test_a_stage_that_is_killed_has_failed(repository: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    status, said = all_of(capfdbinary, Stage("killed", SHELL.format("kill -9 $$")))
    assert status == 128 + 9
    assert "failed (137)" in said


def test_what_passed_in_full_is_recorded_and_nothing_else(
    repository: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    good = Stage("good", "true", paths=("macros",), sample="echo sampled")
    assert all_of(capfdbinary, good)[0] == 0
    kept = ci.record_of("good").read_bytes()
    status, said = all_of(capfdbinary, good)
    assert status == 0
    assert "good: a sample, nothing" in said
    assert said.count("sampled") == 1
    assert "sample passed" in said
    assert ci.record_of("good").read_bytes() == kept
    # One that fails, and one while which a file was changed.
    all_of(capfdbinary, Stage("bad", "false", paths=("macros",)))
    all_of(capfdbinary, Stage("moved", "sh -c 'echo 2 > macros/mrr.sql'", paths=("macros",)))
    assert [path.name for path in ci.RECORDS.iterdir()] == ["good.json"]


def test_a_stage_is_left_out_the_second_time(repository: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    stage = Stage("readers", SHELL.format("echo read"), paths=("macros",))
    assert "read\n" in all_of(capfdbinary, stage)[1]
    status, said = all_of(capfdbinary, stage)
    assert status == 0
    assert "\nread\n" not in said
    assert said.splitlines()[-1].split() == ["readers", "left", "out"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_all_children(number: signal.Signals) -> None:
    """Children of children too, which hold the output open that is read here to its end."""
    stage = f"sh -c 'sleep 60 & sleep 0.2; kill -{number} $PPID; wait'"
    script = f'import ci; ci.STAGES = (ci.Stage("long", "{stage}", ci.ALL),); ci.main()'
    environment = os.environ | {"PYTHONPATH": str(ci.ROOT / "tools")}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, stdout=subprocess.PIPE, timeout=20, check=False
    )
    assert done.returncode == 128 + number
