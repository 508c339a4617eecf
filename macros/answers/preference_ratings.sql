{#
How strong systems are whose answers were compared, on one scale: one row per group and system: the by columns, system, strength,
rating, ci_low, ci_high (of the rating), rank, rank_low, rank_high, win_rate, n_comparisons, wins, ties, losses, reason.

    strength   by maximum likelihood, see preference_models.sql; the mean of all is 0, or the strength of `baseline`
    rating     1000 + 400 strength / ln 10
    win_rate   what is expected of comparisons with the other systems, in the mean over these, ties half
`order_effect` estimates what being shown first adds, the same for all. `prior` adds so many comparisons of each two systems that
meet, half won by each. NULL where the likelihood has no maximum, or more than one; reason says why, and what to do.

Intervals are quantiles of a bootstrap over queries, or clusters of them, whose first-order effect on the strengths is taken: the
inverse of the information times the sum of what they add to the score equations. Beyond 1,024 of them in a group those whose
hashes begin alike are drawn as one.
#}
{% macro preference_ratings(
    preferences,
    method="bradley_terry",
    order_effect=false,
    baseline=none,
    confidence=0.95,
    repetitions=1000,
    seed=0,
    cluster=none,
    prior=0,
    by=[],
    columns={}
) -%}
    {%- do rankhouse.refuse_others("preference_ratings", kwargs) -%}
    {%- set arguments = {
        "method": method,
        "order_effect": order_effect,
        "baseline": baseline,
        "confidence": confidence,
        "repetitions": repetitions,
        "seed": seed,
        "cluster": cluster,
        "prior": prior,
    } -%}
    {%- set plan = rankhouse.preference_plan("preference_ratings", preferences, by, columns, arguments) -%}
    {%- do plan.update({"interval": "percentile"}) -%}
    {{ rankhouse.laid_out(rankhouse.preference_ratings_of(plan)) if execute }}
{%- endmacro %}

{% macro preference_ratings_of(plan) -%}
    {%- set steps = rankhouse.preference_steps(plan) + rankhouse.preference_fit_steps(plan) -%}
    {%- do steps.extend(rankhouse.rated_systems_steps(plan)) -%}
    {%- do steps.extend(rankhouse.resampled_ratings_steps(plan)) -%}
    {%- do steps.extend(rankhouse.quantile_steps(plan, "a rating or rank")) -%}
    {%- do steps.extend(rankhouse.value_group_steps(plan)) -%}
    {{ rankhouse.query_of(steps, "a system", rankhouse.preference_ratings_answer(plan)) }}
{%- endmacro %}

{#
rankhouse_rated: a system with a number in the answer, its strength as it is asked for, and base, the place of the baseline;
rankhouse_tallies: a system with its comparisons.
#}
{% macro rated_systems_steps(plan) %}
    {%- set key = plan.by + ["place"] -%}
    {%- set columns = rankhouse.select_of("systems", key + ["system_name"]) -%}
    {%- set order = rankhouse.inline(rankhouse.columns_of("systems", key)) -%}
    {%- do columns.append("row_number() over (order by " ~ order ~ ") as number") -%}
    {%- if plan.baseline is none -%} {%- do columns.append("strengths.strength as strength") -%}
    {%- else -%}
        {%- set base = "strengths.strength - based.strength" -%} {%- do columns.append(base ~ " as strength") -%}
    {%- endif -%}
    {%- set rated -%}
        select {{ rankhouse.listed(columns) }}
        from rankhouse_systems as systems
        left join rankhouse_strengths as strengths on {{ rankhouse.match_as_one("systems", "strengths", key) }}
        {% if plan.baseline is not none %}
            {#- The baseline has the first place, in groups that have it. -#}
            left join
                (
                    select {{ rankhouse.listed(rankhouse.select_of("named", plan.by) + ["found.strength as strength"]) }}
                    from rankhouse_systems as named
                    join rankhouse_strengths as found on {{ rankhouse.match_as_one("named", "found", key) }}
                    where {{ rankhouse.text("named.system_name") }} = {{ rankhouse.baseline_text(plan, "rankhouse_systems") }}
                ) as based
                on {{ rankhouse.match("systems", "based", plan.by) }}
        {% endif %}
    {%- endset -%}
    {%- set d = "own.strength - other.strength" -%}
    {%- set score = rankhouse.expected_score(plan.method, d) | replace("nu", "own.nu") -%}
    {%- set beaten -%}
        select {{ rankhouse.listed(rankhouse.select_of("own", key) + [rankhouse.mean_of(score) ~ " as win_rate"]) }}
        from rankhouse_strengths as own
        join rankhouse_strengths as other on {{ rankhouse.match("own", "other", plan.by) }} and own.place <> other.place
        group by {{ rankhouse.inline(rankhouse.columns_of("own", key)) }}
    {%- endset -%}
    {%- set counts = ["n_verdicts", "n_wins", "n_ties", "n_losses"] -%}
    {%- set sums = [] -%}
    {%- for count in counts -%} {%- do sums.append("sum(" ~ count ~ ") as " ~ count) -%} {%- endfor -%}
    {%- set firsts = rankhouse.inline(plan.by + ["first_place as place"] + counts) -%}
    {%- set seconds = rankhouse.inline(
        plan.by
        + ["second_place as place", "n_verdicts", "n_losses as n_wins", "n_ties", "n_wins as n_losses"]
    ) -%}
    {%- set tallies -%}
        select {{ rankhouse.listed(key + sums) }}
        from
            (
                select {{ firsts }} from rankhouse_duels
                union all
                select {{ seconds }} from rankhouse_duels
            ) as sides
        group by {{ rankhouse.inline(key) }}
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("rated", "a system with its strength", rated, rankhouse.stored()),
                rankhouse.step("beaten", "a system, with how often it is preferred to others", beaten),
                rankhouse.step("tallies", "a system, with its comparisons", tallies),
            ]
        )
    }}
{% endmacro %}

