{#
What there is to know of preferences before they are believed: one row per group and check: the by columns, check, value, ci_low,
ci_high, n.
    first_shown_wins   the share of decided comparisons that the system shown first wins: 0.5 without a bias
    both_orders        the share of query, judge and two systems that were shown in both orders
    order_agreement    how often the verdict is the same in both orders
    ties               the share of comparisons without a winner
    judge_agreement    Krippendorff's alpha of judges over query and two systems; NULL where columns names no judge_id
    cycles             the share of three systems, each two decided, of which each is preferred to the next in a circle
    components         how many sets of systems there are that reach each other by wins; strengths are finite where it is 1
Intervals of shares are those of preference_pairs, over queries.
#}
{% macro preference_checks(preferences, by=[], columns={}) -%}
    {%- do rankhouse.refuse_others("preference_checks", kwargs) -%}
    {%- set plan = rankhouse.preference_plan("preference_checks", preferences, by, columns) -%}
    {{ rankhouse.laid_out(rankhouse.preference_checks_of(plan)) if execute }}
{%- endmacro %}

{% macro checks_of_preferences() %}
    {{ return("first_shown_wins both_orders order_agreement ties judge_agreement cycles components".split()) }}
{% endmacro %}

{% macro preference_checks_of(plan) -%}
    {%- set steps = rankhouse.preference_steps(plan) -%}
    {%- do steps.extend(
        [
            rankhouse.step("asked", "a check", rankhouse.asked_checks(plan), rankhouse.stored()),
            rankhouse.step(
                "sided", "a comparison, by the places of its systems", rankhouse.sided_verdicts(plan)
            ),
            rankhouse.step(
                "judged",
                "what a judge says of two systems",
                rankhouse.judged_pairs(plan),
                rankhouse.stored(),
            ),
        ]
    ) -%}
    {%- set units = rankhouse.step("units", "a check of a query", rankhouse.checked_units(plan)) -%}
    {%- do steps.extend(rankhouse.share_steps(units, "a check, summed up")) -%}
    {%- do steps.extend(
        [
            rankhouse.step(
                "answers", "a query and two systems, by verdict", rankhouse.answers_of_judges(plan)
            ),
            rankhouse.step("beats", "two systems of which most prefer one", rankhouse.majorities(plan)),
        ]
    ) -%}
    {%- do steps.extend(rankhouse.reached_by_wins_steps(plan)) -%}
    {%- do steps.append(rankhouse.step("figures", "a check without an interval", rankhouse.figures_of_checks(plan))) -%}
    {%- do steps.extend(rankhouse.value_group_steps(plan)) -%}
    {%- set answer = rankhouse.preference_checks_answer(plan) -%}
    {{ rankhouse.query_of(steps, "a check", answer) }}
{%- endmacro %}

{% macro asked_checks(plan) -%}
    {%- set names, order = [], plan.by + ["check_number"] -%}
    {%- for name in rankhouse.checks_of_preferences() -%}
        {%- do names.append(
            "select " ~ loop.index ~ " as check_number, " ~ rankhouse.literal(name) ~ " as check_name"
        ) -%}
    {%- endfor -%}
    {%- set group = rankhouse.inline(plan.by) ~ (", " if plan.by else "") -%}
    select {{ group }} check_number, check_name, row_number() over (order by {{ rankhouse.inline(order) }}) as number
    from (select distinct {{ rankhouse.inline(plan.by) if plan.by else "1 as one" }} from rankhouse_systems) as known
    cross join ({{ names | join("\nunion all\n") }}) as checks
{%- endmacro %}

{# `forward`: the first place is shown first; lean: above 0 for the first place. #}
{% macro sided_verdicts(plan) -%}
    {%- set kept = plan.by + ["query_id", "unit", "score", "is_tie"] + (["judge_id"] if plan.has_judges else []) -%}
    select
        {{ rankhouse.listed(rankhouse.select_of("found", kept)) }},
        least(duels.first_place, duels.second_place) as one,
        greatest(duels.first_place, duels.second_place) as other,
        case when duels.first_place < duels.second_place then 1 else 0 end as forward,
        case when duels.first_place < duels.second_place then 2 * found.score - 1 else 1 - 2 * found.score end as lean
    from rankhouse_values as found
    join
        rankhouse_duels as duels
        on {{ rankhouse.match_as_one("found", "duels", plan.by + ["first_system", "second_system"]) }}
{%- endmacro %}

{% macro judged_pairs(plan) -%}
    {%- set key = plan.by + ["query_id", "unit"] + (["judge_id"] if plan.has_judges else []) + ["one", "other"] -%}
    {%- set figures = {
        "n_forward": "sum(forward)",
        "n_backward": "sum(1 - forward)",
        "lean_forward": "sign(sum(forward * lean))",
        "lean_backward": "sign(sum((1 - forward) * lean))",
        "lean": "sign(sum(lean))",
    } -%}
    select {{ rankhouse.listed(key + rankhouse.named_expressions(figures)) }}
    from rankhouse_sided
    group by {{ rankhouse.inline(key) }}
{%- endmacro %}

{# outcome: hits less what is no hit, as of pairs. #}
{% macro checked_units(plan) -%}
    {%- set group = rankhouse.inline(plan.by) ~ (", " if plan.by else "") -%}
    {%- set both = "n_forward > 0 and n_backward > 0" -%}
    {%- set checks = {
        1: ["rankhouse_values", "is_tie = 0", "score > 0.6"],
        2: ["rankhouse_judged", "1 = 1", both],
        3: ["rankhouse_judged", both, "lean_forward = lean_backward"],
        4: ["rankhouse_values", "1 = 1", "is_tie = 1"],
    } -%}
    {%- set parts = [] -%}
    {%- for number, told in checks.items() -%}
        {%- set part -%}
            select
                {{ group }}
                {{ number }} as check_number,
                unit,
                case when {{ told[2] }} then 1 else -1 end as outcome
            from {{ told[0] }}
            where {{ told[1] }}
        {%- endset -%}
        {%- do parts.append(part) -%}
    {%- endfor -%}
    select
        asked.number as number,
        found.unit as unit,
        {{ rankhouse.double("count(*)") }} as n,
        {{ rankhouse.double("sum(found.outcome)") }} as outcome,
        1 as n_queries,
        0 as wins,
        0 as ties,
        0 as losses
    from ({{ parts | join("\nunion all\n") }}) as found
    join rankhouse_asked as asked on {{ rankhouse.match_as_one("found", "asked", plan.by + ["check_number"]) }}
    group by asked.number, found.unit
{%- endmacro %}

{# One verdict of each judge. #}
{% macro answers_of_judges(plan) -%}
    {%- set key = plan.by + ["query_id", "one", "other"] -%}
    {%- set figures = {
        "n": rankhouse.double("count(*)"),
        "n_one": rankhouse.double("sum(case when lean > 0 then 1 else 0 end)"),
        "n_other": rankhouse.double("sum(case when lean < 0 then 1 else 0 end)"),
        "n_tied": rankhouse.double("sum(case when lean = 0 then 1 else 0 end)"),
    } -%}
    select {{ rankhouse.listed(key + rankhouse.named_expressions(figures)) }}
    from rankhouse_judged {{ "where judge_id is not null" if plan.has_judges else "where 1 = 0" }}
    group by {{ rankhouse.inline(key) }}
    having count(*) > 1
{%- endmacro %}

{# `sense`: 1 where the first place beats the second, -1 otherwise. #}
{% macro majorities(plan) -%}
    {%- set key = plan.by + ["one", "other"] -%}
    select {{ rankhouse.listed(key + ["sign(sum(lean)) as sense"]) }}
    from rankhouse_sided
    group by {{ rankhouse.inline(key) }}
    having sign(sum(lean)) <> 0
{%- endmacro %}

{# rankhouse_reaches: a system and one that wins lead to, over others too. #}
{% macro reached_by_wins_steps(plan) %}
    {{ return(adapter.dispatch("reached_by_wins_steps", "rankhouse")(plan)) }}
{% endmacro %}

{# Warshall's closure, a step for each system that a way may lead over. #}
{% macro default__reached_by_wins_steps(plan) %}
    {%- set kept, most = plan.by + ["one", "other"], rankhouse.most_systems_elsewhere() -%}
    {%- set there = "max(case when other = <number> then reaches else 0 end) " ~ rankhouse.over_place(plan, "one") -%}
    {%- set on = "max(case when one = <number> then reaches else 0 end) " ~ rankhouse.over_place(plan, "other") -%}
    {%- set reached = ["greatest(reaches, " ~ there ~ "\n* " ~ on ~ ") as reaches"] -%}
    {%- set closed -%}
        select {{ rankhouse.inline(kept) }}, {{ rankhouse.listed(reached + rankhouse.counted()) }}
        from {{ "<before>" }} as last
    {%- endset -%}
    {%- set won = "(select grid.*, case when won > 0 then 1 else 0 end as reaches from rankhouse_grid as grid)" -%}
    {%- set steps = [
        rankhouse.step(
            "opponents", "a system and one that it met", rankhouse.opponents(dict(plan, prior="0"))
        ),
        rankhouse.step("grid", "two systems, and each with itself", rankhouse.grid_of_systems(plan)),
    ] -%}
    {%- do steps.extend(
        rankhouse.repeated_steps(
            "closed", "whether wins lead over one more", most, won, kept + ["reaches"], closed
        )
    ) -%}
    {%- set reaches -%}
        select {{ rankhouse.inline(kept) }}
        from {{ rankhouse.repeated_relation("closed", most) }} as closed
        where reaches <> 0
    {%- endset -%}
    {%- do steps.append(
        rankhouse.step("reaches", "a system and one that wins lead to", reaches, rankhouse.stored())
    ) -%}
    {{ return(steps) }}
{% endmacro %}

{% macro duckdb__reached_by_wins_steps(plan) %}
    {%- set sql = rankhouse.reached_by_wins(plan) -%}
    {{ return([rankhouse.recursive_step("reaches", "a system and one that wins lead to", sql)]) }}
{% endmacro %}

{# A tie leads both ways. #}
{% macro reached_by_wins(plan) -%}
    {%- set group = rankhouse.inline(plan.by) ~ (", " if plan.by else "") -%}
    {%- set wins -%}
        select {{ group }} first_place as one, second_place as other from rankhouse_duels where n_wins + n_ties > 0
        union
        select {{ group }} second_place as one, first_place as other
        from rankhouse_duels
        where n_losses + n_ties > 0
    {%- endset -%}
    select {{ group }} one, other
    from ({{ wins }}) as wins
    union
    select
        {{ rankhouse.listed(rankhouse.select_of("reached", plan.by) + ["reached.one as one", "wins.other as other"]) }}
    from rankhouse_reaches as reached
    join ({{ wins }}) as wins on {{ rankhouse.match("reached", "wins", plan.by) }} and reached.other = wins.one
{%- endmacro %}

{#
Krippendorff's alpha of the three verdicts, 1 - (n - 1) * sum over units of (pairs that differ / (judges - 1)) / all pairs that
differ; and the components, each counted at its lowest place: any other is reached by a lower one, and reaches it.
#}
{% macro figures_of_checks(plan) -%}
    {%- set group = rankhouse.inline(plan.by) ~ (", " if plan.by else "") -%}
    {%- set grouped = "group by " ~ rankhouse.inline(plan.by) if plan.by else "" -%}
    {%- set squares = "n_one * n_one + n_other * n_other + n_tied * n_tied" -%}
    {%- set all = "\n(sum(n) * sum(n) - sum(n_one) * sum(n_one)\n- sum(n_other) * sum(n_other) - sum(n_tied) * sum(n_tied))" -%}
    {%- set is_circle = "early.sense = late.sense and early.sense <> outer_two.sense" -%}
    select
        {{ group }} 5 as check_number,
        case
            when sum(n) > 0 then 1 - (sum(n) - 1) * sum((n * n - ({{ squares }})) / (n - 1)) / nullif({{ all }}, 0)
        end as value,
        count(*) as n
    from rankhouse_answers {{ grouped }}
    union all
    select
        {{ rankhouse.listed(rankhouse.select_of("early", plan.by)) ~ "," if plan.by }}
        6 as check_number,
        {{ rankhouse.ratio("sum(case when " ~ is_circle ~ " then 1 else 0 end)", "count(*)") }} as value,
        count(*) as n
    from rankhouse_beats as early
    join
        rankhouse_beats as late on {{ rankhouse.match_as_one("early", "late", plan.by + ["other"], plan.by + ["one"]) }}
    join
        rankhouse_beats as outer_two
        on {{ rankhouse.match("early", "outer_two", plan.by) }}
        and early.one = outer_two.one
        and late.other = outer_two.other
        {{ "group by " ~ rankhouse.inline(rankhouse.columns_of("early", plan.by)) if plan.by }}
    union all
    select {{ group }} 7 as check_number, {{ rankhouse.double("sum(is_lowest)") }} as value, count(*) as n
    from
        (
            select {{ group }} place, min(is_lowest) as is_lowest
            from
                (
                    select {{ group }} place, 1 as is_lowest
                    from rankhouse_systems
                    union all
                    select {{ group }} greatest(one, other) as place, 0 as is_lowest
                    from rankhouse_reaches
                    where one <> other
                    group by {{ group }} least(one, other), greatest(one, other)
                    having count(*) > 1
                ) as reached
            group by {{ group }} place
        ) as placed {{ grouped }}
{%- endmacro %}

{% macro preference_checks_answer(plan) -%}
    {%- set columns = rankhouse.named_groups(plan, "asked") -%}
    {%- do columns.append("asked.check_name as " ~ rankhouse.quoted("check")) -%}
    {%- do columns.append("coalesce(measured.win_rate, figures.value) as value") -%}
    {%- do columns.extend(rankhouse.ends_of_share("measured")) -%}
    {%- do columns.append(rankhouse.bigint("coalesce(measured.n_checked, figures.n, 0)") ~ " as n") -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_asked as asked
    left join {{ rankhouse.effective_shares() }} as measured on asked.number = measured.number
    left join
        rankhouse_figures as figures on {{ rankhouse.match_as_one("asked", "figures", plan.by + ["check_number"]) }}
        {{ rankhouse.group_joins(plan, "asked") }}
{%- endmacro %}
