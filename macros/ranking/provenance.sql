{#
Where a number comes from: when it was computed, by which version, and with which settings. A setting is a dictionary of
name, value and default. The id of settings is the MD5 hash of those that are not the package's defaults, written
`metric=ndcg; cutoff=10; gain=linear`, so that an option which a later version adds leaves it as it was. A convention
counts by its effect on the measure; its name is a setting apart, like the measure's.
#}
{% macro provenance_columns(plan, measure) %}
    {%- if not plan.get("provenance", false) -%} {{ return([]) }}{%- endif -%}
    {%- set cases = rankhouse.per_measure(rankhouse.certified(plan), "when <measure> then <settings_id>", "\n") -%}
    {{
        return(
            rankhouse.named_expressions(
                {
                    "evaluated_at": rankhouse.evaluated_at(),
                    "rankhouse_version": rankhouse.literal(rankhouse.version()),
                    "settings_id": "case " ~ measure ~ "\n" ~ cases ~ "\nend",
                }
            )
        )
    }}
{% endmacro %}

{% macro provenance_names() %} {{ return(["evaluated_at", "rankhouse_version", "settings_id"]) }}{% endmacro %}

{# The measures of a plan with the id of their settings. #}
{% macro certified(plan) %}
    {%- set common, certified = rankhouse.common_settings(plan), [] -%}
    {%- set convention = plan.settings.get("library", "own") if plan.settings else "none" -%}
    {%- for measure in plan.asked -%}
        {%- set declaration = rankhouse.declaration(measure.metric) -%}
        {%- set settings = rankhouse.measure_settings(declaration, measure, plan.queries) + common -%}
        {%- do certified.append(
            {
                "measure": measure.measure,
                "settings": [
                    {"name": "measure", "value": measure.measure},
                    {"name": "convention", "value": convention},
                ]
                + settings,
                "settings_id": rankhouse.literal(rankhouse.settings_id(settings)),
            }
        ) -%}
    {%- endfor -%}
    {{ return({"measures": certified}) }}
{% endmacro %}

{# SQLMesh, which reads dbt projects, lacks dbt's own. #}
{% macro md5_of(written) %}
    {%- if local_md5 is not defined -%}
        {{
            exceptions.raise_compiler_error(
                "SQLMesh has no local_md5 of dbt, which partition, provenance and gain maps with long names need"
            )
        }}
    {%- endif -%}
    {{ return(local_md5(written)) }}
{% endmacro %}

{% macro settings_id(settings) %}
    {%- set written = [] -%}
    {%- for setting in settings if setting.value != setting.default -%}
        {%- do written.append(setting.name ~ "=" ~ setting.value) -%}
    {%- endfor -%}
    {{ return(rankhouse.md5_of(written | join("; "))) }}
{% endmacro %}

{# The settings of a measure: its options, and what a convention says of it. #}
{% macro measure_settings(declaration, measure, queries) %}
    {%- set settings = [
        {"name": "metric", "value": measure.metric, "default": "none"},
        {"name": "cutoff", "value": "none" if measure.k is none else measure.k | string, "default": "none"},
    ] -%}
    {%- for option in declaration.options -%}
        {%- set default = rankhouse.default_of_option(declaration.options[option]) -%}
        {%- do settings.append({"name": option, "value": measure.options[option], "default": default}) -%}
    {%- endfor -%}
    {%- set without = "none" if measure.without_relevant is none else measure.without_relevant -%}
    {%- do settings.append({"name": "without_relevant", "value": without, "default": "none"}) -%}
    {%- set counted = queries if measure.only is none else measure.only -%}
    {%- do settings.append({"name": "queries", "value": counted, "default": rankhouse.policies().queries[0]}) -%}
    {{ return(settings) }}
{% endmacro %}

{# The settings that all measures of an evaluation share. #}
{% macro common_settings(plan) %}
    {%- set settings = [] -%}
    {%- for name, choices in rankhouse.policies().items() if name != "queries" -%}
        {%- do settings.append({"name": name, "value": plan[name], "default": choices[0]}) -%}
    {%- endfor -%}
    {%- set lowest = "above 0" -%}
    {%- if plan.relevant_from is not none -%}
        {%- set lowest = rankhouse.plain_number(plan.relevant_from | float) -%}
    {%- endif -%}
    {%- do settings.append({"name": "relevant_from", "value": lowest, "default": "above 0"}) -%}
    {%- for name in rankhouse.readings() -%}
        {%- set value = plan.read_as.get(name, "as given") -%}
        {%- do settings.append({"name": "read_as." ~ name, "value": value, "default": "as given"}) -%}
    {%- endfor -%}
    {%- set candidates = rankhouse.candidates_of(plan) -%}
    {%- do settings.append(
        {"name": "candidates", "value": "all" if candidates is none else candidates, "default": "all"}
    ) -%}
    {%- set weigh = rankhouse.intents_weigh(plan) -%}
    {%- set intents = "none" if plan.intents is none else "weighted" if weigh else "of equal weight" -%}
    {%- do settings.append({"name": "intents", "value": intents, "default": "none"}) -%}
    {%- if rankhouse.queries_weigh(plan) -%}
        {%- do settings.append({"name": "weight", "value": "of queries", "default": "none"}) -%}
    {%- endif -%}
    {{ return(settings) }}
{% endmacro %}
