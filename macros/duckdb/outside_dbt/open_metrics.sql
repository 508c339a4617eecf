{#
The package's metrics and query_metrics as plain table macros of DuckDB, which need neither Python nor an extension. The
tables, the grouping columns, the measures and their cutoffs stay open, which the macros cannot know when this is
rendered: they are names of parameters here (run, judgments, measures, "by", judgments_by, k), read by the steps of
open_inputs and open_measures. All other steps, and every formula, are those of the package's own macros.
#}
{% macro open_metrics() -%}
    {%- set plan = rankhouse.open_plan() -%}
    {%- set steps = rankhouse.open_steps(plan, "metrics") -%}
    {%- do steps.extend(rankhouse.summary_steps(plan, false)) -%}
    {%- do steps.append(
        rankhouse.step(
            "answer",
            "a measure in a group, over its queries",
            rankhouse.summary_answer(plan, false, false, 0),
        )
    ) -%}
    {{ rankhouse.open_answer(steps, ["rankhouse_run_columns", "rankhouse_shared_columns"], true) }}
{%- endmacro %}

{% macro open_query_metrics() -%}
    {%- set plan = rankhouse.open_plan() -%}
    {%- set steps = rankhouse.open_steps(plan, "query_metrics") -%}
    {%- set columns = rankhouse.named_groups(plan, "measured") -%}
    {%- do columns.append("measured.query_id") -%}
    {%- do columns.extend(rankhouse.measure_columns(plan, "measured") + ["measured.value"]) -%}
    {%- set sql -%}
        select
        {{ rankhouse.listed(columns) }}
        from rankhouse_measured as measured
        where measured.is_counted
    {%- endset -%}
    {%- do steps.append(rankhouse.step("answer", "a query and a measure", sql)) -%}
    {{ rankhouse.open_answer(steps, ["rankhouse_run_columns", "rankhouse_shared_columns"], false) }}
{%- endmacro %}

{# The measures that are open to choose from. #}
{% macro open_names() %}
    {{
        return(
            [
                "precision",
                "recall",
                "hit_rate",
                "f1",
                "average_precision",
                "reciprocal_rank",
                "ndcg",
                "roc_auc",
            ]
        )
    }}
{% endmacro %}

{# Those of them that take the cutoffs of `k` where none is written. #}
{% macro open_names_with_k() %} {{ return(["precision", "recall", "hit_rate", "f1", "ndcg"]) }}{% endmacro %}

{#
The plan of all these measures over the whole list, each with a second formula, `within_k`, whose cutoff is a column. The
user's grouping columns are two: one with those of the run, one with those that the judgments have too.
#}
{% macro open_plan() %}
    {%- set by = ["rankhouse_run_columns", "rankhouse_shared_columns"] -%}
    {%- set plan = rankhouse.plan(
        {
            "run": "run",
            "judgments": "judgments",
            "measures": rankhouse.open_names(),
            "by": by,
            "judgments_by": by[1:],
        }
    ) -%}
    {%- set measures = [] -%}
    {%- for measure in plan.measures -%}
        {%- set asked, declaration = plan.asked[loop.index0], rankhouse.declaration(measure.metric) -%}
        {%- set within_k = measure -%}
        {%- if declaration.cutoff != "none" -%}
            {%- set within_k = rankhouse.planned_measure(declaration, dict(asked, k="cutoff")) -%}
        {%- endif -%}
        {%- do measures.append(dict(measure, within_k=rankhouse.value_of(within_k.value, asked))) -%}
    {%- endfor -%}
    {{
        return(
            dict(
                plan,
                run="rankhouse_grouped_run",
                judgments="rankhouse_grouped_judgments",
                measures=measures,
                cutoff_column="cutoff",
                told_by="metric",
            )
        )
    }}
{% endmacro %}

{# From the tables to rankhouse_measured. #}
{% macro open_steps(plan, macro) %}
    {%- set steps = rankhouse.open_measures(plan) + rankhouse.open_inputs(macro) -%}
    {%- set prunes = "(select max(coalesce(cutoff, " ~ rankhouse.whole_list_cutoff() ~ ")) from rankhouse_cutoffs)" -%}
    {%- set heap = {"depth": rankhouse.open_depth(), "prunes": prunes ~ " <= " ~ rankhouse.heap_limit()} -%}
    {%- set pruned = dict(plan, reach="heap", asks_apart=true, **heap) -%}
    {%- do steps.extend(rankhouse.input_steps(pruned) + rankhouse.unit_steps(pruned)) -%}
    {%- do steps.extend(rankhouse.ranked_steps(plan)) -%}
    {%- do steps.extend(rankhouse.row_steps(plan)) -%}
    {{ return(steps + rankhouse.open_value_steps(plan)) }}
{% endmacro %}

{# The two inputs with the columns that they are grouped by; a column that is always there goes along. #}
{% macro open_inputs(macro) %}
    {%- set by, judgments_by = rankhouse.open_list('"by"'), rankhouse.open_list("judgments_by") -%}
    {%- set shared = ["case", "when judgments is null then " ~ by, "else " ~ judgments_by, "end"] | join("\n") -%}
    {%- set of_run = [
        "case",
        "when judgments is null then []",
        "else list_filter(" ~ by ~ ", lambda name: not list_contains(" ~ judgments_by ~ ", name))",
        "end",
    ] -%}
    {%- set shared_columns = rankhouse.open_key(shared) ~ " as rankhouse_shared_columns" -%}
    {%- set columns = ["query_id", "item_id"] -%}
    {%- set run_columns = rankhouse.open_key(of_run | join("\n")) ~ " as rankhouse_run_columns" -%}
    {%- set of_run = columns + ["score", run_columns, shared_columns] -%}
    {%- set run -%}
        select
        {{ rankhouse.listed(of_run) }}
        from {{ rankhouse.open_table("run") }}
        where {{ rankhouse.open_refusals(rankhouse.names_taken(macro)) }}
    {%- endset -%}
    {%- set judgments -%}
        select
        {{ rankhouse.listed(columns + ["relevance", shared_columns]) }}
        from {{ rankhouse.open_table("coalesce(judgments, run)") }}
    {%- endset -%}
    {{
        return(
            [
                rankhouse.open_grouping(shared),
                rankhouse.step("grouped_run", "a row of the run, with what it is grouped by", run),
                rankhouse.step("grouped_judgments", "the same of the judgments", judgments),
            ]
        )
    }}
{% endmacro %}

{#
rankhouse_asked: the measures that are asked for, each once; rankhouse_cutoffs: their cutoffs. The messages are those
of read_measures.
#}
{% macro open_measures(plan) %}
    {%- set spellings = [] -%}
    {%- for name in rankhouse.open_names() -%}
        {%- set takes_k = "true" if name in rankhouse.open_names_with_k() else "false" -%}
        {%- for spelling in [name] + rankhouse.declaration(name).aliases -%}
            {%- do spellings.append("(" ~ rankhouse.literals([spelling, name]) ~ ", " ~ takes_k ~ ")") -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- set known -%}
        select listed.spelling, listed.metric, listed.takes_k
        from (values
        {{ rankhouse.listed(spellings) }}
        ) as listed(spelling, metric, takes_k)
    {%- endset -%}
    {%- set spelled -%}
        select
        unnest(
            case
                when len({{ rankhouse.open_list("measures") }}) > 0 then {{ rankhouse.open_list("measures") }}
                else {{ rankhouse.open_error(rankhouse.says_no_measure()) }}
            end
        ) as asked,
        trim(split_part(lower(asked), '@', 1)) as spelling,
        trim(split_part(asked, '@', 2)) as written
    {%- endset -%}
    {%- set asked -%}
        select distinct
        metric || coalesce('@' || cutoff, '') as measure,
        metric,
        cutoff
        from (
            select
            known.metric,
            unnest(
                case
                    when known.metric is null
                    then {{ rankhouse.open_error(rankhouse.says_not_open("<asked>")) }}
                    when not contains(spelled.asked, '@')
                    then case when known.takes_k then usual.cutoffs else [null] end
                    {%- for name in rankhouse.open_names() if rankhouse.declaration(name).cutoff == "none" %}
                        when known.metric = {{ rankhouse.literal(name) }}
                        then {{ rankhouse.open_error(rankhouse.says_no_cutoff(name, "<asked>")) }}
                    {%- endfor %}
                    when regexp_full_match(spelled.written, '0*[1-9][0-9]{0,16}|[{] *[1-9][0-9, ]*[}]')
                    then string_split(trim(spelled.written, '{} '), ',')::bigint[]
                    else {{ rankhouse.open_error(rankhouse.says_wrong_cutoff("<written>", "<asked>")) }}
                end
            ) as cutoff
            from rankhouse_spelled as spelled
            cross join rankhouse_usual as usual
            left join rankhouse_known as known on spelled.spelling = known.spelling
        ) as named
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("known", "a spelling of a measure", known),
                rankhouse.step("spelled", "a measure that is asked for, as it is written", spelled),
                rankhouse.step(
                    "usual",
                    "the cutoffs of a measure without one",
                    "select " ~ rankhouse.open_cutoffs() ~ " as cutoffs",
                ),
                rankhouse.step("asked", "a measure with its cutoff", asked),
                rankhouse.step("cutoffs", "a cutoff", "select distinct cutoff\nfrom rankhouse_asked"),
            ]
        )
    }}
{% endmacro %}

{% macro says_not_open(text) %}
    {%- set known = rankhouse.open_names() | join(", ") -%}
    {%- set elsewhere = "; rankhouse.register(con) and load rankhouse have the other measures and options" -%}
    {{ return(rankhouse.says_unknown_measure(text, ": these macros have " ~ known ~ elsewhere)) }}
{% endmacro %}

{# `said` as an error of SQL; <asked> and <written> are columns of rankhouse_spelled. #}
{% macro open_error(said) %}
    {%- set text = rankhouse.literal(said) -%}
    {%- set text = text | replace("<asked>", "' || coalesce(spelled.asked, 'NULL') || '") -%}
    {{ return("error(" ~ text | replace("<written>", "' || spelled.written || '") ~ ")") }}
{% endmacro %}

{# One cutoff or several as a list; NULL looks at the whole list. #}
{% macro open_cutoffs() -%}
    case
        when k is null
        then [null]
        when regexp_full_match(trim(k::varchar, '[]'), '[1-9][0-9]{0,17}(, [1-9][0-9]{0,17})*')
        then string_split(trim(k::varchar, '[]'), ',')::bigint[]
        else error('k is a cutoff, a whole number of at least 1, or a list of them, got ' || k::varchar)
    end
{%- endmacro %}

{# No cutoff is above the largest number in what is asked for, which the parser has to know. #}
{% macro open_depth() %}
    {%- set numbers = "regexp_extract_all(concat(measures::varchar, ' ', k::varchar), '[0-9]{1,17}')" -%}
    {{ return("least(coalesce(list_max(" ~ numbers ~ "::bigint[]), 1), " ~ rankhouse.heap_limit() ~ ")") }}
{% endmacro %}

{# See value_steps. #}
{% macro open_value_steps(plan) %}
    {%- set unit = plan.by + ["query_id"] -%}
    {%- set counts = ["n_relevant", "n_judged", "n_retrieved"] -%}
    {%- set key = rankhouse.columns_of("units", unit) + counts + ["cutoff"] -%}
    {%- set wide -%}
        select
        {{ rankhouse.listed(rankhouse.select_of("units", unit) + counts + ["cutoff"]) }},
        {{
            rankhouse.per_measure(
                plan, "case when cutoff is null then <value> else <within_k> end as value_<number>", ",\n"
            )
        }}
        from rankhouse_units as units
        cross join rankhouse_cutoffs
        left join rankhouse_rows as evaluated on {{ rankhouse.match("units", "evaluated", unit) }}
        group by {{ rankhouse.inline(key) }}
    {%- endset -%}
    {%- set values -%}
        select
        {{
            rankhouse.listed(
                rankhouse.columns_of("wide", unit + ["n_relevant", "n_retrieved"])
                + rankhouse.columns_of("asked", rankhouse.measure_key(plan))
            )
        }},
        case asked.metric
        {{ rankhouse.per_measure(plan, "when <metric> then wide.value_<number>", "\n") }}
        end as value
        from rankhouse_wide as wide
        join rankhouse_asked as asked on wide.cutoff is not distinct from asked.cutoff
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("wide", "a query in its groups with a cutoff, a column for each measure", wide),
                rankhouse.measured_step(plan, values),
            ]
        )
    }}
{% endmacro %}
