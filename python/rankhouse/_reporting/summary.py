"""The means with their intervals and marks, the finding in a sentence, and the key figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rankhouse._comparing.comparison import Comparison
from rankhouse._comparing.grids import figures_of, is_corrected, joined, legend, letters_of, note_on
from rankhouse._comparing.pairs import Pair, beaten_by, is_lower_better, pairs_of, ranks_of
from rankhouse._comparing.verdict import Verdict
from rankhouse._reporting.gather import Rankings
from rankhouse._reporting.tables import Cell, Row, Table, name, p_text
from rankhouse._results.numbers import MINUS, NOTHING, between, digits_of, rounded, share

MOST_COLUMNS = 5
"""Systems that stand side by side; more are rows, with the measures side by side."""
MARKS = "▲ significantly better, ▼ significantly worse, no mark: not significant."
Means = Mapping[tuple[str, str], Mapping[str, Any]]


@dataclass(frozen=True)
class Tile:
    label: str
    value: str
    note: str = ""


def means_of(relation: Any, system: str) -> dict[tuple[str, str], dict[str, Any]]:
    """The rows of a summary by system and measure."""
    columns = relation.columns
    place = columns.index(system)
    found = {}
    for values in relation.fetchall():
        row = dict(zip(columns[1:], values[1:], strict=True))
        found[NOTHING if values[place] is None else str(values[place]), row["measure"]] = row
    return found


def table_of_means(rankings: Rankings, means: Means, comparison: Comparison | None) -> Table:
    pairs = [] if comparison is None else pairs_of(comparison)
    letters = dict(zip(rankings.systems, letters_of(len(rankings.systems)), strict=True))
    beaten = beaten_by(pairs)
    ranks = {} if comparison is None else ranks_of(comparison, pairs)
    has_marks = comparison is not None

    def cell(system: str, measure: str) -> Cell:
        row = means.get((system, measure))
        place = rankings.systems.index(system)
        if row is None or row["value"] is None:
            return Cell(NOTHING, system=place)
        worse = [other for other in rankings.systems if other in beaten.get(((measure,), system), ())]
        low, high = row["ci_low"], row["ci_high"]
        return Cell(
            rounded(row["value"], digits_of(low, high)),
            ", rank ".join(filter(None, [between(low, high), ranks.get(((measure,), system), "")])),
            joined([letters[other] for other in worse]),
            f"significantly better than {', '.join(worse)}" if worse else "",
            is_best=has_marks and _is_best(means, rankings.systems, measure, row),
            system=place,
        )

    def system_name(system: str) -> Cell:
        place = rankings.systems.index(system)
        return Cell(system, mark=f"({letters[system]})" if has_marks else "", is_name=True, system=place)

    if len(rankings.systems) <= MOST_COLUMNS:
        headers = [name("measure"), *(replace(system_name(s), is_name=False) for s in rankings.systems)]
        rows = [Row([name(m), *(cell(s, m) for s in rankings.systems)]) for m in rankings.measures]
    else:
        headers = [name("system"), *map(Cell, rankings.measures)]
        rows = [
            Row([system_name(s), *(cell(s, m) for m in rankings.measures)], [rankings.systems.index(s)])
            for s in by_value(rankings, means)
        ]
    notes = ["Below each mean is its 95 % interval over queries."]
    if comparison is not None:
        notes = [*legend(comparison, pairs), *_note_on_verdict(comparison, pairs), *notes, "Bold: the best mean."]
    return Table("means", "Mean over queries", headers, rows, notes)


def _note_on_verdict(comparison: Comparison, pairs: Sequence[Pair]) -> Iterator[str]:
    """Why the verdict may know of a difference that has no mark."""
    of_first = sum(pair.row["p_value"] is not None for pair in pairs if pair.measure == comparison.measures[0])
    if is_corrected(comparison) and len(comparison.measures) > 1:
        alone = f"{of_first:,} {'test' if of_first == 1 else 'tests'}"
        yield f"The verdict uses only {comparison.measures[0]}, with p corrected for {alone}."


def _is_best(means: Means, systems: Sequence[str], measure: str, row: Mapping[str, Any]) -> bool:
    known = [means[s, measure]["value"] for s in systems if (s, measure) in means]
    known = [value for value in known if value is not None]
    best = (min if is_lower_better(row["metric"]) else max)(known)
    return bool(abs(row["value"] - best) <= 1e-12 * max(1.0, abs(best)))


def by_value(rankings: Rankings, means: Means) -> list[str]:
    """The systems, the best by the first measure first; those without a mean last."""
    known = [system for system, _ in ordered(rankings, means, rankings.measures[0])]
    return [*known, *(system for system in rankings.systems if system not in known)]


def tables_of_pairs(rankings: Rankings, comparison: Comparison, order: Sequence[str]) -> list[Table]:
    """Of two systems a row per measure; of more a table per measure, and of many every pair in a matrix before it.

    order: of the rows and columns of a matrix.
    """
    pairs = pairs_of(comparison)
    if len(rankings.systems) == 2:
        caption = f"{pairs[0].system} against {pairs[0].baseline}, query by query" if pairs else ""
        return [_list_of_pairs(rankings, comparison, pairs, "differences", caption)]
    has_matrix = len(rankings.systems) > MOST_COLUMNS and comparison.baseline is None
    found = []
    for place, measure in enumerate(rankings.measures):
        own = [pair for pair in pairs if pair.measure == measure]
        caption = f"Differences of {measure}, query by query"
        table = _list_of_pairs(rankings, comparison, own, f"differences-{place}", caption)
        if has_matrix:
            caption = f"Differences of {measure}: the row's system less the column's"
            notes = [MARKS, f"Grey: not significant. Below each difference is its {_name_of_p(comparison)}."]
            matrix = Table(f"matrix-{place}", caption, *_matrix(rankings, own, order), notes)
            found.append(replace(matrix, fold=measure, is_open=not place))
            table = replace(table, fold=f"{measure}: each pair with its interval", is_open=False)
        elif len(rankings.measures) > 1:
            table = replace(table, fold=measure, is_open=not place)
        found.append(table)
    return found


def _name_of_p(comparison: Comparison) -> str:
    return "p, corrected" if is_corrected(comparison) else "p"


def _matrix(rankings: Rankings, pairs: Sequence[Pair], order: Sequence[str]) -> tuple[list[Cell], list[Row]]:
    letters = dict(zip(rankings.systems, letters_of(len(rankings.systems)), strict=True))
    known = {(pair.system, pair.baseline): pair for pair in pairs}

    def cell(own: str, other: str) -> Cell:
        place = rankings.systems.index(other)
        pair = known.get((own, other)) or known.get((other, own))
        if pair is None or pair.row["difference"] is None:
            return Cell(NOTHING, system=place)
        difference, digits = pair.row["difference"], digits_of(pair.row["ci_low"], pair.row["ci_high"])
        mark, says = mark_of(pair, own)
        text = rounded(difference if pair.system == own else -difference, digits, has_sign=True)
        return Cell(text, p_text(pair.row["p_adjusted"]), mark, says, is_muted=not mark, system=place)

    headers = [name("system"), *(Cell(letters[other], system=rankings.systems.index(other)) for other in order)]
    rows = [
        Row(
            [Cell(own, mark=f"({letters[own]})", is_name=True), *(cell(own, other) for other in order)],
            [rankings.systems.index(own)],
        )
        for own in order
    ]
    return headers, rows


def _list_of_pairs(rankings: Rankings, comparison: Comparison, pairs: Sequence[Pair], file: str, caption: str) -> Table:
    """The difference first, which a telephone shows beside the name."""
    interval = f"{share(comparison.confidence)} interval" + (f" ({pairs[0].row['interval']})" if pairs else "")
    is_one = len(rankings.systems) == 2
    headers = [name("measure" if is_one else "systems")]
    headers += [Cell(each) for each in ("difference", interval, _name_of_p(comparison), "relative", "effect size")]
    headers.append(Cell("wins / ties / losses"))
    rows = []
    for pair in pairs:
        row = pair.row
        _, _, *others, _ = (each.replace("-", MINUS) for each in figures_of(row))
        mark, says = mark_of(pair, pair.system)
        difference = rounded(row["difference"], digits_of(row["ci_low"], row["ci_high"]), has_sign=True)
        head = name(pair.measure) if is_one else replace(name(pair.system), small=f"against {pair.baseline}")
        cells = [head, Cell(difference, mark=mark, says=says, is_muted=not pair.is_significant)]
        cells.append(Cell(between(row["ci_low"], row["ci_high"], has_sign=True) or NOTHING))
        cells += [Cell(p_text(row["p_adjusted"])), *map(Cell, others)]
        places = [rankings.systems.index(each) for each in (pair.system, pair.baseline)]
        rows.append(Row(cells, places, note=note_on(comparison, pair)))
    return Table(file, caption, headers, rows, [MARKS])


def mark_of(pair: Pair, system: str) -> tuple[str, str]:
    """What stands beside a system's difference, and what that says; both empty where it is not significant."""
    if not pair.is_significant or pair.better is None:
        return "", ""
    if pair.better == system:
        return "▲", f"{system} is significantly better"
    return "▼", f"{system} is significantly worse"


