{#
How much more often higher positions are examined, one row per position: the by columns, position, examination (1 at the
first position), impressions, clicks and an interval. `method`:
    pbm      the position-based model's, see click_judgments
    swaps    from items of a query that were seen at neighbouring positions: the ratio of their clicks, chained from the first
             position on (Agarwal et al. 2019, adjacent chain), items weighted as Mantel and Haenszel do
    random   from positions that were drawn at random: the share of clicks over that of the first position
Intervals are normal in the logarithm; that of the first position is 1 to 1. For pbm its variance is that of paths of items
that two positions share, the shorter of a direct one and of one step by step; for swaps that of Greenland and Robins (1985),
for random that of Katz et al. (1978). Examination is NULL where no first position has a click, and by swaps from the first
position on that shares no clicked item with the one above it.
#}
{% macro position_bias(
    log,
    method="pbm",
    by=[],
    prior=[0, 0],
    steps=50,
    updates="simultaneous",
    confidence=0.95,
    counts=false,
    first_position=1,
    columns={}
) -%}
    {%- do rankhouse.refuse_others("position_bias", kwargs) -%}
    {%- set arguments = {
        "method": method,
        "prior": prior,
        "steps": steps,
        "updates": updates,
        "confidence": confidence,
        "counts": counts,
        "first_position": first_position,
    } -%}
    {%- set plan = rankhouse.click_plan("position_bias", log, by, columns, arguments) -%}
    {{ rankhouse.laid_out(rankhouse.position_bias_of(plan)) if execute }}
{%- endmacro %}

{% macro position_bias_of(plan) -%}
    {%- set steps = rankhouse.counted_clicks_steps(plan) -%}
    {%- if plan.method == "pbm" -%}
        {%- do steps.extend(rankhouse.position_based_steps(plan)) -%}
        {%- do steps.extend(rankhouse.bias_of_model_steps(plan)) -%}
    {%- elif plan.method == "swaps" -%} {%- do steps.extend(rankhouse.bias_of_swaps_steps(plan)) -%}
    {%- else -%}
        {%- do steps.append(rankhouse.step("positions", "a position", rankhouse.counts_of_positions(plan))) -%}
        {%- do steps.append(
            rankhouse.step("placed", "a position with its examination", rankhouse.bias_of_random(plan))
        ) -%}
    {%- endif -%}
    {%- do steps.append(rankhouse.normal_limit_step(plan.confidence)) -%}
    {%- do steps.extend(rankhouse.value_group_steps(plan)) -%}
    {{ rankhouse.query_of(steps, "a position", rankhouse.position_bias_answer(plan)) }}
{%- endmacro %}

{% macro counts_of_positions(plan) -%}
    {%- set position = plan.by + ["position"] -%}
    {%- set sums = ["sum(impressions) as impressions", "sum(clicks) as clicks"] -%}
    select
        sums.*,
        {{ rankhouse.ratio("clicks", "impressions") }} as share,
        {{ rankhouse.ratio("1", "clicks") }} - {{ rankhouse.ratio("1", "impressions") }} as spread
    from
        (
            select {{ rankhouse.listed(position + sums) }}
            from rankhouse_counted
            group by {{ rankhouse.inline(position) }}
        ) as sums
{%- endmacro %}

{# Windows over the positions of a group, in their order. #}
{% macro down_the_list(plan) %} {{ return(rankhouse.partitioned(plan.by) ~ " order by position") }}{% endmacro %}

{# Sums of links from the first position on, how many links there are, and which position it is. #}
{% macro chained_to_position(plan, link, sums) %}
    {%- set down = rankhouse.down_the_list(plan) -%}
    {%- set upto = down ~ " rows between unbounded preceding and current row" -%}
    {%- set columns = [
        "row_number() over (" ~ down ~ ") as place",
        "count(" ~ link ~ ") over (" ~ upto ~ ") as n_links",
    ] -%}
    {%- for name, term in sums.items() -%}
        {%- do columns.append("sum(" ~ term ~ ") over (" ~ upto ~ ") as " ~ name) -%}
    {%- endfor -%}
    {{ return(columns) }}
{% endmacro %}

{#
What clicks tell of the logarithm of an examination, attractions being estimated along, is the Laplacian of a network of
positions, in which an item joins two with the conductance product / sum of its information. The variance is the resistance
to the first position, which no single path is below.
#}
{% macro bias_of_model_steps(plan) %}
    {%- set item = plan.by + ["query_id", "item_id"] -%}
    {%- set of_item = "partition by " ~ rankhouse.inline(item) -%}
    {%- set information = rankhouse.information_of_clicks("attraction * examination") -%}
    {%- set first = "position = first_shown" -%}
    {%- set joined -%}
        select
            {{ rankhouse.listed(plan.by + ["position", "impressions", "clicks", "examination", "first_shown"]) }},
            told * max(case when position = first_shown then told end) over ({{ of_item }})
            / nullif(sum(told) over ({{ of_item }}), 0) as directly,
            case
                when lag(position) over ({{ of_item }} order by position) = position - 1
                then
                    told * lag(told) over ({{ of_item }} order by position)
                    / nullif(sum(told) over ({{ of_item }}), 0)
            end as by_steps
        from
            (
                select
                    {{ rankhouse.listed(item + ["position", "impressions", "clicks", "examination"]) }},
                    {{ information }} as told,
                    min(position) over ({{ rankhouse.partitioned(plan.by) }}) as first_shown
                from rankhouse_fitted
            ) as known
    {%- endset -%}
    {%- set figures = {
        "impressions": "sum(impressions)",
        "clicks": "sum(clicks)",
        "examination": "max(examination)",
        "is_first": "max(case when position = first_shown then 1 else 0 end)",
        "direct": rankhouse.ratio("1", "sum(directly)"),
        "steps": rankhouse.ratio("1", "sum(by_steps)"),
    } -%}
    {%- set positions -%}
        select {{ rankhouse.listed(plan.by + ["position"] + rankhouse.named_expressions(figures)) }}
        from rankhouse_joined
        group by {{ rankhouse.inline(plan.by + ["position"]) }}
    {%- endset -%}
    {%- set placed -%}
        select
            {{ rankhouse.listed(plan.by + ["position", "impressions", "clicks", "examination"]) }},
            case
                when is_first = 1
                then {{ rankhouse.double("0") }}
                when n_links = place - 1
                then coalesce(least(direct, chained), direct, chained)
                else direct
            end as variance
        from
            (
                select
                    positions.*,
                    {{ rankhouse.listed(rankhouse.chained_to_position(plan, "steps", {"chained": "steps"})) }}
                from rankhouse_positions as positions
            ) as paths
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("joined", "an item at a position, joined to others", joined),
                rankhouse.step("positions", "a position", positions),
                rankhouse.step("placed", "a position with its variance", placed),
            ]
        )
    }}
{% endmacro %}

