from __future__ import annotations

import math
from fractions import Fraction

import classifier_pairs
from predicted import Predicted
from truth import ClassificationTruth, Example


def std_error(of: Predicted, method: str = "delong") -> float | None:
    if not of.has_both_classes:
        return None
    weights = classifier_pairs.each_one(range(len(of.rows)))
    above, below = classifier_pairs.components(dict(enumerate(zip(of.scores, of.labels, strict=True))), weights)
    if method == "delong":
        square = classifier_pairs.squared_error(above, below, weights)
        return None if square is None else math.sqrt(square)
    return hanley_mcneil(of, sum(above.values()) / Fraction(len(above)))


def hanley_mcneil(of: Predicted, area: Fraction) -> float:
    """By the probabilities of Hanley and McNeil (1982), of ties a third."""
    of_class = {label: [score for score, y, _ in of.rows if y == label] for label in (0, 1)}
    pairs = []
    for others, one in ((1, 0), (0, 1)):
        shares = Fraction(0)
        for score in of_class[one]:
            won = sum((other > score) if others else (other < score) for other in of_class[others])
            tied = of_class[others].count(score)
            shares += (won**2 + won * tied + Fraction(tied**2, 3)) / len(of_class[others]) ** 2
        pairs.append((len(of_class[others]) - 1) * (shares / len(of_class[one]) - area**2))
    return math.sqrt((area * (1 - area) + sum(pairs)) / (len(of_class[1]) * len(of_class[0])))


TRUTHS = [
    ClassificationTruth(
        name="roc_auc_std_error",
        of_scores=std_error,
        options=[{}, {"method": "hanley_mcneil"}],
        takes_weights=False,
        latex=r"\text{SE} = \sqrt{ \frac{S_{10}}{P} + \frac{S_{01}}{N} }",
        where=[
            "classes",
            "$`S_{10}`$ is the sample variance of the positives' shares of the negatives below them, $`S_{01}`$ that of the negatives' shares of the positives above them; ties count half",
        ],
        example=Example(
            "roc_auc_std_error",
            by_hand="(((1 - 19/30)**2 + 2 * (2/3 - 19/30)**2 + (1/2 - 19/30)**2 + (1/3 - 19/30)**2) / 4 / 5 + ((1/5 - 19/30)**2 + (7/10 - 19/30)**2 + (1 - 19/30)**2) / 2 / 3)**0.5",
            why="the AUC is 19/30, the mean of the positives' shares 1, 2/3, 2/3, 1/2, 1/3 and of the negatives' 1/5, 7/10, 1.",
        ),
    ),
]
