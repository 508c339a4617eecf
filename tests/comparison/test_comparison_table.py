"""A comparison as text, HTML, Markdown and LaTeX. Means, p-values and corrections are computed here, by scipy."""

from __future__ import annotations

import random
import re
import statistics
import subprocess
import sys
import warnings
from html import unescape
from html.parser import HTMLParser
from itertools import combinations
from pathlib import Path
from typing import Any

import duckdb
import pytest
from markdown_it import MarkdownIt
from scipy import stats

import rankhouse
from rankhouse import Comparison
from rankhouse._comparing.grids import joined, letters_of, reported
from rankhouse._comparing.pairs import is_lower_better
from rankhouse._rendering.jinja import macros
from rankhouse._results.numbers import NOTHING
from rankhouse._results.text import cells_wide

Rows = list[dict[str, Any]]
HOSTILE = [
    "</td><script>alert('x')</script>&amp;",
    r"50%_of $x^2$ & \textbf{a} #1 ~ {[*]} --",
    "a|b`c`*d*_e_\\|[f](g)",
    "line\nbreak\r\x1b[31mred\x07\u202eback",
    "名前 é́ 'quoted' \"twice\"",
]


def table(systems: dict[str, float], n: int = 40, measures: tuple[str, ...] = ("ndcg@10",), **more: Any) -> Rows:
    """Values by query: that of the query, what the system adds, and noise."""
    drawn = random.Random(7)
    return [
        {
            "system": system,
            "query_id": f"q{query}",
            "measure": measure,
            "metric": measure.partition("@")[0],
            "k": None,
            "value": 0.3 + better + 0.2 * drawn.random() + 0.01 * (query % 7),
            **more,
        }
        for measure in measures
        for system, better in systems.items()
        for query in range(n)
    ]


def compared(rows: Rows, **arguments: Any) -> Comparison:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return rankhouse.compare(rows, **arguments)


def values_of(rows: Rows, system: str, measure: str) -> list[float]:
    return [row["value"] for row in rows if (row["system"], row["measure"]) == (system, measure)]


def holm(p_values: list[float]) -> list[float]:
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    adjusted, highest = [0.0] * len(p_values), 0.0
    for place, index in enumerate(order):
        highest = max(highest, min(1.0, (len(order) - place) * p_values[index]))
        adjusted[index] = highest
    return adjusted


SYSTEMS = {"bm25": 0.0, "dense": 0.05, "hybrid": 0.06, "random": -0.1}
MEASURES = ("ndcg@10", "average_precision")
ROWS = table(SYSTEMS, measures=MEASURES)


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    return compared(ROWS)


@pytest.fixture(scope="module")
def hostile() -> Comparison:
    rows = table(dict(zip(HOSTILE, [0.0, 0.1, 0.01, 0.3, -0.2], strict=True)))
    return compared(
        [{**row, "part\n<b>|": HOSTILE[row["query_id"] == "q1"]} for row in rows], by=["part\n<b>|"], system="system"
    )


def expected_letters() -> dict[tuple[str, str], str]:
    names = dict(zip(SYSTEMS, "abcd", strict=True))
    tests = [(measure, *pair) for measure in MEASURES for pair in combinations(SYSTEMS, 2)]
    adjusted = holm([stats.ttest_rel(values_of(ROWS, b, m), values_of(ROWS, a, m)).pvalue for m, a, b in tests])
    found: dict[tuple[str, str], str] = {(measure, name): "" for measure in MEASURES for name in SYSTEMS}
    for (measure, a, b), p in zip(tests, adjusted, strict=True):
        if p < 0.05:
            is_higher = statistics.fmean(values_of(ROWS, a, measure)) > statistics.fmean(values_of(ROWS, b, measure))
            better, worse = (a, b) if is_higher else (b, a)
            found[measure, better] = "".join(sorted(found[measure, better] + names[worse]))
    return found


