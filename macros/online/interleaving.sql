{#
Which of two systems do the clicks on interleaved lists prefer, and how sure is that? One row per group: the by columns,
wins_a, wins_b and ties (searches), preference, ci_low, ci_high, p_value and searches_needed. interleaving_searches says
who wins a search.

    preference = (wins_a - wins_b) / searches
above 0 where a is preferred. The interval is that of the t distribution, cut off at -1 and 1; NULL for one search, and
where all searches say the same. `cluster` names a column, such as the user: searches with the same value of it may
be related, and the interval is then that of a ratio of sums over clusters (with G clusters of s_c = wins - losses and
n_c searches the variance is G / (G - 1) * sum of (s_c - preference * n_c)^2 / searches^2, and G - 1 degrees of freedom). A
search without cluster is one of its own. `test`: sign, wins against losses, of clusters those that are won and lost; or t.

searches_needed: how many there must be in all, so that a t test finds this preference with the wanted power; NULL where
it is 0. A group in which no item of one team was shown has no preference; a log without one of them is refused.
#}
{% macro interleaving(
    log,
    method="team_draft",
    cluster=none,
    by=[],
    test="sign",
    confidence=0.95,
    power=0.8,
    team_a="a",
    team_b="b",
    credit="reciprocal_rank",
    length=none,
    columns={}
) -%}
    {%- do rankhouse.refuse_others("interleaving", kwargs) -%}
    {%- set arguments = {
        "method": method,
        "cluster": cluster,
        "test": test,
        "confidence": confidence,
        "power": power,
        "team_a": team_a,
        "team_b": team_b,
        "credit": credit,
        "length": length,
    } -%}
    {%- set plan = rankhouse.interleaving_plan("interleaving", log, by, columns, arguments) -%}
    {{ rankhouse.laid_out(rankhouse.interleaving_of(plan)) if execute }}
{%- endmacro %}

{% macro interleaving_of(plan) -%}
    {%- set counts = ["wins_a", "wins_b", "n_ties", "n_searches"] -%}
    {%- set steps = rankhouse.interleaved_search_steps(plan) -%}
    {%- if plan.cluster is not none -%}
        {%- do steps.append(
            rankhouse.step("clusters", "a cluster of searches", rankhouse.clusters_of_searches(plan))
        ) -%}
    {%- endif -%}
    {%- do steps.append(rankhouse.step("summed", "a group, summed up", rankhouse.summed_searches(plan))) -%}
    {%- do steps.append(
        rankhouse.step(
            "moments", "the same with its preference", rankhouse.moments_of_searches(plan, counts)
        )
    ) -%}
    {%- do steps.extend(rankhouse.power_steps(plan)) -%}
    {%- do steps.extend(
        rankhouse.paired_t_steps()
        if plan.test == "t"
        else rankhouse.paired_sign_steps(rankhouse.tested_columns({}))
    ) -%}
    {{ rankhouse.query_of(steps, "which system searches prefer", rankhouse.interleaving_answer(plan)) }}
{%- endmacro %}

{% macro clusters_of_searches(plan) -%}
    {%- set lone_search = "case when cluster_id is null then search_id end" -%}
    {%- set figures = {
        "n": "count(*)",
        "outcome": "sum(outcome)",
        "wins_a": "sum(case when outcome > 0 then 1 else 0 end)",
        "wins_b": "sum(case when outcome < 0 then 1 else 0 end)",
        "n_a": "sum(n_a)",
        "n_b": "sum(n_b)",
    } -%}
    select {{ rankhouse.listed(plan.by + rankhouse.named_expressions(figures)) }}
    from rankhouse_searches
    group by {{ rankhouse.inline(plan.by + ["cluster_id", lone_search]) }}
{%- endmacro %}

{# Of whole numbers, so that the sums are exact. wins and losses: of clusters, or of searches. #}
{% macro summed_searches(plan) -%}
    {%- set wins, losses = "case when outcome > 0 then 1 else 0 end", "case when outcome < 0 then 1 else 0 end" -%}
    {%- set is_clustered = plan.cluster is not none -%}
    {%- set n = "n" if is_clustered else "1" -%}
    {%- set outcome = rankhouse.double("outcome") -%}
    {%- set figures = {
        "n_queries": "count(*)",
        "n_searches": "sum(" ~ n ~ ")",
        "wins_a": "sum(" ~ ("wins_a" if is_clustered else wins) ~ ")",
        "wins_b": "sum(" ~ ("wins_b" if is_clustered else losses) ~ ")",
        "wins": "sum(" ~ wins ~ ")",
        "losses": "sum(" ~ losses ~ ")",
        "outcomes": "sum(" ~ outcome ~ ")",
        "squares": "sum(" ~ outcome ~ " * " ~ outcome ~ ")",
        "products": "sum(" ~ outcome ~ " * " ~ n ~ ")",
        "size_squares": "sum(" ~ rankhouse.double(n) ~ " * " ~ n ~ ")",
        "n_a": "sum(n_a)",
        "n_b": "sum(n_b)",
    } -%}
    select {{ rankhouse.listed(plan.by + rankhouse.named_expressions(figures)) }}
    from
        rankhouse_{{ "clusters" if is_clustered else "searches" }}
        {{ "group by " ~ rankhouse.inline(plan.by) if plan.by }}
    having count(*) > 0
{%- endmacro %}

{#
std_dev: the interval of n_queries clusters is that of as many values with this standard deviation. Equal outcomes
have none, even where rounding leaves some.
#}
{% macro moments_of_searches(plan, counts) -%}
    {%- set n, n_searches = rankhouse.double("n_queries"), rankhouse.double("n_searches") -%}
    {%- set kept = plan.by + ["number", "n_queries"] + counts -%}
    {%- set number = "row_number() over (order by " ~ rankhouse.inline(plan.by) ~ ")" if plan.by else "1" -%}
    {%- set spread = "squares - 2 * difference * products + difference * difference * size_squares" -%}
    {%- set has_both = "n_a > 0 and n_b > 0" -%}
    {%- set counted = {
        "number": number,
        "n_ties": "n_searches - wins_a - wins_b",
        "difference": "case when " ~ has_both ~ " then outcomes / " ~ n_searches ~ " end",
        "all_a": "sum(n_a) over ()",
        "all_b": "sum(n_b) over ()",
    } -%}
    select
        {{ rankhouse.listed(kept) }},
        case when n_queries > 1 then n_queries - 1 end as degrees,
        case when {{ has_both }} then wins end as wins,
        case when {{ has_both }} then losses end as losses,
        difference,
        case
            when n_queries < 2
            then null
            when spread <= 1e-12 * (squares + difference * difference * size_squares)
            then {{ rankhouse.double("0") }}
            else sqrt(spread / ({{ n }} - 1)) * {{ n }} / {{ n_searches }}
        end as std_dev
    from
        (
            select prefers.*, {{ spread }} as spread
            from
                (
                    select {{ rankhouse.listed(["summed.*"] + rankhouse.named_expressions(counted)) }}
                    from rankhouse_summed as summed
                ) as prefers
        ) as spreads
    where {{ rankhouse.unless_a_side_is_missing(plan) | join("\nand ") }}
{%- endmacro %}

{# Conditions that always hold: where no group has an item of one of the lists, the engine stops. #}
{% macro unless_a_side_is_missing(plan) %}
    {%- set checks = plan.checks | selectattr("refused", "equalto", "everywhere") | selectattr("figure") | list -%}
    {%- set conditions = [] -%}
    {%- for n in ["all_a", "all_b"] -%}
        {#- An engine would compute a constant message before it reads a row. -#}
        {%- set nothing = "case when " ~ n ~ " > 0 then 'some' else '' end" -%}
        {%- set message = rankhouse.message_of_row(checks[loop.index0], {}) ~ "\n|| " ~ nothing -%}
        {%- do conditions.append(rankhouse.unless(n ~ " = 0", "\n" ~ message ~ "\n")) -%}
    {%- endfor -%}
    {{ return(conditions) }}
{% endmacro %}

{# half is 0 where all searches agree, which does not mean certainty. #}
{% macro interleaving_answer(plan) -%}
    {%- set preference, half = "power.difference", "nullif(power.half, 0)" -%}
    {%- set low = rankhouse.low_end(preference ~ " - " ~ half, preference, "-1") -%}
    {%- set high = rankhouse.high_end(preference ~ " + " ~ half, preference, "1") -%}
    {%- set needed = rankhouse.double("power.queries_needed") ~ " * power.n_searches / power.n_queries" -%}
    {%- set columns = rankhouse.named_groups(plan, "power") -%}
    {%- for name, count in {"wins_a": "wins_a", "wins_b": "wins_b", "ties": "n_ties"}.items() -%}
        {%- do columns.append(rankhouse.bigint("power." ~ count) ~ " as " ~ name) -%}
    {%- endfor -%}
    select
        {{ rankhouse.listed(columns) }},
        {{ preference }} as preference,
        {{ low }} as ci_low,
        {{ high }} as ci_high,
        tested.p_value as p_value,
        {{ rankhouse.bigint("ceil(" ~ needed ~ ")") }} as searches_needed
    from rankhouse_power as power
    left join rankhouse_tested as tested on power.number = tested.number {{ rankhouse.group_joins(plan, "power") }}
{%- endmacro %}
