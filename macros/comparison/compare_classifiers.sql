{#
Which of two classifiers is better on the same rows? One row per group and pair of systems: the by columns, measure,
system, baseline, value, baseline_value, difference, ci_low, ci_high (of the difference), n_rows, n_positives,
n_left_out, wins, losses, test, p_value, p_adjusted. `predictions` has a row per system and row of data, which row_id
names in each. `test`:
    delong    the difference of two ROC AUCs and its standard error by DeLong (1988), normal; NULL wins and losses
    mcnemar   of right and wrong decisions at the threshold: wins are the rows that system alone has right, losses those
              that baseline alone has right; p is exactly binomial, the interval that of Bonett and Price (2012)
With `weight` among the columns a row counts that much: values and differences are weighted, and both tests normal,
mcnemar by the statistic of 1947. Numbers of rows stay what they are, and the unit of the weights changes nothing.
`cluster` names a column, such as the patient: rows with the same value of it may be related. The error of delong is then
Obuchowski's (1997), mcnemar tests the mean over clusters with Student's t, and n_clusters comes after n_rows. Rows without a
cluster are left out.
Compared are the rows of data with a score and a label for both; n_left_out counts all other predictions. Without
`baseline` each pair stands once, the later name against the earlier one. All figures are NULL where row_id names a row twice in one
system, or where the two have different labels, weights or clusters for it; AUCs and their test too where a class is missing. p_value is 1
where all rows are the same to both, and NULL where the difference has no variance otherwise.
#}
{% macro compare_classifiers(
    predictions,
    baseline=none,
    test="delong",
    threshold=0.5,
    system="system",
    by=[],
    correction="holm",
    confidence=0.95,
    cluster=none,
    columns={}
) -%}
    {%- do rankhouse.refuse_others("compare_classifiers", kwargs) -%}
    {%- set arguments = {"test": test, "correction": correction, "system": system, "confidence": confidence} -%}
    {%- set read = rankhouse.read_arguments("compare_classifiers", arguments) -%}
    {%- do rankhouse.check_arguments("compare_classifiers", {"threshold": threshold, "cluster": cluster}) -%}
    {%- do rankhouse.names_beside_role("by", by, "system", system) -%}
    {%- if cluster is not none -%}
        {%- do rankhouse.names_beside_role("by", by, "cluster", cluster) -%}
        {%- do rankhouse.names_beside_role("cluster", [cluster], "system", system) -%}
    {%- endif -%}
    {%- set plan = rankhouse.classification_plan(
        "compare_classifiers", predictions, by, columns, ["row_id", "weight"]
    ) -%}
    {%- if test == "delong" -%} {%- do rankhouse.needs_scores(plan, test) -%} {%- endif -%}
    {%- set side = rankhouse.asked_side(system, baseline) -%}
    {%- do plan.update(
        {
            "columns": rankhouse.columns_of_classifiers(columns, system, cluster),
            "cluster": cluster,
            "test": test,
            "correction": correction,
            "confidence": read.confidence,
            "baseline": side,
            "threshold": (threshold | int if threshold == threshold | int else threshold) | string,
        }
    ) -%}
    {%- set further = ["system", "row_id"] + ([] if cluster is none else ["cluster"]) -%}
    {%- do plan.update(rankhouse.require_columns(plan, {"predictions": further}, [], [], ["system", "cluster"])) -%}
    {{ rankhouse.laid_out(rankhouse.compare_classifiers_of(plan)) if execute }}
{%- endmacro %}

{# What columns map, and the columns that arguments of their own name. #}
{% macro columns_of_classifiers(columns, system, cluster) %}
    {%- set named = {} if cluster is none else {"cluster": cluster} -%}
    {{ return(dict(columns, system=system, **named)) }}
{% endmacro %}

{% macro compare_classifiers_of(plan) -%}
    {%- set steps = rankhouse.classifier_pair_steps(plan) + [rankhouse.normal_limit_step(plan.confidence)] -%}
    {%- do steps.extend(rankhouse.classifier_test_steps(plan)) -%}
    {%- do steps.extend(rankhouse.adjusted_p_values_steps("tested", plan.correction)) -%}
    {{ rankhouse.query_of(steps, "two classifiers", rankhouse.classifier_comparison_answer(plan)) }}
{%- endmacro %}

{% macro classifier_test_steps(plan) %}
    {%- if plan.test == "delong" -%} {{ return(rankhouse.delong_steps(plan)) }}{%- endif -%}
    {%- if plan.cluster is not none -%} {{ return(rankhouse.clustered_mcnemar_steps(plan)) }}{%- endif -%}
    {{ return(rankhouse.mcnemar_steps(plan)) }}
{% endmacro %}

{#
A side is a system in a group, and has a number: within a group in alphabetical order, the baseline before all others.
rankhouse_rows: side_number, row_id, score, label (NULL of a row that cannot count); rankhouse_numbered: a number of each
two sides that are compared, own_side and other_side.
#}
{% macro classifier_pair_steps(plan) %}
    {%- set system = rankhouse.renamed("predictions", "system", plan.columns) -%}
    {%- set read = [system ~ " as system_name"] + rankhouse.columns_read(plan, "predictions", ["row_id"]) -%}
    {%- if plan.cluster is not none -%}
        {%- do read.append(
            rankhouse.text(rankhouse.renamed("predictions", "cluster", plan.columns)) ~ " as cluster_id"
        ) -%}
    {%- endif -%}
    {%- set predictions -%}
        select
        {{ rankhouse.listed(rankhouse.keys_of_side(plan, "run", "predictions") + read + rankhouse.prediction_columns(plan)) }}
        from {{ rankhouse.as_source(plan.predictions, "predictions") }}
    {%- endset -%}
    {%- set named = plan.by + rankhouse.carried_columns(plan, plan.by) + ["system_name"] -%}
    {%- set order = plan.by + [rankhouse.classifier_order(plan)] -%}
    {%- set number = rankhouse.bigint("row_number() over (order by " ~ rankhouse.inline(order) ~ ")") -%}
    {%- set sides -%}
        select {{ rankhouse.listed(named + [number ~ " as side_number"]) }}
        from (select distinct {{ rankhouse.inline(named) }} from rankhouse_prediction_rows where system_name is not null) as named
    {%- endset -%}
    {%- set label -%}
        case
            when
                found.label_value in (0, 1) and {{ rankhouse.is_number("found.score") }} and found.row_id is not null
                {%- if plan.is_weighted %} and {{ rankhouse.is_weight("found.weight") }} {%- endif %}
                {%- if plan.cluster is not none %} and found.cluster_id is not null {%- endif %}
            then {{ rankhouse.bigint("found.label_value") }}
        end as label
    {%- endset -%}
    {%- set columns = ["sides.side_number as side_number", "found.row_id as row_id", "found.score as score", label] -%}
    {%- do columns.extend(rankhouse.select_of("found", rankhouse.facts_of_rows(plan))) -%}
    {%- set rows -%}
        select {{ rankhouse.listed(rankhouse.select_of("found", plan.by) + columns) }}
        from rankhouse_prediction_rows as found
        join rankhouse_sides as sides on {{ rankhouse.match("found", "sides", plan.by + ["system_name"]) }}
    {%- endset -%}
    {%- set sizes = [
        "count(*) as n_found",
        "count(label) as n_usable",
        "count(row_id) - count(distinct row_id) as n_twice",
    ] -%}
    {%- set sized -%}
        select {{ rankhouse.listed(plan.by + ["side_number"] + sizes) }}
        from rankhouse_rows
        group by {{ rankhouse.inline(plan.by + ["side_number"]) }}
    {%- endset -%}
    {%- set numbered -%}
        select
            own.side_number as own_side,
            other.side_number as other_side,
            own.n_found + other.n_found as n_found,
            own.n_twice + other.n_twice as n_twice,
            {{ rankhouse.bigint("row_number() over (order by own.side_number, other.side_number)") }} as number
        from rankhouse_sized as own
        join
            rankhouse_sized as other
            on {{ rankhouse.match("own", "other", plan.by) }}
            and own.side_number > other.side_number {{ rankhouse.baseline_join(plan) }}
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("prediction_rows", "a prediction", predictions, rankhouse.inlined()),
                rankhouse.step("sides", "a system in a group", sides),
                rankhouse.step("rows", "a row of data as a system has it", rows),
                rankhouse.step("sized", "a system in a group, with its rows", sized),
                rankhouse.step("numbered", "two systems in a group", numbered),
            ]
        )
    }}
{% endmacro %}

