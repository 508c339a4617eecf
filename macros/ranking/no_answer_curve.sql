{#
Whether the score of the best item tells queries that have an answer from those that have none: one row per threshold, the
distinct best scores from the highest on, after one that no score reaches (NULL). The by columns, threshold, answered (the
share of the queries with a relevant item that return something at or above it), false_answers (the same of the other judged
queries), recall (recall@k of the former, of what is at or above it), and `area`, the ROC AUC of the best scores, the same in
every row of a group. A query that returns nothing is below every threshold.
#}
{% macro no_answer_curve(run, judgments, k=10, by=[], judgments_by=[], columns={}, checked=false) -%}
    {%- do rankhouse.refuse_others("no_answer_curve", kwargs) -%}
    {%- do rankhouse.check_groups("no_answer_curve", {"by": by, "judgments_by": judgments_by}) -%}
    {%- set own = rankhouse.read_arguments("no_answer_curve", {"judgments": judgments, "k": k}) -%}
    {%- set arguments = {
        "run": run,
        "judgments": judgments,
        "measures": ["recall@" ~ own.k],
        "by": by,
        "judgments_by": judgments_by,
        "columns": columns,
        "checked": checked,
    } -%}
    {%- set plan = rankhouse.plan(arguments) -%}
    {%- if rankhouse.reads_ranks(columns, "run") -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_threshold_needs_scores()) }}
    {%- endif -%}
    {%- do plan.update({"needs": plan.needs + ["top_score"], "asks_apart": rankhouse.asks_apart(plan)}) -%}
    {{ rankhouse.laid_out(rankhouse.no_answer_curve_of(plan)) if execute }}
{%- endmacro %}

