from __future__ import annotations

from fractions import Fraction

from ranked import Item, Judgments, Run, is_hit
from truth import Example, RankingTruth


def relevant_labels(judgments: Judgments) -> list[Item]:
    return [item for item, grade in judgments.items() if is_hit(grade)]


def label_ranking_average_precision(run: Run, judgments: Judgments) -> float | None:
    shares = []
    for label in relevant_labels(judgments):
        above = [item for item in run if label in run and run[item] >= run[label]]
        hits = sum(is_hit(judgments.get(item, 0)) for item in above)
        shares.append(Fraction(hits, len(above)) if above else Fraction(0))
    return float(sum(shares, start=Fraction(0)) / len(shares)) if shares else None


def label_ranking_loss(run: Run, judgments: Judgments) -> float | None:
    if not run and relevant_labels(judgments):
        return 1.0
    positives = [score for item, score in run.items() if is_hit(judgments.get(item, 0))]
    negatives = [score for item, score in run.items() if not is_hit(judgments.get(item, 0))]
    wrong = sum(n >= p for p in positives for n in negatives)
    pairs = len(positives) * len(negatives)
    return float(Fraction(wrong, pairs)) if pairs else None


def coverage_error(run: Run, judgments: Judgments) -> float | None:
    labels = [label for label in relevant_labels(judgments) if label in run]
    if not labels:
        return None
    lowest = min(run[label] for label in labels)
    return float(sum(score >= lowest for score in run.values()))


TRUTHS = [
    RankingTruth(
        name="label_ranking_average_precision",
        of_scores=label_ranking_average_precision,
        latex=r"\text{LRAP} = \frac{1}{R} \sum_{x \in \text{relevant}} \frac{| \{ y \in \text{relevant} : s_y \ge s_x \} |}{| \{ y : s_y \ge s_x \} |}",
        where=["$`R`$ is the number of relevant labels of the sample", "s"],
        example=Example(
            "label_ranking_average_precision",
            by_hand="(1/2 + 2/3 + 0) / 3",
            why="b is one of the 2 labels that score at least as high as b, b and c are two of the 3 at c; f has no score.",
        ),
    ),
    RankingTruth(
        name="label_ranking_loss",
        of_scores=label_ranking_loss,
        lower_is_better=True,
        latex=r"\text{LRL} = \frac{1}{P N} \, | \{ (x, y) : x \in \text{relevant}, \; y \in \text{others}, \; s_y \ge s_x \} |",
        where=["$`P`$ is the number of relevant labels and $`N`$ that of the others", "s"],
        example=Example(
            "label_ranking_loss",
            by_hand="(1 + 1) / (2 * 3)",
            why="a stands above b and above c; 2 of the 6 pairs of a relevant and another scored label are wrong.",
        ),
        formulas=[
            # The same two others: none is scored as high as the first two hits, one as the third.
            ("label_ranking_loss", ["less + one", "others_above + 0", "1 + 2", "1 + 1"], 1 / 6),
            ("label_ranking_loss", ["less + one", "others_above + 0", "1 + 2", "1 - 1"], None),
        ],
    ),
    RankingTruth(
        name="coverage_error",
        of_scores=coverage_error,
        limits=(0, None),
        lower_is_better=True,
        latex=r"\text{coverage error} = | \{ y : s_y \ge \min_{x \in \text{relevant}} s_x \} |",
        where=["s"],
        example=Example(
            "coverage_error", by_hand="3", why="the lowest scored relevant label, c, is at rank 3; f has no score."
        ),
        formulas=[
            ("coverage_error", ["less + one", "item_rank + 0"], 6),
            ("coverage_error", ["one - one", "item_rank + 0"], None),
        ],
    ),
]
