"""How far offline measures are to be trusted: by scipy, and counted by hand."""

from __future__ import annotations

import numpy as np
from scipy import stats

from typical import Given, Row, TypicalCall

EXPERIMENTS = Given(
    "experiments",
    "market experiment measure offline_difference online_difference",
    [
        (market, f"{market}.{n}", measure, (n * 7 % 5 - 2) / 50 + shift, (n * 7 % 5 + n * 3 % 4 - 3) / 40)
        for market, shift in (("eu", 0.0), ("us", 0.005))
        for measure in ("ndcg@10", "recall@10")
        for n in range(12)
    ],
)
PAIRS = Given(
    "pairs",
    "market measure p_value queries_needed",
    [
        *(("eu", "ndcg@10", 0.001, 9), ("eu", "ndcg@10", 0.04, 5), ("eu", "ndcg@10", 0.5, None)),
        *(("eu", "ndcg@10", None, None), ("us", "recall@10", 0.05, 40), ("us", "recall@10", 0.2, 70)),
    ],
)


def _trust() -> dict[Row, Row]:
    from online.test_interleaving import orthogonal_slope, slope_error

    found: dict[Row, Row] = {}
    for market, measure in dict.fromkeys((row[0], row[2]) for row in EXPERIMENTS.rows):
        x, y = np.array([row[3:] for row in EXPERIMENTS.rows if (row[0], row[2]) == (market, measure)], float).T
        agree, disagree = int((x * y > 0).sum()), int((x * y < 0).sum())
        test = stats.binomtest(agree, agree + disagree)
        interval = test.proportion_ci(0.95, "wilson")
        slope = orthogonal_slope(x, y, 1)
        figures = [12, agree, disagree, agree / (agree + disagree), interval.low, interval.high, test.pvalue]
        figures += [stats.pearsonr(x, y)[0], stats.kendalltau(x, y)[0], slope, y.mean() - slope * x.mean()]
        found[market, measure] = (*map(float, figures), slope_error(x, y, slope, 1))
    return found


CALLS = [
    TypicalCall(
        macro="metric_trust",
        tables={"experiments": EXPERIMENTS},
        arguments={"by": ["market"]},
        keys="market measure",
        figures="n_experiments n_agree n_disagree agreement ci_low ci_high p_value pearson kendall slope intercept"
        " slope_error",
        truth=_trust,
    ),
    TypicalCall(
        macro="discriminative_power",
        tables={"comparisons": PAIRS},
        arguments={"by": ["market"]},
        keys="market measure",
        figures="n_pairs n_untested n_different discriminative_power queries_needed",
        # Half of four pairs need at most 9 queries, and one of two pairs 40; 0.05 is not below it.
        truth=lambda: {
            ("eu", "ndcg@10"): (4, 1, 2, 2 / 3, 9),
            ("us", "recall@10"): (2, 0, 0, 0, 40),
        },
    ),
]
