{#
Decisions at a threshold where rows are related by a cluster, whose wins and losses are no coin tosses: the mean over rows of
d, which is 1 where system alone is right, -1 where baseline alone is and 0 otherwise, with the standard error that means
over queries in clusters have, and Student's t with as many degrees of freedom as clusters but one. p_value is 1 where no
row differs, and where each cluster has as many wins as losses; NULL, like the interval, where all differ alike otherwise.
#}
{% macro clustered_mcnemar_steps(plan) %}
    {%- set columns = rankhouse.right_decisions(plan) + ["own.row_id as row_id"] -%}
    {%- do columns.extend(["own.weight as weight"] if plan.is_weighted else []) -%}
    {%- set sums = dict(rankhouse.wins_and_losses(), **rankhouse.accuracies_of_rows(plan)) -%}
    {%- set columns_of_rows = rankhouse.select_of("matched", ["number", "cluster_id"]) -%}
    {%- do columns_of_rows.append("matched.row_id as query_id") -%}
    {%- do columns_of_rows.append(rankhouse.double("matched.own_right - matched.other_right") ~ " as value") -%}
    {%- if plan.is_weighted -%}
        {%- do sums.update({"weight_sum": "sum(weight)"}) -%}
        {%- do columns_of_rows.append(rankhouse.ratio("matched.weight", "pairs.weight_sum") ~ " as weight") -%}
    {%- endif -%}
    {%- set decisions -%}
        select {{ rankhouse.listed(columns_of_rows) }}
        from rankhouse_matched as matched
        {%- if plan.is_weighted %}
            join rankhouse_pairs as pairs on matched.number = pairs.number
            where matched.weight > 0
        {%- endif %}
    {%- endset -%}
    {%- set shown = rankhouse.shown_of_decisions(plan) -%}
    {%- set error -%}
        case
            when decided.n_unlike = 0 and pairs.difference is not null
            then {{ rankhouse.double("0") }}
            when decided.std_error > 0 or decided.std_error = 0 and pairs.difference = 0
            then decided.std_error
        end
    {%- endset -%}
    {%- set scored -%}
        select scored.*, difference / nullif(std_error, 0) as statistic
        from
            (
                select
                    {{ rankhouse.listed(rankhouse.select_of("pairs", shown)) }},
                    case when decided.n_clusters > 1 then {{ rankhouse.double("decided.n_clusters - 1") }} end as degrees,
                    {{ error }} as std_error
                from rankhouse_pairs as pairs
                left join rankhouse_decided as decided on pairs.number = decided.number
            ) as scored
    {%- endset -%}
    {%- set bounds = [] -%}
    {%- for sign, name in {"-": "ci_low", "+": "ci_high"}.items() -%}
        {%- set half = "coalesce(quantiles.quantile, 0) * scored.std_error" -%}
        {%- set bound = "scored.difference " ~ sign ~ " " ~ half -%}
        {%- do bounds.append(rankhouse.within_limits(bound, "-1", "1") ~ " as " ~ name) -%}
    {%- endfor -%}
    {%- set tested -%}
        select
            {{ rankhouse.listed(rankhouse.select_of("scored", shown) + bounds) }},
            case when scored.std_error = 0 then {{ rankhouse.double("1") }} else tails.p_value end as p_value
        from rankhouse_scored as scored
        left join rankhouse_scored_quantiles as quantiles on scored.degrees = quantiles.degrees
        left join rankhouse_scored_tails as tails on scored.number = tails.number
    {%- endset -%}
    {%- set steps = rankhouse.matched_row_steps(plan, "rows", "numbered", "side", columns, sums) -%}
    {%- do steps.append(
        rankhouse.step("decisions", "a row of data with the difference of two decisions", decisions)
    ) -%}
    {%- do steps.extend(
        rankhouse.clustered_mean_steps(
            "decisions",
            ["number"],
            name="decided",
            weight="weight" if plan.is_weighted else none,
            sums={"n_unlike": ["count(case when found.value <> 0 then 1 end)", "sum(n_unlike)"]},
        )
    ) -%}
    {%- do steps.append(
        rankhouse.step(
            "scored", "two systems, with the difference in standard errors", scored, rankhouse.stored()
        )
    ) -%}
    {%- do steps.extend(rankhouse.student_tail_steps("scored")) -%}
    {%- do steps.extend(rankhouse.student_limit_steps("scored", plan.confidence)) -%}
    {%- do steps.append(rankhouse.step("tested", "the same, with what is known of the difference", tested)) -%}
    {{ return(steps) }}
{% endmacro %}
