{#
The rows that every formula is computed from, per unit: those of the ranked items (item_rank, hit, and what a measure
needs beside them), those of the ideal order (ideal_rank) and those of the worst one (worst_rank).

    gain_..., stop_...      what the item is worth
    hits_upto               hits down to and including this row
    first_hit               1 for the first hit, 0 for any other row
    others_above            judged items above that are no hits
    best_precision          highest precision at this or any later rank
    unstop_...              probability that no item above has satisfied the reader
    ..._upto, ideal_..._upto  gains down to this rank, in the list and in the ideal order
    mid_rank                mean place of all items of the same score
    tie_size, tie_hits      how many these are, and how many of them are hits
    tie_hits_upto           hits down to and including these; hits_in_list: down to the end
    judged                  1 for a judged item
#}
{% macro row_columns(plan) %}
    {%- set columns = [] -%}
    {%- do columns.extend(plan.gains) -%}
    {%- for need in ["hits_upto", "first_hit", "others_above", "best_precision", "mid_rank", "judged"] if plan.needs[need] -%}
        {%- do columns.append(need) -%}
    {%- endfor -%}
    {%- if plan.needs.tie_size -%}
        {%- do columns.extend(["tie_size", "tie_hits", "tie_hits_upto", "hits_in_list"]) -%}
    {%- endif -%}
    {%- do columns.extend(rankhouse.unstopped_columns(plan)) -%}
    {%- for gain in rankhouse.summed_gains(plan) -%}
        {%- do columns.extend([gain ~ "_upto", "ideal_" ~ gain ~ "_upto"]) -%}
    {%- endfor -%}
    {{ return(columns) }}
{% endmacro %}

{% macro row_ctes(plan) -%}
    {%- set columns = rankhouse.row_columns(plan) -%}
    {%- set averaged = [
        "hits_upto",
        "first_hit",
        "mid_rank",
        "tie_size",
        "tie_hits",
        "tie_hits_upto",
        "hits_in_list",
        "judged",
    ] + plan.gains -%}
    {%- set unit = (plan.by + ["query_id"]) | join(", ") -%}
    {#- Of a type, because Postgres takes a union of bare NULLs for text. -#}
    {%- set absent = rankhouse.bigint("null") -%}
    {%- set in_lists = rankhouse.in_lists(plan) -%}
    {%- if plan.needs.ideal_rank and not in_lists -%} {{ rankhouse.ideal_cte(plan) }} {% endif -%}
    {%- if plan.needs.worst_rank -%} {{ rankhouse.worst_cte(plan) }} {% endif -%}
    {%- if plan.ties != "average" -%} {{ rankhouse.running_ctes(plan) }} {% endif -%}
    rankhouse_rows as (
        {%- if plan.ties != "average" %}
            select
                {{ unit }},
                item_rank,
                hit{{ rankhouse.also(columns) }},
                {{ "ideal_rank" if in_lists else absent ~ " as ideal_rank" }},
                {{ absent }} as worst_rank{{ rankhouse.also(rankhouse.counts_in_lists()) if in_lists }}
            from rankhouse_running
        {%- endif %}
        {%- if plan.ties == "given" %}
            union all
        {%- endif %}
        {%- if plan.ties in ["average", "given"] %}
            select
                {{ unit }},
                item_rank,
                hit{{ rankhouse.known_columns(columns, averaged) }},
                {{ absent }} as ideal_rank,
                {{ absent }} as worst_rank
            from rankhouse_expected
        {%- endif %}
        {%- for order in ["ideal", "worst"] if plan.needs[order ~ "_rank"] and not in_lists %}
            union all
            select
                {{ unit }},
                {{ absent }} as item_rank,
                null as hit{{ rankhouse.known_columns(columns, plan.gains) }},
                {{ "ideal_rank" if order == "ideal" else absent ~ " as ideal_rank" }},
                {{ "worst_rank" if order == "worst" else absent ~ " as worst_rank" }}
            from rankhouse_{{ order }}
        {%- endfor %}
    ),
{%- endmacro %}

{# Those of the columns that a source has, NULL in place of the others. #}
{% macro known_columns(columns, known) %}
    {%- set listed = [] -%}
    {%- for column in columns -%}
        {%- do listed.append(column if column in known else "null as " ~ column) -%}
    {%- endfor -%}
    {{ return(rankhouse.also(listed)) }}
{% endmacro %}

{# rankhouse_running: the ranked items with what adds up along the list. #}
{% macro running_ctes(plan) -%}
    {%- set needs = plan.needs -%}
    {%- set unit = (plan.by + ["query_id"]) | join(", ") -%}
    {%- set along = "partition by " ~ unit ~ " order by item_rank asc rows between unbounded preceding and " -%}
    {%- set summed = rankhouse.summed_gains(plan) -%}
    {%- set kept = ["query_id", "item_rank", "hit"] -%}
    {%- if rankhouse.in_lists(plan) -%}
        {%- do kept.extend(["ideal_rank"] + rankhouse.counts_in_lists()) -%}
    {%- endif -%}
    {%- for column in rankhouse.row_columns(plan) if column not in [
        "first_hit", "best_precision"
    ] and not column.startswith("ideal_") -%}
        {%- do kept.append(column) -%}
    {%- endfor -%}
    {%- set sums_hits = needs.hits_upto or needs.first_hit or needs.best_precision or summed -%}
    rankhouse_summed as (
        select
            ranked.*
            {%- if sums_hits %}, sum(hit) over ({{ along }} current row) as hits_upto {%- endif %}
            {%- if needs.judged %}, 1 as judged {%- endif %}
            {%- if needs.tie_size %}
                ,
                sum(hit) over (partition by {{ unit }}, mid_rank) as tie_hits,
                sum(hit) over (partition by {{ unit }} order by mid_rank asc) as tie_hits_upto,
                sum(hit) over (partition by {{ unit }}) as hits_in_list
            {%- endif %}
            {%- if needs.others_above %}
                , sum(1 - hit) over ({{ along }} current row) - (1 - hit) as others_above
            {%- endif %}
            {%- for column in rankhouse.unstopped_columns(plan) %}
                , coalesce(exp(sum(ln(1 - {{ column[2:] }})) over ({{ along }} 1 preceding)), 1) as {{ column }}
            {%- endfor %}
            {%- for gain in summed %}, sum({{ gain }}) over ({{ along }} current row) as {{ gain }}_upto {%- endfor %}
        from {{ "rankhouse_ordered" if plan.ties == "given" else "rankhouse_ranked" }} as ranked
    ),
    {%- if summed %} {{ rankhouse.ideal_sums_cte(plan, summed) }} {%- endif %}
    rankhouse_running as (
        select
            {{ rankhouse.select_of("summed", plan.by + kept) }}
            {%- if needs.first_hit %}, case when hits_upto = 1 then hit else 0 end as first_hit {%- endif %}
            {%- if needs.best_precision %}
                ,
                max(case when hit > 0 then {{ rankhouse.ratio("hits_upto", "item_rank") }} end) over (
                    partition by {{ rankhouse.columns_of("summed", plan.by + ["query_id"]) }}
                    order by item_rank asc
                    rows between current row and unbounded following
                ) as best_precision
            {%- endif %}
            {%- for gain in summed %}
                , coalesce(ideal_sums.ideal_{{ gain }}, ideal_totals.ideal_{{ gain }}) as ideal_{{ gain }}_upto
            {%- endfor %}
        from rankhouse_summed as summed
        {%- if summed %}
            left join
                rankhouse_ideal_sums as ideal_sums
                on {{ rankhouse.match("summed", "ideal_sums", plan.by + ["query_id"]) }}
                and summed.item_rank = ideal_sums.ideal_rank
            left join
                rankhouse_ideal_sums as ideal_totals
                on {{ rankhouse.match("summed", "ideal_totals", plan.by + ["query_id"]) }}
                and ideal_totals.ideal_rank = ideal_totals.ideal_length
        {%- endif %}
    ),
{%- endmacro %}

{# The ideal order with its gains summed down to each rank; beyond its length the last sum stays. #}
{% macro ideal_sums_cte(plan, gains) -%}
    {%- set unit = (plan.by + ["query_id"]) | join(", ") -%}
    rankhouse_ideal_sums as (
        select
            {{ unit }},
            ideal_rank,
            count(*) over (partition by {{ unit }}) as ideal_length
            {%- for gain in gains %}
                ,
                sum({{ gain }}) over (
                    partition by {{ unit }} order by ideal_rank asc rows between unbounded preceding and current row
                ) as ideal_{{ gain }}
            {%- endfor %}
        from rankhouse_ideal
    ),
{%- endmacro %}

{% macro unstopped_columns(plan) %}
    {%- set columns = [] -%}
    {%- for gain in plan.gains if gain.startswith("stop_") -%} {%- do columns.append("un" ~ gain) -%} {%- endfor -%}
    {{ return(columns) }}
{% endmacro %}

{# The gains that q_measure sums; those with negative values are none of its options. #}
{% macro summed_gains(plan) %}
    {%- set gains = [] -%}
    {%- for gain in plan.gains if plan.needs.gain_upto and gain.startswith("gain_") and not gain.endswith("_keep") -%}
        {%- do gains.append(gain) -%}
    {%- endfor -%}
    {{ return(gains) }}
{% endmacro %}
