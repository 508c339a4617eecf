"""Splits of ratings by brute force, row by row, with Python's own MD5."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from hashlib import md5
from typing import Any

Rating = tuple[Any, Any, Any]
"""User, item, time."""
Answer = tuple[Any, str | None]
"""Part, or fold, and reason."""
LEFT_OUT = "left_out"
CALLS: list[dict[str, Any]] = [
    *({"method": "random"}, {"method": "random", "share": 0.5, "seed": 7}, {"method": "random", "n": 2}),
    *({"method": "leave_last"}, {"method": "leave_last", "n": 3}, {"method": "leave_last", "share": 0.3}),
    *({"method": "time", "cut": 5}, {"method": "weak", "given": 1}, {"method": "weak", "given": 3, "seed": 1}),
    *({"method": "strong", "given": 2}, {"method": "strong", "given": 1, "share": 0.6}),
    *({"method": "folds"}, {"method": "folds", "folds": 3, "seed": 2}, {"method": "folds", "fold": 2}),
    *({"method": "folds", "folds": 2, "fold": 1}, {"method": "learning_curve", "given": 3}),
]
SHARES = {"random": 0.2, "strong": 0.2}


def drawn(seed: int, *names: Any) -> float:
    return int(md5(":".join(map(str, (seed, *names))).encode()).hexdigest()[:13], 16) / 2**52


def split(
    ratings: Sequence[Rating],
    method: str,
    *,
    n: int | None = None,
    share: float | None = None,
    given: int = 0,
    cut: Any = None,
    folds: int = 5,
    fold: int | None = None,
    seed: int = 0,
    short: str = "train",
    new_users: str = "keep",
    new_items: str = "keep",
) -> list[Answer] | dict[int, list[Answer]]:
    """Of each rating its part (or fold) and the reason; of a learning curve by the number of given items."""
    if n is None and share is None:
        n, share = (1, None) if method == "leave_last" else (None, SHARES.get(method))
    by_time = method in ("leave_last", "time")
    first: dict[tuple[Any, Any], Any] = {}
    for user, item, time in ratings:
        if None not in (user, item, time if by_time else 0):
            first[user, item] = min(time, first.get((user, item), time)) if by_time else 0
    lists: dict[Any, list[Any]] = defaultdict(list)
    for user, item in first:
        lists[user].append(item)
    for user, items in lists.items():
        items.sort(key=lambda item: drawn(seed, user, item))
        if method == "leave_last":
            items.sort(key=lambda item: first[user, item], reverse=True)

    def pairs(n_given: int) -> dict[tuple[Any, Any], Answer]:
        return {(user, item): pair(user, item, n_given) for user, item in first}

    def pair(user: Any, item: Any, n_given: int) -> Answer:
        place, size = lists[user].index(item), len(lists[user])
        if method == "folds":
            its_fold = (place + math.floor(drawn(seed, user) * folds)) % folds + 1
            if fold is None:
                return its_fold, None
            is_short, tests = size < 2, its_fold == fold
        elif method == "time":
            is_short, tests = False, first[user, item] >= cut
        elif method in ("weak", "learning_curve"):
            is_short, tests = size <= given, place >= n_given
        elif method == "strong":
            assert share is not None
            if drawn(seed, user) >= share:
                return "train", None
            is_short, tests = size <= given, place >= given
        elif n is not None:
            is_short, tests = size <= n, place < n
        else:
            assert share is not None
            is_short, tests = size < 2, place < max(1, min(size - 1, math.floor(share * size + 0.5)))
        if is_short:
            return {"train": "train", "leave_out": LEFT_OUT}[short], "too few items"
        return ("test" if tests else "given" if method == "strong" else "train"), None

    def answers(n_given: int) -> list[Answer]:
        found = pairs(n_given)
        known = [key for key, (part, _) in found.items() if part in ("train", "given")]
        users, items = {user for user, _ in known}, {item for _, item in known}

        def answer(user: Any, item: Any, time: Any) -> Answer:
            nothing = None if method == "folds" and fold is None else LEFT_OUT
            for value, reason in ((user, "no user"), (item, "no item"), (time if by_time else 0, "no time")):
                if value is None:
                    return nothing, reason
            part, reason = found[user, item]
            if part == "test" and new_users == "leave_out" and user not in users:
                return LEFT_OUT, "new user"
            if part == "test" and new_items == "leave_out" and item not in items:
                return LEFT_OUT, "new item"
            if method == "time" and part == "train" and time >= cut:
                return LEFT_OUT, "item of train, again"
            return part, reason

        return [answer(*rating) for rating in ratings]

    if method == "learning_curve":
        return {n_given: answers(n_given) for n_given in range(1, given + 1)}
    return answers(given)


def by_row(ratings: Sequence[Rating], **call: Any) -> dict[tuple[int, int | None], Answer]:
    """The same by the place of the rating, and the number of given items."""
    found = split(ratings, **call)
    curve = found if isinstance(found, dict) else {None: found}
    return {(row, n_given): answer for n_given, answers in curve.items() for row, answer in enumerate(answers)}
