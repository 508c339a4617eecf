{#
What the ready-made models in models/ are made of: the var `rankhouse`, a dictionary of the arguments of query_metrics.
run and judgments name a model, or a source as [source, table]; `latest` names the column whose highest value is shown
by rankhouse__latest.
#}
{% macro configured(macro) %}
    {%- set settings = rankhouse.settings() -%}
    {%- set arguments = {} -%}
    {%- do arguments.update(settings) -%}
    {%- do arguments.pop("latest", none) -%}
    {%- for side in ["run", "judgments"] if arguments.get(side) is not none -%}
        {%- set named = arguments[side] -%}
        {%- do arguments.update({side: ref(named) if named is string else source(named[0], named[1])}) -%}
    {%- endfor -%}
    {{ return(macro(**arguments)) }}
{% endmacro %}

{# The var, its keys checked. #}
{% macro settings() %}
    {%- set settings = var("rankhouse") -%}
    {%- set known = [
        "run",
        "judgments",
        "measures",
        "by",
        "judgments_by",
        "columns",
        "ties",
        "queries",
        "unjudged",
        "checked",
        "relevant_from",
        "pool",
        "convention",
        "latest",
    ] -%}
    {%- for key in settings if key not in known -%}
        {{
            exceptions.raise_compiler_error(
                "the var rankhouse has no key '" ~ key ~ "'" ~ rankhouse.suggest(key, known)
            )
        }}
    {%- endfor -%}
    {%- if "run" not in settings or "measures" not in settings -%}
        {{ exceptions.raise_compiler_error("the var rankhouse needs the keys run and measures") }}
    {%- endif -%}
    {{ return(settings) }}
{% endmacro %}

{# One row per group, one column per measure, from a table of metrics; only rows with the highest value of `latest`. #}
{% macro wide_metrics(metrics, measures, by=[], latest=none) -%}
    select
        {%- for column in by %} {{ rankhouse.quoted(column) }}, {%- endfor %}
        {%- for measure in rankhouse.parse_measures(measures) %}
            max(
                case when measure = {{ rankhouse.literal(measure.measure) }} then value end
            ) as {{ rankhouse.measure_column(measure.measure) }},
        {%- endfor %}
        max(n_queries) as n_queries,
        max(n_missing) as n_missing
    from {{ metrics }}
    {%- if latest is not none %}
        where {{ rankhouse.quoted(latest) }} = (select max({{ rankhouse.quoted(latest) }}) from {{ metrics }})
    {%- endif %}
    {%- if by %}
        group by {% for column in by %} {{ rankhouse.quoted(column) }}{{ ", " if not loop.last }}{% endfor %}
    {%- endif %}
{%- endmacro %}

{# ndcg(gain=linear)@10 as a column's name: ndcg_gain_linear_at_10. #}
{% macro measure_column(measure) %}
    {%- set letters = [] -%}
    {%- for letter in measure | replace("@", "_at_") -%}
        {%- do letters.append(letter if letter.isalnum() or letter == "_" else " ") -%}
    {%- endfor -%}
    {{ return((letters | join).split() | join("_") | replace("__", "_")) }}
{% endmacro %}
