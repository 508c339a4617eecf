{# Jensen-Shannon divergence of two distributions, in nats, from 0 to ln 2; a row holds both shares of a value. #}
{% macro js_divergence(share, other) -%}
    sum({{ rankhouse._to_middle(share, other) }} + {{ rankhouse._to_middle(other, share) }}) / 2
{%- endmacro %}

{# A value's part of the Kullback-Leibler divergence from the mean of both shares. #}
{% macro _to_middle(share, other) -%}
    {%- set one, two = rankhouse.double(share), rankhouse.double(other) -%}
    case when {{ one }} = 0 then 0 else {{ one }} * ln(2 * {{ one }} / ({{ one }} + {{ two }})) end
{%- endmacro %}

{# Total variation distance of two distributions, from 0 to 1: half the sum of the differences of their shares. #}
{% macro total_variation(share, other) -%}
    sum(abs({{ rankhouse.double(share) }} - {{ rankhouse.double(other) }})) / 2
{%- endmacro %}

{# Kullback-Leibler divergence of `target` from `share`, in nats; `alpha` of the target is mixed into the share. #}
{% macro smoothed_kl_divergence(target, share, alpha=0.01) -%}
    {%- set aim, part = rankhouse.double(target), rankhouse.double(alpha) -%}
    {%- set is_none = aim ~ " = 0 and " ~ rankhouse.argument(share) ~ " is not null" -%}
    {%- set mixed = "(1 - " ~ part ~ ") * " ~ rankhouse.double(share) ~ " + " ~ part ~ " * " ~ aim -%}
    sum(case when {{ is_none }} then 0 else {{ aim }} * ln({{ aim }} / ({{ mixed }})) end)
{%- endmacro %}
