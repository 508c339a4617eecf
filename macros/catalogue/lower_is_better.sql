{# The measures whose lowest value is the best, of every task: values by query may be of any. #}
{% macro lower_is_better() %}
    {%- set of_tasks = (
        rankhouse.catalogue()
        + rankhouse.classification_catalogue()
        + rankhouse.rating_catalogue()
        + rankhouse.recommendation_catalogue()
    ) -%}
    {{ return(rankhouse.losses_of(of_tasks)) }}
{% endmacro %}

{% macro losses_of(catalogue) %}
    {{ return(catalogue | selectattr("lower_is_better", "defined") | map(attribute="name") | list) }}
{% endmacro %}
