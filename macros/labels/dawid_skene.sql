{#
Dawid and Skene's expectation and maximisation (Applied Statistics 28, 1979) as a chain of steps: the probabilities of a
unit's classes, what each rater makes of a class by these, the probabilities by that. Each step reads the one before it once,
so that no engine works out a step twice; what they join with it are the ratings.
#}
{% macro dawid_skene_steps(plan, unit) %}
    {%- set steps = [
        rankhouse.step("classes", "a rating that occurs", rankhouse.classes_of_ratings(plan)),
        rankhouse.step("expected_0", "a class that a unit may be of", rankhouse.first_shares(plan, unit)),
    ] -%}
    {%- for number in range(1, plan.steps | int + 1) -%}
        {%- do steps.append(
            rankhouse.step(
                "maximised_" ~ number,
                "a rater's rating of a class",
                rankhouse.chances_of_ratings(plan, unit, "expected_" ~ (number - 1)),
                rankhouse.link_of_chain(number, windows=3),
            )
        ) -%}
        {%- do steps.append(
            rankhouse.step(
                "expected_" ~ number,
                "a unit's class after " ~ number ~ (" step" if number == 1 else " steps"),
                rankhouse.next_shares(plan, unit, "maximised_" ~ number),
            )
        ) -%}
    {%- endfor -%}
    {%- do steps.extend(
        [
            rankhouse.step(
                "probable", "a unit's class", rankhouse.probable_classes(unit, "expected_" ~ plan.steps)
            ),
            rankhouse.step("labels", "a unit", rankhouse.probable_ratings(unit)),
        ]
    ) -%}
    {{ return(steps) }}
{% endmacro %}

{% macro classes_of_ratings(plan) -%}
    select distinct {{ rankhouse.listed(plan.by + ["rating as class"]) }} from rankhouse_rated
{%- endmacro %}

{% macro first_shares(plan, unit) -%}
    {%- set n_equal = "sum(case when rated.rating = classes.class then 1 else 0 end)" -%}
    select
        {{ rankhouse.listed(rankhouse.select_of("rated", unit)) }},
        classes.class as class,
        {{ rankhouse.listed([rankhouse.ratio(n_equal, "max(rated.n_ratings)") ~ " as share", rankhouse.tenfold()]) }}
    from rankhouse_rated as rated
    join rankhouse_classes as classes on {{ rankhouse.match("rated", "classes", plan.by) }}
    group by {{ rankhouse.inline(rankhouse.columns_of("rated", unit) + ["classes.class"]) }}
{%- endmacro %}

{# The logarithms of how common a class is, and of how often the rater gives it this rating. #}
{% macro chances_of_ratings(plan, unit, before) -%}
    {%- set of_rater = rankhouse.columns_of("rated", plan.by + ["rater_id"]) -%}
    {%- set of_class = "partition by " ~ rankhouse.inline(
        rankhouse.columns_of("rated", plan.by) + ["expected.class"]
    ) -%}
    {%- set share, n_units = "sum(expected.share)", "sum(expected.share / rated.n_ratings)" -%}
    {%- set chance = rankhouse.ratio(share, "sum(" ~ share ~ ") over (" ~ of_class ~ ", rated.rater_id)") -%}
    select
        {{ rankhouse.listed(rankhouse.select_of("rated", plan.by + ["rater_id", "rating"])) }},
        expected.class as class,
        {{ rankhouse.log_of_chance(chance) }} as log_chance,
        {{ rankhouse.log_of_chance("sum(" ~ n_units ~ ") over (" ~ of_class ~ ")") }} as log_frequency
    from rankhouse_rated as rated
    join rankhouse_{{ before }} as expected on {{ rankhouse.match("rated", "expected", unit) }}
    group by {{ rankhouse.inline(of_rater + ["rated.rating", "expected.class"]) }}
{%- endmacro %}

{# In two selects: ClickHouse nests at most a hundred, and a step takes three. #}
{% macro next_shares(plan, unit, before) -%}
    {%- set of_unit = rankhouse.columns_of("rated", unit) -%}
    {%- set score = "sum(maximised.log_chance + maximised.log_frequency / rated.n_ratings)" -%}
    {%- set likelihood = rankhouse.exp_of_distance("score", "highest") -%}
    {%- set of_all = "sum(" ~ likelihood ~ ") over (partition by " ~ rankhouse.inline(unit) ~ ")" -%}
    {%- set share = rankhouse.ratio(likelihood, of_all) ~ " as share" -%}
    select {{ rankhouse.listed(unit + ["class", share, rankhouse.tenfold()]) }}
    from
        (
            select
                {{ rankhouse.listed(rankhouse.select_of("rated", unit)) }},
                maximised.class as class,
                {{ score }} as score,
                max({{ score }}) over (partition by {{ rankhouse.inline(of_unit) }}) as highest
            from rankhouse_rated as rated
            join
                rankhouse_{{ before }} as maximised
                on {{ rankhouse.match("rated", "maximised", plan.by + ["rater_id", "rating"]) }}
            group by {{ rankhouse.inline(of_unit + ["maximised.class"]) }}
        ) as scored
{%- endmacro %}

{# -1e9 stands for the logarithm of a probability of 0; it is below the logarithm of any other. #}
{% macro log_of_chance(chance) -%} case when {{ chance }} > 0 then ln({{ chance }}) else -1e9 end {%- endmacro %}

{# exp(value - highest), or 0 where the result would be too small for an engine to compute. #}
{% macro exp_of_distance(value, highest) -%}
    {%- set distance = value ~ " - " ~ highest -%}
    case when {{ distance }} > -700 then exp({{ distance }}) else {{ rankhouse.double("0") }} end
{%- endmacro %}

{# The lowest of the equally probable classes; rounding may have set their probabilities apart. #}
{% macro probable_classes(unit, last) -%}
    select {{ rankhouse.listed(unit + ["class", rankhouse.tenfold()]) }}
    from
        (
            select
                expected.*,
                row_number() over (
                    partition by {{ rankhouse.inline(unit) }} order by floor(1e9 * share + 0.5) desc, class
                ) as place
            from rankhouse_{{ last }} as expected
        ) as placed
    where place < 2
{%- endmacro %}

{% macro probable_ratings(unit) -%}
    {%- set figures = {
        "rating": "max(probable.class)",
        "n_raters": "count(distinct rated.rater_id)",
        "n_ratings": "max(rated.n_ratings)",
        "n_equal": "sum(case when rated.rating = probable.class then 1 else 0 end)",
    } -%}
    select {{ rankhouse.listed(rankhouse.select_of("rated", unit) + rankhouse.named_expressions(figures)) }}
    from rankhouse_rated as rated
    join rankhouse_probable as probable on {{ rankhouse.match("rated", "probable", unit) }}
    group by {{ rankhouse.inline(rankhouse.columns_of("rated", unit)) }}
{%- endmacro %}
