"""The names that users give to columns, and what is said about one that is missing."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain

from rankhouse._rendering.errors import InputError, did_you_mean, listed
from rankhouse._rendering.jinja import macros

RENAMED = ("query_id", "item_id", "score", "relevance", "rank")
SIDES = ("run", "judgments")
IDS = ("query_id", "item_id", "other_item_id", "image_id", "class_id")
OF_FUNCTIONS = ("experiment", "fold", "examination")
"""Columns that functions of Python read, and no table macro."""
WEIGHTS = {
    "weight": "this call does not use row weights",
    "intent_weight": "intents have no weights in this call: set intents to the column that holds them",
    "importance": "this call has no vital nuggets: set intents to the column that holds the nuggets",
}
"""Columns that would change the answer, and what is said where a call does not read them."""


NUMBERS = ("value", "value_sum", "n_queries", "std_error", "n_given", "position")
KINDS = (
    {name: (f"{name} must be a number", ("number",)) for name in NUMBERS}
    | {name: (f"{name} is a text such as 'ndcg@10'", ("text",)) for name in ("measure", "metric")}
    | {"logging_probability": ("logging_probability must be a number", ("number",))}
)
"""What columns are that every call reads alike, and of which kinds. Checks of inputs know the rest."""


@cache
def known_columns() -> tuple[str, ...]:
    """All that some call reads: one dictionary of names serves all calls."""
    every = macros("duckdb").table_macros().values()
    read = [made.get(each, "").split() for made in every for each in ("columns", "optional")]
    return tuple(dict.fromkeys([*RENAMED, *chain(*read), *OF_FUNCTIONS]))


@cache
def known_inputs() -> tuple[str, ...]:
    """All inputs of some call; nuggets is one of the report."""
    arguments = macros("duckdb").arguments()
    relations = [name.rpartition(".")[2] for name, spec in arguments.items() if spec.get("kind") == "relation"]
    return tuple(dict.fromkeys([*SIDES, *relations, "nuggets"]))


def require_names(columns: object, example: str = "query_id") -> None:
    """`columns` is a dict, or nothing."""
    if columns is not None and not isinstance(columns, Mapping):
        raise InputError(f"columns is a dict such as {{{example!r}: 'user_id'}}, got {columns!r}")


@dataclass(frozen=True)
class Columns:
    """The user's names for our columns: `columns` of `evaluate`. `ours` and `sides`: what is read, and of which inputs.

    Names of what other calls read are left out: they do no harm, but for weights, which are refused.
    """

    names: Mapping[str, str]
    ours: Sequence[str] = RENAMED
    sides: Sequence[str] = SIDES

    def __post_init__(self) -> None:
        require_names(self.names, self.ours[0])
        for key, name in self.names.items():
            side, _, ours = str(key).rpartition(".")
            is_read = ours in self.ours and side in ("", *self.sides)
            if not is_read and (ours not in known_columns() or side not in ("", *known_inputs())):
                known = [*self.ours, *(f"{side}.{name}" for side in self.sides for name in self.ours), *known_columns()]
                raise InputError(
                    f"columns: {key!r} is not one of the columns that are read{did_you_mean(str(key), known)};"
                    f" these are {listed(self.ours)}{self._where()}"
                )
            if ours in WEIGHTS and ours not in self.ours and side in ("", *self.sides):
                raise InputError(
                    f"columns: {key!r} is not read, since {WEIGHTS[ours]}; leave it out, or name its input, as in"
                    f" {'predictions.' + ours!r}, if another call reads it"
                )
            if not isinstance(name, str):
                raise InputError(f"columns: the name for {key!r} must be a string, got {name!r}")
        object.__setattr__(self, "names", {key: name for key, name in self.names.items() if self._reads(str(key))})

    def _reads(self, key: str) -> bool:
        side, _, ours = key.rpartition(".")
        return ours in self.ours and side in ("", *self.sides)

    def _where(self) -> str:
        if len(self.sides) == 1:
            return ""
        examples = listed(f"{side}.{self.ours[1]}" for side in self.sides[:2])
        return f", each for {'both' if len(self.sides) == 2 else 'all'} inputs, or for one as in {examples}"

    def name(self, side: str, column: str) -> str:
        return self.names.get(f"{side}.{column}", self.names.get(column, column))

    def named(self, side: str, column: str) -> bool:
        """Whether the user says that the input has this column."""
        return column in self.names or f"{side}.{column}" in self.names

    def ranks(self, side: str = "run") -> bool:
        """Whether a rank takes the place of the score."""
        return self.named(side, "rank")

    def order(self, side: str = "run") -> str:
        return "rank" if self.ranks(side) else "score"


def kind(type_name: str) -> str:
    """What a column's values can be compared with: number, text, boolean, time, or the type itself."""
    if re.match(r"U?(TINY|SMALL|BIG|HUGE)?INT(?!ERVAL)|FLOAT|DOUBLE|DECIMAL|REAL|BIGNUM|VARINT", type_name):
        return "number" if not type_name.endswith("]") else type_name
    if type_name.startswith(("VARCHAR", "ENUM")):
        return "text" if not type_name.endswith("]") else type_name
    if type_name.startswith(("DATE", "TIMESTAMP")):
        return "time"
    return type_name.strip('"').lower()
