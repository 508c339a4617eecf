{% macro declare_classification_roc_auc_std_error() %}
    {%- set n_positives, n_negatives = "n_positives", "(n_rows - n_positives)" -%}
    {{
        return(
            {
                "name": "roc_auc_std_error",
                "part": "points",
                "cutoff": "none",
                "unweighted": true,
                "aliases": ["auc_std_error"],
                "options": {"method": {"choices": ["delong", "hanley_mcneil"]}},
                "sums": {
                    "of_positives": rankhouse.variance_of(
                        "case when positives_here = 1 then first_place - 1 - tp_above + n_upto - tp_upto end"
                    ),
                    "of_negatives": rankhouse.variance_of("case when positives_here = 0 then tp_above + tp_upto end"),
                },
                "value": rankhouse.error_of_places("of_positives", "of_negatives", n_positives, n_negatives),
                "needs": ["tp_above"],
                "by_choice": {
                    "method": {
                        "hanley_mcneil": {
                            "sums": rankhouse.sums_of_hanley_mcneil(),
                            "value": rankhouse.error_of_hanley_mcneil(n_positives, n_negatives),
                            "needs": ["tp_above"],
                        }
                    }
                },
                "description": "Standard error of roc_auc, by DeLong, DeLong and Clarke-Pearson.",
                "formula": "sqrt(variance of the positives' shares of negatives below / P + variance of the negatives' shares of positives above / N), ties counting half",
                "range": "0 or more",
                "undefined": "NULL if a class has fewer than two rows; with method=hanley_mcneil, NULL unless both classes occur.",
                "notes": "auc_interval gives it with an interval. It is 0 for an AUC of 0 or 1, which does not mean certainty. method=hanley_mcneil is the formula of 1982 with Q1 and Q2 from the data: 0.0320 for the paper's ratings of CT images, and 0.0307 by DeLong.",
                "source": "DeLong, DeLong, Clarke-Pearson: Biometrics 1988; Hanley, McNeil: Radiology 1982",
            }
        )
    }}
{% endmacro %}

{#
DeLong's standard error, from the variances of the places of both classes: of a positive's twice the negatives above it, of
a negative's twice the positives, ties counting half, whatever is added to all of them. NULL below two rows of a class.
#}
{% macro error_of_places(of_positives, of_negatives, n_positives, n_negatives) -%}
    {%- set squares = rankhouse.double(n_positives) ~ " * " ~ n_positives -%}
    {%- set other_squares = rankhouse.double(n_negatives) ~ " * " ~ n_negatives -%}
    sqrt(
        {{ rankhouse.ratio(of_positives, other_squares ~ " * " ~ n_positives) }}
        + {{ rankhouse.ratio(of_negatives, squares ~ " * " ~ n_negatives) }}
    )
    / 2
{%- endmacro %}

{#
Three times the sum over the negatives of the pairs of positives above them, and over the positives of the pairs of
negatives below them: of tied ones a third.
#}
{% macro sums_of_hanley_mcneil() %}
    {%- set above, upto = rankhouse.double("tp_above"), rankhouse.double("tp_upto") -%}
    {%- set below = rankhouse.double("n_rows - n_positives - n_upto + tp_upto") -%}
    {%- set from_here = rankhouse.double("n_rows - n_positives - first_place + 1 + tp_above") -%}
    {%- set pairs = "sum(case when positives_here = {2} then {0} * {0} + {0} * {1} + {1} * {1} end)" -%}
    {{
        return(
            {
                "rank_sum": rankhouse.point_rank_sum(),
                "pairs_of_positives": pairs.format(above, upto, 0),
                "pairs_of_negatives": pairs.format(below, from_here, 1),
            }
        )
    }}
{% endmacro %}

{# sqrt((A (1 - A) + (P - 1) (Q1 - A^2) + (N - 1) (Q2 - A^2)) / (P N)). NULL unless both classes occur. #}
{% macro error_of_hanley_mcneil(n_positives, n_negatives) -%}
    {%- set area = rankhouse.roc_auc("rank_sum", n_positives, n_negatives) -%}
    {%- set p, n = rankhouse.double(n_positives), rankhouse.double(n_negatives) -%}
    {%- set q1 = rankhouse.ratio("pairs_of_positives", "3 * " ~ p ~ " * " ~ p ~ " * " ~ n) -%}
    {%- set q2 = rankhouse.ratio("pairs_of_negatives", "3 * " ~ n ~ " * " ~ n ~ " * " ~ p) -%}
    {%- set square = area ~ " * " ~ area -%}
    sqrt(
        case
            when {{ q1 }} is not null
            then
                greatest(
                    {{ area }} * (1 - {{ area }})
                    + ({{ p }} - 1) * ({{ q1 }} - {{ square }})
                    + ({{ n }} - 1) * ({{ q2 }} - {{ square }}),
                    0
                )
        end
        / {{ p }}
        / {{ n }}
    )
{%- endmacro %}
