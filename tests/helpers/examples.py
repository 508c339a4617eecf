"""Generated examples: how many a test tries, fewer in `make test`, more in `make test-deep`; one of many things."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

Value = TypeVar("Value")

DEEP = 25
"""How many times as many `make test-deep` tries."""
QUICK = 4
"""Of how many `make test` tries one; `make test-all` tries all."""

# The same examples on every run of continuous integration; other ones each time on a desk, and when many are tried.
settings.register_profile(
    "rankhouse", deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
settings.register_profile("ci", settings.get_profile("rankhouse"), derandomize=True, print_blob=True)
settings.register_profile("deep", settings.get_profile("rankhouse"), derandomize=False, print_blob=True)
USUAL = "ci" if os.environ.get("CI") else "rankhouse"
settings.register_profile("quick", settings.get_profile(USUAL))
# Of a fault that is planted, any failure will do.
settings.register_profile("faults", settings.get_profile("ci"), phases=[Phase.explicit, Phase.generate])
settings.load_profile(USUAL)


def examples(count: int) -> settings:
    """The first one is the simplest of all, which is why two are needed at least."""
    profile = settings.get_current_profile_name()
    if profile == "deep":
        count *= DEEP
    elif profile in ("quick", "faults"):
        count = min(count, max(2, count // QUICK))
    return settings(max_examples=count)


def one_of_many(values: Sequence[Value]) -> st.SearchStrategy[Value]:
    """As sampled_from, by place: that describes itself by all of its values, and Hypothesis warns of 30 kB of them."""

    def at(place: int) -> Value:
        return values[place]

    return st.sampled_from(range(len(values))).map(at)