def test_values_letters_and_the_best(comparison: Comparison) -> None:
    grid = reported(comparison).by_measure
    assert [f"{cell.text} {cell.letters}".strip() for cell in grid.headers] == [
        "measure", "bm25 (a)", "dense (b)", "hybrid (c)", "random (d)",
    ]  # fmt: skip
    letters = expected_letters()
    assert len(set(letters.values())) > 2
    of_measures = [row for row in grid.rows if row[0].text != "rank"]
    for measure, (name, *cells) in zip(MEASURES, of_measures, strict=True):
        means = {system: statistics.fmean(values_of(ROWS, system, measure)) for system in SYSTEMS}
        assert name.text == measure
        assert [cell.text for cell in cells] == [f"{mean:.4f}" for mean in means.values()]
        assert [cell.bold for cell in cells] == [mean == max(means.values()) for mean in means.values()]
        assert [cell.letters for cell in cells] == [letters[measure, system] for system in SYSTEMS]


def test_by_system_the_same_cells_are_turned(comparison: Comparison) -> None:
    report = reported(comparison)
    assert [head.text for head in report.by_system.headers] == ["system", MEASURES[0], "rank", *MEASURES[1:]]
    turned = list(zip(*(row[1:] for row in report.by_system.rows), strict=True))
    rows = report.by_measure.rows
    assert turned == [tuple(row[1:]) for row in [*rows[:2], *rows[2::2]]]


def test_lines_of_pairs(comparison: Comparison) -> None:
    rows = {(row["measure"], row["system"], row["baseline"]): row for row in comparison.rows()}
    assert len(rows) == 12
    grid = reported(comparison).pairs
    assert [head.text for head in grid.headers] == [
        "measure", "system", "baseline", "difference", "95 % interval (t)", "relative", "effect", "wins/ties/losses",
        "p adjusted",
    ]  # fmt: skip
    for cells in grid.rows:
        measure, system, baseline, difference, interval, relative, effect, counts, p = (cell.text for cell in cells)
        own, other = values_of(ROWS, system, measure), values_of(ROWS, baseline, measure)
        each = [a - b for a, b in zip(own, other, strict=True)]
        mean, spread = statistics.fmean(each), statistics.stdev(each)
        low, high = stats.t.interval(0.95, len(each) - 1, mean, spread / len(each) ** 0.5)
        assert difference == f"{mean:+.4f}"
        assert interval == f"[{low:+.4f}, {high:+.4f}]"
        assert relative == f"{100 * mean / statistics.fmean(other):+.1f} %"
        assert effect == f"{mean / spread:+.2f}"
        assert counts == f"{sum(d > 0 for d in each)}/0/{sum(d < 0 for d in each)}"
        adjusted = rows[measure, system, baseline]["p_adjusted"]
        assert p == ("<0.0001" if adjusted < 0.0001 else ">0.9999" if adjusted > 0.9999 else f"{adjusted:.4f}")


def test_what_is_not_significant_says_what_would_have_shown(comparison: Comparison) -> None:
    grid = reported(comparison).pairs
    rows = comparison.rows()
    assert {place for place, row in enumerate(rows) if row["p_adjusted"] >= 0.05} == set(grid.notes)
    for place, note in grid.notes.items():
        row = rows[place]
        assert note == (
            f"differences of {row['detectable_difference']:.4f} or more would show at 80 % power;"
            f" {row['queries_needed']:,.0f} queries would be needed for this one"
        )


def test_a_difference_that_the_correction_hides_says_so() -> None:
    rows = table({"a": 0.0, "c": 0.3})
    for row in [row for row in rows if row["system"] == "a"]:
        noise = 0.05 if int(row["query_id"][1:]) % 2 else -0.05
        rows.append({**row, "system": "b", "value": row["value"] + 0.019 + noise})
    comparison = compared(rows, correction="bonferroni")
    row = comparison.rows()[0]
    assert row["p_value"] < 0.05 <= row["p_adjusted"], row
    assert reported(comparison).pairs.notes[0] == f"p is {row['p_value']:.4f} before the correction"


def test_the_legend_says_test_correction_and_queries(comparison: Comparison) -> None:
    assert reported(comparison).legend == [
        "A letter names a system that is significantly worse: p < 0.05.",
        "Student's paired t-test, two-sided; Holm's correction for 12 tests; 40 queries.",
        "Ranks are those that a system may have, at 95 % for all together.",
    ]
    rows = table({"a": 0.0, "b": -0.018})
    one = compared(rows, test="randomisation", repetitions=50, seed=3, correction="none", confidence=0.9, baseline="a")
    assert reported(one).legend == [
        "No difference is significant at p < 0.1.",
        "Randomisation test, two-sided, 50 repetitions, seed 3; no correction for 1 test, all against a; 40 queries.",
    ]
    assert reported(one).pairs.headers[-1].text == "p"


