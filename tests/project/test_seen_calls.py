"""dbt learns from calls by name which macros a model depends on: what a call enters has to be among them.

Otherwise `state:modified` misses models of an edited macro. tests/dbt_package/test_dbt_features.py asks dbt.
"""

from __future__ import annotations

import pytest

from entered import calls, entered, handed_on, unseen
from rankhouse._rendering.jinja import macros
from typical import typical_calls


def test_what_is_handed_on_is_called_somewhere() -> None:
    """tools/document.py makes lists of the formulas that declarations name."""
    called = set[str]().union(*calls().values())
    others = {name: named - called for name, named in handed_on().items() if named - called}
    assert not others, "dbt does not see macros that are handed on as values: call them"


@pytest.mark.parametrize("name", typical_calls())
def test_dbt_sees_what_a_call_enters(name: str) -> None:
    with entered() as found:
        assert getattr(macros("duckdb"), name)(**typical_calls()[name].given)
    unknown = unseen(found)
    assert not unknown, "call these macros by name, or the list in macros/catalogue/ that calls them"
