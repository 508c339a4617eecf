"""DuckDB's table macros run the text that dbt runs: any call of any of them, and any error."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from table_macro_calls import Refused, calls, table_macros, text_by_dbt, text_by_duckdb, words


@pytest.mark.parametrize("name", table_macros())
@examples(10)
@given(data=st.data())
def test_a_table_macro_runs_the_text_of_dbt(name: str, data: st.DataObject) -> None:
    call = data.draw(calls(name))
    found, expected = text_by_duckdb(name, call), text_by_dbt(name, call)
    assert isinstance(found, Refused) == isinstance(expected, Refused)
    # Of several things that are wrong, dbt's explain finds those of the first measure first.
    if not (name == "explain" and isinstance(found, Refused) and len(call.get("measures", [])) > 1):
        assert words(found) == words(expected)
