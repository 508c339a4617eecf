{{ rankhouse.ready_made(rankhouse.has_partitions()) }}

{# dbt renders a model before it knows that it is disabled. #}
{% if rankhouse.has_partitions() %} {{ rankhouse.kept_partitions(rankhouse.configured()) }} {% endif %}
