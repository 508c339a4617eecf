{# DuckDB's table macros over predictions; see macros/table_macros/arguments.sql for how their arguments are read. #}
{% macro prediction_parameters() %}
    {{
        return(
            {
                "predictions": none,
                "measures": "null",
                "by": "[]",
                "thresholds": "[0.5]",
                "points": "1000",
                "bins": "null",
                "lowest": "null",
                "highest": "null",
                "score": "'score'",
                "label": "'label'",
                "prediction": "null",
            }
        )
    }}
{% endmacro %}

{% macro duckdb_table_macro__classifier_metrics() -%}
    {%- set plan = rankhouse.prediction_plan_from_arguments() -%}
    {%- do plan.update({"placed_when_asked": true, "predicts_labels": "given"}) -%}
    {%- set names = rankhouse.classifier_catalogue() | map(attribute="name") | list -%}
    {%- set every = rankhouse.parse_measures(names, rankhouse.classifier_catalogue()) -%}
    {{ rankhouse.answered(rankhouse.classifier_metrics_of(plan, every, none)) }}
{%- endmacro %}

{% macro duckdb_table_macro__confusion() -%}
    {%- set plan = rankhouse.prediction_plan_from_arguments() -%}
    {%- do plan.update({"predicts_labels": "given"}) -%}
    {{ rankhouse.answered(rankhouse.confusion_of(plan, none)) }}
{%- endmacro %}

{% macro duckdb_table_macro__roc_curve() -%}
    {{ rankhouse.answered(rankhouse.roc_curve_of(rankhouse.prediction_plan_from_arguments(), 1000)) }}
{%- endmacro %}

{% macro duckdb_table_macro__pr_curve() -%}
    {{ rankhouse.answered(rankhouse.pr_curve_of(rankhouse.prediction_plan_from_arguments(), 1000)) }}
{%- endmacro %}

{% macro duckdb_table_macro__calibration() -%}
    {{ rankhouse.answered(rankhouse.calibration_of(rankhouse.prediction_plan_from_arguments(), 10)) }}
{%- endmacro %}

{% macro duckdb_table_macro__lift() -%}
    {{ rankhouse.answered(rankhouse.lift_of(rankhouse.prediction_plan_from_arguments(), 10)) }}
{%- endmacro %}

{% macro duckdb_table_macro__binned_auc() -%}
    {{ rankhouse.answered(rankhouse.binned_auc_of(rankhouse.prediction_plan_from_arguments(), 1000, none, none)) }}
{%- endmacro %}

{% macro duckdb_table_macro__prediction_problems() -%}
    {%- set relation = "(select " ~ rankhouse.argument_column("label") ~ " as given_label, " -%}
    {%- set relation = (
        relation ~ rankhouse.argument_column("score") ~ " as given_score from query_table($predictions))"
    ) -%}
    select *
    from ({{ rankhouse.problems_of_predictions(relation, "score", "given_score", "given_label") }}) as found
    order by all
{%- endmacro %}

{% macro answered(query) -%}
    select * exclude (rankhouse_ungrouped_run) from ({{ query }}) as answered order by all
{%- endmacro %}

{# A predicted label is a score of 0 or 1; anything else is no score. #}
{% macro prediction_arguments(plan) %}
    {%- if plan.predicts_labels != "given" -%} {{ return("by_run, score, label_value") }}{%- endif -%}
    {{ return("by_run, case when $prediction is null or score in (0, 1) then score end as score, label_value") }}
{% endmacro %}

{% macro predictions_argument(plan) -%}
    (
        select
            {{ rankhouse.packed_columns("by_run", "rankhouse_ungrouped_run", rankhouse.names_column("$by")) }},
            cast(
                columns(
                    lambda column_name:lower(column_name)
                    = lower({{ "coalesce($prediction, $score)" if plan.predicts_labels == "given" else "$score" }})
                ) as double
            ) as score,
            cast({{ rankhouse.argument_column("label") }} as double) as label_value
        from (select *, 0 as rankhouse_ungrouped_run from query_table($predictions)) as given
    ) as named
{%- endmacro %}

{# $name as a whole number; NULL is the default. #}
{% macro whole_number_argument(name, default, lowest) -%}
    {%- set number = rankhouse.double("coalesce($" ~ name ~ ", " ~ default ~ ")") -%}
    (
        case
            when {{ number }} >= {{ lowest }} and {{ number }} <= 10000000 and {{ number }} = floor({{ number }})
            then {{ number }}::bigint
            else
                error(
                    '{{ name }} is a whole number of at least {{ lowest }} and at most 10 million, got '
                    || {{ "$" ~ name }}::varchar
                )
        end
    )
{%- endmacro %}

{% macro threshold_argument() -%}
    select distinct cut, case when $prediction is null then cut end as threshold
    from
        (
            select
                unnest(
                    case
                        when $prediction is not null
                        then [0.5]
                        when len($thresholds) > 0
                        then $thresholds::double[]
                        else error('thresholds is empty: give at least one, such as [0.5]')
                    end
                ) as cut
        ) as given
    where
        case
            when isfinite(cut)
            then true
            else error('a threshold is a finite number, got ' || coalesce(cut::varchar, 'NULL'))
        end
{%- endmacro %}

{% macro score_range_argument() -%}
    select
        coalesce($lowest::double, min(score)) as range_from,
        case
            when $lowest >= $highest
            then error('lowest is below highest, got ' || $lowest::varchar || ' and ' || $highest::varchar)
            else coalesce($highest::double, max(score))
        end as range_to
    from rankhouse_given
    where abs(score) < 8e307 and ($lowest is null or $highest is null)
{%- endmacro %}

{# rankhouse_requests, read from the argument by the query itself. #}
{% macro classifier_request_arguments(measures) -%}
    rankhouse_known(spelling, metric_name, measure_part, option_name, default_value) as (
        values
            {% for measure in measures %}
                {% set last = loop.last %}
                {% set declaration = measure.declaration %}
                {% set option = declaration.options.keys() | list | first if declaration.options else "" %}
                {% for spelling in [declaration.name] + declaration.aliases %}
                    (
                        {{ rankhouse.literal(spelling) }},
                        {{ rankhouse.literal(declaration.name) }},
                        {{ rankhouse.literal(declaration.part) }},
                        {{ rankhouse.literal(option) }},
                        {{ rankhouse.double(declaration.options[option].default if option else "null") }}
                    ){{ ", " if not (last and loop.last) }}
                {% endfor %}
            {% endfor %}
    ),
    rankhouse_strings as (
        select
            given_text,
            regexp_extract(
                lower(replace(given_text, ' ', '')),
                '^([a-z0-9_]+)(\(([a-z]+)=([0-9.]+)\))?$',
                ['head', 'options', 'option', 'value']
            ) as words
        from
            (
                select distinct
                    unnest(
                        case
                            when len($measures) > 0
                            then $measures::varchar[]
                            else error('no measure was asked for: give measures := [''roc_auc'', ''f1'']')
                        end
                    ) as given_text
            ) as given
    ),
    rankhouse_read as (
        select
            coalesce(
                known.metric_name,
                error(
                    'unknown or malformed measure '''
                    || given_text
                    || ''': did you mean '''
                    || (
                        select arg_max(near.spelling, jaro_winkler_similarity(near.spelling, lower(given_text)))
                        from rankhouse_known as near
                    )
                    || '''? Known: {{ measures | map(attribute="metric") | join(", ") }}'
                )
            ) as metric,
            case
                when $prediction is not null and known.measure_part <> 'confusion'
                then error(known.metric_name || ' needs scores: predicted labels give confusion counts and their measures alone')
                else known.measure_part
            end as part,
            known.option_name,
            known.default_value,
            case
                when words.option = ''
                then known.default_value
                when words.option <> known.option_name
                then error(known.metric_name || ' has no option '''
                    || words.option
                    || ''''
                )
                when
                    try_cast(words.value as double) > 0
                    and (
                        words.option <> 'bins'
                        or (
                            try_cast(words.value as double) <= 1000000
                            and try_cast(words.value as double) = floor(try_cast(words.value as double))
                        )
                    )
                then try_cast(words.value as double)
                else error(words.option || ' in ''' || given_text || ''' is out of range') end as option_value
                from rankhouse_strings as strings
                left join rankhouse_known as known on words.head = known.spelling
            ),
            rankhouse_requests as (
                select distinct
                    metric || case
                        when option_value <> default_value
                        then '(' || option_name || '=' || regexp_replace(option_value::varchar, '\.0$', '') || ')'
                        else ''
                    end as measure,
                    metric,
                    part,
                    case when option_name = 'beta' then option_value end as beta,
                    case when option_name = 'bins' then option_value::bigint end as bins
                from rankhouse_read
            ),
{%- endmacro %}