{# rankhouse_resampled: number (even: of a rating, odd: of a rank), repetition, mean; rankhouse_moments: each number. #}
{% macro resampled_ratings_steps(plan) %}
    {%- set moments -%}
        select 2 * number as number from rankhouse_rated
        union all
        select 2 * number + 1 as number from rankhouse_rated
    {%- endset -%}
    {%- set sizes -%}
        select {{ rankhouse.listed(plan.by + ["count(distinct unit) as n_units"]) }}
        from rankhouse_values {{ "group by " ~ rankhouse.inline(plan.by) if plan.by }}
    {%- endset -%}
    {%- set changes, pulled = rankhouse.changes_by_drawing(), rankhouse.pulled_strengths(plan) -%}
    {%- set resampled = rankhouse.resampled_ratings(plan) -%}
    {{
        return(
            [
                rankhouse.step("moments", "a rating or rank", moments),
                rankhouse.step("sizes", "a group with its queries", sizes),
            ]
            + rankhouse.drawn_units_steps(plan)
            + [
                rankhouse.hashed_units_step(plan.seed, plan.repetitions),
                rankhouse.five_weights_step(),
                rankhouse.step("changes", "what is drawn in five repetitions", changes, rankhouse.stored()),
                rankhouse.step("residuals", "two systems and what is drawn", rankhouse.residuals_of_units(plan)),
                rankhouse.step("scores", "an equation and what is drawn", rankhouse.scores_of_units(plan)),
                rankhouse.step("score_sums", "an equation in five repetitions", rankhouse.resampled_scores(plan)),
                rankhouse.step("shifted", "a system in a repetition", rankhouse.shifted_strengths(plan)),
                rankhouse.step("pulled", "the same, with its strength", pulled, rankhouse.stored()),
                rankhouse.step("resampled", "a rating or rank in a repetition", resampled, rankhouse.stored()),
            ]
        )
    }}
{% endmacro %}

{# What is drawn: queries, or of many queries bundles of them, rankhouse_units; and which of these has a query. #}
{% macro drawn_units_steps(plan) %}
    {%- set named = rankhouse.text("unit") -%}
    {#- Ten bits of the hash: 1,024 bundles. -#}
    {%- set digits = rankhouse.md5_text(named) -%}
    {%- set quarter = (
        "\ncase when digits < '4' then 0 when digits < '8' then 1\nwhen digits < 'c' then 2 else 3 end"
    ) -%}
    {%- set quarter = quarter | replace("digits", "substr(digits, 3, 1)") -%}
    {%- set bundle = "'of many ' || substr(digits, 1, 2) || " ~ rankhouse.text(quarter) -%}
    {%- set unit = plan.by + ["unit"] -%}
    {%- set is_many = "count(*) over (" ~ rankhouse.partitioned(plan.by) ~ ") > 1024" -%}
    {%- set named_units -%}
        select {{ rankhouse.listed(unit) }},
            case when {{ is_many }} then {{ bundle }} else {{ named }} end as bundle
        from
            (
                select {{ rankhouse.listed(unit + [digits ~ " as digits"]) }}
                from (select distinct {{ rankhouse.inline(unit) }} from rankhouse_values) as drawn
            ) as hashed_units
    {%- endset -%}
    {#- Whole numbers, because they are joined many times as fast as texts. -#}
    {%- set units -%}
        select bundle as unit, row_number() over (order by bundle) as unit_number
        from rankhouse_named_units
        group by bundle
    {%- endset -%}
    {%- set bundled -%}
        select {{ rankhouse.listed(rankhouse.select_of("named", unit) + ["units.unit_number as unit_number"]) }}
        from rankhouse_named_units as named
        join rankhouse_units as units on named.bundle = units.unit
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("named_units", "a query, with the name of what is drawn", named_units),
                rankhouse.step("units", "what is drawn", units, rankhouse.stored()),
                rankhouse.step("bundled", "a query, with the number of what is drawn", bundled),
            ]
        )
    }}
{% endmacro %}

