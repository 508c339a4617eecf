"""Charts of results: each takes what the function of that name returns, and returns an Altair chart.

`rankhouse.plot.summary(rankhouse.evaluate(run, judgments, by="system"))`; `save(chart, "summary.svg")` writes a file. A
table is a DuckDB relation, a DataFrame of pandas or polars, an Arrow table or, with `con`, the name of a table. Rows
are aggregated and thinned in DuckDB; the subtitle says so, and what is left out. Charts need altair and vl-convert:
`pip install 'rankhouse[report]'`.
"""

from rankhouse.plot import theme
from rankhouse.plot._altair import require_altair
from rankhouse.plot._board import board
from rankhouse.plot._bounds import value_bounds
from rankhouse.plot._compared import comparison
from rankhouse.plot._curves import calibration, lift, precision_recall, roc, thresholds
from rankhouse.plot._files import save
from rankhouse.plot._labels import grade_calibration, grade_confusion, prediction_powered, raters
from rankhouse.plot._learning import learning_curve
from rankhouse.plot._metrics import by_cutoff, by_segment, summary
from rankhouse.plot._online import interleaving, metric_trust, off_policy
from rankhouse.plot._order_effect import order_effect
from rankhouse.plot._over_time import over_time
from rankhouse.plot._position_bias import position_bias
from rankhouse.plot._queries import differences, distribution
from rankhouse.plot._ranks import system_ranks
from rankhouse.plot._ties import ties
from rankhouse.plot._win_rates import win_rates

# Without it there is no chart: told here, before any table is read.
require_altair()

__all__ = [
    "board",
    "by_cutoff",
    "by_segment",
    "calibration",
    "comparison",
    "differences",
    "distribution",
    "grade_calibration",
    "grade_confusion",
    "interleaving",
    "learning_curve",
    "lift",
    "metric_trust",
    "off_policy",
    "order_effect",
    "over_time",
    "position_bias",
    "precision_recall",
    "prediction_powered",
    "raters",
    "roc",
    "save",
    "summary",
    "system_ranks",
    "theme",
    "thresholds",
    "ties",
    "value_bounds",
    "win_rates",
]
