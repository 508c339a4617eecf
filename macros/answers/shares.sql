{#
Shares of comparisons, all comparisons of a query or of a cluster being one observation: the steps from rankhouse_units (number,
unit, n, outcome: what is for it less what is against it, n_queries, wins, ties, losses) to rankhouse_moments, a number with its
win_rate and variance.
#}
{% macro share_steps(units, summed) %}
    {%- set deviating = rankhouse.deviations_of_units() -%}
    {%- set steps = [
        units,
        rankhouse.step("deviating", "the same, with how far it is from all", deviating),
        rankhouse.step("moments", summed, rankhouse.moments_of_units(), rankhouse.stored()),
    ] -%}
    {{ return(steps + rankhouse.student_quantile_steps("moments", [rankhouse.double("0.975")], [0.975])) }}
{% endmacro %}

{% macro deviations_of_units() -%}
    select
        units.*, outcome - n * sum(outcome) over (partition by number) / sum(n) over (partition by number) as deviation
    from rankhouse_units as units
{%- endmacro %}

{# wins and losses are of queries or clusters, for the sign test; the rest of comparisons. #}
{% macro moments_of_units() -%}
    {%- set n = rankhouse.double("count(*)") -%}
    {%- set least = "1e-9 * n" -%}
    {%- set variance = n ~ " / nullif(" ~ n ~ " - 1, 0) * sum(deviation * deviation) / (4 * sum(n) * sum(n))" -%}
    {%- set figures = {
        "n_units": "count(*)",
        "n_checked": "sum(n)",
        "n_queries": "sum(n_queries)",
        "degrees": "case when count(*) > 1 then " ~ n ~ " - 1 end",
        "win_rate": "5e-1 + 5e-1 * sum(outcome) / sum(n)",
        "variance": variance,
        "wins": "sum(case when outcome > " ~ least ~ " then 1 else 0 end)",
        "losses": "sum(case when outcome < -" ~ least ~ " then 1 else 0 end)",
        "n_wins": "sum(wins)",
        "n_ties": "sum(ties)",
        "n_losses": "sum(losses)",
    } -%}
    select number, {{ rankhouse.listed(rankhouse.named_expressions(figures)) }}
    from rankhouse_deviating
    group by number
{%- endmacro %}

{# rankhouse_moments with what the interval needs. #}
{% macro effective_shares() -%}
    (
        select
            moments.*,
            quantiles.quantile * quantiles.quantile as square,
            case
                when variance > 1e-18 then win_rate * (1 - win_rate) / variance else {{ rankhouse.double("n_units") }}
            end as n_effective
        from rankhouse_moments as moments
        left join rankhouse_moments_quantiles as quantiles on moments.degrees = quantiles.degrees
    )
{%- endmacro %}

{# Wilson's interval of a share of rankhouse_moments, as effective_shares has it. #}
{% macro ends_of_share(measured) %}
    {%- set given = rankhouse.columns_of(measured, ["win_rate", "n_effective", "square"]) -%}
    {%- set middle = rankhouse.wilson_middle(given[0], given[1], given[2]) -%}
    {%- set half, ends = rankhouse.wilson_half(given[0], given[1], given[2]), [] -%}
    {%- for name, sign in {"ci_low": " - ", "ci_high": " + "}.items() -%}
        {%- do ends.append(rankhouse.within_limits(middle ~ "\n" ~ sign ~ half, "0", "1") ~ " as " ~ name) -%}
    {%- endfor -%}
    {{ return(ends) }}
{% endmacro %}
