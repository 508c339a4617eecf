{#
Words for arguments that other libraries use, each with our argument and how it is written; the first that the call has is
told.
#}
{% macro words_of_arguments() %}
    {%- set in_measure = ["measures", "write the cutoff in the measure, as in 'ndcg@10'"] -%}
    {%- set judged = ["judgments", "write judgments"] -%}
    {%- set grouped = ["by", "write by"] -%}
    {%- set level = ["confidence", "write confidence=0.95, which is 1 - alpha"] -%}
    {%- set drawn = ["seed", "write seed"] -%}
    {%- set repeated = ["repetitions", "write repetitions"] -%}
    {%- set held_out = ["share", "write share, which is the part that is tested"] -%}
    {%- set against = ["baseline", "write baseline"] -%}
    {%- set written = ["con", "write the result, as in .write_csv('metrics.csv') or .df().to_csv('metrics.csv')"] -%}
    {%- set labelled = [
        "predictions",
        "give one table with both, and columns={'label': 'y_true', 'score': 'y_score'}",
    ] -%}
    {%- set relevant = ["relevant_from", "write relevant_from"] -%}
    {%- set ours = {} -%}
    {%- for words, means in [
        ["k ks top_k topk at at_k cutoff cutoffs", [in_measure]],
        ["qrels qrel truth ground_truth gold labels", [judged]],
        ["group_by groupby groups group partition_by", [grouped]],
        ["segment segments strata", [["segments", "write segments"], grouped]],
        ["alpha significance level confidence_level conf_level", [level]],
        ["random_state random_seed rng", [drawn]],
        ["n_resamples n_bootstrap n_boot n_permutations iterations", [repeated]],
        ["test_size", [held_out]],
        ["reference control", [against]],
        [
            "model models",
            [
                ["system", "write system"],
                ["models", "write models, a list of names"],
                ["metrics", "write metrics"],
                ["run", "write run for a table, by for a column"],
            ],
        ],
        ["output output_path out to_csv", [written]],
        ["y_true y_pred y_score", [labelled]],
        [
            "relevance_level relevance_threshold min_rel threshold",
            [["thresholds", "write thresholds"], relevant],
        ],
        ["metric metrics", [["measures", "write measures"]]],
        ["connection conn db", [["con", "write con"]]],
        ["multiple_testing p_adjust adjust", [["correction", "write correction"]]],
    ] -%}
        {%- for word in words.split() -%} {%- do ours.update({word: means}) -%} {%- endfor -%}
    {%- endfor -%}
    {{ return(ours) }}
{% endmacro %}

{# ": write judgments", for an argument by a word of another library; empty where nothing is known. #}
{% macro argument_elsewhere(name, known) %}
    {%- if name in ["weight", "weights", "sample_weight"] and "columns" in known -%}
        {%- if "predictions" in known or "preferences" in known -%}
            {{ return(": write columns={'weight': 'w'}") }}
            {%- elif "judgments" in known and "features" not in known -%}
            {{ return(": rows have no weights in this call") }}
        {%- endif -%}
    {%- endif -%}
    {%- for argument, how in rankhouse.words_of_arguments().get(name | string | lower, []) if argument in known -%}
        {{ return(": " ~ how) }}
    {%- endfor -%}
    {{ return("") }}
{% endmacro %}
