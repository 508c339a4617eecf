{#
The position-based model as a chain of steps over rows of a query, item and position: a click is the item's attraction times
the examination of the position (Richardson 2007; Craswell 2008), by expectation and maximisation from 0.5 on for both
(Chuklin, Markov and de Rijke 2015, chapter 4). Each step reads the one before it once. In the end examination is 1 at the
first position, since only the product is told by clicks.
#}
{% macro position_based_steps(plan) %}
    {%- set steps = [] -%}
    {%- if plan.examination is not none -%}
        {%- do steps.append(rankhouse.step("positions", "a position", rankhouse.known_examinations(plan))) -%}
    {%- endif -%}
    {%- do steps.append(rankhouse.step("expected_0", "an item at a position", rankhouse.first_attractions(plan))) -%}
    {%- for number in range(1, plan.steps | int + 1) -%}
        {%- do steps.append(
            rankhouse.step(
                "expected_" ~ number,
                "after " ~ number ~ (" step" if number == 1 else " steps"),
                rankhouse.next_attractions(plan, "expected_" ~ (number - 1)),
                rankhouse.link_of_chain(number, windows=2),
            )
        ) -%}
    {%- endfor -%}
    {%- do steps.append(
        rankhouse.step(
            "fitted", "an item at a position", rankhouse.scaled_attractions(plan, "expected_" ~ plan.steps)
        )
    ) -%}
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
What steps carry: how often the item was shown, and the position; where examinations are known the highest, which 1 stands
for.
#}
{% macro carried_of_cells(plan) %}
    {%- set cell = plan.by + ["query_id", "item_id", "position", "impressions", "clicks", "n_item"] -%}
    {{ return(cell + (["n_position", "n_clicks", "first_shown"] if plan.examination is none else ["highest"])) }}
{% endmacro %}

{% macro first_attractions(plan) -%}
    {%- set of_item = (
        "over (partition by "
        ~ rankhouse.inline(rankhouse.columns_of("counted", plan.by + ["query_id", "item_id"]))
        ~ ")"
    ) -%}
    {%- set of_group = "over (" ~ rankhouse.partitioned(rankhouse.columns_of("counted", plan.by)) ~ ")" -%}
    {%- set columns = rankhouse.select_of(
        "counted", plan.by + ["query_id", "item_id", "position", "impressions", "clicks"]
    ) -%}
    {%- set half = rankhouse.double("0.5") -%}
    {%- do columns.append("sum(counted.impressions) " ~ of_item ~ " as n_item") -%}
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
{% macro next_attractions(plan, before) -%}
    {%- set kept = rankhouse.carried_of_cells(plan) -%}
    {%- set shares = rankhouse.shares_or_zero("rankhouse_" ~ before, kept, ["attraction", "examination"]) -%}
    {%- set from = "\nfrom " ~ shares -%}
    {%- set of_item = "over (partition by " ~ rankhouse.inline(plan.by + ["query_id", "item_id"]) ~ ")" -%}
    {%- set of_position = "over (partition by " ~ rankhouse.inline(plan.by + ["position"]) ~ ")" -%}
    {%- set attracted = rankhouse.expected_of_model("attraction", "examination") ~ " " ~ of_item -%}
    {%- set attraction = rankhouse.smoothed(plan, attracted, "n_item") -%}
    {%- if plan.examination is not none -%}
        select
            {{ rankhouse.inline(kept) }},
            {{ rankhouse.listed(["examination", attraction ~ " as attraction"]) }} {{ from }}
    {%- else -%}
        {%- set other = "attraction" if plan.updates == "simultaneous" else "next_attraction" -%}
        {%- set examined = rankhouse.expected_of_model("examination", other) ~ " " ~ of_position -%}
        {%- set examination = rankhouse.smoothed(plan, examined, "n_position") -%}
        {%- set columns = ["next_attraction as attraction", examination ~ " as examination"] -%}
        select {{ rankhouse.inline(kept) }}, {{ rankhouse.listed(columns) }}
        from
            (
                select
                    {{ rankhouse.listed(["rankhouse_" ~ before ~ ".*", attraction ~ " as next_attraction"]) }} {{ from }}
            ) as attracted
    {%- endif -%}
{%- endmacro %}

{# The expected number of times that the one held, given the other. #}
{% macro expected_of_model(one, other) %}
    {%- set chance = rankhouse.ratio(one ~ " * (1 - " ~ other ~ ")", "1 - " ~ one ~ " * " ~ other) -%}
    {{ return("sum(\nclicks + (impressions - clicks) * coalesce(" ~ chance ~ ", 0)\n)") }}
{% endmacro %}

{# Examination of the first position becomes 1, NULL where nobody clicks there; a known examination stays as it is. #}
{% macro scaled_attractions(plan, last) -%}
    {%- set carried = rankhouse.carried_of_cells(plan) -%}
    {%- set last = rankhouse.shares_or_zero("rankhouse_" ~ last, carried, ["attraction", "examination"]) -%}
    {%- set kept = plan.by + ["query_id", "item_id", "position", "impressions", "clicks"] -%}
    {%- if plan.examination is none -%}
        {%- set first = "case when position = first_shown and n_clicks > 0 then examination end" -%}
        {%- set scale = "max(" ~ first ~ ") over (" ~ rankhouse.partitioned(plan.by) ~ ")" -%}
    {%- else -%} {%- set scale = "1 / highest" -%}
    {%- endif -%}
    select
        {{ rankhouse.listed(kept) }},
        attraction * scale as attraction,
        {{ rankhouse.ratio("examination", "scale") }} as examination
    from
        (
            select {{ rankhouse.listed(kept + ["attraction", "examination", scale ~ " as scale"]) }} from {{ last }}
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
    {%- set information = "sum(" ~ rankhouse.information_of_clicks("examination") ~ ")" -%}
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
