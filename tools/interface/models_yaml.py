"""models/_models.yml: the ready-made models and their columns, which follow from the user's vars.

Columns that are not there would be warnings of dbt's `persist_docs`, so that the list is an expression of Jinja: in a
yaml no macro can be called, and dbt v2 takes a list from nothing but a single expression.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import yaml

PATH = Path(__file__).parents[2] / "models/_models.yml"
SOURCE = Path(__file__).parent / "models.yml"
HEADING = """\
# Made by tools/document.py from tools/interface/models.yml.
version: 2

# Off until the var `rankhouse` says where the run and the judgments are; see docs/reference/dbt.md. The var
# `rankhouse_columns` has types and descriptions of the user's own columns and of those of measures.
models:
"""
VAR = "(var('rankhouse', none) or [])"
EVALUATIONS = f"([{VAR}] if {VAR} is mapping else {VAR})"
FURTHER = "(var('rankhouse_columns', none) or [])"
EVALUATION = "{'name': 'evaluation', 'data_type': %s, 'description': 'The name of the evaluation.'}"
# The type of each kind of column by the engine, and elsewhere.
TYPES = {
    "text": ({"bigquery": "string", "spark": "string", "databricks": "string", "clickhouse": "String"}, "varchar"),
    "number": (
        {
            "postgres": "double precision",
            "redshift": "double precision",
            "bigquery": "float64",
            "clickhouse": "Float64",
        },
        "double",
    ),
    "whole": ({"bigquery": "int64", "clickhouse": "Int64"}, "bigint"),
    "small": ({"bigquery": "int64", "clickhouse": "Int32"}, "integer"),
    "moment": ({"clickhouse": "DateTime"}, "timestamp"),
    "flag": ({"bigquery": "bool", "clickhouse": "Bool"}, "boolean"),
}


def concatenated(key: str) -> str:
    """The lists of all evaluations under a key as one, each of their columns once."""
    return f"{EVALUATIONS} | map(attribute='{key}', default=[]) | sum(start=[])"


GROUPS = f"(({concatenated('by')}) + ({concatenated('judgments_by')})) | unique | list"
PARTITIONS = f"{EVALUATIONS} | selectattr('partition') | map(attribute='partition') | unique | list"
LATEST = f"{EVALUATIONS} | selectattr('complete') | map(attribute='latest') | unique | list"
MEASURES = f"({concatenated('measures')}) | unique | list"
MEANINGS = {
    "groups": "A column that rows are grouped by.",
    "partitions": "The partition.",
    "latest": "The day, or what latest names.",
}
WHEN = {
    "weights": f"'weights=' in ({EVALUATIONS} | string)",
    "provenance": f"true in ({EVALUATIONS} | map(attribute='provenance', default=false) | list)",
    "partition": f"{PARTITIONS}",
    "grouping_sets": f"{EVALUATIONS} | selectattr('grouping_sets') | list",
    "candidates": (
        f"{EVALUATIONS} | selectattr('exclude') | list or {EVALUATIONS} | selectattr('candidates') | list or"
        f" 'drop' in ({EVALUATIONS} | map(attribute='unjudged', default='') | list)"
    ),
}


def derived() -> dict[Path, Callable[[], str]]:
    return {PATH: partial(models_yaml, yaml.safe_load(SOURCE.read_text()))}


def models_yaml(models: dict[str, dict[str, Any]]) -> str:
    return HEADING + "".join(model_yaml(name, model) for name, model in models.items())


def model_yaml(name: str, model: dict[str, Any]) -> str:
    description = model["description"]
    listed_words = {"GROUPS": GROUPS, "PARTITIONS": PARTITIONS, "LATEST": LATEST, "MEASURES": MEASURES}
    for word, listed in listed_words.items():
        description = description.replace(f"{{{word}}}", f'{{{{ {listed} | join(", ") or "none" }}}}')
    parts = columns_of(model)
    # Tests of columns are nodes, also where the model is switched off.
    lines = [f"      {'+ ' if place else f'{{{{ [] if not {VAR} else '}{part}" for place, part in enumerate(parts)]
    head = [f"  - name: {name}", "    description: >", f"      {description}", "    columns: >-"]
    return "\n".join([*head, *lines]) + " }}\n"


def columns_of(model: dict[str, Any]) -> list[str]:
    """Lists to be added up; of two entries for a column the later one holds."""
    first, columns = model["first"], model["columns"]
    parts = [f"([{EVALUATION % type_of('text')}] if not {VAR} is mapping else [])"]
    named = {"groups": GROUPS, "partitions": PARTITIONS, "latest": LATEST}.get(first)
    if named:
        text = MEANINGS[first]
        entry = f'{{"description": "{text}", "name": '
        # Without a name there is no column.
        parts.append(
            f"""fromjson(('[{entry}' ~ ({named} | map('tojson') | join('}}, {entry}')) ~ '}}]')"""
            f""" | replace('[{entry}}}]', '[]'))"""
        )
    for name, column in columns.items():
        fields = {"name": repr(name), "description": quoted(column["text"])}
        if "type" in column:
            fields["data_type"] = type_of(column["type"])
        if "data_tests" in column:
            fields["data_tests"] = repr(column["data_tests"])
        entry = "[{" + ", ".join(f"'{key}': {value}" for key, value in fields.items()) + "}]"
        parts.append(f"({entry} if {WHEN[column['when']]} else [])" if "when" in column else entry)
    if model.get("measures"):
        parts.append(f"({FURTHER} | rejectattr('name', 'equalto', 'query_id') | list)")
    elif named:
        known = f"({named})" + (" + ['query_id']" if "query_id" in columns else "")
        parts.append(f"({FURTHER} | selectattr('name', 'in', {known}) | list)")
    return parts


def type_of(kind: str) -> str:
    by_engine, elsewhere = TYPES[kind]
    return f"{by_engine!r}.get(target.type, {elsewhere!r})"


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
