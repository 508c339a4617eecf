{#
Checks of what raters said. In SQL a rating that a rater gave twice counts once, and one that is NULL was not given; kappa of
units or raters that it is not defined for is NULL. NaN is no rating.
#}
{% macro rater_checks(plan) %}
    {%- set ids, by, level = ["unit_id", "rater_id"], plan.outputs, plan.measured -%}
    {%- set checks = [rankhouse.empty_check(plan, "ratings")] -%}
    {%- if level is not none -%}
        {%- set otherwise = (
            "level='nominal' needs none" if level.startswith("level") else "method='majority' needs none"
        ) -%}
        {%- do checks.append(
            rankhouse.kind_check(
                "ratings", "rating", level ~ " needs ratings that are numbers", ["number"], otherwise
            )
        ) -%}
    {%- endif -%}
    {%- if plan.scale -%} {%- do checks.append(rankhouse.scale_check(plan)) -%}
    {%- elif plan.ordered is not none -%}
        {%- do checks.append(
            rankhouse.kind_check(
                "ratings",
                "rating",
                plan.ordered ~ " needs ratings that are numbers, since text is ordered by the alphabet",
                ["number"],
                "give their order with scale=[...]",
            )
        ) -%}
    {%- endif -%}
    {%- do checks.extend(rankhouse.missing_id_checks(plan, "ratings", ids, by)) -%}
    {%- do checks.append(
        rankhouse.repeated_check(
            plan,
            "ratings",
            ids,
            by,
            "several ratings of one rater",
            "several ratings of one rater",
            "keep one of them",
            ["unit has", "units have"],
            refused="python",
            tells_apart=true,
        )
    ) -%}
    {%- if level is not none -%} {%- do checks.extend(rankhouse.measured_rating_checks(plan, level)) -%}
    {%- elif not plan.scale -%} {%- do checks.append(rankhouse.nan_rating_check(plan)) -%}
    {%- endif -%}
    {%- if plan.compares == "cohen" -%} {%- do checks.append(rankhouse.two_raters_check(plan)) -%}
    {%- elif plan.compares == "fleiss" -%} {%- do checks.append(rankhouse.even_units_check(plan)) -%}
    {%- endif -%}
    {{ return(checks) }}
{% endmacro %}

{# A rating that the scale does not have. #}
{% macro scale_check(plan) %}
    {%- set rating = rankhouse.renamed("ratings", "rating", plan.columns) -%}
    {{
        return(
            rankhouse.check(
                "ratings",
                "rating",
                "rating beside the scale",
                "not on the scale " ~ rankhouse.in_column(plan, "ratings", "rating"),
                "add it to scale, or leave it out",
                when=rating ~ " is not null and " ~ rankhouse.place_on_scale(plan, rating) ~ " is null",
                example=rankhouse.example_of(plan, "ratings", ["unit_id", "rater_id", "rating"], plan.outputs),
                of=["rating is", "ratings are"],
            )
        )
    }}
{% endmacro %}

{#
measured: what needs ratings that can be added up, none where nothing does; ordered: what needs their order alone; compares:
cohen or fleiss, which are of two raters, or of units of one size. A pair of raters has two ratings of each unit.
#}
{% macro asked_of_ratings(method, level, pairs, weights=none) %}
    {%- set measured, ordered = none, none -%}
    {%- if method == "krippendorff" and level == "ordinal" -%} {%- set ordered = "level='ordinal'" -%}
    {%- elif method in ["cohen", "gwet"] and weights is not none -%} {%- set ordered = "weights='" ~ weights ~ "'" -%}
    {%- endif -%}
    {%- if method == "krippendorff" and level in ["interval", "ratio"] -%}
        {%- set measured = "level='" ~ level ~ "'" -%}
    {%- elif method in ["mean", "median"] -%} {%- set measured = "method='" ~ method ~ "'" -%}
    {%- endif -%}
    {{ return({"measured": measured, "ordered": ordered, "compares": none if pairs else method}) }}
{% endmacro %}

{# A rating that is equal to others or not, or in an order of them, as nothing is to NaN. A scale has none. #}
{% macro nan_rating_check(plan) %}
    {{
        return(
            rankhouse.check(
                "ratings",
                "rating",
                "rating is NaN",
                "NaN " ~ rankhouse.in_column(plan, "ratings", "rating"),
                "leave them out, or make them NULL",
                when=rankhouse.is_nan(rankhouse.renamed("ratings", "rating", plan.columns)),
                example=rankhouse.example_of(plan, "ratings", ["unit_id", "rater_id"], plan.outputs),
                of=["rating is", "ratings are"],
            )
        )
    }}
{% endmacro %}

{# Ratings that are added up or subtracted. #}
{% macro measured_rating_checks(plan, level) %}
    {%- set rating = rankhouse.double(rankhouse.renamed("ratings", "rating", plan.columns)) -%}
    {%- set shown = " " ~ rankhouse.in_column(plan, "ratings", "rating") -%}
    {%- set example = rankhouse.example_of(plan, "ratings", ["unit_id", "rater_id"], plan.outputs) -%}
    {%- set of = ["rating is", "ratings are"] -%}
    {%- set checks = [
        rankhouse.check(
            "ratings",
            "rating",
            "rating is NaN or beyond 1e100",
            "NaN or beyond 1e100" ~ shown,
            "leave them out, or rescale all of them",
            when="not (" ~ rankhouse.is_moderate(rating) ~ ")",
            example=example,
            of=of,
        )
    ] -%}
    {%- if level == "level='ratio'" -%}
        {%- do checks.append(
            rankhouse.check(
                "ratings",
                "rating",
                "rating below 0",
                "below 0" ~ shown,
                "a ratio scale starts at 0: use level='interval'",
                when=rating ~ " < 0",
                example=example,
                of=of,
            )
        ) -%}
    {%- endif -%}
    {{ return(checks) }}
{% endmacro %}

{# The user's grouping columns as group_1, group_2, ...; and what names them in an example. #}
{% macro grouped_ratings(plan) %}
    {%- set columns, names, example = [], [], {} -%}
    {%- for name in plan.outputs -%}
        {%- do columns.append(rankhouse.own_column("ratings", name) ~ " as group_" ~ loop.index) -%}
        {%- do names.append("group_" ~ loop.index) -%}
        {%- do example.update({name: "group_" ~ loop.index}) -%}
    {%- endfor -%}
    {{ return({"columns": columns, "names": names, "example": example}) }}
{% endmacro %}

{% macro two_raters_check(plan) %}
    {%- set groups = rankhouse.grouped_ratings(plan) -%}
    {%- set rater = rankhouse.renamed("ratings", "rater_id", plan.columns) -%}
    {%- set rows -%}
        select {{ rankhouse.listed(groups.names + ["count(distinct rater) as n_raters"]) }}
        from
            (
                select {{ rankhouse.listed(groups.columns + [rater ~ " as rater"]) }}
                from {{ rankhouse.as_source(plan.ratings, "ratings") }}
                where {{ rankhouse.renamed("ratings", "rating", plan.columns) }} is not null
            ) as given_ratings
            {{ "group by " ~ rankhouse.inline(groups.names) if groups.names }}
        having count(distinct rater) > 2
    {%- endset -%}
    {{
        return(
            rankhouse.check(
                "ratings",
                "rater_id",
                "more than two raters",
                "more than the two raters that cohen compares",
                "use pairs=True to compare each pair, or method='krippendorff'",
                refused="python",
                rows=rows,
                example=dict(groups.example, raters="n_raters"),
                of=["group has", "groups have"],
            )
        )
    }}
{% endmacro %}

{% macro even_units_check(plan) %}
    {%- set groups = rankhouse.grouped_ratings(plan) -%}
    {%- set unit = rankhouse.renamed("ratings", "unit_id", plan.columns) -%}
    {%- set of_group = "over (" ~ rankhouse.partitioned(groups.names) ~ ")" -%}
    {%- set name = rankhouse.name_of_column(plan, "ratings", "unit_id") -%}
    {%- set ends = {
        "one": "min(case when n = lowest then unit end)",
        "n_one": "min(n)",
        "other": "min(case when n = highest then unit end)",
        "n_other": "max(n)",
    } -%}
    {%- set rows -%}
        select {{ rankhouse.listed(groups.names + rankhouse.named_expressions(ends)) }}
        from
            (
                select counted.*, min(n) {{ of_group }} as lowest, max(n) {{ of_group }} as highest
                from
                    (
                        select {{ rankhouse.listed(groups.names + ["unit", "count(*) as n"]) }}
                        from
                            (
                                select {{ rankhouse.listed(groups.columns + [unit ~ " as unit"]) }}
                                from {{ rankhouse.as_source(plan.ratings, "ratings") }}
                                where {{ rankhouse.renamed("ratings", "rating", plan.columns) }} is not null
                            ) as given_ratings
                        group by {{ rankhouse.inline(groups.names + ["unit"]) }}
                        having count(*) > 1
                    ) as counted
            ) as compared
            {{ "group by " ~ rankhouse.inline(groups.names) if groups.names }}
        having min(n) < max(n)
    {%- endset -%}
    {%- set example = dict(groups.example) -%}
    {%- do example.update({name: "one", "ratings": "n_one", "other " ~ name: "other", "other ratings": "n_other"}) -%}
    {{
        return(
            rankhouse.check(
                "ratings",
                "unit_id",
                "units of several sizes",
                "units with different numbers of ratings, but fleiss needs the same number for each",
                "use method='krippendorff', which allows missing ratings",
                refused="python",
                rows=rows,
                example=example,
                of=["group has", "groups have"],
            )
        )
    }}
{% endmacro %}
