{# Digits with at most one point, and an exponent where there is one; as long as any 64-bit number needs. #}
{% macro is_number_text(text) %}
    {%- set mantissa, mark, exponent = (text | lower).partition("e") -%}
    {%- set exponent = exponent[1:] if exponent[:1] in ["+", "-"] else exponent -%}
    {{
        return(
            rankhouse.is_digits(mantissa | replace(".", "", 1))
            and (not mark or rankhouse.is_digits(exponent))
            and text | length <= 25
        )
    }}
{% endmacro %}

{% macro is_digits(text) %} {{ return(text != "" and text.strip("0123456789") == "") }}{% endmacro %}

{# Infinity, which a text such as 1e400 becomes, is in no range. #}
{% macro in_range(number, spec) %}
    {{
        return(
            number - number == 0
            and ("above" not in spec or number > spec.above)
            and ("below" not in spec or number < spec.below)
            and ("from" not in spec or number >= spec.from)
            and ("to" not in spec or number <= spec.to)
        )
    }}
{% endmacro %}

{# "a number above 0 and below 1", "a number from 0 to 1", "a number of at least 0", "a finite number" #}
{% macro range_text(spec) %}
    {%- set limits = [] -%}
    {%- if "above" in spec -%}
        {%- do limits.append("above " ~ spec.above) -%}
        {%- elif "from" in spec -%}
        {%- do limits.append(("from " if "below" in spec or "to" in spec else "of at least ") ~ spec.from) -%}
    {%- endif -%}
    {%- if "below" in spec -%}
        {%- do limits.append("and below " ~ spec.below) -%}
        {%- elif "to" in spec -%} {%- do limits.append(("and at most " if "above" in spec else "to ") ~ spec.to) -%}
    {%- endif -%}
    {{ return("a number " ~ limits | join(" ") if limits else "a finite number") }}
{% endmacro %}

{% macro whole_range_text(spec) %}
    {{ return("a whole number of at least " ~ spec.from ~ " and at most " ~ spec.get("to", "10 million")) }}
{% endmacro %}
