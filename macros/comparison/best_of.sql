{#
The best of several variants by their values by query, and what it is worth on queries that did not choose it: one row per group
and measure: the by columns, measure, system (the best on all queries), value_chosen (its mean), value_held_out, optimism,
ci_low, ci_high, share_of_folds, n_systems, n_queries.

Each query falls into one of `folds` folds by a hash of `seed` and its id; with `cluster` whole clusters do. In each fold the
variant counts that is best on all other folds. value_held_out is the mean over the queries of all folds, optimism what
value_chosen is better by, with the 95 % interval of the mean difference by query (Student's t; of clusters where there are any),
share_of_folds the share of the folds whose variant is the best on all. Equal means go by name.

Queries that have a value of each variant count: n_queries. Where all of these are in one fold, nothing is held out: NULL.
#}
{% macro best_of(query_metrics, measure=none, folds=5, seed=0, by=[], cluster=none, system="system", columns={}) -%}
    {%- do rankhouse.refuse_others("best_of", kwargs) -%}
    {%- set asked = {"measure": measure, "folds": folds, "seed": seed} -%}
    {%- set plan = rankhouse.best_of_plan(query_metrics, asked, by, cluster, system, columns) -%}
    {{ rankhouse.laid_out(rankhouse.best_of_query(plan)) if execute }}
{%- endmacro %}

{# What the query needs to know, the arguments checked. #}
{% macro best_of_plan(query_metrics, asked, by, cluster, system, columns) %}
    {%- set roles = rankhouse.roles_of_sides(system, cluster) -%}
    {%- set results = rankhouse.result_columns("best_of") | reject("equalto", "system") | list -%}
    {%- set read = rankhouse.best_of_columns() -%}
    {%- set plan = rankhouse.sides_plan(query_metrics, read, roles, none, {"by": by}, columns, results) -%}
    {%- do rankhouse.names_beside("by", by, ["system"]) -%}
    {%- do plan.update(rankhouse.read_arguments("best_of", asked)) -%}
    {%- if plan.measure is not none and plan.measure is not string -%}
        {{ exceptions.raise_compiler_error("measure is a string such as 'ndcg@10', got '" ~ plan.measure ~ "'") }}
    {%- endif -%}
    {%- do plan.update({"cluster": cluster, "systems": []}) -%}
    {{ return(plan) }}
{% endmacro %}

{# What `columns` may rename. #}
{% macro best_of_columns() %} {{ return(["query_id", "measure", "value"]) }}{% endmacro %}

{% macro best_of_query(plan) -%}
    {%- set key, row = plan.by + ["measure"], "a value of a variant for a query" -%}
    {%- set unit = "query_id" if plan.cluster is none else "cluster_id" -%}
    {%- set query = ["query_id"] + ([] if plan.cluster is none else ["cluster_id"]) -%}
    {%- set values = rankhouse.values_of_variants(plan) -%}
    {%- if plan.cluster is none -%} {%- set steps = [rankhouse.step("values", row, values)] -%}
    {%- else -%} {%- set steps = rankhouse.clustered_value_steps(plan, "query_metrics", row, values) -%}
    {%- endif -%}
    {%- if plan.measure is not none -%}
        {%- do steps.append(
            rankhouse.step("asked", "the measure that is asked for", rankhouse.measure_asked_for(plan))
        ) -%}
    {%- endif -%}
    {%- set variants -%}
        select {{ rankhouse.inline(key) }}, count(any_value) as n_systems
        from
            (
                select {{ rankhouse.inline(key) }}, system_name, max(value) as any_value
                from rankhouse_single
                group by {{ rankhouse.inline(key) }}, system_name
            ) as variants
        group by {{ rankhouse.inline(key) }}
    {%- endset -%}
    {%- set placed -%}
        select {{ rankhouse.inline(key + query) }}, {{ rankhouse.fold_of(plan, unit) }} as fold
        from rankhouse_complete
    {%- endset -%}
    {%- do steps.extend(
        [
            rankhouse.step("single", "the same, once", rankhouse.single_values(plan, key, query)),
            rankhouse.step("variants", "a measure, with the number of its variants", variants),
            rankhouse.step(
                "complete",
                "a query that has a value of each variant",
                rankhouse.complete_queries(key, query),
            ),
            rankhouse.step("queries", "the same, with its fold", placed),
            rankhouse.step(
                "folded", "a value of such a query, with the fold", rankhouse.values_in_folds(key, query)
            ),
            rankhouse.step("sums", "a variant in a fold", rankhouse.sums_of_folds(key)),
            rankhouse.step(
                "candidates",
                "a variant outside a fold, and over all",
                rankhouse.sums_outside_folds(key),
            ),
            rankhouse.step(
                "chosen",
                "a fold, with the best variant outside it and over all",
                rankhouse.best_candidates(key),
            ),
            rankhouse.step(
                "differences",
                "a query, with the values of both of its fold",
                rankhouse.held_out_values(key, query),
            ),
        ]
    ) -%}
    {%- if plan.cluster is not none -%}
        {%- do steps.extend(rankhouse.clustered_mean_steps("differences", key, "difference", "clustered_means")) -%}
    {%- endif -%}
    {%- do steps.append(rankhouse.step("moments", "a measure, with its means", rankhouse.held_out_means(plan, key))) -%}
    {%- do steps.extend(rankhouse.student_limit_steps("moments", "0.95")) -%}
    {%- do steps.append(
        rankhouse.step("agreed", "a measure, with what its folds choose", rankhouse.agreed_folds(key))
    ) -%}
    {%- do steps.extend(rankhouse.value_group_steps(plan)) -%}
    {{ rankhouse.query_of(steps, "a measure with its best variant", rankhouse.best_of_answer(plan, key)) }}
{%- endmacro %}

{# Rows without a query, a measure or a variant are of none; a value that is no number is NULL. #}
{% macro values_of_variants(plan) -%}
    {%- set query = rankhouse.renamed("query_metrics", "query_id", plan.columns) -%}
    {%- set system = rankhouse.renamed("query_metrics", "system", plan.columns) -%}
    {%- set columns = rankhouse.keys_of_side(plan, "run", "query_metrics") -%}
    {%- do columns.extend([query ~ " as query_id", system ~ " as system_name"]) -%}
    {%- do columns.extend(rankhouse.columns_read(plan, "query_metrics", ["measure"])) -%}
    {%- set value = rankhouse.double(rankhouse.renamed("query_metrics", "value", plan.columns)) -%}
    {%- do columns.append(rankhouse.moderate(value) ~ " as value") -%}
    {%- do columns.extend(rankhouse.cluster_read(plan, "query_metrics")) -%}
    select {{ rankhouse.listed(columns) }}
    from {{ rankhouse.as_source(plan.query_metrics, "query_metrics") }}
    where {{ rankhouse.all_are_there(plan, "query_metrics", ["query_id", "system", "measure"]) }}
{%- endmacro %}

{# One row, so that a measure that is not there stops the engine. #}
{% macro measure_asked_for(plan) -%}
    {%- set name = rankhouse.literal(plan.measure) -%}
    {%- set said = [
        rankhouse.literal(
            "measure: '" ~ plan.measure ~ "' is not a measure of query_metrics, whose measures range from "
        ),
        "min(measure)",
        rankhouse.literal(" to "),
        "max(measure)",
    ] -%}
    select
        case
            when max(case when measure = {{ name }} then 1 else 0 end) = 0
            then {{ rankhouse.stopped(said | join("\n|| ")) }}
            else {{ name }}
        end as measure
    from rankhouse_values
{%- endmacro %}

{% macro single_values(plan, key, query) -%}
    {%- set columns = key + ["system_name"] + query -%}
    {%- set said = [
        rankhouse.literal("query_metrics: query_id "),
        "min(" ~ rankhouse.text("found.query_id") ~ ")",
        rankhouse.literal(" has several values of "),
        "min(found.measure)",
        rankhouse.literal(" and " ~ rankhouse.name_of_column(plan, "query_metrics", "system") ~ " "),
        "min(" ~ rankhouse.text("found.system_name") ~ ")",
        rankhouse.literal("; add the column that distinguishes them to by"),
    ] -%}
    select {{ rankhouse.listed(rankhouse.select_of("found", columns)) }}, max(found.value) as value
    from rankhouse_values as found
    {% if plan.measure is not none %} join rankhouse_asked as asked on found.measure = asked.measure {% endif %}
    group by {{ rankhouse.inline(rankhouse.columns_of("found", columns)) }}
    having {{ rankhouse.unless("count(*) > 1", "\n" ~ said | join("\n|| ") ~ "\n") }}
{%- endmacro %}

{% macro complete_queries(key, query) -%}
    select {{ rankhouse.listed(rankhouse.select_of("found", key + query)) }}
    from
        (
            select {{ rankhouse.inline(key + query) }}, count(value) as n_values
            from rankhouse_single
            group by {{ rankhouse.inline(key + query) }}
        ) as found
    join
        rankhouse_variants as variants
        on {{ rankhouse.match("found", "variants", key) }}
        and found.n_values = variants.n_systems
    where found.n_values > 0
{%- endmacro %}

{# From 1 to `folds`. #}
{% macro fold_of(plan, unit) %}
    {%- set drawn = rankhouse.random_number(plan.seed, [unit]) -%}
    {{ return(rankhouse.bigint("floor(" ~ drawn ~ " * " ~ plan.folds ~ ")") ~ " + 1") }}
{% endmacro %}

{% macro values_in_folds(key, query) -%}
    {%- set columns = rankhouse.select_of("found", key + ["system_name"] + query + ["value"]) -%}
    select {{ rankhouse.listed(columns + ["queries.fold as fold"]) }}
    from rankhouse_single as found
    join rankhouse_queries as queries on {{ rankhouse.match("found", "queries", key + ["query_id"]) }}
    where found.value is not null
{%- endmacro %}

{% macro sums_of_folds(key) -%}
    {%- set variant = key + ["system_name", "fold"] -%}
    select {{ rankhouse.listed(variant) }}, {{ rankhouse.sum_of("value") }} as total, sum(abs(value)) as size
    from rankhouse_folded
    group by {{ rankhouse.inline(variant) }}
{%- endmacro %}

{#
total and size of a variant outside a fold, of the folds before and behind, because a difference of sums would lose digits; and
whole and whole_size over all folds.
#}
{% macro sums_outside_folds(key) -%}
    {%- set variant = key + ["system_name"] -%}
    {%- set over_all = "over (partition by " ~ rankhouse.inline(variant) -%}
    {%- set before = over_all ~ " order by fold rows between unbounded preceding and 1 preceding)" -%}
    {%- set behind = over_all ~ " order by fold rows between 1 following and unbounded following)" -%}
    {%- set columns = variant + ["fold", "count(*) " ~ over_all ~ ") as n_folds"] -%}
    {%- for name, whole in {"total": "whole", "size": "whole_size"}.items() -%}
        {%- set sums = [] -%}
        {%- for side in [before, behind] -%}
            {%- do sums.append("coalesce(sum(" ~ name ~ ") " ~ side ~ ", 0)") -%}
        {%- endfor -%}
        {%- do columns.append(sums | join("\n+ ") ~ " as " ~ name) -%}
        {%- do columns.append("sum(" ~ name ~ ") " ~ over_all ~ ") as " ~ whole) -%}
    {%- endfor -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_sums
{%- endmacro %}

{#
held_name, the best variant outside the fold, NULL where there is no other fold, and best_name, over all. All of them are sums over
the same queries. What rounding alone tells apart is equal, and goes by name.
#}
{% macro best_candidates(key) -%}
    {%- set of_fold = "partition by " ~ rankhouse.inline(key + ["fold"]) -%}
    {%- set name, sign = rankhouse.byte_order("system_name", "asc"), rankhouse.sign_of_gain("measure") -%}
    {%- set gains -%}
        select
            {{ rankhouse.listed(key + ["fold", "system_name", "n_folds", "size", "whole_size"]) }},
            {{ sign }} * total as gain,
            {{ sign }} * whole as whole_gain
        from rankhouse_candidates
    {%- endset -%}
    {%- set limits = [] -%}
    {%- for figure in ["gain", "size", "whole_gain", "whole_size"] -%}
        {%- do limits.append("max(" ~ figure ~ ") over (" ~ of_fold ~ ") as max_" ~ figure) -%}
    {%- endfor -%}
    {%- set columns = key + [
        "fold",
        "n_folds",
        "row_number() over (" ~ of_fold ~ " order by " ~ name ~ ") as place",
    ] -%}
    {%- for before, first in {"": "held_name", "whole_": "best_name"}.items() -%}
        {%- set is_best = before ~ "gain >= max_" ~ before ~ "gain - 1e-12 * max_" ~ before ~ "size" -%}
        {%- set first_of_best -%}
            first_value(system_name) over (
                {{ of_fold }} order by case when {{ is_best }} then 0 else 1 end, {{ name }}
                rows between unbounded preceding and current row
            ) as {{ first }}
        {%- endset -%}
        {%- do columns.append(first_of_best) -%}
    {%- endfor -%}
    select {{ rankhouse.listed(key + ["fold"]) }}, best_name, case when n_folds > 1 then held_name end as held_name
    from
        (
            select {{ rankhouse.listed(columns) }}
            from (select {{ rankhouse.listed(["gains.*"] + limits) }} from ({{ gains }}) as gains) as limited
        ) as placed
    where place = 1
{%- endmacro %}

{# -1 for a measure where low values are good, by its name. #}
{% macro sign_of_gain(measure) -%}
    case
        when
            {{ rankhouse.metric_by_name(measure) }}
            in ({{ rankhouse.literals(rankhouse.lower_is_better(), separator=",\n") }})
        then -1
        else 1
    end
{%- endmacro %}

{# held_out is NULL where no other fold could choose. #}
{% macro held_out_values(key, query) -%}
    {%- set columns = rankhouse.select_of("found", key + query) -%}
    {%- set values = {
        "value": "max(case when found.system_name = chosen.best_name then found.value end)",
        "held_out": "max(case when found.system_name = chosen.held_name then found.value end)",
    } -%}
    select
        by_query.*,
        {{ rankhouse.sign_of_gain("measure") }} * ({{ rankhouse.difference("value", "held_out") }}) as difference
    from
        (
            select {{ rankhouse.listed(columns + rankhouse.named_expressions(values)) }}
            from rankhouse_folded as found
            join rankhouse_chosen as chosen on {{ rankhouse.match("found", "chosen", key + ["fold"]) }}
            where found.system_name = chosen.best_name or found.system_name = chosen.held_name
            group by {{ rankhouse.inline(rankhouse.columns_of("found", key + query)) }}
        ) as by_query
{%- endmacro %}

{# Equal differences have no spread, even where rounding leaves some. #}
{% macro held_out_means(plan, key) -%}
    {%- set figures = {
        "value_chosen": rankhouse.mean_of("value"),
        "value_held_out": rankhouse.mean_of("held_out"),
        "optimism": rankhouse.mean_of("difference"),
        "n_queries": "count(*)",
        "n_units": "count(difference)",
        "std_error": rankhouse.standard_error("difference"),
    } -%}
    {%- set means -%}
        select {{ rankhouse.listed(key + rankhouse.named_expressions(figures)) }}
        from rankhouse_differences
        group by {{ rankhouse.inline(key) }}
    {%- endset -%}
    {%- set kept = key + ["value_chosen", "value_held_out", "optimism", "n_queries"] -%}
    {%- if plan.cluster is none -%}
        select
            {{ rankhouse.listed(kept) }},
            case when n_units > 1 then {{ rankhouse.double("n_units - 1") }} end as degrees,
            case
                when std_error <= 1e-12 * abs(optimism) then {{ rankhouse.double("0") }} else std_error
            end as std_error
        from ({{ means }}) as means
    {%- else -%}
        select
            {{ rankhouse.listed(rankhouse.select_of("means", kept)) }},
            case when clustered.n_clusters > 1 then {{ rankhouse.double("clustered.n_clusters - 1") }} end as degrees,
            clustered.std_error as std_error
        from ({{ means }}) as means
        join rankhouse_clustered_means as clustered on {{ rankhouse.match("means", "clustered", key) }}
    {%- endif -%}
{%- endmacro %}

{% macro agreed_folds(key) -%}
    {%- set same = "sum(case when held_name = best_name then 1 else 0 end)" -%}
    select
        {{ rankhouse.listed(key + ["best_name"]) }}, {{ rankhouse.ratio(same, "count(held_name)") }} as share_of_folds
    from rankhouse_chosen
    group by {{ rankhouse.inline(key + ["best_name"]) }}
{%- endmacro %}

{% macro best_of_answer(plan, key) -%}
    {%- set half = "quantiles.quantile * moments.std_error" -%}
    {%- set columns = rankhouse.named_groups(plan, "variants") + ["variants.measure as measure"] -%}
    {%- do columns.append("agreed.best_name as " ~ rankhouse.quoted("system")) -%}
    {%- do columns.extend(rankhouse.select_of("moments", ["value_chosen", "value_held_out", "optimism"])) -%}
    {%- do columns.append("moments.optimism - " ~ half ~ " as ci_low") -%}
    {%- do columns.append("moments.optimism + " ~ half ~ " as ci_high") -%}
    {%- do columns.append("agreed.share_of_folds as share_of_folds") -%}
    {%- do columns.append(rankhouse.bigint("variants.n_systems") ~ " as n_systems") -%}
    {%- do columns.append(rankhouse.bigint("coalesce(moments.n_queries, 0)") ~ " as n_queries") -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_variants as variants
    left join rankhouse_agreed as agreed on {{ rankhouse.match("variants", "agreed", key) }}
    left join rankhouse_moments as moments on {{ rankhouse.match("variants", "moments", key) }}
    left join
        rankhouse_moments_quantiles as quantiles
        on moments.degrees = quantiles.degrees {{ rankhouse.group_joins(plan, "variants") }}
{%- endmacro %}