{% macro classifier_order(plan) -%}
    {%- if plan.baseline is not none -%}
        case when {{ rankhouse.text("system_name") }} = {{ plan.baseline }} then 0 else 1 end,
    {%- endif -%}
    {{ rankhouse.byte_order("system_name", "asc") }}
{%- endmacro %}

{# What a row of data has beside its label, the same in all systems. #}
{% macro facts_of_rows(plan) %}
    {{ return((["weight"] if plan.is_weighted else []) + ([] if plan.cluster is none else ["cluster_id"])) }}
{% endmacro %}

{# The other side is the baseline, if there is one. #}
{% macro baseline_join(plan) -%}
    {%- if plan.baseline is not none -%}
        join
            (
                select side_number
                from rankhouse_sides
                where {{ rankhouse.text("system_name") }} = {{ rankhouse.baseline_text(plan, "rankhouse_sides") }}
            ) as sides
            on other.side_number = sides.side_number
    {%- endif -%}
{%- endmacro %}

{#
The rows that two sides have in common, read from rankhouse_<source>, each side by the number that rankhouse_<pairs> has of
it: the steps that end in rankhouse_pairs, with n_rows, n_positives, n_negatives, n_left_out and what the test sums over
the rows in common; all NULL where a row is a duplicate or has two labels or weights. `columns`: what the test takes of each two rows.
A test ends in rankhouse_tested, which has all that the answer shows of a pair: engines that merge common table expressions
compute a step as often as it is read.
#}
{% macro matched_row_steps(plan, source, pairs, side, columns, sums) %}
    {%- set unlike = [] -%}
    {%- for each in ["label"] + rankhouse.facts_of_rows(plan) -%}
        {%- do unlike.append("own." ~ each ~ " <> other." ~ each) -%}
    {%- endfor -%}
    {%- set known = [
        "numbered.number as number",
        "own.label as label",
        "case when " ~ unlike | join(" or ") ~ " then 1 end as is_unlike",
    ] -%}
    {%- if plan.cluster is not none -%} {%- do known.append("own.cluster_id as cluster_id") -%} {%- endif -%}
    {#- Row ids may be the same in every group: an engine that joins the rows first meets each group with each. -#}
    {%- set same = (plan.by if source == "rows" else []) + ["row_id"] -%}
    {%- set matched -%}
        select {{ rankhouse.listed(known + columns) }}
        from rankhouse_{{ pairs }} as numbered
        join rankhouse_{{ source }} as own on numbered.own_{{ side }} = own.{{ side }}_number
        join
            rankhouse_{{ source }} as other
            on numbered.other_{{ side }} = other.{{ side }}_number
            and {{ rankhouse.match("own", "other", same) }}
            and own.side_number > other.side_number
        where own.label is not null and other.label is not null
    {%- endset -%}
    {%- set counts = [
        "number",
        "count(*) as n_rows",
        "sum(label) as n_positives",
        "count(*) - sum(label) as n_negatives",
        "count(is_unlike) as n_unlike",
    ] -%}
    {%- if plan.cluster is not none -%}
        {%- do counts.append("count(distinct cluster_id) as n_clusters") -%}
    {%- endif -%}
    {%- set counted -%}
        select {{ rankhouse.listed(counts + rankhouse.named_expressions(sums)) }}
        from rankhouse_matched
        group by number
    {%- endset -%}
    {%- set figures = {"n_left_out": "numbered.n_found - 2 * coalesce(counted.n_rows, 0)"} -%}
    {%- for count in rankhouse.counts_of_rows(plan) + ["n_positives", "n_negatives"] -%}
        {%- do figures.update({count: "coalesce(counted." ~ count ~ ", 0)"}) -%}
    {%- endfor -%}
    {%- for sum in sums -%} {%- do figures.update({sum: "counted." ~ sum}) -%} {%- endfor -%}
    {%- for name, figure in figures.items() -%}
        {%- do figures.update(
            {name: "case when numbered.n_twice + coalesce(counted.n_unlike, 0) = 0 then " ~ figure ~ " end"}
        ) -%}
    {%- endfor -%}
    {%- set numbers = rankhouse.select_of("numbered", ["number", "own_side", "other_side"]) -%}
    {%- set pairs -%}
        select {{ rankhouse.listed(numbers + rankhouse.named_expressions(figures)) }}
        from rankhouse_numbered as numbered
        left join rankhouse_counted as counted on numbered.number = counted.number
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("matched", "a row of data that two systems have", matched),
                rankhouse.step("counted", "two systems, summed over these", counted),
                rankhouse.step("pairs", "the same, those without any too", pairs),
            ]
        )
    }}
{% endmacro %}

