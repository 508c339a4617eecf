{#
Means of metrics of the whole catalogue, estimated from ranks among sampled negatives: one row for each measure and method of
the corrections, in each group of the ranks, with the by columns, measure, method, n_items, value (corrected),
sampled_value (what the sample gives, uncorrected), std_error (of value; the relevant items of a query are one
observation), n_instances (relevant items that the means are of), n_missing (of them, those missing from the run), n_left_out
(those whose number of negatives or rank the corrections lack) and candidates, which says what was ranked, and where queries
have several relevant items, that the means are of each by itself: then they are not the metrics of these queries.

`ranks`: as sampled_ranks gives them. `corrections`: measure, method, n_items, n_negatives, sampled_rank, sampled_value, value:
the table of sampled_corrections in Python.
#}
{% macro correct_sampled(ranks, corrections, by=[], columns={}) -%}
    {%- do rankhouse.refuse_others("correct_sampled", kwargs) -%}
    {%- set plan = rankhouse.correct_sampled_plan(ranks, corrections, by, columns) -%}
    {{ rankhouse.laid_out(rankhouse.correct_sampled_of(plan)) if execute }}
{%- endmacro %}

{% macro correct_sampled_plan(ranks, corrections, by, columns) %}
    {%- do rankhouse.a_relation("ranks", ranks) -%}
    {%- do rankhouse.a_relation("corrections", corrections) -%}
    {%- do rankhouse.check_groups("correct_sampled", {"by": by}) -%}
    {%- do rankhouse.known_columns(columns, ["query_id"], ["ranks", "corrections"]) -%}
    {%- set plan = {"ranks": ranks, "corrections": corrections, "columns": columns} -%}
    {%- do plan.update(rankhouse.groups_of(by)) -%}
    {%- do plan.update({"checks": rankhouse.correction_checks(plan)}) -%}
    {%- set reads = {"ranks": ["query_id", "is_retrieved", "sampled_rank", "n_negatives"]} -%}
    {%- do reads.update(
        {
            "corrections": [
                "measure",
                "method",
                "n_items",
                "n_negatives",
                "sampled_rank",
                "sampled_value",
                "value",
            ]
        }
    ) -%}
    {%- set numbers = ["is_retrieved", "n_items", "n_negatives", "sampled_rank", "sampled_value", "value"] -%}
    {%- do plan.update(rankhouse.require_columns(plan, reads, numbers, ["n_negatives", "sampled_rank"])) -%}
    {{ return(plan) }}
{% endmacro %}

{% macro correct_sampled_of(plan) -%}
    {%- set keys = plan.run_by + rankhouse.carried_columns(plan, plan.run_by) -%}
    {%- set estimate = ["measure", "method", "n_items"] -%}
    {%- set steps = rankhouse.looked_up_corrections_steps(plan, keys, estimate) -%}
    {%- do steps.extend(rankhouse.corrected_queries_steps(plan, keys, estimate)) -%}
    {{ rankhouse.query_of(steps, "a measure in a group", rankhouse.corrected_answer(plan, keys, estimate)) }}
{%- endmacro %}

{# rankhouse_looked_up: a relevant item and an estimate of a measure, with its value. #}
{% macro looked_up_corrections_steps(plan, keys, estimate) %}
    {%- set instances -%}
        select
        {{
            rankhouse.listed(
                rankhouse.keys_of_side(plan, "run", "ranks")
                + rankhouse.columns_read(plan, "ranks", ["query_id"])
                + rankhouse.select_of("ranks", ["is_retrieved", "sampled_rank", "n_negatives"])
            )
        }}
        from {{ rankhouse.as_source(plan.ranks, "ranks") }}
    {%- endset -%}
    {%- set read = rankhouse.select_of("corrections", estimate + ["n_negatives", "sampled_rank"]) -%}
    {%- for name in ["sampled_value", "value"] -%}
        {%- do read.append(rankhouse.moderate(rankhouse.double("corrections." ~ name)) ~ " as " ~ name) -%}
    {%- endfor -%}
    {%- set corrected = rankhouse.select_of("instances", keys + ["query_id", "is_retrieved", "n_negatives"]) -%}
    {%- do corrected.extend(rankhouse.select_of("estimates", estimate)) -%}
    {%- set looked_up -%}
        select
        {{ rankhouse.listed(corrected + rankhouse.select_of("corrections", ["value", "sampled_value"])) }}
        from rankhouse_instances as instances
        cross join (select distinct {{ rankhouse.inline(estimate) }} from rankhouse_corrections) as estimates
        left join
            rankhouse_corrections as corrections
            on {{ rankhouse.match("estimates", "corrections", estimate) }}
            and {{ rankhouse.match("instances", "corrections", ["n_negatives", "sampled_rank"]) }}
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("instances", "a relevant item, with its rank among negatives", instances),
                rankhouse.step(
                    "corrections",
                    "a rank among negatives, with its value",
                    "select\n"
                    ~ rankhouse.listed(read)
                    ~ "\nfrom "
                    ~ rankhouse.as_source(plan.corrections, "corrections")
                    ~ "\nwhere "
                    ~ rankhouse.unless_refused(plan.checks, "corrections")[0],
                ),
                rankhouse.step("looked_up", "a relevant item and a measure, with its value", looked_up),
            ]
        )
    }}
{% endmacro %}

