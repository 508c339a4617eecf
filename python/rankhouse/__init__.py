"""Ranking, recommendation and classifier metrics, computed in DuckDB where the data lives."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rankhouse._answers.preferences import (
    pairs_to_judge,
    preference_checks,
    preference_pairs,
    preference_ratings,
    preferences_of,
)
from rankhouse._answers.try_metrics import try_metrics
from rankhouse._classifying.classes import class_metrics, confusion_matrix
from rankhouse._classifying.curves import calibration, lift, pr_curve, roc_curve
from rankhouse._classifying.metrics import auc_interval, binned_auc, classifier_metrics, confusion
from rankhouse._comparing.agreement import agreement
from rankhouse._comparing.classifiers import compare_classifiers
from rankhouse._comparing.compare import compare
from rankhouse._comparing.comparison import Comparison
from rankhouse._evaluating.detections import detection_metrics
from rankhouse._evaluating.evaluate import evaluate
from rankhouse._evaluating.expected_exposure import expected_exposure
from rankhouse._evaluating.explain import conventions, explain
from rankhouse._evaluating.explain_number import explain_number
from rankhouse._evaluating.group_exposure import group_exposure
from rankhouse._evaluating.mean_intervals import mean_intervals
from rankhouse._evaluating.measures import measures
from rankhouse._evaluating.metric_settings import metric_settings
from rankhouse._evaluating.ratings import rating_metrics
from rankhouse._evaluating.recommendations import recommendation_metrics
from rankhouse._evaluating.tie_audit import tie_audit
from rankhouse._evaluating.wide import wide
from rankhouse._installing.freeze import freeze
from rankhouse._installing.load import load
from rankhouse._installing.register import install, register
from rankhouse._installing.scripts import bundle
from rankhouse._labelling.clicks import click_judgments, position_bias
from rankhouse._labelling.grades import grade_calibration, grade_confusion
from rankhouse._labelling.prediction_powered import prediction_powered
from rankhouse._labelling.raters import merge_ratings, rater_agreement
from rankhouse._labelling.to_judge import to_judge
from rankhouse._labelling.value_bounds import value_bounds
from rankhouse._monitoring.alerts import check_metrics
from rankhouse._monitoring.periods import change_from_previous, date_spine, moving_average
from rankhouse._monitoring.publish import publish
from rankhouse._monitoring.segments import change_by_segment
from rankhouse._monitoring.sequence import confidence_sequence
from rankhouse._online.click_estimates import click_estimates
from rankhouse._online.interleaving import interleaving, interleaving_checks, interleaving_searches
from rankhouse._online.metric_trust import discriminative_power, metric_trust
from rankhouse._online.off_policy import compare_policies, off_policy, off_policy_tuning, off_policy_weights
from rankhouse._protocols.learning_curve import curve_crossings, learning_curve, mean_over_curve
from rankhouse._protocols.sampled import correct_sampled, expected_sampled, sample_negatives, sampled_corrections
from rankhouse._protocols.split import split, split_counts
from rankhouse._rendering.errors import InputError, InputWarning
from rankhouse._rendering.shipped import VERSION
from rankhouse._reporting.report import report

__version__ = VERSION

if TYPE_CHECKING:
    from rankhouse import plot as plot
else:

    def __getattr__(name: str) -> Any:
        # Charts are imported when they are asked for: they need an extra.
        if name == "plot":
            return import_module("rankhouse.plot")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "plot"]


__all__ = [
    "Comparison",
    "InputError",
    "InputWarning",
    "__version__",
    "agreement",
    "auc_interval",
    "binned_auc",
    "bundle",
    "calibration",
    "change_by_segment",
    "change_from_previous",
    "check_metrics",
    "class_metrics",
    "classifier_metrics",
    "click_estimates",
    "click_judgments",
    "compare",
    "compare_classifiers",
    "compare_policies",
    "confidence_sequence",
    "confusion",
    "confusion_matrix",
    "conventions",
    "correct_sampled",
    "curve_crossings",
    "date_spine",
    "detection_metrics",
    "discriminative_power",
    "evaluate",
    "expected_exposure",
    "expected_sampled",
    "explain",
    "explain_number",
    "freeze",
    "grade_calibration",
    "grade_confusion",
    "group_exposure",
    "install",
    "interleaving",
    "interleaving_checks",
    "interleaving_searches",
    "learning_curve",
    "lift",
    "load",
    "mean_intervals",
    "mean_over_curve",
    "measures",
    "merge_ratings",
    "metric_settings",
    "metric_trust",
    "moving_average",
    "off_policy",
    "off_policy_tuning",
    "off_policy_weights",
    "pairs_to_judge",
    "position_bias",
    "pr_curve",
    "prediction_powered",
    "preference_checks",
    "preference_pairs",
    "preference_ratings",
    "preferences_of",
    "publish",
    "rater_agreement",
    "rating_metrics",
    "recommendation_metrics",
    "register",
    "report",
    "roc_curve",
    "sample_negatives",
    "sampled_corrections",
    "split",
    "split_counts",
    "tie_audit",
    "to_judge",
    "try_metrics",
    "value_bounds",
    "wide",
]
