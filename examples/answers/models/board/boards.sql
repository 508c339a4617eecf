-- The same systems four times: judges as they are, corrected for the order, the fair judge alone, and people.
{% set document = {"cluster": "document_id", "repetitions": 500} %}
{% set boards = {
    "both judges": rankhouse.preference_ratings(ref("verdicts"), repetitions=500),
    "both, order effect": rankhouse.preference_ratings(ref("verdicts"), order_effect=true, **document),
    "judge a, by document": rankhouse.preference_ratings(ref("langfuse_verdicts"), **document),
    "people, by document": rankhouse.preference_ratings(ref("phoenix_verdicts"), **document),
} %}
{% for board, query in boards.items() %}
    select '{{ board }}' as board, rated.* from ({{ query }}) as rated {{ "union all" if not loop.last }}
{% endfor %}
