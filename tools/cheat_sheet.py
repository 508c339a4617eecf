"""docs/reference/cheat-sheet.md: every DuckDB macro on one page, from the library's own comments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

import table_macros
from library import DuckDBMacro, duckdb_macros

HEADING = """\
# Cheat sheet

All [DuckDB](duckdb.md) macros on one page, made to be printed. Optional parameters are written with `:=`; those of
table macros are behind the links.

```sql
create table run as
from (values ('bm25', 'q1', 'a', 3), ('bm25', 'q1', 'b', 2), ('dense', 'q1', 'b', 9))
    as listed(system, query_id, item_id, score);
create table judgments as from (values ('q1', 'b', 2), ('q1', 'c', 1)) as judged(query_id, item_id, relevance);

from metrics('run', 'judgments', measures := ['ndcg@10', 'map'], by := 'system');
from query_metrics('run', 'judgments', measures := 'ndcg(gain=linear)@{5,10}', by := 'system');
select system, query_id, ndcg_at_k(relevance, score, 10)
from run left join judgments using (query_id, item_id)
group by all;
```

Inputs with other names of columns: `query_id := 'user'`, or `columns := map {'query_id': 'user', 'run.score': 's'}`.
Tables, views, CTEs and files are all given by name: `'run.parquet'`.
"""

# The table macros by what they are for; one that is missing here stands among the others.
TASKS = {
    "Rankings": ["metrics", "query_metrics", "metric_settings"],
    "Recommendations": ["recommendation_metrics", "expected_exposure", "group_exposure"],
    "Classifiers": [
        *("classifier_metrics", "confusion", "roc_curve", "pr_curve", "calibration", "lift", "binned_auc"),
        *("confusion_matrix", "class_metrics", "auc_interval", "prediction_problems"),
    ],
    "Ratings and boxes": ["rating_metrics", "detection_metrics", "detection_class_metrics"],
    "Comparisons": [
        *("compare", "mean_intervals", "compare_classifiers", "change_by_segment", "confidence_sequence"),
        *("agreement", "query_agreement"),
    ],
    "Labels": [
        *("click_judgments", "position_bias", "rater_agreement", "merge_ratings"),
        *("grade_calibration", "grade_confusion", "prediction_powered", "value_bounds", "to_judge"),
    ],
    "Online": [
        *("interleaving", "interleaving_searches", "interleaving_checks", "metric_trust", "discriminative_power"),
        *("click_estimates", "off_policy", "compare_policies", "off_policy_tuning", "off_policy_weights"),
    ],
    "Over time": ["moving_average", "change_from_previous"],
    "Splits, samples, learning curves": [
        *("split", "split_counts", "sample_negatives", "sampled_ranks", "correct_sampled"),
        *("learning_curve", "mean_over_curve", "curve_crossings"),
    ],
    "Explanations and problems": ["tie_audit", "explain", "explain_number", "input_problems", "convention_problems"],
}
OTHERS = "Others"


def page() -> str:
    library = {macro.name: macro for macro in duckdb_macros()}
    tables = [name for name, macro in library.items() if macro.is_table]
    listed = [name for names in TASKS.values() for name in names]
    others = [name for name in tables if name not in listed]
    parts = [HEADING, "## Table macros\n"]
    for task, names in {**TASKS, **({OTHERS: others} if others else {})}.items():
        rows = [_row(_linked(library[name]), library[name].comment) for name in names if name in library]
        if rows:
            parts.append(_table(task, rows))
    parts.append("## Aggregates\n\nIn any `group by`, over the rows of one query or of one table.\n")
    aggregates = sorted((macro for macro in duckdb_macros() if not macro.is_table), key=_kind, reverse=True)
    for task, macros in groupby(aggregates, key=_kind):
        parts.append(_table(task, [_row(f"`{macro.signature}`", macro.comment) for macro in macros]))
    return "\n".join(parts)


def _kind(aggregate: DuckDBMacro) -> str:
    if aggregate.name.endswith("_at_k"):
        return "The first k items"
    if "relevance" in aggregate.parameters:
        return "The whole list"
    return "Classifiers, ratings and boxes"


def _table(heading: str, rows: list[str]) -> str:
    return "\n".join([f"| {heading} | |", "|---|---|", *rows]) + "\n"


def _row(call: str, comment: str) -> str:
    """The call and the first sentence about it."""
    sentence = re.split(r"(?<=\w\w)(?<!et al)[.;:] |\.$", comment.replace("|", "\\|"))[0]
    return f"| {call} | {sentence} |"


def _linked(macro: DuckDBMacro) -> str:
    """The call with the tables that it needs, linked to all of its parameters."""
    shown = ("run", "judgments") if macro.name == "input_problems" else ("judgments",)
    needed = ", ".join(name for name, default in macro.parameters.items() if default is None or name in shown)
    return f"[`{macro.name}({needed})`](table-macros.md#{dict(_anchors())[macro.name]})"


def _anchors() -> Iterator[tuple[str, str]]:
    for heading, macros in table_macros.alike():
        yield from ((macro.name, heading.lower().replace(" ", "-")) for macro in macros)
