{# Digits with at most one point. #}
{% macro is_number_text(text) %}
    {{ return(rankhouse.is_digits(text | replace(".", "", 1)) and text | length <= 15) }}
{% endmacro %}

{% macro is_digits(text) %} {{ return(text != "" and text.strip("0123456789") == "") }}{% endmacro %}

{% macro in_range(number, spec) %}
    {{
        return(
            number > spec.get("above", number - 1)
            and number < spec.get("below", number + 1)
            and number >= spec.get("from", number)
            and number <= spec.get("to", number)
        )
    }}
{% endmacro %}

{# "a number above 0 and below 1" #}
{% macro range_text(spec) %}
    {%- set limits = [] -%}
    {%- for limit in ["above", "below", "from", "to"] if limit in spec -%}
        {%- do limits.append(limit ~ " " ~ spec[limit]) -%}
    {%- endfor -%}
    {{ return("a number " ~ limits | join(" and ")) }}
{% endmacro %}
