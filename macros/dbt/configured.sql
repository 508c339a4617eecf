{#
What the ready-made models in models/ are made of: the var `rankhouse`, a dictionary of the arguments of query_metrics.
run and judgments name a model, or a source as [source, table]; `latest` names the column whose highest value is shown
by rankhouse__latest; `partition` and `lookback` are for macros/incremental/, `grouping_sets` and `min_queries` for the
summary. `condition` limits the rows of the inputs that have the partition; `more` are further arguments of the macro.
#}
{% macro configured(macro, condition=none, more={}) %}
    {%- set arguments = rankhouse.configured_arguments(condition) -%}
    {%- do arguments.update(more) -%}
    {{ return(macro(**arguments)) }}
{% endmacro %}

{# The arguments of query_metrics. #}
{% macro configured_arguments(condition=none) %}
    {%- set arguments = {} -%}
    {%- do arguments.update(rankhouse.settings()) -%}
    {%- for key in ["latest", "lookback", "partition", "grouping_sets", "min_queries"] -%}
        {%- do arguments.pop(key, none) -%}
    {%- endfor -%}
    {%- for side in ["run", "judgments"] if arguments.get(side) is not none -%}
        {%- set relation = rankhouse.input_relation(arguments[side]) -%}
        {%- if condition is not none and (
            side == "run" or rankhouse.settings().partition in rankhouse.settings().get("judgments_by", [])
        ) -%}
            {%- set relation = "(select * from " ~ relation ~ " where " ~ condition ~ ") as listed" -%}
        {%- endif -%}
        {%- do arguments.update({side: relation}) -%}
    {%- endfor -%}
    {{ return(arguments) }}
{% endmacro %}

{#
A model of the user's project, "package.model" of another one, or a source as [source, table]. By its package, because
dbt warns of a package's model that finds its inputs by name alone.
#}
{% macro input_relation(named) %}
    {%- if named is not string -%} {{ return(source(named[0], named[1])) }}{%- endif -%}
    {{ return(ref(*named.split(".", 1)) if "." in named else ref(project_name, named)) }}
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
        "partition",
        "lookback",
        "grouping_sets",
        "min_queries",
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
    {%- if settings.get("partition") is not none and settings.partition not in settings.get("by", []) -%}
        {{
            exceptions.raise_compiler_error(
                "the var rankhouse has the partition '"
                ~ settings.partition
                ~ "', which is not one of the columns in its by"
            )
        }}
    {%- endif -%}
    {%- for columns in settings.get("grouping_sets") or [] -%}
        {%- if settings.get("partition") is not none and settings.partition not in columns -%}
            {{
                exceptions.raise_compiler_error(
                    "the var rankhouse has the partition '"
                    ~ settings.partition
                    ~ "', which every set of its grouping_sets needs; days are added up by the reader"
                )
            }}
        {%- endif -%}
    {%- endfor -%}
    {{ return(settings) }}
{% endmacro %}

{# The settings that are arguments of `metrics` alone. #}
{% macro settings_of_summary() %}
    {%- set settings = rankhouse.settings() -%}
    {{
        return(
            {
                "grouping_sets": settings.get("grouping_sets"),
                "min_queries": settings.get("min_queries", 0),
            }
        )
    }}
{% endmacro %}

{# One row per group, one column per measure, from a table of metrics; only rows with the highest value of `latest`. #}
{% macro wide_metrics(metrics, measures, by=[], latest=none, convention=none) -%}
    select
        {%- for column in by %} {{ rankhouse.quoted(column) }}, {%- endfor %}
        {%- for measure in rankhouse.parse_measures(measures, settings=rankhouse.convention(convention)) %}
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
