{#
ROC AUC with its standard error by DeLong and an interval: one row per group: the by columns, measure, value, std_error,
ci_low, ci_high, interval, n_positives, n_negatives, n_left_out. The interval is
    logit   that of ln(AUC / (1 - AUC)), by the normal distribution, so that it stays between 0 and 1
    exact   of an AUC of 0 or 1, whose standard error is 0: of pairs of a positive and a negative, no row in two of them,
            all are ordered alike, and the bound is that of Clopper and Pearson for so many
    NULL    where a class has one row alone, which has no variance
With `weight` among the columns the area and its error are weighted, and a class is worth sum(w)^2 / sum(w^2) rows in the exact
bound; n_positives and n_negatives stay numbers of rows.
#}
{% macro auc_interval(predictions, by=[], confidence=0.95, columns={}) -%}
    {%- do rankhouse.refuse_others("auc_interval", kwargs) -%}
    {%- set plan = rankhouse.classification_plan("auc_interval", predictions, by, columns, ["weight"]) -%}
    {%- do rankhouse.needs_scores(plan, "auc_interval") -%}
    {%- do plan.update(rankhouse.read_arguments("auc_interval", {"confidence": confidence})) -%}
    {{ rankhouse.laid_out(rankhouse.auc_interval_of(plan)) if execute }}
{%- endmacro %}

{% macro auc_interval_of(plan) -%}
    {%- set n_positives, n_rows = (
        rankhouse.carried_sizes(plan, "totals")[1],
        rankhouse.carried_sizes(plan, "totals")[0],
    ) -%}
    {%- set counts = {
        "n_positives": n_positives,
        "n_negatives": n_rows ~ " - " ~ n_positives,
        "n_left_out": "totals.n_left_out",
    } -%}
    {%- set figures = rankhouse.auc_figures(plan, n_positives, "(" ~ n_rows ~ " - " ~ n_positives ~ ")") -%}
    {%- set columns = rankhouse.select_of("totals", plan.by) + rankhouse.named_expressions(dict(counts, **figures)) -%}
    {%- set areas -%}
        select {{ rankhouse.listed(columns) }}
        from rankhouse_totals as totals
        {{ rankhouse.joined_group(plan, "left", "rankhouse_summed", "summed", "totals") }}
    {%- endset -%}
    {%- set measured -%}
        select
        {{
            rankhouse.listed(
                rankhouse.select_of("areas", plan.by + counts.keys() | list + ["value", "std_error"])
                + [
                    rankhouse.ratio("areas.value", "1 - areas.value") ~ " as odds",
                    "exp("
                    ~ rankhouse.ratio("limits.z_limit * areas.std_error", "areas.value * (1 - areas.value)")
                    ~ ") as factor",
                    "power(limits.tail_share, "
                    ~ rankhouse.ratio(1, "areas.n_pairs_apart")
                    ~ ") as bound",
                ]
            )
        }}
        from rankhouse_areas as areas
        cross join rankhouse_limit as limits
    {%- endset -%}
    {%- set columns = {
        "measure": rankhouse.literal("roc_auc"),
        "value": "measured.value",
        "std_error": "measured.std_error",
        "ci_low": rankhouse.auc_bound("bound", "0", rankhouse.ratio("odds", "odds + factor")),
        "ci_high": rankhouse.auc_bound(
            "1", "1 - bound", rankhouse.ratio("odds * factor", "odds * factor + 1")
        ),
        rankhouse.quoted(
            "interval"
        ): "case when value in (0, 1) then 'exact' when std_error is not null then 'logit' end",
    } -%}
    {%- do columns.update({"n_positives": "measured.n_positives", "n_negatives": "measured.n_negatives"}) -%}
    {%- do columns.update({"n_left_out": "measured.n_left_out"}) -%}
    {%- set steps = rankhouse.prediction_steps(plan) -%}
    {%- do steps.extend(
        rankhouse.weighted_place_sum_steps(plan) if plan.is_weighted else rankhouse.place_sum_steps(plan)
    ) -%}
    {%- do steps.extend(
        [
            rankhouse.step("areas", "a group with its area", areas),
            rankhouse.normal_limit_step(plan.confidence),
            rankhouse.step("measured", "the same, with what its interval is made of", measured),
        ]
    ) -%}
    {{
        rankhouse.query_of(
            steps,
            "a group",
            rankhouse.answer_by_group(plan, "measured", "measured", rankhouse.named_expressions(columns)),
        )
    }}
{%- endmacro %}

{# From rankhouse_predictions to rankhouse_summed, a row per group that has any. #}
{% macro place_sum_steps(plan) %}
    {%- set sums = {
        "places": "sum(place_of_positive)",
        "of_positives": rankhouse.variance_of("place_of_positive"),
        "of_negatives": rankhouse.variance_of("place_of_negative"),
    } -%}
    {%- set ranked = rankhouse.placed_rows("predictions", plan.by, [], rankhouse.partition_by(plan)) -%}
    {{
        return(
            [
                rankhouse.step("ranked", "a prediction with its place", ranked, rankhouse.inlined()),
                rankhouse.step(
                    "summed",
                    "a group with the sum and the variances of its places",
                    rankhouse.summed_by_group(plan, "ranked", sums),
                ),
            ]
        )
    }}
{% endmacro %}

{# The same of rows with weights: what is summed about a mean takes a second look. #}
{% macro weighted_place_sum_steps(plan) %}
    {%- set sums, squares = rankhouse.weighted_class_sizes(), {} -%}
    {%- for class, label in {"positives": 1, "negatives": 0}.items() -%}
        {%- do sums.update({"mean_of_" ~ class: rankhouse.weighted_mean_of("place_of_" ~ class[:-1], label)}) -%}
        {%- set of_all = "means.weight_of_" ~ class -%}
        {%- set sum = rankhouse.squares_about_mean(
            "ranked.weight", "ranked.place_of_" ~ class[:-1], "means.mean_of_" ~ class, of_all
        ) -%}
        {%- set share = rankhouse.ratio("ranked.weight", of_all) -%}
        {%- set shares = "sum(case when ranked.label = " ~ label ~ " then " ~ share ~ " * " ~ share ~ " end)" -%}
        {%- do squares.update({"squares_of_" ~ class: sum, "worth_of_" ~ class: rankhouse.ratio(1, shares)}) -%}
    {%- endfor -%}
    {%- set carried = {} -%}
    {%- for name in sums -%} {%- do carried.update({name: "max(means." ~ name ~ ")"}) -%} {%- endfor -%}
    {%- set summed -%}
        select
        {{ rankhouse.listed(rankhouse.select_of("ranked", plan.by) + rankhouse.named_expressions(dict(carried, **squares))) }}
        from rankhouse_ranked as ranked
        {{ rankhouse.joined_group(plan, "", "rankhouse_means", "means", "ranked") }}
        {%- if plan.is_grouped %}
            group by {{ rankhouse.inline(rankhouse.columns_of("ranked", plan.by)) }}
        {%- endif %}
    {%- endset -%}
    {%- set steps = rankhouse.weighted_places_steps("predictions", plan.by, [], rankhouse.partition_by(plan)) -%}
    {%- set means = rankhouse.summed_by_group(plan, "ranked", sums) -%}
    {%- do steps.append(rankhouse.step("means", "a group with its means", means)) -%}
    {%- do steps.append(rankhouse.step("summed", "the same, with the squares about them", summed)) -%}
    {{ return(steps) }}
{% endmacro %}

{% macro summed_by_group(plan, source, sums) -%}
    select {{ rankhouse.listed(plan.by + rankhouse.named_expressions(sums)) }}
    from rankhouse_{{ source }}
    {%- if plan.is_grouped %} group by {{ rankhouse.inline(plan.by) }} {%- endif %}
{%- endmacro %}

{# value, std_error and n_pairs_apart, how many pairs of a positive and a negative there are, no row in two of them. #}
{% macro auc_figures(plan, n_positives, n_negatives) %}
    {%- if plan.is_weighted -%}
        {{
            return(
                {
                    "value": "summed.mean_of_positives",
                    "std_error": rankhouse.error_of_weighted_places(),
                    "n_pairs_apart": "least(summed.worth_of_positives, summed.worth_of_negatives)",
                }
            )
        }}
    {%- endif -%}
    {{
        return(
            {
                "value": rankhouse.auc_from_places("summed.places", n_positives, n_negatives),
                "std_error": rankhouse.error_of_places(
                    "summed.of_positives", "summed.of_negatives", n_positives, n_negatives
                ),
                "n_pairs_apart": "least(" ~ n_positives ~ ", " ~ n_negatives ~ ")",
            }
        )
    }}
{% endmacro %}

{# One end of the interval: of an area of 1, of 0, and of any other. #}
{% macro auc_bound(of_one, of_none, of_other) -%}
    case
        when measured.value = 1
        then {{ rankhouse.double(of_one) }}
        when measured.value = 0
        then {{ rankhouse.double(of_none) }}
        else {{ of_other }}
    end
{%- endmacro %}
