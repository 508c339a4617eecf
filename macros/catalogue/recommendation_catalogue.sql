{# Derived by tools/document.py from macros/measures/recommendation/; the order may be changed by hand. #}
{% macro recommendation_catalogue() %}
    {{
        return(
            [
                rankhouse.declare_catalogue_coverage(),
                rankhouse.declare_novelty(),
                rankhouse.declare_average_popularity(),
                rankhouse.declare_serendipity(),
                rankhouse.declare_intra_list_diversity(),
                rankhouse.declare_gini(),
                rankhouse.declare_entropy(),
                rankhouse.declare_personalisation(),
                rankhouse.declare_awrf(),
                rankhouse.declare_miscalibration(),
            ]
        )
    }}
{% endmacro %}

{# Their formulas, which declarations name as values. dbt learns from calls alone which macros a model depends on. #}
{% macro recommendation_formulas() %}
    {%- if false -%}
        {{
            [
                rankhouse.value_catalogue_coverage(),
                rankhouse.value_novelty(),
                rankhouse.value_average_popularity(),
                rankhouse.value_serendipity(),
                rankhouse.value_intra_list_diversity(),
                rankhouse.value_gini(),
                rankhouse.value_entropy(),
                rankhouse.value_personalisation(),
                rankhouse.value_awrf(),
                rankhouse.value_miscalibration(),
            ]
        }}
    {%- endif -%}
{% endmacro %}
