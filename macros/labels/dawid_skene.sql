{#
Dawid and Skene's expectation and maximisation (Applied Statistics 28, 1979) as a chain of steps over rows of a rating and a
class that the unit may be of, `share` being the probability of that. Each step reads the one before it once, so that no
engine works out a step twice.
#}
{% macro dawid_skene_steps(plan, unit) %}
    {%- set steps = [
        rankhouse.step("classes", "a rating that occurs", rankhouse.classes_of_ratings(plan)),
        rankhouse.step(
            "expected_0", "a rating and a class of its unit", rankhouse.first_shares(plan, unit)
        ),
    ] -%}
    {%- for number in range(1, plan.steps | int + 1) -%}
        {%- do steps.append(
            rankhouse.step(
                "expected_" ~ number,
                "the same after " ~ number ~ (" step" if number == 1 else " steps"),
                rankhouse.next_shares(plan, unit, "expected_" ~ (number - 1)),
            )
        ) -%}
    {%- endfor -%}
    {%- do steps.append(
        rankhouse.step("labels", "a unit", rankhouse.probable_ratings(unit, "expected_" ~ plan.steps))
    ) -%}
    {{ return(steps) }}
{% endmacro %}

{% macro classes_of_ratings(plan) -%}
    select distinct {{ rankhouse.listed(plan.by + ["rating as class"]) }} from rankhouse_rated
{%- endmacro %}

{% macro first_shares(plan, unit) -%}
    {%- set of_class = (
        "over (partition by " ~ rankhouse.inline(rankhouse.columns_of("rated", unit)) ~ ", classes.class)"
    ) -%}
    {%- set n_equal = "sum(case when rated.rating = classes.class then 1 else 0 end) " ~ of_class -%}
    select
        {{ rankhouse.listed(rankhouse.select_of("rated", unit + ["rater_id", "rating", "n_ratings"])) }},
        classes.class as class,
        {{ n_equal }} as n_equal,
        {{ rankhouse.ratio(n_equal, "rated.n_ratings") }} as share
    from rankhouse_rated as rated
    join rankhouse_classes as classes on {{ rankhouse.match("rated", "classes", plan.by) }}
{%- endmacro %}

{#
How common a class is and what each rater makes of it, by the shares so far; then the shares by these, from logarithms. A
chance of 0 is one that no logarithm has.
#}
{% macro next_shares(plan, unit, before) -%}
    {%- set kept = unit + ["rater_id", "rating", "n_ratings", "class", "n_equal"] -%}
    {%- set of_class = plan.by + ["class"] -%}
    {%- set of_rating = "partition by " ~ rankhouse.inline(unit + ["rater_id", "rating"]) -%}
    {%- set chance = rankhouse.ratio("as_rated", "of_rater") -%}
    select
        {{ rankhouse.listed(kept) }},
        {{ rankhouse.ratio("likelihood", "sum(likelihood) over (" ~ of_rating ~ ")") }} as share
    from
        (
            select
                {{ rankhouse.listed(kept) }},
                {{ rankhouse.exp_of_distance("score", "max(score) over (" ~ of_rating ~ ")") }} as likelihood
            from
                (
                    select
                        {{ rankhouse.listed(kept) }},
                        {{ rankhouse.log_of_chance("frequency") }} + sum({{ rankhouse.log_of_chance(chance) }}) over (
                            partition by {{ rankhouse.inline(unit + ["class"]) }}
                        ) as score
                    from
                        (
                            select
                                {{ rankhouse.listed(kept) }},
                                sum(share / n_ratings) over (
                                    partition by {{ rankhouse.inline(of_class) }}
                                ) as frequency,
                                sum(share) over (
                                    partition by {{ rankhouse.inline(of_class + ["rater_id"]) }}
                                ) as of_rater,
                                sum(share) over (
                                    partition by {{ rankhouse.inline(of_class + ["rater_id", "rating"]) }}
                                ) as as_rated
                            from rankhouse_{{ before }}
                        ) as maximised
                ) as scored
        ) as expected
{%- endmacro %}

{# -1e9 is below every logarithm of a chance. #}
{% macro log_of_chance(chance) -%} case when {{ chance }} > 0 then ln({{ chance }}) else -1e9 end {%- endmacro %}

{# exp(value - highest), which no engine is asked for where it is too small a number. #}
{% macro exp_of_distance(value, highest) -%}
    {%- set distance = value ~ " - " ~ highest -%}
    case when {{ distance }} > -700 then exp({{ distance }}) else {{ rankhouse.double("0") }} end
{%- endmacro %}

{# Of equal probabilities, which may differ in their last digits, the lowest class. #}
{% macro probable_ratings(unit, last) -%}
    {%- set figures = {
        "rating": "min(class)",
        "n_raters": "count(distinct rater_id)",
        "n_ratings": "max(n_ratings)",
        "n_equal": "max(n_equal)",
    } -%}
    select {{ rankhouse.listed(unit + rankhouse.named_expressions(figures)) }}
    from
        (
            select
                expected.*,
                rank() over (
                    partition by {{ rankhouse.inline(unit) }} order by floor(1e9 * share + 0.5) desc, class
                ) as place
            from rankhouse_{{ last }} as expected
        ) as placed
    where place = 1
    group by {{ rankhouse.inline(unit) }}
{%- endmacro %}
