{# rankhouse_values when the measures are an argument: every unit with every requested measure, its formula chosen by CASE. #}
{% macro requested_value_ctes(plan) -%}
    {%- set unit = plan.by + ["query_id"] -%}
    {%- set options = rankhouse.all_options(rankhouse.catalogue()) | list -%}
    {{ rankhouse.request_ctes() }}
    rankhouse_values as (
        select
            {{ rankhouse.columns_of("requested", unit) }},
            n_relevant,
            n_retrieved,
            measure,
            metric,
            k,
            case
                metric
                {%- for declaration in rankhouse.catalogue() %}
                    when {{ rankhouse.literal(declaration.name) }} then {{ rankhouse.requested_value(declaration) }}
                {%- endfor %}
            end as value,
            case
                {%- for declaration in rankhouse.catalogue() if declaration.weight is defined %}
                    {%- for choice in declaration.options.weights.choices[1:] %}
                        when
                            metric = {{ rankhouse.literal(declaration.name) }}
                            and weights = {{ rankhouse.literal(choice) }}
                        then {{ declaration.weight({"weights": choice}) }}
                    {%- endfor %}
                {%- endfor %}
                else 1
            end::double as weight
        from
            (
                select
                    {{ rankhouse.columns_of("units", unit) }},
                    units.n_relevant,
                    units.n_judged,
                    units.n_retrieved,
                    requests.*,
                    evaluated.item_rank,
                    evaluated.hit,
                    evaluated.ideal_rank,
                    evaluated.worst_rank,
                    {%- for column in rankhouse.row_columns(plan) if "gain_" not in column and not column.startswith("stop_") %}
                        evaluated.{{ column }},
                    {%- endfor %}
                    case
                        when requests.metric = 'err'
                        then evaluated.stop_given
                        when requests.gain = 'binary'
                        then evaluated.gain_binary
                        {%- for gain in ["exponential", "linear"] %}
                            when requests.gain = '{{ gain }}' and requests.negative <> 'zero'
                            then evaluated.gain_{{ gain }}_keep
                            when requests.gain = '{{ gain }}'
                            then evaluated.gain_{{ gain }}
                        {%- endfor %}
                    end as gained,
                    {%- for prefix in ["", "ideal_"] %}
                        case
                            requests.gain
                            {% for gain in ["linear", "exponential", "binary"] %}
                                when '{{ gain }}' then evaluated.{{ prefix }}gain_{{ gain }}_upto
                            {% endfor %}
                        end as {{ prefix }}gained_upto{{ "," if not loop.last }}
                    {%- endfor %}
                from rankhouse_units as units
                cross join rankhouse_requests as requests
                left join rankhouse_rows as evaluated on {{ rankhouse.match("units", "evaluated", unit) }}
            ) as requested
        group by
            {{ rankhouse.columns_of("requested", unit) }},
            n_relevant,
            n_judged,
            n_retrieved,
            measure,
            metric,
            k,
            {{ options | join(", ") }}
    ),
{%- endmacro %}

{% macro requested_value(declaration) -%}
    {%- set chosen = {"unstopped": "unstop_given"} -%}
    {%- for option in declaration.options -%} {%- do chosen.update({option: option}) -%} {%- endfor -%}
    {%- if declaration.cutoff == "none" -%} {{ rankhouse.value_by_choice(declaration, none, chosen) }}
    {%- else -%}
        case
            when k is null
            then {{ rankhouse.value_by_choice(declaration, none, chosen) }}
            else {{ rankhouse.value_by_choice(declaration, "k", chosen) }}
        end
    {%- endif -%}
{%- endmacro %}
