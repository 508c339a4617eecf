{#
What became of the ratings of a split: one row for each part and reason, with n_ratings, n_users and n_items. `by`: its
columns that are counted apart, such as n_given of a learning curve. Of numbered folds `columns={"part": "fold"}`.
#}
{% macro split_counts(split, by=[], columns={}) -%}
    {%- do rankhouse.refuse_others("split_counts", kwargs) -%}
    {%- set plan = rankhouse.split_counts_plan(split, by, columns) -%}
    {{ rankhouse.laid_out(rankhouse.split_counts_of(plan)) if execute }}
{%- endmacro %}

{% macro split_counts_plan(split, by, columns) %}
    {%- do rankhouse.a_relation("split", split) -%}
    {%- do rankhouse.check_groups("split_counts", {"by": by}) -%}
    {%- do rankhouse.known_columns(columns, ["user_id", "item_id", "part", "reason"], ["split"]) -%}
    {%- set plan = dict(rankhouse.groups_of(by), split=split, columns=columns) -%}
    {%- do plan.update(rankhouse.require_columns(plan, {"split": ["user_id", "item_id", "part", "reason"]})) -%}
    {{ return(plan) }}
{% endmacro %}

{% macro split_counts_of(plan) -%}
    {%- set groups = rankhouse.outputs_of(plan, "split") -%}
    {%- set part, reason, user, item = [
        rankhouse.renamed("split", "part", plan.columns),
        rankhouse.renamed("split", "reason", plan.columns),
        rankhouse.renamed("split", "user_id", plan.columns),
        rankhouse.renamed("split", "item_id", plan.columns),
    ] -%}
    {%- set sql -%}
        select
            {{
                rankhouse.listed(
                    groups
                    + [
                        part ~ " as part",
                        reason ~ " as reason",
                        "count(*) as n_ratings",
                        "count(distinct " ~ user ~ ") as n_users",
                        "count(distinct " ~ item ~ ") as n_items",
                    ]
                )
            }}
        from {{ rankhouse.as_source(plan.split, "split") }}
        group by {{ rankhouse.inline(groups + [part, reason]) }}
    {%- endset -%}
    {{ sql }}
{%- endmacro %}
