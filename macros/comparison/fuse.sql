{#
Lists of several systems as one run, one row per group, query and item that any list has: the by columns, query_id, item_id,
score, n_lists. `method`:
    rrf   sum of weight / (k + rank), the reciprocal rank fusion of Cormack, Clarke and Buettcher (2009)
    sum   sum of weight * norm(score), of Fox and Shaw (1994): CombSUM
    mnz   the same times n_lists, the number of lists that have the item: CombMNZ
`norm`, of a list:
    min_max   (score - lowest) / (highest - lowest), 1 where all scores are equal
    z         (score - mean) / standard deviation (of the population), 0 where all scores are equal
    none      the score
What a list lacks gets nothing from it. With `weights` each system has one; a list of weight 0 takes no part.
#}
{% macro fuse(run, method="rrf", k=60, norm="min_max", weights=none, by=[], system="system", columns={}) -%}
    {%- do rankhouse.refuse_others("fuse", kwargs) -%}
    {%- set asked = {
        "run": run,
        "method": method,
        "k": k,
        "norm": norm,
        "weights": weights,
        "system": system,
    } -%}
    {%- set plan = rankhouse.fuse_plan(asked, by, columns) -%}
    {{ rankhouse.laid_out(rankhouse.fuse_of(plan)) if execute }}
{%- endmacro %}

{# What the query needs to know, the arguments checked. `weights`: those above 0 by the texts of the systems. #}
{% macro fuse_plan(asked, by, columns) %}
    {%- set read = rankhouse.read_arguments("fuse", asked) -%}
    {%- if asked.method == "rrf" and asked.norm == "z" or asked.method != "rrf" and asked.k != 60 -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_no_part_of_method(asked)) }}
    {%- endif -%}
    {%- set weights = {} -%}
    {%- for name, weight in (asked.weights or {}).items() -%}
        {%- do weights.update({name | string: weight}) -%}
    {%- endfor -%}
    {%- if weights and not weights.values() | select | list -%}
        {{ exceptions.raise_compiler_error("weights: every system has the weight 0, so that no list is left") }}
    {%- endif -%}
    {%- do rankhouse.names_beside_role("by", by, "system", asked.system) -%}
    {%- do rankhouse.check_groups("fuse", {"by": by}) -%}
    {%- do rankhouse.known_columns(columns, rankhouse.agreement_columns(), ["run"]) -%}
    {%- set named = dict(columns, **{"run.system": asked.system}) -%}
    {%- set plan = dict(read, columns=named, weights=weights, systems=[], read_as={}) -%}
    {%- do plan.update(rankhouse.groups_of(by)) -%}
    {%- do plan.update(rankhouse.require_lists_of_systems(plan)) -%}
    {{ return(plan) }}
{% endmacro %}

{% macro says_no_part_of_method(asked) %}
    {%- if asked.method == "rrf" -%}
        {{ return("norm: rrf reads ranks, not scores: leave norm='z' out, or use method='sum' or 'mnz'") }}
    {%- endif -%}
    {{ return("k: " ~ asked.method ~ " reads scores, not ranks: leave k=" ~ asked.k ~ " out, or use method='rrf'") }}
{% endmacro %}

