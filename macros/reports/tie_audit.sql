{#
How much ties decide: one row for each query and measure with tied_share (share of the first k rows whose score is also
another row's), and the value with ties by item, the lowest and the highest that any order of tied items gives, the
expected one over all orders (NULL where no closed form exists), and their spread. Arguments as in query_metrics; everything of
a convention applies but its rule for ties.
#}
{% macro tie_audit(
    run,
    judgments=none,
    measures=none,
    by=[],
    judgments_by=[],
    columns={},
    queries=none,
    unjudged=none,
    checked=false,
    relevant_from=none,
    pool=none,
    convention=none,
    exclude=none,
    candidates=none
) -%}
    {%- do rankhouse.refuse_others("tie_audit", kwargs) -%}
    {%- set arguments = {
        "run": run,
        "judgments": judgments,
        "measures": measures,
        "by": by,
        "judgments_by": judgments_by,
        "columns": columns,
        "queries": queries,
        "unjudged": unjudged,
        "checked": checked,
        "relevant_from": relevant_from,
        "pool": pool,
        "convention": convention,
        "exclude": exclude,
        "candidates": candidates,
    } -%}
    {%- set inputs = rankhouse.ranking_inputs(arguments) -%}
    {%- do rankhouse.check_groups("tie_audit", {"by": by, "judgments_by": judgments_by}) -%}
    {%- set read = rankhouse.read_policies(dict(arguments, ties="item")) -%}
    {%- set measures = rankhouse.parse_measures(measures, settings=read.settings) -%}
    {%- set averaged = [] -%}
    {%- for measure in measures if rankhouse.refusal(
        rankhouse.declaration(measure.metric), measure, "average"
    ) is none -%}
        {%- do averaged.append(measure) -%}
    {%- endfor -%}
    {%- set rules = [] -%}
    {%- for ties in ["item", "worst", "best"] -%}
        {%- do rules.append({"ties": ties, "measures": measures}) -%}
    {%- endfor -%}
    {%- if averaged -%} {%- do rules.append({"ties": "average", "measures": averaged}) -%} {%- endif -%}
    {%- set plan = rankhouse.ranking_plan(inputs, read, measures) -%}
    {%- do plan.update(
        {"evaluated": rankhouse.evaluated_by(rules, inputs, read), "averages": averaged | length > 0}
    ) -%}
    {{ rankhouse.laid_out(rankhouse.tie_audit_of(plan)) if execute }}
{%- endmacro %}

{# The query of query_metrics under each of several rules for ties. #}
{% macro evaluated_by(rules, inputs, read) %}
    {%- set evaluated = [] -%}
    {%- for rule in rules -%}
        {%- set plan = rankhouse.ranking_plan(inputs, dict(read, ties=rule.ties), rule.measures) -%}
        {%- do evaluated.append(rankhouse.query_metrics_of(plan)) -%}
    {%- endfor -%}
    {{ return(evaluated) }}
{% endmacro %}

{# plan.evaluated: the query of query_metrics with ties by item, at worst, at best and, where plan.averages, on average. #}
{% macro tie_audit_of(plan) -%}
    {%- set columns = rankhouse.outputs_of(plan, "by_item") -%}
    {%- do columns.extend(rankhouse.columns_of("by_item", ["query_id", "measure", "metric", "k"])) -%}
    {%- do columns.extend(["coalesce(tied.rankhouse_tied_share, 0) as tied_share", "by_item.value as value"]) -%}
    {# For measures that count positions or unjudged items, the best value is the lower one. #}
    {%- set turned = "case when by_best.value < by_worst.value then " -%}
    {%- do columns.append(turned ~ "by_best.value else by_worst.value end as lowest") -%}
    {%- do columns.append(("by_average.value" if plan.averages else rankhouse.double("null")) ~ " as expected") -%}
    {%- do columns.append(turned ~ "by_worst.value else by_best.value end as highest") -%}
    {%- do columns.append("abs(by_best.value - by_worst.value) as spread") -%}
    select {{ rankhouse.listed(columns) }}
    from ({{ plan.evaluated[0] }}) as by_item
    {%- for ties in ["worst", "best"] + (["average"] if plan.averages else []) %}
            {{ "left " if ties == "average" }}
        join
            ({{ plan.evaluated[loop.index] }}) as by_{{ ties }}
            on by_item.query_id = by_{{ ties }}.query_id
            and by_item.measure = by_{{ ties }}.measure
            {{ rankhouse.and_same_outputs(plan, "by_item", "by_" ~ ties) }}
    {%- endfor %}
    left join
        ({{ rankhouse.tied_shares(plan) }}) as tied
        on by_item.query_id = tied.query_id
        and by_item.measure = tied.measure
        {{ rankhouse.and_same_run_outputs(plan, "by_item", "tied") }}
{%- endmacro %}

{# Of each query of a run, for each measure: the share of the rows that it looks at whose score another row has too. #}
{% macro tied_shares(plan) -%}
    {%- set list = plan.run_by + ["query_id"] -%}
    {%- set carried = rankhouse.carried_columns(plan, plan.run_by) -%}
    {%- set placed -%}
        select
        {{ rankhouse.listed(plan.run_by + carried + ["query_id"]) }},
        row_number() over (partition by {{ rankhouse.inline(list) }} order by score desc) as place,
        {{ rankhouse.tie_size(list) }} as n_tied
        from rankhouse_run
    {%- endset -%}
    {%- set steps = rankhouse.input_steps(plan) -%}
    {%- do steps.append(rankhouse.step("placed", "a returned item at its place", placed)) -%}
    {%- do steps.append(
        rankhouse.step(
            "depths",
            "a measure, with the last place that it looks at",
            rankhouse.per_measure(
                plan,
                "select <measure> as measure, " ~ rankhouse.bigint("<k>") ~ " as depth",
                "\nunion all\n",
            ),
        )
    ) -%}
    {%- set shares -%}
        select
        {{ rankhouse.listed(plan.run_by + carried + ["query_id", "measure"]) }},
        avg(case when n_tied > 1 then {{ rankhouse.double(1) }} else 0 end) as tied_share
        from rankhouse_placed
        join rankhouse_depths on place <= coalesce(depth, place)
        group by {{ rankhouse.inline(plan.run_by + carried + ["query_id", "measure"]) }}
    {%- endset -%}
    {%- do steps.append(rankhouse.step("shares", "a query and a measure", shares)) -%}
    {%- set columns = rankhouse.named_run_groups(plan, "shares") -%}
    {%- do columns.extend(["shares.query_id", "shares.measure", "shares.tied_share as rankhouse_tied_share"]) -%}
    {%- set sql -%}
        select
        {{ rankhouse.listed(columns) }}
        from rankhouse_shares as shares
    {%- endset -%}
    {{ rankhouse.query_of(steps, "a query and a measure", sql) }}
{%- endmacro %}
