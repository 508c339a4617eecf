{#
Which settings give a figure that somebody has: the values of a measure by every convention that has it, by known faults
of libraries, by forms in which NDCG is written by hand (own_sql.sql), and by up to `changes` settings that differ from those asked for, nearest first. One row per value and
settings: place (1 is nearest), value, difference (value - figure), matches (to the digits that the figure has), measure
(the canonical string), convention (or the thread of a fault, or own SQL), ties, queries, unjudged, pool, n_changes, explanation. Of
settings without a convention that give the same value those with the fewest changes stay.
#}
{% macro explain_number(
    value,
    run,
    judgments=none,
    measure="ndcg@10",
    k=none,
    changes=2,
    by=[],
    judgments_by=[],
    columns={},
    checked=false,
    exclude=none,
    candidates=none
) -%}
    {%- do rankhouse.refuse_others("explain_number", kwargs) -%}
    {%- set arguments = {
        "run": run,
        "judgments": judgments,
        "by": by,
        "judgments_by": judgments_by,
        "columns": columns,
        "checked": checked,
        "exclude": exclude,
        "candidates": candidates,
    } -%}
    {%- set figure = rankhouse.read_figure(value) -%}
    {%- do rankhouse.check_arguments("explain_number", {"k": k, "changes": changes}) -%}
    {%- set inputs = rankhouse.ranking_inputs(arguments) -%}
    {%- do rankhouse.check_groups("explain_number", {"by": by, "judgments_by": judgments_by}) -%}
    {%- set asked = {"figure": figure, "measure": measure, "k": k, "changes": changes} -%}
    {%- set plan = rankhouse.number_plan(asked, inputs, arguments) -%}
    {{ rankhouse.laid_out(rankhouse.explain_number_of(plan)) if execute }}
{%- endmacro %}

{#
The groups, what is tried, and sets of it with the query of their values. Two keys of what is asked are Python's alone.
`with_duplicates`: where a list of the run has an item several times, the run with all of its places, in an order without ties;
the run has the first alone. `without_exponents`: settings that take grades as exponents are left out, because these overflow.
#}
{% macro number_plan(asked, inputs, arguments) %}
    {%- set plan = rankhouse.groups_of(inputs.by, inputs.judgments_by) -%}
    {%- set has_ranks = inputs.columns | select("in", ["rank", "run.rank"]) | list | length > 0 -%}
    {%- set with_duplicates = asked.get("with_duplicates") -%}
    {%- set tried = rankhouse.settings_tried(
        asked.measure, asked.k, asked.changes, has_ranks, with_duplicates is not none
    ) -%}
    {%- if asked.get("without_exponents") -%} {%- set tried = rankhouse.without_exponents(tried) -%} {%- endif -%}
    {%- set read = rankhouse.read_policies(arguments) -%}
    {%- set sets = rankhouse.evaluated_sets(tried, inputs, read, plan, with_duplicates) -%}
    {{ return(dict(plan, figure=asked.figure, tried=tried, sets=sets)) }}
{% endmacro %}

{# What is tried, without settings that take a grade as an exponent. #}
{% macro without_exponents(tried) %}
    {%- set kept = [] -%}
    {%- for each in tried if not rankhouse.take_grades_as_exponents([each.as_read]) -%}
        {%- do kept.append(each) -%}
    {%- endfor -%}
    {{ return(kept) }}
{% endmacro %}

{# A figure as people write it, 0.9307, "0.9300" or "93.1%": the number, and half of its last digit. #}
{% macro read_figure(value) %}
    {%- set text = value | string | trim -%}
    {%- set is_percent = text[-1:] == "%" -%}
    {%- set plain = text[:-1] | trim if is_percent else text -%}
    {%- set unsigned = plain[1:] if plain[:1] in ["-", "+"] else plain -%}
    {%- if value is boolean or not rankhouse.is_number_text(unsigned) or not rankhouse.in_range(
        unsigned | float, {}
    ) -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_no_figure(value)) }}
    {%- endif -%}
    {%- set mantissa, mark, exponent = (unsigned | lower).partition("e") -%}
    {%- set digits = mantissa.partition(".")[2] | length - exponent | int(0) + (2 if is_percent else 0) -%}
    {%- set number = plain | float / (100 if is_percent else 1) -%}
    {#- Sums of the same numbers in another order differ by less than the least half digit. -#}
    {%- set half = [0.5 * 10.0**-digits, 1e-12] | max -%}
    {{ return({"number": number | string, "half": half | string}) }}
{% endmacro %}

{# Everything that is tried: what decides a value as in read_by, with the measure as it is read. The first is what was asked for. #}
{% macro settings_tried(measure, k, changes, has_ranks, has_duplicates=false) %}
    {%- set asked = rankhouse.parse_measure(measure) -%}
    {%- if k is not none and asked.k is not none -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_cutoff_twice(measure, k)) }}
    {%- endif -%}
    {%- set declaration = rankhouse.declaration(asked.metric) -%}
    {%- set cutoffs = rankhouse.cutoffs_tried(declaration, asked.k if k is none else k | int) -%}
    {%- set base = rankhouse.read_by([none], measure)[0] -%}
    {%- set base = dict(base.settings, k=cutoffs[0]) -%}
    {%- set found = [] -%}
    {%- for each in rankhouse.changed_settings(declaration, base, cutoffs, changes) -%}
        {%- do found.append({"settings": dict(base, **each), "convention": none, "lead": "", "note": ""}) -%}
    {%- endfor -%}
    {%- set any_cutoff = asked.k is none and k is none -%}
    {%- do found.extend(rankhouse.settings_of_libraries(declaration, base, cutoffs, any_cutoff, has_duplicates)) -%}
    {%- do found.extend(rankhouse.own_sql_tried(declaration, base, cutoffs)) -%}
    {%- set tried = [] -%}
    {%- for each in found -%}
        {%- set as_read = each.get("as_read") or rankhouse.measure_of_settings(declaration, each.settings) -%}
        {%- set refused = rankhouse.refusal(declaration, as_read, each.settings.ties) -%}
        {%- if loop.first and refused is not none -%} {{ exceptions.raise_compiler_error(refused) }}
        {%- elif refused is none -%}
            {%- set changed = [] -%}
            {%- for name in base if base[name] != each.settings[name] and (has_ranks or name != "ranks") -%}
                {%- do changed.append(name) -%}
            {%- endfor -%}
            {%- do tried.append(
                dict(
                    each,
                    number=tried | length + 1,
                    as_read=as_read,
                    n_changes=changed | length,
                    explanation=rankhouse.explanation_of(each, base, changed),
                )
            ) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(tried) }}
{% endmacro %}

{# The cutoffs that are tried, first what was asked for: those beside it and none, or the usual ones. #}
{% macro cutoffs_tried(declaration, k) %}
    {%- set rule = declaration.get("cutoff", "optional") -%}
    {%- set whole = [none] if rule != "required" else [] -%}
    {%- if rule == "none" -%} {{ return([none]) }}
    {%- elif k is none -%} {{ return(whole + [10, 1, 3, 5, 20, 50, 100, 1000]) }}
    {%- endif -%}
    {{ return([k] + ([k - 1] if k > 1 else []) + [k + 1] + whole) }}
{% endmacro %}

{# Up to so many settings at once that differ from those asked for: options and policies with choices, the cutoff. #}
{% macro changed_settings(declaration, base, cutoffs, changes) %}
    {%- set choices = {"k": cutoffs} -%}
    {%- for option, spec in declaration.options.items() if spec.choices is defined -%}
        {%- do choices.update({option: spec.choices}) -%}
    {%- endfor -%}
    {%- do choices.update(rankhouse.policies()) -%}
    {%- set found = [{}] -%}
    {%- for name, values in choices.items() -%}
        {%- set more = [] -%}
        {%- for each in found if each | length < changes -%}
            {%- for value in values if value != base[name] -%}
                {%- do more.append(dict(each, **{name: value})) -%}
            {%- endfor -%}
        {%- endfor -%}
        {%- do found.extend(more) -%}
    {%- endfor -%}
    {{ return(found) }}
{% endmacro %}

{# The settings of each library that has the measure, in each way that it offers, and those of its known faults. #}
{% macro settings_of_libraries(declaration, base, cutoffs, any_cutoff, has_duplicates) %}
    {%- set found, ways = [], [] -%}
    {%- for name, convention in rankhouse.conventions().items() -%}
        {%- for text in rankhouse.ways_of_library(convention, declaration) -%}
            {%- do ways.append({"convention": name, "settings": name, "text": text, "note": ""}) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- for thread, fault in rankhouse.known_faults_of(declaration.name, has_duplicates).items() -%}
        {%- do ways.append(
            {
                "convention": thread,
                "settings": fault.convention,
                "text": fault.measures[declaration.name],
                "note": fault.note,
                "library": rankhouse.library_of_fault(fault),
                "counts_duplicates": has_duplicates and "duplicates" in fault,
            }
        ) -%}
    {%- endfor -%}
    {%- for way in ways -%}
        {%- set convention = rankhouse.convention(way.settings) -%}
        {%- for k in cutoffs if any_cutoff or k == cutoffs[0] -%}
            {%- if rankhouse.has_measure(convention, declaration.name, k) -%}
                {%- set text = way.text ~ ("" if k is none else "@" ~ k) -%}
                {%- set by_library = rankhouse.read_by([way.settings], text)[0].settings -%}
                {%- set needs = "it needs " ~ convention.needs | join(" and ") if "needs" in convention else "" -%}
                {%- do found.append(
                    {
                        "settings": dict(by_library, k=k),
                        "convention": way.convention,
                        "lead": way.get("library", convention.library),
                        "note": [way.note, needs] | select | join("; "),
                        "counts_duplicates": way.get("counts_duplicates", false),
                    }
                ) -%}
            {%- endif -%}
        {%- endfor -%}
    {%- endfor -%}
    {{ return(found) }}
{% endmacro %}

{# The measure in each way that a library offers, without the cutoff. #}
{% macro ways_of_library(convention, declaration) %}
    {%- set ways = [[]] -%}
    {%- for rule in rankhouse.library_rules(convention.measures.get(declaration.name, {})) -%}
        {%- if rule.option in declaration.options and rule.allowed | length > 1 -%}
            {%- set more = [] -%}
            {%- for way in ways -%}
                {%- for value in rule.allowed -%}
                    {%- do more.append(way + [rule.option ~ "=" ~ value]) -%}
                {%- endfor -%}
            {%- endfor -%}
            {%- do ways.clear() -%}
            {%- do ways.extend(more) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set texts = [] -%}
    {%- for way in ways -%}
        {%- do texts.append(declaration.name ~ ("(" ~ way | join(", ") ~ ")" if way else "")) -%}
    {%- endfor -%}
    {{ return(texts) }}
{% endmacro %}

{# The measure of these settings, as parse_measures reads it, under the package's own defaults. #}
{% macro measure_of_settings(declaration, settings) %}
    {%- set options = [] -%}
    {%- for option, spec in declaration.options.items() if settings[option] != rankhouse.default_of_option(spec) -%}
        {%- do options.append(option ~ "=" ~ settings[option]) -%}
    {%- endfor -%}
    {%- set text = declaration.name ~ ("(" ~ options | join(", ") ~ ")" if options else "") -%}
    {%- set text = text ~ ("" if settings.k is none else "@" ~ settings.k) -%}
    {%- set read = rankhouse.parse_measure(text) -%}
    {{ return(dict(read, only=settings.only, without_relevant=settings.without_relevant)) }}
{% endmacro %}

{# "ranx 0.3.21: gain=linear (not exponential), queries=all (not judged)". #}
{% macro explanation_of(way, base, changed) %}
    {%- set words = dict(rankhouse.setting_words(), k="cutoff") -%}
    {%- set values = dict(rankhouse.setting_value_words(), **{"k=None": "none"}) -%}
    {%- set said = [] -%}
    {%- for name in changed -%}
        {%- set after, before = way.settings[name] | string, base[name] | string -%}
        {%- set after = values.get(name ~ "=" ~ after, after) -%}
        {%- set before = values.get(name ~ "=" ~ before, before) -%}
        {%- set lead = words[name] ~ ": " if name in words else name ~ "=" -%}
        {%- do said.append(lead ~ after ~ " (not " ~ before ~ ")") -%}
    {%- endfor -%}
    {%- set said = said | join(", ") if changed else "the settings asked for" -%}
    {{ return([(way.lead ~ ": " if way.lead else "") ~ said, way.note] | select | join("; ")) }}
{% endmacro %}

{# Settings that share ranks and policies are evaluated at once: under their numbers, because a measure may be among them twice. #}
{% macro evaluated_sets(tried, inputs, read, plan, with_duplicates=none) %}
    {%- set sets = {} -%}
    {%- for each in tried -%}
        {%- set settings = each.settings -%}
        {%- set shared = {} -%}
        {%- for name in rankhouse.policies() -%} {%- do shared.update({name: settings[name]}) -%} {%- endfor -%}
        {%- set read_as = {} -%}
        {%- for name in rankhouse.readings() -%} {%- do read_as.update({name: settings[name]}) -%} {%- endfor -%}
        {%- set without_groups = (
            shared.pool == "retrieved" and shared.queries == "run" and plan.judgments_are_grouped
        ) -%}
        {%- set all_places = each.get("counts_duplicates", false) -%}
        {%- set is_form = "form" in each -%}
        {%- set key = shared.values() | join(" ") ~ read_as.values() | join(" ") ~ all_places ~ is_form -%}
        {%- if not without_groups -%}
            {%- if key not in sets -%}
                {%- set of_set = dict(read, read_as=read_as, **shared) -%}
                {%- set run = with_duplicates if all_places else inputs.run -%}
                {%- do sets.update(
                    {
                        key: {
                            "inputs": dict(inputs, run=run),
                            "read": dict(of_set, checked=all_places or read.checked),
                            "measures": [],
                            "known": rankhouse.own_sql_declared() if is_form else none,
                        }
                    }
                ) -%}
            {%- endif -%}
            {%- do sets[key].measures.append(dict(each.as_read, measure=each.number | string)) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set evaluated = [] -%}
    {%- for each in sets.values() -%}
        {%- do evaluated.append(
            {
                "values": rankhouse.metrics_of(
                    rankhouse.ranking_plan(each.inputs, each.read, each.measures, each.known)
                )
            }
        ) -%}
    {%- endfor -%}
    {{ return(evaluated) }}
{% endmacro %}

{% macro explain_number_of(plan) -%}
    {%- set figure = plan.figure -%}
    {%- set groups = rankhouse.quoted_outputs(plan) -%}
    {%- set key = rankhouse.inline(groups) -%}
    {%- set evaluated -%}
        select
        {{ rankhouse.listed(groups + ["measure as number", "value"]) }}
        from (
            <values>
        ) as evaluated
    {%- endset -%}
    {%- set difference = "value - " ~ rankhouse.double(figure.number) -%}
    {%- set described = ["measure", "convention", "ties", "queries", "unjudged", "pool", "n_changes", "explanation"] -%}
    {%- set compared -%}
        select
        {{ rankhouse.listed(groups + ["evaluated.number", "value", difference ~ " as difference"]) }},
        case when abs({{ difference }}) <= {{ rankhouse.double(figure.half) }} then 1 else 0 end as is_match,
        {{ rankhouse.listed(described + ["effort"]) }}
        from rankhouse_evaluated as evaluated
        join rankhouse_tried as tried on evaluated.number = tried.number
        where value is not null
    {%- endset -%}
    {%- set same_value = rankhouse.inline(groups + [rankhouse.to_12_digits("value")]) -%}
    {%- set fewest -%}
        select
        compared.*,
        min(effort) over (partition by {{ same_value }}, case when convention is null then 0 else 1 end) as least_effort
        from rankhouse_compared as compared
    {%- endset -%}
    {%- set nearness = (
        "is_match desc, is_match * effort, "
        ~ rankhouse.to_12_digits("abs(difference)")
        ~ ", effort, "
        ~ rankhouse.bigint("number")
    ) -%}
    {%- set partition = "partition by " ~ key ~ " " if groups else "" -%}
    {%- set steps = [
        rankhouse.step(
            "evaluated",
            "a value by some settings",
            rankhouse.per_measure(plan, evaluated, "\nunion all\n", "sets"),
        ),
        rankhouse.step("tried", "settings", rankhouse.rows_of_tried(plan)),
        rankhouse.step("compared", "a value with its settings, beside the figure", compared),
        rankhouse.step("fewest", "the same with the fewest changes that give its value", fewest),
    ] -%}
    {%- set answer -%}
        select
        {{ rankhouse.listed(groups) ~ "," if groups }}
        {{ rankhouse.bigint("row_number() over (" ~ partition ~ "order by " ~ nearness ~ ")") }} as place,
        value,
        difference,
        is_match = 1 as matches,
        {{ rankhouse.listed(described) }}
        from rankhouse_fewest as fewest
        where convention is not null or effort = least_effort
    {%- endset -%}
    {{ rankhouse.query_of(steps, "a value and settings that give it", answer) }}
{%- endmacro %}

{# Values that differ only by the order of summing are one value; on Postgres only decimals can be rounded to digits. #}
{% macro to_12_digits(value) %} {{ return("floor(" ~ value ~ " * 1e12 + 0.5)") }}{% endmacro %}

{# The settings as rows. `effort`: none for what was asked for, then conventions, then changes by their number. #}
{% macro rows_of_tried(plan) -%}
    {%- set rows = [] -%}
    {%- for each in plan.tried -%}
        {%- set convention = rankhouse.text(
            "null" if each.convention is none else rankhouse.literal(each.convention)
        ) -%}
        {%- set settings = each.settings -%}
        {%- set queries = settings.queries if settings.only is none else settings.only -%}
        {%- set effort = 1 if each.convention is not none else each.n_changes + 1 if each.n_changes else 0 -%}
        {%- set cells = [
            rankhouse.literal(each.number | string) ~ " as number",
            rankhouse.literal(each.as_read.measure) ~ " as measure",
            convention ~ " as convention",
            rankhouse.literal(settings.ties) ~ " as ties",
            rankhouse.literal(queries) ~ " as queries",
            rankhouse.literal(settings.unjudged) ~ " as unjudged",
            rankhouse.literal(settings.pool) ~ " as pool",
            rankhouse.bigint(each.n_changes) ~ " as n_changes",
            rankhouse.literal(each.explanation) ~ " as explanation",
            effort ~ " as effort",
        ] -%}
        {%- do rows.append("select\n" ~ rankhouse.listed(cells)) -%}
    {%- endfor -%}
    {{ return(rows | join("\nunion all\n")) }}
{%- endmacro %}
