{# What gates know of a measure. #}
{#
The spelling that a table has: the canonical one of a measure of the catalogue, any other as it is. By a convention, the
options that are its own are not spelled out: there `ndcg(gain=linear)` may be `ndcg`.
#}
{% macro measure_in_table(measure, convention=none) %}
    {%- if measure is not string or measure | trim == "" -%}
        {{ exceptions.raise_compiler_error("measure is a string such as 'ndcg@10', got '" ~ measure ~ "'") }}
    {%- endif -%}
    {%- set settings = rankhouse.convention(convention) -%}
    {{
        return(
            measure if rankhouse.metric_of(measure) is none else rankhouse.parse_measure(measure, settings).measure
        )
    }}
{% endmacro %}

{# The name in the catalogue of what a text asks for; none where it is of something else. #}
{% macro metric_of(measure) %}
    {%- set head = (measure | lower).split("(")[0].split("@")[0] | trim -%}
    {{ return(rankhouse.find_measure(head, rankhouse.spellings()).name) }}
{% endmacro %}

{# Of a table of metrics, so of any task. #}
{% macro is_lower_better(measure) %}
    {%- set head = (measure | lower).split("(")[0].split("@")[0] | trim -%}
    {{ return((rankhouse.metric_of(measure) or head) in rankhouse.lower_is_better()) }}
{% endmacro %}

{# The range of a measure of the catalogue, {lowest: 0, highest: 1}; an end is none where there is no limit, or none is known. #}
{% macro range_of_measure(measure, convention=none) %}
    {%- set range = {"lowest": none, "highest": none} -%}
    {%- if measure is string and rankhouse.metric_of(measure) is not none -%}
        {%- set parsed = rankhouse.parse_measure(measure, rankhouse.convention(convention)) -%}
        {%- set limits = rankhouse.limits_of(rankhouse.declaration_of(parsed.metric), parsed.options, parsed.k) -%}
        {%- for end, limit in limits.items() if rankhouse.is_number_text(limit | replace("-", "", 1)) -%}
            {%- do range.update({end: limit | float}) -%}
        {%- endfor -%}
    {%- endif -%}
    {{ return(range) }}
{% endmacro %}

{# Refuses a floor that no value can reach, or that every value does. #}
{% macro check_bound(measure, convention, at_least) %}
    {%- set range = rankhouse.range_of_measure(measure, convention) -%}
    {%- set never = range.highest is not none and at_least > range.highest -%}
    {%- if never or range.lowest is not none and at_least < range.lowest -%}
        {{
            exceptions.raise_compiler_error(
                "at_least: "
                ~ measure
                ~ (" is at most " ~ range.highest if never else " is at least " ~ range.lowest)
                ~ ", so the gate would "
                ~ ("never" if never else "always")
                ~ " pass with at_least "
                ~ at_least
            )
        }}
    {%- endif -%}
{% endmacro %}
