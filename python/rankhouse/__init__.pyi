from rankhouse import plot as plot
from rankhouse._answers.preferences import (
    pairs_to_judge as pairs_to_judge,
    preference_checks as preference_checks,
)
from rankhouse._answers.preferences import (
    preference_decision as preference_decision,
    preference_pairs as preference_pairs,
    preference_ratings as preference_ratings,
    preferences_of as preferences_of,
)
from rankhouse._answers.try_metrics import try_decision as try_decision
from rankhouse._answers.try_metrics import try_metrics as try_metrics
from rankhouse._classifying.classes import (
    class_metrics as class_metrics,
    confusion_matrix as confusion_matrix,
)
from rankhouse._classifying.curves import (
    calibration as calibration,
    lift as lift,
    pr_curve as pr_curve,
    roc_curve as roc_curve,
)
from rankhouse._classifying.metrics import (
    auc_interval as auc_interval,
    binned_auc as binned_auc,
    classifier_metrics as classifier_metrics,
    confusion as confusion,
)
from rankhouse._comparing.agreement import agreement as agreement
from rankhouse._comparing.best_of import best_of as best_of
from rankhouse._comparing.classifiers import classifier_decision as classifier_decision
from rankhouse._comparing.classifiers import compare_classifiers as compare_classifiers
from rankhouse._comparing.compare import compare as compare
from rankhouse._comparing.comparison import Comparison as Comparison
from rankhouse._comparing.decision import decision as decision
from rankhouse._comparing.fuse import fuse as fuse
from rankhouse._comparing.system_ranks import system_ranks as system_ranks
from rankhouse._evaluating.detections import detection_metrics as detection_metrics
from rankhouse._evaluating.evaluate import evaluate as evaluate
from rankhouse._evaluating.expected_exposure import expected_exposure as expected_exposure
from rankhouse._evaluating.explain import (
    conventions as conventions,
    explain as explain,
)
from rankhouse._evaluating.explain_number import explain_number as explain_number
from rankhouse._evaluating.group_exposure import group_exposure as group_exposure
from rankhouse._evaluating.mean_intervals import mean_intervals as mean_intervals
from rankhouse._evaluating.measures import measures as measures
from rankhouse._evaluating.metric_settings import metric_settings as metric_settings
from rankhouse._evaluating.no_answer_curve import no_answer_curve as no_answer_curve
from rankhouse._evaluating.ratings import rating_metrics as rating_metrics
from rankhouse._evaluating.recommendations import recommendation_metrics as recommendation_metrics
from rankhouse._evaluating.tie_audit import tie_audit as tie_audit
from rankhouse._evaluating.wide import wide as wide
from rankhouse._installing.freeze import freeze as freeze
from rankhouse._installing.load import load as load
from rankhouse._installing.register import (
    install as install,
    register as register,
)
from rankhouse._installing.scripts import bundle as bundle
from rankhouse._labelling.clicks import (
    click_judgments as click_judgments,
    position_bias as position_bias,
)
from rankhouse._labelling.grades import (
    grade_calibration as grade_calibration,
    grade_confusion as grade_confusion,
)
from rankhouse._labelling.prediction_powered import prediction_powered as prediction_powered
from rankhouse._labelling.raters import (
    merge_ratings as merge_ratings,
    rater_agreement as rater_agreement,
)
from rankhouse._labelling.to_judge import to_judge as to_judge
from rankhouse._labelling.value_bounds import value_bounds as value_bounds
from rankhouse._monitoring.alerts import check_metrics as check_metrics
from rankhouse._monitoring.periods import (
    change_from_previous as change_from_previous,
    date_spine as date_spine,
    moving_average as moving_average,
)
from rankhouse._monitoring.publish import publish as publish
from rankhouse._monitoring.segments import change_by_segment as change_by_segment
from rankhouse._monitoring.sequence import confidence_sequence as confidence_sequence
from rankhouse._online.click_estimates import click_estimates as click_estimates
from rankhouse._online.interleaving import (
    interleaving as interleaving,
    interleaving_checks as interleaving_checks,
)
from rankhouse._online.interleaving import (
    interleaving_decision as interleaving_decision,
    interleaving_searches as interleaving_searches,
)
from rankhouse._online.metric_trust import (
    discriminative_power as discriminative_power,
    metric_trust as metric_trust,
)
from rankhouse._online.off_policy import (
    compare_policies as compare_policies,
)
from rankhouse._online.off_policy import (
    policy_decision as policy_decision,
    off_policy as off_policy,
    off_policy_tuning as off_policy_tuning,
    off_policy_weights as off_policy_weights,
)
from rankhouse._online.search_health import search_health as search_health
from rankhouse._protocols.learning_curve import (
    curve_crossings as curve_crossings,
    learning_curve as learning_curve,
    mean_over_curve as mean_over_curve,
)
from rankhouse._protocols.sampled import (
    correct_sampled as correct_sampled,
    expected_sampled as expected_sampled,
    sample_negatives as sample_negatives,
    sampled_corrections as sampled_corrections,
)
from rankhouse._protocols.split import (
    split as split,
    split_counts as split_counts,
)
from rankhouse._rendering.errors import (
    InputError as InputError,
    InputWarning as InputWarning,
)
from rankhouse._rendering.shipped import __version__ as __version__
from rankhouse._reporting.report import report as report

__all__: list[str]
