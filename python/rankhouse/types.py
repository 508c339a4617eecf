"""What functions and commands take: words to choose from, and what may be a table.

The first block of words is made by tools/document.py from tools/interface/arguments.yml.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, Protocol, TypeAlias

import duckdb

Drawn: TypeAlias = Literal["uniform", "popularity"]
Ties: TypeAlias = Literal["item", "average", "best", "worst"]
MergeTies: TypeAlias = Literal["lowest", "highest", "none"]
Queries: TypeAlias = Literal["judged", "intersection", "run", "all"]
Unjudged: TypeAlias = Literal["irrelevant", "drop"]
Pool: TypeAlias = Literal["judged", "retrieved"]
Test: TypeAlias = Literal["t", "wilcoxon", "sign", "randomisation", "bootstrap"]
ClassifierTest: TypeAlias = Literal["delong", "mcnemar"]
InterleavingTest: TypeAlias = Literal["sign", "t"]
Correction: TypeAlias = Literal["holm", "bonferroni", "benjamini_hochberg", "none"]
Interval: TypeAlias = Literal["t", "percentile", "bca"]
ChangeInterval: TypeAlias = Literal["welch", "normal"]
ClassifierMeasure: TypeAlias = Literal["roc_auc", "accuracy"]
DecisionTest: TypeAlias = Literal["t", "sign", "randomisation"]
FusionMethod: TypeAlias = Literal["rrf", "sum", "mnz"]
FusionNorm: TypeAlias = Literal["min_max", "z", "none"]
IntervalMethod: TypeAlias = Literal["t", "bootstrap", "bca", "wilson"]
Grain: TypeAlias = Literal["day", "week", "month", "quarter", "year"]
Undefined: TypeAlias = Literal["leave_out", "zero"]
Interpolation: TypeAlias = Literal["all", "11-point", "101-point"]
AreaRange: TypeAlias = Literal["all", "small", "medium", "large"]
Attention: TypeAlias = Literal["rbp", "cascade", "log2"]
AgreementMethod: TypeAlias = Literal["krippendorff", "cohen", "fleiss", "gwet", "agreement"]
Level: TypeAlias = Literal["nominal", "ordinal", "interval", "ratio"]
KappaWeights: TypeAlias = Literal["linear", "quadratic"]
MergeMethod: TypeAlias = Literal["majority", "mean", "median", "dawid_skene"]
JudgingOrder: TypeAlias = Literal["difference", "depth"]
ClickMethod: TypeAlias = Literal["coec", "ctr", "pbm", "cascade", "dcm", "sdbn"]
BiasMethod: TypeAlias = Literal["pbm", "swaps", "random"]
InterleavingMethod: TypeAlias = Literal["team_draft", "balanced", "optimised"]
Updates: TypeAlias = Literal["simultaneous", "alternating"]
Unclicked: TypeAlias = Literal["examined", "unexamined"]
Credit: TypeAlias = Literal["reciprocal_rank", "rank"]
SplitMethod: TypeAlias = Literal["random", "leave_last", "time", "weak", "strong", "folds", "learning_curve"]
Short: TypeAlias = Literal["train", "leave_out"]
New: TypeAlias = Literal["keep", "leave_out"]
Incomplete: TypeAlias = Literal["leave_out", "keep"]
CheckedInput: TypeAlias = Literal[
    "run",
    "log",
    "ratings",
    "human",
    "predictions",
    "experiments",
    "comparisons",
    "detections",
    "tries",
    "preferences",
    "searches",
]
PreferenceModel: TypeAlias = Literal["bradley_terry", "davidson"]
ConventionName: TypeAlias = Literal[
    "autoevals",
    "beir",
    "elasticsearch",
    "elliot",
    "evidently",
    "haystack",
    "ir_measures",
    "lenskit",
    "llama_index",
    "mlflow",
    "mteb",
    "ndeval",
    "nuggetizer",
    "pytrec_eval",
    "quepid",
    "ragas",
    "ranx",
    "recbole",
    "recommenders",
    "rectools",
    "replay",
    "sentence_transformers",
    "sklearn",
    "spark",
    "spark_listed",
    "torchmetrics",
    "trec_eval",
    "trec_eval_10",
    "trulens",
    "xgboost",
]
Convention: TypeAlias = ConventionName | str | Mapping[str, Any]
"""One by its name, or settings of one's own. Any text is let through: it may come from a file or the command line."""
Check: TypeAlias = Literal["auto", "full", "none"]


class HasColumns(Protocol):
    """A DataFrame of pandas, polars or Spark, also a lazy one."""

    @property
    def columns(self) -> Any: ...


class HasSchema(Protocol):
    """A table, a batch or a reader of Arrow."""

    @property
    def schema(self) -> Any: ...


Table: TypeAlias = (
    str | Path | duckdb.DuckDBPyRelation | HasColumns | HasSchema | Mapping[Any, Any] | Sequence[Mapping[str, Any]]
)
"""A run or judgments: the name of a table, a path, a DataFrame, an Arrow table, a relation, dictionaries."""
