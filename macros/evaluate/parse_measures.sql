{#
Measure strings, `name[(option=value, ...)][@k]`, as a list of distinct measures, each with every option filled in:
with the default of the settings of a convention, or the measure's own. `catalogue`: the declarations to choose from, by
default those of the ranking measures.
#}
{% macro parse_measures(measures, catalogue=none, settings={}) %}
    {%- if measures is string or measures is mapping or measures is not iterable -%}
        {{ exceptions.raise_compiler_error("measures must be a list such as ['ndcg@10', 'map'], got " ~ measures) }}
    {%- endif -%}
    {%- set catalogue = rankhouse.catalogue() if catalogue is none else catalogue -%}
    {%- set parsed = {} -%}
    {%- for text in measures -%}
        {%- set measure = rankhouse.parse_measure(text, catalogue, settings) -%}
        {%- if measure.measure not in parsed -%} {%- do parsed.update({measure.measure: measure}) -%} {%- endif -%}
    {%- endfor -%}
    {%- if not parsed -%}
        {{ exceptions.raise_compiler_error("no measure was asked for: give a list such as ['ndcg@10', 'map']") }}
    {%- endif -%}
    {{ return(parsed.values() | list) }}
{% endmacro %}

{% macro parse_measure(text, catalogue, settings={}) %}
    {%- if text is not string -%}
        {{ exceptions.raise_compiler_error("a measure is a text such as 'ndcg@10', got " ~ text) }}
    {%- endif -%}
    {%- set malformed = (
        "malformed measure '"
        ~ text
        ~ "': write name[(option=value, ...)][@k], such as 'ndcg(gain=linear)@10'"
    ) -%}
    {%- set source = text | lower | trim -%}
    {%- if "(" in source -%}
        {%- set head = source.split("(")[0] | trim -%}
        {%- set inner = source.split("(")[1:] | join("(") -%}
        {%- if ")" not in inner -%} {{ exceptions.raise_compiler_error(malformed) }}{%- endif -%}
        {%- set tail = inner.split(")")[-1] | trim -%}
        {%- set options_text = inner.split(")")[:-1] | join(")") -%}
    {%- else -%}
        {%- set head = source.split("@")[0] | trim -%}
        {%- set tail = "@" ~ source.split("@")[1:] | join("@") if "@" in source else "" -%}
        {%- set options_text = "" -%}
    {%- endif -%}
    {%- if head == "" or (tail != "" and tail[0] != "@") -%}
        {{ exceptions.raise_compiler_error(malformed) }}
    {%- endif -%}

    {%- set found = rankhouse.find_measure(head, catalogue) -%}
    {%- if found.cutoff is not none and tail != "" -%} {{ exceptions.raise_compiler_error(malformed) }}{%- endif -%}
    {%- if found.declaration is none -%}
        {%- set elsewhere = rankhouse.measures_elsewhere(found.names) -%}
        {%- set hint = (
            ": it is one of " ~ elsewhere[head]
            if head in elsewhere
            else rankhouse.suggest(head, found.names)
        ) -%}
        {{ exceptions.raise_compiler_error("unknown measure '" ~ text ~ "'" ~ hint) }}
    {%- endif -%}
    {%- set declaration = found.declaration -%}

    {%- set k_text = (tail[1:] | trim) if tail != "" else found.cutoff -%}
    {%- if k_text is not none -%}
        {%- if not rankhouse.is_digits(k_text) or k_text | length > 18 or k_text | int < 1 -%}
            {{
                exceptions.raise_compiler_error(
                    "the cutoff of a measure is a whole number of at least 1, got '" ~ k_text ~ "' in '" ~ text ~ "'"
                )
            }}
        {%- elif declaration.cutoff == "none" -%}
            {{
                exceptions.raise_compiler_error(
                    declaration.name ~ " takes no cutoff: write '" ~ declaration.name ~ "' instead of '" ~ text ~ "'"
                )
            }}
        {%- endif -%}
    {%- endif -%}
    {%- set k = none if k_text is none else k_text | int -%}

    {%- set measure = {"metric": declaration.name, "k": k, "declaration": declaration} -%}
    {%- set spelled = [] -%}
    {%- set options = rankhouse.parse_options(options_text, declaration, text) -%}
    {%- set given = rankhouse.given_by_convention(settings, measure, options, text) -%}
    {%- for option, spec in declaration.options.items() -%}
        {%- set default = spec.default if spec.choices is not defined else spec.choices[0] -%}
        {%- set default = given.get(option, default) -%}
        {%- do measure.update({option: options.get(option, default)}) -%}
        {%- if measure[option] != default -%} {%- do spelled.append(option ~ "=" ~ measure[option]) -%} {%- endif -%}
    {%- endfor -%}
    {%- if measure.metric == "average_precision" and measure.denominator == "k" and k is none -%}
        {{
            exceptions.raise_compiler_error(
                "average_precision(denominator=k) needs a cutoff, such as average_precision(denominator=k)@10"
            )
        }}
    {%- endif -%}
    {%- if measure.get("interpolation", "none") != "none" and (k is not none or measure.denominator != "relevant") -%}
        {{
            exceptions.raise_compiler_error(
                "interpolation takes the whole list and every relevant item: no cutoff and no denominator, got '"
                ~ text
                ~ "'"
            )
        }}
    {%- endif -%}
    {%- if measure.get("ideal", "k") != "k" and measure.negative == "normalize" -%}
        {{ exceptions.raise_compiler_error("negative=normalize takes ideal=k, got '" ~ text ~ "'") }}
    {%- elif measure.get("ideal") == "constant" and k is none -%}
        {{ exceptions.raise_compiler_error("ideal=constant takes a cutoff, such as ndcg(ideal=constant)@10") }}
    {%- endif -%}
    {%- do measure.update(
        {"gain_column": rankhouse.gain_column(measure), "needs": rankhouse.needs_of_options(measure)}
    ) -%}
    {%- do measure.update({"without_relevant": given.get("without_relevant"), "only": given.get("queries")}) -%}
    {%- do measure.update({"weight": declaration.weight(measure) if declaration.weight is defined else "1"}) -%}
    {%- do measure.update(
        {
            "measure": declaration.name
            ~ ("(" ~ spelled | join(", ") ~ ")" if spelled else "")
            ~ ("@" ~ k if k is not none else "")
        }
    ) -%}
    {{ return(measure) }}
{% endmacro %}

{# What computes a measure that is none of these: its name or alias, and what to call. #}
{% macro measures_elsewhere(names) %}
    {%- set tasks = {
        "metrics (evaluate in Python and on the command line)": rankhouse.catalogue(),
        "recommendation_metrics": rankhouse.recommendation_catalogue(),
        "classifier_metrics (classifier on the command line)": rankhouse.classifier_catalogue(),
        "rating_metrics": rankhouse.rating_catalogue(),
    } -%}
    {%- set elsewhere = {} -%}
    {%- for task, catalogue in tasks.items() -%}
        {%- for declaration in catalogue -%}
            {%- for name in [declaration.name] + declaration.get("aliases", []) if name not in names -%}
                {%- if name not in elsewhere -%} {%- do elsewhere.update({name: task}) -%} {%- endif -%}
            {%- endfor -%}
        {%- endfor -%}
    {%- endfor -%}
    {{ return(elsewhere) }}
{% endmacro %}

{# The declaration of a name or alias, also in trec_eval's spelling with the cutoff at its end (ndcg_cut_10, P_5). #}
{% macro find_measure(head, catalogue) %}
    {%- set last = head.split("_")[-1] -%}
    {%- set stem = head.split("_")[:-1] | join("_") -%}
    {%- set found = namespace(declaration=none, cutoff=none) -%}
    {%- set names = [] -%}
    {%- for declaration in catalogue -%}
        {%- set spellings = [declaration.name] + declaration.aliases -%}
        {%- do names.extend(spellings) -%}
        {%- if head in spellings -%} {%- set found.declaration = declaration -%}
        {%- elif stem in spellings and rankhouse.is_digits(last) -%}
            {%- set found.declaration = declaration -%} {%- set found.cutoff = last -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return({"declaration": found.declaration, "cutoff": found.cutoff, "names": names}) }}
{% endmacro %}

{# `option=value, ...` as a dictionary, refusing what the measure does not declare. #}
{% macro parse_options(options_text, declaration, text) %}
    {%- set options = {} -%}
    {%- set plain = options_text | replace(" ", "") | replace("'", "") | replace('"', "") -%}
    {%- set plain = plain | replace("min(k,relevant)", "min") | replace("min(relevant,k)", "min") -%}
    {%- for pair in plain.split(",") if plain != "" -%}
        {%- set option = pair.split("=")[0] -%}
        {%- set value = pair.split("=")[1:] | join("=") -%}
        {%- if option == "" or value == "" -%}
            {{
                exceptions.raise_compiler_error(
                    "malformed option '" ~ pair ~ "' in '" ~ text ~ "': write option=value"
                )
            }}
        {%- elif option not in declaration.options -%}
            {%- set known = declaration.options.keys() | list -%}
            {{
                exceptions.raise_compiler_error(
                    declaration.name
                    ~ " has no option '"
                    ~ option
                    ~ "' (in '"
                    ~ text
                    ~ "')"
                    ~ (rankhouse.suggest(option, known) if known else ": it takes none")
                )
            }}
        {%- elif option in options -%}
            {{ exceptions.raise_compiler_error("option '" ~ option ~ "' is given twice in '" ~ text ~ "'") }}
        {%- endif -%}
        {%- set spec = declaration.options[option] -%}
        {%- if spec.choices is defined -%}
            {%- set value = "min(k, relevant)" if value == "min" else value -%}
            {%- if option == "gain" and ":" in value -%} {%- set value = rankhouse.gain_map(value, text) -%}
            {%- elif value not in spec.choices -%}
                {{
                    exceptions.raise_compiler_error(
                        option ~ " of " ~ declaration.name ~ " is one of " ~ spec.choices
                        | join(" | ") ~ ", got '" ~ value ~ "' in '" ~ text ~ "'"
                    )
                }}
            {%- endif -%}
            {%- do options.update({option: value}) -%}
        {%- else -%}
            {%- if not rankhouse.is_number_text(value) or not rankhouse.in_range(value | float, spec) -%}
                {{
                    exceptions.raise_compiler_error(
                        option
                        ~ " of "
                        ~ declaration.name
                        ~ " is "
                        ~ rankhouse.range_text(spec)
                        ~ ", got '"
                        ~ value
                        ~ "' in '"
                        ~ text
                        ~ "'"
                    )
                }}
            {%- endif -%}
            {%- set number = value | float -%}
            {%- do options.update({option: number | int if number == number | int else number}) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(options) }}
{% endmacro %}

{# Digits with at most one point. #}
{% macro is_number_text(text) %}
    {{ return(rankhouse.is_digits(text | replace(".", "", 1)) and text | length <= 15) }}
{% endmacro %}

{% macro in_range(number, spec) %}
    {{ return(
        (spec.above is not defined or number > spec.above) and (spec.below is not defined or number < spec.below)
        and (spec.from is not defined or number >= spec.from) and (spec.to is not defined or number <= spec.to)
    ) }}
{% endmacro %}

{# "a number above 0 and below 1" #}
{% macro range_text(spec) %}
    {%- set limits = [] -%}
    {%- for limit in ["above", "below", "from", "to"] if limit in spec -%}
        {%- do limits.append(limit ~ " " ~ spec[limit]) -%}
    {%- endfor -%}
    {{ return("a number " ~ limits | join(" and ")) }}
{% endmacro %}

{% macro is_digits(text) %}
    {%- set rest = namespace(text=text) -%}
    {%- for digit in "0123456789" -%} {%- set rest.text = rest.text | replace(digit, "") -%} {%- endfor -%}
    {{ return(text != "" and rest.text == "") }}
{% endmacro %}
