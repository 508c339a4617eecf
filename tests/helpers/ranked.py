"""What the brute force of a ranking measure reads: a list in one order, in plain lists and exact fractions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property

Item = int | str
Run = Mapping[Item, float]  # item -> score
Judgments = Mapping[Item, float]  # item -> relevance
Grades = tuple[float, ...]  # relevance by rank
Places = tuple[float | None, ...]  # relevance by rank, None where there is no judgment


@dataclass(frozen=True)
class Ranked:
    """The first places of a list, as far down as the measure looks, and what is known of its query.

    `retrieved`: the length of the whole list; `judged`: all grades of the query, the highest first.
    """

    places: Places
    retrieved: int
    judged: Grades
    k: int | None

    @cached_property
    def grades(self) -> Grades:
        """By rank, 0 where there is no judgment."""
        return tuple(grade or 0 for grade in self.places)

    @cached_property
    def hits(self) -> int:
        return sum(map(is_hit, self.grades))

    @cached_property
    def relevant(self) -> int:
        return sum(map(is_hit, self.judged))

    @property
    def depth(self) -> int:
        return self.retrieved if self.k is None else self.k

    @cached_property
    def hit_ranks(self) -> list[int]:
        return [rank for rank, grade in enumerate(self.grades, 1) if is_hit(grade)]

    @cached_property
    def precisions(self) -> list[Fraction]:
        """At each hit."""
        return [Fraction(n, rank) for n, rank in enumerate(self.hit_ranks, 1)]


def is_hit(relevance: float) -> bool:
    return relevance > 0


def ratio(numerator: int, denominator: int) -> Fraction:
    """0 where there is nothing to divide by."""
    return Fraction(numerator, denominator) if denominator else Fraction(0)


def number(option: object) -> float:
    """An option's value, which may be written as text."""
    return float(str(option))


def exact_sum(fractions: Sequence[Fraction]) -> Fraction:
    """By halves: a running sum of many drags a long denominator through every step."""
    if len(fractions) < 4:
        return sum(fractions, start=Fraction(0))
    middle = len(fractions) // 2
    return exact_sum(fractions[:middle]) + exact_sum(fractions[middle:])


def gain(relevance: float, name: str, negative: str) -> float:
    if name == "binary":
        return 1.0 if relevance > 0 else 0.0
    if ":" in name:
        return next((worth for grade, worth in reversed(gain_map(name)) if relevance >= grade), 0.0)
    if relevance < 0 and negative == "zero":
        return 0.0
    return 2.0**relevance - 1 if name == "exponential" else float(relevance)


@cache
def gain_map(text: str) -> list[tuple[float, float]]:
    """`1:1/2:3`: (grade, gain), a grade's gain being that of the next lower one when it is not listed."""
    return [(float(pair.split(":")[0]), float(pair.split(":")[1])) for pair in text.split("/")]


def shares(grades: Grades, max_rel: object) -> list[float]:
    """Grades as shares of the highest one, from 0 to 1."""
    highest = number(max_rel)
    return [min(max(grade, 0.0), highest) / highest for grade in grades]


def unlike_pairs(grades: Sequence[float]) -> Fraction | None:
    """Of all pairs of places with different grades, the share with the higher one above."""
    pairs = [above > below for place, above in enumerate(grades) for below in grades[place + 1 :] if above != below]
    return Fraction(sum(pairs), len(pairs)) if pairs else None
