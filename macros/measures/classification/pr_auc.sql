{% macro declare_classification_pr_auc() %}
    {{
        return(
            {
                "name": "pr_auc",
                "part": "points",
                "cutoff": "none",
                "aliases": ["average_precision", "ap"],
                "options": {"area": {"choices": ["step", "trapezoid", "davis_goadrich"]}},
                "sums": {"precision_sum": rankhouse.point_precision_sum()},
                "value": rankhouse.pr_auc("precision_sum", "n_positives"),
                "by_choice": {
                    "area": {
                        "trapezoid": {
                            "sums": {"straight_sum": rankhouse.point_straight_sum()},
                            "value": rankhouse.pr_auc("straight_sum", "n_positives"),
                            "needs": ["tp_above", "rows_here"],
                        },
                        "davis_goadrich": {
                            "sums": {"interpolated_sum": rankhouse.point_interpolated_sum()},
                            "value": rankhouse.pr_auc("interpolated_sum", "n_positives"),
                            "needs": ["tp_above", "rows_here"],
                        },
                    }
                },
                "description": "Area under the precision-recall curve as a sum of steps.",
                "formula": "sum over the distinct scores, highest first, of (R_i - R_(i-1)) P_i",
                "range": "0 to 1",
                "undefined": "NULL without positives.",
                "notes": "scikit-learn's `average_precision_score`: points are not interpolated, and rows of equal score are one point. area=trapezoid draws straight lines from (0, 1) through the points, as `auc` of scikit-learn's `precision_recall_curve` does; between distant points it promises more than any classifier achieves. area=davis_goadrich draws what is achieved between two points if the rows of a score enter at random: TP and FP grow in proportion. It is the integral of that curve (`auc.integral` of R's PRROC), not the sum over whole TP that PRROC calls `auc.davis.goadrich`.",
                "source": "Davis, Goadrich: The relationship between precision-recall and ROC curves, ICML 2006; Keilwagen, Grosse, Grau: Area under precision-recall curves for weighted and unweighted data, PLOS ONE 2014",
            }
        )
    }}
{% endmacro %}

{# The area of a precision-recall curve. `precision_sum`: over the positives, the mean precision within their step. #}
{% macro pr_auc(precision_sum, n_positive) -%} {{ rankhouse.ratio(precision_sum, n_positive) }} {%- endmacro %}

{# By straight lines: of each positive the mean of the precision at its score and at the score above, 1 above the first. #}
{% macro point_straight_sum() %}
    {%- set above = "coalesce(" ~ rankhouse.ratio("tp_above", "rows_above") ~ ", 1)" -%}
    {{
        return(
            "sum(positives_here * ("
            ~ rankhouse.ratio("tp_upto", "n_upto")
            ~ " + "
            ~ above
            ~ ")) / "
            ~ rankhouse.double(2)
        )
    }}
{% endmacro %}

{#
By Davis and Goadrich: of each positive the mean precision between its score and the score above, where TP grows from A to
B and the number of rows from n_A to n_B in proportion: (dTP - (n_A dTP / dn - TP_A) ln(n_B / n_A)) / dn.
#}
{% macro point_interpolated_sum() %}
    {%- set share = rankhouse.ratio("tp_upto - tp_above", "rows_here") -%}
    {%- set below = "rows_above * " ~ share ~ " - tp_above" -%}
    {%- set mean = share ~ " - (" ~ below ~ ") * " ~ rankhouse.log_of_growth("growth") ~ " / rows_here" -%}
    {{
        return(
            "sum(positives_here * case when rows_above = 0 then "
            ~ rankhouse.ratio("tp_upto", "n_upto")
            ~ " else "
            ~ mean
            ~ " end)"
        )
    }}
{% endmacro %}

{# ln(n_B / n_A) of (n_B - n_A) / (n_B + n_A): where it is small by a series, as the logarithm loses its digits there. #}
{% macro log_of_growth(growth) %}
    {%- set square = growth ~ " * " ~ growth -%}
    {%- set seventh = rankhouse.ratio(square, 7) -%}
    {%- set series = "1 + {0} * (1 / {1} + {0} * (1 / {2} + {3}))".format(
        square, rankhouse.double(3), rankhouse.double(5), seventh
    ) -%}
    {%- set logarithm = "ln(" ~ rankhouse.ratio("1 + " ~ growth, "1 - " ~ growth) ~ ")" -%}
    {{
        return(
            "case when 100 * " ~ growth ~ " < 1 then 2 * " ~ growth ~ " * (" ~ series ~ ") else " ~ logarithm ~ " end"
        )
    }}
{% endmacro %}
