{#
Dawid and Skene's expectation and maximisation (Applied Statistics 28, 1979) as a chain of steps: the probabilities of a
unit's classes, what each rater makes of a class by these, the probabilities by that. Each step reads the one before it once,
so that no engine works out a step twice; what they join with it are the ratings.

A row has five classes side by side, its block: a row per class takes three times as long. A unit's probability of a class is
its column likelihood_<place> / total. A place without a class has likelihood 0.
#}
{% macro dawid_skene_steps(plan, unit) %}
    {%- set steps = [
        rankhouse.step("classes", "a rating that occurs", rankhouse.classes_of_ratings(plan)),
        rankhouse.step(
            "expected_0", "some classes that a unit may be of", rankhouse.first_likelihoods(plan, unit)
        ),
    ] -%}
    {%- for number in range(1, plan.steps | int + 1) -%}
        {%- do steps.append(
            rankhouse.step(
                "maximised_" ~ number,
                "a rater's rating of some classes",
                rankhouse.chances_of_ratings(plan, unit, "expected_" ~ (number - 1)),
                rankhouse.link_of_chain(number, windows=3),
            )
        ) -%}
        {%- do steps.append(
            rankhouse.step(
                "expected_" ~ number,
                "some classes of a unit after " ~ number ~ (" step" if number == 1 else " steps"),
                rankhouse.next_likelihoods(plan, unit, "maximised_" ~ number),
            )
        ) -%}
    {%- endfor -%}
    {%- do steps.extend(
        [
            rankhouse.step(
                "probable",
                "a unit's class",
                rankhouse.probable_classes(plan, unit, "expected_" ~ plan.steps),
            ),
            rankhouse.step("labels", "a unit", rankhouse.probable_ratings(unit)),
        ]
    ) -%}
    {{ return(steps) }}
{% endmacro %}

{% macro places_of_block() %}
    {{ return([{"place": 1}, {"place": 2}, {"place": 3}, {"place": 4}, {"place": 5}]) }}
{% endmacro %}

{# A pattern for each place of a block, as per_measure fills it. #}
{% macro at_places(pattern, separator) %}
    {{ return(rankhouse.per_measure({"places": rankhouse.places_of_block()}, pattern, separator, "places")) }}
{% endmacro %}

{# class_block: the number of the first class of its block. #}
{% macro classes_of_ratings(plan) -%}
    {%- set number = "row_number() over (" ~ rankhouse.partitioned(plan.by) ~ " order by rating) - 1" -%}
    {%- set beyond = "mod(number, " ~ rankhouse.places_of_block() | length ~ ")" -%}
    {%- set numbers = ["number - " ~ beyond ~ " as class_block", beyond ~ " + 1 as place"] -%}
    select {{ rankhouse.listed(plan.by + ["class"] + numbers) }}
    from
        (
            select {{ rankhouse.listed(plan.by + ["rating as class", number ~ " as number"]) }}
            from (select distinct {{ rankhouse.listed(plan.by + ["rating"]) }} from rankhouse_rated) as found
        ) as numbered
{%- endmacro %}

{% macro first_likelihoods(plan, unit) -%}
    {%- set is_equal = "rated.rating = classes.class and classes.place = <place>" -%}
    {%- set n_equal = rankhouse.double("sum(case when " ~ is_equal ~ " then 1 else 0 end)") -%}
    select
        {{ rankhouse.listed(rankhouse.select_of("rated", unit)) }},
        classes.class_block as class_block,
        {{ rankhouse.at_places(n_equal ~ " as likelihood_<place>", ",\n") }},
        {{ rankhouse.listed([rankhouse.double("max(rated.n_ratings)") ~ " as total", rankhouse.tenfold()]) }}
    from rankhouse_rated as rated
    join rankhouse_classes as classes on {{ rankhouse.match("rated", "classes", plan.by) }}
    group by {{ rankhouse.inline(rankhouse.columns_of("rated", unit) + ["classes.class_block"]) }}
{%- endmacro %}

{# The logarithms of how often the rater gives a class this rating, and of how common it is. #}
{% macro chances_of_ratings(plan, unit, before) -%}
    {%- set of_rater = rankhouse.columns_of("rated", plan.by + ["rater_id"]) -%}
    {%- set of_class = "partition by " ~ rankhouse.inline(
        rankhouse.columns_of("rated", plan.by) + ["expected.class_block"]
    ) -%}
    {%- set share = "expected.likelihood_<place> / expected.total" -%}
    {%- set n_rated, n_units = "sum(" ~ share ~ ")", "sum(" ~ share ~ " / rated.n_ratings)" -%}
    {%- set chance = rankhouse.ratio(n_rated, "sum(" ~ n_rated ~ ") over (" ~ of_class ~ ", rated.rater_id)") -%}
    {%- set frequency = "sum(" ~ n_units ~ ") over (" ~ of_class ~ ")" -%}
    {%- set logs = rankhouse.log_of_chance(chance) ~ " as log_chance_<place>,\n" -%}
    {%- set logs = logs ~ rankhouse.log_of_chance(frequency) ~ " as log_frequency_<place>" -%}
    select
        {{ rankhouse.listed(rankhouse.select_of("rated", plan.by + ["rater_id", "rating"])) }},
        expected.class_block as class_block,
        {{ rankhouse.at_places(logs, ",\n") }}
    from rankhouse_rated as rated
    join rankhouse_{{ before }} as expected on {{ rankhouse.match("rated", "expected", unit) }}
    group by {{ rankhouse.inline(of_rater + ["rated.rating", "expected.class_block"]) }}
{%- endmacro %}

{# In two selects: ClickHouse nests at most a hundred, and a step takes three. #}
{% macro next_likelihoods(plan, unit, before) -%}
    {%- set of_unit = rankhouse.columns_of("rated", unit) -%}
    {%- set score = "sum(maximised.log_chance_<place> + maximised.log_frequency_<place> / rated.n_ratings)" -%}
    {%- set likelihood = rankhouse.exp_of_distance("score_<place>", "highest") -%}
    {%- set of_all = "sum(" ~ rankhouse.at_places(likelihood, " + ") ~ ")" -%}
    {%- set total = of_all ~ " over (partition by " ~ rankhouse.inline(unit) ~ ") as total" -%}
    select
        {{ rankhouse.listed(unit) }},
        class_block,
        {{ rankhouse.at_places(likelihood ~ " as likelihood_<place>", ",\n") }},
        {{ rankhouse.listed([total, rankhouse.tenfold()]) }}
    from
        (
            select
                {{ rankhouse.listed(rankhouse.select_of("rated", unit)) }},
                maximised.class_block as class_block,
                {{ rankhouse.at_places(score ~ " as score_<place>", ",\n") }},
                max(greatest({{ rankhouse.at_places(score, ", ") }})) over (
                    partition by {{ rankhouse.inline(of_unit) }}
                ) as highest
            from rankhouse_rated as rated
            join
                rankhouse_{{ before }} as maximised
                on {{ rankhouse.match("rated", "maximised", plan.by + ["rater_id", "rating"]) }}
            group by {{ rankhouse.inline(of_unit + ["maximised.class_block"]) }}
        ) as scored
{%- endmacro %}

{# -1e9 stands for the logarithm of a probability of 0; it is below the logarithm of any other. #}
{% macro log_of_chance(chance) -%} coalesce(ln(nullif({{ chance }}, 0)), -1e9) {%- endmacro %}

{# exp(value - highest), or 0 where the result would be too small for an engine to compute. #}
{% macro exp_of_distance(value, highest) -%}
    {%- set distance = value ~ " - " ~ highest -%}
    case when {{ distance }} > -700 then exp({{ distance }}) else {{ rankhouse.double("0") }} end
{%- endmacro %}

{# Of equally probable classes the one that `ties` chooses; rounding may have set their probabilities apart. #}
{% macro probable_classes(plan, unit, last) -%}
    {%- set likelihood = rankhouse.at_places("when <place> then expected.likelihood_<place>", " ") -%}
    {%- set share = rankhouse.ratio("case classes.place " ~ likelihood ~ " end", "expected.total") -%}
    {%- set rounded = "floor(1e9 * " ~ share ~ " + 0.5)" -%}
    {%- set of_unit = rankhouse.inline(rankhouse.columns_of("expected", unit)) -%}
    select {{ rankhouse.listed(unit + [rankhouse.chosen_rating(plan, "class") ~ " as class", rankhouse.tenfold()]) }}
    from
        (
            select
                {{ rankhouse.listed(rankhouse.select_of("expected", unit)) }},
                classes.class as class,
                {{ rounded }} as likelihood,
                max({{ rounded }}) over (partition by {{ of_unit }}) as highest
            from rankhouse_{{ last }} as expected
            join rankhouse_classes as classes on {{ rankhouse.match("expected", "classes", plan.by + ["class_block"]) }}
        ) as compared
    where likelihood = highest
    group by {{ rankhouse.inline(unit) }} {{ rankhouse.having_ordered_ties(plan, "class") }}
{%- endmacro %}

{# Without a class the most frequent rating counts. #}
{% macro probable_ratings(unit) -%}
    {%- set n_equal = "sum(case when rated.rating = probable.class then 1 else 0 end)" -%}
    {%- set figures = {
        "rating": "max(probable.class)",
        "n_raters": "count(distinct rated.rater_id)",
        "n_ratings": "max(rated.n_ratings)",
        "n_equal": "case when count(probable.class) = 0 then max(rated.n_equal) else " ~ n_equal ~ " end",
    } -%}
    select {{ rankhouse.listed(rankhouse.select_of("rated", unit) + rankhouse.named_expressions(figures)) }}
    from rankhouse_rated as rated
    join rankhouse_probable as probable on {{ rankhouse.match("rated", "probable", unit) }}
    group by {{ rankhouse.inline(rankhouse.columns_of("rated", unit)) }}
{%- endmacro %}
