{#
Exact ranks. Each macro here returns CTEs that end in rankhouse_ranked: one row per retrieved item that can earn or
cost something, with the run's columns, the judgments' grouping columns and
    item_rank   its place in the run, from 1
    hit         1 when relevant; gain_...: what it is worth
    mid_rank    mean place of all items of the same score; tie_size: how many these are (only when asked for)
Averaged ties give rankhouse_expected instead, one row per place with the expected hit and gain; see ties.sql.
#}
{% macro ranked_ctes(plan) %}
    {%- set ctes = [] -%}
    {%- if plan.ties in ["item", "given"] -%}
        {%- do ctes.append(adapter.dispatch("ranked_by_item", "rankhouse")(plan)) -%}
    {%- endif -%}
    {%- if plan.ties != "item" -%} {%- do ctes.append(rankhouse.labelled_cte(plan)) -%} {%- endif -%}
    {%- if plan.ties in ["best", "worst"] -%}
        {%- do ctes.append(rankhouse.ranked_by_rule_cte(plan, "rankhouse_ranked")) -%}
    {%- endif -%}
    {%- if plan.ties == "given" -%}
        {%- do ctes.extend([rankhouse.ranked_by_rule_cte(plan, "rankhouse_ruled"), rankhouse.ordered_cte(plan)]) -%}
    {%- endif -%}
    {%- if plan.ties in ["average", "given"] -%} {%- do ctes.append(rankhouse.expected_ctes(plan)) -%} {%- endif -%}
    {{ return(ctes | join("\n")) }}
{% endmacro %}

{# Whichever order the query's argument asks for. #}
{% macro ordered_cte(plan) -%}
    {%- set columns = plan.by + ["query_id", "hit"] + plan.gains + ["mid_rank", "tie_size", "item_rank"] -%}
    rankhouse_ordered as (
        select {{ columns | join(", ") }}
        from rankhouse_ranked
        union all
        select {{ columns | join(", ") }}
        from rankhouse_ruled
    ),
{%- endmacro %}

{# More columns for rankhouse_returned that let an engine skip items that cannot reach the cutoff. #}
{% macro best_scores(plan) %} {{ return(adapter.dispatch("best_scores", "rankhouse")(plan)) }}{% endmacro %}

{% macro default__best_scores(plan) %} {{ return("") }}{% endmacro %}

{# An item's place in its list: the highest score first, ties by item id, descending. #}
{% macro item_place(key=none, score="score") -%}
    row_number() over (
        {{ "partition by " ~ key if key is not none }}
        order by {{ score }} desc, {{ rankhouse.byte_order("item_id", "desc") }}
    )
{%- endmacro %}

{# One window over the whole run. #}
{% macro default__ranked_by_item(plan) -%}
    {%- set key = (plan.run_by + ["query_id"]) | join(", ") -%}
    rankhouse_scored as (
        select
            {{ key }},
            item_id,
            {{ rankhouse.item_place(key) }} as item_rank
            {%- if plan.needs.mid_rank %}
                ,
                rank() over (partition by {{ key }} order by score desc)
                + (count(*) over (partition by {{ key }}, score) - 1) / {{ rankhouse.double(2) }} as mid_rank
            {%- endif %}
            {%- if plan.needs.tie_size %}, count(*) over (partition by {{ key }}, score) as tie_size {%- endif %}
        from rankhouse_run
    ),
    rankhouse_ranked as (
        select
            {{ rankhouse.ranked_columns(plan, "scored") }},
            scored.item_rank
            {%- if plan.needs.mid_rank %}, scored.mid_rank{% endif %}
            {%- if plan.needs.tie_size %}, scored.tie_size{% endif %}
        from rankhouse_scored as scored
        join
            rankhouse_graded as graded
            on {{ rankhouse.match("scored", "graded", plan.shared_by + ["query_id", "item_id"]) }}
        {%- if plan.depth is not none %} where scored.item_rank <= {{ plan.depth }} {%- endif %}
    ),
{%- endmacro %}

{# The columns that every form of rankhouse_ranked starts with. #}
{% macro ranked_columns(plan, run_side) %}
    {%- set columns = [rankhouse.select_of(run_side, plan.run_by + ["query_id", "item_id"]), "graded.hit"] -%}
    {%- for column in plan.judged_by + plan.gains if column not in plan.shared_by -%}
        {%- do columns.append("graded." ~ column) -%}
    {%- endfor -%}
    {{ return(columns | join(", ")) }}
{% endmacro %}
