-- Of 60 questions a judge prefers new for 40, and old for 20, whichever is shown first.
{% for question in range(60) %}
    {% set new_wins = question < 40 %}
    {{ "union all" if not loop.first }}
    select {{ question }} as query_id, 'new' as system_a, 'old' as system_b, '{{ "a" if new_wins else "b" }}' as winner
    union all
    select {{ question }} as query_id, 'old' as system_a, 'new' as system_b, '{{ "b" if new_wins else "a" }}' as winner
{% endfor %}
