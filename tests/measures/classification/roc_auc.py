from __future__ import annotations

from truth import ClassificationTruth, Example

TRUTHS = [
    ClassificationTruth(
        name="roc_auc",
        of_scores=lambda of: of.by_peer("roc_auc_score") if of.has_both_classes else None,
        latex=r"\text{AUC} = \frac{1}{P N} \sum_{x \in \text{positives}} \; \sum_{y \in \text{negatives}} \begin{cases} 1 & s_x > s_y \\ \frac{1}{2} & s_x = s_y \\ 0 & s_x < s_y \end{cases}",
        where=["classes", "s"],
        example=Example(
            "roc_auc",
            by_hand="(3 + 2 + 2 + 1.5 + 1) / (5 * 3)",
            why="the negatives that each positive is scored above; the tied one counts half.",
        ),
    ),
]
