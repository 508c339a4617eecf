{#
What the grades of a machine are worth: one row per group and machine grade, or with per_grade=false per group, from two
tables of judgments. The by columns (of the machine's table: the model, the day, how long the item is), machine_grade (the
grade, or their mean), human_grade (the mean that people gave the same items), human_low, human_high, bias (machine less
human), bias_low, bias_high, n_items and n_queries (with both grades) and n_machine (items that the machine graded).
Intervals are Student's t over queries, whose items are alike: a ratio of sums by query (Cochran 1977). NULL below two
queries. A grade that is NULL, NaN or beyond 1e100 does not count, and neither does a human one without the machine's.
#}
{% macro grade_calibration(human, machine, by=[], per_grade=true, confidence=0.95, columns={}) -%}
    {%- do rankhouse.refuse_others("grade_calibration", kwargs) -%}
    {%- set arguments = {"per_grade": per_grade, "confidence": confidence} -%}
    {%- set plan = rankhouse.grades_plan("grade_calibration", human, machine, by, columns, arguments) -%}
    {%- do plan.update({"one": plan.by + (["machine_grade"] if per_grade else [])}) -%}
    {{ rankhouse.laid_out(rankhouse.grade_calibration_of(plan)) if execute }}
{%- endmacro %}

{#
How often people and a machine gave the same items which grades: one row per group and pair of grades that occurs. The by
columns, human_grade (NULL: of items that people did not grade), machine_grade, n_items, and what share these are of all
items with that human grade (human_share) and with that machine grade and a human one (machine_share).
#}
{% macro grade_confusion(human, machine, by=[], columns={}) -%}
    {%- do rankhouse.refuse_others("grade_confusion", kwargs) -%}
    {%- set plan = rankhouse.grades_plan("grade_confusion", human, machine, by, columns, {}) -%}
    {{ rankhouse.laid_out(rankhouse.grade_confusion_of(plan)) if execute }}
{%- endmacro %}

{# What they need to know of the tables, the arguments checked. #}
{% macro grades_plan(macro, human, machine, by, columns, arguments) %}
    {%- set asked = dict(arguments, human=human, machine=machine) -%}
    {{ return(rankhouse.plan_of(macro, rankhouse.reads_grades(), asked, by, columns)) }}
{% endmacro %}

{% macro grade_calibration_of(plan) -%}
    {%- set steps = rankhouse.graded_steps(plan) -%}
    {%- do steps.extend(
        [
            rankhouse.step("sums", "a query's sums", rankhouse.sums_of_grades(plan.one)),
            rankhouse.step("means", "what is calibrated", rankhouse.means_of_grades(plan.one)),
            rankhouse.step("spreads", "the same with its errors", rankhouse.spreads_of_grades(plan.one)),
        ]
    ) -%}
    {%- do steps.extend(rankhouse.student_limit_steps("spreads", plan.confidence)) -%}
    {%- do steps.extend(rankhouse.value_group_steps(plan)) -%}
    {{ rankhouse.query_of(steps, "what is calibrated, with its intervals", rankhouse.grade_calibration_answer(plan)) }}
{%- endmacro %}

{% macro grade_confusion_of(plan) -%}
    {%- set key = plan.by + ["human_grade", "machine_grade"] -%}
    {%- set counted = key + ["count(*) as n_items", "count(human_grade) as n_human"] -%}
    {%- set counts -%}
        select {{ rankhouse.listed(counted) }}
        from rankhouse_graded
        group by {{ rankhouse.inline(key) }}
    {%- endset -%}
    {%- set steps = rankhouse.graded_steps(plan) -%}
    {%- do steps.append(rankhouse.step("counts", "two grades", counts)) -%}
    {%- do steps.extend(rankhouse.value_group_steps(plan)) -%}
    {%- set columns = rankhouse.named_groups(plan, "counts") -%}
    {%- do columns.extend(rankhouse.select_of("counts", ["human_grade", "machine_grade"])) -%}
    {%- do columns.append(rankhouse.bigint("counts.n_items") ~ " as n_items") -%}
    {%- set known = rankhouse.columns_of("counts", plan.by) -%}
    {%- for side in ["human", "machine"] -%}
        {%- set of_grade = rankhouse.inline(known + ["counts." ~ side ~ "_grade"]) -%}
        {%- set share = rankhouse.ratio(
            "counts.n_human", "sum(counts.n_human) over (partition by " ~ of_grade ~ ")"
        ) -%}
        {%- do columns.append("case when counts.n_human > 0 then\n" ~ share ~ "\nend as " ~ side ~ "_share") -%}
    {%- endfor -%}
    {%- set answer -%}
        select {{ rankhouse.listed(columns) }} from rankhouse_counts as counts {{ rankhouse.group_joins(plan, "counts") }}
    {%- endset -%}
    {{ rankhouse.query_of(steps, "two grades, with how often they meet", answer) }}
{%- endmacro %}

{# They end in rankhouse_graded: the machine's grade of an item beside that of people, NULL where there is none. #}
{% macro graded_steps(plan) %}
    {%- set kept = plan.by + ["query_id", "machine_grade"] -%}
    {%- set graded -%}
        select {{ rankhouse.listed(rankhouse.select_of("found", kept)) }}, human.human_grade as human_grade
        from rankhouse_values as found
        left join
            rankhouse_human as human
            on {{ rankhouse.match("found", "human", ["query_id", "item_id"]) }}
        {{ rankhouse.ids_are_same("where", "found", "human") }}
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step(
                    "values",
                    "a machine's grade of an item",
                    rankhouse.grades_of_items(plan, "machine", rankhouse.keys_of_side(plan, "run", "machine")),
                ),
                rankhouse.step("human", "a grade that people gave", rankhouse.grades_of_items(plan, "human", [])),
                rankhouse.step("graded", "an item with both", graded),
            ]
        )
    }}
{% endmacro %}

