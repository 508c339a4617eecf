{#
A number of [0, 1) for a row, the same on every engine, every day and in every order of rows: the first 52 bits of the MD5
hash of the seed and of what names the row. `names`: expressions, of any type.
#}
{% macro random_number(seed, names) %}
    {%- set texts = [rankhouse.literal(seed | string)] -%}
    {%- for name in names -%} {%- do texts.append(rankhouse.text(name)) -%} {%- endfor -%}
    {%- set two_to_52 = "4503599627370496.0" -%}
    {{ return(rankhouse.double(rankhouse.hashed_number(texts | join("\n|| ':' || "))) ~ " / " ~ two_to_52) }}
{% endmacro %}

{# The first 52 bits of a text's MD5 hash as a number. #}
{% macro hashed_number(text) %}
    {{ return(rankhouse.hex_number("substr(" ~ rankhouse.md5_text(text) ~ ", 1, 13)")) }}
{% endmacro %}

{# The number that 13 hexadecimal digits are. #}
{% macro hex_number(digits) %} {{ return(adapter.dispatch("hex_number", "rankhouse")(digits)) }} {% endmacro %}

{% macro default__hex_number(digits) %} {{ return("cast('0x' || " ~ digits ~ " as bigint)") }}{% endmacro %}

{% macro postgres__hex_number(digits) %}
    {{ return("cast(cast('x' || " ~ digits ~ " as bit(52)) as bigint)") }}
{% endmacro %}

{% macro redshift__hex_number(digits) %} {{ return("strtol(" ~ digits ~ ", 16)") }}{% endmacro %}

{% macro spark__hex_number(digits) %} {{ return("cast(conv(" ~ digits ~ ", 16, 10) as bigint)") }}{% endmacro %}

{% macro bigquery__hex_number(digits) %} {{ return("cast(concat('0x', " ~ digits ~ ") as int64)") }} {% endmacro %}

{% macro snowflake__hex_number(digits) %} {{ return("to_number(" ~ digits ~ ", 'XXXXXXXXXXXXX')") }} {% endmacro %}

{% macro trino__hex_number(digits) %} {{ return("from_base(" ~ digits ~ ", 16)") }}{% endmacro %}

{# ClickHouse reads the eight bytes lowest first. #}
{% macro clickhouse__hex_number(digits) %}
    {{ return("toInt64(reinterpretAsUInt64(reverse(unhex(concat('000', " ~ digits ~ ")))))") }}
{% endmacro %}
