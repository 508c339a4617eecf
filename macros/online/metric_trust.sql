{#
Can a measure be trusted to say what users prefer? One row per group and measure, over past experiments that have an
offline difference (of compare) and an online one (of interleaving, or of an A/B test): the by columns, measure,
n_experiments, n_left_out (a difference is missing or no number), n_agree and n_disagree (of those whose differences both
have a sign), agreement, the share of n_agree in the two, with Wilson's interval and the p-value of the sign test; the
correlations pearson and kendall (tau-b); slope and intercept of the online difference on the offline one; slope_error, the
standard error of the slope, and its interval, slope_low and slope_high.

Both differences are measured with error, so that a regression on one of them is too flat. The slope is Deming's (1943):
with s_xx, s_yy and s_xy the variances and the covariance, and r = `error_ratio` the error variance of online differences
over that of offline ones,
    slope = (s_yy - r * s_xx + sqrt((s_yy - r * s_xx)^2 + 4 * r * s_xy^2)) / (2 * s_xy)
r = 1 is the orthogonal line. `offline_error` and `online_error` name columns of standard errors; r is then the ratio of
their mean squares. With e = (S_yy - 2 * slope * S_xy + slope^2 * S_xx) / (n - 2) of the sums of squares S, t = s_xy / slope the
variance of what offline differences are without error, and u = e / (r + slope^2) that of their errors (Fuller 1987),
    slope_error^2 = (t * e + r * u^2) / ((n - 1) * t^2)
The interval takes Student's t of n - 2; there is none of two experiments.
#}
{% macro metric_trust(
    experiments, by=[], error_ratio=1, offline_error=none, online_error=none, confidence=0.95, columns={}
) -%}
    {%- do rankhouse.refuse_others("metric_trust", kwargs) -%}
    {%- set arguments = {
        "experiments": experiments,
        "error_ratio": error_ratio,
        "offline_error": offline_error,
        "online_error": online_error,
        "confidence": confidence,
    } -%}
    {%- set plan = rankhouse.plan_of("metric_trust", rankhouse.reads_experiments(), arguments, by, columns) -%}
    {%- if (plan.offline_error is none) != (plan.online_error is none) -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_one_error()) }}
    {%- endif -%}
    {{ rankhouse.laid_out(rankhouse.metric_trust_of(plan)) if execute }}
{%- endmacro %}

{% macro says_one_error() %}
    {{ return("give both offline_error and online_error, or neither: a ratio needs both") }}
{% endmacro %}

{% macro metric_trust_of(plan) -%}
    {%- set key = plan.by + ["measure"] -%}
    {%- set steps = [
        rankhouse.step("values", "an experiment by a measure", rankhouse.differences_of_experiments(plan)),
        rankhouse.step("means", "a measure, with its means", rankhouse.means_of_experiments(plan, key)),
        rankhouse.step("spreads", "a measure: how differences vary", rankhouse.spreads_of_experiments(key)),
        rankhouse.step("orders", "a measure: how pairs are ordered", rankhouse.orders_of_experiments(key)),
    ] -%}
    {%- do steps.extend(rankhouse.sign_test_steps("means")) -%}
    {%- do steps.append(rankhouse.normal_limit_step(plan.confidence)) -%}
    {%- do steps.extend(rankhouse.student_limit_steps("means", plan.confidence)) -%}
    {%- do steps.extend(rankhouse.value_group_steps(plan)) -%}
    {{ rankhouse.query_of(steps, "a measure and users", rankhouse.metric_trust_answer(plan)) }}
{%- endmacro %}

