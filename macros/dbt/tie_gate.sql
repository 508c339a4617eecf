{# Over a model of tie_audit: the measures whose mean over queries ties can move by more than `at_most`, within `by`. #}
{% macro test_ties_do_not_matter(model, at_most=0.01, by=[]) -%}
    {%- do rankhouse.refuse_others("test_ties_do_not_matter", kwargs) -%}
    {%- do rankhouse.check_arguments("test_ties_do_not_matter", {"at_most": at_most, "by": by}) -%}
    {%- do rankhouse.require_names("model", model, ["measure", "lowest", "highest", "spread"] + by) -%}
    {%- set group = rankhouse.inline(["measure"] + rankhouse.quoted_all(by)) -%}
    select
        {{ group }},
        avg(lowest) as lowest,
        avg(highest) as highest,
        avg(spread) as spread,
        avg(tied_share) as tied_share
    from {{ model }}
    group by {{ group }}
    having avg(spread) > {{ rankhouse.double(at_most) }}
{%- endmacro %}
