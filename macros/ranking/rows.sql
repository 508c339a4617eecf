{#
The rows that every formula is computed from, per unit: those of the ranked items (item_rank, hit, and what a measure
needs beside them), those of the ideal order (ideal_rank) and those of the worst one (worst_rank).

    gain_..., stop_...      what the item is worth
    hits_upto               hits down to and including this row
    first_hit               1 for the first hit, 0 for any other row
    others_above            judged items above that are no hits
    pool_above              items of the pool above, judged or not; unjudged_above: those of them that are not
    lower_above, no_lower   see grades_above
    best_precision          highest precision at this or any later rank
    unstop_...              probability that no item above has satisfied the reader
    next_rank               the next row's rank
    reached_...             probability that a reader who wants so much gain sees this rank
    ..._upto, ideal_..._upto  gains down to this rank, in the list and in the ideal order
    mid_rank                mean place of all items of the same score
    tie_size, tie_hits      how many these are, and how many of them are hits
    tie_hits_upto           hits down to and including these; hits_in_list: down to the end
    judged                  1 for a judged item
#}
{% macro row_steps(plan) %}
    {%- set steps = [rankhouse.ideal_step(plan)] if rankhouse.has_ideal_step(plan) else [] -%}
    {{ return(steps + rankhouse.item_row_steps(plan)) }}
{% endmacro %}

{# The steps after the orders. #}
{% macro item_row_steps(plan) %}
    {%- set steps = [] -%}
    {%- if rankhouse.rows_step_name(plan) == "running" -%}
        {%- do steps.extend(rankhouse.running_steps(plan)) -%}
    {%- endif -%}
    {%- if rankhouse.compares_grades(plan) -%} {%- do steps.append(rankhouse.grade_bits_step(plan)) -%} {%- endif -%}
    {%- if rankhouse.rows_name(plan) != "rows" -%} {{ return(steps) }}{%- endif -%}
    {%- set sql -%}
        {{ rankhouse.rows_of_items(plan) }}
        {{ rankhouse.union_order_rows(plan, "ideal") }}
        {{ rankhouse.union_order_rows(plan, "worst") }}
        {{ rankhouse.union_grade_rows(plan) ~ rankhouse.union_intent_rows(plan) }}
    {%- endset -%}
    {%- do steps.append(rankhouse.step("rows", "an item of a list, or of an ideal order, of a query", sql)) -%}
    {{ return(steps) }}
{% endmacro %}

{# The step that the measures are computed from: rankhouse_rows where it has more than the ranked items. #}
{% macro rows_name(plan) %}
    {%- set has_more = rankhouse.takes_order(plan, "ideal") or rankhouse.takes_order(plan, "worst") -%}
    {%- set has_more = has_more or rankhouse.compares_grades(plan) or rankhouse.has_intents(plan) -%}
    {%- set source = rankhouse.rows_step_name(plan) -%}
    {%- set has_more = has_more or rankhouse.has_lists(plan) or "first_hit" in plan.needs and source == "running" -%}
    {{ return("rows" if has_more else source) }}
{% endmacro %}

{# Whether measures look at the ideal order, or the worst one; lists hold the ideal order already. #}
{% macro takes_order(plan, order) %}
    {{ return(order ~ "_rank" in plan.needs and not rankhouse.has_lists(plan)) }}
{% endmacro %}

{# The step that has the ranked items with all that measures need: rankhouse_running only where something adds up. #}
{% macro rows_step_name(plan) %}
    {%- set adds_up = rankhouse.summed_columns(plan, "running") | select | list -%}
    {{
        return(
            "expected" if plan.ties == "average" else "running" if adds_up or rankhouse.has_lists(plan) else "ranked"
        )
    }}
{% endmacro %}

{% macro rows_of_items(plan) -%}
    {%- set columns = plan.by + ["query_id", "item_rank", "hit"] -%}
    {%- set source = rankhouse.rows_step_name(plan) -%}
    {%- do columns.extend(rankhouse.row_columns(plan, source)) -%}
    {%- do columns.extend(rankhouse.order_ranks(plan, ["ideal"] if rankhouse.has_lists(plan) else [])) -%}
    {%- if rankhouse.has_lists(plan) -%} {%- do columns.extend(rankhouse.counts_in_lists()) -%} {%- endif -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_{{ source }}
{%- endmacro %}

{# ideal_rank and worst_rank, where a measure looks at them; NULL but for these `orders`. #}
{% macro order_ranks(plan, orders=[]) %}
    {%- set columns = [] -%}
    {%- for order in ["ideal", "worst"] if order ~ "_rank" in plan.needs -%}
        {#- Cast, because Postgres takes a union of bare NULLs for text. -#}
        {%- set absent = rankhouse.bigint("null") ~ " as " -%}
        {%- do columns.append(("" if order in orders else absent) ~ order ~ "_rank") -%}
    {%- endfor -%}
    {{ return(columns) }}
{% endmacro %}

{% macro union_order_rows(plan, order) -%}
    {%- if not rankhouse.takes_order(plan, order) -%} {{ return("") }}{%- endif -%}
    {%- set is_there = order == "ideal" and rankhouse.has_ideal_step(plan) -%}
    {%- set columns = [rankhouse.bigint("null") ~ " as item_rank", "null as hit"] -%}
    {%- do columns.extend(rankhouse.row_columns(plan, "order" if is_there else "relevances")) -%}
    {%- do columns.extend(rankhouse.order_ranks(plan, [order])) -%}
    union all
    {%- if is_there %} select {{ rankhouse.listed(plan.by + ["query_id"] + columns) }} from rankhouse_ideal
    {%- else %} {{ "\n" ~ rankhouse.order_rows(plan, order, columns) }}
    {%- endif -%}
{%- endmacro %}

{# Whether the ideal order is a step of its own: where its gains are summed, too, and where fillings bring theirs. #}
{% macro has_ideal_step(plan) %}
    {%- set is_brought = plan.get("top_grade") is not none -%}
    {{ return(rankhouse.takes_order(plan, "ideal") and (plan.sums_gains or is_brought)) }}
{% endmacro %}

{#
The columns of rankhouse_rows that measures need, as a source (running, expected, order or grades) has them, or as relevances give
them: NULL what it lacks.
#}
{% macro row_columns(plan, source) %}
    {%- set gain = "<value> as <gain>" if source == "relevances" else "<gain>" -%}
    {%- if source in ["intent_places", "greedy", "exact", "gain_order"] -%}
        {%- set gain = "null as <gain>" -%}
    {%- endif -%}
    {{
        return(
            rankhouse.per_gain(plan, "gains", gain)
            + rankhouse.summed_columns(plan, source)
            + rankhouse.intent_row_columns(plan, source)
        )
    }}
{% endmacro %}

{# Columns that depend on other rows of the list, each with the need that asks for it. #}
{% macro needs_of_sums() %}
    {{
        return(
            {
                "hits_upto": "hits_upto",
                "first_hit": "first_hit",
                "others_above": "others_above",
                "best_precision": "best_precision",
                "mid_rank": "mid_rank",
                "judged": "judged",
                "tie_size": "tie_size",
                "tie_hits": "tie_size",
                "tie_hits_upto": "tie_size",
                "hits_in_list": "tie_size",
                "pool_above": "pool_above",
                "unjudged_above": "pool_above",
                "lower_above": "lower_above",
                "no_lower": "lower_above",
                "next_rank": "reached",
            }
        )
    }}
{% endmacro %}

{# These columns, as a source has them, and those of gains. #}
{% macro summed_columns(plan, source) %}
    {%- set known = {
        "expected": [
            "hits_upto",
            "first_hit",
            "mid_rank",
            "judged",
            "tie_size",
            "tie_hits",
            "tie_hits_upto",
            "hits_in_list",
        ],
        "grades": ["lower_above"],
    }.get(source, []) -%}
    {%- set first_hit = "case when hits_upto = 1 then hit else 0 end as first_hit" -%}
    {%- set columns, absent = [], "" if source in ["running", "ranked"] else "null as " -%}
    {%- for column, need in rankhouse.needs_of_sums().items() if need in plan.needs -%}
        {%- if column == "first_hit" and source == "running" -%} {%- do columns.append(first_hit) -%}
        {%- else -%} {%- do columns.append(("" if column in known else absent) ~ column) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do columns.extend(rankhouse.per_gain(plan, "shares", absent ~ "<gain>_upto")) -%}
    {%- do columns.extend(rankhouse.per_gain(plan, "insts", absent ~ "reached_<gain>")) -%}
    {%- do columns.extend(rankhouse.per_gain(plan, "stops", absent ~ "un<gain>")) -%}
    {%- do columns.extend(rankhouse.per_gain(plan, "summed_gains", absent ~ "<gain>_upto")) -%}
    {%- do columns.extend(rankhouse.per_gain(plan, "summed_gains", absent ~ "ideal_<gain>_upto")) -%}
    {{ return(columns) }}
{% endmacro %}

{# rankhouse_running: the ranked items with what adds up along the list, a second step where measures look at these sums. #}
{% macro running_steps(plan) %}
    {%- set sums = rankhouse.summed_rows(plan, plan.by + ["query_id"]) -%}
    {%- set row = "a ranked item, with sums down to its rank" -%}
    {%- if not rankhouse.looks_at_sums(plan) -%} {{ return([rankhouse.step("running", row, sums)]) }}{%- endif -%}
    {%- set steps = [rankhouse.step("summed", row, sums)] -%}
    {%- if plan.sums_gains -%} {%- do steps.append(rankhouse.ideal_sums_step(plan)) -%} {%- endif -%}
    {%- do steps.append(
        rankhouse.step(
            "running",
            "the same, with what looks at these sums",
            rankhouse.running_rows(plan, plan.by + ["query_id"]),
        )
    ) -%}
    {{ return(steps) }}
{% endmacro %}

{# Whether a column of rankhouse_running is computed from others of these sums. #}
{% macro looks_at_sums(plan) %}
    {%- set looking = plan.needs | select("in", ["best_precision", "lower_above"]) | list -%}
    {{ return((looking + plan.insts + plan.summed_gains) | length > 0) }}
{% endmacro %}

{% macro summed_rows(plan, unit) -%}
    {%- set key = rankhouse.inline(unit) -%}
    {%- set along = "partition by " ~ key ~ " order by item_rank asc rows between unbounded preceding and " -%}
    {%- set upto = "over (" ~ along ~ "current row)" -%}
    {%- set columns = ["ranked.*"] -%}
    {%- do columns.append(rankhouse.needed(plan, "summed_hits", "sum(hit) " ~ upto ~ " as hits_upto")) -%}
    {%- do columns.append(rankhouse.needed(plan, "judged", "1 as judged")) -%}
    {%- set tie = "partition by " ~ key ~ ", mid_rank" -%}
    {%- set until = "partition by " ~ key ~ " order by mid_rank asc" -%}
    {%- do columns.append(rankhouse.needed(plan, "tie_size", "sum(hit) over (" ~ tie ~ ") as tie_hits")) -%}
    {%- do columns.append(rankhouse.needed(plan, "tie_size", "sum(hit) over (" ~ until ~ ") as tie_hits_upto")) -%}
    {%- do columns.append(
        rankhouse.needed(plan, "tie_size", "sum(hit) over (partition by " ~ key ~ ") as hits_in_list")
    ) -%}
    {%- do columns.append(
        rankhouse.needed(plan, "others_above", "sum(1 - hit) " ~ upto ~ " - (1 - hit) as others_above")
    ) -%}
    {%- set is_listed = "case when item_rank is not null then 1 else 0 end" -%}
    {%- set pooled = {"pool_above": is_listed, "unjudged_above": "pooled"} -%}
    {%- for column, counted in pooled.items() -%}
        {%- do columns.append(
            rankhouse.needed(
                plan, "pool_above", "sum(" ~ counted ~ ") " ~ upto ~ " - " ~ counted ~ " as " ~ column
            )
        ) -%}
    {%- endfor -%}
    {%- for column in rankhouse.grade_sums(key, upto) -%}
        {%- do columns.append(rankhouse.needed(plan, "lower_above", column)) -%}
    {%- endfor -%}
    {#- Products of two of these stay above the least double, below which Postgres raises an error. -#}
    {%- do columns.extend(
        rankhouse.per_gain(
            plan,
            "stops",
            "exp(greatest(coalesce(sum(ln(greatest(1 - <gain>, 1e-100))) over ("
            ~ along
            ~ "1 preceding), 0), -3.4e2)) as un<gain>",
        )
    ) -%}
    {%- for column, function in {"rank_above": "lag", "next_rank": "lead"}.items() -%}
        {#- A double, because whole numbers of ClickHouse have no NULL. -#}
        {%- set near = (
            function
            ~ "("
            ~ rankhouse.double("item_rank")
            ~ ") over (partition by "
            ~ key
            ~ " order by item_rank asc) as "
            ~ column
        ) -%}
        {%- do columns.append(rankhouse.needed(plan, "reached", near)) -%}
    {%- endfor -%}
    {%- do columns.extend(rankhouse.per_gain(plan, "shares", "sum(<gain>) " ~ upto ~ " as <gain>_upto")) -%}
    {%- do columns.extend(rankhouse.per_gain(plan, "summed_gains", "sum(<gain>) " ~ upto ~ " as <gain>_upto")) -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_ranked as ranked
{%- endmacro %}

{% macro running_rows(plan, unit) -%}
    {%- set kept = ["query_id", "item_rank", "hit"] -%}
    {%- if rankhouse.has_lists(plan) -%}
        {%- do kept.extend(["ideal_rank"] + rankhouse.counts_in_lists()) -%}
    {%- endif -%}
    {%- set not_kept = ["first_hit", "best_precision", "lower_above", "no_lower"] -%}
    {%- for column, need in rankhouse.needs_of_sums().items() if need in plan.needs and column not in not_kept -%}
        {%- do kept.append(column) -%}
    {%- endfor -%}
    {%- if "first_hit" in plan.needs and "hits_upto" not in kept -%} {%- do kept.append("hits_upto") -%} {%- endif -%}
    {%- set columns = rankhouse.select_of("summed", plan.by + kept) -%}
    {%- do columns.extend(rankhouse.per_gain(plan, "gains", "summed.<gain> as <gain>")) -%}
    {%- for column in rankhouse.grades_above() -%}
        {%- do columns.append(rankhouse.needed(plan, "lower_above", column)) -%}
    {%- endfor -%}
    {%- do columns.extend(rankhouse.per_gain(plan, "stops", "summed.un<gain> as un<gain>")) -%}
    {%- do columns.extend(rankhouse.per_gain(plan, "shares", "summed.<gain>_upto as <gain>_upto")) -%}
    {%- set reached -%}
        exp(
            sum({{ rankhouse.own_log_of_step("<gain>", "<wanted>") }}) over (
                partition by {{ rankhouse.inline(rankhouse.columns_of("summed", unit)) }}
                order by item_rank asc
                rows between unbounded preceding and current row
            )
        ) as reached_<gain>
    {%- endset -%}
    {%- do columns.extend(rankhouse.per_gain(plan, "insts", reached)) -%}
    {%- do columns.extend(rankhouse.per_gain(plan, "summed_gains", "summed.<gain>_upto as <gain>_upto")) -%}
    {%- set best_precision -%}
        max(case when hit > 0 then {{ rankhouse.ratio("hits_upto", "item_rank") }} end) over (
            partition by {{ rankhouse.inline(rankhouse.columns_of("summed", unit)) }}
            {{ rankhouse.rows_from_here("item_rank") }}
        ) as best_precision
    {%- endset -%}
    {%- do columns.append(rankhouse.needed(plan, "best_precision", best_precision)) -%}
    {%- do columns.extend(
        rankhouse.per_gain(
            plan,
            "summed_gains",
            "coalesce(ideal_sums.ideal_<gain>, ideal_totals.ideal_<gain>) as ideal_<gain>_upto",
        )
    ) -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_summed as summed
    {%- if plan.sums_gains %}
        left join
            rankhouse_ideal_sums as ideal_sums
            on {{ rankhouse.match("summed", "ideal_sums", unit) }}
            and summed.item_rank = ideal_sums.ideal_rank
        left join
            rankhouse_ideal_sums as ideal_totals
            on {{ rankhouse.match("summed", "ideal_totals", unit) }}
            and ideal_totals.ideal_rank = ideal_totals.ideal_length
    {%- endif %}
{%- endmacro %}

{# The ideal order with its gains summed down to each rank; beyond its length the last sum stays. #}
{% macro ideal_sums_step(plan) %}
    {%- set key = rankhouse.inline(plan.by + ["query_id"]) -%}
    {%- set upto = (
        "partition by " ~ key ~ " order by ideal_rank asc rows between unbounded preceding and current row"
    ) -%}
    {%- set columns = plan.by + [
        "query_id",
        "ideal_rank",
        "count(*) over (partition by " ~ key ~ ") as ideal_length",
    ] -%}
    {%- do columns.extend(
        rankhouse.per_gain(plan, "summed_gains", "sum(<gain>) over (" ~ upto ~ ") as ideal_<gain>")
    ) -%}
    {%- set sql -%}
        select
        {{ rankhouse.listed(columns) }}
        from rankhouse_ideal
    {%- endset -%}
    {{ return(rankhouse.step("ideal_sums", "an item of an ideal order, with gains summed down to it", sql)) }}
{% endmacro %}
