{#
Which of two classifiers is better on the same rows? One row per group and pair of systems: the by columns, measure,
system, baseline, value, baseline_value, difference, ci_low, ci_high (of the difference), n_rows, n_positives,
n_left_out, wins, losses, test, p_value, p_adjusted. `predictions` has a row per system and row of data, which row_id
names in each. `test`:
    delong    the difference of two ROC AUCs and its standard error by DeLong (1988), normal; NULL wins and losses
    mcnemar   of right and wrong decisions at the threshold: wins are the rows that system alone has right, losses those
              that baseline alone has right; p is exactly binomial, the interval that of Bonett and Price (2012)
Compared are the rows of data with a score and a label for both; n_left_out counts all other predictions. Without `baseline` each
pair stands once, the later name against the earlier one. All figures are NULL where row_id names a row twice in one
system, or where the two have different labels for it; AUCs and their test too where a class is missing. p_value is 1
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
    columns={}
) -%}
    {%- do rankhouse.one_of("test", test, rankhouse.tests_of_classifiers()) -%}
    {%- do rankhouse.one_of("correction", correction, rankhouse.corrections()) -%}
    {%- do rankhouse.one_name("system", system) -%}
    {%- set plan = rankhouse.classification_plan(predictions, by, columns, ["row_id"]) -%}
    {%- if system in by -%} {{ exceptions.raise_compiler_error(rankhouse.says_column_of_systems(system)) }}{%- endif -%}
    {%- if test == "delong" -%} {%- do rankhouse.needs_scores(plan, test) -%} {%- endif -%}
    {%- if baseline is boolean or baseline is not none and baseline is not string and baseline is not number -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_wrong_baseline(baseline)) }}
    {%- endif -%}
    {%- do rankhouse.a_number("threshold", threshold) -%}
    {%- set named = {"system": system} -%}
    {%- do named.update(columns) -%}
    {%- do plan.update(
        {
            "columns": named,
            "test": test,
            "correction": correction,
            "baseline": none if baseline is none else rankhouse.literal(baseline | string),
            "threshold": (threshold | int if threshold == threshold | int else threshold) | string,
            "confidence": rankhouse.confidence_given(confidence),
        }
    ) -%}
    {{ rankhouse.laid_out(rankhouse.compare_classifiers_of(plan)) }}
{%- endmacro %}

{% macro tests_of_classifiers() %} {{ return(["delong", "mcnemar"]) }}{% endmacro %}

{% macro compare_classifiers_of(plan) -%}
    {%- set steps = rankhouse.steps_of_classifier_pairs(plan) + [rankhouse.normal_limit_step(plan.confidence)] -%}
    {%- do steps.extend(rankhouse.steps_of_classifier_test(plan)) -%}
    {%- do steps.extend(rankhouse.steps_of_classifier_correction(plan)) -%}
    {%- if rankhouse.carried_columns(plan, plan.by) -%}
        {%- set groups = rankhouse.inline(plan.by + rankhouse.carried_columns(plan, plan.by)) -%}
        {%- do steps.append(
            rankhouse.step("groups", "a group", "select distinct " ~ groups ~ " from rankhouse_given")
        ) -%}
    {%- endif -%}
    {{ rankhouse.query_of(steps, "two classifiers", rankhouse.answer_of_classifiers(plan)) }}
{%- endmacro %}

{% macro steps_of_classifier_test(plan) %}
    {%- if plan.test == "delong" -%} {{ return(rankhouse.delong_steps(plan)) }}{%- endif -%}
    {{ return(rankhouse.mcnemar_steps(plan)) }}
{% endmacro %}

{% macro steps_of_classifier_correction(plan) %}
    {{ return(rankhouse.adjusted_p_values_steps("tested", plan.correction)) }}
{% endmacro %}