def ordered(rankings: Rankings, means: Means, measure: str) -> list[tuple[str, Mapping[str, Any]]]:
    """The systems that have a mean, the best first."""
    known = [(s, row) for s in rankings.systems if (row := means.get((s, measure))) and row["value"] is not None]
    sign = 1 if known and is_lower_better(known[0][1]["metric"]) else -1
    return sorted(known, key=lambda each: sign * each[1]["value"])


def deciding_pair(
    rankings: Rankings, means: Means, pairs: Sequence[tuple[str, str]], verdict: Verdict | None
) -> tuple[str, str]:
    """The pair that the verdict is about; without one, the best system and the best that it is compared with."""
    names = [name for name, _ in ordered(rankings, means, rankings.measures[0])]
    wanted = [{verdict.system, verdict.baseline}] if verdict is not None else []
    wanted += [{names[0], other} for other in names[1:]] if names else []
    return next((pair for both in wanted for pair in pairs if set(pair) == both), pairs[0])


def charted_pairs(pairs: Sequence[tuple[str, str]], first: tuple[str, str], most: int) -> list[tuple[str, str]]:
    """As many as have charts, in their order: the one that decides, those of its systems, the others."""
    nearest = sorted(pairs, key=lambda pair: (pair != first, not set(pair) & set(first)))[:most]
    return [pair for pair in pairs if pair in nearest]


