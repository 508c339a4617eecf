from __future__ import annotations

import csv
import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache, partial

from truth import AgreementTruth, PublishedAgreement
from two_lists import Groups, Places, TwoLists, places, scored

# Of 1,000 rows of random lists that the authors of the ties test their own code with (x, y, p, and of RBO^w, RBO^a and
# RBO^b: extrapolated, minimum, maximum, residual): github.com/julian-urbano/sigir2024-rbo, rbo/test.csv.
PUBLISHED = """\
(i5 i9 i13 i15 i16 i19 i20) (i3 i8),i6 (i4 i18) i2 i7 i8 i17 i14 (i11 i12) i1,0.958074765324023,\
0.0816485573277354,0.0370062754797617,0.59493569657566,0.557929421095898,\
0.0808189832771587,0.0354671825076603,0.593396603603558,0.557929421095898,\
0.0813693619867344,0.0356267307324464,0.593556151828344,0.557929421095898
i13 (i1 i4 i5 i6),i3 i14 i11 (i10 i15) i12 (i6 i9) i4 i2,0.92238320668128,\
0.117578490431637,0.0763135264223449,0.53999366118093,0.463680134758586,\
0.114619469221414,0.0733545052121218,0.537945108035391,0.464590602823269,\
0.11474835409049,0.0734833900811979,0.538589532380772,0.465106142299574
(i4 i7 i15) (i2 i11) i8 i18,i4 i8 i17 i11 (i2 i3 i5 i7 i9 i13 i14),0.955836875418683,\
0.601671359995661,0.310498723372055,0.820912519608734,0.510413796236679,\
0.584235464666522,0.295503371358027,0.805839323150565,0.510335951792538,\
0.632087129618464,0.322093781902212,0.833840285843908,0.511746503941696
(i3 i6) (i2 i7) i10,(i3 i6 i7 i10) (i1 i2),0.965413635276732,\
0.946064537517568,0.343706790399566,0.958770957517067,0.615064167117501,\
0.92051534467649,0.319428239558438,0.934492406675939,0.615064167117501,\
0.956844651806714,0.348953051936765,0.964017219054266,0.615064167117501
i9 (i1 i2 i3 i5 i6 i8 i12),(i6 i8 i9 i11 i17 i19) i1 (i2 i10) i20 i18 i21 i3 (i5 i7),0.930665834343176,\
0.586557400335381,0.390471235148899,0.701682819288311,0.311211584139412,\
0.534360343094384,0.344235462567666,0.655849663172042,0.311614200604376,\
0.610887585819495,0.416510797770194,0.728339252529561,0.311828454759367
(i5 i20) (i3 i8 i10 i11) i13,(i1 i2 i3 i4 i5 i6 i7 i8 i9 i10 i11 i12 i13),0.956020041658117,\
0.640387430188247,0.323506576285529,0.805416533963823,0.481909957678294,\
0.536528176569959,0.26353157133526,0.741980233847526,0.478448662512266,\
0.650587440650316,0.324674914963379,0.806877156763621,0.482202241800242
i21 i20 (i1 i16 i19) (i5 i10) i4,(i12 i17) (i2 i3 i8 i11) (i15 i18) (i6 i13) (i7 i14) i9,0.930074017489188,\
0,0,0.389142712252727,0.389142712252727,0,0,0.38977330351866,0.38977330351866,\
0,0,0.390116806797613,0.390116806797613
i5 (i1 i2 i3 i4 i6),i14 i11 (i1 i2 i3 i6 i8 i9 i10 i13),0.989677000181474,\
0.582382777932075,0.109321635629902,0.947128961509598,0.837807325879696,\
0.506338899449639,0.0951569037156836,0.933510149185559,0.838353245469876,\
0.538239342563821,0.0990949395707414,0.938103744890412,0.839008805319671
"""
# The example of the same repository's README, to seven digits, with p=0.95: extrapolated, minimum, residual.
EXAMPLE = "red (blue green) yellow pink", "(blue red) white (yellow black purple) green"
OF_EXAMPLE = {
    "w": (0.7068257, 0.3429684, 0.5620173),
    "a": (0.6922853, 0.3310519, 0.5620173),
    "b": (0.7207131, 0.3509163, 0.5620173),
}
NAMES = ("rbo", "rbo_min", "rbo_residual")


def far(p: float) -> int:
    """A depth below which nothing counts any more: 1e-20 of the whole."""
    return math.ceil(-20 / math.log10(p))


def series(agreement: Callable[[int], Fraction], p: float) -> float:
    """The definition: (1 - p) / p * the sum over all depths of the agreement times p^depth."""
    return (1 - p) / p * math.fsum(float(agreement(d)) * p**d for d in range(1, far(p)))


