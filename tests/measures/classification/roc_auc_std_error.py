from __future__ import annotations

from truth import Example, Truth

TRUTHS = [
    Truth(
        name="roc_auc_std_error",
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
