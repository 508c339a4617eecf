{#
Judgments from a click log, one row per query and item: the by columns, query_id, item_id, relevance, impressions, clicks,
expected_clicks (the clicks of an item of relevance 1 in its places) and std_error of the relevance. `method`:
    ctr       clicks / impressions, each with the prior; wrong where higher positions are seen more often
    coec      clicks over expected clicks, the sum of its positions' shares of clicks (Zhang and Jones 2007): 1 is the average
              of all items in its places
    pbm       attraction, where a click is attraction times examination of the position (Richardson 2007; Craswell 2008), by
              `steps` of expectation and maximisation; examination of the first position is 1
    cascade   first clicks / searches that examined it, down to the first click (Craswell 2008)
    dcm       clicks / searches that examined it, down to the last click (Guo 2009)
    sdbn      the same times the share of its clicks that were the last (Chapelle and Zhang 2009)
`grades`: thresholds that the relevance reaches, or a number of quantiles, makes whole numbers from 0 on of it. `counts`: the
log is counted already. An item without a relevance, such as one that no search examined, has no row.
#}
{% macro click_judgments(
    log,
    method="coec",
    min_impressions=1,
    grades=none,
    examination=none,
    prior=[0, 0],
    steps=50,
    by=[],
    fit_prior=false,
    updates="simultaneous",
    unclicked="examined",
    counts=false,
    first_position=1,
    columns={}
) -%}
    {%- do rankhouse.refuse_others("click_judgments", kwargs) -%}
    {%- set arguments = {
        "method": method,
        "min_impressions": min_impressions,
        "grades": grades,
        "examination": examination,
        "prior": prior,
        "steps": steps,
        "fit_prior": fit_prior,
        "updates": updates,
        "unclicked": unclicked,
        "counts": counts,
        "first_position": first_position,
    } -%}
    {%- set plan = rankhouse.click_plan("click_judgments", log, by, columns, arguments) -%}
    {%- do rankhouse.check_click_method(plan) -%}
    {%- do rankhouse.check_grades(grades) -%}
    {{ rankhouse.laid_out(rankhouse.click_judgments_of(plan)) if execute }}
{%- endmacro %}

{% macro check_click_method(plan) %}
    {%- set follows_searches = plan.method in ["cascade", "dcm", "sdbn"] -%}
    {%- if follows_searches and plan.counts -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_needs_searches(plan.method)) }}
    {%- endif -%}
    {%- if plan.method == "coec" and plan.has_prior -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_no_prior(plan.method)) }}
    {%- endif -%}
    {%- if plan.fit_prior and (plan.method != "ctr" or plan.has_prior) -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_no_fitted_prior(plan.method)) }}
    {%- endif -%}
    {%- if plan.examination is not none and plan.method not in ["coec", "pbm"] -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_no_examination(plan.method)) }}
    {%- endif -%}
{% endmacro %}

{% macro check_grades(grades) %}
    {%- if grades is none -%}
    {%- elif grades is number -%}
        {%- if not rankhouse.is_finite(grades) or grades < 2 or grades > 10000000 or grades != grades | int -%}
            {{ exceptions.raise_compiler_error(rankhouse.says_wrong_grades(grades)) }}
        {%- endif -%}
    {%- elif grades is string or grades is mapping or grades is not iterable -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_wrong_grades(grades)) }}
    {%- else -%}
        {%- for threshold in grades if not rankhouse.is_finite(threshold) -%}
            {{ exceptions.raise_compiler_error(rankhouse.says_wrong_grades(grades | join(", "))) }}
        {%- endfor -%}
        {%- if not grades | list -%} {{ exceptions.raise_compiler_error(rankhouse.says_wrong_grades("none")) }}
        {%- endif -%}
    {%- endif -%}
{% endmacro %}

