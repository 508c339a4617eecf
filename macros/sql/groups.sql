{#
The user's grouping columns at both ends of the query: made into keys in the first step, named again in the last. Where a
key does not tell the values that it is made from, the columns are carried beside it down to the lists and the judgments
of queries, which name the groups in the end.
#}
{# The keys of an input, from its columns. `read`: the input that is read, where its groups are those of another side. #}
{% macro keys_of_side(plan, side, read=none) %}
    {%- set columns = [] -%}
    {%- for key in {"run": plan.run_by, "runs": plan.run_by, "judgments": plan.label_by}.get(side, []) -%}
        {%- set named = rankhouse.columns_of(
            rankhouse.alias_of(read or side), rankhouse.quoted_all(plan.groups[key])
        ) -%}
        {%- do columns.append(rankhouse.group_key(named) ~ " as " ~ key) -%}
        {%- for carried in rankhouse.carried_columns(plan, [key]) -%}
            {%- do columns.append(named[loop.index0] ~ " as " ~ carried) -%}
        {%- endfor -%}
    {%- endfor -%}
    {{ return(columns) }}
{% endmacro %}

{# Columns that are carried beside these keys: run_group_1, run_group_2, ...; none where the key tells them. #}
{% macro carried_columns(plan, keys) %}
    {%- set columns = [] -%}
    {%- for key in keys if rankhouse.group_value(key, 1, 1) is none -%}
        {%- for name in plan.groups[key] -%} {%- do columns.append(key ~ "_" ~ loop.index) -%} {%- endfor -%}
    {%- endfor -%}
    {{ return(columns) }}
{% endmacro %}

{#
The user's grouping columns of a step, as its keys tell them: ["run_group as "system""]. `carried`: the relation that
has the carried columns, by default those of group_joins.
#}
{% macro named_groups(plan, relation, outputs=none, carried=none) %}
    {%- set columns = [] -%}
    {%- for name in plan.outputs -%}
        {%- set output = rankhouse.quoted(name) if outputs is none else outputs[loop.index0] -%}
        {%- do columns.append(rankhouse.named_group(plan, relation, name, carried) ~ " as " ~ output) -%}
    {%- endfor -%}
    {{ return(columns) }}
{% endmacro %}

{# The same of the columns that the run has, for a step that has its keys and carried columns alone. #}
{% macro named_run_groups(plan, relation) %}
    {%- set columns = [] -%}
    {%- for name in plan.outputs if name not in plan.groups.judged_group -%}
        {%- do columns.append(
            rankhouse.named_group(plan, relation, name, relation) ~ " as " ~ rankhouse.quoted(name)
        ) -%}
    {%- endfor -%}
    {{ return(columns) }}
{% endmacro %}

{# The user's grouping columns as the answer of an evaluation has them, quoted; of a relation; and compared. #}
{% macro quoted_outputs(plan) %} {{ return(rankhouse.quoted_all(plan.outputs)) }}{% endmacro %}

{% macro outputs_of(plan, relation) %}
    {{ return(rankhouse.columns_of(relation, rankhouse.quoted_all(plan.outputs))) }}
{% endmacro %}

{% macro and_same_outputs(plan, left, right) %}
    {{ return(rankhouse.and_same_groups(left, right, rankhouse.quoted_all(plan.outputs))) }}
{% endmacro %}

{% macro and_same_run_outputs(plan, left, right) %}
    {%- set of_run = plan.outputs | reject("in", plan.groups.judged_group) | list -%}
    {{ return(rankhouse.and_same_groups(left, right, rankhouse.quoted_all(of_run))) }}
{% endmacro %}

{# The value of one of the user's columns. #}
{% macro named_group(plan, relation, name, carried) %}
    {%- for key, names in plan.groups.items() if name in names -%}
        {%- set position = names.index(name) + 1 -%}
        {%- set value = rankhouse.group_value(relation ~ "." ~ key, position, names | length) -%}
        {%- set side = "judged_groups" if key == "judged_group" else "run_groups" -%}
        {{ return((side if carried is none else carried) ~ "." ~ key ~ "_" ~ position if value is none else value) }}
    {%- endfor -%}
{% endmacro %}

{#
The user's grouping columns and their values, of a row with these keys and carried columns. Those that it does not tell are
left out, and what says nothing to anybody.
#}
{% macro told_groups(plan, keys, carried) %}
    {%- set told = {} -%}
    {%- for key in keys -%}
        {%- for name in plan.groups[key] if not rankhouse.holds_all_columns(name) -%}
            {%- set position = plan.groups[key].index(name) + 1 -%}
            {%- set value, column = (
                rankhouse.group_value(key, position, plan.groups[key] | length),
                key ~ "_" ~ position,
            ) -%}
            {%- set value = column if value is none and column in carried else value -%}
            {%- if value is not none -%} {%- do told.update({name: value}) -%} {%- endif -%}
        {%- endfor -%}
    {%- endfor -%}
    {{ return(told) }}
{% endmacro %}

{# The joins that bring the carried columns to a step; nothing where keys tell them. #}
{% macro group_joins(plan, relation) -%}
    {%- if rankhouse.carried_columns(plan, plan.run_by) %}
        left join rankhouse_groups as run_groups on {{ rankhouse.match(relation, "run_groups", plan.run_by) }}
    {%- endif -%}
    {%- if rankhouse.carried_columns(plan, plan.own_by) %}
        left join
            rankhouse_judged_groups as judged_groups on {{ rankhouse.match(relation, "judged_groups", plan.own_by) }}
    {%- endif -%}
{%- endmacro %}

{#
The keys of the groups of two inputs, by the user's columns of each: run_group (columns of the first alone), shared_group
(of both), judged_group (of the second alone), as far as there are such columns. An input by itself has a run_group.
    by, run_by, label_by    all keys, and those of each input
    common_by, own_by       those of both, and those of the second alone
    groups                  the columns of each key; outputs: all of them, in the order of the result
#}
{% macro groups_of(by, judgments_by=[]) %}
    {%- do rankhouse.names_stay_apart(by + judgments_by) -%}
    {%- set groups = {
        "run_group": by | reject("in", judgments_by) | list,
        "shared_group": by | select("in", judgments_by) | list,
        "judged_group": judgments_by | reject("in", by) | list,
    } -%}
    {%- set keys = [] -%}
    {%- for key, names in groups.items() if names -%} {%- do keys.append(key) -%} {%- endfor -%}
    {%- set run_by = keys | reject("equalto", "judged_group") | list -%}
    {{
        return(
            {
                "by": keys,
                "run_by": run_by,
                "label_by": keys | reject("equalto", "run_group") | list,
                "common_by": keys | select("equalto", "shared_group") | list,
                "own_by": keys | select("equalto", "judged_group") | list,
                "groups": groups,
                "outputs": by + groups.judged_group,
                "is_grouped": keys | length > 0,
                "is_shared": groups.shared_group | length > 0,
                "run_is_own": groups.run_group | length > 0,
                "run_is_grouped": run_by | length > 0,
                "judgments_are_grouped": groups.judged_group | length > 0,
            }
        )
    }}
{% endmacro %}

{# Whether a column of `by` is one of a plain table macro, which has all columns of the group and says nothing to anybody. #}
{% macro holds_all_columns(name) %}
    {{ return(name in ["rankhouse_columns", "rankhouse_run_columns", "rankhouse_shared_columns"]) }}
{% endmacro %}
