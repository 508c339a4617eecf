{#
rankhouse_run_values: the measures of how often all lists together show each item.

rankhouse_exposures: each shown item, at each cutoff, with the number of lists that show it and the sum of their
lengths' inverse roots. rankhouse_list_counts: the number of lists. A cutoff of 0 stands for none, which no join finds.
#}
{% macro exposure_steps(plan) %}
    {%- set list = plan.by + ["query_id"] -%}
    {%- set of_run = "metric in (" ~ rankhouse.metrics_of_level("run") ~ ")" -%}
    {%- set cutoffs -%}
        select distinct coalesce(k, 0) as cutoff
        from rankhouse_requests
        where {{ of_run }}
    {%- endset -%}
    {%- set length = rankhouse.inline(rankhouse.columns_of("lists", list) + ["cutoffs.cutoff"]) -%}
    {%- set shown -%}
        select
        {{ rankhouse.listed(rankhouse.select_of("lists", list + ["item_id"]) + ["cutoffs.cutoff as cutoff"]) }},
        count(*) over (partition by {{ length }}) as list_length
        from rankhouse_lists as lists
        join rankhouse_cutoffs as cutoffs
        on lists.item_rank <= coalesce(nullif(cutoffs.cutoff, 0), lists.item_rank)
    {%- endset -%}
    {%- set shown_item = plan.by + ["item_id", "cutoff"] -%}
    {%- set exposures -%}
        select
        {{ rankhouse.listed(shown_item) }},
        count(*) as exposure,
        sum(1 / sqrt({{ rankhouse.double("list_length") }})) as list_weight
        from rankhouse_shown
        group by {{ rankhouse.inline(shown_item) }}
    {%- endset -%}
    {%- set counts -%}
        select
        {{ rankhouse.listed(plan.by + ["count(distinct query_id) as n_lists"]) }}
        from rankhouse_run
        {%- if plan.is_grouped %}
            group by {{ rankhouse.inline(plan.by) }}
        {%- endif %}
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("cutoffs", "a cutoff that is asked for", cutoffs),
                rankhouse.step("shown", "an item that a list shows down to a cutoff", shown),
                rankhouse.step("exposures", "an item at a cutoff, over all lists", exposures),
                rankhouse.step("list_counts", "a group of the run", counts),
                rankhouse.step("run_values", "a measure of a group", rankhouse.exposure_values(plan)),
            ]
        )
    }}
{% endmacro %}

{# Items outside the catalogue count only for the measures that do without one. #}
{% macro exposure_values(plan) -%}
    {%- set options = rankhouse.recommendation_options().keys() | list -%}
    {%- set key = plan.by + ["measure"] -%}
    select
        {{ rankhouse.listed(key) }},
        {{ rankhouse.value_of_metric(plan, "run") }} as value,
        n_lists,
        sum(case when is_counted = 0 then exposure else 0 end) as n_unknown
    from
        (
            select
                counted.*,
                case when is_counted = 1 then exposure end as counted_exposure,
                row_number() over (
                    partition by {{ rankhouse.inline(key + ["is_counted"]) }} order by exposure asc
                ) as exposure_place
            from
                (
                    select
                        {{
                            rankhouse.listed(
                                rankhouse.select_of("exposures", plan.by + ["exposure", "list_weight"])
                                + ["totals.n_items as n_items", "counts.n_lists as n_lists"]
                                + rankhouse.request_columns()
                            )
                        }},
                        case
                            when items.item_id is null and ({{ rankhouse.counts_catalogue_alone() }}) then 0 else 1
                        end as is_counted
                    from rankhouse_exposures as exposures
                    join
                        rankhouse_requests as requests
                        on requests.metric in ({{ rankhouse.metrics_of_level("run") }})
                        and exposures.cutoff = coalesce(requests.k, 0)
                    join rankhouse_list_counts as counts on {{ rankhouse.match("exposures", "counts", plan.by) }}
                    cross join rankhouse_totals as totals
                    left join
                        rankhouse_items as items on exposures.item_id = items.item_id
                        {{ rankhouse.ids_are_same("where", "exposures", "items", ["item_id"]) }}
                ) as counted
        ) as placed
    group by {{ rankhouse.inline(key + ["metric", "k", "n_lists"] + options) }}
{%- endmacro %}

{# Whether a request counts items of the catalogue alone. #}
{% macro counts_catalogue_alone() %}
    {%- set conditions = [] -%}
    {%- for declaration in rankhouse.recommendation_catalogue() -%}
        {%- for need in declaration.inputs if need.input == "items" -%}
            {%- set chosen = "requests.metric = " ~ rankhouse.literal(declaration.name) -%}
            {%- if need.option is defined -%}
                {%- set chosen = chosen ~ " and requests." ~ need.option ~ " = " ~ rankhouse.literal(need.choice) -%}
            {%- endif -%}
            {%- do conditions.append(chosen) -%}
        {%- endfor -%}
    {%- endfor -%}
    {{ return(conditions | join("\nor ")) }}
{% endmacro %}