{% macro click_judgments_of(plan) -%}
    {%- if plan.method in ["cascade", "dcm", "sdbn"] -%} {%- set steps = rankhouse.examined_searches_steps(plan) -%}
    {%- elif plan.method == "pbm" -%}
        {%- set steps = rankhouse.counted_clicks_steps(plan) + rankhouse.position_based_steps(plan) -%}
        {%- do steps.append(rankhouse.step("judged", "an item", rankhouse.attractions(plan))) -%}
    {%- elif plan.method == "coec" -%}
        {%- set steps = rankhouse.counted_clicks_steps(plan) -%}
        {%- if plan.examination is none -%}
            {%- do steps.append(rankhouse.step("positions", "a position", rankhouse.clicks_by_position(plan))) -%}
        {%- else -%}
            {%- do steps.append(rankhouse.step("positions", "a position", rankhouse.known_examinations(plan))) -%}
        {%- endif -%}
        {%- do steps.append(rankhouse.step("items", "an item", rankhouse.expected_clicks(plan))) -%}
        {%- do steps.append(
            rankhouse.step("judged", "an item with its relevance", rankhouse.clicks_over_expected(plan))
        ) -%}
    {%- else -%}
        {%- set steps = rankhouse.counted_clicks_steps(plan) -%}
        {%- do steps.append(rankhouse.step("items", "an item", rankhouse.clicks_by_item(plan))) -%}
        {%- if plan.fit_prior -%}
            {%- do steps.append(
                rankhouse.step("spreads", "how the shares of clicks vary", rankhouse.spread_of_clicks(plan))
            ) -%}
        {%- endif -%}
        {%- do steps.append(
            rankhouse.step("judged", "an item with its relevance", rankhouse.click_through_rates(plan))
        ) -%}
    {%- endif -%}
    {%- do steps.extend(rankhouse.value_group_steps(plan)) -%}
    {{ rankhouse.query_of(steps, "an item with its judgment", rankhouse.click_judgments_answer(plan)) }}
{%- endmacro %}

{% macro clicks_by_item(plan) -%}
    {%- set item = plan.by + ["query_id", "item_id"] -%}
    select {{ rankhouse.listed(item) }}, sum(impressions) as impressions, sum(clicks) as clicks
    from rankhouse_counted
    group by {{ rankhouse.inline(item) }}
{%- endmacro %}

