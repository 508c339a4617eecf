from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from published import Fixture, Published, repeated, scored
from ranked import Judgments, Run, is_hit
from truth import Example, RankingTruth


def roc_auc(run: Run, judgments: Judgments, undefined: object = "null", partial: object = 1) -> float | None:
    positives = [score for item, score in run.items() if is_hit(judgments.get(item, 0))]
    negatives = [score for item, score in run.items() if not is_hit(judgments.get(item, 0))]
    if not run and any(map(is_hit, judgments.values())):
        return 0.0
    if not positives or not negatives:
        return None if undefined == "null" else 0.5
    if partial != 1:
        return float(partial_area(positives, negatives, Fraction(str(partial))))
    halves = sum(2 if p > n else 1 if p == n else 0 for p in positives for n in negatives)
    return float(Fraction(halves, 2 * len(positives) * len(negatives)))


def partial_area(positives: list[float], negatives: list[float], limit: Fraction) -> Fraction:
    """The ROC curve point by point, cut at the limit and summed in trapezoids; then rescaled to 1/2 for chance."""
    curve = [(Fraction(0), Fraction(0))]
    for level in sorted({*positives, *negatives}, reverse=True):
        false_rate = Fraction(sum(score >= level for score in negatives), len(negatives))
        curve += [(false_rate, Fraction(sum(score >= level for score in positives), len(positives)))]
    area = Fraction(0)
    for (left, low), (right, high) in pairwise(curve):
        if left >= limit or left == right:
            continue
        if right > limit:
            right, high = limit, low + (high - low) * (limit - left) / (right - left)
        area += (right - left) * (low + high) / 2
    chance = limit * limit / 2
    return (1 + (area - chance) / (limit - chance)) / 2


PUBLISHED = [
    Fixture(
        "two positives and two negatives",
        *scored((0.8, 0.35), (0.4, 0.1)),
        published=(Published("roc_auc", 0.75, "3 of 4 pairs in order; the example in scikit-learn's documentation"),),
    ),
    Fixture(
        "hanley mcneil 1982",
        *scored(repeated((3, 2, 2, 11, 33)), repeated((33, 6, 6, 11, 2))),
        published=(
            Published(
                "roc_auc",
                0.8931710615,
                "Hanley, McNeil: Radiology 143 (1982), table I: 58 normal, 51 abnormal images",
                tolerance=5e-11,
            ),
        ),
    ),
    Fixture(
        "fawcett 2006",
        *scored(
            (0.9, 0.8, 0.6, 0.55, 0.54, 0.51, 0.4, 0.38, 0.34, 0.3),
            (0.7, 0.53, 0.52, 0.505, 0.39, 0.37, 0.36, 0.35, 0.33, 0.1),
        ),
        published=(
            Published("roc_auc", 0.68, "Fawcett: Pattern Recognition Letters 27 (2006), figure 3: 20 instances"),
        ),
    ),
]


TRUTHS = [
    RankingTruth(
        name="roc_auc",
        published=PUBLISHED,
        of_scores=roc_auc,
        options=[
            {},
            {"weights": "positives"},
            {"weights": "items", "undefined": 0.5},
            {"undefined": 0.5},
            {"partial": 0.25},
            {"undefined": 0.5, "partial": 0.7},
        ],
        latex=r"\text{AUC} = \frac{1}{P N} \sum_{x \in \text{relevant}} \; \sum_{y \in \text{others}} \begin{cases} 1 & s_x > s_y \\ \frac{1}{2} & s_x = s_y \\ 0 & s_x < s_y \end{cases}",
        where=["PN", "s"],
        example=Example(
            "roc_auc",
            by_hand="(2 + 2) / (2 * 3)",
            why="b and c each stand above d and e, but below a; 4 of 6 pairs of a relevant and another item are in order.",
        ),
        formulas=[
            # Two other items in the list: one above the hit of grade 2, none tied with it. Up to half of them: the area is
            # (1/2 + 1/2 + 0) / 3, a coin toss would have 1/8 and a perfect list 1/2.
            (
                "partial_roc_auc",
                ["less + one", "others_above + 0", "1 - 1", "1 + 2", "1 + 1", "0.25 + 0.25"],
                (1 + (1 / 3 - 1 / 8) / (1 / 2 - 1 / 8)) / 2,
            ),
            # Positives at ranks 1 and 3 of four: three of the four pairs are in order.
            ("roc_auc", ["1 + 3", "1 + 1", "1 + 1"], 0.75),
            ("roc_auc", ["1 + 3", "1 + 1", "2 - 2"], None),
        ],
    ),
]