{# An item that is seen at two neighbouring positions has the clicks of each, times the other's share of impressions. #}
{% macro bias_of_swaps_steps(plan) %}
    {%- set before = (
        "over (partition by " ~ rankhouse.inline(plan.by + ["query_id", "item_id"]) ~ " order by position)"
    ) -%}
    {%- set numbers = {
        "n": rankhouse.double("impressions"),
        "c": rankhouse.double("clicks"),
        "n_above": rankhouse.double("lag(impressions) " ~ before),
        "c_above": rankhouse.double("lag(clicks) " ~ before),
        "above": "lag(position) " ~ before,
    } -%}
    {%- set is_pair = "case when above = position - 1 then " -%}
    {%- set both = "(n + n_above)" -%}
    {%- set spread = "((c + c_above) * n * n_above - c * c_above * " ~ both ~ ") / (" ~ both ~ " * " ~ both ~ ")" -%}
    {%- set figures = {
        "impressions": "sum(impressions)",
        "clicks": "sum(clicks)",
        "here": "sum(" ~ is_pair ~ "c * n_above / " ~ both ~ " end)",
        "over": "sum(" ~ is_pair ~ "c_above * n / " ~ both ~ " end)",
        "spread": "sum(\n" ~ is_pair ~ "\n" ~ spread ~ "\nend\n)",
    } -%}
    {%- set positions -%}
        select {{ rankhouse.listed(plan.by + ["position"] + rankhouse.named_expressions(figures)) }}
        from
            (
                select
                    {{
                        rankhouse.listed(
                            plan.by
                            + ["position", "impressions", "clicks"]
                            + rankhouse.named_expressions(numbers)
                        )
                    }}
                from rankhouse_counted
            ) as swapped
        group by {{ rankhouse.inline(plan.by + ["position"]) }}
    {%- endset -%}
    {%- set both_clicked = "case when here > 0 and over > 0 then " -%}
    {%- set ratios -%}
        select
            {{ rankhouse.listed(plan.by + ["position", "impressions", "clicks"]) }},
            {{ both_clicked }}ln(here / over) end as log_ratio,
            {{ both_clicked }}spread / (here * over) end as variance
        from rankhouse_positions
    {%- endset -%}
    {%- set zero = rankhouse.double("0") -%}
    {%- set sums = {"log_examination": "log_ratio", "variance_sum": "variance"} -%}
    {%- set placed -%}
        select
            {{ rankhouse.listed(plan.by + ["position", "impressions", "clicks"]) }},
            case when n_links = place - 1 then exp(coalesce(log_examination, {{ zero }})) end as examination,
            case when n_links = place - 1 then coalesce(variance_sum, {{ zero }}) end as variance
        from
            (
                select
                    ratios.*,
                    {{ rankhouse.listed(rankhouse.chained_to_position(plan, "log_ratio", sums)) }}
                from rankhouse_ratios as ratios
            ) as chained
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("positions", "a position with what it shares with the one above", positions),
                rankhouse.step("ratios", "a position over the one above", ratios),
                rankhouse.step("placed", "a position with its examination", placed),
            ]
        )
    }}
{% endmacro %}

