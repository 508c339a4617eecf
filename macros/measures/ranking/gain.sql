{# What an item of this relevance is worth. `gain`: exponential (2^relevance - 1), linear (relevance) or binary (1 when relevant). #}
{% macro gain(relevance, gain="exponential", hit=none) %}
    {%- if gain == "exponential" -%} {{ return(rankhouse.exponential_gain(relevance)) }}
    {%- elif gain == "linear" -%} {{ return(rankhouse.double(relevance)) }}
    {%- elif gain == "binary" -%} {{ return(hit or rankhouse.binary_gain(relevance)) }}
    {%- endif -%}
    {{ exceptions.raise_compiler_error("gain must be exponential, linear or binary, got '" ~ gain ~ "'") }}
{% endmacro %}

{# 2^relevance - 1 (Burges et al. 2005). An engine whose power() overflows to infinity refuses relevance above 1000. #}
{% macro exponential_gain(relevance) -%}
    (power({{ rankhouse.double(2) }}, {{ rankhouse.exponent(rankhouse.double(relevance)) }}) - 1)
{%- endmacro %}

{# 1 for a relevant item, 0 for another one. `relevant_from`: the lowest relevance that counts; none: any above 0. #}
{% macro binary_gain(relevance, relevant_from=none) -%}
    {%- set grade = rankhouse.argument(relevance) -%}
    {%- set enough = (
        " and " ~ grade ~ " >= " ~ rankhouse.argument(relevant_from) if relevant_from is not none else ""
    ) -%}
    (case when {{ grade }} > 0{{ enough }} then {{ rankhouse.double(1) }} else {{ rankhouse.double(0) }} end)
{%- endmacro %}

{#
The option `gain`, its default first. Beside the choices a measure takes a gain map, 1:1/2:3/3:7: a gain for each grade,
grades positive and in rising order, gains that never fall, so that the ideal order stays the ideal.
#}
{% macro own_gain_option(default) %}
    {%- set others = ["exponential", "linear", "binary"] | reject("equalto", default) | list -%}
    {{
        return(
            {
                "choices": [default] + others,
                "pairs": "a gain map is grade:gain pairs such as 1:1/2:3/3:7, with positive grades in rising order and gains that never fall",
            }
        )
    }}
{% endmacro %}

{# The column that holds what an item is worth to a measure with the option `gain`, and its value. #}
{% macro worth_gain(measure, relevant_from=none) %}
    {%- if ":" in measure.gain -%}
        {%- set name = measure.gain | replace(":", "to") | replace("/", "_") | replace(".", "p") -%}
        {%- set name = name | replace("-", "m") | replace("+", "") -%}
        {{
            return(
                {
                    "kind": "gain",
                    "column": "gain_map_" ~ name,
                    "value": rankhouse.own_mapped_gain("relevance", measure.gain),
                }
            )
        }}
    {%- elif measure.gain == "binary" -%}
        {{
            return(
                {"kind": "gain", "column": "gain_binary", "value": rankhouse.binary_gain("relevance", relevant_from)}
            )
        }}
    {%- endif -%}
    {#- What is too large for an exponent was refused when it was read. -#}
    {%- set gained = "power(" ~ rankhouse.of_double(2) ~ ", " ~ rankhouse.of_double("relevance") ~ ") - 1" -%}
    {%- if measure.gain == "linear" -%} {%- set gained = rankhouse.double("relevance") -%} {%- endif -%}
    {%- if measure.get("negative", "zero") != "zero" -%}
        {{ return({"kind": "kept gain", "column": "gain_" ~ measure.gain ~ "_keep", "value": "(" ~ gained ~ ")"}) }}
    {%- endif -%}
    {{
        return(
            {
                "kind": "gain",
                "column": "gain_" ~ measure.gain,
                "value": "case when relevance > 0 then " ~ gained ~ " else 0 end",
            }
        )
    }}
{% endmacro %}

{# The gain of the highest grade of a map that the relevance reaches, 0 below the first. #}
{% macro own_mapped_gain(relevance, map) -%}
    (
        case
            {% for pair in map.split("/") | reverse %}
                {{ rankhouse.own_case_of_pair(relevance, pair.split(":")[0], pair.split(":")[1]) }}
            {% endfor %}
            else {{ rankhouse.double(0) }}
        end
    )
{%- endmacro %}

{% macro own_case_of_pair(relevance, grade, gain) %}
    {{ return("when " ~ relevance ~ " >= " ~ grade ~ " then " ~ rankhouse.double(gain)) }}
{% endmacro %}

{# The rule of a measure without a value for the whole list; `options` as an example has them. #}
{% macro own_takes_cutoff(name, options="(max_rel=3)") %}
    {{
        return(
            {
                "with": {"cutoff": ["none"]},
                "refused": name ~ " needs a cutoff, such as " ~ name ~ options ~ "@10",
            }
        )
    }}
{% endmacro %}

{# The rule of a measure whose value at expected places is not its expected value over all orders of tied items. #}
{% macro own_no_closed_form(options={}) %}
    {%- set conditions = {"ties": ["average"]} -%}
    {%- do conditions.update(options) -%}
    {{
        return(
            {
                "with": conditions,
                "refused": "{measure} has no closed form under ties=average: use ties=item, best or worst",
            }
        )
    }}
{% endmacro %}

{# The rule of a measure that only distinguishes hits from other items. #}
{% macro worth_nothing() %} {{ return({"kind": "", "column": "", "value": ""}) }} {% endmacro %}

{# The column of a linear gain. #}
{% macro worth_grade(measure, relevant_from=none) %}
    {{ return(rankhouse.worth_gain({"gain": "linear"})) }}
{% endmacro %}
