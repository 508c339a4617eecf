{#
The messages about a measure string that cannot be read, here and in DuckDB's table macros. Each is a text made of its
arguments as they are.
#}
{% macro says_measures_are_a_list(found) %}
    {{ return("measures must be a list such as ['ndcg@10', 'map'], got " ~ found) }}
{% endmacro %}

{% macro says_intents_need_judgments() %}
    {{ return("intents is a column of the judgments: give run and judgments as two tables") }}
{% endmacro %}

{% macro says_needs_intents(column) %}
    {{
        return(
            "columns: " ~ column ~ " is only read with intents, the column of the judgments that holds the intents"
        )
    }}
{% endmacro %}

{% macro says_nuggets_need_importance() %}
    {{
        return(
            "nugget_recall with a weight for okay nuggets needs to know which nuggets are vital: give the column of the judgments with vital or okay as columns={'importance': ...}"
        )
    }}
{% endmacro %}

{# SQL, read on the row of a query that has too many items to try all their orders. #}
{% macro says_too_many_for_exact_ideal(most) %}
    {%- set query = rankhouse.literal("judgments: query '") ~ " || " ~ rankhouse.text("query_id") -%}
    {%- set said = "' has " ~ "more than " ~ most -%}
    {%- set said = said ~ " items that serve an intent, too many for alpha_ndcg(ideal=exact): use ideal=greedy" -%}
    {{ return(query ~ " || " ~ rankhouse.literal(said)) }}
{% endmacro %}

{% macro says_no_measure() %}
    {{ return("no measure was asked for: give a list such as ['ndcg@10', 'map']") }}
{% endmacro %}

{% macro says_too_many_measures(n) %}
    {{
        return(
            "measures has "
            ~ n
            ~ " measures, but a call takes at most "
            ~ rankhouse.most_measures()
            ~ ", because the"
            ~ " memory and time of its query grow with them: split them into several calls, such as 100 in each"
        )
    }}
{% endmacro %}

{# Of a measure string; a map of 256 grades has about 3,000. #}
{% macro most_characters() %} {{ return(10000) }}{% endmacro %}

{% macro says_too_long(text) %}
    {{
        return(
            "a measure has at most 10,000 characters, got one of " ~ text
            | length ~ " that begins with '" ~ text[:40] ~ "'"
        )
    }}
{% endmacro %}

{# A text as a message shows it: the beginning of a long one. #}
{% macro shortened(text) %}
    {%- set text = text | string -%} {{ return(text[:100] ~ "..." if text | length > 200 else text) }}
{% endmacro %}

{% macro says_malformed(text) %}
    {{
        return(
            "malformed measure '"
            ~ rankhouse.shortened(text)
            ~ "': write name[(option=value, ...)][@k], such as 'ndcg(gain=linear)@10'"
        )
    }}
{% endmacro %}

{% macro says_unknown_measure(text, hint) %}
    {{ return("unknown measure '" ~ rankhouse.shortened(text) ~ "'" ~ hint) }}
{% endmacro %}

{% macro says_elsewhere(text, task) %}
    {{ return("unknown measure '" ~ text ~ "': it is a measure of " ~ task) }}
{% endmacro %}

{% macro says_wrong_cutoff(cutoff, text) %}
    {%- if "," in cutoff and "{" not in cutoff -%}
        {{ return("'" ~ rankhouse.shortened(text) ~ "' is several measures: give a list, with one in each entry") }}
    {%- endif -%}
    {{
        return(
            "the cutoff of a measure is a whole number of at least 1, got '"
            ~ cutoff
            ~ "' in '"
            ~ text
            ~ "'; write several as {5,10}, each once"
        )
    }}
{% endmacro %}

{% macro says_no_cutoff(name, text) %}
    {{ return(name ~ " takes no cutoff: write '" ~ name ~ "' instead of '" ~ text ~ "'") }}
{% endmacro %}

{% macro says_malformed_option(pair, text) %}
    {{ return("malformed option '" ~ pair ~ "' in '" ~ text ~ "': write option=value") }}
{% endmacro %}

{% macro says_unknown_option(name, option, text, hint) %}
    {{ return(name ~ " has no option '" ~ option ~ "' (in '" ~ text ~ "')" ~ hint) }}
{% endmacro %}

{% macro says_no_option(name, option, text) %}
    {{ return(name ~ " has no option '" ~ option ~ "' (in '" ~ text ~ "'): it takes no options") }}
{% endmacro %}

{% macro says_option_twice(option, text) %}
    {{ return("option '" ~ option ~ "' is given twice in '" ~ text ~ "'") }}
{% endmacro %}

{% macro says_wrong_choice(option, name, choices, value, text) %}
    {{
        return(
            option ~ " of " ~ name ~ " is one of " ~ choices
            | join(" | ") ~ ", got '" ~ value ~ "' in '" ~ text ~ "'"
        )
    }}
{% endmacro %}

{% macro says_wrong_pairs(rule, value, text) %}
    {{ return(rule ~ ", got '" ~ value ~ "' in '" ~ text ~ "'") }}
{% endmacro %}

{% macro says_wrong_number(option, name, range, value, text) %}
    {{ return(option ~ " of " ~ name ~ " is " ~ range ~ ", got '" ~ value ~ "' in '" ~ text ~ "'") }}
{% endmacro %}

{% macro says_unknown_convention(name, hint) %}
    {{ return("unknown convention '" ~ rankhouse.shortened(name) ~ "'" ~ hint) }}
{% endmacro %}

{% macro says_not_reproduced(library, text, reason) %}
    {{ return(library ~ ": '" ~ text ~ "' cannot be reproduced: " ~ reason) }}
{% endmacro %}

{% macro says_not_in_library(library, text, known) %}
    {{ return(library ~ " has no measure that matches '" ~ text ~ "'; it has " ~ known | join(", ")) }}
{% endmacro %}

{% macro says_cutoff_of_library(library, name, cutoff, text) %}
    {{ return(library ~ " only computes " ~ name ~ cutoff ~ ", got '" ~ text ~ "'") }}
{% endmacro %}

{% macro says_choice_of_library(library, option, name, allowed, text) %}
    {{
        return(
            library ~ " only computes " ~ name ~ " with " ~ option ~ "=" ~ allowed
            | join(" | ") ~ ", got '" ~ text ~ "'"
        )
    }}
{% endmacro %}

{% macro says_no_option_in_library(library, option, name, text) %}
    {{ return(library ~ " has no option " ~ option ~ " for " ~ name ~ ", got '" ~ text ~ "'") }}
{% endmacro %}

{% macro says_wrong_policy(name, choices, value) %}
    {{ return(name ~ " is one of " ~ choices | join(" | ") ~ ", got '" ~ value ~ "'") }}
{% endmacro %}

{% macro says_no_group_of_judgments(columns) %}
    {{
        return(
            "a query without judgments of retrieved items (pool=retrieved, queries=run) belongs to no group of the judgments: group by columns of the run instead of "
            ~ columns
            | join(", ")
        )
    }}
{% endmacro %}

{% macro says_needs_scores(what) %}
    {{ return(what ~ " needs scores: predicted labels only give confusion counts and the measures based on them") }}
{% endmacro %}

{% macro says_no_weights(measure) %}
    {{ return(measure ~ " counts rows and has no weighted form: ask for it without weight") }}
{% endmacro %}

{#
"confidence is a number above 0 and below 1, such as 0.95, got '95'", "bins is a whole number of at least 1 and at most 10
million, got '0'"
#}
{% macro says_no_number(name, spec, value) %}
    {%- set meaning = spec.meaning ~ ", " if spec.meaning is defined else "" -%}
    {%- set example = ", such as " ~ spec.such_as if spec.such_as is defined else "" -%}
    {%- set number = rankhouse.whole_range_text(spec) if spec.kind == "whole" else rankhouse.range_text(spec) -%}
    {{ return(name ~ " is " ~ meaning ~ number ~ example ~ ", got '" ~ value ~ "'") }}
{% endmacro %}

{% macro says_no_name(name, value) %} {{ return(name ~ " is the name of a column, got '" ~ value ~ "'") }}{% endmacro %}

{% macro says_no_figure(value) %}
    {{ return("value is the figure to explain, a number such as 0.9307 or '93.1%', got '" ~ value ~ "'") }}
{% endmacro %}

{% macro says_cutoff_twice(measure, k) %}
    {{ return("give the cutoff either in the measure or in k, got measure '" ~ measure ~ "' and k " ~ k) }}
{% endmacro %}

{% macro says_wrong_threshold(value) %}
    {{ return("a threshold is a finite number, got '" ~ value ~ "'") }}
{% endmacro %}

{% macro says_no_threshold() %} {{ return("thresholds is empty: give at least one, such as [0.5]") }}{% endmacro %}

{% macro says_wrong_range(lowest, highest) %}
    {{ return("lowest must be below highest, got " ~ lowest ~ " and " ~ highest) }}
{% endmacro %}

{% macro says_not_in_by(name) %}
    {{
        return(
            "ground_truth_by lists the columns of by that the ground truth also has, but '" ~ name ~ "' is not in by"
        )
    }}
{% endmacro %}

{% macro says_wrong_iou_thresholds(listed) %}
    {{
        return(
            "iou_thresholds is a list of numbers above 0 and up to 1, or of ranges such as '0.5:0.95:0.05', got '"
            ~ listed
            | join(", ") ~ "'"
        )
    }}
{% endmacro %}

{% macro says_columns_are_a_map(columns) %}
    {{ return("columns is a dictionary such as {'item_id': 'sku'}, got " ~ columns) }}
{% endmacro %}

{% macro says_no_key(what, key, hint) %} {{ return(what ~ " has no key '" ~ key ~ "'" ~ hint) }}{% endmacro %}

{% macro says_no_column(key, keys) %}
    {{ return("columns has no key '" ~ key ~ "': its keys are " ~ keys) }}
{% endmacro %}

{% macro says_key_is_argument(key, argument, name) %}
    {{ return("columns has no key '" ~ key ~ "', which an argument names: " ~ argument ~ "='" ~ name ~ "'") }}
{% endmacro %}

{# "query_id, item_id, each for all inputs or as 'run.query_id'" #}
{% macro keys_of_columns(names, sides) %}
    {{ return(names | join(", ") ~ ", for all inputs or as '" ~ sides[0] ~ "." ~ names[0] ~ "'") }}
{% endmacro %}

{% macro says_missing_relation(name, relation) %}
    {{ return(name ~ " is the name of a table, or a relation such as ref('search_run'), got '" ~ relation ~ "'") }}
{% endmacro %}

{% macro says_text_of_model(name, relation, call) %}
    {{
        return(
            name
            ~ " is the text '"
            ~ relation
            ~ "', so dbt does not know what to build first: write "
            ~ call
            ~ " without quotes around it"
        )
    }}
{% endmacro %}

{% macro says_no_boolean(name, value) %} {{ return(name ~ " is true or false, got '" ~ value ~ "'") }}{% endmacro %}

{% macro says_no_list_of_names(name, value) %}
    {{ return(name ~ " is a list of column names such as ['system'], got '" ~ value ~ "'") }}
{% endmacro %}

{% macro says_no_limits(name, value) %}
    {%- set shown = {"weights": "system such as {'bm25': 1, 'dense': 2}"} -%}
    {%- set shown = shown.get(name, "measure such as {'recall@100': 0.01}") -%}
    {{ return(name ~ " is a map of numbers by " ~ shown ~ ", got '" ~ value ~ "'") }}
{% endmacro %}

{% macro says_margin_of_deciding(measure) %}
    {{
        return(
            "margins: '" ~ measure ~ "' decides, so it has no margin: leave it out, or name another one by measure"
        )
    }}
{% endmacro %}

{% macro says_named_like_a_result(name, column) %}
    {{
        return(
            name ~ " names '" ~ column ~ "', which is also a column of the result: rename it in a view or a select"
        )
    }}
{% endmacro %}

{% macro says_name_twice(name, columns) %}
    {{ return(name ~ " names a column twice: " ~ columns | join(", ")) }}
{% endmacro %}

{% macro says_step_name(name, relation) %}
    {{
        return(
            name ~ ": write the schema before the table's name, such as main." ~ relation
            | string
            | replace('"', "") ~ "; without it, the name means a step of this query"
        )
    }}
{% endmacro %}

{% macro says_thresholds_are_a_list(found) %}
    {{ return("thresholds is a list of numbers such as [0.5], got '" ~ found ~ "'") }}
{% endmacro %}

{% macro says_no_column_of_predictions(name, hint) %}
    {{ return("columns: '" ~ name ~ "' is not a column of predictions" ~ hint) }}
{% endmacro %}

{% macro says_score_and_prediction() %}
    {{ return("columns gives both a score and a prediction: give only one of them") }}
{% endmacro %}

{% macro says_no_list_of(name, known, found) %}
    {{ return(name ~ " must be a list such as ['" ~ known | join("', '") ~ "'], got " ~ found) }}
{% endmacro %}

{% macro says_unknown_one(what, text, hint) %}
    {{ return("unknown " ~ what ~ " '" ~ rankhouse.shortened(text) ~ "'" ~ hint) }}
{% endmacro %}

{% macro says_estimator_needs(estimator, argument) %}
    {{ return(estimator ~ " needs " ~ argument ~ ", a number such as 10") }}
{% endmacro %}

{% macro says_candidates_are_a_list(name, found) %}
    {{ return(name ~ " is a list of candidates such as [2, 10, 50], got '" ~ found ~ "'") }}
{% endmacro %}

{% macro says_wrong_candidate(name, candidate) %}
    {{ return(name ~ ": a candidate is a finite number above 0, got '" ~ candidate ~ "'") }}
{% endmacro %}

{% macro says_probabilities_differ(estimators) %}
    {{
        return(
            "the estimators of a call must read the same probabilities, got " ~ estimators
            | join(", ")
            ~ ": ask in one call for those of single actions (ips, snips, dm, dr, sndr, switch_dr, dros), of whole slates"
            ~ " (sips, snsips), of items at a position (iips, sniips), or of the items down to a position (rips, snrips,"
            ~ " cascade_dr)"
        )
    }}
{% endmacro %}

{% macro says_not_of_clicks(measure) %}
    {{
        return(
            measure
            ~ " takes no gain map, denominator=retrieved or weights=relevance here: a click is one relevant item, and its"
            ~ " list is cut off at k"
        )
    }}
{% endmacro %}

{% macro says_not_grouped_by(argument, columns, by) %}
    {{
        return(
            argument ~ " lists the columns of by that the run also has, got " ~ columns
            | join(", ") ~ " and by " ~ (by | join(", ") or "nothing")
        )
    }}
{% endmacro %}
