{# The measures whose lowest value is the best. #}
{% macro lower_is_better() %}
    {{ return(rankhouse.catalogue() | selectattr("lower_is_better", "defined") | map(attribute="name") | list) }}
{% endmacro %}
