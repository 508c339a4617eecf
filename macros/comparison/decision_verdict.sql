{# From rankhouse_parts and rankhouse_tested to rankhouse_chosen: of each group the system of which is told, and what it decides. #}
{% macro decision_verdict_steps(plan) %}
    {%- set of_pair = plan.by + ["system_name", "baseline"] -%}
    {%- set p = "tested.sign_p" if plan.test == "sign" else "tested.p_value" -%}
    {%- set n_pairs -%}
        sum(case when parts.part = 'decides' then 1 else 0 end)
        over ({% if plan.by %} partition by {{ rankhouse.inline(rankhouse.columns_of("parts", plan.by)) }} {% endif %})
    {%- endset -%}
    {%- set flags = {
        "is_better": rankhouse.is_better_at(plan, rankhouse.double(plan.level)),
        "is_worse": rankhouse.is_worse_at(plan, rankhouse.double(plan.level)),
        "is_fallen": rankhouse.is_worse_at(plan, rankhouse.double(rankhouse.level_of_falls(plan))),
    } -%}
    {%- set flagged = ["found.*"] -%}
    {%- for name, condition in flags.items() -%}
        {%- do flagged.append("case\nwhen " ~ condition ~ "\nthen 1\nelse 0\nend as " ~ name) -%}
    {%- endfor -%}
    {%- set tested -%}
        select
            {{
                rankhouse.listed(
                    rankhouse.select_of(
                        "parts",
                        of_pair + ["number", "part", "name", "segment", "n_queries", "difference", "gain"],
                    )
                    + rankhouse.select_of(
                        "tested",
                        ["n_units", "n_up", "n_down", "n_kept", "n_won", "side", "sign_p", "mean_total", "total_dev"],
                    )
                )
            }},
            {{ p }} as p_value,
            {{ n_pairs if plan.baseline is not none else "1" }} as n_tests
        from rankhouse_parts as parts
        join rankhouse_tested as tested on parts.number = tested.number
    {%- endset -%}
    {%- set judged -%}
        select {{ rankhouse.listed(flagged) }}
        from ({{ tested }}) as found
    {%- endset -%}
    {%- set falls -%}
        select {{ rankhouse.listed(plan.by + ["system_name", "told"]) }}, row_number() over (
            partition by {{ rankhouse.inline(plan.by + ["system_name"]) }} order by loss desc, told
        ) as place
        from ({{ rankhouse.told_falls(plan) }}) as told_falls
    {%- endset -%}
    {%- set fallen -%}
        select {{ rankhouse.listed(plan.by + ["system_name"]) }}, {{ rankhouse.largest_falls() }} as falls
        from rankhouse_falls
        group by {{ rankhouse.inline(plan.by + ["system_name"]) }}
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("judged", "a part with its p-value", judged),
                rankhouse.step(
                    "pairs", "two systems, with what their difference says", rankhouse.pairs_decided(plan, of_pair)
                ),
                rankhouse.step("falls", "what falls of a system", falls),
                rankhouse.step("fallen", "a system with all that falls", fallen),
                rankhouse.step("candidates", "a system with what it decides", rankhouse.candidates_decided(plan)),
                rankhouse.step("chosen", "the system of a group of which is told", rankhouse.chosen_candidates(plan)),
            ]
        )
    }}
{% endmacro %}