{% macro fuse_of(plan) -%}
    {%- set item = plan.by + ["query_id", "item_id"] -%}
    {%- set steps = rankhouse.system_items(plan) -%}
    {%- if plan.method == "rrf" -%}
        {%- do steps.append(rankhouse.step("ranked", "the same, with its rank", rankhouse.ranked_in_lists(plan))) -%}
    {%- elif plan.norm != "none" -%}
        {%- do steps.append(
            rankhouse.step(
                "lists", "a list, with the spread of its scores", rankhouse.spreads_of_lists(plan)
            )
        ) -%}
    {%- endif -%}
    {%- do steps.append(
        rankhouse.step("parts", "an item of a list, with what it adds", rankhouse.parts_of_fusion(plan))
    ) -%}
    {%- set sums -%}
        select {{ rankhouse.listed(item) }}, {{ rankhouse.sum_of("part") }} as total, count(*) as n_lists
        from rankhouse_parts
        group by {{ rankhouse.inline(item) }}
    {%- endset -%}
    {%- do steps.append(rankhouse.step("fused", "an item of a query, over the lists that have it", sums)) -%}
    {%- set carried = rankhouse.carried_columns(plan, plan.by) -%}
    {%- if carried -%}
        {%- set groups -%} select distinct {{ rankhouse.inline(plan.by + carried) }} from rankhouse_run {%- endset -%}
        {%- do steps.append(rankhouse.step("groups", "a group of the run", groups)) -%}
    {%- endif -%}
    {%- set columns = rankhouse.named_groups(plan, "fused") + rankhouse.select_of("fused", ["query_id", "item_id"]) -%}
    {%- do columns.append("fused.total" ~ (" * fused.n_lists" if plan.method == "mnz" else "") ~ " as score") -%}
    {%- do columns.append(rankhouse.bigint("fused.n_lists") ~ " as n_lists") -%}
    {%- set answer -%}
        select {{ rankhouse.listed(columns) }}
        from rankhouse_fused as fused {{ rankhouse.group_joins(plan, "fused") }}
    {%- endset -%}
    {{ rankhouse.query_of(steps, "an item of a query", answer) }}
{%- endmacro %}

