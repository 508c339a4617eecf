{#
The position-based model as repeated steps over rows of a query, item and position: a click is the item's attraction times
the examination of the position (Richardson 2007; Craswell 2008), by expectation and maximisation from 0.5 on for both
(Chuklin, Markov and de Rijke 2015, chapter 4). Each step reads the one before it once. In the end examination is 1 at the
first position, since only the product is told by clicks.
#}
{% macro position_based_steps(plan) %}
    {%- set steps = [] -%}
    {%- if plan.examination is not none -%}
        {%- do steps.append(rankhouse.step("positions", "a position", rankhouse.known_examinations(plan))) -%}
    {%- endif -%}
    {%- do steps.append(rankhouse.step("cells", "an item at a position", rankhouse.first_attractions(plan))) -%}
    {%- set columns = rankhouse.carried_of_cells(plan) + ["attraction", "examination"] -%}
    {%- set next = rankhouse.next_attractions(plan) -%}
    {%- do steps.extend(
        rankhouse.repeated_steps(
            "expected", "after one more step", plan.steps | int, "rankhouse_cells", columns, next
        )
    ) -%}
    {%- do steps.append(rankhouse.step("fitted", "an item at a position", rankhouse.scaled_attractions(plan))) -%}
    {{ return(steps) }}
{% endmacro %}

{# Each position once. #}
{% macro known_examinations(plan) -%}
    {%- set position = rankhouse.renamed("examination", "position", plan.columns) -%}
    {%- set examination = rankhouse.double(rankhouse.renamed("examination", "examination", plan.columns)) -%}
    {%- set twice = rankhouse.check_named(plan.checks, "examination", "position twice") -%}
    select {{ position }} as position, max({{ examination }}) as examination
    from {{ rankhouse.as_source(plan.examination, "examination") }}
    where {{ ([position ~ " is not null"] + rankhouse.unless_refused(plan.checks, "examination")) | join("\nand ") }}
    group by {{ position }}
    having {{ rankhouse.unless_found(twice, "count(*) > 1", rankhouse.example_of(plan, "examination", ["position"])) }}
{%- endmacro %}

{#
What steps carry: how often the item was shown, and the position. Where they are one recursive query, in which rows are copied, a
number stands for the item, and the rest is joined in the end.
#}
{% macro carried_of_cells(plan) %}
    {%- set counts = ["position", "impressions", "clicks", "n_item"] -%}
    {%- if plan.examination is none -%} {%- do counts.append("n_position") -%} {%- endif -%}
    {%- if not rankhouse.repeats_in_place() -%}
        {%- do counts.extend(["n_clicks", "first_shown"] if plan.examination is none else ["highest"]) -%}
    {%- endif -%}
    {{ return(plan.by + rankhouse.item_of_cells() + counts) }}
{% endmacro %}

{% macro item_of_cells() %}
    {{ return(["item_number"] if rankhouse.repeats_in_place() else ["query_id", "item_id"]) }}
{% endmacro %}

{# highest: of known examinations, which 1 stands for. #}
{% macro first_attractions(plan) -%}
    {%- set item = rankhouse.inline(rankhouse.columns_of("counted", plan.by + ["query_id", "item_id"])) -%}
    {%- set of_group = "over (" ~ rankhouse.partitioned(rankhouse.columns_of("counted", plan.by)) ~ ")" -%}
    {%- set columns = rankhouse.select_of(
        "counted", plan.by + ["query_id", "item_id", "position", "impressions", "clicks"]
    ) -%}
    {%- set half = rankhouse.double("0.5") -%}
    {%- do columns.append("sum(counted.impressions) over (partition by " ~ item ~ ") as n_item") -%}
    {%- if rankhouse.repeats_in_place() -%}
        {%- do columns.append("dense_rank() over (order by " ~ item ~ ") as item_number") -%}
    {%- endif -%}
    {%- if plan.examination is none -%}
        {%- set of_position = rankhouse.inline(rankhouse.columns_of("counted", plan.by + ["position"])) -%}
        {%- do columns.append("sum(counted.impressions) over (partition by " ~ of_position ~ ") as n_position") -%}
        {%- do columns.append("sum(counted.clicks) over (partition by " ~ of_position ~ ") as n_clicks") -%}
        {%- do columns.append("min(counted.position) " ~ of_group ~ " as first_shown") -%}
        {%- do columns.append(half ~ " as examination") -%}
    {%- else -%}
        {%- set highest = "max(positions.examination) " ~ of_group -%}
        {%- do columns.append(highest ~ " as highest") -%}
        {%- do columns.append("positions.examination / " ~ highest ~ " as examination") -%}
    {%- endif -%}
    select {{ rankhouse.listed(columns) }}, {{ half }} as attraction
    from
        rankhouse_counted as counted
        {% if plan.examination is not none %} {{ rankhouse.join_of_examinations(plan) }} {%- endif %}
{%- endmacro %}

{# Each cell with the examination of its position, which all of them have. #}
{% macro join_of_examinations(plan) -%}
    {%- set missing = rankhouse.check_named(plan.checks, "examination", "position of the log is missing") -%}
    {%- set name = rankhouse.name_of_column(plan, "examination", "position") -%}
    {%- set example = {name: "counted.position"} -%}
    left join rankhouse_positions as positions on {{ rankhouse.match("counted", "positions", ["position"]) }}
    where {{ rankhouse.unless_found(missing, "positions.position is null", example) }}
{%- endmacro %}

{#
Of impressions without a click, the share that was attractive and not examined, and the share that was examined and not
attractive. `updates`: examination by the attraction before this step, or by the new one.
#}
{% macro next_attractions(plan) -%}
    {%- set kept = rankhouse.carried_of_cells(plan) -%}
    {%- set of_item = "over (partition by " ~ rankhouse.inline(plan.by + rankhouse.item_of_cells()) ~ ")" -%}
    {%- set of_position = "over (partition by " ~ rankhouse.inline(plan.by + ["position"]) ~ ")" -%}
    {%- set attracted = rankhouse.expected_of_model("attraction", "examination") ~ " " ~ of_item -%}
    {%- set attraction = rankhouse.smoothed(plan, attracted, "n_item") -%}
    {%- set is_sequential = plan.examination is none and plan.updates != "simultaneous" -%}
    {%- set other = "next_attraction" if is_sequential else "attraction" -%}
    {%- set examined = rankhouse.expected_of_model("examination", other) ~ " " ~ of_position -%}
    {%- set examination = rankhouse.smoothed(plan, examined, "n_position") -%}
    {%- set figures = {
        "attraction": other if is_sequential else attraction,
        "examination": examination if plan.examination is none else "examination",
    } -%}
    {%- set before = rankhouse.shares_or_zero(
        "<before>", kept + rankhouse.counted("step"), ["attraction", "examination"]
    ) -%}
    {%- if is_sequential -%}
        {%- set next = ["last.*", attraction ~ " as next_attraction"] -%}
        {%- set before = rankhouse.selected_before(next) | replace("<before>", before) -%}
    {%- endif -%}
    select
        {{ rankhouse.inline(kept) }}, {{ rankhouse.listed(rankhouse.named_expressions(figures) + rankhouse.counted()) }}
    from {{ before }} as last
{%- endmacro %}

{# The expected number of times that the one held, given the other. #}
{% macro expected_of_model(one, other) %}
    {%- set chance = rankhouse.ratio(one ~ " * (1 - " ~ other ~ ")", "1 - " ~ one ~ " * " ~ other) -%}
    {{ return("sum(\nclicks + (impressions - clicks) * coalesce(" ~ chance ~ ", 0)\n)") }}
{% endmacro %}

{# Examination of the first position becomes 1, NULL where nobody clicks there; a known examination stays as it is. #}
{% macro scaled_attractions(plan) -%}
    {%- set kept = plan.by + ["query_id", "item_id", "position", "impressions", "clicks"] -%}
    {%- set shares = ["attraction", "examination"] -%}
    {%- set last = rankhouse.repeated_relation("expected", plan.steps | int) -%}
    {%- set last = rankhouse.shares_or_zero(last, rankhouse.carried_of_cells(plan), shares) ~ " as last" -%}
    {%- set cells = "cells" if rankhouse.repeats_in_place() else "last" -%}
    {%- if plan.examination is none -%}
        {%- set is_first = cells ~ ".position = " ~ cells ~ ".first_shown and " ~ cells ~ ".n_clicks > 0" -%}
        {%- set of_group = rankhouse.partitioned(rankhouse.columns_of(cells, plan.by)) -%}
        {%- set scale = "max(case when " ~ is_first ~ " then last.examination end) over (" ~ of_group ~ ")" -%}
    {%- else -%} {%- set scale = "1 / " ~ cells ~ ".highest" -%}
    {%- endif -%}
    {%- set columns = rankhouse.select_of(cells, kept) + rankhouse.select_of("last", shares) -%}
    select
        {{ rankhouse.listed(kept) }},
        attraction * scale as attraction,
        {{ rankhouse.ratio("examination", "scale") }} as examination
    from
        (
            select {{ rankhouse.listed(columns + [scale ~ " as scale"]) }}
            from {{ last }}
            {%- if rankhouse.repeats_in_place() %}
                join rankhouse_cells as cells on {{ rankhouse.match("last", "cells", ["item_number", "position"]) }}
            {%- endif %}
        ) as known
{%- endmacro %}

{# Impressions times the odds that are told by a click, in which the model knows an attraction or an examination. #}
{% macro information_of_clicks(times) %}
    {%- set least = rankhouse.double("1e-12") -%}
    {%- set without = "greatest(" ~ least ~ ", 1 - attraction * examination)" -%}
    {{ return("impressions * " ~ times ~ " / " ~ without) }}
{% endmacro %}

{# The standard error takes the examinations as known. #}
{% macro attractions(plan) -%}
    {%- set item = plan.by + ["query_id", "item_id"] -%}
    {%- set information = "sum(\n" ~ rankhouse.information_of_clicks("examination") ~ "\n)" -%}
    {%- set figures = {
        "impressions": "sum(impressions)",
        "clicks": "sum(clicks)",
        "expected_clicks": rankhouse.sum_of("impressions * examination"),
        "relevance": "max(attraction)",
        "std_error": "sqrt(" ~ rankhouse.ratio("max(attraction)", information) ~ ")",
    } -%}
    select {{ rankhouse.listed(item + rankhouse.named_expressions(figures)) }}
    from rankhouse_fitted
    group by {{ rankhouse.inline(item) }}
{%- endmacro %}
