{#
What each search of an interleaved log says, one row per group and search: the by columns, search_id, clicks, credit_a,
credit_b, winner (a, b or tie) and preference (1, -1 or 0). `method`, how the two lists were interleaved, and what a click
is worth:
    team_draft   a click counts for the team of its item (Radlinski, Kurup and Joachims 2008)
    balanced     with k the best rank that the lowest click has in either list: the clicks on the first k of each list
                 (Joachims 2003)
    optimised    a click counts for each list by the item's rank there (Radlinski and Craswell 2013): 1 / rank, or -rank
                 with `credit`; an item that a list does not have is ranked behind its end, at `length` + 1. Without
                 `length` a list is as long as what was shown, or as its deepest rank
`team_a` and `team_b` are the names of the two in the column team, in upper or lower case. What is of neither
(NULL) has no credit; another name is refused. A row without search, item or position was not shown and does not count; an
item counts once a search. A search without clicks is a tie.
#}
{% macro interleaving_searches(
    log,
    method="team_draft",
    by=[],
    team_a="a",
    team_b="b",
    credit="reciprocal_rank",
    length=none,
    columns={}
) -%}
    {%- do rankhouse.refuse_others("interleaving_searches", kwargs) -%}
    {%- set arguments = {
        "method": method,
        "team_a": team_a,
        "team_b": team_b,
        "credit": credit,
        "length": length,
    } -%}
    {%- set plan = rankhouse.interleaving_plan("interleaving_searches", log, by, columns, arguments) -%}
    {%- set steps = rankhouse.interleaved_search_steps(plan) -%}
    {{ rankhouse.laid_out(rankhouse.query_of(steps, "a search", rankhouse.interleaving_searches_answer(plan))) if execute }}
{%- endmacro %}

{# What a macro over an interleaved log needs to know, the arguments checked. #}
{% macro interleaving_plan(macro, log, by, columns, arguments) %}
    {%- do rankhouse.check_groups(macro, {"by": by}) -%}
    {%- set read = ["search_id", "query_id", "item_id", "position", "team", "rank_a", "rank_b", "clicked"] -%}
    {%- do rankhouse.known_columns(columns, read, ["log"]) -%}
    {%- set plan = rankhouse.read_arguments(macro, dict(arguments, log=log)) -%}
    {%- if plan.team_a | lower == plan.team_b | lower -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_one_team(plan.team_a, plan.team_b)) }}
    {%- endif -%}
    {%- do plan.update(rankhouse.groups_of(by)) -%}
    {%- do plan.update({"columns": columns, "cluster": arguments.get("cluster")}) -%}
    {%- do plan.update({"is_summed": macro in ["interleaving", "interleaving_decision"]}) -%}
    {%- set shown = ["team"] if arguments.get("method", "team_draft") == "team_draft" else ["rank_a", "rank_b"] -%}
    {%- set read = ["search_id", "item_id", "position", "clicked"] + shown -%}
    {%- set read = read + ([] if plan.cluster is none else ["cluster"]) -%}
    {%- set named = dict(plan, columns=dict(columns, cluster=plan.cluster)) -%}
    {%- do plan.update(
        rankhouse.require_columns(
            named, {"log": read}, ["position", "rank_a", "rank_b", "clicked"], [], ["cluster"]
        )
    ) -%}
    {#- What interleaving_checks counts it does not refuse. -#}
    {%- do plan.update({"checks": rankhouse.interleaved_checks(plan) if "method" in plan else []}) -%}
    {{ return(plan) }}
{% endmacro %}

{# From the log to rankhouse_searches: a search with its credits; n_a and n_b, the items of each list that it showed. #}
{% macro interleaved_search_steps(plan) %}
    {%- set search = plan.by + ["search_id"] -%}
    {%- set steps = [
        rankhouse.step("values", "an item that a search showed", rankhouse.interleaved_items(plan)),
        rankhouse.step("items", "the same once a search", rankhouse.items_of_searches(plan, search)),
    ] -%}
    {%- if plan.method == "balanced" -%}
        {%- do steps.append(
            rankhouse.step(
                "reached", "the same with the ranks that count", rankhouse.reached_by_clicks(search)
            )
        ) -%}
    {%- elif plan.method == "optimised" -%}
        {%- do steps.append(
            rankhouse.step(
                "reached", "the same with the length of the lists", rankhouse.reached_by_lists(plan, search)
            )
        ) -%}
    {%- endif -%}
    {%- do steps.append(
        rankhouse.step("credits", "a search with its credits", rankhouse.credits_of_searches(plan, search))
    ) -%}
    {%- do steps.append(rankhouse.step("searches", "the same with who won", rankhouse.won_searches(plan, search))) -%}
    {%- do steps.extend(rankhouse.value_group_steps(plan)) -%}
    {{ return(steps) }}
{% endmacro %}

{# in_a, in_b: whether it is of the team; otherwise its ranks. #}
{% macro interleaved_items(plan) -%}
    {%- set columns = rankhouse.keys_of_side(plan, "run", "log") -%}
    {%- do columns.extend(rankhouse.columns_read(plan, "log", ["search_id", "item_id"])) -%}
    {%- set position = rankhouse.double(rankhouse.renamed("log", "position", plan.columns)) -%}
    {%- set clicked = rankhouse.label_number(rankhouse.renamed("log", "clicked", plan.columns)) -%}
    {%- do columns.append(position ~ " as position") -%}
    {#- NaN is above 0 on many engines. -#}
    {%- set is_click = clicked ~ " > 0 and " ~ rankhouse.is_number(clicked) -%}
    {%- do columns.append("case when " ~ is_click ~ " then 1 else 0 end as is_clicked") -%}
    {%- if plan.method == "team_draft" -%}
        {%- set team = "lower(" ~ rankhouse.text(rankhouse.renamed("log", "team", plan.columns)) ~ ")" -%}
        {%- for side, name in {"in_a": plan.team_a, "in_b": plan.team_b}.items() -%}
            {%- set is_of_team = team ~ " = " ~ rankhouse.literal(name | lower) -%}
            {%- do columns.append("case when " ~ is_of_team ~ " then 1 else 0 end as " ~ side) -%}
        {%- endfor -%}
    {%- else -%}
        {%- for side in ["rank_a", "rank_b"] -%}
            {%- do columns.append(rankhouse.rank_number(plan, "log", side) ~ " as " ~ side) -%}
        {%- endfor -%}
    {%- endif -%}
    {%- if plan.cluster is not none -%}
        {%- do columns.append(rankhouse.cluster_name(plan, "log") ~ " as cluster_name") -%}
    {%- endif -%}
    select {{ rankhouse.listed(columns) }}
    from {{ rankhouse.as_source(plan.log, "log") }}
    where
        {{ rankhouse.renamed("log", "search_id", plan.columns) }} is not null
        and {{ rankhouse.renamed("log", "item_id", plan.columns) }} is not null
        and {{
            ([rankhouse.finite(position) ~ " is not null"] + rankhouse.unless_refused(plan.checks, "log")) | join(
                "\nand "
            )
        }}
{%- endmacro %}

{% macro items_of_searches(plan, search) -%}
    {%- set figures = {"position": "min(position)", "is_clicked": "max(is_clicked)"} -%}
    {%- if plan.method == "team_draft" -%} {%- do figures.update({"in_a": "max(in_a)", "in_b": "max(in_b)"}) -%}
    {%- else -%} {%- do figures.update({"rank_a": "min(rank_a)", "rank_b": "min(rank_b)"}) -%}
    {%- endif -%}
    {%- if plan.cluster is not none -%}
        {%- do figures.update({"lowest_cluster": "min(cluster_name)", "highest_cluster": "max(cluster_name)"}) -%}
    {%- endif -%}
    select {{ rankhouse.listed(search + ["item_id"] + rankhouse.named_expressions(figures)) }}
    from rankhouse_values
    group by {{ rankhouse.inline(search + ["item_id"]) }}
{%- endmacro %}

{# reach: the better of the lowest click's two ranks; of several clicks in one place the worst such rank. #}
{% macro reached_by_clicks(search) -%}
    {%- set of_search = "over (partition by " ~ rankhouse.inline(search) ~ ")" -%}
    select
        placed.*, max(case when is_clicked = 1 and position = lowest_click then best_rank end) {{ of_search }} as reach
    from
        (
            select
                ranked.*,
                max(case when is_clicked = 1 and best_rank is not null then position end)
                {{ of_search }} as lowest_click
            from
                (
                    select items.*, case when rank_b < rank_a then rank_b else coalesce(rank_a, rank_b) end as best_rank
                    from rankhouse_items as items
                ) as ranked
        ) as placed
{%- endmacro %}

{# reach: the length of either list. #}
{% macro reached_by_lists(plan, search) -%}
    {%- set of_search = "over (partition by " ~ rankhouse.inline(search) ~ ")" -%}
    {%- set zero = rankhouse.double("0") -%}
    {%- set lengths = [rankhouse.double("count(*) " ~ of_search)] -%}
    {%- for rank in ["rank_a", "rank_b"] -%}
        {%- do lengths.append("coalesce(max(" ~ rank ~ ") " ~ of_search ~ ", " ~ zero ~ ")") -%}
    {%- endfor -%}
    {%- set reach = "greatest(\n" ~ lengths | join(",\n") ~ "\n)" -%}
    {%- if plan.length is not none -%} {%- set reach = rankhouse.double(plan.length) -%} {%- endif -%}
    select items.*, {{ reach }} as reach
    from rankhouse_items as items
{%- endmacro %}

{% macro credits_of_searches(plan, search) -%}
    {%- set figures = {"clicks": "sum(is_clicked)"} -%}
    {%- if plan.cluster is not none -%} {%- do figures.update({"cluster_id": "min(lowest_cluster)"}) -%} {%- endif -%}
    {%- for side in ["a", "b"] -%}
        {%- set rank = "rank_" ~ side -%}
        {%- set counts = "is_clicked = 1" ~ (" and " ~ rank ~ " <= reach" if plan.method == "balanced" else "") -%}
        {%- set worth = "1" -%}
        {%- if plan.method == "team_draft" -%} {%- set counts = counts ~ " and in_" ~ side ~ " = 1" -%}
        {%- elif plan.method == "optimised" -%}
            {%- set place = "coalesce(" ~ rank ~ ", reach + 1)" -%}
            {%- set worth = "1 / " ~ place if plan.credit == "reciprocal_rank" else "-" ~ place -%}
        {%- endif -%}
        {%- set credit = "case when " ~ counts ~ " then " ~ worth ~ " else 0 end" -%}
        {%- if plan.method == "optimised" -%} {%- set credit = rankhouse.sum_of(credit) -%}
        {%- else -%} {%- set credit = rankhouse.double("sum(" ~ credit ~ ")") -%}
        {%- endif -%}
        {%- set shown = "sum(in_" ~ side ~ ")" if plan.method == "team_draft" else "count(" ~ rank ~ ")" -%}
        {%- do figures.update({"credit_" ~ side: credit, "n_" ~ side: shown}) -%}
    {%- endfor -%}
    select {{ rankhouse.listed(search + rankhouse.named_expressions(figures)) }}
    from rankhouse_{{ "items" if plan.method == "team_draft" else "reached" }}
    group by {{ rankhouse.inline(search) }}
    {% if plan.cluster is not none %}
        having
            {{
                rankhouse.unless_in_several_clusters(
                    plan, "log", "search_id", "min(lowest_cluster)", "max(highest_cluster)"
                )
            }}
    {% endif %}
{%- endmacro %}

{# Equal sums of fractions may differ by rounding. #}
{% macro won_searches(plan, search) -%}
    {%- set kept = search + ["clicks", "credit_a", "credit_b", "n_a", "n_b"] -%}
    {%- set kept = kept + (["cluster_id"] if plan.cluster is not none else []) -%}
    select
        {{ rankhouse.listed(kept) }},
        case
            when abs(credit_a - credit_b) <= 1e-12 * (abs(credit_a) + abs(credit_b))
            then 0
            when credit_a > credit_b
            then 1
            else -1
        end as outcome
    from rankhouse_credits
{%- endmacro %}

{% macro interleaving_searches_answer(plan) -%}
    {%- set columns = rankhouse.named_groups(plan, "searches") -%}
    {%- do columns.append("searches.search_id as search_id") -%}
    {%- do columns.append(rankhouse.bigint("searches.clicks") ~ " as clicks") -%}
    {%- do columns.extend(rankhouse.select_of("searches", ["credit_a", "credit_b"])) -%}
    select
        {{ rankhouse.listed(columns) }},
        case searches.outcome when 1 then 'a' when -1 then 'b' else 'tie' end as winner,
        {{ rankhouse.bigint("searches.outcome") }} as preference
    from rankhouse_searches as searches {{ rankhouse.group_joins(plan, "searches") }}
{%- endmacro %}

{% macro says_one_team(team_a, team_b) %}
    {{ return("team_a and team_b must differ in more than case, got '" ~ team_a ~ "' and '" ~ team_b ~ "'") }}
{% endmacro %}