{# Ranks that the run gives are kept, as in an evaluation. #}
{% macro ranked_in_lists(plan) -%}
    {%- set list = plan.by + ["system_name", "query_id"] -%}
    {%- set known = dict(plan, unjudged="wrong") -%}
    {%- set rank = rankhouse.rank_of_place(known, rankhouse.item_place(list), rankhouse.first_rank(list)) -%}
    select {{ rankhouse.listed(list + ["item_id", rank ~ " as item_rank"]) }}
    from rankhouse_run
{%- endmacro %}

{% macro spreads_of_lists(plan) -%}
    {%- set list, score = plan.by + ["system_name", "query_id"], rankhouse.double("score") -%}
    {%- set figures = {"lowest": "min(" ~ score ~ ")", "highest": "max(" ~ score ~ ")"} -%}
    {%- if plan.norm == "z" -%}
        {%- do figures.update(
            {
                "mean_score": rankhouse.mean_of(score),
                "deviation": "sqrt(" ~ rankhouse.population_variance(score) ~ ")",
            }
        ) -%}
    {%- endif -%}
    select {{ rankhouse.listed(list + rankhouse.named_expressions(figures)) }}
    from rankhouse_run
    group by {{ rankhouse.inline(list) }}
{%- endmacro %}

{% macro parts_of_fusion(plan) -%}
    {%- set is_ranked = plan.method == "rrf" -%}
    {%- set conditions = rankhouse.conditions_of_weights(plan) -%}
    {%- if is_ranked -%} {%- set part = "1 / (" ~ rankhouse.double(plan.k) ~ " + run.item_rank)" -%}
    {%- else -%} {%- set part = rankhouse.normed_score(plan.norm, rankhouse.double("run.score")) -%}
    {%- endif -%}
    {%- set columns = rankhouse.select_of("run", plan.by + ["query_id", "item_id"]) -%}
    {%- do columns.append(rankhouse.weight_of_system(plan) ~ part ~ " as part") -%}
    select {{ rankhouse.listed(columns) }}
    from
        {{
            (
                "rankhouse_ranked"
                if is_ranked
                else "(select * from rankhouse_run where " ~ rankhouse.unless_score_is_extreme(plan) ~ ")"
            )
        }} as run
    {% if not is_ranked and plan.norm != "none" %}
        join rankhouse_lists as lists on {{ rankhouse.match("run", "lists", plan.by + ["system_name", "query_id"]) }}
        {% endif %} {{ "where " ~ conditions | join("\nand ") if conditions }}
{%- endmacro %}

{# Where scores are equal, rounding may leave a deviation, and where they hardly differ none. #}
{% macro normed_score(norm, score) -%}
    {%- if norm == "none" -%} {{ score }}
    {%- elif norm == "z" -%}
        case
            when lists.lowest = lists.highest
            then {{ rankhouse.double("0") }}
            else coalesce(({{ score }} - lists.mean_score) / nullif(lists.deviation, 0), 0)
        end
    {%- else -%}
        case
            when lists.lowest = lists.highest
            then {{ rankhouse.double("1") }}
            else ({{ score }} - lists.lowest) / nullif(lists.highest - lists.lowest, 0)
        end
    {%- endif -%}
{%- endmacro %}

{# The factor before what a list adds. A system without a weight stops the engine. #}
{% macro weight_of_system(plan) -%}
    {%- if plan.weights -%}
        {%- set name = rankhouse.text("run.system_name") -%}
        {%- set said = [
            rankhouse.literal("weights: system '"),
            name,
            rankhouse.literal(
                "' of the run has none; give each system a weight, and 0 to leave its lists out"
            ),
        ] -%}
        case
            {% for system, weight in plan.weights.items() if weight > 0 %}
                when {{ name }} = {{ rankhouse.literal(system) }} then {{ rankhouse.double(weight) }}
            {% endfor %}
            else {{ rankhouse.double(rankhouse.stopped(said | join("\n|| "))) }}
        end
        *
    {% endif -%}
{%- endmacro %}

{# That each weight is one of a system of the run; lists of weight 0 are left out. #}
{% macro conditions_of_weights(plan) %}
    {%- set conditions, left_out, cases = [], [], [] -%}
    {%- set name = rankhouse.text("system_name") -%}
    {%- for system, weight in plan.weights.items() -%}
        {%- set text = rankhouse.literal(system) -%}
        {%- if weight == 0 -%} {%- do left_out.append(system) -%} {%- endif -%}
        {%- set said = [
            rankhouse.literal("weights: '" ~ system ~ "' is not one of the systems, which range from '"),
            "min(" ~ name ~ ")",
            rankhouse.literal("' to '"),
            "max(" ~ name ~ ")",
            rankhouse.literal("'"),
        ] -%}
        {%- do cases.append(
            "when max(case when "
            ~ name
            ~ " = "
            ~ text
            ~ " then 1 else 0 end) = 0\nthen "
            ~ rankhouse.stopped(said | join("\n|| "))
        ) -%}
    {%- endfor -%}
    {%- if left_out -%}
        {%- do conditions.append(
            rankhouse.text("run.system_name") ~ " not in (" ~ rankhouse.literals(left_out) ~ ")"
        ) -%}
    {%- endif -%}
    {%- if cases -%}
        {%- do conditions.append(
            "(select case\n" ~ cases | join("\n") ~ "\nelse '' end\nfrom rankhouse_run\n) = ''"
        ) -%}
    {%- endif -%}
    {{ return(conditions) }}
{% endmacro %}

{# Differences and sums of scores up to 1e100 are finite. #}
{% macro unless_score_is_extreme(plan) %}
    {%- set check = rankhouse.extreme_score_check(plan) -%}
    {%- set example = rankhouse.told_groups(plan, plan.by, rankhouse.carried_columns(plan, plan.by)) -%}
    {%- do example.update({rankhouse.name_of_column(plan, "run", "system"): "system_name"}) -%}
    {%- for name in ["query_id", "item_id", "score"] -%}
        {%- do example.update({rankhouse.name_of_column(plan, "run", name): name}) -%}
    {%- endfor -%}
    {%- set is_moderate = rankhouse.is_moderate(rankhouse.double("score")) -%}
    {{ return(rankhouse.unless_found(check, "not (" ~ is_moderate ~ ")", example)) }}
{% endmacro %}

{% macro extreme_score_check(plan) %}
    {{
        return(
            rankhouse.check(
                "run",
                "score",
                "score beyond 1e100",
                "a score beyond 1e100 " ~ rankhouse.in_column(plan, "run", "score"),
                "use method='rrf', which reads ranks alone",
            )
        )
    }}
{% endmacro %}
