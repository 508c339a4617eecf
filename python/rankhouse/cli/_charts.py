"""`--charts DIR`: the charts that fit a result, as files."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rankhouse._rendering.refused import InputError

if TYPE_CHECKING:
    import duckdb

    import rankhouse
    from rankhouse.plot._altair import Chart

Named = tuple[str, "Chart"]
MOST_MEASURES = 10


def require(folder: Path | None) -> None:
    """Before anything is computed: charts can be made, and have a place."""
    if folder is None:
        return
    from rankhouse.plot._files import converter

    converter()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"--charts is a folder, but {str(folder)!r} cannot be created: {error.strerror}") from error


def write(folder: Path | None, charts: Callable[[], Iterator[Named]]) -> None:
    """Each chart as SVG and PNG; what was written is said on standard error."""
    if folder is None:
        return
    from rankhouse import plot

    written = [
        plot.save(chart, folder / f"{_file_name(name)}{suffix}")
        for name, chart in charts()
        for suffix in (".svg", ".png")
    ]
    if not written:
        raise InputError("no chart fits this result: evaluate by at most one column besides that of the systems")
    print("\n".join(f"rankhouse: wrote {path}" for path in written), file=sys.stderr)


def _file_name(name: str) -> str:
    return re.sub(r"[^\w.@-]+", "_", name).strip("_.") or "chart"


def of_curve(name: str, result: Any, **arguments: Any) -> Callable[[], Iterator[Named]]:
    """The one chart of a table, by the name of its function."""

    def made() -> Iterator[Named]:
        from rankhouse import plot

        yield name, getattr(plot, name)(result, **arguments)

    return made


def of_metrics(result: duckdb.DuckDBPyRelation, by: Sequence[str]) -> Callable[[], Iterator[Named]]:
    """Of what `evaluate` returned: all means, over cutoffs, by segment or over time; of values by query how they are
    distributed."""

    def made() -> Iterator[Named]:
        from rankhouse import plot
        from rankhouse._inputs.columns import kind
        from rankhouse._rendering.sql import literal

        measures = list(dict.fromkeys(name for (name,) in result.project("measure").fetchall()))
        if "query_id" in result.columns[len(by) :]:
            for measure in measures[:MOST_MEASURES]:
                known = result.filter(f"measure = {literal(measure)} and value is not null").limit(1)
                if known.fetchall():
                    yield f"distribution_{measure}", plot.distribution(result, measure=measure)
            return
        system = next((name for name in by if name.lower() == "system"), None)
        others = [name for name in by if name != system] if system or len(by) > 1 else []
        if len(others) > 1:
            return
        if others:
            (other,) = others
            is_time = kind(str(result.types[result.columns.index(other)])) == "time"
            yield (
                (f"over_time_{other}", plot.over_time(result, other))
                if is_time
                else (f"by_segment_{other}", plot.by_segment(result, other))
            )
            return
        yield "summary", plot.summary(result)
        with_cutoff = [name for name in measures if "@" in name]
        if len(with_cutoff) > len({name.rsplit("@", 1)[0] for name in with_cutoff}):
            yield "by_cutoff", plot.by_cutoff(result)

    return made


def of_comparison(compared: rankhouse.Comparison) -> Callable[[], Iterator[Named]]:
    """All differences; of each measure the values, and the differences of the first pair."""

    def made() -> Iterator[Named]:
        from rankhouse import plot

        yield "comparison", plot.comparison(compared)
        for measure in list(compared.measures)[:MOST_MEASURES]:
            try:
                charts = [
                    (f"distribution_{measure}", plot.distribution(compared, measure=measure)),
                    (f"differences_{measure}", plot.differences(compared, measure=measure)),
                ]
            except InputError:
                # No query has a value of it.
                continue
            yield from charts

    return made
