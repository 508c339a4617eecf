{#
The test of a decision. The steps read rankhouse_<source>: number, which tells its rows apart, and total, of each unit what it
adds to a sum S. They end in rankhouse_tested: number, n_units, n_up, n_down and n_kept (units above 0, below, and not below),
the sign of S, p_value, and sign_p, of the exact sign test, where it is asked.

With signs so that S is above 0, r is the largest S^2 / Q, Q being the sum of squares, over all caps c, with each unit counted as
at most c. p is max(2 * (1 - Phi(sqrt(r))), 2^(1 - k)), of k units above 0, and 1 where S is 0: no flip of signs is rarer. The cap
does not depend on how many units there are, so none that is lost makes p smaller, as it can with Student's t.

What is below 1e-150, or that share of the largest, counts as 0: its square would be below what a number holds.

With the k largest units capped at c, S^2 / Q is largest at c = Q / S of the others, where it is k + S^2 / Q of these.
#}
{% macro decision_test_steps(plan, source) %}
    {%- set by_size = "over (partition by number order by size desc)" -%}
    {%- set others -%}
        over (partition by number order by size desc rows between current row and unbounded following)
    {%- endset -%}
    {%- set signed -%}
        select
            number,
            total,
            side,
            case when abs(total) > 1e-150 * greatest(largest, 1e0) then total / largest * side else 0e0 end as size
        from (
            select
                number,
                total,
                max(abs(total)) over (partition by number) as largest,
                sign(sum(total) over (partition by number)) as side
            from rankhouse_{{ source }}
        ) as found
    {%- endset -%}
    {%- set placed -%}
        select
            number,
            total,
            side,
            row_number() {{ by_size }} - 1 as n_capped,
            lag(size) {{ by_size }} as least_capped,
            sum(size) {{ others }} as rest,
            sum(size * size) {{ others }} as squares
        from rankhouse_signed_units
    {%- endset -%}
    {%- set capped -%}
        select
            number,
            count(*) as n_units,
            sum(case when total > 0 then 1 else 0 end) as n_up,
            sum(case when total < 0 then 1 else 0 end) as n_down,
            sum(case when total >= 0 then 1 else 0 end) as n_kept,
            sum(case when total * side > 0 then 1 else 0 end) as n_won,
            max(side) as side,
            avg(total) as mean_total,
            stddev_samp(total) as total_dev,
            sqrt(
                max(
                    case
                        when rest > 0 and (n_capped = 0 or squares <= rest * least_capped)
                        then n_capped + rest * rest / nullif(squares, 0)
                        else {{ rankhouse.double("0") }}
                    end
                )
            ) as z
        from rankhouse_placed_units
        group by number
    {%- endset -%}
    {%- set few -%}
        select number, n_up as wins, n_down as losses
        from rankhouse_capped
        {% if plan.test != "sign" %} where n_units < {{ rankhouse.enough_units() }} {% endif %}
    {%- endset -%}
    {%- set tested -%}
        select
            capped.*,
            case
                when side = 0
                then {{ rankhouse.double("1") }}
                {%- if plan.test == "randomisation" %} else coalesce(flips.p_value, {{ rankhouse.double("1") }})
                {%- else %}
                else
                    greatest(
                        {{ rankhouse.two_sided_normal("z") }},
                        {{ rankhouse.exp_or_zero(rankhouse.double("1 - n_won") ~ " * 6.931471805599453e-1") }}
                    )
                {%- endif %}
            end as p_value,
            signs.p_value as sign_p
        from rankhouse_capped as capped
        left join rankhouse_counted_units_signs as signs on capped.number = signs.number
        {%- if plan.test == "randomisation" %}
            left join rankhouse_flips as flips on capped.number = flips.number
        {%- endif %}
    {%- endset -%}
    {%- set steps = [
        rankhouse.step("signed_units", "a unit, with signs so that their sum is above 0", signed),
        rankhouse.step("placed_units", "the same, with the sums from there on", placed),
        rankhouse.step("capped", "a sum, with its most telling cap", capped),
        rankhouse.step("counted_units", "a sum, with its wins and losses", few),
    ] -%}
    {%- do steps.extend(rankhouse.sign_test_steps("counted_units")) -%}
    {%- if plan.test == "randomisation" -%}
        {%- set units = {"source": source, "total": "total", "id": "query_id", "names": "rankhouse_" ~ source} -%}
        {%- do steps.extend(rankhouse.randomisation_steps(dict(plan, units=units), "flips")) -%}
    {%- endif -%}
    {%- do steps.append(rankhouse.step("tested", "a sum with its p-values", tested)) -%}
    {{ return(steps) }}
{% endmacro %}
