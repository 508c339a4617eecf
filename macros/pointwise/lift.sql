{#
Lift and gain: the rows in descending order of score, cut into `bins` parts of equal size. One row per group and part: the
by columns, bin (1 has the highest scores), depth (share of the rows down to its end), threshold (the lowest score in it),
n_rows (rows / bins), n_positives, positive_share, lift (positive_share over that of all rows), cumulative_positives,
gain (their share of all positives), cumulative_lift. A row that two parts share counts in each by its part, and of tied
rows each part has the positives that are expected of it.
#}
{% macro lift(predictions, bins=10, by=[], columns={}) -%}
    {{ rankhouse.lift_of(rankhouse.prediction_plan(predictions, by, columns), bins) }}
{%- endmacro %}

{% macro lift_of(plan, bins) -%}
    {%- do rankhouse.needs_scores(plan, "lift") -%}
    {%- set by = plan.by -%}
    {%- set count = rankhouse.whole_number(plan, "bins", bins, 1) -%}
    {%- set key = by + ["n_rows", "n_positives"] -%}
    with
        {{ rankhouse.prediction_ctes(plan) }}
        {{ rankhouse.point_ctes(plan) }}
        rankhouse_edges as (
            select
                {{ key | join(", ") }},
                first_place,
                n_upto,
                tp_upto,
                score,
                sum(positives_here) as tied_positives,
                floor((first_place - 1) * {{ rankhouse.double(count) }} / n_rows) as bin_above,
                floor(n_upto * {{ rankhouse.double(count) }} / n_rows) as bin_upto
            from rankhouse_points
            where
                floor((first_place - 1) * {{ rankhouse.double(count) }} / n_rows)
                < floor(n_upto * {{ rankhouse.double(count) }} / n_rows)
            group by {{ (key + ["first_place", "n_upto", "tp_upto", "score"]) | join(", ") }}
        ),
        rankhouse_cut as (
            select
                {{ key | join(", ") }},
                bin,
                score as threshold,
                tp_upto
                - tied_positives
                * (n_upto - bin * {{ rankhouse.double("n_rows") }} / {{ count }})
                / (n_upto - first_place + 1) as cumulative_positives
            from rankhouse_edges as edges
            join {{ rankhouse.numbers_upto(plan, count) }} as numbers on bin > bin_above and bin <= bin_upto
        ),
        rankhouse_parts as (
            select
                {{ key | join(", ") }},
                bin,
                threshold,
                cumulative_positives,
                {{ rankhouse.ratio("n_rows", count) }} as part_rows,
                cumulative_positives - coalesce(
                    lag(cumulative_positives) over ({{ "partition by " ~ by | join(", ") if by }} order by bin), 0
                ) as part_positives
            from rankhouse_cut
        ),
        rankhouse_shown as (
            select
                {{ rankhouse.prediction_groups(plan) }}bin,
                {{ rankhouse.ratio("bin", count) }} as depth,
                threshold,
                part_rows as n_rows,
                part_positives as n_positives,
                {{ rankhouse.ratio("part_positives", "part_rows") }} as positive_share,
                {{ rankhouse.ratio("part_positives * " ~ count, "n_positives") }} as lift,
                cumulative_positives,
                {{ rankhouse.ratio("cumulative_positives", "n_positives") }} as gain,
                {{ rankhouse.ratio("cumulative_positives * " ~ count, "n_positives * bin") }} as cumulative_lift
            from rankhouse_parts {{ rankhouse.groups_exist(plan) }}
        )
    select *
    from rankhouse_shown {{ rankhouse.settings_of_engine() }}
{%- endmacro %}

{# A relation with the column `bin`, 1 to a number. #}
{% macro numbers_upto(plan, count) -%}
    {%- if plan.from_arguments -%} (select unnest(range(1, {{ count }} + 1)) as bin)
    {%- else -%}
        (
            {%- for number in range(1, count | int + 1) %}
                select {{ rankhouse.bigint(number) }} as bin {{ "union all" if not loop.last }}
            {%- endfor %}
        )
    {%- endif -%}
{%- endmacro %}
