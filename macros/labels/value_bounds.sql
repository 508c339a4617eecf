{#
The lowest and the highest mean that the labels of unjudged items allow, one row per group and measure: the by columns,
measure, metric, k, value (unjudged items as query_metrics takes them), lowest, highest, n_unjudged (unjudged items down to
the cutoff). `per_query`: one row per query and measure, with query_id.

An item is unjudged if the run returned it for a query, in any of its groups, and the judgments do not have it. Each of
them may have any grade from 0 to `top_grade`, in one query independently of the others. Which queries count is decided by
the judgments as they are, and a query without value has no bounds.
#}
{% macro value_bounds(
    run,
    judgments,
    measures=none,
    top_grade=1,
    per_query=false,
    by=[],
    judgments_by=[],
    columns={},
    queries=none,
    checked=false
) -%}
    {%- do rankhouse.refuse_others("value_bounds", kwargs) -%}
    {%- set arguments = {
        "run": run,
        "judgments": judgments,
        "measures": measures,
        "by": by,
        "judgments_by": judgments_by,
        "columns": columns,
        "queries": queries,
        "checked": checked,
    } -%}
    {%- set asked = {"judgments": judgments, "top_grade": top_grade, "per_query": per_query} -%}
    {%- set plan = rankhouse.value_bounds_plan(arguments, asked) -%}
    {{ rankhouse.laid_out(rankhouse.value_bounds_of(plan)) if execute }}
{%- endmacro %}

{#
The plan of an evaluation with top_grade, and which fillings are tried, see fillings_of_lists: `has_ends`, none and all
relevant; `has_numbers`, those between too, down to the cutoff; `needs_all`, of all unjudged items.
#}
{% macro value_bounds_plan(arguments, asked) %}
    {%- set own = rankhouse.read_arguments("value_bounds", asked) -%}
    {%- do rankhouse.check_groups("value_bounds", {"by": arguments.by, "judgments_by": arguments.judgments_by}) -%}
    {%- do rankhouse.check_judged_groups(arguments.by, arguments.judgments_by) -%}
    {%- set inputs = rankhouse.ranking_inputs(arguments) -%}
    {%- set read = rankhouse.read_policies(dict(arguments, ties="item")) -%}
    {%- set asked_for = rankhouse.default_measures() if arguments.measures is none else arguments.measures -%}
    {%- set catalogue = rankhouse.bounded_catalogue() -%}
    {%- set bounded = rankhouse.by_name(catalogue) -%}
    {%- do rankhouse.check_bounded(asked_for, bounded) -%}
    {%- set measures = rankhouse.parse_measures(asked_for, catalogue, read.settings) -%}
    {%- do rankhouse.check_bounded_options(measures, bounded) -%}
    {%- set plan = rankhouse.ranking_plan(inputs, read, measures, bounded) -%}
    {%- if plan.is_exponential and asked.top_grade > 1000 -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_top_grade_overflows(asked.top_grade)) }}
    {%- endif -%}
    {%- do plan.update(
        {
            "top_grade": rankhouse.double(own.top_grade),
            "per_query": own.per_query,
            "needs_all": "judged" in plan.needs,
            "has_ends": rankhouse.filled_measures(measures) | length > 0,
            "has_numbers": rankhouse.lowered_by_labels(measures, bounded) | length > 0,
            "shared_ideals": rankhouse.measures_of_ideals(measures),
        }
    ) -%}
    {{ return(plan) }}
{% endmacro %}

{% macro says_top_grade_overflows(value) %}
    {{
        return(
            "top_grade is at most 1000 where a gain is exponential, 2^relevance - 1, got '"
            ~ value
            ~ "': scale the grades or ask for gain=linear, such as 'ndcg(gain=linear)@10'"
        )
    }}
{% endmacro %}

{# Judgments of other groups than those of the run would have lists of unjudged items of their own. #}
{% macro check_judged_groups(by, judgments_by) %}
    {%- for name in judgments_by if name not in by -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_group_of_judgments_alone(name)) }}
    {%- endfor -%}
{% endmacro %}

{% macro says_group_of_judgments_alone(name) %}
    {{ return("judgments_by names '" ~ name ~ "', which by does not: name it in both, or leave it out") }}
{% endmacro %}