{#
rankhouse_rows: group, system_number, row_id, score, label (NULL of a row that cannot count);
rankhouse_numbered: a number per group and two systems, system_number and other_number, and sample_number, see delong.sql;
rankhouse_pairs: the same with n_rows, n_positives, n_negatives and n_left_out, and what the test sums over the rows in
common; all NULL where a row stands twice or has two labels.
#}
{% macro steps_of_classifier_pairs(plan) %}
    {%- set read = rankhouse.columns_read(plan, "predictions", ["system", "row_id"]) -%}
    {%- set given -%}
        select
        {{ rankhouse.listed(rankhouse.keys_of_side(plan, "run") + read + rankhouse.prediction_columns(plan)) }}
        from {{ rankhouse.as_given(plan.predictions) }}
    {%- endset -%}
    {%- set systems -%}
        select system, {{ rankhouse.number_of_classifier(plan) }} as system_number
        from (select distinct system from rankhouse_given where system is not null) as named
    {%- endset -%}
    {%- set label -%}
        case
            when
                given.label_value in (0, 1) and {{ rankhouse.is_number("given.score") }} and given.row_id is not null
            then {{ rankhouse.bigint("given.label_value") }}
        end as label
    {%- endset -%}
    {%- set rows -%}
        select
        {{
            rankhouse.listed(
                rankhouse.select_of("given", plan.by)
                + ["systems.system_number as system_number", "given.row_id as row_id", "given.score as score", label]
            )
        }}
        from rankhouse_given as given
        join rankhouse_systems as systems on given.system = systems.system
    {%- endset -%}
    {%- set sizes = [
        "count(*) as n_given",
        "count(label) as n_usable",
        "count(row_id) - count(distinct row_id) as n_twice",
    ] -%}
    {%- set sized -%}
        select {{ rankhouse.listed(plan.by + ["system_number"] + sizes) }}
        from rankhouse_rows
        group by {{ rankhouse.inline(plan.by + ["system_number"]) }}
    {%- endset -%}
    {%- set ids -%}
        select {{ rankhouse.listed(plan.by + ["count(distinct row_id) as n_ids"]) }}
        from rankhouse_rows
        where label is not null
        {%- if plan.is_grouped %}
            group by {{ rankhouse.inline(plan.by) }}
        {%- endif %}
    {%- endset -%}
    {%- set order = rankhouse.columns_of("own", plan.by + ["system_number"]) + ["other.system_number"] -%}
    {%- set number = "row_number() over (order by " ~ rankhouse.inline(order) ~ ")" -%}
    {%- set numbered -%}
        select
        {{
            rankhouse.listed(
                rankhouse.select_of("own", plan.by + ["system_number"])
                + [
                    "other.system_number as other_number",
                    "own.n_given + other.n_given as n_given",
                    "own.n_twice + other.n_twice as n_twice",
                    number ~ " as number",
                    "case when own.n_usable = ids.n_ids and other.n_usable = ids.n_ids then 0 else "
                    ~ number
                    ~ " end as sample_number",
                ]
            )
        }}
        from rankhouse_sized as own
        join
            rankhouse_sized as other
            on {{ rankhouse.match("own", "other", plan.by) }}
            and {{ rankhouse.is_classifier_pair(plan) }}
        {{ rankhouse.joined_group(plan, "left", "rankhouse_ids", "ids", "own") }}
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("given", "a prediction", given, rankhouse.inlined()),
                rankhouse.step("systems", "a system, in alphabetical order", systems),
                rankhouse.step("rows", "a row of data as a system has it", rows),
                rankhouse.step("sized", "a system in a group", sized),
                rankhouse.step("ids", "a group with the number of its rows of data", ids),
                rankhouse.step("numbered", "two systems in a group", numbered),
            ]
        )
    }}
{% endmacro %}