{# Every sum over queries is one along the scores, so that each of them is read once. #}
{% macro no_answer_curve_of(plan) -%}
    {%- set steps = rankhouse.input_steps(plan) + rankhouse.unit_steps(plan) + rankhouse.ranked_steps(plan) -%}
    {%- do steps.extend(
        [
            rankhouse.step(
                "scores",
                "the best score of a query, or the score of a hit",
                rankhouse.scores_of_answers(plan),
            ),
            rankhouse.step("points", "a score, and what begins there", rankhouse.points_of_scores(plan)),
            rankhouse.step(
                "reached", "the same, with all that is at or above it", rankhouse.reached_points(plan)
            ),
            rankhouse.step("sizes", "the curve of a group", rankhouse.sizes_of_curve(plan)),
            rankhouse.step("curve", "a point of a curve", rankhouse.thresholds_of_curve(plan)),
        ]
    ) -%}
    {{ rankhouse.query_of(steps, "a point of a curve", rankhouse.no_answer_curve_answer(plan)) }}
{%- endmacro %}

{# n_answers, n_others: the query, as one that has an answer or none; found: what the hit adds to the recall of its query. #}
{% macro scores_of_answers(plan) -%}
    {%- set unit = plan.by + ["query_id"] -%}
    {%- set of_query = rankhouse.select_of("units", plan.by) + [
        rankhouse.double("units.top_score") ~ " as threshold",
        "case when units.n_relevant > 0 then 1 else 0 end as n_answers",
        "case when units.n_relevant > 0 then 0 else 1 end as n_others",
        rankhouse.double(0) ~ " as found",
    ] -%}
    {%- set of_hit = rankhouse.select_of("units", plan.by) + [
        rankhouse.double("run.score") ~ " as threshold",
        "0 as n_answers",
        "0 as n_others",
        rankhouse.recall("ranked.hit", "units.n_relevant") ~ " as found",
    ] -%}
    select {{ rankhouse.listed(of_query) }}
    from rankhouse_units as units
    union all
    select {{ rankhouse.listed(of_hit) }}
    from rankhouse_ranked as ranked
    join rankhouse_run as run on {{ rankhouse.match("ranked", "run", plan.run_by + ["query_id", "item_id"]) }}
    join rankhouse_units as units on {{ rankhouse.match("ranked", "units", unit) }}
    where ranked.hit > 0
{%- endmacro %}

{# NULL where nothing is returned, after all scores. #}
{% macro points_of_scores(plan) -%}
    {%- set sums = {"is_last": "case when threshold is null then 1 else 0 end"} -%}
    {%- for name in ["n_answers", "n_others", "found"] -%}
        {%- do sums.update({name: "sum(" ~ name ~ ")"}) -%}
    {%- endfor -%}
    select {{ rankhouse.listed(plan.by + ["threshold"] + rankhouse.named_expressions(sums)) }}
    from rankhouse_scores
    group by {{ rankhouse.inline(plan.by + ["threshold"]) }}
{%- endmacro %}

{% macro reached_points(plan) -%}
    {%- set along = [
        rankhouse.partitioned(plan.by),
        "order by is_last asc, threshold desc rows between unbounded preceding and current row",
    ] -%}
    {%- set upto = "over (" ~ along | select | join(" ") ~ ")" -%}
    {%- set sums = {} -%}
    {%- for name in ["n_answers", "n_others", "found"] -%}
        {%- do sums.update({name ~ "_upto": "sum(" ~ name ~ ") " ~ upto}) -%}
    {%- endfor -%}
    select points.*, {{ rankhouse.listed(rankhouse.named_expressions(sums)) }}
    from rankhouse_points as points
{%- endmacro %}

{# rank_sum: of the mid-ranks of the queries that have an answer. #}
{% macro sizes_of_curve(plan) -%}
    {%- set upto, here = rankhouse.double("n_answers_upto + n_others_upto"), "n_answers + n_others" -%}
    {%- set sizes = {
        "all_answers": "sum(n_answers)",
        "all_others": "sum(n_others)",
        "rank_sum": "sum(n_answers * (" ~ upto ~ " - (" ~ here ~ " - 1) / " ~ rankhouse.double(2) ~ "))",
    } -%}
    select {{ rankhouse.listed(plan.by + rankhouse.named_expressions(sizes)) }}
    from rankhouse_reached {{ "group by " ~ rankhouse.inline(plan.by) if plan.by }}
{%- endmacro %}

{# Where no query begins, a hit's score is no threshold. #}
{% macro thresholds_of_curve(plan) -%}
    {%- set first = [rankhouse.double("null") ~ " as threshold"] -%}
    {%- set sums = ["n_answers_upto", "n_others_upto", "found_upto"] -%}
    {%- for name in sums -%} {%- do first.append(rankhouse.double(0) ~ " as " ~ name) -%} {%- endfor -%}
    {%- set reached = ["threshold"] -%}
    {%- for name in sums -%} {%- do reached.append(rankhouse.double(name) ~ " as " ~ name) -%} {%- endfor -%}
    select {{ rankhouse.listed(plan.by + first) }}
    from rankhouse_sizes
    union all
    select {{ rankhouse.listed(plan.by + reached) }}
    from rankhouse_reached
    where is_last = 0 and n_answers + n_others > 0
{%- endmacro %}

{# A sum of shares may be above 1 by a rounding error. #}
{% macro no_answer_curve_answer(plan) -%}
    {%- set recall = rankhouse.ratio("curve.found_upto", "sizes.all_answers") -%}
    {%- set figures = {
        "threshold": "curve.threshold",
        "answered": rankhouse.ratio("curve.n_answers_upto", "sizes.all_answers"),
        "false_answers": rankhouse.ratio("curve.n_others_upto", "sizes.all_others"),
        "recall": "case when " ~ recall ~ " > 1 then 1 else " ~ recall ~ " end",
        "area": rankhouse.roc_auc(
            "sizes.rank_sum", rankhouse.double("sizes.all_answers"), rankhouse.double("sizes.all_others")
        ),
    } -%}
    select {{ rankhouse.listed(rankhouse.named_groups(plan, "curve") + rankhouse.named_expressions(figures)) }}
    from rankhouse_curve as curve
    join
        rankhouse_sizes as sizes on {{ rankhouse.match("curve", "sizes", plan.by) }}
        {{ rankhouse.group_joins(plan, "curve") }}
{%- endmacro %}
