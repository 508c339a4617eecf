"""What the pages of the browser offer and say, from the package: measures, conventions, policies, names of columns."""

from __future__ import annotations

import re
from typing import Any

import yaml

import to_lua
from browser.chart_templates import charts
from rankhouse._inputs import trec
from rankhouse._rendering.jinja import macros
from rankhouse.plot import theme

ASKED = ("advice_on_missing", "doubt_of_score", "did_you_mean", "item_place")
"""Macros beside the table macros that the pages ask."""
COLUMNS = ("query_id", "item_id", "score", "relevance")
POLICIES = ("ties", "queries")
FORMS = {
    "trec": ("run", trec.RUN),
    "trec without tags": ("run", trec.SHORT[trec.RUN]),
    "qrels": ("judgments", trec.QRELS),
    "qrels without iterations": ("judgments", trec.SHORT[trec.QRELS]),
}


def catalogue() -> dict[str, Any]:
    package = macros("duckdb")
    sentences = yaml.safe_load((to_lua.PACKAGE / "tools/interface/arguments.yml").read_text())
    return {
        "measures": [measure(declared) for declared in package.catalogue()],
        "losses": list(package.lower_is_better()),
        "defaults": list(package.default_measures()),
        "conventions": list(package.conventions()),
        "policies": {name: list(package.policies()[name]) for name in POLICIES},
        "sentences": {name: plain(sentences[name]["text"]) for name in (*POLICIES, "measures", "by", "convention")},
        "called": {name: list(package.called_elsewhere(name)) for name in COLUMNS},
        "trec": {form: files_of(side, found) for form, (side, found) in FORMS.items()},
        "charts": charts(),
        "themes": {"light": theme.LIGHT, "dark": theme.DARK},
    }


def measure(declared: dict[str, Any]) -> dict[str, Any]:
    names = [declared["name"], *declared["aliases"]]
    return {"names": names, "cutoff": declared["cutoff"], "description": declared["description"]}


def files_of(side: str, form: trec.Form) -> dict[str, Any]:
    """How Python reads such files: FILE stands for the name of one."""
    return {"side": side, "fields": list(form.fields), "number": form.number, "sql": trec.table("'FILE'", form)}


def plain(text: str) -> str:
    """A sentence without the signs of Markdown."""
    return re.sub(r"`", "", " ".join(text.split()))