{# Each grade once. #}
{% macro grades_of_items(plan, side, keys) -%}
    {%- set ids = [] -%}
    {%- for name in ["query_id", "item_id"] -%}
        {%- do ids.append(rankhouse.renamed(side, name, plan.columns)) -%}
    {%- endfor -%}
    {%- set grade = rankhouse.grade_number(rankhouse.renamed(side, "relevance", plan.columns)) -%}
    {%- set columns = keys + rankhouse.columns_read(plan, side, ["query_id", "item_id"]) -%}
    select distinct {{ rankhouse.listed(columns + [grade ~ " as " ~ side ~ "_grade"]) }}
    from {{ rankhouse.as_source(plan[side], side) }}
    where {{ ids[0] }} is not null and {{ ids[1] }} is not null and {{ rankhouse.is_moderate(grade) }}
{%- endmacro %}

{# human and machine: sums over the items with both grades. #}
{% macro sums_of_grades(one) -%}
    {%- set machine = "case when human_grade is not null then machine_grade end" -%}
    {%- set sums = {
        "n_items": "count(human_grade)",
        "n_machine": "count(*)",
        "human": rankhouse.sum_of("human_grade"),
        "machine": rankhouse.sum_of(machine),
    } -%}
    select {{ rankhouse.listed(one + ["query_id"] + rankhouse.named_expressions(sums)) }}
    from rankhouse_graded
    group by {{ rankhouse.inline(one + ["query_id"]) }}
{%- endmacro %}

{% macro means_of_grades(one) -%}
    {%- set figures = {
        "n_items": "sum(n_items)",
        "n_queries": "count(human)",
        "n_machine": "sum(n_machine)",
        "human_mean": rankhouse.ratio(rankhouse.sum_of("human"), "sum(n_items)"),
        "machine_mean": rankhouse.ratio(rankhouse.sum_of("machine"), "sum(n_items)"),
    } -%}
    select {{ rankhouse.listed(one + rankhouse.named_expressions(figures)) }}
    from rankhouse_sums {{ "group by " ~ rankhouse.inline(one) if one }}
{%- endmacro %}

{# Each query's sum less what its number of items makes of the mean; over queries n / (n - 1) times their squares. #}
{% macro spreads_of_grades(one) -%}
    {%- set kept = one + ["n_items", "n_queries", "n_machine", "human_mean", "machine_mean"] -%}
    {%- set human = "sums.human - sums.n_items * means.human_mean" -%}
    {%- set machine = "sums.machine - sums.n_items * means.machine_mean" -%}
    {%- set squares = {
        "human_square": "sum((" ~ human ~ ") * (" ~ human ~ "))",
        "bias_square": "sum((" ~ machine ~ " - (" ~ human ~ "))\n* (" ~ machine ~ " - (" ~ human ~ ")))",
    } -%}
    {%- set columns = [] -%}
    {%- for name in kept -%} {%- do columns.append(name) -%} {%- endfor -%}
    {%- set others = "nullif(" ~ rankhouse.double("n_queries - 1") ~ ", 0)" -%}
    {%- set correction = rankhouse.double("n_queries") ~ " / " ~ others -%}
    {%- do columns.append("case when n_queries > 1 then " ~ rankhouse.double("n_queries - 1") ~ " end as degrees") -%}
    {%- for name in ["human", "bias"] -%}
        {%- do columns.append(
            "sqrt("
            ~ correction
            ~ " * "
            ~ name
            ~ "_square)\n/ nullif("
            ~ rankhouse.double("n_items")
            ~ ", 0) as "
            ~ name
            ~ "_error"
        ) -%}
    {%- endfor -%}
    select {{ rankhouse.listed(columns) }}
    from
        (
            select {{ rankhouse.listed(rankhouse.select_of("means", kept) + rankhouse.named_expressions(squares)) }}
            from rankhouse_means as means
            join rankhouse_sums as sums on {{ rankhouse.match("means", "sums", one) }}
            group by {{ rankhouse.inline(rankhouse.columns_of("means", kept)) }}
        ) as squared
{%- endmacro %}

{% macro grade_calibration_answer(plan) -%}
    {%- set machine = "spreads." ~ ("machine_grade" if plan.per_grade else "machine_mean") -%}
    {%- set bias = "spreads.machine_mean - spreads.human_mean" -%}
    {%- set columns = rankhouse.named_groups(plan, "spreads") -%}
    {%- do columns.append(machine ~ " as machine_grade") -%}
    {%- for name, value, error in [
        ["human", "spreads.human_mean", "spreads.human_error"],
        ["bias", bias, "spreads.bias_error"],
    ] -%}
        {%- do columns.append(value ~ " as " ~ ("human_grade" if name == "human" else name)) -%}
        {%- do columns.append(value ~ " - quantiles.quantile * " ~ error ~ " as " ~ name ~ "_low") -%}
        {%- do columns.append(value ~ " + quantiles.quantile * " ~ error ~ " as " ~ name ~ "_high") -%}
    {%- endfor -%}
    {%- for count in ["n_items", "n_queries", "n_machine"] -%}
        {%- do columns.append(rankhouse.bigint("coalesce(spreads." ~ count ~ ", 0)") ~ " as " ~ count) -%}
    {%- endfor -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_spreads as spreads
    left join
        rankhouse_spreads_quantiles as quantiles on spreads.degrees = quantiles.degrees
        {{ rankhouse.group_joins(plan, "spreads") }}
{%- endmacro %}
