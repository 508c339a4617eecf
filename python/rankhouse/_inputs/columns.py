"""The names that users give to columns, and what is said about one that is missing."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any

from rankhouse._rendering.errors import InputError, did_you_mean, listed
from rankhouse._rendering.jinja import macros

RENAMED = ("query_id", "item_id", "score", "relevance", "rank")
SIDES = ("run", "judgments")
IDS = ("query_id", "item_id", "other_item_id", "image_id", "class_id")
OF_FUNCTIONS = ("experiment", "fold", "examination")
"""Columns that functions of Python read, and no table macro."""
WEIGHTS = {
    "weight": "this call uses no weights",
    "intent_weight": "intents have no weights in this call: set intents to the column that holds them",
    "importance": "this call has no vital nuggets: set intents to the column that holds the nuggets",
}
"""Columns that would change the answer, and what is said where a call does not read them."""
OPTIONAL = {
    "predictions": ("prediction", "weight"),
    "preferences": ("judge_id", "weight"),
    "features": ("weight",),
    "ground_truth": ("iscrowd", "area"),
    "run": ("intent_weight", "text_hash"),
    "judgments": ("intent_weight", "text_hash", "judged_by"),
}
"""Columns that inputs may have and that would change the answer; None for their name leaves them out.

Measures that need `importance` say so.
"""


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
def names_columns(argument: str) -> bool:
    """Whether it is an argument of some call, which names columns by itself."""
    return macros("duckdb").arguments().get(argument, {}).get("kind") in ("column", "columns")


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

    names: Mapping[str, Any]
    ours: Sequence[str] = RENAMED
    sides: Sequence[str] = SIDES
    left_out: frozenset[str] = frozenset()
    """Optional columns that the user does not want to be read."""

    def __post_init__(self) -> None:
        require_names(self.names, self.ours[0])
        for key, name in self.names.items():
            side, _, ours = str(key).rpartition(".")
            is_read = ours in self.ours and side in ("", *self.sides)
            if not is_read and names_columns(ours):
                raise InputError(macros("duckdb").says_key_is_argument(key, ours, name))
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
            if name is None and ours in chain(*OPTIONAL.values()):
                continue
            if not isinstance(name, str):
                raise InputError(f"columns: the name for {key!r} must be a string, got {name!r}")
        left_out = self.left_out | {key for key, name in self.names.items() if name is None}
        object.__setattr__(self, "left_out", left_out)
        read = {key: name for key, name in self.names.items() if name is not None and self._reads(str(key))}
        object.__setattr__(self, "names", read)

    def _reads(self, key: str) -> bool:
        side, _, ours = key.rpartition(".")
        return ours in self.ours and side in ("", *self.sides)

    def _where(self) -> str:
        if len(self.sides) == 1:
            return ""
        examples = listed(f"{side}.{self.ours[1]}" for side in self.sides[:2])
        return f", each for {'both' if len(self.sides) == 2 else 'all'} inputs, or for one as in {examples}"

    def name(self, side: str, column: str) -> str:
        name: str = self.names.get(f"{side}.{column}", self.names.get(column, column))
        return name

    def named(self, side: str, column: str) -> bool:
        """Whether the user says that the input has this column."""
        return column in self.names or f"{side}.{column}" in self.names

    def unread(self, side: str, read: Sequence[str]) -> list[str]:
        """Our names of optional columns that nothing is said of: neither that they count, nor that they do not."""
        asked = [ours for ours in OPTIONAL.get(side, ()) if ours in self.ours and ours not in read]
        return [ours for ours in asked if not self.named(side, ours) and not {ours, f"{side}.{ours}"} & self.left_out]

    def ranks(self, side: str = "run") -> bool:
        """Whether a rank takes the place of the score."""
        return self.named(side, "rank")

    def order(self, side: str = "run") -> str:
        return "rank" if self.ranks(side) else "score"

    def other_orders(self, side: str, read: Sequence[str]) -> list[str]:
        """What a list may have beside what orders it, by the user's name: a rank beside the score, or a score."""
        if not {"query_id", "item_id"} <= {*read}:
            return []
        other = {"score": "rank", "rank": "score"}
        own = {self.name(side, ours) for ours in read}
        names = [self.name(side, other[ours]) for ours in read if ours in other and "rank" in self.ours]
        return [name for name in names if name not in own]


def kind(type_name: str) -> str:
    """What a column's values can be compared with: number, text, boolean, time, or the type itself."""
    if re.match(r"U?(TINY|SMALL|BIG|HUGE)?INT(?!ERVAL)|FLOAT|DOUBLE|DECIMAL|REAL|BIGNUM|VARINT", type_name):
        return "number" if not type_name.endswith("]") else type_name
    if type_name.startswith(("VARCHAR", "ENUM")):
        return "text" if not type_name.endswith("]") else type_name
    if type_name.startswith(("DATE", "TIMESTAMP")):
        return "time"
    return "time of day" if type_name == "TIME" else type_name.strip('"').lower()


def compared_as(type_name: str) -> str:
    """The same, with one of its own for UHUGEINT, beside which DuckDB casts to HUGEINT what may not fit it."""
    return "uhugeint" if type_name == "UHUGEINT" else kind(type_name)