def test_a_system_has_the_mean_of_all_its_values() -> None:
    """The pair has that of the queries in common, and the legend how many these are."""
    rows = table({"a": 0.0, "b": 0.1, "c": 0.2})
    rows = [row for row in rows if row["system"] != "b" or int(row["query_id"][1:]) < 35]
    rows[0]["value"] = None
    report = reported(compared(rows))
    expected = [
        statistics.fmean(row["value"] for row in rows if row["system"] == name and row["value"]) for name in "abc"
    ]
    assert [cell.text for cell in report.by_measure.rows[0][1:]] == [f"{mean:.4f}" for mean in expected]
    assert report.legend[1].endswith("34 to 39 queries.")


def test_all_best_values_are_bold() -> None:
    rows = table({"a": 0.0, "b": 0.0})
    same = {(row["query_id"]): row["value"] for row in rows if row["system"] == "a"}
    tied = [{**row, "value": same[row["query_id"]] + 1e-14 * (row["system"] == "b")} for row in rows]
    cells = reported(compared(tied)).by_measure.rows[0]
    assert [cell.bold for cell in cells] == [False, True, True]


def test_lower_is_better_of_some_measures() -> None:
    report = reported(compared(table({"a": 0.0, "b": 0.2}, measures=("label_ranking_loss",))))
    assert [(cell.bold, cell.letters) for cell in report.by_measure.rows[0][1:]] == [(True, "b"), (False, "")]
    assert report.legend[-1] == "Lower is better: label_ranking_loss."


LOSSES = {
    "ranking": {"label_ranking_loss", "coverage_error", "average_relevance_position"},
    "classification": {"log_loss", "brier", "ece", "fpr", "fnr", "fdr"},
    "rating": {"mae", "mape", "mse", "rmse"},
    "recommendation": {"miscalibration"},
}
"""Errors, by task: whoever makes none has 0."""


@pytest.mark.parametrize("measure", ["log_loss", "rmse", "miscalibration"])
def test_lower_is_better_of_errors_of_other_tasks(measure: str) -> None:
    """Values by unit may be of any task: each label's loss, each user's error."""
    report = reported(compared(table({"a": 0.0, "b": 0.2}, measures=(measure,))))
    assert [(cell.bold, cell.letters) for cell in report.by_measure.rows[0][1:]] == [(True, "b"), (False, "")]
    assert report.legend[-1] == f"Lower is better: {measure}."


@pytest.mark.parametrize(("measure", "winner"), [("brier", "b"), ("roc_auc", "a")])
def test_who_is_preferred_has_the_lower_error(measure: str, winner: str) -> None:
    values = (
        f"(select *, '{measure}' as measure, '{measure}' as metric, null::int as k, 'q' as query_id from {{}}) as v"
    )
    with duckdb.connect() as con:
        con.execute("create table t as from (values ('a', 0.75), ('b', 0.25)) as systems(system, value)")
        con.execute(f"create table query_values as from {values.format('t')}")
        found = con.sql(macros("duckdb").preferences_of("query_values")).fetchall()
    ((*_, system_a, system_b, place),) = found
    assert {"a": system_a, "b": system_b}[place] == winner


def test_lower_is_better_of_errors_alone() -> None:
    package = macros("duckdb")
    found = {
        "ranking": package.catalogue(),
        "classification": package.classification_catalogue(),
        "rating": package.rating_catalogue(),
        "recommendation": package.recommendation_catalogue(),
    }
    names = {task: {measure["name"] for measure in catalogue} for task, catalogue in found.items()}
    assert {task: {name for name in known if is_lower_better(name)} for task, known in names.items()} == LOSSES


