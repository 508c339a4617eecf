"""Lists of a run that have an item several times."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import replace

from rankhouse._inputs.entrance import Entrance
from rankhouse._rendering.errors import warn
from rankhouse._rendering.sql import unique_name


@contextlib.contextmanager
def first_places(entrance: Entrance) -> Iterator[tuple[Entrance, str | None]]:
    """The inputs with the first place alone of each item, and the run with all places; None if no list has duplicates.

    In the second the places are distinct: what stands further up has the higher score, or the lower rank.
    """
    home, columns, (run, *others) = entrance.home, entrance.columns, entrance.inputs
    groups = list(map(run.quoted, entrance.by["run"]))
    query, item, order = (run.quoted(columns.name("run", ours)) for ours in ("query_id", "item_id", columns.order()))
    key = ", ".join([*groups, query, item])
    repeated = home.rows(f"select count(*) over (), {query}, {item} from {run.sql} group by {key} having count(*) > 1")
    if not repeated:
        yield entrance, None
        return
    count, *example = repeated[0]
    warn(
        f"run: {f'{count:,} items appear' if count > 1 else '1 item appears'} more than once in the same query, e.g."
        f" query_id {example[0]!r}, item_id {example[1]!r}; only the first place of each counts, except for"
        " known faults of libraries, which count every place"
    )
    first, every = replace(run, name=unique_name("first")), unique_name("every")
    direction = "asc" if columns.order() == "rank" else "desc"
    place = (
        f"row_number() over (partition by {', '.join([*groups, query])}"
        f" order by {order} {direction} nulls last, {item} desc)"
    )
    by_place = f"case when {order} is not null then {'' if direction == 'asc' else '-'}{place} end"
    try:
        home.rows(
            f"create temp table {first.name} as select * from {run.sql}"
            f" qualify row_number() over (partition by {key} order by {order} {direction} nulls last) = 1"
        )
        home.rows(f"create temp table {every} as select * replace ({by_place} as {order}) from {run.sql}")
        yield replace(entrance, inputs=[first, *others]), f"temp.main.{every}"
    finally:
        home.drop([first.name, every])
