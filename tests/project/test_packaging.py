"""What is shipped: one version everywhere, a wheel that is complete and works away from the checkout, no leftovers."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
import yaml

from rankhouse._rendering.jinja import macros

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (built,) = folder.glob("*.whl")
    return built


def shipped_files() -> set[str]:
    """Paths in the wheel, from the repository's own files."""
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    folders = ("macros/", "models/", "seeds/", "sql/")
    paths = [path for path in tracked.splitlines() if (ROOT / path).exists()]
    return (
        {path.removeprefix("python/") for path in paths if path.startswith("python/rankhouse/")}
        | {f"rankhouse/{path}" for path in paths if path.startswith(folders)}
        | {"rankhouse/dbt_project.yml", "rankhouse/.dbtignore"}
    )


def test_one_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    package = yaml.safe_load((ROOT / "dbt_project.yml").read_text())["version"]
    newest = re.search(r"^## \[(\d+\.\d+\.\d+)\] - (\S+)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert newest is not None
    extension = yaml.safe_load((ROOT / "extension" / "description.yml").read_text())
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    named = {
        package,
        macros("duckdb").version(),
        newest.group(1),
        citation["version"],
        extension["extension"]["version"],
        extension["repo"]["ref"][1:],
    }
    assert named == {project}
    assert citation["date-released"].isoformat() == newest.group(2)


def test_wheel_has_everything_and_nothing_else(wheel: Path) -> None:
    inside = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert shipped_files() - inside == set()
    assert {name for name in inside if not name.startswith("rankhouse/")} == set()
    assert {name for name in inside if re.search(r"__pycache__|\.pyc$|\.duckdb|\.user\.yml|/target/", name)} == set()


@pytest.mark.thorough
def test_wheel_evaluates_outside_the_checkout(wheel: Path, tmp_path: Path) -> None:
    target = tmp_path / "installed"
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", target, wheel],
        check=True,
        capture_output=True,
    )
    program = f"""
import sys
sys.path.insert(0, {str(target)!r})
import duckdb, rankhouse
assert rankhouse.__file__.startswith({str(target)!r}), rankhouse.__file__
con = duckdb.connect()
con.execute("create table run as select 1 as query_id, 'a' as item_id, 1.0 as score")
con.execute("create table judgments as select 1 as query_id, unnest(['a', 'b']) as item_id, 1 as relevance")
rankhouse.register(con)
by_macro = con.execute("select value from metrics('run', 'judgments', measures := ['recall@10'])").fetchall()
print(by_macro, [row[3] for row in rankhouse.evaluate("run", "judgments", ["recall@10"], con=con).fetchall()])
"""
    done = subprocess.run(
        [sys.executable, "-I", "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.stderr, done.stdout) == ("", "[(0.5,)] [0.5]\n")


def test_no_leftovers() -> None:
    """Nothing that a build makes is committed, and no file is empty but package markers."""
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split(
        "\n"
    )
    built = re.compile(r"(^|/)(target|dbt_packages|logs|\.venv|__pycache__|site|dist)/|\.duckdb$|\.user\.yml$|\.pyc$")
    assert [path for path in tracked if built.search(path)] == []
    empty = [path for path in tracked if (ROOT / path).is_file() and (ROOT / path).stat().st_size == 0]
    assert [path for path in empty if not path.endswith(("__init__.py", "py.typed", ".gitkeep"))] == []
