"""The documentation says what the code does: derived files are fresh, examples print what is shown, links resolve."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import duckdb
import pytest
import yaml
from markdown import markdown

import catalogues
import document
import function_pages
import make_fixtures
import typeset
from dbt_projects import dbt
from executed import executed
from interface import tables
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.shipped import shipped
from truth import IntentTruth, truths
from typical import typical_calls

DERIVED = document.derived()
PAGES = sorted(document.DOCS.rglob("*.md"))
BESIDE = [document.ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "CHANGED_VALUES.md")]
BESIDE += document.skills()
MACRO_YAML = sorted(shipped("macros").rglob("*.yml"))
TEST = re.compile(r"{%-? macro (test_\w+)\(")
DECLARED = {folder: [measure["name"] for measure in document.catalogue(folder)] for folder in document.TASKS}

SITE_MARKDOWN: dict[str, Any] = {
    "extensions": ["pymdownx.superfences", "typeset"],
    "extension_configs": {
        "pymdownx.superfences": {"custom_fences": [{"name": "math", "class": "formula", "format": typeset.fence}]}
    },
}

RUN = [("a", 0.9), ("b", 0.8), ("c", 0.7), ("d", 0.6), ("e", 0.5)]
JUDGMENTS = [("b", 3), ("c", 1), ("d", 0), ("f", 2)]


def name_of(path: Path) -> str:
    return str(path.relative_to(document.ROOT))


@pytest.mark.thorough
@pytest.mark.parametrize("path", DERIVED, ids=name_of)
def test_derived_files_are_fresh(path: Path) -> None:
    assert path.read_text() == DERIVED[path](), "run: python tools/document.py"


@pytest.mark.thorough
@pytest.mark.parametrize("page", document.written_pages(), ids=name_of)
def test_examples_print_what_is_shown(page: Path) -> None:
    assert executed(page.read_text()) == page.read_text(), "run: python tools/document.py"


@pytest.mark.parametrize("task", catalogues.LISTS)
def test_every_measure_has_a_truth(task: str) -> None:
    declared = getattr(macros("duckdb"), catalogues.LISTS[task])()
    assert sorted(truths(task)) == sorted(measure["name"] for measure in declared)


@pytest.mark.parametrize("folder", DECLARED)
def test_every_measure_has_a_page(folder: str) -> None:
    assert {page.stem for page in (document.DOCS / folder).glob("*.md")} == {*DECLARED[folder], "index"}


@pytest.mark.parametrize(("folder", "name"), [(folder, name) for folder in DECLARED for name in DECLARED[folder]])
def test_every_formula_is_typeset(folder: str, name: str) -> None:
    formula = document.formula(folder, name)
    converted = markdown("```math\n{latex}\n```\n\n{where}".format(**formula), **SITE_MARKDOWN)
    assert converted.count("<math ") == 1 + formula["where"].count("$`")
    # What latex2mathml does not know stays a command.
    assert "\\" not in converted and "merror" not in converted


def test_worked_examples_agree_with_the_arithmetic_by_hand(registered: duckdb.DuckDBPyConnection) -> None:
    own = {name for _, name in OWN_TABLES}
    examples = [truth.example for name, truth in truths("ranking").items() if name not in own]
    by_hand = {example.ask: document.by_hand(example.by_hand) for example in examples}
    assert len(by_hand) + len(OWN_TABLES) == len(DECLARED["measures"])
    con = registered
    con.execute("create table run (query_id varchar, item_id varchar, score double)")
    con.executemany("insert into run values ('q1', ?, ?)", RUN)
    con.execute("create table judgments (query_id varchar, item_id varchar, relevance double)")
    con.executemany("insert into judgments values ('q1', ?, ?)", JUDGMENTS)
    asked = con.execute("select measure, value from query_metrics('run', 'judgments', measures := ?)", [[*by_hand]])
    canonical = [measure["measure"] for measure in macros("duckdb").parse_measures([*by_hand])]
    assert dict(asked.fetchall()) == pytest.approx(dict(zip(canonical, by_hand.values(), strict=True)), abs=1e-12)


OWN_TABLES = [("measures", name) for name, truth in truths("ranking").items() if isinstance(truth, IntentTruth)]
OWN_TABLES += [("measures", "silence")]
OF_TABLES = [(folder, name) for folder in ("recommendations", "classifier") for name in DECLARED[folder]] + OWN_TABLES


@pytest.mark.parametrize(("folder", "name"), OF_TABLES)
def test_examples_of_other_tasks_agree_with_the_arithmetic_by_hand(
    registered: duckdb.DuckDBPyConnection, folder: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    example = document.truth(folder, name).example
    setup, _, asked = (
        (document.DOCS / folder / f"{name}.md").read_text().split("```sql\n")[1].partition("select measure")
    )
    registered.execute(setup)
    (row,) = registered.execute(
        "select measure, value from" + asked.partition("```")[0].partition("\nfrom")[2]
    ).fetchall()
    assert row == (example.ask, pytest.approx(document.by_hand(example.by_hand), abs=1e-12))


def documented() -> dict[str, dict[str, Any]]:
    entries = [entry for path in MACRO_YAML for entry in yaml.load(path.read_text(), yaml.CSafeLoader)["macros"]]
    names = [entry["name"] for entry in entries]
    assert sorted(names) == sorted(set(names)), "a macro is documented twice"
    return {entry["name"]: entry for entry in entries}


def public_macros() -> set[str]:
    """What users call: formulas, aggregates, gates, and what makes a query or is a table macro."""
    formulas = {
        macro["name"]
        for task in ("ranking", "recommendation")
        for path in shipped("macros").glob(f"measures/{task}/*.sql")
        for macro in document.MACRO.finditer(path.read_text())
        if not document.PRIVATE.match(macro["name"])
    }
    aggregates = {name for name in macros("duckdb").parameters if name.endswith("_at_k")}
    gates = {name for path in shipped("macros").glob("dbt/*.sql") for name in TEST.findall(path.read_text())}
    others = {measure["name"] for measure in macros("duckdb").rating_catalogue()}
    others |= {"iou", "mcc", "pr_auc", "log_loss", "brier"}
    return formulas | aggregates | gates | others | typical_calls().keys()


def test_every_public_macro_is_documented() -> None:
    assert public_macros() - documented().keys() == set()


@pytest.mark.parametrize(("name", "entry"), documented().items(), ids=documented().keys())
def test_documented_arguments_are_those_of_the_signature(name: str, entry: dict[str, Any]) -> None:
    assert entry["description"].strip()
    signature = [parameter for parameter, _ in macros("duckdb").parameters[name]]
    assert [argument["name"] for argument in entry.get("arguments", [])] == signature
    assert [argument["name"] for argument in entry.get("arguments", []) if not argument["description"].strip()] == []
    assert [argument["name"] for argument in entry.get("arguments", []) if "type" not in argument] == []


@pytest.mark.parametrize("name", function_pages.functions())
def test_every_argument_is_on_the_page_of_its_function(name: str) -> None:
    """With its meaning, or with a link to the page that has it; and so is every column of the result."""
    function = function_pages.functions()[name]
    page = (function_pages.FOLDER / f"{name}.md").read_text()
    listed, result = page.partition("## Arguments\n")[2].partition("## Result\n")[::2]
    assert {argument for argument in function.defaults if f"`{argument}`" not in listed} == set()
    assert {column.name for column in function.result.columns if column.name not in result} == set()
    for home in re.findall(r"as for \[\w+\]\((\w+)\.md#arguments\)", listed):
        (line,) = [line for line in listed.splitlines() if f"({home}.md#arguments)" in line]
        told = (function_pages.FOLDER / f"{home}.md").read_text().partition("## Arguments\n")[2]
        assert [each for each in re.findall(r"`(\w+)`", line) if f"\n- `{each}`: " not in told] == []


def test_arguments_mean_what_they_are() -> None:
    """`by` of metrics groups the run; that of the functions over a table `metrics` is of lines over time."""
    pages = {name: (function_pages.FOLDER / f"{name}.md").read_text() for name in ("metrics", "moving_average")}
    for name, page in pages.items():
        assert f"- `by`: {tables.sentence(name, 'by')}\n" in page
    assert tables.sentence("metrics", "by") != tables.sentence("moving_average", "by")


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", [*BESIDE, *PAGES], ids=name_of)
def test_links_resolve(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
    broken = []
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.is_file() or (anchor and anchor not in anchors(target)):
            broken.append(link)
    assert broken == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_lists_are_nested_by_four_spaces(page: Path) -> None:
    """Python-Markdown makes one flat list of anything less."""
    text = re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
    assert re.findall(r"^ {1,3}[-*] .*$", text, re.MULTILINE) == []


def test_navigation_has_every_page() -> None:
    _, navigation = document.SITE.read_text().split("\nnav:\n")
    listed = re.findall(r": (\S+\.md)$", navigation, re.MULTILINE)
    assert sorted(listed) == sorted(str(page.relative_to(document.DOCS)) for page in PAGES)


def test_moved_pages_lead_to_where_they_are() -> None:
    moved = re.findall(r"^ {8}(\S+\.md): (\S+\.md)$", document.SITE.read_text(), re.MULTILINE)
    assert moved
    for old, new in moved:
        assert not (document.DOCS / old).exists()
        assert (document.DOCS / new).is_file()


@pytest.mark.thorough
def test_dbt_finds_no_fault_with_the_macros_yaml(tmp_path: Path) -> None:
    """dbt itself compares names and types of the documented arguments with the macros."""
    project = tmp_path / "project"
    project.mkdir()
    (project / "packages.yml").write_text(f"packages:\n  - local: {document.ROOT}\n")
    (project / "profiles.yml").write_text("user: {target: dev, outputs: {dev: {type: duckdb, path: ':memory:'}}}\n")
    (project / "dbt_project.yml").write_text(
        "name: user\nprofile: user\nversion: '1.0'\n"
        "flags: {validate_macro_args: true, send_anonymous_usage_stats: false}\n"
    )
    for command in (["deps"], ["--warn-error", "parse"]):
        done = dbt(project, *command)
        assert done.returncode == 0, done.stdout


def test_fixtures_are_fresh() -> None:
    made = make_fixtures.tables()
    for name, rows in made.items():
        assert (make_fixtures.SEEDS / f"{name}.csv").read_text() == make_fixtures.written(rows)
    assert make_fixtures.MEASURES.read_text() == make_fixtures.measures_macro(made["rankhouse_reference_expected"])
