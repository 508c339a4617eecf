{#
Over a table of numbers with their provenance, of one evaluation or several: the measures that stand there with different
settings, within `by`. A number that does not say its settings differs from those that do.
#}
{% macro test_same_settings(model, by=[]) -%}
    {%- do rankhouse.refuse_others("test_same_settings", kwargs) -%}
    {%- do rankhouse.check_arguments("test_same_settings", {"by": by}) -%}
    {%- do rankhouse.require_names("model", model, ["measure", "settings_id"] + by) -%}
    {%- set group = rankhouse.inline(rankhouse.quoted_all(by) + ["measure"]) -%}
    {%- set n_unknown = "sum(case when settings_id is null then 1 else 0 end)" -%}
    {%- set measure, n_settings = [rankhouse.text("measure")], [rankhouse.text("count(distinct settings_id)")] -%}
    {%- set unknown = [[rankhouse.text(n_unknown)], " of ", [rankhouse.text("count(*)")], " rows of ", measure] -%}
    select
        {{ group }},
        count(distinct settings_id) as n_settings,
        min(settings_id) as settings_id,
        max(settings_id) as other_settings_id,
        {{ n_unknown }} as n_unknown,
        count(*) as n_rows,
        case
            when count(distinct settings_id) > 1
            then {{ rankhouse.reason_of([measure, " was computed with ", n_settings, " different settings"]) }}
            else {{ rankhouse.reason_of(unknown + [" do not say which settings they were computed with"]) }}
        end as reason
    from {{ model }}
    group by {{ group }}
    having count(distinct settings_id) > 1 or {{ n_unknown }} > 0
{%- endmacro %}
