{# rankhouse_values when the measures are an argument: every unit with every requested measure, its formula chosen by CASE. #}
{% macro requested_value_ctes(plan) -%}
    {%- set unit = plan.by + ["query_id"] -%}
    {%- set options = rankhouse.all_options() | list -%}
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
            end as value
        from
            (
                select
                    {{ rankhouse.columns_of("units", unit) }},
                    units.n_relevant,
                    units.n_retrieved,
                    requests.*,
                    evaluated.item_rank,
                    evaluated.hit,
                    evaluated.hits_upto,
                    evaluated.first_hit,
                    evaluated.mid_rank,
                    evaluated.ideal_rank,
                    case
                        requests.gain
                        when 'exponential'
                        then
                            case
                                requests.negative
                                when 'keep'
                                then evaluated.gain_exponential_keep
                                else evaluated.gain_exponential
                            end
                        when 'linear'
                        then
                            case
                                requests.negative when 'keep' then evaluated.gain_linear_keep else evaluated.gain_linear
                            end
                        when 'binary'
                        then evaluated.gain_binary
                    end as gained
                from rankhouse_units as units
                cross join rankhouse_requests as requests
                left join rankhouse_rows as evaluated on {{ rankhouse.match("units", "evaluated", unit) }}
            ) as requested
        group by
            {{ rankhouse.columns_of("requested", unit) }},
            n_relevant,
            n_retrieved,
            measure,
            metric,
            k,
            {{ options | join(", ") }}
    ),
{%- endmacro %}

{% macro requested_value(declaration) -%}
    {%- set chosen = {} -%}
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