@pytest.mark.parametrize(
    ("measure", "is_lower"),
    [
        *(("ndcg@10", False), ("coverage_error", True), ("Coverage_Error", True), ("log_loss", True)),
        *(("ece(bins=5)", True), ("rmse", True), ("fpr(threshold=0.3)", True), ("recall", False), ("r2", False)),
        *(("latency", False), ("miscalibration@10", True)),
    ],
)
def test_gates_know_it_of_a_measure_with_options(measure: str, is_lower: bool) -> None:
    assert macros("duckdb").is_lower_better(measure) is is_lower


def test_lower_is_better_of_those_whose_notes_say_so() -> None:
    catalogue = macros("duckdb").catalogue()
    told = {measure["name"] for measure in catalogue if "Lower is better" in str(measure)}
    assert told == {measure["name"] for measure in catalogue if is_lower_better(measure["name"])}
    assert told == {"label_ranking_loss", "coverage_error", "average_relevance_position"}


def test_a_test_that_points_the_other_way_gives_no_letter() -> None:
    """Many small wins, and a mean that a few large losses pull down."""
    rows = table({"a": 0.0}, n=30)
    for row in list(rows):
        place = int(row["query_id"][1:])
        rows.append({**row, "system": "b", "value": row["value"] + (0.01 if place > 2 else -0.9)})
    report = reported(compared(rows, test="sign"))
    assert [cell.letters for cell in report.by_measure.rows[0]] == ["", "", ""]
    assert report.pairs.notes == {0: "significant, but the means and the wins point in opposite directions: no letter"}


def test_what_is_undefined_is_a_dash() -> None:
    rows = [row for row in table({"a": 0.0, "b": 0.1, "c": 0.1}) if row["system"] == "a" or row["query_id"] == "q1"]
    rows = [row for row in rows if (row["system"], row["query_id"]) != ("c", "q1")]
    rows.append({**rows[0], "system": "c", "value": None})
    report = reported(compared(rows))
    assert [cell.text for cell in report.by_measure.rows[0]][-1] == NOTHING
    assert [cell.text for cell in report.pairs.rows[1]][3:] == [NOTHING, NOTHING, NOTHING, NOTHING, "0/0/0", NOTHING]
    for shown in (str(compared(rows)), report.pairs.rows):
        assert not re.search(r"\b(None|nan)\b", str(shown))


def test_letters_beyond_z() -> None:
    assert letters_of(703)[25:28] + letters_of(703)[-2:] == ["z", "aa", "ab", "zz", "aaa"]
    assert joined(["a", "c", "d", "e"]) == "acde"
    assert joined(["a", "c", "d", "e", "y", "z", "aa", "ac"]) == "a,c-e,y-aa,ac"


def test_many_systems_have_a_row_each() -> None:
    names = [f"system-{place:02}" for place in range(30)]
    rows = table({name: 0.01 * place for place, name in enumerate(names)}, n=20, measures=("ndcg@10", "rbp"))
    comparison = compared(rows, baseline=names[0])
    lines = str(comparison).splitlines()
    assert lines[0].split() == ["system", "ndcg@10", "rbp"]
    assert [line.split()[0] for line in lines[1:31]] == names
    assert "(20 of 58 pairs and measures)" in lines
    assert comparison.to_html().count("<tr>") == 1 + 30 + 1 + 20 + len(reported(comparison).pairs.notes)


@pytest.mark.parametrize("width", [60, 80, 100, 120, 200])
def test_text_fits_the_terminal(monkeypatch: pytest.MonkeyPatch, comparison: Comparison, width: int) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    lines = str(comparison).splitlines()
    assert [line for line in lines if cells_wide(line) > width or line != line.rstrip()] == []
    text = "\n".join(lines)
    for cells in reported(comparison).pairs.rows:
        assert all(cell.text in text for cell in (*cells[1:4], cells[-1]))
    assert ("a wider terminal shows" in text) == (width < 100)
    assert text.count("ndcg@10") == (2 if width < 120 else 7)


def test_long_names_are_told_in_full() -> None:
    long = ["runs/2026-01-31/a-very-long-name-of-a-system-v1.parquet", "runs/2026-01-31/another-very-long-name.parquet"]
    text = str(compared(table({long[0]: 0.0, long[1]: 0.1})))
    shown = [re.findall(rf"^(\S+…\S+) is {re.escape(name)}$", text, re.MULTILINE) for name in long]
    assert all(text.count(short) > 2 for (short,) in shown)
    alike = ["x" * 40 + middle + "y" * 40 for middle in "12"]
    assert "…" not in str(compared(table({alike[0]: 0.0, alike[1]: 0.1})))


