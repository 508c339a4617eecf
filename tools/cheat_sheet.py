"""docs/reference/cheat-sheet.md: every DuckDB macro on one page, from the library's own comments."""

from __future__ import annotations

import re
from itertools import groupby

import table_macros
from library import DuckDBMacro, duckdb_macros
from rankhouse._rendering.jinja import macros as package

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

# The table macros by the folder that they stand in; another folder has a heading of its own name.
HEADINGS = {
    "ranking": "Rankings",
    "recommendation": "Recommendations",
    "classification": "Classifiers",
    "rating": "Ratings and boxes",
    "detection": "Ratings and boxes",
    "comparison": "Comparisons",
    "labels": "Labels",
    "online": "Online",
    "answers": "Answers",
    "protocols": "Splits, samples, learning curves",
    "reports": "Explanations, problems, figures over time",
}


def heading_of(name: str) -> str:
    folder = package("duckdb").files[name].partition("/")[0]
    return HEADINGS.get(folder, folder.capitalize())


def page() -> str:
    tables = [macro for macro in duckdb_macros() if macro.is_table]
    headings = dict.fromkeys([*HEADINGS.values(), *(heading_of(macro.name) for macro in tables)])
    parts = [HEADING, "## Table macros\n"]
    parts += [
        _table(each, [_row(_linked(macro), macro.comment) for macro in tables if heading_of(macro.name) == each])
        for each in headings
    ]
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
    (made,) = [made for made in table_macros.table_macros() if made.name == macro.name]
    shown = (*made.typical.needs, "judgments")
    needed = ", ".join(name for name, default in macro.parameters.items() if default is None or name in shown)
    return f"[`{macro.name}({needed})`](functions/{macro.name}.md)"
