{#
Names that libraries give to different measures, and what to write for each: the measure, the macro that computes it, and whose
name it is. They are no aliases, because half of those who write them would get another number than they expect.
#}
{% macro names_of_several() %}
    {%- set ranking, recommendation = "metrics", "recommendation_metrics" -%}
    {%- set accuracy = [
        ["hit_rate", ranking, "accuracy@k of sentence-transformers"],
        ["pairwise_accuracy", ranking, "Accuracy of ir_measures"],
        ["catalogue_accuracy", ranking, "Accuracy of RecTools"],
    ] -%}
    {{
        return(
            {
                "accuracy": accuracy,
                "acc": accuracy,
                "gauc": [
                    ["roc_auc", ranking, "the mean over queries"],
                    ["roc_auc(weights=positives)", ranking, "GAUC of RecBole"],
                    ["roc_auc(weights=items)", ranking, "weighted by impressions, as in the paper on DIN"],
                ],
                "arp": [
                    ["average_relevance_position", ranking, "ARPMetric of TF-Ranking"],
                    ["average_popularity", recommendation, "average recommendation popularity"],
                ],
                "calibration_error": [
                    ["miscalibration", recommendation, "features of a list and of the user's history"],
                    ["ece", "classifier_metrics", "probabilities and what came true"],
                ],
                "kendall": [
                    ["kendall_tau", "agreement", "ranks decide"],
                    ["kendall_tau_b", "agreement", "kendalltau of scipy, kendall of pandas: equal scores are ties"],
                ],
            }
        )
    }}
{% endmacro %}

{# Names that mean one measure, by which it is not known here. #}
{% macro names_of_one() %}
    {{
        return(
            {
                "hr": "hit_rate",
                "hit_ratio": "hit_rate",
                "hitratio": "hit_rate",
                "f2": "f_beta(beta=2)",
                "f0.5": "f_beta(beta=0.5)",
                "kendalltau": "kendall_tau_b",
                "pass^": "pass_all",
            }
        )
    }}
{% endmacro %}

{#
": write 'hit_rate@10'": what an unknown name means elsewhere, or the name with the cutoff behind it. `head` and `rest`:
"accuracy" and "@10" of accuracy@10. Empty where nothing is known.
#}
{% macro meaning_elsewhere(head, rest, names) %}
    {%- set several, one = rankhouse.names_of_several(), rankhouse.names_of_one() -%}
    {%- set letters = head.rstrip("0123456789") -%}
    {%- set digits = head[letters | length :] -%}
    {%- set stem = letters[:-1] if letters[-1:] == "_" else letters -%}
    {%- set stem = stem[:-3] if stem[-3:] == "_at" else stem -%}
    {%- set name = head if head in several or head in one else stem -%}
    {%- set rest = rest if name == head or not digits else "@" ~ digits -%}
    {%- if name in several -%}
        {%- set written = [] -%}
        {%- for measure, macro, whose in several[name] -%}
            {%- set plain = measure.split("(")[0] -%}
            {%- set where = "" if plain in names else " of " ~ macro -%}
            {%- do written.append("'" ~ measure ~ (rest if "(" not in measure) ~ "'" ~ where ~ " (" ~ whose ~ ")") -%}
        {%- endfor -%}
        {%- set written = written[:-1] | join(", ") ~ " or " ~ written[-1] -%}
        {{ return(", which has several meanings: write " ~ written) }}
    {%- elif name in one and one[name].split("(")[0] in names -%} {{ return(": write '" ~ one[name] ~ rest ~ "'") }}
    {%- elif digits and stem != "f" and stem in names -%} {{ return(": write '" ~ stem ~ "@" ~ digits ~ "'") }}
    {%- endif -%}
    {{ return("") }}
{% endmacro %}
