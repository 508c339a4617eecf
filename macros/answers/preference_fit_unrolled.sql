{#
Elsewhere than on DuckDB repeated steps over rows of two systems, with the powers of both, since each step then reads the one before it
once: 30 of Newman, an elimination that inverts the information, a pivot a step, and four of Newton with this inverse. For at
most 24 systems in a group, and without an order effect or a model of ties. Strengths are NULL where these steps do not suffice.
#}
{% macro default__maximised_strengths_steps(plan) %}
    {%- if plan.order_effect or plan.method == "davidson" -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_on_duckdb()) }}
    {%- endif -%}
    {%- set most = rankhouse.most_systems_elsewhere() -%}
    {%- set kept = plan.by + ["one", "other", "size", "won", "lost"] -%}
    {%- set powers = ["power_one", "power_other", "above_one", "above_other", "below_one", "below_other"] -%}
    {%- set newman = rankhouse.newman_step(plan, kept) -%}
    {%- set informed = kept + ["connected", "strength_one", "strength_other", "held"] -%}
    {%- set pivot = rankhouse.pivot_step(plan, informed[:-1]) -%}
    {%- set inverted = kept + ["connected", "held", "strength_one", "strength_other"] -%}
    {%- set newton = rankhouse.newton_step(plan, inverted[:-2]) -%}
    {%- set turned, ended = rankhouse.repeated_relation("turned", most), rankhouse.repeated_relation("newton", 4) -%}
    {%- set steps = [rankhouse.step("grid", "two systems, and each with itself", rankhouse.grid_of_systems(plan))] -%}
    {%- do steps.extend(
        rankhouse.repeated_steps(
            "newman", "after one more of Newman's steps", 30, "rankhouse_grid", kept + powers, newman
        )
    ) -%}
    {%- set information = rankhouse.information_of_grid(plan, kept) -%}
    {%- do steps.append(rankhouse.step("informed", "the same, with the information", information)) -%}
    {%- do steps.extend(
        rankhouse.repeated_steps(
            "turned", "after one more pivot", most, "rankhouse_informed", informed, pivot
        )
    ) -%}
    {%- do steps.extend(
        rankhouse.repeated_steps(
            "newton", "after one more of Newton's steps", 4, turned, inverted, newton, rankhouse.stored()
        )
    ) -%}
    {%- set maximised = rankhouse.centred_strengths(plan, ended) -%}
    {%- set inverse = "select " ~ rankhouse.inline(plan.by + ["one", "other", "held as value"]) ~ " from " ~ ended -%}
    {%- set obstacles = rankhouse.obstacles_of_grid(plan, ended) -%}
    {%- do steps.extend(
        [
            rankhouse.step("maximised", "a system", maximised),
            rankhouse.step("inverse", "two of them", inverse ~ " as ended"),
            rankhouse.step("obstacles", "a group, and why it has no strengths", obstacles),
        ]
    ) -%}
    {{ return(steps) }}
{% endmacro %}