{# What is carried from rankhouse_pairs to rankhouse_tested. #}
{% macro carried_classifier_columns(plan) %}
    {{ return(["number", "own_side", "other_side"] + rankhouse.counts_of_rows(plan) + ["n_positives", "n_left_out"]) }}
{% endmacro %}

{# How many rows two systems have in common, and in how many clusters. #}
{% macro counts_of_rows(plan) %}
    {{ return(["n_rows"] + ([] if plan.cluster is none else ["n_clusters"])) }}
{% endmacro %}

{# ci_low and ci_high of a difference of two shares, normal, by rankhouse_limit. #}
{% macro difference_bounds(middle, error) %}
    {%- set bounds = [] -%}
    {%- for sign, name in {"-": "ci_low", "+": "ci_high"}.items() -%}
        {%- set bound = middle ~ " " ~ sign ~ " limits.z_limit * " ~ error -%}
        {%- do bounds.append(rankhouse.within_limits(bound, "-1", "1") ~ " as " ~ name) -%}
    {%- endfor -%}
    {{ return(bounds) }}
{% endmacro %}

{% macro classifier_test_measure(plan) %}
    {%- if plan.test == "delong" -%} {{ return("roc_auc") }}{%- endif -%}
    {{ return("accuracy" if plan.predicts_labels else "accuracy@" ~ plan.threshold) }}
{% endmacro %}

{% macro classifier_comparison_answer(plan) -%}
    {%- set columns = rankhouse.named_groups(plan, "own", none, "own") -%}
    {%- do columns.append(rankhouse.literal(rankhouse.classifier_test_measure(plan)) ~ " as measure") -%}
    {%- do columns.extend(rankhouse.named_systems()) -%}
    {%- set figures = ["value", "baseline_value", "difference", "ci_low", "ci_high"] -%}
    {%- do columns.extend(rankhouse.select_of("tested", figures)) -%}
    {%- for count in rankhouse.counts_of_rows(plan) + ["n_positives", "n_left_out", "wins", "losses"] -%}
        {%- do columns.append(rankhouse.bigint("tested." ~ count) ~ " as " ~ count) -%}
    {%- endfor -%}
    {%- do columns.append(rankhouse.literal(plan.test) ~ " as test") -%}
    {%- do columns.extend(["tested.p_value as p_value", "tested.p_adjusted as p_adjusted"]) -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_tested_adjusted as tested
    join rankhouse_sides as own on tested.own_side = own.side_number
    join rankhouse_sides as other on tested.other_side = other.side_number
{%- endmacro %}
