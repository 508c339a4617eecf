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
    {%- set plan = rankhouse.ranking_plan(inputs, read, measures) -%}
    {%- set rules = {"worst": measures, "best": measures} -%}
    {%- if averaged -%} {%- do rules.update({"average": averaged}) -%} {%- endif -%}
    {%- set plans = {} -%}
    {%- for ties, own in rules.items() -%}
        {%- do plans.update({ties: rankhouse.ranking_plan(inputs, dict(read, ties=ties), own)}) -%}
    {%- endfor -%}
    {{ rankhouse.laid_out(rankhouse.tie_audit_of(plan, plans)) if execute }}
{%- endmacro %}

{# `plan`: of the evaluation with ties by item; `plans`: those with ties at worst, at best and, where that is known, on average. #}
{% macro tie_audit_of(plan, plans) -%}
    {%- set columns = rankhouse.outputs_of(plan, "by_item") -%}
    {%- do columns.extend(rankhouse.columns_of("by_item", ["query_id", "measure", "metric", "k"])) -%}
    {%- do columns.extend(["coalesce(tied.rankhouse_tied_share, 0) as tied_share", "by_item.value as value"]) -%}
    {# For measures that count positions or unjudged items, the best value is the lower one. #}
    {%- set turned = "case when orders.best_value < orders.worst_value then " -%}
    {%- do columns.append(turned ~ "orders.best_value else orders.worst_value end as lowest") -%}
    {%- do columns.append("orders.average_value as expected") -%}
    {%- do columns.append(turned ~ "orders.worst_value else orders.best_value end as highest") -%}
    {%- do columns.append("abs(orders.best_value - orders.worst_value) as spread") -%}
    select {{ rankhouse.listed(columns) }}
    from ({{ rankhouse.query_metrics_of(plan) }}) as by_item
    join
        ({{ rankhouse.evaluated_in_orders(plan, plans) }}) as orders
        on by_item.query_id = orders.query_id
        and by_item.measure = orders.measure
        {{ rankhouse.and_same_outputs(plan, "by_item", "orders") }}
    left join
        ({{ rankhouse.tied_shares(plan) }}) as tied
        on by_item.query_id = tied.query_id
        and by_item.measure = tied.measure
        {{ rankhouse.and_same_run_outputs(plan, "by_item", "tied") }}
{%- endmacro %}

{#
The values of query_metrics under each rule for ties, side by side. The first steps of all rules are the same, down to where the
items of a score stand, and are there once.
#}
{% macro evaluated_in_orders(plan, plans) -%}
    {%- set steps_of, first_texts = {}, [] -%}
    {%- for ties, own in plans.items() -%}
        {%- do steps_of.update({ties: rankhouse.measured_steps(own)}) -%}
    {%- endfor -%}
    {%- set n_first = (steps_of.worst | map(attribute="name") | list).index("rankhouse_placed") + 1 -%}
    {%- for steps in steps_of.values() -%}
        {%- do first_texts.append(steps[:n_first] | map(attribute="sql") | join) -%}
    {%- endfor -%}
    {#- Measures without a mean over all orders may need other columns. -#}
    {%- set is_shared = first_texts | unique(case_sensitive=true) | list | length == 1 -%}
    {%- set shared = steps_of.worst[:n_first] if is_shared else [] -%}
    {%- set unit = rankhouse.quoted_all(plan.outputs) + ["query_id", "measure"] -%}
    {%- set columns, every_order = unit | list, [] -%}
    {%- for ties in ["worst", "best", "average"] -%}
        {%- do columns.append("max(of_" ~ ties ~ ") as " ~ ties ~ "_value") -%}
    {%- endfor -%}
    {#- One below the other, and grouped: Postgres takes a join of them for a row or two, and plans it as loops within loops. -#}
    {%- for ties, own in plans.items() -%}
        {%- set values = [] -%}
        {%- for other in ["worst", "best", "average"] -%}
            {%- do values.append(("value" if other == ties else rankhouse.double("null")) ~ " as of_" ~ other) -%}
        {%- endfor -%}
        {%- set evaluated -%}
            select {{ rankhouse.listed(unit + values) }}
            from ({{ rankhouse.query_metrics_of(own, steps=steps_of[ties][shared | length:]) }}) as by_{{ ties }}
        {%- endset -%}
        {%- do every_order.append(evaluated) -%}
    {%- endfor -%}
    {%- set sql -%}
        select {{ rankhouse.listed(columns) }}
        from (
            {{ every_order | join("\nunion all\n") }}
        ) as every_order
        group by {{ rankhouse.inline(unit) }}
    {%- endset -%}
    {{ rankhouse.query_of(shared, "a query and a measure", sql) if shared else sql }}
{%- endmacro %}

{# Of each query of a run, for each measure: the share of the rows that it looks at whose score another row has too. #}
{% macro tied_shares(plan) -%}
    {%- set list = plan.run_by + ["query_id"] -%}
    {%- set carried = rankhouse.carried_columns(plan, plan.run_by) -%}
    {%- set by_score = "over (partition by " ~ rankhouse.inline(list) ~ " order by score desc)" -%}
    {%- set placed -%}
        select
        {{ rankhouse.listed(plan.run_by + carried + ["query_id"]) }},
        row_number() {{ by_score }} as place,
        count(*) {{ by_score }} - rank() {{ by_score }} + 1 as n_tied
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
