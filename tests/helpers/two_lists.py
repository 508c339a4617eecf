"""Two lists of one query, as the truths of agreement read them.

A list is its scores by item. With ties it is read as groups of items, the highest score first.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

Scores = Mapping[str, float]
Groups = list[list[str]]
Places = dict[str, tuple[int, int]]
"""The first and the last rank of each item's group."""
Pairs = list[tuple[int, int]]


def scored(text: str) -> dict[str, float]:
    """`a (b c) d` as scores, with the same one in brackets."""
    scores: dict[str, float] = {}
    place, in_brackets = 0, False
    for word in text.split():
        place -= not in_brackets
        in_brackets = (in_brackets or word.startswith("(")) and not word.endswith(")")
        scores[word.strip("()")] = place
    return scores


def ranked(scores: Scores, k: int | None = None) -> list[str]:
    """The highest score first, ties by item id, descending."""
    return sorted(sorted(scores, reverse=True), key=lambda item: -scores[item])[:k]


def grouped(scores: Scores, k: int | None = None) -> Groups:
    return [list(group) for _, group in itertools.groupby(ranked(scores, k), key=lambda item: scores[item])]


def places(groups: Groups) -> Places:
    found: Places = {}
    for group in groups:
        first = len(found) + 1
        found |= dict.fromkeys(group, (first, first + len(group) - 1))
    return found


def orders_of(groups: Groups) -> Iterator[dict[str, float]]:
    """Scores without ties, for every order of the tied items."""
    for order in itertools.product(*(itertools.permutations(group) for group in groups)):
        yield {item: -place for place, item in enumerate(itertools.chain(*order))}


def common_places(one: Mapping[str, int], other: Mapping[str, int]) -> Pairs:
    """Places in each list, from the top, ties with the same."""
    return [(one[item], other[item]) for item in one if item in other]


class TwoLists:
    """Cut at k, both with at least one item."""

    def __init__(self, one: Scores, other: Scores, k: int | None = None) -> None:
        self.ranked: tuple[Sequence[str], Sequence[str]] = (ranked(one, k), ranked(other, k))
        self.grouped = grouped(one, k), grouped(other, k)
        self.n_common = len(set(self.ranked[0]) & set(self.ranked[1]))

    @cached_property
    def pairs(self) -> Pairs:
        """The places of each item that both have, all different."""
        orders = ({item: place for place, item in enumerate(items)} for items in self.ranked)
        return common_places(*orders)

    @cached_property
    def tied_pairs(self) -> Pairs:
        """The same with one place for all items of a score."""
        firsts = ({item: first for item, (first, _) in places(groups).items()} for groups in self.grouped)
        return common_places(*firsts)

    @cached_property
    def tied_columns(self) -> list[tuple[int, ...]] | None:
        """The tied places list by list; None where one of them has nothing to correlate."""
        columns = list(zip(*self.tied_pairs, strict=True)) or [(), ()]
        return columns if all(len(set(column)) > 1 for column in columns) else None
