"""A comparison as two grids of cells, with what is said of them: what every way of showing it is made from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from rankhouse._comparing.pairs import (
    Key,
    Pair,
    beaten_by,
    has_ranks,
    is_lower_better,
    means_of,
    pairs_of,
    ranks_of,
)
from rankhouse._results.differences import Differences
from rankhouse._results.numbers import NOTHING, number, p_value, share, signed

MOST_PAIRS = 20
MOST_LETTERS = 26
SPARED = ("effect", "relative", "wins/ties/losses")
"""What a narrow terminal does without, the first one first; then the interval."""
TESTS = {
    "t": "Student's paired t-test",
    "wilcoxon": "Wilcoxon's signed-rank test",
    "sign": "Sign test",
    "randomisation": "Randomisation test",
    "bootstrap": "Bootstrap test",
}
CORRECTIONS = {
    "holm": "Holm's correction",
    "bonferroni": "Bonferroni's correction",
    "benjamini_hochberg": "Benjamini and Hochberg's correction",
}


@dataclass(frozen=True)
class Cell:
    text: str
    letters: str = ""
    bold: bool = False


@dataclass(frozen=True)
class Grid:
    """A table. The first `n_names` columns name what a row is about; the others are numbers.

    n_heading: how many of these may stand in a line of their own above their rows. notes: a line that belongs under a
    row, by the row's position. spared: headers that may be left out, in order.
    """

    headers: Sequence[Cell]
    rows: Sequence[Sequence[Cell]]
    n_names: int
    n_heading: int = 0
    notes: Mapping[int, str] = field(default_factory=dict)
    spared: Sequence[str] = ()


@dataclass(frozen=True)
class Report:
    """by_measure and by_system: the same values, turned."""

    by_measure: Grid
    by_system: Grid
    pairs: Grid
    n_systems: int
    legend: Sequence[str]
    more: str
    warnings: Sequence[str]

    def values(self, fits: Callable[[Grid], bool]) -> Grid:
        """The grid of values: a row per measure where there are letters for all systems, and room."""
        return self.by_measure if self.n_systems <= MOST_LETTERS and fits(self.by_measure) else self.by_system


def reported(comparison: Differences) -> Report:
    pairs = pairs_of(comparison)
    by_measure, by_system = grids_of_values(comparison, pairs)
    return Report(
        by_measure,
        by_system,
        grid_of_pairs(comparison, pairs[:MOST_PAIRS]),
        len(comparison.systems),
        list(legend(comparison, pairs)),
        f"{MOST_PAIRS} of {len(pairs):,} pairs and measures" if len(pairs) > MOST_PAIRS else "",
        list(comparison.warnings),
    )


def grids_of_values(comparison: Differences, pairs: Sequence[Pair]) -> tuple[Grid, Grid]:
    means = means_of(comparison)
    keys = list(dict.fromkeys(pair.key for pair in pairs))
    letters = dict(zip(comparison.systems, letters_of(len(comparison.systems)), strict=True))
    beaten = beaten_by(pairs)
    metrics = {pair.key: pair.row["metric"] for pair in pairs}
    cells: dict[Key, dict[str, Cell]] = {}
    for key in keys:
        found = {name: means.get((*key, name)) for name in comparison.systems}
        known = [value for value in found.values() if value is not None]
        best = (min if is_lower_better(metrics[key]) else max)(known, default=None)
        cells[key] = {
            name: Cell(
                number(value),
                joined([letters[other] for other in comparison.systems if other in beaten.get((key, name), ())]),
                value is not None and best is not None and abs(value - best) <= 1e-12 * max(1.0, abs(best)),
            )
            for name, value in found.items()
        }
    places = [Cell(name) for name in comparison.groups]
    systems = {name: Cell(name, f"({letters[name]})") for name in comparison.systems}
    ranks = ranks_of(comparison, pairs)
    rows = []
    for key in keys:
        rows.append([*map(named, key), *(cells[key][name] for name in comparison.systems)])
        if ranks:
            ranges = (Cell(ranks.get((key, name), NOTHING)) for name in comparison.systems)
            rows.append([*map(named, key[:-1]), Cell("rank"), *ranges])
    by_measure = Grid([*places, Cell("measure"), *systems.values()], rows, len(places) + 1)
    measures = list(dict.fromkeys(key[-1] for key in keys))

    def of_system(group: Key, name: str) -> Iterator[Cell]:
        """Its means, behind the first one the ranks that it may have."""
        for place, measure in enumerate(measures):
            yield cells.get((*group, measure), {}).get(name, Cell(NOTHING))
            if ranks and not place:
                yield Cell(ranks.get(((*group, measure), name), NOTHING))

    headers = [*map(named, measures)]
    if ranks:
        headers[1:1] = [Cell("rank")]
    by_system = Grid(
        [*places, Cell("system"), *headers],
        [
            [
                *map(named, group),
                systems[name],
                *of_system(group, name),
            ]
            for group in dict.fromkeys(key[:-1] for key in keys)
            for name in comparison.systems
        ],
        len(places) + 1,
    )
    return by_measure, by_system


def letters_of(n: int) -> list[str]:
    """a, b, ..., z, aa, ab, ..."""

    def name(place: int) -> str:
        first, last = divmod(place, 26)
        return (name(first - 1) if first else "") + chr(ord("a") + last)

    return [name(place) for place in range(n)]


def joined(letters: Sequence[str]) -> str:
    """Letters of one sign side by side; longer ones by commas, and neighbours as a range."""
    if all(len(letter) == 1 for letter in letters):
        return "".join(letters)
    order = {letter: place for place, letter in enumerate(letters_of(26 * 27))}
    runs = []
    for _, run in groupby(enumerate(letters), lambda each: order.get(each[1], -1) - each[0]):
        names = [letter for _, letter in run]
        runs.append(",".join(names) if len(names) < 3 else f"{names[0]}-{names[-1]}")
    return ",".join(runs)


def grid_of_pairs(comparison: Differences, pairs: Sequence[Pair]) -> Grid:
    interval = f"{share(comparison.confidence)} interval"
    if pairs:
        interval += f" ({pairs[0].row['interval']})"
    p = "p adjusted" if is_corrected(comparison) else "p"
    figures = ["difference", interval, "relative", "effect", "wins/ties/losses", p]
    names = [*comparison.groups, "measure", "system", "baseline"]
    notes = {place: note for place, pair in enumerate(pairs) if (note := note_on(comparison, pair))}
    return Grid(
        [*map(Cell, names), *map(Cell, figures)],
        [[*map(named, (*pair.key, pair.system, pair.baseline)), *map(Cell, figures_of(pair.row))] for pair in pairs],
        len(names),
        len(names) - 2,
        notes,
        [*SPARED, interval],
    )


def figures_of(row: Mapping[str, Any]) -> Iterator[str]:
    yield signed(row["difference"])
    low, high = row["ci_low"], row["ci_high"]
    yield NOTHING if low is None or high is None else f"[{signed(low)}, {signed(high)}]"
    yield NOTHING if row["relative_difference"] is None else f"{100 * row['relative_difference']:+z,.1f} %"
    yield NOTHING if row["effect_size"] is None else f"{row['effect_size']:+z.2f}"
    yield "/".join(f"{row[count]}" for count in ("wins", "ties", "losses"))
    yield p_value(row["p_adjusted"])


def note_on(comparison: Differences, pair: Pair) -> str:
    """What a difference that is not significant could have been, or why one that is has no letter."""
    row = pair.row
    if apart := comparison.apart.get(frozenset([pair.system, pair.baseline])):
        return apart
    if pair.is_significant:
        if pair.better is None:
            return "significant, but the means and the wins point in opposite directions: no letter"
        return ""
    if row["p_value"] is not None and row["p_value"] < 1 - comparison.confidence:
        return f"p is {p_value(row['p_value'])} before the correction"
    detectable, needed = row["detectable_difference"], row["queries_needed"]
    # A test that is weaker than the t-test, whose power this is, may miss what the t-test would see.
    if not detectable or row["difference"] is None or abs(row["difference"]) >= detectable:
        return ""
    note = f"differences of {number(detectable)} or more would show at {share(comparison.power)} power"
    if needed is None:
        return note
    return f"{note}; {needed:,.0f} queries would be needed for this one"


def is_corrected(comparison: Differences) -> bool:
    return comparison.correction in CORRECTIONS


def legend(comparison: Differences, pairs: Sequence[Pair]) -> Iterator[str]:
    """What letters mean, the test and the number of queries; measures of which less is better."""
    if not pairs:
        return
    row, level = pairs[0].row, f"{1 - comparison.confidence:.10g}"
    if any(pair.is_significant for pair in pairs):
        yield f"A letter names a system that is significantly worse: p < {level}."
    elif any(pair.row["p_value"] is None and pair.row["std_dev"] == 0 for pair in pairs):
        yield f"No p is below {level}; where all differences are equal, there is no p."
    else:
        yield f"No difference is significant at p < {level}."
    test = f"{TESTS.get(row['test'], row['test'])}, two-sided"
    if row["test"] in ("randomisation", "bootstrap"):
        test += f", {comparison.repetitions:,} repetitions, seed {comparison.seed}"
    n_tests = sum(pair.row["p_value"] is not None for pair in pairs)
    corrected = CORRECTIONS.get(comparison.correction, "no correction")
    tests = f"{n_tests:,} {'test' if n_tests == 1 else 'tests'}"
    against = "" if comparison.baseline is None else f", all against {comparison.baseline}"
    yield f"{test}; {corrected} for {tests}{against}; {counted(pairs)}."
    if has_ranks(comparison):
        yield f"Ranks are those that a system may have, at {share(comparison.confidence)} for all together."
    lower = dict.fromkeys(pair.measure for pair in pairs if is_lower_better(pair.row["metric"]))
    if lower:
        yield f"Lower is better: {', '.join(lower)}."


def counted(pairs: Sequence[Pair]) -> str:
    counts = {pair.row["n_queries"] for pair in pairs}
    least, most = min(counts), max(counts)
    queries = f"{least:,} to {most:,} queries"
    if least == most:
        queries = f"{most:,} {'query' if most == 1 else 'queries'}"
    effective = [pair.row["n_effective"] for pair in pairs if pair.row.get("n_effective") is not None]
    if effective:
        queries += f", which weigh as {min(effective):,.0f} equal ones"
    clusters = {pair.row["n_clusters"] for pair in pairs if "n_clusters" in pair.row}
    if not clusters:
        return queries
    least, most = min(clusters), max(clusters)
    if least == most:
        return f"{queries} in {most:,} {'cluster' if most == 1 else 'clusters'}"
    return f"{queries} in {least:,} to {most:,} clusters"


def named(name: str | None) -> Cell:
    return Cell(NOTHING if name is None else name)