{# rankhouse_deviating: these summed by query, whose distances from the mean make the standard error. #}
{% macro corrected_queries_steps(plan, keys, estimate) %}
    {%- set found = "case when value is not null then {} end" -%}
    {%- set by_query -%}
        select
        {{
            rankhouse.listed(
                keys
                + estimate
                + [
                    rankhouse.sum_of("value") ~ " as value_sum",
                    rankhouse.sum_of("sampled_value") ~ " as sampled_sum",
                    "count(value) as n_found",
                    "count(*) - count(value) as n_left_out",
                    "count(" ~ found.format("case when is_retrieved = 0 then 1 end") ~ ") as n_missing",
                    "min(" ~ found.format("n_negatives") ~ ") as fewest",
                    "max(" ~ found.format("n_negatives") ~ ") as most",
                ]
            )
        }}
        from rankhouse_looked_up
        group by {{ rankhouse.inline(keys + estimate + ["query_id"]) }}
    {%- endset -%}
    {%- set group = plan.run_by + estimate -%}
    {%- set mean = rankhouse.ratio(rankhouse.sum_of("value_sum"), "sum(n_found)") -%}
    {%- set deviating -%}
        select
        by_query.*,
        by_query.value_sum - by_query.n_found * means.mean_value as deviation
        from rankhouse_by_query as by_query
        join (
            select {{ rankhouse.inline(group + [mean ~ " as mean_value"]) }}
            from rankhouse_by_query
            group by {{ rankhouse.inline(group) }}
        ) as means
        on {{ rankhouse.match("by_query", "means", group) }}
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("by_query", "a query and a measure", by_query),
                rankhouse.step("deviating", "the same, with its distance from the mean", deviating),
            ]
        )
    }}
{% endmacro %}

{% macro corrected_answer(plan, keys, estimate) -%}
    {%- set n_queries = "count(deviating.value_sum)" -%}
    {%- set squares = rankhouse.sum_of("deviating.deviation * deviating.deviation") -%}
    {%- set spread = (
        "sqrt("
        ~ rankhouse.double(squares ~ "\n* " ~ n_queries ~ "\n/ nullif(" ~ n_queries ~ " - 1, 0)")
        ~ ")"
    ) -%}
    {%- set fewest, most = rankhouse.text("min(deviating.fewest)"), rankhouse.text("max(deviating.most)") -%}
    {%- set n_found = "sum(deviating.n_found)" -%}
    {%- set said -%}
        case
        when min(deviating.fewest) = max(deviating.most) then {{ "'sample of ' || " ~ most ~ " || ' negatives'" }}
        else {{ "'sample of ' || " ~ fewest ~ " || ' to ' || " ~ most ~ " || ' negatives'" }}
        end
        || case when {{ n_found }} > {{ n_queries }} then ', each relevant item of a query by itself' else '' end
    {%- endset -%}
    {%- set answer = rankhouse.named_groups(plan, "deviating", none, "deviating") -%}
    {%- do answer.extend(rankhouse.select_of("deviating", estimate)) -%}
    {%- do answer.append(rankhouse.ratio(rankhouse.sum_of("deviating.value_sum"), n_found) ~ " as value") -%}
    {%- do answer.append(rankhouse.ratio(rankhouse.sum_of("deviating.sampled_sum"), n_found) ~ " as sampled_value") -%}
    {%- do answer.append(rankhouse.ratio(spread, n_found) ~ " as std_error") -%}
    {%- for figure, counted in {
        "n_instances": "n_found",
        "n_missing": "n_missing",
        "n_left_out": "n_left_out",
    }.items() -%}
        {%- do answer.append(rankhouse.bigint("sum(deviating." ~ counted ~ ")") ~ " as " ~ figure) -%}
    {%- endfor -%}
    select {{ rankhouse.listed(answer + [said ~ " as candidates"]) }}
    from rankhouse_deviating as deviating
    group by {{ rankhouse.inline(rankhouse.columns_of("deviating", keys + estimate)) }}
{%- endmacro %}
