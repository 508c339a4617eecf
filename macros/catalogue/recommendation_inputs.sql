{# The inputs that a measure may need beside the run, with the columns read from them. #}
{% macro recommendation_inputs() %}
    {{
        return(
            {
                "items": ["item_id"],
                "interactions": ["query_id", "item_id"],
                "judgments": ["query_id", "item_id", "relevance"],
                "features": ["item_id", "feature"],
                "distances": ["item_id", "other_item_id", "distance"],
                "baseline": ["query_id", "item_id", "score"],
                "targets": ["feature", "target_share"],
            }
        )
    }}
{% endmacro %}

{# "novelty@10 needs interactions, a relation of query_id, item_id: give interactions" #}
{% macro says_needs_input(measure, input) %}
    {{
        return(
            measure ~ " needs " ~ input ~ ", a relation with " ~ rankhouse.recommendation_inputs()[input]
            | join(", ") ~ ": give " ~ input
        )
    }}
{% endmacro %}
