{#
Dawid and Skene's expectation and maximisation (Applied Statistics 28, 1979) as repeated steps: the probabilities of a unit's
classes, what each rater makes of a class by these, the probabilities by that. Each step reads the one before it once, so that no
engine works out a step twice; what they join with it are the ratings.

A row has five classes side by side, its block: a row per class takes three times as long. A unit's probability of a class is
its column likelihood_<place> / total. A place without a class has likelihood 0.
#}
{% macro dawid_skene_steps(plan, unit) %}
    {%- set columns = unit + ["class_block"] -%}
    {%- for each in rankhouse.places_of_block() -%} {%- do columns.append("likelihood_" ~ each.place) -%} {%- endfor -%}
    {%- set times, first = plan.steps | int, rankhouse.first_likelihoods(plan, unit) -%}
    {%- set steps = [
        rankhouse.step("classes", "a rating that occurs", rankhouse.classes_of_ratings(plan)),
        rankhouse.step("begun", "some classes that a unit may be of", first),
    ] -%}
    {%- do steps.extend(
        rankhouse.repeated_steps(
            "expected",
            "some classes of a unit, after one more step",
            times,
            "rankhouse_begun",
            columns + ["total"],
            rankhouse.next_likelihoods(plan, unit),
        )
    ) -%}
    {%- set last = rankhouse.repeated_relation("expected", times) -%}
    {%- do steps.extend(
        [
            rankhouse.step("probable", "a unit's class", rankhouse.probable_classes(plan, unit, last)),
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
{% macro chances_of_ratings(plan, unit) -%}
    {%- set of_rater = rankhouse.columns_of("rated", plan.by + ["rater_id"]) -%}
    {%- set of_class = "partition by " ~ rankhouse.inline(rankhouse.columns_of("rated", plan.by) + ["class_block"]) -%}
    {%- set n_rated, n_units = (
        "sum(likelihood_<place> / total)",
        "sum(likelihood_<place> / total / rated.n_ratings)",
    ) -%}
    {%- set of_all = "nullif(sum(" ~ n_rated ~ ") over (" ~ of_class ~ ", rater_id), 0)" -%}
    {%- set frequency = "sum(" ~ n_units ~ ") over (" ~ of_class ~ ")" -%}
    {%- set logs = rankhouse.log_of_chance(n_rated ~ " / " ~ of_all) ~ " as log_chance_<place>,\n" -%}
    {%- set logs = logs ~ rankhouse.log_of_chance(frequency) ~ " as log_frequency_<place>" -%}
    select
        {{ rankhouse.listed(rankhouse.select_of("rated", plan.by + ["rater_id", "rating"])) }},
        {{ rankhouse.listed(["expected.class_block as class_block"] + rankhouse.counted("max(expected.step)")) }},
        {{ rankhouse.at_places(logs, ",\n") }}
    from rankhouse_rated as rated
    join {{ "<before>" }} as expected on {{ rankhouse.match("rated", "expected", unit) }}
    group by {{ rankhouse.inline(of_rater + ["rated.rating", "expected.class_block"]) }}
{%- endmacro %}

{# In two selects more: ClickHouse nests at most a hundred, and a step takes three. #}
{% macro next_likelihoods(plan, unit) -%}
    {%- set of_unit = rankhouse.columns_of("rated", unit) -%}
    {%- set score = "sum(log_chance_<place> + log_frequency_<place> / rated.n_ratings)" -%}
    {%- set likelihood = rankhouse.exp_or_zero("score_<place> - highest") -%}
    {%- set of_all = "sum(\n" ~ rankhouse.at_places(likelihood, "\n+ ") ~ "\n)" -%}
    {%- set total = of_all ~ " over (partition by " ~ rankhouse.inline(unit) ~ ") as total" -%}
    {%- set highest = "max(greatest(\n" ~ rankhouse.at_places(score, ",\n") ~ "\n)) over (partition by " -%}
    {%- set highest = highest ~ rankhouse.inline(of_unit) ~ ") as highest" -%}
    {%- set matched = rankhouse.match("rated", "maximised", plan.by + ["rater_id", "rating"]) -%}
    {%- set scored -%}
        select
            {{ rankhouse.listed(rankhouse.select_of("rated", unit) + ["maximised.class_block as class_block"]) }},
            {{ rankhouse.at_places(score ~ " as score_<place>", ",\n") }},
            {{ rankhouse.listed([highest] + rankhouse.counted("max(maximised.step)")) }}
        from rankhouse_rated as rated
        join {{ "(\n" ~ rankhouse.chances_of_ratings(plan, unit) ~ "\n) as maximised on " ~ matched }}
        group by {{ rankhouse.inline(of_unit + ["maximised.class_block"]) }}
    {%- endset -%}
    select
        {{ rankhouse.inline(unit + ["class_block"]) }},
        {{ rankhouse.at_places(likelihood ~ " as likelihood_<place>", ",\n") }},
        {{ rankhouse.listed([total] + rankhouse.counted()) }}
    from {{ "(\n" ~ scored ~ "\n) as scored" }}
{%- endmacro %}

{# -1e9 stands for the logarithm of a probability of 0; it is below the logarithm of any other. #}
{% macro log_of_chance(chance) -%} coalesce(ln(nullif({{ chance }}, 0)), -1e9) {%- endmacro %}

{# Of equally probable classes the one that `ties` chooses; rounding may have set their probabilities apart. #}
{% macro probable_classes(plan, unit, last) -%}
    {%- set likelihood = rankhouse.at_places("when <place> then expected.likelihood_<place>", "\n") -%}
    {%- set share = rankhouse.ratio("\ncase classes.place\n" ~ likelihood ~ "\nend", "expected.total") -%}
    {%- set columns = rankhouse.select_of("expected", unit) + ["classes.class as class"] -%}
    select {{ rankhouse.listed(unit + [rankhouse.chosen_rating(plan, "class") ~ " as class", rankhouse.tenfold()]) }}
    from
        (
            select shared.*, max(likelihood) over (partition by {{ rankhouse.inline(unit) }}) as highest
            from
                (
                    select {{ rankhouse.listed(columns + ["floor(1e9 * " ~ share ~ " + 0.5) as likelihood"]) }}
                    from {{ last }} as expected
                    join
                        rankhouse_classes as classes
                        on {{ rankhouse.match("expected", "classes", plan.by + ["class_block"]) }}
                ) as shared
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
