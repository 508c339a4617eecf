{#
Measures of the confusion counts at a threshold, or of predicted labels. `value` is an expression over tp, fp, fn, tn
and the measure's options.
#}
{% macro confusion_measures() %}
    {{
        return(
            [
                {
                    "name": "accuracy",
                    "aliases": ["acc"],
                    "value": rankhouse.ratio("tp + tn", "tp + fp + fn + tn"),
                    "description": "Share of rows that are predicted right.",
                    "formula": "(TP + TN) / (TP + FP + FN + TN)",
                    "range": "0 to 1",
                    "undefined": "NULL without rows.",
                    "notes": "Of unbalanced classes it says little: whoever predicts the larger class always is right as often as that class occurs.",
                    "source": "Sokolova, Lapalme: Information Processing & Management 2009",
                },
                {
                    "name": "precision",
                    "aliases": ["ppv"],
                    "value": rankhouse.ratio("tp", "tp + fp"),
                    "description": "Share of the predicted positives that are positive.",
                    "formula": "TP / (TP + FP)",
                    "range": "0 to 1",
                    "undefined": "NULL when nothing is predicted positive.",
                    "notes": "",
                    "source": "Manning, Raghavan, Schütze: Introduction to Information Retrieval, 2008, section 8.3",
                },
                {
                    "name": "recall",
                    "aliases": ["tpr", "sensitivity"],
                    "value": rankhouse.recall("tp", "tp + fn"),
                    "description": "Share of the positives that are predicted positive: the true positive rate.",
                    "formula": "TP / (TP + FN)",
                    "range": "0 to 1",
                    "undefined": "NULL without positives.",
                    "notes": "",
                    "source": "Manning, Raghavan, Schütze: Introduction to Information Retrieval, 2008, section 8.3",
                },
                {
                    "name": "fpr",
                    "aliases": ["fall_out", "false_positive_rate"],
                    "value": rankhouse.ratio("fp", "fp + tn"),
                    "description": "Share of the negatives that are predicted positive.",
                    "formula": "FP / (FP + TN)",
                    "range": "0 to 1",
                    "undefined": "NULL without negatives.",
                    "notes": "1 - specificity.",
                    "source": "Fawcett: Pattern Recognition Letters 2006",
                },
                {
                    "name": "specificity",
                    "aliases": ["tnr", "true_negative_rate"],
                    "value": rankhouse.ratio("tn", "fp + tn"),
                    "description": "Share of the negatives that are predicted negative.",
                    "formula": "TN / (FP + TN)",
                    "range": "0 to 1",
                    "undefined": "NULL without negatives.",
                    "notes": "1 - fpr.",
                    "source": "Sokolova, Lapalme: Information Processing & Management 2009",
                },
                {
                    "name": "f1",
                    "aliases": ["f"],
                    "value": rankhouse.f_beta("tp", "tp + fp", "tp + fn"),
                    "description": "Harmonic mean of precision and recall.",
                    "formula": "2 TP / (2 TP + FP + FN)",
                    "range": "0 to 1",
                    "undefined": "NULL without positives.",
                    "notes": "0 when positives exist and none is predicted, where scikit-learn warns.",
                    "source": "van Rijsbergen: Information Retrieval, 1979, chapter 7",
                },
                {
                    "name": "f_beta",
                    "aliases": ["fbeta"],
                    "options": {"beta": {"default": 1, "above": 0}},
                    "value": rankhouse.f_beta("tp", "tp + fp", "tp + fn", "beta"),
                    "description": "Harmonic mean of precision and recall, recall weighing beta times as much.",
                    "formula": "(1 + beta^2) TP / ((1 + beta^2) TP + FP + beta^2 FN)",
                    "range": "0 to 1",
                    "undefined": "NULL without positives.",
                    "notes": "beta weights recall beta times as much as precision.",
                    "source": "van Rijsbergen: Information Retrieval, 1979, chapter 7",
                },
                {
                    "name": "balanced_accuracy",
                    "aliases": ["bac"],
                    "value": "("
                    ~ rankhouse.recall("tp", "tp + fn")
                    ~ " + "
                    ~ rankhouse.ratio("tn", "fp + tn")
                    ~ ") / 2",
                    "description": "Mean of recall and specificity.",
                    "formula": "(TP / (TP + FN) + TN / (FP + TN)) / 2",
                    "range": "0 to 1",
                    "undefined": "NULL unless both classes occur.",
                    "notes": "0.5 for a classifier that always predicts one class.",
                    "source": "Brodersen, Ong, Stephan, Buhmann: ICPR 2010",
                },
                {
                    "name": "mcc",
                    "aliases": ["matthews_corrcoef", "phi"],
                    "value": rankhouse.mcc("tp", "fp", "fn", "tn"),
                    "description": "Matthews correlation coefficient: the correlation of prediction and label.",
                    "formula": "(TP TN - FP FN) / sqrt((TP + FP) (TP + FN) (TN + FP) (TN + FN))",
                    "range": "-1 to 1",
                    "undefined": "NULL unless both classes occur and both are predicted.",
                    "notes": "scikit-learn gives 0 where one class alone occurs or is predicted.",
                    "source": "Matthews: Biochimica et Biophysica Acta 1975",
                },
            ]
        )
    }}
{% endmacro %}

{# NULL unless both classes occur and both are predicted. #}
{% macro mcc(tp, fp, fn, tn) -%}
    {%- set counts = [] -%}
    {%- for count in [tp, fp, fn, tn] -%}
        {%- do counts.append(rankhouse.double(rankhouse.argument(count))) -%}
    {%- endfor -%}
    (
        ({{ counts[0] }} * {{ counts[3] }} - {{ counts[1] }} * {{ counts[2] }}) / nullif(
            sqrt(({{ counts[0] }} + {{ counts[1] }}) * ({{ counts[0] }} + {{ counts[2] }}))
            * sqrt(({{ counts[3] }} + {{ counts[1] }}) * ({{ counts[3] }} + {{ counts[2] }})),
            0
        )
    )
{%- endmacro %}
