{# The MD5 hash of a text as 32 hexadecimal digits, in lower case, so that hashes sort as texts. #}
{% macro md5_text(text) %} {{ return(adapter.dispatch("md5_text", "rankhouse")(text)) }}{% endmacro %}

{% macro default__md5_text(text) %} {{ return("md5(" ~ text ~ ")") }}{% endmacro %}

{% macro bigquery__md5_text(text) %} {{ return("to_hex(md5(" ~ text ~ "))") }}{% endmacro %}

{% macro trino__md5_text(text) %} {{ return("lower(to_hex(md5(to_utf8(" ~ text ~ "))))") }}{% endmacro %}

{% macro clickhouse__md5_text(text) %} {{ return("lower(hex(MD5(" ~ text ~ ")))") }}{% endmacro %}
