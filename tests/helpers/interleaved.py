"""Interleaving by brute force over lists, from the papers' definitions, and a dealer of team drafts."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

Row = tuple[Any, ...]


@dataclass(frozen=True)
class Search:
    """Two lists, what was shown of them, in order, and which places were clicked."""

    list_a: Sequence[str]
    list_b: Sequence[str]
    shown: Sequence[str]
    teams: Sequence[str | None]
    clicks: Sequence[int]

    @property
    def clicked(self) -> list[str]:
        return [self.shown[place] for place in self.clicks]

    def rows(self, name: int) -> list[Row]:
        """search_id, item_id, position, team, rank_a, rank_b, clicked."""
        return [
            (
                name,
                item,
                place + 1,
                self.teams[place],
                *(1 + ranked.index(item) if item in ranked else None for ranked in (self.list_a, self.list_b)),
                place in self.clicks,
            )
            for place, item in enumerate(self.shown)
        ]


def team_draft(search: Search) -> tuple[float, float]:
    return tuple(float(sum(search.teams[place] == team for place in search.clicks)) for team in "ab")  # type: ignore[return-value]


def balanced(search: Search) -> tuple[float, float]:
    """Joachims 2003: k = min {j: (lowest click = a_j) or (lowest click = b_j)}, clicks in the first k of each list."""
    known = [place for place in search.clicks if search.shown[place] in {*search.list_a, *search.list_b}]
    if not known:
        return 0.0, 0.0
    lowest = search.shown[max(known)]
    k = next(k for k in range(1, 100) if lowest in {*search.list_a[:k], *search.list_b[:k]})
    return tuple(float(len({*search.clicked} & {*ranked[:k]})) for ranked in (search.list_a, search.list_b))  # type: ignore[return-value]


def optimised(search: Search, credit: str = "reciprocal_rank", length: int | None = None) -> tuple[float, float]:
    """Radlinski and Craswell 2013; without a length the longer of what was shown and the deepest rank of what was."""
    lists = (list(search.list_a), list(search.list_b))
    deepest = [1 + ranked.index(item) for ranked in lists for item in search.shown if item in ranked]
    end = (length or max([len(search.shown), *deepest])) + 1
    ranks = [[1 + ranked.index(item) if item in ranked else end for item in search.clicked] for ranked in lists]
    return tuple(sum(1 / rank if credit == "reciprocal_rank" else -rank for rank in each) for each in ranks)  # type: ignore[return-value]


def dealt(list_a: Sequence[str], list_b: Sequence[str], n: int, chosen: random.Random) -> tuple[list[str], list[str]]:
    """Team draft (Radlinski, Kurup and Joachims 2008): in each round a coin says which team chooses first."""
    shown: list[str] = []
    teams: list[str] = []
    while len(shown) < n:
        for team in chosen.sample("ab", 2):
            best = next((item for item in (list_a if team == "a" else list_b) if item not in shown), None)
            if best is not None and len(shown) < n:
                shown.append(best)
                teams.append(team)
    return shown, teams


def balanced_list(list_a: Sequence[str], list_b: Sequence[str], n: int, a_first: bool) -> list[str]:
    """Joachims 2003: the list with fewer of its items read goes on; the one that is first breaks ties."""
    shown: list[str] = []
    ka = kb = 0
    while len(shown) < n and ka < len(list_a) and kb < len(list_b):
        if ka < kb or (ka == kb and a_first):
            item, ka = list_a[ka], ka + 1
        else:
            item, kb = list_b[kb], kb + 1
        if item not in shown:
            shown.append(item)
    return shown


def random_search(chosen: random.Random, n_items: int = 9, method: str = "team_draft") -> Search:
    items = [f"d{place}" for place in range(n_items)]
    size = chosen.randint(1, 6)
    list_a, list_b = chosen.sample(items, size), chosen.sample(items, size)
    if method == "team_draft":
        shown, teams = dealt(list_a, list_b, min(size, len({*list_a, *list_b})), chosen)
    else:
        shown = balanced_list(list_a, list_b, size, chosen.random() < 0.5)
        teams = ["a"] * len(shown)
    clicks = [place for place in range(len(shown)) if chosen.random() < 0.4]
    return Search(list_a, list_b, shown, teams, clicks)
