{#
A number of [0, 1) for a row, the same on every engine, every day and in every order of rows: the first 52 bits of the MD5
hash of the seed and of what names the row. `names`: expressions, of any type.
#}
{% macro random_number(seed, names) %}
    {%- set texts = [rankhouse.literal(seed | string)] -%}
    {%- for name in names -%} {%- do texts.append(rankhouse.text(name)) -%} {%- endfor -%}
    {{ return(rankhouse.double(rankhouse.hashed_number(texts | join(" || ':' || "))) ~ " / 4503599627370496.0") }}
{% endmacro %}

{# The first 52 bits of a text's MD5 hash as a number. #}
{% macro hashed_number(text) %} {{ return(adapter.dispatch("hashed_number", "rankhouse")(text)) }}{% endmacro %}

{% macro default__hashed_number(text) %}
    {{ return("cast('0x' || substr(md5(" ~ text ~ "), 1, 13) as bigint)") }}
{% endmacro %}

{% macro postgres__hashed_number(text) %}
    {{ return("cast(cast('x' || substr(md5(" ~ text ~ "), 1, 13) as bit(52)) as bigint)") }}
{% endmacro %}

{% macro redshift__hashed_number(text) %} {{ return("strtol(substring(md5(" ~ text ~ "), 1, 13), 16)") }}{% endmacro %}

{% macro spark__hashed_number(text) %}
    {{ return("cast(conv(substring(md5(" ~ text ~ "), 1, 13), 16, 10) as bigint)") }}
{% endmacro %}

{% macro bigquery__hashed_number(text) %}
    {{ return("cast(concat('0x', substr(to_hex(md5(" ~ text ~ ")), 1, 13)) as int64)") }}
{% endmacro %}

{% macro snowflake__hashed_number(text) %}
    {{ return("to_number(substr(md5(" ~ text ~ "), 1, 13), 'XXXXXXXXXXXXX')") }}
{% endmacro %}

{% macro trino__hashed_number(text) %}
    {{ return("from_base(substr(to_hex(md5(to_utf8(" ~ text ~ "))), 1, 13), 16)") }}
{% endmacro %}

{# The first eight bytes, the highest first there, without their last twelve bits. #}
{% macro clickhouse__hashed_number(text) %}
    {{ return("toInt64(bitShiftRight(reinterpretAsUInt64(reverse(substring(MD5(" ~ text ~ "), 1, 8))), 12))") }}
{% endmacro %}
