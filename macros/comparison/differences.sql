{#
The differences of two systems by query, over a table of query_metrics: the steps that end in
    rankhouse_differences   number, of what is compared, and the columns that tell it; query_id, value, baseline_value,
                            difference: of each query of the system, NULL where it is not one of both
    rankhouse_moments       the same of a comparison: n_queries, degrees, value, baseline_value, difference, std_dev, ...
    rankhouse_present       the keys, measure, system_name, n_queries: how many queries have a value
Engines that merge common table expressions into what reads them compute a step as often as it is read: each of these
carries what later ones need.
#}
{% macro difference_steps(plan) %}
    {%- set key = plan.by + ["measure"] -%}
    {%- set is_clustered, weighs = plan.get("cluster") is not none, rankhouse.values_weigh(plan) -%}
    {%- set query = ["query_id"] + (["cluster_id"] if rankhouse.has_units(plan) else []) -%}
    {%- set weight = ["weight"] if weighs else [] -%}
    {%- set of_pair = key + ["metric", "k", "system_name", "baseline", "number"] -%}
    {%- set counted -%}
        select
            {{ rankhouse.inline(key + ["system_name"] + query) }},
            max(value) as value,
            {{ "max(weight) as weight," if weighs }}
            count(*) as n_values
        from rankhouse_values
        {{ "where " ~ rankhouse.unless_wrong_weights() if weighs }}
        group by {{ rankhouse.inline(key + ["system_name"] + query) }}
    {%- endset -%}
    {%- set numbered -%}
        select * from rankhouse_counted where n_values = 1 and value is not null {{ "and weight > 0" if weighs }}
    {%- endset -%}
    {%- set only = "sum(case when n_values = 1 and value is not null then 1 else 0 end)" -%}
    {%- set present -%}
        select {{ rankhouse.inline(key) }}, system_name, {{ only }} as n_queries
        from rankhouse_counted
        group by {{ rankhouse.inline(key + ["system_name"]) }}
        having {{ rankhouse.unless("max(n_values) > 1 and " ~ only ~ " = 0", rankhouse.says_several_values()) }}
    {%- endset -%}
    {%- set tests -%}
        select
        {{
            rankhouse.listed(
                rankhouse.select_of("kinds", key + ["metric", "k"])
                + [
                    "own.system_name as system_name",
                    "other.system_name as baseline",
                    rankhouse.comparison_number(key) ~ " as number",
                ]
            )
        }}
        from (select distinct {{ rankhouse.inline(key + ["metric", "k"]) }} from rankhouse_values) as kinds
        cross join rankhouse_systems as own
        {% if plan.baseline is none %}
            join rankhouse_systems as other on own.system_number > other.system_number
        {% else %}
            join rankhouse_systems as other on own.system_number <> other.system_number
            where {{ rankhouse.text("other.system_name") }} = {{ rankhouse.baseline_text(plan, "rankhouse_systems") }}
        {% endif %}
    {%- endset -%}
    {%- set differences -%}
        select
        {{ rankhouse.listed(rankhouse.select_of("tests", of_pair)) }},
        {{ rankhouse.listed(rankhouse.select_of("own", query + weight)) }},
        case when other.value is not null then own.value end as value,
        other.value as baseline_value,
        {{ rankhouse.difference("own.value", "other.value") }} as difference
        from rankhouse_tests as tests
        left join
            rankhouse_numbered as own
            on {{ rankhouse.match("tests", "own", key) }} and tests.system_name = own.system_name
        left join
            rankhouse_numbered as other
            on {{ rankhouse.match("own", "other", key) }}
            and tests.baseline = other.system_name
            and own.query_id = other.query_id
        {{ "where " ~ rankhouse.unless_weights_differ() if weighs }}
    {%- endset -%}
    {%- set systems = rankhouse.compared_systems(plan) -%}
    {%- set row, values = "a value of a system for a query", rankhouse.compared_values(plan) -%}
    {%- set steps = [rankhouse.step("values", row, values)] -%}
    {%- if is_clustered -%}
        {%- set steps = rankhouse.clustered_value_steps(plan, "query_metrics", row, values) -%}
    {%- endif -%}
    {%- set steps = steps + [
        rankhouse.step("systems", "a system, with its place", systems),
        rankhouse.step("counted", "a system and a query, with how many values it has", counted),
        rankhouse.step("numbered", "a system's only value for a query", numbered),
        rankhouse.step("present", "a system and a measure, with its queries", present),
        rankhouse.step("tests", "two systems by a measure in a group", tests),
        rankhouse.step("differences", "the same and a query of the system", differences),
        rankhouse.step("summed", "a comparison, summed up", rankhouse.summed_differences(plan, of_pair)),
    ] -%}
    {%- if rankhouse.has_units(plan) -%} {%- do steps.extend(rankhouse.cluster_difference_steps(plan)) -%} {%- endif -%}
    {%- do steps.append(rankhouse.step("moments", "the same with what follows", rankhouse.difference_moments(plan))) -%}
    {%- do steps.extend(rankhouse.value_group_steps(plan)) -%}
    {{ return(steps) }}
{% endmacro %}

{# What a system gains over the baseline, above 0 where it is better, of a relation with metric and difference. #}
{% macro gain_of(relation) %}
    {%- set lower = rankhouse.literals(rankhouse.lower_is_better()) -%}
    {%- set is_lower = "\n" ~ relation ~ ".metric in (" ~ lower ~ ")\n" -%}
    {{ return("case when " ~ is_lower ~ "then -1 else 1 end * " ~ relation ~ ".difference") }}
{% endmacro %}

{# Of a system none of whose queries has a single value, which `by` would tell apart. As an expression. #}
{% macro says_several_values() %}
    {%- set said = "query_metrics: every query has several values of one measure and system, e.g. " -%}
    {%- set example = [
        "min(" ~ rankhouse.text("measure") ~ ")",
        rankhouse.literal(" of "),
        "min(" ~ rankhouse.text("system_name") ~ ")",
        rankhouse.literal(" for query_id "),
        "min(" ~ rankhouse.text("query_id") ~ ")",
    ] -%}
    {%- set advice = rankhouse.literal("; add the column that distinguishes them to by") -%}
    {{ return("\n" ~ ([rankhouse.literal(said)] + example + [advice]) | join("\n|| ") ~ "\n") }}
{% endmacro %}

{# Rows that can be compared; a value that is not a number is NULL. #}
{% macro compared_values(plan) -%}
    {%- set query = rankhouse.renamed("query_metrics", "query_id", plan.columns) -%}
    {%- set system = rankhouse.renamed("query_metrics", "system", plan.columns) -%}
    {%- set value = rankhouse.renamed("query_metrics", "value", plan.columns) -%}
    {%- set columns = rankhouse.keys_of_side(plan, "run", "query_metrics") + [
        query ~ " as query_id",
        system ~ " as system_name",
    ] -%}
    {%- do columns.extend(rankhouse.columns_read(plan, "query_metrics", ["measure", "metric", "k"])) -%}
    {%- do columns.append(rankhouse.moderate(rankhouse.double(value)) ~ " as value") -%}
    {%- do columns.extend(rankhouse.cluster_read(plan, "query_metrics")) -%}
    {%- do columns.extend(rankhouse.weight_read(plan, "query_metrics")) -%}
    {%- for own, column in plan.get("read_too", {}).items() -%}
        {%- do columns.append(rankhouse.text(column) ~ " as " ~ own) -%}
    {%- endfor -%}
    select {{ rankhouse.listed(columns) }}
    from {{ rankhouse.as_source(plan.query_metrics, "query_metrics") }}
    where
        {{ query }} is not null and {{ system }} is not null
        {%- if plan.get("measures") %}
            and {{ rankhouse.text(rankhouse.renamed("query_metrics", "measure", plan.columns)) }}
            in ({{ rankhouse.literals(plan.measures) }})
        {%- endif -%}
        {%- if plan.systems %}
            and {{ rankhouse.text(system) }} in ({{ rankhouse.literals(plan.systems) }})
        {%- endif -%}
{%- endmacro %}

{# Systems in the order asked for, or else by name. #}
{% macro compared_systems(plan, source="values") -%}
    {%- set places = [] -%}
    {%- for name in plan.systems -%}
        {%- do places.append("when " ~ rankhouse.literal(name) ~ " then " ~ loop.index) -%}
    {%- endfor -%}
    {%- set asked = "case " ~ rankhouse.text("system_name") ~ " " ~ places | join(" ") ~ " end, " if places else "" -%}
    select
        system_name,
        row_number() over (order by {{ asked }}{{ rankhouse.byte_order("system_name", "asc") }}) as system_number
    from ({{ rankhouse.few_values("system_name", "rankhouse_" ~ source) }}) as named
{%- endmacro %}

{# A row's number, the same whenever it is computed. #}
{% macro comparison_number(key) -%}
    row_number() over (
        order by {{ rankhouse.inline(rankhouse.columns_of("kinds", key)) }}, own.system_number, other.system_number
    )
{%- endmacro %}

{# Of the same query in two systems, as a condition on their pairs that always holds. #}
{% macro unless_weights_differ(own="own", other="other") %}
    {%- set said = [
        rankhouse.literal("query_metrics: query_id "),
        rankhouse.text(own ~ ".query_id"),
        rankhouse.literal(" has several weights, e.g. "),
        rankhouse.text(own ~ ".weight"),
        rankhouse.literal(" and "),
        rankhouse.text(other ~ ".weight"),
        rankhouse.literal(": give it the same weight in all systems"),
    ] -%}
    {{ return(rankhouse.unless(own ~ ".weight <> " ~ other ~ ".weight", "\n" ~ said | join("\n|| ") ~ "\n")) }}
{% endmacro %}

{% macro summed_differences(plan, of_pair) -%}
    select
        {{ rankhouse.inline(of_pair) }},
        count(query_id) as n_own,
        count(difference) as n_queries,
        {{ rankhouse.mean_of_queries(plan, "value") }} as value,
        {{ rankhouse.mean_of_queries(plan, "case when difference is not null then baseline_value end") }}
        as baseline_value,
        {{ rankhouse.mean_of_queries(plan, "difference") }} as difference,
        stddev_samp(difference) as deviation,
        sum(case when difference > 0 then 1 else 0 end) as wins,
        sum(case when difference = 0 then 1 else 0 end) as ties,
        sum(case when difference < 0 then 1 else 0 end) as losses
    from rankhouse_differences
    group by {{ rankhouse.inline(of_pair) }}
{%- endmacro %}

{# Equal differences have no spread, even where rounding leaves some. #}
{% macro difference_moments(plan) -%}
    {%- set n = rankhouse.tested_columns(plan).n -%}
    {%- set of_clusters = ["n_clusters", "cluster_wins", "cluster_ties", "cluster_losses"] -%}
    {%- do of_clusters.extend(["n_effective"] if rankhouse.values_weigh(plan) else []) -%}
    select
        summed.*,
        case when {{ n }} > 1 then {{ n }} - 1 end as degrees,
        case
            when n_queries < 2
            then null
            when deviation <= 1e-12 * abs(difference)
            then {{ rankhouse.double("0") }}
            else deviation
        end as std_dev,
        case
            when n_queries > 0 and wins + losses = 0
            then {{ rankhouse.double("0") }}
            when n_queries > 1 and deviation > 1e-12 * abs(difference)
            then difference / nullif(deviation, 0)
        end as effect_size
    {%- if not rankhouse.has_units(plan) %} from rankhouse_summed as summed
    {%- else %}
            ,
            {{ rankhouse.cluster_deviation("std_error", "n_clusters") }}
        from
            (
                select {{ rankhouse.listed(["summed.*"] + rankhouse.select_of("sums", of_clusters + ["std_error"])) }}
                from rankhouse_summed as summed
                join
                    (
                        select number as summed_number, {{ rankhouse.inline(of_clusters + ["std_error"]) }}
                        from rankhouse_cluster_sums
                    ) as sums
                    on summed.number = sums.summed_number
            ) as summed
    {%- endif %}
{%- endmacro %}

{# The groups with their columns, for engines whose keys cannot be taken apart again. #}
{% macro value_group_steps(plan) %}
    {%- set carried = rankhouse.carried_columns(plan, plan.by) -%}
    {%- if not carried -%} {{ return([]) }}{%- endif -%}
    {%- set groups -%} select distinct {{ rankhouse.inline(plan.by + carried) }} from rankhouse_values {%- endset -%}
    {{ return([rankhouse.step("groups", "a group", groups)]) }}
{% endmacro %}
