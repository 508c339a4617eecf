{#
Whether team drafts were dealt fairly, one row per group: the by columns, n_searches, n_without_clicks, then how often
each team was first (first_a, first_b) and had more items (more_a, more_b) with the p-values of the sign test, which
are near 0 where the dealing was not by chance; all items (items_a, items_b); and what does not count: n_neither (items of
neither team), n_left_out (rows without search, item or position) and n_repeated (rows of an item or a position that the
search has already).
#}
{% macro interleaving_checks(log, by=[], team_a="a", team_b="b", columns={}) -%}
    {%- do rankhouse.refuse_others("interleaving_checks", kwargs) -%}
    {%- set arguments = {"team_a": team_a, "team_b": team_b} -%}
    {%- set plan = rankhouse.interleaving_plan("interleaving_checks", log, by, columns, arguments) -%}
    {%- do plan.update({"method": "team_draft"}) -%}
    {{ rankhouse.laid_out(rankhouse.interleaving_checks_of(plan)) if execute }}
{%- endmacro %}

{% macro interleaving_checks_of(plan) -%}
    {%- set search = plan.by + ["search_id"] -%}
    {%- set steps = [
        rankhouse.step("logged", "a group with its rows", rankhouse.rows_of_groups(plan)),
        rankhouse.step("values", "an item that a search showed", rankhouse.interleaved_items(plan)),
        rankhouse.step("items", "the same once a search", rankhouse.items_of_searches(plan, search)),
    ] -%}
    {%- do steps.extend(rankhouse.deal_steps(plan) + rankhouse.value_group_steps(plan)) -%}
    {{ rankhouse.query_of(steps, "how searches were dealt", rankhouse.interleaving_checks_answer(plan)) }}
{%- endmacro %}

{# From rankhouse_items of team drafts to rankhouse_summed, a group with what was dealt, and rankhouse_drawn_signs, its two tests. #}
{% macro deal_steps(plan) %}
    {%- set search = plan.by + ["search_id"] -%}
    {{
        return(
            [
                rankhouse.step("dealt", "a search with what each team was dealt", rankhouse.dealt_searches(search)),
                rankhouse.step("summed", "a group, summed up", rankhouse.summed_deals(plan)),
                rankhouse.step("drawn", "what chance decides in a group", rankhouse.drawn_in_deals()),
            ]
            + rankhouse.sign_test_steps("drawn")
        )
    }}
{% endmacro %}

{% macro rows_of_groups(plan) -%}
    {%- set keys = rankhouse.keys_of_side(plan, "run", "log") -%}
    select {{ rankhouse.listed(plan.by + ["count(*) as n_rows"]) }}
    from
        (select {{ rankhouse.listed(keys + ["1 as one"]) }} from {{ rankhouse.as_source(plan.log, "log") }}) as logged
        {{ "group by " ~ rankhouse.inline(plan.by) if plan.by }}
{%- endmacro %}

{% macro dealt_searches(search) -%}
    {%- set figures = {
        "clicks": "sum(is_clicked)",
        "n_items": "count(*)",
        "n_places": "count(distinct position)",
        "n_a": "sum(in_a)",
        "n_b": "sum(in_b)",
        "first_a": "max(case when place = 1 then in_a else 0 end)",
        "first_b": "max(case when place = 1 then in_b else 0 end)",
    } -%}
    select {{ rankhouse.listed(search + rankhouse.named_expressions(figures)) }}
    from
        (
            select
                items.*,
                row_number() over (partition by {{ rankhouse.inline(search) }} order by position, item_id) as place
            from rankhouse_items as items
        ) as placed
    group by {{ rankhouse.inline(search) }}
{%- endmacro %}

{% macro summed_deals(plan) -%}
    {%- set number = "row_number() over (order by " ~ rankhouse.inline(plan.by) ~ ")" if plan.by else "1" -%}
    {%- set figures = {
        "n_searches": "count(*)",
        "n_without_clicks": "sum(case when clicks = 0 then 1 else 0 end)",
        "first_a": "sum(first_a)",
        "first_b": "sum(first_b)",
        "more_a": "sum(case when n_a > n_b then 1 else 0 end)",
        "more_b": "sum(case when n_b > n_a then 1 else 0 end)",
        "items_a": "sum(n_a)",
        "items_b": "sum(n_b)",
        "n_items": "sum(n_items)",
        "n_places": "sum(n_places)",
        "number": number,
    } -%}
    select {{ rankhouse.listed(plan.by + rankhouse.named_expressions(figures)) }}
    from rankhouse_dealt {{ "group by " ~ rankhouse.inline(plan.by) if plan.by }}
    having count(*) > 0
{%- endmacro %}

{# The tests of a group of rankhouse_summed, `first_test` and `more_test`. #}
{% macro joined_deal_tests() -%}
    left join rankhouse_drawn_signs as first_test on 2 * summed.number = first_test.number
    left join rankhouse_drawn_signs as more_test on 2 * summed.number + 1 = more_test.number
{%- endmacro %}

{# The two tests of a group, numbered. #}
{% macro drawn_in_deals() -%}
    select 2 * number as number, first_a as wins, first_b as losses
    from rankhouse_summed
    union all
    select 2 * number + 1 as number, more_a as wins, more_b as losses
    from rankhouse_summed
{%- endmacro %}

{% macro interleaving_checks_answer(plan) -%}
    {%- set columns = rankhouse.named_groups(plan, "summed") -%}
    {%- set figures = {"n_searches": "summed.n_searches", "n_without_clicks": "summed.n_without_clicks"} -%}
    {%- do figures.update({"first_a": "summed.first_a", "first_b": "summed.first_b", "first_p_value": none}) -%}
    {%- do figures.update({"more_a": "summed.more_a", "more_b": "summed.more_b", "more_p_value": none}) -%}
    {%- do figures.update({"items_a": "summed.items_a", "items_b": "summed.items_b"}) -%}
    {%- do figures.update({"n_neither": "shown.n_neither"}) -%}
    {%- do figures.update({"n_left_out": "logged.n_rows - shown.n_shown"}) -%}
    {%- do figures.update({"n_repeated": "shown.n_shown - summed.n_places"}) -%}
    {%- for name, figure in figures.items() -%}
        {%- do columns.append(
            (
                rankhouse.bigint(figure)
                if figure is not none
                else name | replace("_p_value", "") ~ "_test.p_value"
            )
            ~ " as "
            ~ name
        ) -%}
    {%- endfor -%}
    {%- set shown = ["count(*) as n_shown", "sum(1 - in_a - in_b) as n_neither"] -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_summed as summed
    join rankhouse_logged as logged on {{ rankhouse.match("summed", "logged", plan.by) }}
    join
        (
            select {{ rankhouse.listed(plan.by + shown) }}
            from rankhouse_values {{ "group by " ~ rankhouse.inline(plan.by) if plan.by }}
        ) as shown
        on {{ rankhouse.match("summed", "shown", plan.by) }}
        {{ rankhouse.joined_deal_tests() }} {{ rankhouse.group_joins(plan, "summed") }}
{%- endmacro %}
