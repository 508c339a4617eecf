{#
Whether the label of a pair still stands, for to_judge. Judgments that keep the text they were given for, or their judge, have
a row for each: a pair stands where every text of it in the pool has a label for this text by this judge.
#}
{# What is missing, the worst first: the place of a reason is its standing; a label that stands is behind them all. #}
{% macro reasons_to_judge() %} {{ return(["unjudged", "text changed", "other judge"]) }}{% endmacro %}

{# `keeps`: what judgments keep, of text_hash and judged_by; judge: whose labels count, as SQL, none: of most labels. #}
{% macro what_labels_keep(columns, judge) %}
    {%- set named, keeps = [], [] -%}
    {%- for key in columns -%} {%- do named.append(key.split(".") | last) -%} {%- endfor -%}
    {%- for name in ["text_hash", "judged_by"] if name in named -%} {%- do keeps.append(name) -%} {%- endfor -%}
    {%- if judge is not none and "judged_by" not in keeps -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_judge_needs_a_column()) }}
    {%- endif -%}
    {{ return({"keeps": keeps}) }}
{% endmacro %}

{% macro says_judge_needs_a_column() %}
    {{
        return(
            "judge says whose labels count: name the column of the judgments that has their judge, columns={'judged_by': 'judge'}"
        )
    }}
{% endmacro %}

{# The user's columns as texts, so that a hash or a name is compared whatever its type. #}
{% macro kept_columns(plan, side, names) %}
    {%- set columns = [] -%}
    {%- for name in names -%}
        {%- do columns.append(rankhouse.text(rankhouse.renamed(side, name, plan.columns)) ~ " as " ~ name) -%}
    {%- endfor -%}
    {{ return(columns) }}
{% endmacro %}

{# rankhouse_judgments: a judged item for a text and by a judge, once. #}
{% macro label_steps_to_hold(plan) %}
    {%- set key = plan.label_by + ["query_id", "item_id"] + plan.keeps -%}
    {%- set columns = rankhouse.read_columns(plan, "judgments") + rankhouse.kept_columns(
        plan, "judgments", plan.keeps
    ) -%}
    {%- set rows -%}
        (
            select {{ rankhouse.listed(columns) }}
            from {{ rankhouse.as_source(plan.judgments, "judgments") }}
        ) as judgments
        where
            query_id is not null
            and item_id is not null
            and relevance is not null
            and {{ rankhouse.is_number("relevance") }}
    {%- endset -%}
    {{
        return(
            rankhouse.single_item_steps(
                "judgments", "judgments", "a judged item, by text and judge", key, "relevance", rows
            )
        )
    }}
{% endmacro %}

{# The text of each item of a system's list. #}
{% macro texts_of_runs(plan) -%}
    {%- set system = rankhouse.renamed("runs", "system", plan.columns) ~ " as system_name" -%}
    {%- set columns = rankhouse.read_columns(plan, "runs") + [system] -%}
    select *
    from
        (
            select {{ rankhouse.listed(columns + rankhouse.kept_columns(plan, "runs", ["text_hash"])) }}
            from {{ rankhouse.as_source(plan.runs, "runs") }}
        ) as shown
    where score is not null and {{ rankhouse.is_number("score") }}
{%- endmacro %}

{#
rankhouse_standing: an item of the pool with the standing of that of its texts that stands worst. A text or a judge that is
NULL is not known to be the one that counts.
#}
{% macro standing_steps(plan) %}
    {%- set steps, text = [], ["text_hash"] if "text_hash" in plan.keeps else [] -%}
    {%- set item = plan.by + ["query_id", "item_id"] -%}
    {%- set cases = ["when labels.query_id is null then 0"] -%}
    {%- if text -%}
        {%- do cases.append("when coalesce(labels.text_hash <> pool.text_hash, 1 = 1) then 1") -%}
    {%- endif -%}
    {%- if "judged_by" in plan.keeps -%}
        {%- do cases.append("when coalesce(labels.judged_by <> judge.judge, 1 = 1) then 2") -%}
        {%- do steps.append(
            rankhouse.step("judge", "the judge whose labels count", rankhouse.judge_that_counts(plan))
        ) -%}
    {%- endif -%}
    {%- set stands = rankhouse.reasons_to_judge() | length -%}
    {%- set sql -%}
        select {{ rankhouse.listed(rankhouse.select_of("by_text", item)) }}, min(by_text.standing) as standing
        from
            (
                select
                    {{ rankhouse.listed(rankhouse.select_of("pool", item + text)) }},
                    max(case {{ cases | join(" ") }} else {{ stands }} end) as standing
                from (select distinct {{ rankhouse.inline(item + text) }} from rankhouse_lists) as pool
                {{ "cross join rankhouse_judge as judge" if "judged_by" in plan.keeps }}
                left join
                    rankhouse_judgments as labels
                    on {{ rankhouse.match("labels", "pool", plan.common_by + ["query_id", "item_id"]) }}
                    {{ rankhouse.ids_are_same("and", "labels", "pool") }}
                group by {{ rankhouse.inline(rankhouse.columns_of("pool", item + text)) }}
            ) as by_text
        group by {{ rankhouse.inline(rankhouse.columns_of("by_text", item)) }}
    {%- endset -%}
    {%- do steps.append(
        rankhouse.step("standing", "an item of a query's pool, with the standing of its label", sql)
    ) -%}
    {{ return(steps) }}
{% endmacro %}

{# The pairs of the pool whose labels do not stand, as they follow rankhouse_lists. #}
{% macro fallen_pairs(plan) -%}
    join
        rankhouse_standing as standing
        on {{ rankhouse.match("lists", "standing", plan.by + ["query_id", "item_id"]) }}
        and standing.standing < {{ rankhouse.reasons_to_judge() | length }}
{%- endmacro %}

{# One row; without labels of a judge it is NULL. #}
{% macro judge_that_counts(plan) -%}
    {%- if plan.judge is not none -%} select {{ rankhouse.literal(plan.judge) }} as judge
    {%- else -%}
        select max(case when place = 1 then judged_by end) as judge
        from
            (
                select judged_by, row_number() over (order by count(*) desc, judged_by) as place
                from rankhouse_judgments
                where judged_by is not null
                group by judged_by
            ) as judges
    {%- endif -%}
{%- endmacro %}

{% macro reason_of_standing(standing) -%}
    case
        {{ standing }}
        {%- for reason in rankhouse.reasons_to_judge() %}
            when {{ loop.index0 }} then {{ rankhouse.literal(reason) }}
        {%- endfor %}
    end
{%- endmacro %}