def _mean(row: Mapping[str, Any]) -> str:
    return rounded(row["value"], digits_of(row["ci_low"], row["ci_high"]))


def finding(rankings: Rankings, means: Means, comparison: Comparison | None, deciding: Sequence[Pair]) -> str:
    """What was found, in a sentence or two, by the first measure: with the p-value that the verdict goes by.

    deciding: the pairs of the comparison that the verdict goes by.
    """
    measure = rankings.measures[0]
    known = ordered(rankings, means, measure)
    if not known:
        return f"No query has a value of {measure}."
    lower = is_lower_better(known[0][1]["metric"])
    best, row = known[0]
    queries = f"{row['n_queries']:,} {'query' if row['n_queries'] == 1 else 'queries'}"
    interval = "" if row["ci_low"] is None else f" (95 % interval {between(row['ci_low'], row['ci_high'])})"
    mean = _mean(row)
    if comparison is None or len(known) < 2:
        return f"{best} reaches {measure} {mean}{interval} over {queries}."
    order = [name for name, _ in known[1:]]
    against = [pair for other in order for pair in deciding if {pair.system, pair.baseline} == {best, other}]
    if not against:
        return f"{best} is best by {measure}: {mean}{interval} over {queries}."
    pair = against[0]
    is_first = pair.system == best
    other = pair.baseline if is_first else pair.system
    difference = pair.row["difference"]
    if apart := comparison.apart.get(frozenset([best, other])):
        return f"{best} has the best {measure}, {mean} over {queries}, but {apart}."
    if difference is None:
        return f"{best} is best by {measure}: {mean}{interval} over {queries}."
    sign = 1 if is_first else -1
    ends = [pair.row[end] for end in ("ci_low", "ci_high")]
    low, high = ends if is_first else [None if end is None else -end for end in reversed(ends)]
    lead = f"{rounded(abs(difference), digits_of(low, high))} {'below' if lower else 'above'} {other}"
    sure = "" if low is None or high is None else f"{share(comparison.confidence)} interval of the difference"
    among = f" among {pair.n_tests:,} pairs" if is_corrected(comparison) and pair.n_tests > 1 else ""
    sure += "" if not sure else f"{', not corrected,' if among else ''} {between(low, high, has_sign=True)}, "
    p = p_text(pair.row["p_adjusted"])
    sure += f"p {p}" if p.startswith(("<", ">")) else f"p = {p}"
    sure += f", corrected{among}" if among else ""
    if pair.is_significant and pair.better == best:
        return f"{best} is best by {measure}: {mean} over {queries}, {lead} ({sure}). The difference is significant."
    if sign * difference == 0:
        return f"{best} and {other} are equal by {measure}: {mean} over {queries}."
    return (
        f"{best} has the best {measure}, {mean} over {queries}, but its lead over {other} is not"
        f" significant: {lead} ({sure})."
    )


def tiles(
    rankings: Rankings,
    means: Means,
    comparison: Comparison | None,
    deciding: Sequence[Pair],
    where: str = "true",
) -> list[Tile]:
    measure = rankings.measures[0]
    known = ordered(rankings, means, measure)
    n_queries = f"{max((row['n_queries'] for _, row in known), default=0):,}"
    clusters = f", in {rankings.n_clusters(where):,} clusters" if rankings.cluster is not None else ""
    found = [
        Tile("Queries", n_queries, f"with a value{clusters}"),
        Tile("Systems" if len(rankings.systems) != 1 else "System", f"{len(rankings.systems):,}"),
    ]
    if not known:
        return found
    best, row = known[0]
    found.append(Tile(f"Best {measure}", _mean(row), best))
    if comparison is not None:
        pairs = pairs_of(comparison)
        # The first measure's as the verdict has them.
        others = [pair for pair in pairs if pair.measure != measure]
        n = sum(pair.is_significant for pair in [*deciding, *others])
        found.append(Tile("Significant differences", f"{n} of {len(pairs)}", "over all measures and pairs"))
    elif row["ci_low"] is not None:
        found.append(Tile("95 % interval", between(row["ci_low"], row["ci_high"]), measure))
    return found