{#
Whether a part is worse, as a condition: below 30 units its losses have to be more than its wins by themselves as well, because a
few large ones can be chance.
#}
{% macro is_worse_at(plan, level) -%}
    side < 0 and p_value < {{ level }}
    {%- if plan.test == "sign" %} and n_down > n_up
    {%- else %} and (n_units >= {{ rankhouse.enough_units() }} or (n_down > n_up and sign_p < {{ level }}))
    {%- endif -%}
{%- endmacro %}

{% macro is_better_at(plan, level) -%}
    side > 0 and p_value * n_tests < {{ level }} {%- if plan.test == "sign" %} and n_up > n_down {%- endif -%}
{%- endmacro %}

{# An unnamed column counts where one of its values has several queries. #}
{% macro pairs_decided(plan, of_pair) -%}
    {%- set level = rankhouse.double(plan.level) -%}
    {%- set decides, figures = "case when part = 'decides' then ", [] -%}
    {%- for name in [
        "number",
        "n_queries",
        "n_units",
        "n_kept",
        "n_up",
        "n_down",
        "n_won",
        "side",
        "p_value",
        "n_tests",
        "gain",
        "mean_total",
        "total_dev",
        "is_better",
        "is_worse",
        "is_fallen",
    ] -%}
        {%- do figures.append("max(" ~ decides ~ name ~ " end) as " ~ name) -%}
    {%- endfor -%}
    {%- do figures.append("max(" ~ decides ~ "name end) as measure") -%}
    {%- set blind = "part = 'segment' and n_units < " ~ rankhouse.least_units(rankhouse.level_of_falls(plan)) -%}
    {%- set open = "part = 'unnamed' and n_units < n_queries and p_value >= " ~ level -%}
    {%- do figures.append("sum(case when part = 'segment' then 1 else 0 end) as n_segments") -%}
    {%- do figures.append("sum(case when part = 'segment' then is_worse else 0 end) as n_low") -%}
    {%- do figures.append("sum(case when part = 'segment' then is_worse - is_fallen else 0 end) as n_only_low") -%}
    {%- do figures.append("sum(case when " ~ blind ~ " then 1 else 0 end) as n_blind") -%}
    {%- do figures.append("min(case when " ~ open ~ " then name end) as dependent_on") -%}
    select {{ rankhouse.listed(of_pair + figures) }}
    from rankhouse_judged
    group by {{ rankhouse.inline(of_pair) }}
{%- endmacro %}

{# As a number: with fewer units on one side no p-value is below `level`. #}
{% macro least_units(level) %}
    {%- set at = {"units": 1, "p": 1} -%}
    {%- for _ in range(1000) -%}
        {%- if at["p"] >= level -%} {%- do at.update({"units": at["units"] + 1, "p": at["p"] / 2}) -%} {%- endif -%}
    {%- endfor -%}
    {{ return(at["units"]) }}
{% endmacro %}

{# "lang de -0.080", by the loss. The pool of a single segment says what the segment says. #}
{% macro told_falls(plan) -%}
    select
        {{ rankhouse.listed(plan.by + ["system_name"]) }},
        abs(difference) as loss,
        case
            when part = 'guardrail'
            then name
            when part = 'pool'
            then 'small segments of ' || name
            else name || ' ' || coalesce(segment, 'NULL')
        end
        || ' '
        || {{ rankhouse.signed_number("difference") }}
        {%- if plan.baseline is none %}
            || case when n_others > 1 then ' against ' || {{ rankhouse.text("baseline") }} else '' end
        {%- endif %} as told
    from
        (
            select
                judged.*,
                sum(case when part = 'decides' then 1 else 0 end) over (
                    partition by {{ rankhouse.inline(plan.by + ["system_name"]) }}
                ) as n_others,
                sum(case when part = 'segment' and n_kept < {{ rankhouse.enough_units() }} then 1 else 0 end) over (
                    partition by {{ rankhouse.inline(plan.by + ["system_name", "baseline", "name"]) }}
                ) as n_small
            from rankhouse_judged as judged
        ) as counted
    where part in ('guardrail', 'segment', 'pool') and (part <> 'pool' or n_small > 1) and is_fallen = 1
{%- endmacro %}

{# As an aggregate; a table of some hundred segments is no sentence. #}
{% macro largest_falls() -%}
    {%- set parts = [] -%}
    {%- for place in range(1, 6) -%}
        {%- set text = "max(case when place = " ~ place ~ " then told end)" -%}
        {%- do parts.append(text if loop.first else "coalesce('; ' || " ~ text ~ ", '')") -%}
    {%- endfor -%}
    {%- set more = "'; ' || " ~ rankhouse.text("count(*) - 5") ~ " || ' more'" -%}
    {{ parts | join("\n|| ") }} || case when count(*) > 5 then {{ more }} else '' end
{%- endmacro %}

{#
A system with the other one of which is told: the baseline, or of all others the one that it is least sure to be better than.
`outcome`: 3 ship, 2 ship, but, 1 not decided, 0 do not ship. What stops a decision has to be NULL: stop, and of a gain stop_ship; both
have the units of a column that nobody named, and what the values say.
#}
{% macro candidates_decided(plan) -%}
    {%- set key = plan.by + ["system_name"] -%}
    {%- set of_placed = rankhouse.inline(rankhouse.columns_of("placed", key)) -%}
    {%- set over = "over (partition by " ~ of_placed ~ ")" -%}
    {%- set is_won = "case when is_better = 1 and stop_ship is null and n_kept >= " ~ rankhouse.enough_units() -%}
    {%- set is_won = is_won ~ " then 1 else 0 end" -%}
    {%- set is_lost = "case when is_worse = 1 and stop is null then 1 else 0 end" -%}
    {%- set dependent -%}
        ' only if the {{ plan.of_unit[1] }} of one ' || dependent_on || ' are independent: name it as cluster, or say cluster=false'
    {%- endset -%}
    select
        found.*,
        fallen.falls as falls,
        case
            when n_better = n_others and fallen.falls is null
            then 3
            when n_better = n_others
            then 2
            {% if plan.baseline is not none %} when is_lost = 1 then 0 {% endif %}
            else 1
        end as outcome
    from
        (
            select
                placed.*,
                sum(is_won) {{ over }} as n_better,
                {% if plan.baseline is none %} systems.n_systems - 1
                {% else %} 1
                {% endif %} as n_others,
                row_number() over (
                    partition by {{ of_placed }}
                    order by
                        is_won,
                        side,
                        case when side > 0 then - p_value else p_value end,
                        gain,
                        {{ rankhouse.byte_order("placed.baseline", "asc") }}
                ) as place
            from
                (
                    select
                        pairs.*,
                        {{ is_won }} as is_won,
                        {{ is_lost }} as is_lost,
                        case when is_better = 1 then stop_ship when is_worse = 1 then stop end as blocked_by
                    from
                        (
                            select
                                pairs.*,
                                {{
                                    rankhouse.first_known(
                                        [dependent] + plan.stops | reject("equalto", "stop_ship") | list
                                    )
                                }} as stop,
                                {{ rankhouse.first_known([dependent] + plan.stops) }} as stop_ship
                                {%- if plan.stops %}, {{ rankhouse.first_known(plan.stops) }} as known_stop {%- endif %}
                            from rankhouse_pairs as pairs
                            {%- if plan.stops %}
                                join
                                    rankhouse_deciding as deciding
                                    on {{ rankhouse.match("pairs", "deciding", plan.by) }}
                            {%- endif %}
                        ) as pairs
                ) as placed
            {%- if plan.baseline is none %}
                join
                    ({{ rankhouse.systems_with_values(plan) }}) as systems
                    on {{ rankhouse.match("placed", "systems", plan.by) }}
            {%- endif %}
        ) as found
    left join rankhouse_fallen as fallen on {{ rankhouse.match("found", "fallen", key) }}
    where found.place = 1
{%- endmacro %}

{# The first of these texts that is not NULL. #}
{% macro first_known(texts) %}
    {{ return(texts[0] if texts | length == 1 else "coalesce(\n" ~ texts | join(",\n") ~ "\n)") }}
{% endmacro %}

{# A group with how many systems have a value of the measure that decides. #}
{% macro systems_with_values(plan) -%}
    select {{ rankhouse.listed(rankhouse.select_of("present", plan.by) + ["count(*) as n_systems"]) }}
    from rankhouse_present as present
    join rankhouse_deciding as deciding on {{ rankhouse.match("present", "deciding", plan.by + ["measure"]) }}
    where present.n_queries > 0
    {% if plan.by %} group by {{ rankhouse.inline(rankhouse.columns_of("present", plan.by)) }} {% endif %}
{%- endmacro %}

{# The mildest decision, and of equal ones the largest gain: so one more lost query makes none milder. #}
{% macro chosen_candidates(plan) -%}
    {%- set is_same = "spreads.system_name = placed.system_name" -%}
    {%- set figures = {
        "difference": "spreads.difference",
        "ci_low": "spreads.difference - spreads.half",
        "ci_high": "spreads.difference + spreads.half",
    } -%}
    {%- set opposite = {
        "difference": "0 - spreads.difference",
        "ci_low": "0 - spreads.difference - spreads.half",
        "ci_high": "spreads.half - spreads.difference",
    } -%}
    {%- set columns = ["placed.*"] -%}
    {%- for name, own in figures.items() -%}
        {%- do columns.append(
            ("case when " ~ is_same ~ " then " ~ own ~ " else " ~ opposite[name] ~ " end as " ~ name)
            if plan.baseline is none
            else own ~ " as " ~ name
        ) -%}
    {%- endfor -%}
    {%- set cases = [] -%}
    {%- for decision in rankhouse.decisions() -%}
        {%- do cases.append("when placed.outcome = " ~ (3 - loop.index0) ~ " then '" ~ decision ~ "'") -%}
    {%- endfor -%}
    {%- do columns.append("case\n" ~ cases | join("\n") ~ "\nend as decision") -%}
    {%- do columns.append(
        "case when placed.side > 0 then least(1e0, placed.p_value * placed.n_tests) else placed.p_value end as p_adjusted"
    ) -%}
    {%- do columns.append(rankhouse.literal(plan.unit[1]) ~ " as unit") -%}
    select {{ rankhouse.listed(columns) }}
    from
        (
            select
                candidates.*,
                row_number() over (
                    {% if plan.by %}partition by {{ rankhouse.inline(plan.by) }} {% endif %}
                    order by outcome desc, gain desc, {{ rankhouse.byte_order("system_name", "asc") }}
                ) as choice
            from rankhouse_candidates as candidates
        ) as placed
    join
        rankhouse_spreads as spreads
        on {{ rankhouse.match("placed", "spreads", plan.by) }}
        and placed.measure = {{ rankhouse.text("spreads.measure") }}
        {%- if plan.baseline is none %}
            and (
                {{ rankhouse.match("placed", "spreads", ["system_name", "baseline"]) }}
                or placed.system_name = spreads.baseline
                and placed.baseline = spreads.system_name
            )
        {%- else %} and {{ rankhouse.match("placed", "spreads", ["system_name", "baseline"]) }}
        {%- endif %}
    {% if not plan.get("all_systems") %} where placed.choice = 1 {% endif %}
{%- endmacro %}
