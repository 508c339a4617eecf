-- A classifier's metrics, the hits of a run being its labels.
{{
    rankhouse.classifier_metrics(
        ref("labelled_items"),
        ["roc_auc", "precision", "brier"],
        by=["system"],
        thresholds=[2],
        columns={"label": "hit"},
    )
}}
