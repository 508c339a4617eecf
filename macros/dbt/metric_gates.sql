{#
Quality gates as generic dbt tests over tables of metrics. A row of the result is a segment that fails, with by how much and
the `reason`; a measure that the table lacks fails too, so that a misspelt gate does not pass. With `latest`, a column such
as the day, only the rows of its newest value that is `complete` are looked at.
#}
{# Every mean of the measure, or with `significant` the lower end of its interval, reaches `at_least`. #}
{% macro test_metric_at_least(
    model,
    measure,
    at_least,
    significant=false,
    convention=none,
    latest=none,
    complete=none,
    evaluation=none
) -%}
    {%- do rankhouse.refuse_others("test_metric_at_least", kwargs) -%}
    {%- do rankhouse.require_names(
        "model", model, ["measure", "value", latest] + (["ci_low"] if significant else [])
    ) -%}
    {%- do rankhouse.check_arguments(
        "test_metric_at_least", {"at_least": at_least, "significant": significant, "latest": latest}
    ) -%}
    {%- do rankhouse.check_bound(measure, convention, at_least) -%}
    {%- set steps = rankhouse.gated_steps(model, latest, complete, evaluation=evaluation) -%}
    {%- set measure = rankhouse.measure_in_table(measure, convention) -%}
    {%- set gated = "gated.ci_low" if significant else "gated.value" -%}
    {%- set below = [
        "the 95 % interval of " ~ measure ~ " begins at " if significant else measure ~ " is ",
        [rankhouse.shown_figure(gated)],
        ", which is ",
        [rankhouse.shown_figure("wanted.at_least - " ~ gated)],
        " below " ~ at_least,
    ] -%}
    {#- NaN is above every number on many engines. -#}
    {%- set failing -%}
    select
        gated.*,
        wanted.measure as gated_measure,
        wanted.at_least,
        wanted.at_least - {{ gated }} as shortfall,
        case
            when gated.measure is null
            then {{ rankhouse.says_no_rows(latest, measure) }}
            when gated.value is null
            then {{ rankhouse.literal(measure ~ " has no value: none of its queries has one") }}
            {%- if significant %}
                when gated.ci_low is null
                then {{ rankhouse.literal(measure ~ " has no interval, which needs at least two queries") }}
            {%- endif %}
            else {{ rankhouse.reason_of(below) }}
        end as reason
    from (select {{ rankhouse.literal(measure) }} as measure, {{ rankhouse.double(at_least) }} as at_least) as wanted
    left join rankhouse_gated as gated on gated.measure = wanted.measure
    where {{ gated }} is null or not ({{ rankhouse.is_number(gated) }}) or {{ gated }} < wanted.at_least
    {%- endset -%}
    {{ rankhouse.gate_of(steps, "a mean that is too low", failing) }}
{%- endmacro %}

{# Enough of what the run returned is judged: the measure judged@k of the table. #}
{% macro test_judged_share_at_least(model, at_least, k=none, latest=none, complete=none, evaluation=none) -%}
    {%- do rankhouse.refuse_others("test_judged_share_at_least", kwargs) -%}
    {%- do rankhouse.check_arguments("test_judged_share_at_least", {"at_least": at_least, "k": k}) -%}
    {{
        rankhouse.test_metric_at_least(
            model,
            "judged" ~ ("" if k is none else "@" ~ k),
            at_least,
            latest=latest,
            complete=complete,
            evaluation=evaluation,
        )
    }}
{%- endmacro %}

{# Every mean, or those of one measure, is over enough queries. #}
{% macro test_enough_queries(
    model, at_least, measure=none, convention=none, latest=none, complete=none, evaluation=none
) -%}
    {%- do rankhouse.refuse_others("test_enough_queries", kwargs) -%}
    {%- do rankhouse.require_names("model", model, ["measure", "n_queries", latest]) -%}
    {%- do rankhouse.check_arguments("test_enough_queries", {"at_least": at_least, "latest": latest}) -%}
    {%- do rankhouse.convention(convention) -%}
    {%- set asked = none if measure is none else rankhouse.measure_in_table(measure, convention) -%}
    {%- set steps = rankhouse.gated_steps(model, latest, complete, evaluation=evaluation) -%}
    {%- set few = [
        [rankhouse.text("gated.measure")],
        " is a mean over ",
        [rankhouse.text("gated.n_queries")],
        " queries, fewer than " ~ at_least,
    ] -%}
    {%- set failing -%}
    select
        gated.*,
        wanted.at_least,
        wanted.at_least - coalesce(gated.n_queries, 0) as shortfall,
        case
            when gated.measure is null
            then {{ rankhouse.says_no_rows(latest, asked) }}
            else {{ rankhouse.reason_of(few) }}
        end as reason
    from (select {{ rankhouse.bigint(at_least) }} as at_least) as wanted
    left join
        rankhouse_gated as gated
        on {{ "gated.measure is not null" if asked is none else "gated.measure = " ~ rankhouse.literal(asked) }}
    where gated.n_queries is null or gated.n_queries < wanted.at_least
    {%- endset -%}
    {{ rankhouse.gate_of(steps, "a mean over too few queries", failing) }}
{%- endmacro %}

{# No mean has more queries missing from the run than this share of them: of a column of `by` that is the query's, many. #}
{% macro test_missing_share_at_most(model, at_most=0, latest=none, complete=none, evaluation=none) -%}
    {%- do rankhouse.refuse_others("test_missing_share_at_most", kwargs) -%}
    {%- do rankhouse.require_names("model", model, ["measure", "n_queries", "n_missing", latest]) -%}
    {%- do rankhouse.check_arguments("test_missing_share_at_most", {"at_most": at_most, "latest": latest}) -%}
    {%- set steps = rankhouse.gated_steps(model, latest, complete, evaluation=evaluation) -%}
    {%- set missing = [
        [rankhouse.text("gated.n_missing")],
        " queries are missing from the run, where ",
        [rankhouse.text("gated.measure")],
        " is a mean over ",
        [rankhouse.text("gated.n_queries")],
        ": more than the allowed share of " ~ at_most,
    ] -%}
    {%- set failing -%}
    select
        gated.*,
        wanted.at_most,
        {{ rankhouse.ratio("gated.n_missing", "gated.n_queries") }} as missing_share,
        case
            when gated.measure is null
            then {{ rankhouse.says_no_rows(latest) }}
            else {{ rankhouse.reason_of(missing) }}
        end as reason
    from (select {{ rankhouse.double(at_most) }} as at_most) as wanted
    left join rankhouse_gated as gated on gated.measure is not null
    where gated.measure is null or gated.n_missing > wanted.at_most * gated.n_queries
    {%- endset -%}
    {{ rankhouse.gate_of(steps, "a mean that lacks too many queries", failing) }}
{%- endmacro %}

{#
Every group that is expected is there. A group without rows has no mean that another gate could look at. A row of the
result is a missing one. Over many days a system that has vanished is still there on the older ones: name the day's column
with `latest`.
#}
{% macro test_has_groups(model, by, values, latest=none, complete=none, evaluation=none) -%}
    {%- do rankhouse.refuse_others("test_has_groups", kwargs) -%}
    {%- do rankhouse.require_names("model", model, [by, latest]) -%}
    {%- do rankhouse.check_arguments("test_has_groups", {"by": by, "latest": latest}) -%}
    {%- set is_list = values is iterable and values is not string and values is not mapping -%}
    {%- set expected = [] -%}
    {%- for value in (values if is_list else []) -%}
        {%- set text = value | lower if value is boolean else value | string -%}
        {%- if value is string or value is number or value is boolean -%} {%- do expected.append(text) -%} {%- endif -%}
    {%- endfor -%}
    {%- if not expected or expected | length != values | length -%}
        {{
            exceptions.raise_compiler_error(
                "values is a list of the groups that are expected, such as ['bm25', 'dense'], got '" ~ values ~ "'"
            )
        }}
    {%- endif -%}
    {%- set rows = [] -%}
    {%- for text in expected | unique -%}
        {%- do rows.append("select " ~ rankhouse.text(rankhouse.literal(text)) ~ " as missing_group") -%}
    {%- endfor -%}
    {%- set steps = rankhouse.gated_steps(model, latest, complete, evaluation=evaluation) -%}
    {%- set missing = [
        by ~ " ",
        ["wanted.missing_group"],
        " has no row",
        [rankhouse.says_newest(latest)],
        ": ",
        [rankhouse.says_what_is_there("rankhouse_gated", by)],
    ] -%}
    {%- set failing -%}
    select
        {{ rankhouse.literal(by) }} as grouping_column,
        wanted.missing_group,
        {{ rankhouse.reason_of(missing) }} as reason
    from ({{ rows | join(" union all ") }}) as wanted
    where
        not exists (
            select 1
            from rankhouse_gated as gated
            where {{ rankhouse.text("gated." ~ rankhouse.quoted(by)) }} = wanted.missing_group
        )
    {%- endset -%}
    {{ rankhouse.gate_of(steps, "a group that is missing", failing) }}
{%- endmacro %}
