{# As a DuckDB macro it loses the prefix; the macro of that name without it is the formula over ranked rows. #}
{% macro duckdb_macro__partial_roc_auc(relevance, score, partial) %}
    {{ return(rankhouse.aggregated(rankhouse.declare_roc_auc(), relevance, score, none, {"partial": partial})) }}
{% endmacro %}
