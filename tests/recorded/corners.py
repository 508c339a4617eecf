"""Lists on which libraries of one name differ most: few queries each. Without a dependency, as lists.py.

Scores are exact in 32 bits. Text and number order the items differently: 10 comes before 9 as text.
"""

from __future__ import annotations

Lists = dict[int, dict[int, float]]  # query -> item -> score or relevance

PLAIN: tuple[Lists, Lists] = ({1: {1: 5.0, 2: 4.0, 3: 3.0, 4: 2.0, 9: 1.5}}, {1: {1: 0.0, 2: 3.0, 4: 1.0, 8: 2.0}})

LAST_PLACE = 100.0
CORNERS: dict[str, tuple[Lists, Lists]] = {
    # Query 3 has a hit and a grade below 0 that was not returned; of 2 the relevant item was not returned; 4 has no
    # relevant item, and an unjudged one.
    "negative grades": (
        {
            1: {1: 6.0, 2: 5.0, 3: 4.0, 4: 3.0, 5: 2.0},
            2: {1: 2.0, 2: 1.5},
            3: {1: 3.0, 2: 2.0, 3: 1.0},
            4: {1: 3.0, 2: 2.0, 3: 1.0},
        },
        {
            1: {1: -2.0, 2: 3.0, 3: 0.0, 4: -1.0, 5: 1.0, 6: 2.0, 7: -1.0},
            2: {1: -1.0, 2: 0.0, 3: 1.0},
            3: {1: 0.0, 2: 2.0, 3: -1.0, 4: -2.0},
            4: {1: -1.0, 2: 0.0},
        },
    ),
    "all grades negative": ({**PLAIN[0], 2: {1: 2.0, 2: 1.0}}, {**PLAIN[1], 2: {1: -1.0, 2: -2.0, 3: -1.0}}),
    # 2 has relevant items, 3 none, 4 no judgments.
    "missing in the run": (
        {**PLAIN[0], 4: {1: 2.0, 2: 1.0}},
        {**PLAIN[1], 2: {1: 2.0, 2: 0.0}, 3: {1: 0.0}},
    ),
    # 2 and 3 are judged without a relevant item, of 3 nothing judged was returned; 4 has no judgments.
    "nothing relevant": (
        {**PLAIN[0], 2: {1: 2.0, 2: 1.0, 3: 0.5}, 3: {1: 2.0, 2: 1.0}, 4: {1: 2.0, 2: 1.0}},
        {**PLAIN[1], 2: {1: 0.0, 2: 0.0}, 3: {7: 0.0}},
    ),
    # A list of its own is empty.
    "empty list": ({**PLAIN[0], 2: {}}, {**PLAIN[1], 2: {1: 1.0, 2: 0.0}}),
    # Tied items of different relevance and of one; all tied.
    "tied scores": (
        {
            1: {2: 5.0, 10: 5.0, 9: 5.0, 1: 3.0, 3: 1.0, 4: 1.0},
            2: {1: 1.0, 2: 1.0, 9: 1.0, 10: 1.0},
            3: {1: 2.0, 2: 2.0, 3: 1.0, 4: 1.0},
        },
        {1: {9: 2.0, 10: 0.0, 1: 1.0, 3: 3.0}, 2: {10: 1.0, 5: 1.0}, 3: {1: 1.0, 2: 2.0, 4: 0.0}},
    ),
    # Scores are tied, and which item goes first makes no difference.
    "harmless ties": ({1: {1: 3.0, 2: 3.0, 3: 2.0, 4: 1.0, 5: 1.0}}, {1: {1: 2.0, 2: 2.0, 3: 0.0, 5: 0.0, 7: 1.0}}),
    # The run gives ranks. A library that takes scores gets what is left of LAST_PLACE.
    "gaps in ranks": (
        {1: {1: 98.0, 2: 96.0, 3: 95.0, 4: 91.0, 5: 88.0}, 2: {1: 93.0}, 3: {1: 99.0, 2: 98.0, 3: 70.0}},
        {1: {1: 0.0, 2: 2.0, 4: 1.0, 8: 3.0}, 2: {1: 1.0, 2: 1.0}, 3: {1: 1.0, 3: 2.0}},
    ),
    "all grades 0": (
        {1: {1: 2.0, 2: 1.0}, 2: {1: 2.0, 3: 1.0, 4: 0.5}},
        {1: {1: 0.0, 2: 0.0}, 2: {1: 0.0}, 3: {1: 0.0}},
    ),
}