{# Spark's analyzer ends at a hundred steps, and with a higher limit takes minutes before it fails. #}
{% macro spark__maximised_strengths_steps(plan) %}
    {{ exceptions.raise_compiler_error(rankhouse.says_not_on_spark()) }}
{% endmacro %}

{% macro says_not_on_spark() %}
    {{
        return(
            "strengths of systems cannot be computed on Spark and Databricks, whose analyzer limits the steps of a"
            ~ " query: rate a copy of the preferences in DuckDB; preference_checks and preferences_of work here"
        )
    }}
{% endmacro %}

{% macro most_systems_elsewhere() %} {{ return(24) }}{% endmacro %}

{% macro says_on_duckdb() %}
    {{
        return(
            "order_effect and method='davidson' are only supported on DuckDB: use method='bradley_terry' without order_effect"
        )
    }}
{% endmacro %}

{# above: 1 where the first system reaches it by wins, and below: where it reaches the first, one win more away at each step. #}
{% macro grid_of_systems(plan) -%}
    {%- set size = (
        "count(*) over (partition by "
        ~ rankhouse.inline(rankhouse.columns_of("own", plan.by + ["place"]))
        ~ ")"
    ) -%}
    {%- set one, zero = rankhouse.double("1"), rankhouse.double("0") -%}
    {%- set figures = {
        "one": "own.place",
        "other": "other.place",
        "size": size,
        "won": "coalesce(met.won, " ~ zero ~ ")",
        "lost": "coalesce(met.lost, " ~ zero ~ ")",
        "power_one": one,
        "power_other": one,
        "above_one": "case when own.place = 1 then 1 else 0 end",
        "above_other": "case when other.place = 1 then 1 else 0 end",
        "below_one": "case when own.place = 1 then 1 else 0 end",
        "below_other": "case when other.place = 1 then 1 else 0 end",
    } -%}
    {%- set keys = rankhouse.select_of("own", plan.by) -%}
    {%- set message = (
        rankhouse.literal("preferences: a group has ")
        ~ " || "
        ~ rankhouse.text("size")
        ~ " || "
        ~ rankhouse.literal(
            " systems, but at most "
            ~ rankhouse.most_systems_elsewhere()
            ~ " can be rated here: use DuckDB for more"
        )
    ) -%}
    select gridded.*
    from
        (
            select {{ rankhouse.listed(keys + rankhouse.named_expressions(figures)) }}
            from rankhouse_systems as own
            join rankhouse_systems as other on {{ rankhouse.match("own", "other", plan.by) }}
            left join
                rankhouse_opponents as met
                on {{ rankhouse.match_as_one("own", "met", plan.by + ["place"], plan.by + ["one"]) }}
                and other.place = met.other
        ) as gridded
    where {{ rankhouse.unless("size > " ~ rankhouse.most_systems_elsewhere(), message) }}
{%- endmacro %}

{# "over (partition by the group and this column)". #}
{% macro over_place(plan, name) %}
    {{ return("over (partition by " ~ rankhouse.inline(plan.by + [name]) ~ ")") }}
{% endmacro %}

{# A tenth of the way back: two systems, and a board of one against all others, would only swap sides at each step. #}
{% macro damped(power, next) %}
    {%- set back, onward = rankhouse.double("0.1"), rankhouse.double("0.9") -%}
    {{ return("power(" ~ power ~ ", " ~ back ~ ") * power(" ~ next ~ ", " ~ onward ~ ")") }}
{% endmacro %}

{% macro newman_step(plan, kept) -%}
    {%- set of_one, of_other = rankhouse.over_place(plan, "one"), rankhouse.over_place(plan, "other") -%}
    {%- set both = "nullif(power_one + power_other, 0)" -%}
    {%- set power_one = "sum(won * power_other / " ~ both ~ ") " ~ of_one -%}
    {%- set power_one = power_one ~ "\n/ nullif(sum(lost / " ~ both ~ ") " ~ of_one ~ ", 0)" -%}
    {%- set power_other = "sum(lost * power_one / " ~ both ~ ") " ~ of_other -%}
    {%- set power_other = power_other ~ "\n/ nullif(sum(won / " ~ both ~ ") " ~ of_other ~ ", 0)" -%}
    {%- set reached = "max(case when <score> > 0 or one = other then <end> else 0 end) " -%}
    {%- set by_wins, by_losses = reached | replace("<score>", "won"), reached | replace("<score>", "lost") -%}
    {%- set figures = {
        "power_one": rankhouse.damped("power_one", power_one),
        "power_other": rankhouse.damped("power_other", power_other),
        "above_one": by_losses | replace("<end>", "above_other") ~ of_one,
        "above_other": by_wins | replace("<end>", "above_one") ~ of_other,
        "below_one": by_wins | replace("<end>", "below_other") ~ of_one,
        "below_other": by_losses | replace("<end>", "below_one") ~ of_other,
    } -%}
    select
        {{ rankhouse.inline(kept) }}, {{ rankhouse.listed(rankhouse.named_expressions(figures) + rankhouse.counted()) }}
    from {{ "<before>" }} as last
{%- endmacro %}

{# With a constant added, so that it has an inverse. `held`: of the scores that two systems share. #}
{% macro information_of_grid(plan, kept) -%}
    {%- set of_one, of_group = rankhouse.over_place(plan, "one"), "over (" ~ rankhouse.partitioned(plan.by) ~ ")" -%}
    {%- set variance = "(won + lost) * power_one * power_other / nullif(power(power_one + power_other, 2), 0)" -%}
    {%- set held = "case when one = other then sum(variance) " ~ of_one ~ " else - variance end" -%}
    {%- set figures = {
        "strength_one": "case when connected = 1 and power_one > 0 then ln(power_one) end",
        "strength_other": "case when connected = 1 and power_other > 0 then ln(power_other) end",
        "held": held ~ "\n+ sum(variance) " ~ of_group ~ " / (size * size)",
    } -%}
    select {{ rankhouse.inline(kept) }}, connected, {{ rankhouse.listed(rankhouse.named_expressions(figures)) }}
    from
        (
            select ended.*, {{ variance }} as variance, min(above_one * below_one) {{ of_group }} as connected
            from {{ rankhouse.repeated_relation("newman", 30) }} as ended
        ) as varied
{%- endmacro %}

{% macro pivot_step(plan, kept) -%}
    {%- set of_one, of_other = rankhouse.over_place(plan, "one"), rankhouse.over_place(plan, "other") -%}
    {%- set of_group = "over (" ~ rankhouse.partitioned(plan.by) ~ ")" -%}
    {%- set pivots = [
        "last.*",
        "max(case when other = <number> then held end) " ~ of_one ~ " as of_row",
        "max(case when one = <number> then held end) " ~ of_other ~ " as of_column",
        "nullif(max(case when one = <number> and other = <number> then held end) "
        ~ of_group
        ~ ", 0) as of_pivot",
    ] -%}
    {%- set held = [
        "case",
        "when size < <number> then held",
        "when one = <number> and other = <number> then 1 / of_pivot",
        "when one = <number> then held / of_pivot",
        "when other = <number> then - held / of_pivot",
        "else held - of_row * of_column / of_pivot",
        "end as held",
    ] -%}
    select {{ rankhouse.inline(kept) }}, {{ rankhouse.listed([held | join("\n")] + rankhouse.counted()) }}
    from {{ rankhouse.selected_before(pivots) }} as pivots
{%- endmacro %}

{% macro newton_step(plan, kept) -%}
    {%- set of_one, of_other = rankhouse.over_place(plan, "one"), rankhouse.over_place(plan, "other") -%}
    {%- set score = rankhouse.expected_score("bradley_terry", "strength_one - strength_other") -%}
    {%- set rest = "sum(won - (won + lost) * " ~ score ~ ") " -%}
    {%- set rests = [rest ~ of_one ~ " as rest_one", "- " ~ rest ~ of_other ~ " as rest_other"] -%}
    {%- set figures = {
        "strength_one": "strength_one + sum(held * rest_other) " ~ of_one,
        "strength_other": "strength_other + sum(held * rest_one) " ~ of_other,
    } -%}
    select
        {{ rankhouse.inline(kept) }}, {{ rankhouse.listed(rankhouse.named_expressions(figures) + rankhouse.counted()) }}
    from {{ rankhouse.selected_before(["last.*"] + rests) }} as rests
{%- endmacro %}

{# Grouped, not filtered: a planner without statistics expects one row of a filter, and two hundred of a group. #}
{% macro centred_strengths(plan, ended) -%}
    {%- set strength = "max(case when one = other and connected = 1 then strength_one end)" -%}
    {%- set of_group = "over (" ~ rankhouse.partitioned(plan.by) ~ ")" -%}
    {%- set figures = {
        "place": "one",
        "strength": "strength - avg(strength) " ~ of_group,
        "g": rankhouse.double("0"),
        "nu": rankhouse.double("1"),
    } -%}
    select {{ rankhouse.listed(plan.by + rankhouse.named_expressions(figures)) }}
    from
        (
            select {{ rankhouse.listed(plan.by + ["one", strength ~ " as strength"]) }}
            from {{ ended }} as ended
            group by {{ rankhouse.inline(plan.by + ["one"]) }}
        ) as found
    where strength is not null
{%- endmacro %}

{% macro obstacles_of_grid(plan, ended) -%}
    {%- set obstacle = "case when connected = 0 then " ~ rankhouse.literal(rankhouse.says_unconnected()) ~ " end" -%}
    select {{ rankhouse.listed(plan.by + ["max(" ~ obstacle ~ ") as obstacle"]) }}
    from {{ ended }} as ended {{ "group by " ~ rankhouse.inline(plan.by) if plan.by }}
{%- endmacro %}
