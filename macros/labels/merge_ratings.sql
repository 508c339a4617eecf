{#
One label per unit of what several raters said: the by columns, unit_id, rating, n_raters and agreement, the share of the
unit's ratings that are equal to the label (of mean and median: to the most frequent one). `method`:
    majority      the most frequent rating; of several the lowest one, or by `ties` the highest one or none (NULL). Words have
                  an order by `scale` alone
    mean          of ratings that are numbers
    median        likewise; between the middle two of an even number
    dawid_skene   the most probable class, from a matrix of confusion for each rater (Dawid and Skene 1979): `steps` of
                  expectation and maximisation, which start from the shares of the unit's ratings. `ties` chooses among
                  classes that are equally probable
`adjudicator`: a rater whose rating of a unit stands, whatever the others said. A rating that is NULL does not count, and
neither does one without unit or rater; one that a rater gives a unit twice counts once.
#}
{% macro merge_ratings(
    ratings, method="majority", by=[], ties="lowest", adjudicator=none, steps=20, scale=[], columns={}
) -%}
    {%- do rankhouse.refuse_others("merge_ratings", kwargs) -%}
    {%- set arguments = {"method": method, "ties": ties, "adjudicator": adjudicator, "steps": steps, "scale": scale} -%}
    {%- set plan = rankhouse.ratings_plan("merge_ratings", ratings, by, columns, arguments) -%}
    {{ rankhouse.laid_out(rankhouse.merge_ratings_of(plan)) if execute }}
{%- endmacro %}

{# What a macro over ratings of raters needs to know, the arguments checked. #}
{% macro ratings_plan(macro, ratings, by, columns, arguments) %}
    {%- do rankhouse.check_groups(macro, {"by": by}) -%}
    {%- do rankhouse.known_columns(columns, ["unit_id", "rater_id", "rating"], ["ratings"]) -%}
    {%- set plan = rankhouse.read_arguments(macro, dict(arguments, ratings=ratings)) -%}
    {%- do plan.update(dict(rankhouse.groups_of(by), columns=columns)) -%}
    {%- set pairs = arguments.get("pairs", false) -%}
    {%- do plan.update(
        rankhouse.asked_of_ratings(
            arguments.get("method"), arguments.get("level"), pairs, arguments.get("weights")
        )
    ) -%}
    {%- do rankhouse.check_scale(plan.scale, plan.measured) -%}
    {%- do plan.update({"checks": rankhouse.rater_checks(plan)}) -%}
    {%- set numbers = [] -%}
    {%- for check in plan.checks if check.kinds -%} {%- do numbers.append(check) -%} {%- endfor -%}
    {%- do plan.update(rankhouse.require_columns(plan, {"ratings": ["unit_id", "rater_id", "rating"]}, numbers)) -%}
    {{ return(plan) }}
{% endmacro %}

{% macro merge_ratings_of(plan) -%}
    {%- set unit = plan.by + ["unit_id"] -%}
    {%- set steps = [rankhouse.step("values", "a rater's rating of a unit", rankhouse.ratings_of_raters(plan))] -%}
    {%- if plan.adjudicator is not none -%}
        {%- do steps.append(
            rankhouse.step("standing", "a rating that stands", rankhouse.adjudicated_ratings(plan, unit))
        ) -%}
    {%- endif -%}
    {%- do steps.append(
        rankhouse.step(
            "rated", "the same with how many of the unit are equal", rankhouse.counted_ratings(plan, unit)
        )
    ) -%}
    {%- if plan.method == "dawid_skene" -%} {%- do steps.extend(rankhouse.dawid_skene_steps(plan, unit)) -%}
    {%- else -%} {%- do steps.append(rankhouse.step("labels", "a unit", rankhouse.merged_ratings(plan, unit))) -%}
    {%- endif -%}
    {%- do steps.extend(rankhouse.value_group_steps(plan)) -%}
    {%- set columns = rankhouse.named_groups(plan, "labels") -%}
    {%- do columns.append("labels.unit_id as unit_id") -%}
    {%- do columns.append(rankhouse.grade_at_place(plan, "labels.rating") ~ " as rating") -%}
    {%- do columns.append(rankhouse.bigint("labels.n_raters") ~ " as n_raters") -%}
    {%- do columns.append(rankhouse.ratio("labels.n_equal", "labels.n_ratings") ~ " as agreement") -%}
    {%- set answer -%}
        select {{ rankhouse.listed(columns) }} from rankhouse_labels as labels {{ rankhouse.group_joins(plan, "labels") }}
    {%- endset -%}
    {{ rankhouse.query_of(steps, "a unit with its label", answer) }}
{%- endmacro %}

{# Each rating once; where their order counts, places on a scale, or no text, which the alphabet would order. #}
{% macro ratings_of_raters(plan) -%}
    {%- set read = ["unit_id", "rater_id", "rating"] -%}
    {%- set columns = rankhouse.keys_of_side(plan, "run", "ratings") + rankhouse.columns_read(
        plan, "ratings", read[:2]
    ) -%}
    {%- set rating = rankhouse.renamed("ratings", "rating", plan.columns) -%}
    {%- set ordered = rating if plan.ordered is none or plan.scale else rankhouse.not_text(rating, "rating") -%}
    {%- do columns.append(rankhouse.place_on_scale(plan, ordered) ~ " as rating") -%}
    select distinct {{ rankhouse.listed(columns) }}
    from {{ rankhouse.as_source(plan.ratings, "ratings") }}
    where
        {{
            (
                [rankhouse.all_are_there(plan, "ratings", read)] + rankhouse.unless_refused(plan.checks, "ratings")
            ) | join("\nand ")
        }}
{%- endmacro %}

{# Where the adjudicator has rated a unit, that rating alone. #}
{% macro adjudicated_ratings(plan, unit) -%}
    {%- set is_his = rankhouse.text("rater_id") ~ " = " ~ rankhouse.literal(plan.adjudicator) -%}
    {%- set his = "case when " ~ is_his ~ " then 1 else 0 end" -%}
    select {{ rankhouse.listed(unit + ["rater_id", "rating"]) }}
    from
        (
            select
                found.*,
                {{ his }} as is_his,
                max({{ his }}) over (partition by {{ rankhouse.inline(unit) }}) as is_settled
            from rankhouse_values as found
        ) as settled
    where is_his = is_settled
{%- endmacro %}

{# n_ratings: the ratings of the unit; n_equal: those equal to this one; place: the rank of the rating by size. #}
{% macro counted_ratings(plan, unit) -%}
    {%- set columns = unit + ["rater_id", "rating"] -%}
    {%- set of_unit = "partition by " ~ rankhouse.inline(unit) -%}
    select
        {{ rankhouse.listed(columns) }},
        count(*) over ({{ of_unit }}) as n_ratings,
        count(*) over ({{ of_unit }}, rating) as n_equal,
        row_number() over ({{ of_unit }} order by rating) as place
    from rankhouse_{{ "values" if plan.adjudicator is none else "standing" }}
{%- endmacro %}

{% macro merged_ratings(plan, unit) -%}
    {%- set most = "case when n_equal = n_most then rating end" -%}
    {%- set number = rankhouse.double("rating") -%}
    {%- set middle = "case when 2 * place between n_ratings and n_ratings + 2 then " ~ number ~ " end" -%}
    {%- if plan.method == "mean" -%} {%- set rating = rankhouse.mean_of(number) -%}
    {%- elif plan.method == "median" -%} {%- set rating = "avg(" ~ middle ~ ")" -%}
    {%- else -%} {%- set rating = rankhouse.chosen_rating(plan, most) -%}
    {%- endif -%}
    {%- set figures = {
        "rating": rating,
        "n_raters": "count(distinct rater_id)",
        "n_ratings": "count(*)",
        "n_equal": "max(n_most)",
    } -%}
    select {{ rankhouse.listed(unit + rankhouse.named_expressions(figures)) }}
    from
        (
            select rated.*, max(n_equal) over (partition by {{ rankhouse.inline(unit) }}) as n_most
            from rankhouse_rated as rated
        ) as compared
    group by
        {{ rankhouse.inline(unit) }}
        {% if plan.method == "majority" %} {{ rankhouse.having_ordered_ties(plan, most) }} {% endif %}
{%- endmacro %}

{# One of a unit's ratings by `ties`, as an aggregate; `tied` is NULL for the others. #}
{% macro chosen_rating(plan, tied) %}
    {%- set lowest, highest = "min(" ~ tied ~ ")", "max(" ~ tied ~ ")" -%}
    {%- if plan.ties == "none" -%}
        {{ return("case when " ~ lowest ~ " = " ~ highest ~ " then " ~ lowest ~ " end") }}
    {%- endif -%}
    {{ return(highest if plan.ties == "highest" else lowest) }}
{% endmacro %}

{# That words are not chosen among by the alphabet, for the group by of a unit. #}
{% macro having_ordered_ties(plan, tied) %}
    {%- if plan.scale or plan.ties == "none" -%} {{ return("") }}{%- endif -%}
    {%- set lowest, highest = "min(" ~ tied ~ ")", "max(" ~ tied ~ ")" -%}
    {%- set unit = rankhouse.name_of_column(plan, "ratings", "unit_id") -%}
    {%- set message = [
        rankhouse.literal(
            "ratings: one unit has a tie between words, which have no order, e.g. " ~ unit ~ " "
        ),
        rankhouse.text("unit_id"),
        rankhouse.literal(": "),
        rankhouse.text(lowest),
        rankhouse.literal(" and "),
        rankhouse.text(highest),
        rankhouse.literal("; give their order with scale=[...], cast numbers, or use ties='none'"),
    ] -%}
    {%- set is_tie = rankhouse.is_word(lowest) ~ " and " ~ lowest ~ " <> " ~ highest -%}
    {{ return("having " ~ rankhouse.unless(is_tie, "\n" ~ message | join("\n|| ") ~ "\n")) }}
{% endmacro %}
