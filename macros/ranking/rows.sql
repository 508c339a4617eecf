{#
The rows that every formula is computed from, per unit: those of the ranked items (item_rank, hit, gain and what
builds on them) and those of the ideal order (ideal_rank and gain).
#}
{% macro row_ctes(plan) -%}
    {%- set unit = (plan.by + ["query_id"]) | join(", ") -%}
    {%- set counted = plan.needs.hits_upto or plan.needs.first_hit -%}
    {%- if plan.needs.ideal_rank -%} {{ rankhouse.ideal_cte(plan) }} {% endif -%}
    {%- if counted and plan.ties in ["item", "given"] -%}
        rankhouse_hits as (
            select
                ranked.*,
                sum(hit) over (
                    partition by {{ unit }} order by item_rank rows between unbounded preceding and current row
                ) as hits_upto
            from rankhouse_ranked as ranked
        ),
    {% endif -%}
    rankhouse_rows as (
        {%- if plan.ties in ["item", "given"] %}
            {{
                rankhouse.ranked_rows(
                    plan,
                    "rankhouse_hits" if counted else "rankhouse_ranked",
                    "case when hits_upto = 1 then hit else 0 end",
                )
            }}
        {%- endif %}
        {%- if plan.ties == "given" %}
            union all
        {%- endif %}
        {%- if plan.ties != "item" %} {{ rankhouse.ranked_rows(plan, "rankhouse_expected", "first_hit") }} {%- endif %}
        {%- if plan.needs.ideal_rank %}
            union all
            select
                {{ unit }},
                null as item_rank,
                null as hit
                {%- for column in plan.gains %}, {{ column }}{% endfor %}
                {%- if plan.needs.hits_upto %}, null as hits_upto{% endif %}
                {%- if plan.needs.first_hit %}, null as first_hit{% endif %}
                {%- if plan.needs.mid_rank %}, null as mid_rank{% endif %},
                ideal_rank
            from rankhouse_ideal
        {%- endif %}
    ),
{%- endmacro %}

{% macro ranked_rows(plan, source, first_hit) -%}
    select
        {{ (plan.by + ["query_id"]) | join(", ") }},
        item_rank,
        hit
        {%- for column in plan.gains %}, {{ column }}{% endfor %}
        {%- if plan.needs.hits_upto %}, hits_upto{% endif %}
        {%- if plan.needs.first_hit %}, {{ first_hit }} as first_hit{% endif %}
        {%- if plan.needs.mid_rank %}, mid_rank{% endif %}
        {%- if plan.needs.ideal_rank %}, null as ideal_rank{% endif %}
    from {{ source }}
{%- endmacro %}
