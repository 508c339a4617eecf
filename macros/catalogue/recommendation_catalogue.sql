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
