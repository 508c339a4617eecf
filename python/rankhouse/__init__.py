"""Ranking, recommendation and classifier metrics, computed in DuckDB where the data lives."""

from importlib.metadata import PackageNotFoundError, version

from rankhouse._detections import detection_metrics
from rankhouse._errors import InputError, InputWarning
from rankhouse._evaluate import evaluate
from rankhouse._explain import conventions, explain
from rankhouse._measures import measures
from rankhouse._predictions import binned_auc, calibration, classifier_metrics, confusion, lift, pr_curve, roc_curve
from rankhouse._publish import publish
from rankhouse._ratings import rating_metrics
from rankhouse._recommendations import recommendation_metrics
from rankhouse._register import bundle, install, register
from rankhouse._tie_audit import tie_audit

try:
    __version__ = version("rankhouse")
except PackageNotFoundError:
    # A checkout that is not installed.
    __version__ = "0+unknown"

__all__ = [
    "InputError",
    "InputWarning",
    "__version__",
    "binned_auc",
    "bundle",
    "calibration",
    "classifier_metrics",
    "confusion",
    "conventions",
    "detection_metrics",
    "evaluate",
    "explain",
    "install",
    "lift",
    "measures",
    "pr_curve",
    "publish",
    "rating_metrics",
    "recommendation_metrics",
    "register",
    "roc_curve",
    "tie_audit",
]
