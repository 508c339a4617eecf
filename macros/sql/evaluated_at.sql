{# The time at which a query runs, in UTC, without a time zone. #}
{% macro evaluated_at() %} {{ return(adapter.dispatch("evaluated_at", "rankhouse")()) }}{% endmacro %}

{% macro default__evaluated_at() %}
    {{ return("cast(current_timestamp at time zone 'UTC' as timestamp)") }}
{% endmacro %}

{# A time zone by its name needs an extension there. #}
{% macro duckdb__evaluated_at() %} {{ return("make_timestamp(epoch_us(current_timestamp))") }}{% endmacro %}

{# An instant, which is shown in the time zone of the session. #}
{% macro spark__evaluated_at() %} {{ return("current_timestamp()") }} {% endmacro %}

{% macro bigquery__evaluated_at() %} {{ return("current_datetime('UTC')") }}{% endmacro %}

{% macro clickhouse__evaluated_at() %} {{ return("now64(6, 'UTC')") }}{% endmacro %}

{% macro snowflake__evaluated_at() %} {{ return("sysdate()") }}{% endmacro %}

{# Of the cluster, whose clock is UTC. #}
{% macro redshift__evaluated_at() %} {{ return("getdate()") }}{% endmacro %}