{% macro bias_of_random(plan) -%}
    {%- set down = rankhouse.down_the_list(plan) -%}
    select
        {{ rankhouse.listed(plan.by + ["position", "impressions", "clicks"]) }},
        {{ rankhouse.ratio("share", "first_share") }} as examination,
        case when place = 1 then {{ rankhouse.double("0") }} else spread + first_spread end as variance
    from
        (
            select
                positions.*,
                first_value(share) over ({{ down }}) as first_share,
                first_value(spread) over ({{ down }}) as first_spread,
                row_number() over ({{ down }}) as place
            from rankhouse_positions as positions
        ) as compared
{%- endmacro %}

{% macro position_bias_answer(plan) -%}
    {%- set columns = rankhouse.named_groups(plan, "placed") -%}
    {%- do columns.extend(rankhouse.select_of("placed", ["position", "examination"])) -%}
    {%- for count in ["impressions", "clicks"] -%}
        {%- do columns.append(rankhouse.bigint("placed." ~ count) ~ " as " ~ count) -%}
    {%- endfor -%}
    {%- for end, sign in {"ci_low": "-", "ci_high": "+"}.items() -%}
        {%- set limit = "placed.examination * exp(" ~ sign ~ "limits.z_limit * sqrt(placed.variance))" -%}
        {%- do columns.append("case when placed.variance < 1e3 then " ~ limit ~ " end as " ~ end) -%}
    {%- endfor -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_placed as placed
    cross join rankhouse_limit as limits {{ rankhouse.group_joins(plan, "placed") }}
{%- endmacro %}
