"""A macro that no test calls may not work at all: every macro of the package is called here, on each engine's path."""

from __future__ import annotations

from typing import Any

import pytest

from rankhouse import _jinja, _register
from rankhouse._errors import InputError
from tables import POLICIES, TIES, every_measure, has_closed_form

# Generic tests of dbt, which builds them in integration_tests/.
OF_DBT = "test_"


def test_every_macro_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    called: set[str] = set()
    call = _jinja._Macro.__call__

    def recorded(macro: Any, *args: Any, **kwargs: Any) -> Any:
        called.add(macro.macro.name)
        return call(macro, *args, **kwargs)

    monkeypatch.setattr(_jinja._Macro, "__call__", recorded)
    engines = [(), ("duckdb",), ("duckdb_macro", "duckdb")]
    for prefixes in engines:
        package = _jinja.Macros(*prefixes)
        for ties in TIES:
            for cutoffs in ((10,), (300,), (None, 10)):
                asked = [str(measure) for measure in every_measure(*cutoffs) if has_closed_form(measure, ties)]
                for queries in POLICIES:
                    groups = {"by": ["system"], "judgments_by": ["segment"]}
                    assert package.query_metrics("run", "judgments", asked, ties=ties, queries=queries, **groups)
                    assert package.metrics("run", None, asked, ties=ties, queries=queries, unjudged="drop")
                    assert package.query_metrics("run", "judgments", asked, ties=ties, checked=True)
        for policy in package.reference_policies():
            assert package.reference_results("run", "judgments", "expected", **policy)
        with pytest.raises(InputError, match="did you mean 'ndcg'"):
            package.parse_measures(["ndgc@10"])
    assert list(_register._aggregates(package))
    assert list(_register._table_macros(package))
    with pytest.raises(InputError, match="for DuckDB alone"):
        _jinja.Macros().ndcg_at_k("relevance", "score", 10)

    uncalled = {name for name in package.files.keys() - called if not name.startswith(OF_DBT)}
    assert not uncalled, "call them here, or remove them"
