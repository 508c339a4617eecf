{#
What the measures of level groups read. rankhouse_compared_shares: each feature of a list for a measure, with its share of
the list's attention and its target share; what has no feature stands under NULL.
#}
{% macro group_share_steps(plan) %}
    {%- set list = plan.by + ["query_id"] -%}
    {%- set key = list + ["measure"] -%}
    {%- set steps = [
        rankhouse.step("grouped_items", "an item and its share in a feature", rankhouse.feature_shares()),
        rankhouse.step("attended", "an item of a list, for a measure", rankhouse.attended_items(list)),
    ] -%}
    {%- if "targets" in plan.inputs -%} {%- do steps.extend(rankhouse.known_target_steps(plan)) -%} {%- endif -%}
    {%- do steps.extend(
        [
            rankhouse.step(
                "targets_of_all", "a feature, by a rule for all lists", rankhouse.targets_of_all(plan)
            ),
            rankhouse.step(
                "targets_of_queries", "a feature, by a rule for each query", rankhouse.targets_of_queries()
            ),
            rankhouse.step(
                "amounts",
                "what a feature of a list gets, or is to get",
                rankhouse.amounts_by_feature(list, key),
            ),
            rankhouse.step(
                "compared_shares", "a feature of a list, for a measure", rankhouse.compared_shares(key)
            ),
        ]
    ) -%}
    {{ return(steps) }}
{% endmacro %}

{# Weights that are not above 0 do not count. `refused`: a condition that stops at what must not be there. #}
{% macro feature_shares(refused=none) -%}
    {%- set has_share = "feature_weight > 0" -%}
    {#- In one expression, because an engine may look at the second of two conditions first. -#}
    {%- if refused is not none -%}
        {%- set has_share = "case when\n" ~ refused ~ "\nthen feature_weight > 0 else false end" -%}
    {%- endif -%}
    select item_id, feature, feature_weight / sum(feature_weight) over (partition by item_id) as feature_share
    from rankhouse_features
    where {{ has_share }}
{%- endmacro %}

{# A measure without the option `target` compares with the history. #}
{% macro attended_items(list) -%}
    {%- set place = rankhouse.double("lists.item_rank") -%}
    {%- set second = "case when lists.item_rank < 2 then " ~ rankhouse.double(2) ~ " else " ~ place ~ " end" -%}
    {%- set of_two = "ln(" ~ rankhouse.double(2) ~ ")" -%}
    select
        {{ rankhouse.listed(rankhouse.select_of("lists", list + ["item_id", "item_rank"])) }},
        requests.measure as measure,
        coalesce(requests.target, 'history') as rule_of_target,
        case
            requests.attention
            when 'log2'
            then {{ of_two }} / ln({{ place }} + 1)
            when 'trec'
            then {{ of_two }} / ln({{ second }})
            when 'rbp'
            then {{ rankhouse.power_or_zero("requests.p", place ~ " - 1") }}
            else {{ rankhouse.double(1) }}
        end as attention_of_item
    from rankhouse_lists as lists
    join
        rankhouse_requests as requests
        on requests.metric in ({{ rankhouse.metrics_of_level("groups") }})
        and lists.item_rank <= coalesce(requests.k, lists.item_rank)
{%- endmacro %}

{# Targets that are no distribution stop the query. #}
{% macro known_target_steps(plan) %}
    {%- set read = rankhouse.columns_read(plan, "targets", ["feature"]) -%}
    {%- set share = rankhouse.double(rankhouse.renamed("targets", "target_share", plan.columns)) -%}
    {%- set listed -%}
        select
        feature,
        target_share,
        sum(case when feature is not null and target_share between 0 and 1 then 0 else 1 end) over () as n_wrong,
        sum(target_share) over () as total_share
        from (
            select {{ rankhouse.listed(read + [share ~ " as target_share"]) }}
            from {{ rankhouse.as_source(plan.targets, "targets") }}
        ) as listed
    {%- endset -%}
    {%- set counted = "'targets: ' || " ~ rankhouse.text("n_wrong") -%}
    {%- set wrong = (
        counted
        ~ "\n|| ' rows lack a feature or a share from 0 to 1: give each feature a share, such as 0.5'"
    ) -%}
    {%- set summed = "'targets: the shares sum to ' || " ~ rankhouse.text("total_share") -%}
    {%- set uneven = summed ~ "\n|| ', not to 1: divide each by their sum'" -%}
    {%- set known -%}
        select feature, target_share
        from rankhouse_listed_targets
        where {{ rankhouse.unless("n_wrong > 0", wrong) }}
        and {{ rankhouse.unless("abs(total_share - 1) > 0.000001", uneven) }}
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("listed_targets", "a row of targets, with what is wrong in all", listed),
                rankhouse.step("known_targets", "a feature with its target share", known),
            ]
        )
    }}
{% endmacro %}

{% macro targets_of_all(plan) -%}
    select 'population' as rule_of_target, feature, sum(feature_share) as amount
    from rankhouse_grouped_items
    group by feature
    union all
    select distinct 'uniform' as rule_of_target, feature, {{ rankhouse.double(1) }} as amount
    from rankhouse_grouped_items
    {%- if "targets" in plan.inputs %}
        union all
        select 'given' as rule_of_target, feature, sum(target_share) as amount
        from rankhouse_known_targets
        group by feature
    {%- endif %}
{%- endmacro %}

{% macro targets_of_queries() -%}
    {%- set rules = [] -%}
    {%- for rule, items in {"relevant": "rankhouse_relevant", "history": "rankhouse_interactions"}.items() -%}
        {%- set sql -%}
            select
            {{ rankhouse.literal(rule) }} as rule_of_target,
            wanted.query_id as query_id,
            grouped.feature as feature,
            sum(grouped.feature_share) as amount
            from {{ items }} as wanted
            join rankhouse_grouped_items as grouped on wanted.item_id = grouped.item_id
            group by wanted.query_id, grouped.feature
        {%- endset -%}
        {%- do rules.append(sql) -%}
    {%- endfor -%}
    {{ rules | join("\nunion all\n") }}
{%- endmacro %}

{# n_unknown: items without a feature, under the feature NULL. #}
{% macro amounts_by_feature(list, key) -%}
    {%- set columns = rankhouse.select_of("attended", key) -%}
    {%- set none_shown = rankhouse.double(0) ~ " as shown_amount" -%}
    select
        {{ rankhouse.listed(columns) }},
        grouped.feature as feature,
        coalesce(sum(attended.attention_of_item * grouped.feature_share), 0) as shown_amount,
        {{ rankhouse.double(0) }} as target_amount,
        sum(case when grouped.item_id is null then 1 else 0 end) as n_unknown
    from rankhouse_attended as attended
    left join rankhouse_grouped_items as grouped on attended.item_id = grouped.item_id
    group by {{ rankhouse.inline(rankhouse.columns_of("attended", key) + ["grouped.feature"]) }}
    {%- for targets, of_query in [["targets_of_all", []], ["targets_of_queries", ["query_id"]]] %}
        union all
        select
            {{ rankhouse.listed(columns) }},
            targets.feature as feature,
            {{ none_shown }},
            targets.amount as target_amount,
            0 as n_unknown
        from rankhouse_attended as attended
        join
            rankhouse_{{ targets }} as targets
            on attended.item_rank = 1
            and {{ rankhouse.match("attended", "targets", ["rule_of_target"] + of_query) }}
    {%- endfor %}
{%- endmacro %}

{% macro compared_shares(key) -%}
    {%- set of_list = "over (partition by " ~ rankhouse.inline(key) ~ ")" -%}
    select
        {{ rankhouse.listed(key + ["feature", "n_unknown"]) }},
        shown_amount / nullif(sum(shown_amount) {{ of_list }}, 0) as shown_share,
        target_amount / nullif(sum(target_amount) {{ of_list }}, 0) as target_share
    from
        (
            select
                {{ rankhouse.listed(key + ["feature"]) }},
                sum(shown_amount) as shown_amount,
                sum(target_amount) as target_amount,
                sum(n_unknown) as n_unknown
            from rankhouse_amounts
            group by {{ rankhouse.inline(key + ["feature"]) }}
        ) as summed
{%- endmacro %}

{% macro values_by_group(plan) -%}
    {%- set list = plan.by + ["query_id"] -%}
    {%- set options = rankhouse.recommendation_options().keys() | list -%}
    {%- set grouped = rankhouse.columns_of("shares", list) + rankhouse.columns_of("requests", ["measure", "metric"]) -%}
    select
        {{ rankhouse.listed(rankhouse.select_of("shares", list + ["measure"])) }},
        {{ rankhouse.value_of_metric(plan, "groups") }} as value,
        sum(shares.n_unknown) as n_unknown
    from rankhouse_compared_shares as shares
    join rankhouse_requests as requests on shares.measure = requests.measure
    group by {{ rankhouse.listed(grouped + ["shares.measure"] + rankhouse.columns_of("requests", options)) }}
{%- endmacro %}
