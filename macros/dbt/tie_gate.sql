{# Over a model of tie_audit: the measures whose mean over queries ties can move by more than `at_most`, within `by`. #}
{% macro test_ties_do_not_matter(model, at_most=0.01, by=[], latest=none, complete=none, evaluation=none) -%}
    {%- do rankhouse.refuse_others("test_ties_do_not_matter", kwargs) -%}
    {%- do rankhouse.check_arguments("test_ties_do_not_matter", {"at_most": at_most, "by": by, "latest": latest}) -%}
    {%- do rankhouse.require_names("model", model, ["measure", "lowest", "highest", "spread", latest] + by) -%}
    {%- set steps = rankhouse.gated_steps(model, latest, complete, true, evaluation) -%}
    {%- set group = rankhouse.inline(["measure"] + rankhouse.quoted_all(by)) -%}
    {%- set moved = [
        "the order of tied items can move the mean of ",
        [rankhouse.text("measure")],
        " from ",
        [rankhouse.shown_figure("avg(lowest)")],
        " to ",
        [rankhouse.shown_figure("avg(highest)")],
        ", by more than " ~ at_most,
    ] -%}
    {%- set failing -%}
    select
        {{ group }},
        avg(lowest) as lowest,
        avg(highest) as highest,
        avg(spread) as spread,
        avg(tied_share) as tied_share,
        {{ rankhouse.reason_of(moved) }} as reason
    from rankhouse_gated
    group by {{ group }}
    having avg(spread) > {{ rankhouse.double(at_most) }}
    {%- endset -%}
    {{ rankhouse.gate_of(steps, "a measure that ties decide", failing) }}
{%- endmacro %}