def test_text_has_no_signs_that_move_the_cursor(hostile: Comparison) -> None:
    text = str(hostile)
    assert all(each.isprintable() for line in text.split("\n") for each in line)
    assert r"line\nbreak\r\x1b[31mred\x07\u202eback" in text.replace("\n", "")


class Page(HTMLParser):
    """Tags that are open and closed in order, and the text of cells."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.cells: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.tags.add(tag)
        assert {name for name, _ in attrs} <= {"class", "scope", "colspan", "style"}
        if tag == "th" and "scope" in dict(attrs):
            assert dict(attrs)["scope"] in ("row", "col")
        if tag in ("td", "th"):
            self.cells.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if {"td", "th"} & set(self.open):
            self.cells[-1] += data


def seen(name: str) -> str:
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in name)


def test_html_is_whole_and_escaped(hostile: Comparison) -> None:
    page = Page(hostile.to_html())
    assert page.tags == {"div", "style", "table", "thead", "tbody", "tr", "th", "td", "sup", "b", "p"}
    assert hostile._repr_html_().count("<th") - 2 == hostile._repr_html_().count('<th scope="')  # and thead twice
    for name in HOSTILE:
        assert any(seen(name) in cell for cell in page.cells)


def unescaped(line: str) -> list[str]:
    """The cells of a row of Markdown as their reader sees them, but for bold and raised letters."""
    return [unescape(re.sub(r"\\(.)", r"\1", cell.strip())) for cell in line.split("|")[1:-1]]


def test_markdown_keeps_its_columns(hostile: Comparison) -> None:
    text = hostile.to_markdown()
    rows = [line for line in text.splitlines() if line.startswith("|")]
    grids = reported(hostile)
    assert {len(unescaped(row)) for row in rows} == {7, 10}
    assert "<script" not in text and "<sup>" in text
    head = unescaped(rows[0])
    assert head == [seen("part\n<b>|"), "measure"] + [
        f"{seen(cell.text)} {cell.letters}" for cell in grids.by_measure.headers[2:]
    ]


def test_markdown_is_read_as_it_was_meant(hostile: Comparison) -> None:
    page = Page(MarkdownIt("commonmark").enable("table").render(hostile.to_markdown()))
    assert page.tags == {"table", "thead", "tbody", "tr", "th", "td", "sup", "strong", "p", "ul", "li"}
    html = Page(hostile._repr_html_())
    assert page.cells == html.cells


def test_latex_is_balanced_and_escaped(hostile: Comparison) -> None:
    text = hostile.to_latex()
    lines = [line for line in text.splitlines() if not line.startswith("%")]
    body = re.sub(r"\\[&%$#_{}]", "", "\n".join(lines).replace(r"\\", ""))
    assert body.count("{") == body.count("}")
    assert body.count("$") % 2 == 0
    assert not re.search(r"[#_~]|(?<!\\)\^(?!\{)", body)
    assert (
        r"50\%\_of \$x\textasciicircum{}2\$ \& \textbackslash{}textbf\{a\} \#1 \textasciitilde{} \{{[}{*}]\} -{}-"
        in text
    )
    assert " & -- & " in text
    for tabular in re.findall(r"\\begin\{tabular\}\{([lr]+)\}(.*?)\\end\{tabular\}", text, re.DOTALL):
        for row in tabular[1].splitlines():
            if row.endswith(r"\\") and r"\multicolumn" not in row:
                assert len(re.findall(r"(?<!\\)&", row)) == len(tabular[0]) - 1


def test_formats_hold_the_same_cells(comparison: Comparison) -> None:
    cells = [cell for row in reported(comparison).by_measure.rows for cell in row[1:]]
    html, markdown, latex, text = (
        comparison._repr_html_(),
        comparison.to_markdown(),
        comparison.to_latex(),
        str(comparison),
    )
    for cell in cells:
        bold = cell.text if not cell.bold else f"**{cell.text}**"
        raised = cell.letters.translate(str.maketrans("abcd", "ᵃᵇᶜᵈ"))
        sup = f"<sup>{cell.letters}</sup>" if cell.letters else ""
        assert f"| {bold}{sup} |" in markdown
        assert f"<td>{'<b>' * cell.bold}{cell.text}{sup}{'</b>' * cell.bold}</td>" in html
        assert (rf"\textbf{{{cell.text}}}" if cell.bold else cell.text.replace("-", "--")) + (
            f"$^{{{cell.letters}}}$" * bool(sup)
        ) in latex
        assert f"{cell.text}{raised}" in text


def test_warnings_come_last() -> None:
    comparison = compared(table({"a": 0.0, "b": 0.1}, n=5))
    (warning,) = comparison.warnings
    assert " ".join(str(comparison).split()).endswith(f"warning: {warning}")
    assert f"<p>Warning: {warning}" in comparison._repr_html_()
    assert "- Warning: " in comparison.to_markdown().splitlines()[-1]
    assert f"% warning: {warning}" in comparison.to_latex()


SHOWN = """
import warnings; warnings.simplefilter("ignore")
import rankhouse, sys
sys.path.insert(0, {tests!r})
from comparison.test_comparison_table import table
rankhouse.compare(table({{"a": 0.0, "b": 0.1}})).show()
"""


@pytest.fixture
def on_a_terminal(tmp_path: Path) -> str:
    script = tmp_path / "shown.py"
    script.write_text(SHOWN.format(tests=str(Path(__file__).parents[1])))
    done = subprocess.run(
        ["script", "-qec", f"{sys.executable} {script}", "/dev/null"],
        capture_output=True,
        text=True,
        check=True,
        env={
            "TERM": "xterm",
            "COLUMNS": "100",
            "PYTHONPATH": str(Path(rankhouse.__file__).parents[1]),
            "LANG": "C.UTF-8",
        },
    )
    return done.stdout


def test_the_best_is_bold_on_a_terminal(on_a_terminal: str) -> None:
    assert re.search(r"\x1b\[1m0\.\d{4}\x1b\[0mᵃ", on_a_terminal)
    assert "Bold: the best." in on_a_terminal


def test_what_is_left_of_rounding_is_no_difference() -> None:
    """0.1 + 0.2 is 0.30000000000000004 in doubles; a picture counts what the table calls a tie."""
    values = {"a": [0.1 + 0.2, 0.5, 0.2], "b": [0.3, 0.1, 0.4]}
    kind = {"measure": "ndcg@10", "metric": "ndcg", "k": 10}
    rows = [
        {"system": system, "query_id": query, "value": value, **kind}
        for system, of_queries in values.items()
        for query, value in enumerate(of_queries)
    ]
    comparison = compared(rows, baseline="b")
    (row,) = comparison.rows()
    assert (row["wins"], row["ties"], row["losses"]) == (1, 1, 1)
    by_query = [(query, difference) for query, *_, difference in comparison.queries().fetchall()]
    assert by_query == [(2, 0.2 - 0.4), (0, 0), (1, 0.5 - 0.1)]
    assert "equal in 1" in str(rankhouse.plot.differences(comparison).to_dict())


def test_tables_of_three_systems_show_the_ranks_of_system_ranks() -> None:
    rows = table({"a": 0.0, "b": 0.02, "c": 0.03, "d": 0.4}, measures=("ndcg@10", "log_loss"))
    known = rankhouse.system_ranks(rows).fetchall()
    shown = {(row[0], row[3]): str(row[6]) if row[6] == row[7] else f"{row[6]}-{row[7]}" for row in known}
    assert len(set(shown.values())) > 2
    grid = reported(compared(rows)).by_measure
    found = {
        (grid.rows[place - 1][0].text, name.text): cell.text
        for place, row in enumerate(grid.rows)
        if row[0].text == "rank"
        for name, cell in zip(grid.headers[1:], row[1:], strict=True)
    }
    assert found == shown
    assert r" & 1--3 & " in compared(rows).to_latex()
    for others in ({"baseline": "a"}, {"correction": "none"}):
        assert not [row for row in reported(compared(rows, **others)).by_measure.rows if row[0].text == "rank"]
