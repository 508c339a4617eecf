{#
Each class against the rest, and their averages: one row per group and class, whose `average` is NULL, and one per group and
average, whose `label` is NULL: the by columns, label, average (macro, micro or weighted), precision, recall, f1, accuracy
(of all classes, in the rows of averages), n_actual, n_predicted, tp, fp, fn, tn, n_rows, n_left_out. With weights tp to tn
are sums of them. `undefined`, what an average takes for a class whose value is NULL:
    leave_out   the class does not count
    zero        0, as in scikit-learn
#}
{% macro class_metrics(predictions, by=[], undefined="leave_out", columns={}) -%}
    {%- do rankhouse.refuse_others("class_metrics", kwargs) -%}
    {%- set plan = rankhouse.multiclass_plan("class_metrics", predictions, by, columns) -%}
    {%- do plan.update(rankhouse.read_arguments("class_metrics", {"undefined": undefined})) -%}
    {{ rankhouse.laid_out(rankhouse.class_metrics_of(plan)) if execute }}
{%- endmacro %}

{% macro class_measures() %}
    {{
        return(
            {
                "precision": rankhouse.declare_classification_precision().value,
                "recall": rankhouse.declare_classification_recall().value,
                "f1": rankhouse.declare_classification_f1().value,
            }
        )
    }}
{% endmacro %}

{% macro class_counts() %} {{ return(["n_actual", "n_predicted", "tp", "fp", "fn", "tn"]) }}{% endmacro %}

{% macro class_metrics_of(plan) -%}
    {%- set measures = rankhouse.class_measures().keys() | list -%}
    {%- set sizes = ["n_rows", "n_left_out"] -%}
    {%- set of_class = ["valued.label as label", rankhouse.text("null") ~ " as average"] -%}
    {%- do of_class.extend(rankhouse.select_of("valued", measures)) -%}
    {%- do of_class.append(rankhouse.double("null") ~ " as accuracy") -%}
    {%- do of_class.extend(rankhouse.select_of("valued", rankhouse.class_counts() + sizes)) -%}
    {%- set of_average = ["null as label"] -%}
    {%- do of_average.extend(
        rankhouse.select_of(
            "averaged", ["average"] + measures + ["accuracy"] + rankhouse.class_counts() + sizes
        )
    ) -%}
    {%- set answers = [
        rankhouse.answer_by_group(plan, "class_values", "valued", of_class),
        rankhouse.answer_by_group(plan, "averages", "averaged", of_average),
    ] -%}
    {%- set steps = rankhouse.multiclass_steps(plan) -%}
    {%- do steps.append(
        rankhouse.step(
            "class_counts", "a class of a group, with its counts", rankhouse.counted_classes(plan)
        )
    ) -%}
    {%- do steps.append(
        rankhouse.step("class_values", "the same, with its measures", rankhouse.valued_classes(plan))
    ) -%}
    {%- do steps.append(rankhouse.step("pooled", "a group, over its classes", rankhouse.pooled_classes(plan))) -%}
    {%- do steps.append(
        rankhouse.step(
            "averages", "an average over the classes of a group", rankhouse.averages_of_classes(plan)
        )
    ) -%}
    {{ rankhouse.query_of(steps, "a class of a group, or an average over them", answers | join("\nunion all\n")) }}
{%- endmacro %}

{#
Each cell counts once for its actual class and once for its predicted class. Weights are summed separately for each count,
because a difference of sums may not be exactly 0.
#}
{% macro counted_classes(plan) -%}
    {%- set zero = rankhouse.double("0") if plan.is_weighted else "0" -%}
    {%- set is_right, is_wrong = "case when label = prediction", "case when label <> prediction" -%}
    {%- set size = " then size else " ~ zero ~ " end as " -%}
    {%- set sides = [
        ["label", is_right ~ size ~ "tp", zero ~ " as fp", is_wrong ~ size ~ "fn", "n_rows as n_actual"]
        + ["0 as n_predicted"],
        ["prediction", zero ~ " as tp", is_wrong ~ size ~ "fp", zero ~ " as fn", "0 as n_actual"]
        + ["n_rows as n_predicted"],
    ] -%}
    {%- set selects = [] -%}
    {%- for side in sides -%}
        {%- do selects.append(
            "select\n"
            ~ rankhouse.listed(plan.by + [side[0] ~ " as class_name"] + side[1:])
            ~ "\nfrom rankhouse_cells"
        ) -%}
    {%- endfor -%}
    {%- set sums = [] -%}
    {%- for name in ["n_actual", "n_predicted", "tp", "fp", "fn"] -%}
        {%- do sums.append(rankhouse.sum_of_sizes(plan, name, name) ~ " as " ~ name) -%}
    {%- endfor -%}
    select {{ rankhouse.listed(plan.by + ["class_name as label"] + sums) }}
    from ({{ selects | join("\nunion all\n") }}) as sides
    group by {{ rankhouse.inline(plan.by + ["class_name"]) }}
{%- endmacro %}

{# The sum of a count: a whole number, unless tp to tn are weights. #}
{% macro sum_of_sizes(plan, name, expression) %}
    {%- if plan.is_weighted and not name.startswith("n_") -%} {{ return(rankhouse.sum_of(expression)) }}{%- endif -%}
    {{ return(rankhouse.bigint("sum(" ~ expression ~ ")")) }}
{% endmacro %}

{# True negatives are the rest of the group: rows neither of the class nor predicted to be. #}
{% macro valued_classes(plan) -%}
    {%- set rest = "of_all - tp - fp - fn" -%}
    {%- set rest = "greatest(" ~ rest ~ ", 0)" if plan.is_weighted else rankhouse.bigint(rest) -%}
    {%- set of_all = "sum(tp + fn) over (" ~ rankhouse.partition_by(plan) ~ ") as of_all" -%}
    {%- set columns = rankhouse.select_of("counted", plan.by + ["label", "n_actual", "n_predicted"]) -%}
    {%- do columns.extend(["tp", "fp", "fn", rest ~ " as tn"]) -%}
    {%- do columns.extend(rankhouse.named_expressions(rankhouse.class_measures())) -%}
    {%- do columns.extend(rankhouse.select_of("totals", ["n_rows", "n_left_out"])) -%}
    select {{ rankhouse.listed(columns) }}
    from
        (select class_counts.*, {{ of_all }} from rankhouse_class_counts as class_counts) as counted
        {{ rankhouse.joined_group(plan, "", "rankhouse_totals", "totals", "counted") }}
{%- endmacro %}

{# The macro and weighted means of each measure; measures of the counts of all classes together are the micro average. #}
{% macro pooled_classes(plan) -%}
    {%- set columns, averages = [], [] -%}
    {%- for name in rankhouse.class_counts() -%}
        {%- do columns.append(rankhouse.sum_of_sizes(plan, name, name) ~ " as " ~ name) -%}
    {%- endfor -%}
    {%- for name, formula in rankhouse.class_measures().items() -%}
        {%- set value = "coalesce(" ~ name ~ ", 0)" if plan.undefined == "zero" else name -%}
        {%- set support = "case when " ~ value ~ " is not null then tp + fn end" -%}
        {%- do columns.append(rankhouse.mean_of(value) ~ " as macro_" ~ name) -%}
        {%- do columns.append(
            rankhouse.ratio("sum(" ~ value ~ " * (tp + fn))", "sum(" ~ support ~ ")")
            ~ " as weighted_"
            ~ name
        ) -%}
        {%- do averages.extend(["macro_" ~ name, "weighted_" ~ name, formula ~ " as micro_" ~ name]) -%}
    {%- endfor -%}
    select {{ rankhouse.listed(plan.by + rankhouse.class_counts() + averages) }}
    from
        (
            select {{ rankhouse.listed(plan.by + columns) }}
            from rankhouse_class_values
            {%- if plan.is_grouped %} group by {{ rankhouse.inline(plan.by) }} {%- endif %}
        ) as summed
{%- endmacro %}

{# A row that is right is a true positive of its class, one that is wrong a false negative: their recall is the accuracy. #}
{% macro averages_of_classes(plan) -%}
    {%- set columns = rankhouse.select_of("totals", plan.by) + ["named.average as average"] -%}
    {%- for name in rankhouse.class_measures() -%}
        {%- set cases = [] -%}
        {%- for average in ["macro", "micro", "weighted"] -%}
            {%- do cases.append("when '" ~ average ~ "' then pooled." ~ average ~ "_" ~ name) -%}
        {%- endfor -%}
        {%- do columns.append("case named.average\n" ~ cases | join("\n") ~ "\nend as " ~ name) -%}
    {%- endfor -%}
    {%- do columns.append("pooled.micro_recall as accuracy") -%}
    {%- for name in rankhouse.class_counts() -%}
        {%- do columns.append("coalesce(pooled." ~ name ~ ", 0) as " ~ name) -%}
    {%- endfor -%}
    {%- do columns.extend(rankhouse.select_of("totals", ["n_rows", "n_left_out"])) -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_totals as totals
    cross join
        (
            select 'macro' as average
            union all
            select 'micro' as average
            union all
            select 'weighted' as average
        ) as named
        {{ rankhouse.joined_group(plan, "left", "rankhouse_pooled", "pooled", "totals") }}
{%- endmacro %}
