{#
How far raters agree: one row per group, and per pair of raters with `pairs`: the by columns, rater_id and other_rater_id
(of pairs), method, value, n_units, n_raters, n_left_out (units with fewer than two ratings) and an interval. 1 is full
agreement, 0 that of chance, below 0 is worse. `method`:
    krippendorff    alpha (Krippendorff 2004): any number of raters, holes allowed; `level`, how far ratings are apart:
                    nominal (equal or not), ordinal (by the ratings between them), interval (the difference) or ratio (the
                    difference over the sum)
    cohen           kappa of two raters (Cohen 1960); `weights`: none, linear or quadratic by the places of the ratings, on
                    the `scale` or among all ratings of the group
    fleiss          kappa (Fleiss 1971), of as many ratings for every unit; NULL otherwise
    gwet            AC1, with `weights` AC2 (Gwet 2008): any number of raters, holes allowed. Chance is low where one
                    rating is common, where kappa's is high. It counts units with one rating too, and the different
                    ratings of the group, or of the `scale`
    agreement       the share of pairs of ratings that are equal
NULL where chance leaves nothing to disagree about, as of ratings that are all equal. The interval is the quantiles of
`repetitions` resampled sets of units, see resampling.sql; NULL for few units (below 6 at 95 %), and with 0 repetitions.
#}
{% macro rater_agreement(
    ratings,
    method="krippendorff",
    level="nominal",
    weights=none,
    by=[],
    pairs=false,
    confidence=0.95,
    repetitions=1000,
    seed=0,
    scale=[],
    columns={}
) -%}
    {%- do rankhouse.refuse_others("rater_agreement", kwargs) -%}
    {%- set arguments = {
        "method": method,
        "level": level,
        "weights": weights,
        "pairs": pairs,
        "confidence": confidence,
        "repetitions": repetitions,
        "seed": seed,
        "scale": scale,
    } -%}
    {%- set plan = rankhouse.ratings_plan("rater_agreement", ratings, by, columns, arguments) -%}
    {%- set distances = {"krippendorff": level, "cohen": weights or "nominal", "gwet": weights or "nominal"} -%}
    {%- set distance = distances.get(method, "nominal") -%}
    {%- do plan.update({"distance": distance}) -%}
    {%- do plan.update({"one": plan.by + (["rater_id", "other_rater_id"] if pairs else [])}) -%}
    {{ rankhouse.laid_out(rankhouse.rater_agreement_of(plan)) if execute }}
{%- endmacro %}

{#
Ratings of a unit make cells, ordered pairs of two raters' ratings; a repetition counts the cells of its units. Of these
all figures are made, repetition 0 being the data themselves.
#}
{% macro rater_agreement_of(plan) -%}
    {%- set one, each = plan.one, plan.one + ["repetition"] -%}
    {%- set drawn = "rankhouse_counts" if plan.method == "gwet" else "rankhouse_cells" -%}
    {%- set margins = (
        rankhouse.margins_of_units(each) if plan.method == "gwet" else rankhouse.margins_of_cells(each)
    ) -%}
    {%- set steps = [rankhouse.step("values", "a rater's rating of a unit", rankhouse.ratings_of_raters(plan))] -%}
    {%- if plan.pairs -%}
        {%- do steps.append(rankhouse.step("raters", "a rater", rankhouse.raters_of_ratings(plan))) -%}
    {%- endif -%}
    {%- do steps.append(rankhouse.step("rated", "a rating that is compared", rankhouse.compared_ratings(plan))) -%}
    {%- if plan.method != "cohen" -%}
        {%- do steps.append(
            rankhouse.step("counts", "a rating of a unit", rankhouse.counts_of_ratings(one + ["unit_id"]))
        ) -%}
    {%- endif -%}
    {%- do steps.extend(
        [
            rankhouse.step("sizes", "what is compared, with its size", rankhouse.sizes_of_agreement(plan)),
            rankhouse.step(
                "cells", "two ratings of a unit, with their weight", rankhouse.cells_of_ratings(plan)
            ),
            rankhouse.step("units", "a unit", "select distinct unit_id as unit from " ~ drawn),
        ]
    ) -%}
    {%- do steps.extend(rankhouse.resampling_steps(plan.seed, plan.repetitions)) -%}
    {%- do steps.extend(
        [
            rankhouse.step("counted", "two ratings in a repetition", rankhouse.counted_cells(one)),
            rankhouse.step("margins", "a rating in a repetition", margins),
            rankhouse.step(
                "placed", "the same with its place on the scale", rankhouse.placed_margins(plan, each)
            ),
            rankhouse.step(
                "observed", "a repetition: distances seen", rankhouse.observed_distances(plan, each)
            ),
            rankhouse.step(
                "expected", "a repetition: distances by chance", rankhouse.expected_distances(plan, each)
            ),
            rankhouse.step(
                "resampled", "a repetition's agreement", rankhouse.resampled_agreement(plan, each)
            ),
            rankhouse.step(
                "intervals", "what is compared, with its interval", rankhouse.interval_of_agreement(plan)
            ),
        ]
    ) -%}
    {%- do steps.extend(rankhouse.value_group_steps(plan)) -%}
    {{ rankhouse.query_of(steps, "how far raters agree", rankhouse.rater_agreement_answer(plan)) }}
{%- endmacro %}

{% macro raters_of_ratings(plan) -%}
    select distinct {{ rankhouse.listed(plan.by + ["rater_id"]) }} from rankhouse_values
{%- endmacro %}

{# All, or those of each pair of raters. `is_first`: of the pair's first rater, or of the first of two raters. #}
{% macro compared_ratings(plan) -%}
    {%- set kept = plan.by + ["unit_id", "rating"] -%}
    {%- if plan.pairs -%}
        select
            {{ rankhouse.listed(rankhouse.select_of("found", kept)) }},
            one.rater_id as rater_id,
            other.rater_id as other_rater_id,
            case when found.rater_id = one.rater_id then 1 else 0 end as is_first,
            2 as n_raters
        from rankhouse_raters as one
        join
            rankhouse_raters as other
            on {{ rankhouse.match("one", "other", plan.by) }}
            and one.rater_id < other.rater_id
        join
            rankhouse_values as found
            on {{ rankhouse.match("one", "found", plan.by) }}
            and (found.rater_id = one.rater_id or found.rater_id = other.rater_id)
    {%- else -%}
        {%- set of_group = rankhouse.partitioned(plan.by) -%}
        select
            {{ rankhouse.listed(kept) }},
            case when rater = 1 then 1 else 0 end as is_first,
            max(rater) over ({{ of_group }}) as n_raters
        from
            (
                select found.*, dense_rank() over ({{ of_group }} order by rater_id) as rater
                from rankhouse_values as found
            ) as numbered
    {%- endif -%}
{%- endmacro %}

{# n_left_out: units with one rating. is_even: whether all others have as many. #}
{% macro sizes_of_agreement(plan) -%}
    {%- set sizes = {
        "n_raters": "max(n_raters)",
        "n_units": "sum(case when n > 1 then 1 else 0 end)",
        "n_left_out": "sum(case when n > 1 then 0 else 1 end)",
        "is_even": "case when min(case when n > 1 then n end) = max(n) then 1 else 0 end",
    } -%}
    select {{ rankhouse.listed(plan.one + rankhouse.named_expressions(sizes)) }}
    from
        (
            select {{ rankhouse.listed(plan.one + ["max(n_raters) as n_raters", "count(*) as n"]) }}
            from rankhouse_rated
            group by {{ rankhouse.inline(plan.one + ["unit_id"]) }}
        ) as units
        {{ "group by " ~ rankhouse.inline(plan.one) if plan.one }}
{%- endmacro %}

{% macro counts_of_ratings(unit) -%}
    select
        {{ rankhouse.listed(unit) }},
        rating,
        count(*) as n,
        sum(count(*)) over (partition by {{ rankhouse.inline(unit) }}) as n_ratings
    from rankhouse_rated
    group by {{ rankhouse.inline(unit + ["rating"]) }}
{%- endmacro %}

{#
Of Cohen the first rater's rating and the second's. Otherwise all ordered pairs of a unit; of kappa and alpha a rating is in
as many as the unit's others, and counts once in all; of Gwet a unit counts once.
#}
{% macro cells_of_ratings(plan) -%}
    {%- set unit = plan.one + ["unit_id"] -%}
    {%- if plan.method == "cohen" -%}
        select
            {{ rankhouse.listed(rankhouse.select_of("one", unit)) }},
            one.rating as rating,
            other.rating as other_rating,
            {{ rankhouse.double("1") }} as weight
        from rankhouse_rated as one
        join
            rankhouse_rated as other
            on {{ rankhouse.match("one", "other", unit) }}
            and one.is_first > 0
            and other.is_first < 1
        where one.n_raters = 2
    {%- else -%}
        {%- set pairs = "one.n * (other.n - case when one.rating = other.rating then 1 else 0 end)" -%}
        {%- set others = {"agreement": "1", "gwet": "one.n_ratings * (one.n_ratings - 1)"} -%}
        select
            {{ rankhouse.listed(rankhouse.select_of("one", unit)) }},
            one.rating as rating,
            other.rating as other_rating,
            {{ rankhouse.ratio(pairs, others.get(plan.method, "one.n_ratings - 1")) }} as weight
        from rankhouse_counts as one
        join rankhouse_counts as other on {{ rankhouse.match("one", "other", unit) }}
        where one.n_ratings > 1
    {%- endif -%}
{%- endmacro %}

{% macro counted_cells(one) -%}
    select
        {{ rankhouse.listed(rankhouse.select_of("cells", one + ["rating", "other_rating"])) }},
        weights.repetition as repetition,
        sum(cells.weight * weights.weight) as n
    from rankhouse_cells as cells
    join rankhouse_weights as weights on cells.unit_id = weights.unit
    where cells.weight > 0
    group by
        {{ rankhouse.inline(rankhouse.columns_of("cells", one + ["rating", "other_rating"]) + ["weights.repetition"]) }}
{%- endmacro %}

{# How often a rating is the first of a cell, and how often the second. #}
{% macro margins_of_cells(each) -%}
    select {{ rankhouse.listed(each + ["rating", "sum(n) as n", "sum(other_n) as other_n"]) }}
    from
        (
            select {{ rankhouse.listed(each + ["rating", "n", "0 as other_n"]) }}
            from rankhouse_counted
            union all
            select {{ rankhouse.listed(each + ["other_rating as rating", "0 as n", "n as other_n"]) }}
            from rankhouse_counted
        ) as sides
    group by {{ rankhouse.inline(each + ["rating"]) }}
{%- endmacro %}

{# A rating's shares of the units, those with one rating too: Gwet's chance needs no second rating. #}
{% macro margins_of_units(each) -%}
    {%- set share = rankhouse.ratio("counts.n", "counts.n_ratings") -%}
    select
        {{ rankhouse.listed(rankhouse.select_of("counts", each[:-1] + ["rating"])) }},
        weights.repetition as repetition,
        sum({{ share }} * weights.weight) as n
    from rankhouse_counts as counts
    join rankhouse_weights as weights on counts.unit_id = weights.unit
    group by {{ rankhouse.inline(rankhouse.columns_of("counts", each[:-1] + ["rating"]) + ["weights.repetition"]) }}
{%- endmacro %}

{#
Ordinal: the mid-rank; a difference of two is the number of ratings between, with half of their own. Linear and quadratic: the
place among all ratings of the group: one that a pair of raters did not use, or that was not drawn, is on the scale too.
#}
{% macro placed_margins(plan, each) -%}
    {%- set of_each = "partition by " ~ rankhouse.inline(each) -%}
    {%- set upto = "sum(n) over (" ~ of_each ~ " order by rating rows between unbounded preceding and current row)" -%}
    {%- set number = rankhouse.double("rating") -%}
    {%- set places = {
        "nominal": rankhouse.double("0"),
        "ordinal": upto ~ " - n / 2 - sum(n) over (" ~ of_each ~ ") / 2",
        "interval": number ~ " - avg(" ~ number ~ ") over (" ~ of_each ~ ")",
        "ratio": number,
    } -%}
    {%- set of_scale = rankhouse.partitioned(plan.by) -%}
    {%- set rank = "dense_rank() over (" ~ of_scale ~ " order by rating)" -%}
    {%- set place_in_order = rankhouse.double("rating" if plan.scale else rank) -%}
    {%- set in_order = plan.method == "gwet" -%}
    select margins.*, {{ place_in_order if in_order else places.get(plan.distance, place_in_order) }} as place
    from rankhouse_margins as margins
{%- endmacro %}

{# The distance of two ratings, by their places. #}
{% macro distance_of_ratings(distance, one, other) -%}
    {%- set difference = one ~ ".place - " ~ other ~ ".place" -%}
    {%- if distance == "linear" -%} abs({{ difference }})
    {%- elif distance == "ratio" -%}
        coalesce({{ rankhouse.squared_ratio(difference, one ~ ".place + " ~ other ~ ".place") }}, 0)
    {%- else -%}({{ difference }}) * ({{ difference }})
    {%- endif -%}
{%- endmacro %}

{% macro squared_ratio(numerator, denominator) -%}
    ({{ numerator }}) * ({{ numerator }}) / nullif(({{ denominator }}) * ({{ denominator }}), 0)
{%- endmacro %}

{% macro observed_distances(plan, each) -%}
    {%- if plan.distance == "nominal" -%}
        select
            {{ rankhouse.listed(each + ["sum(n) as n"]) }},
            sum(case when rating = other_rating then 0 else n end) as distances
        from rankhouse_counted
        group by {{ rankhouse.inline(each) }}
    {%- else -%} {{ rankhouse.observed_places(plan, each) }}
    {%- endif -%}
{%- endmacro %}

{% macro observed_places(plan, each) -%}
    {%- set distance = rankhouse.distance_of_ratings(plan.distance, "one", "other") -%}
    select
        {{ rankhouse.listed(rankhouse.select_of("counted", each)) }},
        sum(counted.n) as n,
        sum(counted.n * {{ distance }}) as distances
    from rankhouse_counted as counted
    join rankhouse_placed as one on {{ rankhouse.match("counted", "one", each) }} and counted.rating = one.rating
    join
        rankhouse_placed as other
        on {{ rankhouse.match("counted", "other", each) }}
        and counted.other_rating = other.rating
    group by {{ rankhouse.inline(rankhouse.columns_of("counted", each)) }}
{%- endmacro %}

{#
Of every rating of the one margin and every one of the other. Only ratios need all pairs. Equality needs what is not equal;
squares need sums of places; the distance between two places is the sum of the gaps between them, each of which is crossed
by the pairs with one rating on either side.
#}
{% macro expected_distances(plan, each) -%}
    {%- if plan.method == "gwet" -%} {{ return(rankhouse.expected_by_gwet(plan, each)) }}{%- endif -%}
    {%- set n, other_n, placed = "sum(n)", "sum(other_n)", "rankhouse_placed" -%}
    {%- if plan.distance == "nominal" -%} {%- set distances = n ~ " * " ~ other_n ~ " - sum(n * other_n)" -%}
    {%- elif plan.distance in ["ordinal", "interval", "quadratic"] -%}
        {%- set squares = "sum(n * place * place) * sum(other_n) + sum(other_n * place * place) * sum(n)" -%}
        {%- set distances = squares ~ " - 2 * sum(n * place) * sum(other_n * place)" -%}
    {%- elif plan.distance == "linear" -%}
        {%- set crossed = "n_below * (other_total - other_below) + other_below * (total - n_below)" -%}
        {%- set distances = "sum(coalesce(gap, 0) * (" ~ crossed ~ "))" -%}
        {%- set placed = "(\n" ~ rankhouse.gaps_of_places(each) ~ "\n) as gaps" -%}
    {%- else -%} {{ return(rankhouse.expected_of_pairs(plan, each)) }}
    {%- endif -%}
    select {{ rankhouse.listed(each + [distances ~ " as distances"]) }}
    from {{ placed }}
    group by {{ rankhouse.inline(each) }}
{%- endmacro %}

{#
1 less Gwet's agreement by chance, in distances of places: the mean of the weights (1 less distance over the longest one) times
the sum of share * (1 - share), times q / (q - 1). Of q ratings the weights sum to q, linear to q (2 q - 1) / 3, quadratic to
q^2 (5 q - 7) / (6 (q - 1)).
#}
{% macro expected_by_gwet(plan, each) -%}
    {%- set q = rankhouse.double(plan.scale | length) if plan.scale else "max(n_categories)" -%}
    {%- set others = "nullif(" ~ q ~ " - 1, 0)" -%}
    {%- set weights = {
        "nominal": "1 / " ~ others,
        "linear": "(2 * " ~ q ~ " - 1) / (3 * " ~ others ~ ")",
        "quadratic": q ~ " * (5 * " ~ q ~ " - 7) / (6 * " ~ others ~ " * " ~ others ~ ")",
    } -%}
    {%- set longest = {"nominal": "1", "linear": others, "quadratic": others ~ " * " ~ others} -%}
    {%- set mixed = "(1 - sum(n * n) / (sum(n) * sum(n)))" -%}
    {%- set chance = weights[plan.distance] ~ " * " ~ mixed -%}
    select {{ rankhouse.listed(each) }}, {{ longest[plan.distance] }} * (1 - {{ chance }}) as distances
    from
        (
            select
                placed.*,
                {{ rankhouse.double("max(place) over (" ~ rankhouse.partitioned(plan.by) ~ ")") }} as n_categories
            from rankhouse_placed as placed
        ) as counted
    group by {{ rankhouse.inline(each) }}
{%- endmacro %}

{# From each place to the next one. *_below: ratings up to the place itself. #}
{% macro gaps_of_places(each) -%}
    {%- set of_each = "partition by " ~ rankhouse.inline(each) -%}
    {%- set upto = "over (" ~ of_each ~ " order by rating rows between unbounded preceding and current row)" -%}
    {%- set gaps = {
        "gap": "lead(place) over (" ~ of_each ~ " order by rating) - place",
        "n_below": "sum(n) " ~ upto,
        "other_below": "sum(other_n) " ~ upto,
        "total": "sum(n) over (" ~ of_each ~ ")",
        "other_total": "sum(other_n) over (" ~ of_each ~ ")",
    } -%}
    select {{ rankhouse.listed(each + rankhouse.named_expressions(gaps)) }}
    from rankhouse_placed
{%- endmacro %}

{% macro expected_of_pairs(plan, each) -%}
    {%- set distance = rankhouse.distance_of_ratings(plan.distance, "one", "other") -%}
    {%- set n_pairs = rankhouse.double("sum(n * n)") -%}
    select
        {{ rankhouse.listed(rankhouse.select_of("one", each)) }},
        sum(one.n * other.other_n * {{ distance }}) as distances
    from rankhouse_placed as one
    join rankhouse_placed as other on {{ rankhouse.match("one", "other", each) }}
    where
        (
            select {{ rankhouse.unless(n_pairs ~ " > " ~ rankhouse.most_pairs(), rankhouse.says_pairs(n_pairs)) }}
            from
                (
                    select {{ rankhouse.double("count(*)") }} as n
                    from rankhouse_placed
                    group by {{ rankhouse.inline(each) }}
                ) as used
        )
    group by {{ rankhouse.inline(rankhouse.columns_of("one", each)) }}
{%- endmacro %}

{# Of ratings that are compared in all repetitions: half a minute on DuckDB. #}
{% macro most_pairs() %} {{ return(1000000000) }}{% endmacro %}

{% macro says_pairs(n_pairs) %}
    {%- set pairs = "cast(round(" ~ n_pairs ~ " / 1000000) as integer)" -%}
    {%- set message = [
        rankhouse.literal("level='ratio' compares every two different ratings in every repetition, "),
        rankhouse.text(pairs),
        rankhouse.literal(" million pairs here, but the limit is 1000 million: round the ratings to fewer"),
        rankhouse.literal(
            " different values, use fewer repetitions (0 for no interval), or use level='interval'"
        ),
    ] -%}
    {{ return(message | join("\n|| ")) }}
{% endmacro %}

{# Krippendorff draws two ratings without putting the first one back. Gwet's distances are those of one pair. #}
{% macro resampled_agreement(plan, each) -%}
    {%- set draws = {"krippendorff": "(observed.n - 1)", "gwet": "1 / observed.n"}.get(plan.method, "observed.n") -%}
    {%- set chance = "nullif(expected.distances, 0)" if plan.method != "agreement" else "nullif(observed.n, 0)" -%}
    {%- set share = "observed.distances / " ~ chance -%}
    select
        {{ rankhouse.listed(rankhouse.select_of("observed", each)) }},
        1 - {{ share }}{{ " * " ~ draws if plan.method != "agreement" }} as value
    from rankhouse_observed as observed
    join rankhouse_expected as expected on {{ rankhouse.match("observed", "expected", each) }}
{%- endmacro %}

{% macro interval_of_agreement(plan) -%}
    {%- set of_one = rankhouse.partitioned(plan.one) -%}
    {%- set ends = {"value": "max(case when repetition = 0 then value end)"} -%}
    {%- for end, sign in {"ci_low": "-", "ci_high": "+"}.items() -%}
        {%- set share = "(1 " ~ sign ~ " " ~ rankhouse.double(plan.confidence) ~ ") / 2" -%}
        {%- do ends.update({end: rankhouse.end_of_interval("value", "place", "last_place", share)}) -%}
    {%- endfor -%}
    select {{ rankhouse.listed(plan.one + rankhouse.named_expressions(ends)) }}
    from
        (
            select
                resampled.*,
                row_number() over ({{ of_one }} order by case when repetition = 0 then 1 else 0 end, value)
                - 1 as place,
                count(*) over ({{ of_one }}) - 2 as last_place
            from rankhouse_resampled as resampled
            where value is not null
        ) as placed
        {{ "group by " ~ rankhouse.inline(plan.one) if plan.one }}
{%- endmacro %}

{% macro rater_agreement_answer(plan) -%}
    {%- set enough = rankhouse.can_reach_level("sizes.n_units", plan) -%}
    {%- set figures = {
        "value": "intervals.value",
        "ci_low": "case when " ~ enough ~ " then intervals.ci_low end",
        "ci_high": "case when " ~ enough ~ " then intervals.ci_high end",
    } -%}
    {%- if plan.method == "fleiss" -%}
        {%- for name, figure in figures.items() -%}
            {%- do figures.update({name: "case when sizes.is_even = 1 then " ~ figure ~ " end"}) -%}
        {%- endfor -%}
    {%- endif -%}
    {%- set columns = rankhouse.named_groups(plan, "sizes") -%}
    {%- if plan.pairs -%}
        {%- do columns.extend(rankhouse.select_of("sizes", ["rater_id", "other_rater_id"])) -%}
    {%- endif -%}
    {%- do columns.append(rankhouse.literal(plan.method) ~ " as method") -%}
    {%- do columns.append(figures.value ~ " as value") -%}
    {%- for count in ["n_units", "n_raters", "n_left_out"] -%}
        {%- do columns.append(rankhouse.bigint("sizes." ~ count) ~ " as " ~ count) -%}
    {%- endfor -%}
    {%- for end in ["ci_low", "ci_high"] -%} {%- do columns.append(figures[end] ~ " as " ~ end) -%} {%- endfor -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_sizes as sizes
    left join
        rankhouse_intervals as intervals on {{ rankhouse.match("sizes", "intervals", plan.one) }}
        {{ rankhouse.group_joins(plan, "sizes") }}
{%- endmacro %}
