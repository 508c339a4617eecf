-- Which system to ship: by both judges as they are, with the order taken into account, and by the fair judge alone.
{% set document = {"cluster": "document_id"} %}
{% set evidence = {
    "both judges": rankhouse.preference_decision(ref("verdicts"), **document),
    "both, order effect": rankhouse.preference_decision(ref("verdicts"), order_effect=true, **document),
    "judge a": rankhouse.preference_decision(ref("langfuse_verdicts"), **document),
} %}
{% for name, query in evidence.items() %}
    select '{{ name }}' as evidence, decided.* from ({{ query }}) as decided {{ "union all" if not loop.last }}
{% endfor %}
