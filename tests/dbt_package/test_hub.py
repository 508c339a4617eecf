"""What dbt's Hub (hubcap) asks of a package, and that it changes nothing in the project that installs it."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest
import yaml

from dbt_projects import ROOT, dbt, new_project

PROJECT = yaml.safe_load((ROOT / "dbt_project.yml").read_text())
# A calendar of months, days and their starts, by its prefix as that of dbt-utils; dbt finds its own without one.
OURS_TOO = {"date_spine"}
MACRO = re.compile(r"\{%-?\s*(?:macro|test|materialization)\s+(\w+)")


def macros(folder: Path) -> set[str]:
    return {name for path in folder.rglob("*.sql") for name in MACRO.findall(path.read_text())}


def test_the_version_is_one_that_a_tag_can_have() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", PROJECT["version"])


def test_packages_are_listed_at_the_root() -> None:
    assert yaml.safe_load((ROOT / "packages.yml").read_text()) == {"packages": []}


def test_the_licence_is_recognised() -> None:
    """As GitHub does, by its text, which is that of Apache's page without an addition."""
    text = " ".join((ROOT / "LICENSE").read_text().split())
    assert text.startswith("Apache License Version 2.0, January 2004 http://www.apache.org/licenses/")
    assert "END OF TERMS AND CONDITIONS" in text


def test_versions_of_dbt_are_named_with_2_among_them() -> None:
    from dbt_common.semver import VersionSpecifier, versions_compatible

    lowest, highest = PROJECT["require-dbt-version"]
    for version, is_allowed in {"1.7.9": False, "1.8.0": True, "1.11.16": True, "2.0.0": True, "3.0.0": False}.items():
        exact = VersionSpecifier.from_version_string(f"={version}").to_version_string()
        assert versions_compatible(exact, lowest, highest) is is_allowed, version


def test_no_macro_of_dbt_is_overridden() -> None:
    """A macro of dbt's, or of an adapter's, by whose name one of ours would be called."""
    of_dbt: set[str] = set()
    for name in (
        "dbt",
        "dbt.include.duckdb",
        "dbt.include.postgres",
        "dbt.include.spark",
        "dbt.include.global_project",
    ):
        spec = importlib.util.find_spec(name)
        for place in spec.submodule_search_locations or [] if spec else []:
            of_dbt |= macros(Path(place))
    assert {"generate_schema_name", "ref", "load_csv_rows"} & of_dbt >= {"generate_schema_name", "load_csv_rows"}
    assert macros(ROOT / "macros") & of_dbt == OURS_TOO


@pytest.mark.thorough
def test_a_project_that_installs_it_is_parsed_without_a_warning_and_gets_nothing_unasked(tmp_path: Path) -> None:
    project = new_project(tmp_path, {"models/own.sql": "select 1 as one"})
    listed = dbt(project, "--warn-error", "--quiet", "list")
    assert (listed.returncode, listed.stdout.split()) == (0, ["user.own"]), listed.stdout
