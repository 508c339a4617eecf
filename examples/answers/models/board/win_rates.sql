-- What each question says of a system: its wins over its comparisons, ties half.
{% set sides = {"a": "system_a", "b": "system_b"} %}
select query_id, document_id, system, source, 'win_rate' as measure, avg(score) as value
from
    (
        {% for winner, column in sides.items() %}
            {% for source in ["langfuse_verdicts", "mlflow_verdicts", "phoenix_verdicts"] %}
                select
                    query_id,
                    document_id,
                    {{ column }} as system,
                    '{{ source }}' as source,
                    case winner when '{{ winner }}' then 1.0 when 'tie' then 0.5 else 0.0 end as score
                from {{ ref(source) }} {{ "union all" if not loop.last }}
                {% endfor %} {{ "union all" if not loop.last }}
        {% endfor %}
    ) as scored
group by query_id, document_id, system, source