{# What is no difference is NULL. Experiments may swap places only where their differences are the same. #}
{% macro differences_of_experiments(plan) -%}
    {%- set figures = plan.by + rankhouse.carried_columns(plan, plan.by) + ["measure"] -%}
    {%- set both = "offline_difference is not null and online_difference is not null" -%}
    {%- for name, column in rankhouse.columns_declared(plan, "experiments").items() if column.type == "value" -%}
        {%- do figures.append("case when " ~ both ~ " then " ~ name ~ " end as " ~ name) -%}
    {%- endfor -%}
    select {{ rankhouse.listed(figures) }}, row_number() over (order by offline_difference, online_difference) as place
    from ({{ rankhouse.rows_declared(plan, "experiments") }}) as numbered
{%- endmacro %}

{# wins and losses: experiments whose differences agree in sign, and those that do not. #}
{% macro means_of_experiments(plan, key) -%}
    {%- set offline, online = "offline_difference", "online_difference" -%}
    {%- set agrees = offline ~ " > 0 and " ~ online ~ " > 0 or " ~ offline ~ " < 0 and " ~ online ~ " < 0" -%}
    {%- set differs = offline ~ " > 0 and " ~ online ~ " < 0 or " ~ offline ~ " < 0 and " ~ online ~ " > 0" -%}
    {%- set ratio = rankhouse.double(plan.error_ratio) -%}
    {%- if plan.offline_error is not none -%}
        {%- set squares = "avg(online_error * online_error)", "nullif(avg(offline_error * offline_error), 0)" -%}
        {%- set ratio = squares | join(" / ") -%}
        {%- set ratio = "case when " ~ ratio ~ " <= 1e18 then " ~ ratio ~ " end" -%}
    {%- endif -%}
    {%- set figures = {
        "number": "row_number() over (order by " ~ rankhouse.inline(key) ~ ")",
        "n_rows": "count(*)",
        "n_experiments": "count(" ~ offline ~ ")",
        "degrees": rankhouse.double("count(" ~ offline ~ ") - 2"),
        "wins": "sum(case when " ~ agrees ~ " then 1 else 0 end)",
        "losses": "sum(case when " ~ differs ~ " then 1 else 0 end)",
        "offline_mean": rankhouse.mean_of(offline),
        "online_mean": rankhouse.mean_of(online),
        "offline_varies": "case when min(" ~ offline ~ ") < max(" ~ offline ~ ") then 1 else 0 end",
        "online_varies": "case when min(" ~ online ~ ") < max(" ~ online ~ ") then 1 else 0 end",
        "error_ratio": ratio,
    } -%}
    select {{ rankhouse.listed(key + rankhouse.named_expressions(figures)) }}
    from rankhouse_values
    group by {{ rankhouse.inline(key) }}
{%- endmacro %}

{# 0 in place of what rounding leaves where all values are equal. #}
{% macro spreads_of_experiments(key) -%}
    {%- set figures = {
        "offline_square": rankhouse.sum_of("offline * offline") ~ " * max(offline_varies)",
        "online_square": rankhouse.sum_of("online * online") ~ " * max(online_varies)",
        "product": rankhouse.sum_of("offline * online") ~ " * max(offline_varies) * max(online_varies)",
    } -%}
    select {{ rankhouse.listed(key + rankhouse.named_expressions(figures)) }}
    from
        (
            select
                {{ rankhouse.listed(rankhouse.select_of("means", key + ["offline_varies", "online_varies"])) }},
                found.offline_difference - means.offline_mean as offline,
                found.online_difference - means.online_mean as online
            from rankhouse_means as means
            join rankhouse_values as found on {{ rankhouse.match("means", "found", key) }}
        ) as centred
    group by {{ rankhouse.inline(key) }}
{%- endmacro %}

{# Sums over pairs of experiments of the signs of their differences: tau-b is the correlation of these signs. #}
{% macro orders_of_experiments(key) -%}
    {%- set both = "offline * online" -%}
    select
        {{
            rankhouse.listed(
                key
                + [
                    rankhouse.double("sum(" ~ both ~ ")") ~ " as concordance",
                    rankhouse.double("sum(abs(offline))") ~ " as n_offline",
                    rankhouse.double("sum(abs(online))") ~ " as n_online",
                ]
            )
        }}
    from
        (
            select
                {{ rankhouse.listed(rankhouse.select_of("one", key)) }},
                {{ rankhouse.sign_of_difference("one", "other", "offline_difference") }} as offline,
                {{ rankhouse.sign_of_difference("one", "other", "online_difference") }} as online
            from rankhouse_values as one
            join rankhouse_values as other on {{ rankhouse.match("one", "other", key) }} and one.place < other.place
            where one.offline_difference is not null and other.offline_difference is not null
        ) as pairs
    group by {{ rankhouse.inline(key) }}
{%- endmacro %}

{% macro sign_of_difference(one, other, column) -%}
    case
        when {{ one }}.{{ column }} > {{ other }}.{{ column }}
        then 1
        when {{ one }}.{{ column }} < {{ other }}.{{ column }}
        then -1
        else 0
    end
{%- endmacro %}

{#
Of the slope's two forms, the one without a subtraction. Without covariance the slope is 0, or NULL for a vertical line.
#}
{% macro metric_trust_answer(plan) -%}
    {%- set n, n_agree = "nullif(" ~ rankhouse.double("wins + losses") ~ ", 0)", rankhouse.double("wins") -%}
    {%- set figured = {
        "n": n,
        "share": n_agree ~ " / " ~ n,
        "excess": "online_square - error_ratio * offline_square",
    } -%}
    {%- set root = "sqrt(excess * excess + 4 * error_ratio * product * product)" -%}
    {#- Where a line fits exactly, rounding may leave the residual sum of squares slightly below 0. -#}
    {%- set squares = "(online_square - 2 * slope * product + slope * slope * offline_square)" -%}
    {%- set left = (
        "case when " ~ squares ~ " > 0 then\n" ~ squares ~ "\nelse 0e0 end / nullif(n_experiments - 2, 0)"
    ) -%}
    {%- set signal = "product / nullif(slope * (n_experiments - 1), 0)" -%}
    {%- set noise = "residual / (error_ratio + slope * slope)" -%}
    {%- set variance = "(signal * residual + error_ratio * noise * noise)\n/ nullif((n_experiments - 1) * signal * signal, 0)" -%}
    {#- Where offline differences hardly vary, the line is vertical. -#}
    {%- set slope -%}
        case
            when excess >= 0
            then (excess + {{ root }}) / nullif(2 * product, 0)
            else 2 * error_ratio * product / ({{ root }} - excess)
        end
    {%- endset -%}
    select {{ rankhouse.listed(rankhouse.metric_trust_columns(plan)) }}
    from
        (
            select
                fitted.*,
                case when n_experiments > 2 then {{ rankhouse.finite("\nsqrt(" ~ variance ~ ")\n") }} end as slope_error
            from
                (
                    select residuals.*, {{ noise }} as noise
                    from
                        (
                            select sloped.*, {{ left }} as residual, {{ signal }} as signal
                            from
                                (
                                    select
                                        figured.*,
                                        {{ rankhouse.wilson_middle("share", "n", "square") }} as middle,
                                        {{ rankhouse.wilson_half("share", "n", "square") }} as half,
                                        {{ rankhouse.moderate(slope) }} as slope
                                    from
                                        (
                                            select
                                                {{
                                                    rankhouse.listed(
                                                        ["joined.*"] + rankhouse.named_expressions(figured)
                                                    )
                                                }}
                                            from ({{ rankhouse.joined_experiments(plan) }}) as joined
                                        ) as figured
                                ) as sloped
                        ) as residuals
                ) as fitted
        ) as found {{ rankhouse.group_joins(plan, "found") }}
{%- endmacro %}

{# What is shown, of `found`. #}
{% macro metric_trust_columns(plan) %}
    {%- set columns = rankhouse.named_groups(plan, "found") -%}
    {%- do columns.append("found.measure as measure") -%}
    {%- set counts = {
        "n_experiments": "found.n_experiments",
        "n_left_out": "found.n_rows - found.n_experiments",
        "n_agree": "found.wins",
        "n_disagree": "found.losses",
    } -%}
    {%- for name, count in counts.items() -%}
        {%- do columns.append(rankhouse.bigint(count) ~ " as " ~ name) -%}
    {%- endfor -%}
    {%- do columns.append("found.share as agreement") -%}
    {%- do columns.append("case when wins = 0 then 0 * n else middle - half end as ci_low") -%}
    {%- do columns.append("case when losses = 0 then n / n else middle + half end as ci_high") -%}
    {%- do columns.append("case when n is not null then found.p_value end as p_value") -%}
    {%- do columns.append("product / nullif(sqrt(offline_square) * sqrt(online_square), 0) as pearson") -%}
    {%- do columns.append("concordance / nullif(sqrt(n_offline * n_online), 0) as kendall") -%}
    {%- do columns.append("slope as slope") -%}
    {%- do columns.append("online_mean - slope * offline_mean as intercept") -%}
    {%- do columns.append("slope_error as slope_error") -%}
    {%- do columns.append("slope - student * slope_error as slope_low") -%}
    {%- do columns.append("slope + student * slope_error as slope_high") -%}
    {{ return(columns) }}
{% endmacro %}

{# Means and counts, squares, orders of pairs, the test of signs and the quantiles of a measure, in one row. #}
{% macro joined_experiments(plan) -%}
    {%- set key = plan.by + ["measure"] -%}
    {%- set kept = [
        "number",
        "n_rows",
        "n_experiments",
        "wins",
        "losses",
        "offline_mean",
        "online_mean",
        "error_ratio",
    ] -%}
    {%- set joined = rankhouse.select_of("means", key + kept) -%}
    {%- do joined.extend(rankhouse.select_of("spreads", ["offline_square", "online_square", "product"])) -%}
    {%- do joined.extend(rankhouse.select_of("orders", ["concordance", "n_offline", "n_online"])) -%}
    {%- do joined.extend(["signs.p_value as p_value", "limits.z_limit * limits.z_limit as square"]) -%}
    {%- do joined.append("quantiles.quantile as student") -%}
    select {{ rankhouse.listed(joined) }}
    from rankhouse_means as means
    join rankhouse_spreads as spreads on {{ rankhouse.match("means", "spreads", key) }}
    left join rankhouse_orders as orders on {{ rankhouse.match("means", "orders", key) }}
    left join rankhouse_means_signs as signs on means.number = signs.number
    left join rankhouse_means_quantiles as quantiles on means.degrees = quantiles.degrees
    cross join rankhouse_limit as limits
{%- endmacro %}
