{# Rows of either side without a partner on the other, or with other numbers. #}
{% test same_rows(model, expected, key, numbers, tolerance=1e-9) %}
    {% set key = rankhouse.quoted_all(key) %}
    select
        {% for column in key %}
            coalesce(got.{{ column }}, wanted.{{ column }}) as {{ column }},
        {% endfor %} got.{{ numbers[0] }} as got_value,
        wanted.{{ numbers[0] }} as wanted_value
    from {{ model }} as got
    full join
        {{ expected }} as wanted
        on {% for column in key %} got.{{ column }} = wanted.{{ column }}{{ " and " if not loop.last }}{% endfor %}
    where
        got.{{ key[0] }} is null or wanted.{{ key[0] }} is null
        {%- for number in numbers %}
            or (got.{{ number }} is null and wanted.{{ number }} is not null)
            or (got.{{ number }} is not null and wanted.{{ number }} is null)
            or abs(got.{{ number }} - wanted.{{ number }}) > {{ tolerance }}
        {%- endfor %}
{% endtest %}