{# The measures whose bounds come from fillings; NDCG's are computed separately. #}
{% macro filled_measures(measures) %}
    {%- set filled = [] -%}
    {%- for measure in measures if measure.metric != "ndcg" -%} {%- do filled.append(measure.measure) -%} {%- endfor -%}
    {{ return(filled) }}
{% endmacro %}

{# Those whose value a higher label may lower. #}
{% macro lowered_by_labels(measures, bounded) %}
    {%- set lowered = [] -%}
    {%- set declared = bounded.declared -%}
    {%- for measure in measures if measure.metric != "ndcg" and declared[measure.metric].rises is not defined -%}
        {%- do lowered.append(measure.measure) -%}
    {%- endfor -%}
    {{ return(lowered) }}
{% endmacro %}

{# The measures that are shares of an ideal order, with what best_ndcg_steps need of them. #}
{% macro measures_of_ideals(measures) %}
    {%- set found = [] -%}
    {%- for measure in measures if measure.metric == "ndcg" -%}
        {%- set chosen = dict(measure.options, k=measure.k) -%}
        {%- set gain = rankhouse.gain_column(rankhouse.worth_gain(chosen).column) -%}
        {%- set parts = rankhouse.own_shares_of_ideal(dict(chosen, gain_column=gain)) -%}
        {%- do found.append(dict(parts, measure=measure.measure, k=measure.k, gain=gain)) -%}
    {%- endfor -%}
    {{ return(found) }}
{% endmacro %}

{# The measures that have bounds. #}
{% macro bounded_catalogue() %}
    {%- set bounded = [] -%}
    {%- for declaration in rankhouse.catalogue() if declaration.bounds is defined -%}
        {%- do bounded.append(declaration) -%}
    {%- endfor -%}
    {{ return(bounded) }}
{% endmacro %}

{# Refuses a measure without bounds; an unknown measure is refused later. #}
{% macro check_bounded(measures, bounded) %}
    {%- do rankhouse.list_of_measures(measures) -%}
    {%- set spellings = rankhouse.spellings() -%}
    {%- set names = bounded.declared.keys() | list -%}
    {%- for text in measures if text is string -%}
        {%- set found = rankhouse.find_measure(rankhouse.parts_of_measure(text).head, spellings) -%}
        {%- if found.name is not none and found.name not in names -%}
            {{ exceptions.raise_compiler_error(rankhouse.says_unbounded(text, names)) }}
        {%- endif -%}
    {%- endfor -%}
{% endmacro %}

{# Checks that each measure has options under which it has bounds. #}
{% macro check_bounded_options(measures, bounded) %}
    {%- for measure in measures -%}
        {%- set conditions = bounded.declared[measure.metric].bounds -%}
        {%- if not rankhouse.all_are_chosen(conditions, measure.options) -%}
            {{ exceptions.raise_compiler_error(rankhouse.says_unbounded_option(measure.text, conditions)) }}
        {%- endif -%}
    {%- endfor -%}
{% endmacro %}

{% macro says_unbounded(text, bounded) %}
    {{ return("bounds under unjudged items are not known for '" ~ text ~ "', only for " ~ bounded | join(", ")) }}
{% endmacro %}

{% macro says_unbounded_option(text, conditions) %}
    {%- set needed = [] -%}
    {%- for option, choices in conditions.items() -%} {%- do needed.append(option ~ "=" ~ choices[0]) -%} {%- endfor -%}
    {{ return("bounds under unjudged items are not known for '" ~ text ~ "', only with " ~ needed | join(" and ")) }}
{% endmacro %}

{% macro value_bounds_of(plan) -%}
    {%- set steps = rankhouse.input_steps(plan) + rankhouse.unit_steps(plan) -%}
    {%- do steps.extend(rankhouse.holes_steps(plan)) -%}
    {%- set filled = dict(plan, by=plan.by + ["filling"]) -%}
    {%- do steps.extend(rankhouse.filled_steps(plan, filled)) -%}
    {%- do steps.extend(rankhouse.item_row_steps(filled)) -%}
    {%- do steps.extend(rankhouse.value_steps(filled, "fillings")) -%}
    {%- do steps.append(
        rankhouse.step(
            "unlabelled", "a query and a measure, with its unjudged items", rankhouse.counted_holes(plan)
        )
    ) -%}
    {%- if plan.shared_ideals -%}
        {%- do steps.extend(rankhouse.best_ndcg_steps(plan) + rankhouse.worst_ndcg_steps(plan)) -%}
    {%- endif -%}
    {%- do steps.extend(
        [
            rankhouse.step(
                "bounds", "a query and a measure, with its bounds", rankhouse.bounds_by_query(plan)
            ),
        ]
    ) -%}
    {%- set row = "a query and a measure" if plan.per_query else "a measure in a group, over its queries" -%}
    {{ rankhouse.query_of(steps, row, rankhouse.value_bounds_answer(plan)) }}
{%- endmacro %}

{# Down to the cutoff of each measure. #}
{% macro counted_holes(plan) -%}
    {%- set list = plan.by + ["query_id"] -%}
    select
        {{
            rankhouse.listed(
                rankhouse.select_of("holes", list) + ["measures.measure as measure", "count(*) as n_unjudged"]
            )
        }}
    from rankhouse_holes as holes
    join {{ rankhouse.listed_measures(plan) }} on holes.item_rank <= coalesce(measures.k, holes.item_rank)
    group by {{ rankhouse.inline(rankhouse.columns_of("holes", list) + ["measures.measure"]) }}
{%- endmacro %}

{#
Filling 0 has the unjudged items unjudged: the value itself. For a measure that treats
these differently from items judged not relevant, it is not one of the fillings.
#}
{% macro bounds_by_query(plan) -%}
    {%- set key = plan.by + ["query_id", "measure", "metric", "k"] -%}
    {%- set value = "max(case when measured.filling = 0 then measured.value end)" -%}
    {%- set filled = "measured.value" -%}
    {%- if plan.needs_all -%}
        {%- set filled = (
            "case when measured.filling <> 0 or measured.metric not in ("
            ~ rankhouse.measures_of_all(plan)
            ~ ") then measured.value end"
        ) -%}
    {%- endif -%}
    {%- set lowest, highest = "min(" ~ filled ~ ")", "max(" ~ filled ~ ")" -%}
    {%- if plan.shared_ideals -%}
        {%- set is_share = "max(measured.metric) = 'ndcg'" -%}
        {%- set least = "least(\n" ~ value ~ ",\ncoalesce(max(worst.value), " ~ value ~ ")\n)" -%}
        {%- set most = "greatest(\n" ~ value ~ ",\ncoalesce(max(best.value), " ~ value ~ ")\n)" -%}
        {%- set lowest = "case\nwhen " ~ is_share ~ "\nthen " ~ least ~ "\nelse " ~ lowest ~ "\nend" -%}
        {%- set highest = "case\nwhen " ~ is_share ~ "\nthen " ~ most ~ "\nelse " ~ highest ~ "\nend" -%}
    {%- endif -%}
    {%- set figures = {
        "value": value,
        "lowest": "case when " ~ value ~ " is not null\nthen " ~ lowest ~ "\nend",
        "highest": "case when " ~ value ~ " is not null\nthen " ~ highest ~ "\nend",
        "n_unjudged": "coalesce(max(unlabelled.n_unjudged), 0)",
    } -%}
    select {{ rankhouse.listed(rankhouse.select_of("measured", key) + rankhouse.named_expressions(figures)) }}
    from rankhouse_measured as measured
    left join
        rankhouse_unlabelled as unlabelled
        on {{ rankhouse.match("measured", "unlabelled", plan.by + ["query_id", "measure"]) }}
    {%- if plan.shared_ideals %}
        left join rankhouse_best as best on {{ rankhouse.match("measured", "best", plan.by + ["query_id", "measure"]) }}
        left join
            rankhouse_worst as worst on {{ rankhouse.match("measured", "worst", plan.by + ["query_id", "measure"]) }}
    {%- endif %}
    group by {{ rankhouse.inline(rankhouse.columns_of("measured", key)) }}
    having max(case when measured.filling = 0 and measured.is_counted then 1 else 0 end) = 1
{%- endmacro %}

{# The measures that treat an item judged not relevant differently from an unjudged one, as literals. #}
{% macro measures_of_all(plan) %}
    {%- set names = [] -%}
    {%- for declaration in rankhouse.bounded_catalogue() if "judged" in declaration.needs -%}
        {%- do names.append(declaration.name) -%}
    {%- endfor -%}
    {{ return(rankhouse.literals(names)) }}
{% endmacro %}

{% macro value_bounds_answer(plan) -%}
    {%- set columns = rankhouse.named_groups(plan, "bounds") -%}
    {%- set kept = (["query_id"] if plan.per_query else []) + ["measure", "metric", "k"] -%}
    {%- do columns.extend(rankhouse.select_of("bounds", kept)) -%}
    {%- for figure in ["value", "lowest", "highest"] -%}
        {%- do columns.append("bounds." ~ figure ~ " as " ~ figure) -%}
    {%- endfor -%}
    {%- do columns.append(rankhouse.bigint("bounds.n_unjudged") ~ " as n_unjudged") -%}
    select {{ rankhouse.listed(columns) }}
    from
        {{
            (
                "rankhouse_bounds as bounds"
                if plan.per_query
                else "(\n" ~ rankhouse.means_of_bounds(plan) ~ "\n) as bounds"
            )
        }}
        {{ rankhouse.group_joins(plan, "bounds") }}
    where (select {{ rankhouse.top_grade_suffices(plan) }} from rankhouse_judgments)
{%- endmacro %}

{% macro means_of_bounds(plan) -%}
    {%- set group = plan.by + ["measure", "metric", "k"] -%}
    {%- set figures = {"n_unjudged": "sum(n_unjudged)"} -%}
    {%- for figure in ["value", "lowest", "highest"] -%}
        {%- do figures.update({figure: rankhouse.mean_of(figure)}) -%}
    {%- endfor -%}
    select {{ rankhouse.listed(group + rankhouse.named_expressions(figures)) }}
    from rankhouse_bounds
    group by {{ rankhouse.inline(group) }}
{%- endmacro %}

{# A grade above the top one would stand above all fillings in the ideal order. #}
{% macro top_grade_suffices(plan) %}
    {%- set message = [
        rankhouse.literal("top_grade is "),
        rankhouse.text(plan.top_grade),
        rankhouse.literal(", but judgments has grades up to "),
        rankhouse.text("max(relevance)"),
        rankhouse.literal(": give the highest grade of the scale"),
    ] -%}
    {{ return(rankhouse.unless("max(relevance) > " ~ plan.top_grade, message | join("\n|| "))) }}
{% endmacro %}
