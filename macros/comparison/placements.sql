{#
What the ROC AUC and its variance by DeLong, DeLong and Clarke-Pearson (1988) are made of, from mid-ranks in one sort as
Sun and Xu (2014) do it. A row's place is a whole number:
    of a positive   twice the negatives above it, tied ones counting half, and the number of positives
    of a negative   twice the positives above it, tied ones counting half, less the number of positives
DeLong's structural components are these by 2 N and by 2 P, but for a sign and constants, which no variance sees.
#}
{#
The rows of rankhouse_<source> (score, label) by `key`, and of each what is `kept`, label, place_of_positive and
place_of_negative, one of these NULL. `partition`: that of the key, "partition by run_group ", or nothing.
#}
{% macro placed_rows(source, key, kept, partition) -%}
    {%- set window = "(" ~ partition ~ "order by score desc" -%}
    {%- set rows_at -%}
        rank() over {{ window }}) - 1
        + {{ rankhouse.rows_down_to(window ~ ")", "count(*) over (" ~ partition | trim ~ ")") }} as rows_at
    {%- endset -%}
    {%- set positives_at -%}
        sum(label) over {{ window }})
        - sum(label) over {{ window }} range between current row and unbounded following) as positives_at
    {%- endset -%}
    {%- set places = [
        "case when label = 1 then "
        ~ rankhouse.bigint("rows_at - positives_at")
        ~ " end as place_of_positive",
        "case when label = 0 then " ~ rankhouse.bigint("positives_at") ~ " end as place_of_negative",
    ] -%}
    select {{ rankhouse.listed(key + kept + ["label"] + places) }}
    from
        (
            select {{ rankhouse.listed(key + kept + ["label", rows_at, positives_at]) }} from rankhouse_{{ source }}
        ) as ranked
{%- endmacro %}

{# The AUC from the sum of the positives' places; NULL unless both classes occur. #}
{% macro auc_from_places(places, n_positives, n_negatives) %}
    {%- set pairs = "2 * " ~ n_positives ~ " * " ~ n_negatives -%}
    {%- set doubled = pairs ~ "\n+ " ~ n_positives ~ " * " ~ n_positives ~ " - " ~ places -%}
    {{ return(rankhouse.ratio(doubled, pairs)) }}
{% endmacro %}

{# rankhouse_limit: one row, z_limit (of the normal distribution) and tail_share (beyond each end of an interval). #}
{% macro normal_limit_step(confidence) %}
    {%- set share = rankhouse.double(confidence) -%}
    {%- set levels = "(select (1 + " ~ share ~ ") / 2 as level)" -%}
    {%- set level -%}
        select z_limit, (1 - {{ share }}) / 2 as tail_share
        from {{ rankhouse.rows_with_normal_quantiles(levels, {"z_limit": "level"}, [rankhouse.level_of_confidence(confidence)]) }} as levels
    {%- endset -%}
    {{ return(rankhouse.step("limit", "the one level of the intervals", level)) }}
{% endmacro %}
