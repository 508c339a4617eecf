{#
NDCG as it is often written by hand in a warehouse: the forms that explain_number knows, each with the declaration that gives its
value, the pools of judgments that it is tried with, and a discount of its own.
#}
{% macro own_sql_forms() %}
    {%- set ndcg, dcg = dict(rankhouse.declaration("ndcg"), highest=none), rankhouse.declaration("dcg") -%}
    {%- set both = ["judged", "retrieved"] -%}
    {{
        return(
            {
                "no ideal at all": {"declaration": dcg, "pools": ["judged"]},
                "the ideal of what was returned": {"declaration": ndcg, "pools": ["retrieved"]},
                "over the number returned": {
                    "declaration": dict(dcg, value=rankhouse.own_value_of_each_returned),
                    "pools": ["judged"],
                },
                "the base of the logarithm on the other side": {
                    "declaration": ndcg,
                    "pools": both,
                    "discount": "turned",
                },
                "ranks from 0": {"declaration": ndcg, "pools": both, "discount": "from_0"},
                "an average over rows": {
                    "declaration": dict(ndcg, weight=rankhouse.own_number_of_rows),
                    "pools": both,
                },
            }
        )
    }}
{% endmacro %}

{# What they name as values: in a test dbt knows no macro but those that it finds called. #}
{% macro own_sql_formulas() %}
    {%- if false -%} {{ [rankhouse.own_value_of_each_returned(), rankhouse.own_number_of_rows()] }} {%- endif -%}
{% endmacro %}

{# What is tried of these for the measure that was asked for: in each cutoff, with its own gain and the usual ones. #}
{% macro own_sql_tried(declaration, base, cutoffs) %}
    {%- do rankhouse.own_sql_formulas() -%}
    {%- set tried, usual = [], [cutoffs[0]] + (cutoffs | select("none") | list) -%}
    {%- for form, spec in rankhouse.own_sql_forms().items() if declaration.name == "ndcg" -%}
        {%- for gain in [base.gain, "linear", "exponential"] | unique -%}
            {%- for k in usual | unique -%}
                {%- for pool in spec.pools -%}
                    {%- set settings = dict(base, gain=gain, k=k, pool=pool, queries="intersection", ideal="k") -%}
                    {%- set text = spec.declaration.name ~ "(gain=" ~ gain ~ ")" ~ ("" if k is none else "@" ~ k) -%}
                    {%- set read = rankhouse.parse_measure(text) -%}
                    {%- set options = dict(read.options, discount=spec.get("discount", read.options.discount)) -%}
                    {%- do tried.append(
                        {
                            "settings": settings,
                            "as_read": dict(
                                read, metric=form, options=options, only=none, without_relevant=none
                            ),
                            "form": form,
                            "convention": "own SQL, " ~ form,
                            "lead": "own SQL, " ~ form,
                            "note": "",
                        }
                    ) -%}
                {%- endfor -%}
            {%- endfor -%}
        {%- endfor -%}
    {%- endfor -%}
    {{ return(tried) }}
{% endmacro %}

{# The forms as measures are found by their names. #}
{% macro own_sql_declared() %}
    {%- set declared = {} -%}
    {%- for form, spec in rankhouse.own_sql_forms().items() -%}
        {%- do declared.update({form: spec.declaration}) -%}
    {%- endfor -%}
    {{ return({"declared": declared}) }}
{% endmacro %}

{% macro own_number_of_rows(measure) %}
    {{ return("n_retrieved" if measure.k is none else "least(n_retrieved, " ~ measure.k ~ ")") }}
{% endmacro %}

{% macro own_value_of_each_returned(measure) %}
    {{ return(rankhouse.ratio(rankhouse.value_dcg(measure), rankhouse.own_number_of_rows(measure))) }}
{% endmacro %}