def bounds(one: Sequence[str], other: Sequence[str], p: float) -> tuple[float, float]:
    """The least and the most that RBO can be, of lists that are made as long as they go."""
    mine, theirs, depths = set(one), set(other), range(far(p))

    def of(first: Sequence[str], second: Sequence[str]) -> float:
        seen: list[set[str]] = [set(), set()]
        n_common = 0
        total = []
        for depth, (a, b) in enumerate(itertools.islice(zip(first, second, strict=False), len(depths)), 1):
            n_common += (a in seen[1]) + (b in seen[0]) + (a == b)
            seen[0].add(a)
            seen[1].add(b)
            total.append(n_common / depth * p**depth)
        return (1 - p) / p * math.fsum(total)

    disjoint = of(
        [*one, *(f"mine {n}" for n in depths)],
        [*other, *(f"theirs {n}" for n in depths)],
    )
    # Each list goes on with what it lacks of the other one, then both with the same.
    alike = [f"both {n}" for n in depths]
    ends = [item for item in other if item not in mine], [item for item in one if item not in theirs]
    return disjoint, of([*one, *ends[0], *alike], [*other, *ends[1], *alike])


def extrapolated(one: Sequence[str], other: Sequence[str], p: float) -> float:
    """RBO_EXT without ties: the agreement goes on as it was, in the shorter list from its end on."""
    short, long = sorted((one, other), key=len)
    s, n = len(short), len(long)

    def overlap(d: int) -> Fraction:
        return Fraction(len(set(short[:d]) & set(long[:d])))

    at_end = overlap(s) / s

    @cache
    def agreement(d: int) -> Fraction:
        return overlap(d) / d if d <= s else (overlap(d) + (d - s) * at_end) / d

    return series(lambda d: agreement(min(d, n)), p)


def tied_rbo(one: Groups, other: Groups, p: float, ties: str) -> dict[str, float]:
    """RBO^w, RBO^a, RBO^b as Corsi and Urbano define them: an item contributes to a prefix by a share of itself."""
    sides = [places(one), places(other)]
    short, long = sorted(sides, key=len)
    s, n = len(short), len(long)
    order = [item for group in (one if long is sides[0] else other) for item in group]

    def share(side: Places, item: str, d: int) -> Fraction:
        if item not in side or d < side[item][0]:
            return Fraction(0)
        first, last = side[item]
        return Fraction(1) if ties == "w" or d >= last else Fraction(d - first + 1, last - first + 1)

    def size(side: Places, d: int) -> float:
        """How much of a prefix there is, as two of them are multiplied or averaged."""
        if d > len(side):
            return float(d)
        shares = [share(side, item, d) for item in side]
        return float(sum(shares) if ties == "w" else sum(each * each for each in shares))

    def normed(overlap: float, d: int) -> float:
        if ties == "w":
            return 2 * overlap / (size(short, d) + size(long, d))
        return overlap / (d if ties == "a" else math.sqrt(size(short, d)) * math.sqrt(size(long, d)))

    def overlap(d: int) -> Fraction:
        return sum((share(short, item, d) * share(long, item, d) for item in short if item in long), Fraction(0))

    at_end = normed(float(overlap(s)), s)
    known: dict[str, list[float]] = {"ext": [], "min": [], "max": []}
    unseen = [item for item in order if item not in short]
    for d in range(1, n + 1):
        there = float(overlap(d))
        more, most = 0.0, 0.0
        if d > s:
            open_items = [share(long, item, d) for item in unseen if share(long, item, d)]
            more = (d - s) * at_end * float(sum(open_items) / len(open_items))
            most = float(sum(share(long, item, d) for item in unseen[: d - s]))
        for name, added in (("ext", more), ("min", 0.0), ("max", most)):
            known[name].append(normed(there + added, d))
    in_both = len(short.keys() & long.keys())
    full = n + s - in_both
    for d in range(n + 1, far(p)):
        known["ext"].append((in_both + (n - s) * at_end) / n)
        known["min"].append(in_both / d)
        known["max"].append(1.0 if d > full else (in_both + 2 * d - n - s) / d)
    found = {
        name: (1 - p) / p * math.fsum(each * p**d for d, each in enumerate(agreements, 1))
        for name, agreements in known.items()
    }
    return {"rbo": found["ext"], "rbo_min": found["min"], "rbo_residual": found["max"] - found["min"]}


def of_lists(name: str, lists: TwoLists, p: float = 0.9, ties: str = "item") -> float:
    if ties != "item":
        return tied_rbo(*lists.grouped, p, ties)[name]
    if name == "rbo":
        return extrapolated(*lists.ranked, p)
    low, high = bounds(*lists.ranked, p)
    return low if name == "rbo_min" else high - low


def published(name: str) -> Iterator[PublishedAgreement]:
    figure = NAMES.index(name)
    for one, other, p, *figures in csv.reader(PUBLISHED.splitlines()):
        for place, ties in enumerate("wab"):
            value = float(figures[4 * place + (0, 1, 3)[figure]])
            yield PublishedAgreement(scored(one), scored(other), {"p": p, "ties": ties}, value, within=1e-12)
    for ties, values in OF_EXAMPLE.items():
        options = {"p": 0.95, "ties": ties}
        yield PublishedAgreement(*map(scored, EXAMPLE), options, values[figure], within=5e-8)


TRUTHS = [
    AgreementTruth(
        name=name,
        of_lists=partial(of_lists, name),
        options=[{"p": 0.8}, *({"p": 0.8, "ties": ties} for ties in "wab")],
        published=[*published(name)],
    )
    for name in NAMES
]