{#
rho of the beta-binomial by moments (Kleinman 1973, weighted by impressions): 0 where items do not differ, 1 where each is
taken as observed, as where there is one item alone, or nothing but clicks. The prior has (1 - rho) / rho impressions.
#}
{% macro spread_of_clicks(plan) -%}
    {%- set share = rankhouse.ratio("clicks", "impressions") -%}
    {%- set squares = "n * mean_square - n * mean * mean\n- (n_items - 1) * mean * (1 - mean)" -%}
    {%- set most = "mean * (1 - mean)\n* (n - n_square / n - (n_items - 1))" -%}
    {%- set zero, one = rankhouse.double("0"), rankhouse.double("1") -%}
    {%- set figures = {
        "n_items": rankhouse.double("count(*)"),
        "n": rankhouse.double("sum(impressions)"),
        "n_square": "sum(" ~ rankhouse.double("impressions") ~ " * impressions)",
        "mean": rankhouse.ratio("sum(clicks)", "sum(impressions)"),
        "mean_square": rankhouse.ratio("sum(clicks * " ~ share ~ ")", "sum(impressions)"),
    } -%}
    select
        {{ rankhouse.listed(plan.by + ["mean"]) }},
        coalesce({{ rankhouse.within_limits("rho", zero, one) }}, {{ one }}) as rho
    from
        (
            select {{ rankhouse.listed(plan.by + ["mean", rankhouse.ratio(squares, most) ~ " as rho"]) }}
            from
                (
                    select {{ rankhouse.listed(plan.by + rankhouse.named_expressions(figures)) }}
                    from rankhouse_items {{ "group by " ~ rankhouse.inline(plan.by) if plan.by }}
                ) as sums
        ) as spread
{%- endmacro %}

{% macro click_through_rates(plan) -%}
    {%- set kept = plan.by + ["query_id", "item_id", "impressions", "clicks"] -%}
    {%- set n = rankhouse.double("items.impressions") -%}
    {%- if plan.fit_prior -%}
        {%- set size = n ~ " * spreads.rho + 1 - spreads.rho" -%}
        {%- set clicks = "items.clicks * spreads.rho + spreads.mean * (1 - spreads.rho)" -%}
        {%- set figures = {"relevance": rankhouse.ratio(clicks, size), "size": rankhouse.ratio(size, "spreads.rho")} -%}
    {%- else -%}
        {%- set a_and_b = rankhouse.double(plan.prior[0]) ~ " + " ~ rankhouse.double(plan.prior[1]) -%}
        {%- set figures = {
            "relevance": rankhouse.smoothed(plan, "items.clicks", "items.impressions"),
            "size": n ~ (" + " ~ a_and_b if plan.has_prior else ""),
        } -%}
    {%- endif -%}
    select
        {{ rankhouse.listed(kept) }},
        {{ rankhouse.double("impressions") }} as expected_clicks,
        relevance,
        {{ rankhouse.error_of_share("relevance", "size") }} as std_error
    from
        (
            select {{ rankhouse.listed(rankhouse.select_of("items", kept) + rankhouse.named_expressions(figures)) }}
            from rankhouse_items as items
            {%- if plan.fit_prior %}
                join rankhouse_spreads as spreads on {{ rankhouse.match("items", "spreads", plan.by) }}
            {%- endif %}
        ) as shares
{%- endmacro %}

{# The standard error of a share of so many; 0 where a prior of infinite weight fixes it. #}
{% macro error_of_share(share, n) %}
    {%- set zero = rankhouse.double("0") -%}
    {%- set variance = share ~ " * (1 - " ~ share ~ ")" -%}
    {{
        return(
            "sqrt(\ngreatest(\n" ~ zero ~ ",\ncoalesce(\n" ~ rankhouse.ratio(variance, n) ~ ",\n" ~ zero ~ "\n)\n)\n)"
        )
    }}
{% endmacro %}

{% macro clicks_by_position(plan) -%}
    select
        {{ rankhouse.listed(plan.by + ["position"]) }},
        {{ rankhouse.ratio("sum(clicks)", "sum(impressions)") }} as examination
    from rankhouse_counted
    group by {{ rankhouse.inline(plan.by + ["position"]) }}
{%- endmacro %}

{% macro expected_clicks(plan) -%}
    {%- set item = rankhouse.columns_of("counted", plan.by + ["query_id", "item_id"]) -%}
    select
        {{ rankhouse.listed(rankhouse.select_of("counted", plan.by + ["query_id", "item_id"])) }},
        sum(counted.impressions) as impressions,
        sum(counted.clicks) as clicks,
        {{ rankhouse.sum_of("counted.impressions * positions.examination") }} as expected_clicks
    from rankhouse_counted as counted
    {%- if plan.examination is none %}
        join rankhouse_positions as positions on {{ rankhouse.match("counted", "positions", plan.by + ["position"]) }}
        {%- else %} {{ rankhouse.join_of_examinations(plan) }}
        {%- endif %}
    group by {{ rankhouse.inline(item) }}
{%- endmacro %}

{# The standard error takes the expected clicks as known, and clicks as binomial. #}
{% macro clicks_over_expected(plan) -%}
    {%- set variance = "clicks * (1 - " ~ rankhouse.ratio("clicks", "impressions") ~ ")" -%}
    select
        {{ rankhouse.listed(plan.by + ["query_id", "item_id", "impressions", "clicks", "expected_clicks"]) }},
        {{ rankhouse.ratio("clicks", "expected_clicks") }} as relevance,
        {{ rankhouse.ratio("sqrt(" ~ variance ~ ")", "expected_clicks") }} as std_error
    from rankhouse_items
{%- endmacro %}

{% macro click_judgments_answer(plan) -%}
    {%- set columns = rankhouse.named_groups(plan, "judged") -%}
    {%- do columns.extend(rankhouse.select_of("judged", ["query_id", "item_id"])) -%}
    {%- do columns.append(rankhouse.graded_relevance(plan) ~ " as relevance") -%}
    {%- for count in ["impressions", "clicks"] -%}
        {%- do columns.append(rankhouse.bigint("judged." ~ count) ~ " as " ~ count) -%}
    {%- endfor -%}
    {%- do columns.extend(rankhouse.select_of("judged", ["expected_clicks", "std_error"])) -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_judged as judged {{ rankhouse.group_joins(plan, "judged") }}
    where judged.relevance is not null and judged.impressions >= {{ plan.min_impressions }}
{%- endmacro %}

{# Equal relevances, which rounding may have set apart, belong to one quantile. #}
{% macro graded_relevance(plan) %}
    {%- if plan.grades is none -%} {{ return("judged.relevance") }}{%- endif -%}
    {%- if plan.grades is number -%}
        {%- set of_group = rankhouse.partitioned(rankhouse.columns_of("judged", plan.by)) -%}
        {%- set below = "rank() over (" ~ of_group ~ " order by floor(1e9 * judged.relevance + 0.5)) - 1" -%}
        {%- set place = plan.grades | int ~ " * (" ~ below ~ ")" -%}
        {{
            return(
                rankhouse.bigint(
                    "floor(\n(" ~ place ~ ")\n/ " ~ rankhouse.double("count(*) over (" ~ of_group ~ ")") ~ "\n)"
                )
            )
        }}
    {%- endif -%}
    {%- set reached = [] -%}
    {%- for threshold in plan.grades -%}
        {%- do reached.append("case when judged.relevance >= " ~ rankhouse.double(threshold) ~ " then 1 else 0 end") -%}
    {%- endfor -%}
    {{ return(rankhouse.bigint(reached | join("\n+ "))) }}
{% endmacro %}