{# How often each is drawn, less 1, since in the data themselves each counts once. #}
{% macro changes_by_drawing() %}
    {%- set weights = [] -%}
    {%- for piece in range(1, 6) -%}
        {%- do weights.append(rankhouse.double("weights.weight_" ~ piece ~ " - 1") ~ " as weight_" ~ piece) -%}
    {%- endfor -%}
    {%- set changes -%}
        select units.unit_number as unit_number, weights.first_repetition as first_repetition, {{ rankhouse.listed(weights) }}
        from rankhouse_query_weights as weights
        join rankhouse_units as units on weights.query_id = units.unit
    {%- endset -%}
    {{ return(changes) }}
{% endmacro %}

{# How far scores, and ties, are from what is expected. #}
{% macro residuals_of_units(plan) -%}
    {%- set group = rankhouse.select_of("expected", plan.by + ["first_place", "second_place"]) -%}
    {%- set keys = rankhouse.columns_of("expected", plan.by + ["first_place", "second_place"]) -%}
    select
        {{ rankhouse.listed(group) }},
        bundled.unit_number as unit_number,
        sum(found.weight * (found.score - expected.expected_score)) as residual,
        sum(found.weight * (found.is_tie - expected.expected_tie)) as tie_residual
    from rankhouse_values as found
    join rankhouse_bundled as bundled on {{ rankhouse.match_as_one("found", "bundled", plan.by + ["unit"]) }}
    join
        rankhouse_expected as expected
        on {{ rankhouse.match_as_one("found", "expected", plan.by + ["first_system", "second_system"]) }}
    join rankhouse_sizes as sizes on {{ rankhouse.match("found", "sizes", plan.by) }}
    where {{ rankhouse.can_reach_level("sizes.n_units", plan) }}
    group by {{ rankhouse.inline(keys + ["bundled.unit_number"]) }}
{%- endmacro %}

{# Each comparison pulls both systems, and what the model has beside them, whose places come after those of the systems. #}
{% macro scores_of_units(plan) -%}
    {%- set group = rankhouse.inline(plan.by) ~ (", " if plan.by else "") -%}
    select {{ group }} place, unit_number, sum(score) as score
    from
        (
            select {{ group }} first_place as place, unit_number, residual as score
            from rankhouse_residuals
            union all
            select {{ group }} second_place as place, unit_number, - residual as score
            from rankhouse_residuals
            {% if plan.order_effect %}
                union all
                select {{ group }} -1 as place, unit_number, residual as score
                from rankhouse_residuals
            {% endif %}
            {% if plan.method == "davidson" %}
                union all
                select {{ group }} -2 as place, unit_number, tie_residual as score
                from rankhouse_residuals
            {% endif %}
        ) as pulls
    group by {{ group }} place, unit_number
{%- endmacro %}

{% macro resampled_scores(plan) -%}
    {%- set key = plan.by + ["place"] -%}
    {%- set sums = [] -%}
    {%- for piece in range(1, 6) -%}
        {%- do sums.append("sum(changes.weight_" ~ piece ~ " * scores.score) as sum_" ~ piece) -%}
    {%- endfor -%}
    select
        {{
            rankhouse.listed(
                rankhouse.select_of("scores", key) + ["changes.first_repetition as first_repetition"] + sums
            )
        }}
    from rankhouse_scores as scores
    join rankhouse_changes as changes on scores.unit_number = changes.unit_number
    group by {{ rankhouse.inline(rankhouse.columns_of("scores", key) + ["changes.first_repetition"]) }}
{%- endmacro %}

{# The inverse of the information times these sums, five repetitions at once. #}
{% macro shifted_strengths(plan) -%}
    {%- set by = rankhouse.columns_of("inverted", plan.by) -%}
    {%- set sums, shifts = [], [] -%}
    {%- for piece in range(1, 6) -%}
        {%- do sums.append("sum(inverted.value * summed.sum_" ~ piece ~ ") as shift_" ~ piece) -%}
        {%- do shifts.append("when " ~ piece ~ " then shifts.shift_" ~ piece) -%}
    {%- endfor -%}
    {%- set repetition = "shifts.first_repetition + pieces.digit" -%}
    select
        {{ rankhouse.listed(rankhouse.select_of("shifts", plan.by + ["place"]) + [repetition ~ " as repetition"]) }},
        case pieces.digit {{ shifts | join("\n") }} end as shift
    from
        (
            select
                {{ rankhouse.listed(rankhouse.select_of("inverted", plan.by)) ~ "," if plan.by }}
                inverted.one as place,
                summed.first_repetition as first_repetition,
                {{ rankhouse.listed(sums) }}
            from rankhouse_inverse as inverted
            join
                rankhouse_score_sums as summed
                on {{ rankhouse.match_as_one("inverted", "summed", plan.by + ["other"], plan.by + ["place"]) }}
            where inverted.one > 0
            group by {{ rankhouse.inline(by + ["inverted.one", "summed.first_repetition"]) }}
        ) as shifts
    cross join ({{ rankhouse.digits(1, 5) }}) as pieces
    where {{ repetition }} <= {{ plan.repetitions }}
{%- endmacro %}

{% macro pulled_strengths(plan) %}
    {%- set key = plan.by + ["place"] -%}
    {%- set pulled -%}
        select
            {{ rankhouse.listed(rankhouse.select_of("shifted", key) + ["rated.number as number", "shifted.repetition as repetition"]) }},
            rated.strength + shifted.shift as strength
        from rankhouse_shifted as shifted
        join rankhouse_rated as rated on {{ rankhouse.match_as_one("shifted", "rated", key) }}
    {%- endset -%}
    {{ return(pulled) }}
{% endmacro %}

{# Beside the ratings the ranks, in which strengths that differ by rounding are equal. #}
{% macro resampled_ratings(plan) %}
    {%- set of_draw = rankhouse.inline(plan.by + ["repetition"]) -%}
    {%- set based = "strength" -%}
    {%- if plan.baseline is not none -%}
        {%- set based = "strength - max(case when place = 1 then strength end) over (partition by " ~ of_draw ~ ")" -%}
    {%- endif -%}
    {%- set resampled -%}
        select 2 * number as number, repetition, {{ based }} as mean
        from rankhouse_pulled
        union all
        select
            2 * number + 1 as number,
            repetition,
            {{ rankhouse.double("rank() over (partition by " ~ of_draw ~ " order by floor(1e9 * strength + 5e-1) desc)") }} as mean
        from rankhouse_pulled
    {%- endset -%}
    {{ return(resampled) }}
{% endmacro %}

{% macro rating_of_strength(strength) %} {{ return("1000 + 173.7177927613007 * (" ~ strength ~ ")") }}{% endmacro %}

{% macro preference_ratings_answer(plan) -%}
    {%- set columns = rankhouse.named_groups(plan, "rated") -%}
    {%- set of_group = "over (" ~ rankhouse.partitioned(rankhouse.columns_of("rated", plan.by)) -%}
    {%- set rank = "rank() " ~ of_group ~ " order by floor(1e9 * rated.strength + 5e-1) desc)" -%}
    {%- do columns.append("rated.system_name as " ~ rankhouse.quoted("system")) -%}
    {%- do columns.append("rated.strength as strength") -%}
    {%- do columns.append(rankhouse.rating_of_strength("rated.strength") ~ " as rating") -%}
    {%- for end in ["ci_low", "ci_high"] -%}
        {%- do columns.append(rankhouse.rating_of_strength("ratings." ~ end) ~ " as " ~ end) -%}
    {%- endfor -%}
    {%- do columns.append(
        rankhouse.bigint("case when rated.strength is not null then " ~ rank ~ " end")
        ~ " as "
        ~ rankhouse.quoted("rank")
    ) -%}
    {%- do columns.append(rankhouse.bigint("floor(ranks.ci_low + 1e-9)") ~ " as rank_low") -%}
    {%- do columns.append(rankhouse.bigint("ceil(ranks.ci_high - 1e-9)") ~ " as rank_high") -%}
    {%- do columns.append("beaten.win_rate as win_rate") -%}
    {%- for name, count in {
        "n_comparisons": "n_verdicts",
        "wins": "n_wins",
        "ties": "n_ties",
        "losses": "n_losses",
    }.items() -%}
        {%- do columns.append(rankhouse.bigint("tallies." ~ count) ~ " as " ~ name) -%}
    {%- endfor -%}
    {%- do columns.append(rankhouse.reason_without_strength(plan) ~ " as reason") -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_rated as rated
    left join rankhouse_obstacles as obstacles on {{ rankhouse.match("rated", "obstacles", plan.by) }}
    left join rankhouse_proven as proven on {{ rankhouse.match("rated", "proven", plan.by) }}
    join rankhouse_tallies as tallies on {{ rankhouse.match_as_one("rated", "tallies", plan.by + ["place"]) }}
    left join rankhouse_beaten as beaten on {{ rankhouse.match_as_one("rated", "beaten", plan.by + ["place"]) }}
    left join rankhouse_intervals as ratings on 2 * rated.number = ratings.number
    left join
        rankhouse_intervals as ranks on 2 * rated.number + 1 = ranks.number {{ rankhouse.group_joins(plan, "rated") }}
{%- endmacro %}

{% macro reason_without_strength(plan) -%}
    case
        when rated.strength is not null
        then null
        when obstacles.obstacle is not null
        then obstacles.obstacle
        {% if plan.baseline is not none %}
            when proven.n_equations is not null then {{ rankhouse.literal("the baseline is not one of its systems") }}
        {% endif %}
        else {{ rankhouse.literal(rankhouse.says_unproven()) }}
    end
{%- endmacro %}