{# The systems count from 1, the baseline is 0. #}
{% macro number_of_classifier(plan) -%}
    {%- set number = "row_number() over (order by " ~ rankhouse.byte_order("system", "asc") ~ ")" -%}
    {%- if plan.baseline is none -%} {{ return(number) }}{%- endif -%}
    case when {{ rankhouse.text("system") }} = {{ plan.baseline }} then 0 else {{ number }} end
{%- endmacro %}

{# Whether two systems are compared: each pair once, or each with the baseline. #}
{% macro is_classifier_pair(plan) %}
    {{
        return(
            "own.system_number > other.system_number"
            if plan.baseline is none
            else "own.system_number > 0 and other.system_number = 0"
        )
    }}
{% endmacro %}

{#
The rows that two systems have in common, read from rankhouse_<source>: the steps that end in rankhouse_pairs. `columns`:
what the test takes of each side, `sums` what it makes of that.
#}
{% macro steps_of_matched_rows(plan, source, columns, sums, same=[]) %}
    {%- set matched -%}
        select
        {{
            rankhouse.listed(
                [
                    "numbered.number as number",
                    "own.label as label",
                    "case when own.label <> other.label then 1 end as is_unlike",
                ]
                + columns
            )
        }}
        from rankhouse_numbered as numbered
        join
            rankhouse_{{ source }} as own
            on {{ rankhouse.match("numbered", "own", plan.by + ["system_number"] + same) }}
        join
            rankhouse_{{ source }} as other
            on {{ rankhouse.match("numbered", "other", plan.by + same) }}
            and numbered.other_number = other.system_number
            and own.row_id = other.row_id
            and {{ rankhouse.is_classifier_pair(plan) }}
        where own.label is not null and other.label is not null
    {%- endset -%}
    {%- set counts = [
        "number",
        "count(*) as n_rows",
        "sum(label) as n_positives",
        "count(*) - sum(label) as n_negatives",
        "count(is_unlike) as n_unlike",
    ] -%}
    {%- set counted -%}
        select {{ rankhouse.listed(counts + rankhouse.named_expressions(sums)) }}
        from rankhouse_matched
        group by number
    {%- endset -%}
    {%- set figures = {"n_left_out": "numbered.n_given - 2 * coalesce(counted.n_rows, 0)"} -%}
    {%- for count in ["n_rows", "n_positives", "n_negatives"] -%}
        {%- do figures.update({count: "coalesce(counted." ~ count ~ ", 0)"}) -%}
    {%- endfor -%}
    {%- for sum in sums -%} {%- do figures.update({sum: "counted." ~ sum}) -%} {%- endfor -%}
    {%- for name, figure in figures.items() -%}
        {%- do figures.update(
            {name: "case when numbered.n_twice + coalesce(counted.n_unlike, 0) = 0 then " ~ figure ~ " end"}
        ) -%}
    {%- endfor -%}
    {%- set key = plan.by + ["number", "system_number", "other_number"] -%}
    {%- set pairs -%}
        select {{ rankhouse.listed(rankhouse.select_of("numbered", key) + rankhouse.named_expressions(figures)) }}
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

{% macro measure_of_classifier_test(plan) %}
    {%- if plan.test == "delong" -%} {{ return("roc_auc") }}{%- endif -%}
    {{ return("accuracy" if plan.predicts_labels else "accuracy@" ~ plan.threshold) }}
{% endmacro %}

{% macro answer_of_classifiers(plan) -%}
    {%- set columns = rankhouse.named_groups(plan, "pairs") -%}
    {%- do columns.append(rankhouse.literal(rankhouse.measure_of_classifier_test(plan)) ~ " as measure") -%}
    {%- do columns.extend(["own.system as system", "other.system as baseline"]) -%}
    {%- set figures = ["value", "baseline_value", "difference", "ci_low", "ci_high"] -%}
    {%- do columns.extend(rankhouse.select_of("tested", figures)) -%}
    {%- for count in ["n_rows", "n_positives", "n_left_out"] -%}
        {%- do columns.append(rankhouse.bigint("pairs." ~ count) ~ " as " ~ count) -%}
    {%- endfor -%}
    {%- for count in ["wins", "losses"] -%}
        {%- do columns.append(rankhouse.bigint("tested." ~ count) ~ " as " ~ count) -%}
    {%- endfor -%}
    {%- do columns.append(rankhouse.literal(plan.test) ~ " as test") -%}
    {%- do columns.extend(["tested.p_value as p_value", "adjusted.p_adjusted as p_adjusted"]) -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_pairs as pairs
    join rankhouse_systems as own on pairs.system_number = own.system_number
    join rankhouse_systems as other on pairs.other_number = other.system_number
    left join rankhouse_tested as tested on pairs.number = tested.number
    left join
        rankhouse_tested_adjusted as adjusted
        on pairs.number = adjusted.number {{ rankhouse.group_joins(plan, "pairs") }}
{%- endmacro %}
