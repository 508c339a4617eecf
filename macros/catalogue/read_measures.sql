{#
Measure strings, `name[(option=value, ...)][@k]`, or `@{5,10}` for several cutoffs, as a list of distinct measures, each with every option filled in: with
the default of the settings of a convention, or the measure's own. `catalogue`: the declarations to choose from, by
default those of the ranking measures. What a measure allows stands in its declaration, and nothing of it here.

A measure read is its declaration's name (metric), k, the options by name, `measure` (the canonical string), and
    text                    the measure string as it is given
    settings                the options and `cutoff` (given or none), which rules look at
    needs                   what its rows need beside rank and hit
    worth                   the column with what an item is worth to it and the value of that column, or none
    weight                  of a query in its mean, as SQL
    lowest, highest         what it can be, as SQL
    without_relevant, only  what a convention says of queries without relevant items, and which ones it averages
#}
{% macro parse_measures(measures, catalogue=none, settings={}, relevant_from=none) %}
    {%- set measures = rankhouse.default_measures() if measures is none and catalogue is none else measures -%}
    {%- do rankhouse.list_of_measures(measures) -%}
    {%- set catalogue = rankhouse.catalogue() if catalogue is none else catalogue -%}
    {%- set parsed = {} -%}
    {%- for text in rankhouse.each_cutoff(measures) -%}
        {%- set measure = rankhouse.parse_measure(text, catalogue, settings, relevant_from) -%}
        {%- if measure.measure not in parsed -%} {%- do parsed.update({measure.measure: measure}) -%} {%- endif -%}
    {%- endfor -%}
    {{ return(parsed.values() | list) }}
{% endmacro %}

{% macro list_of_measures(measures) %}
    {%- if measures is string or measures is mapping or measures is not iterable -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_measures_are_a_list(measures)) }}
    {%- elif not measures -%} {{ exceptions.raise_compiler_error(rankhouse.says_no_measure()) }}
    {%- endif -%}
{% endmacro %}

{# ndcg@{5,10} as ndcg@5 and ndcg@10; braces that hold no such list are left for read_cutoff to refuse. #}
{% macro each_cutoff(measures) %}
    {%- set found = [] -%}
    {%- for text in measures -%}
        {%- set head = (text | string | trim).split("@{")[0] -%}
        {%- set braced = (text | string | trim)[head | length + 1 :] -%}
        {%- set cutoffs = [] -%}
        {%- for cutoff in braced[1:-1].split(",") if rankhouse.is_digits(cutoff | trim) -%}
            {%- if cutoff | trim not in cutoffs -%} {%- do cutoffs.append(cutoff | trim) -%} {%- endif -%}
        {%- endfor -%}
        {%- if text is string and "{" not in head and braced[-1:] == "}" and cutoffs | length == braced.split(
            ","
        ) | length -%}
            {%- for cutoff in cutoffs -%} {%- do found.append(head ~ "@" ~ cutoff) -%} {%- endfor -%}
        {%- else -%} {%- do found.append(text) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(found) }}
{% endmacro %}

{% macro parse_measure(text, catalogue, settings={}, relevant_from=none) %}
    {%- if text is not string -%}
        {{ exceptions.raise_compiler_error("a measure is a text such as 'ndcg@10', got " ~ text) }}
    {%- endif -%}
    {%- set parts = rankhouse.parts_of_measure(text) -%}
    {%- set found = rankhouse.find_measure(parts.head, catalogue) -%}
    {%- if found.cutoff is not none and parts.cutoff is not none -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_malformed(text)) }}
    {%- elif found.declaration is none -%}
        {{ exceptions.raise_compiler_error(rankhouse.unknown_measure(text, parts.head, found.names)) }}
    {%- endif -%}
    {%- set declaration = found.declaration -%}
    {%- set cutoff = found.cutoff if parts.cutoff is none else parts.cutoff -%}
    {%- set k = none if cutoff is none else rankhouse.read_cutoff(cutoff, declaration, text) -%}
    {%- set measure = {"metric": declaration.name, "k": k, "declaration": declaration} -%}
    {%- set options = rankhouse.parse_options(parts.options, declaration, text) -%}
    {%- set given = rankhouse.given_by_convention(settings, measure, options, text) -%}
    {%- set chosen = {"cutoff": "none" if k is none else "given"} -%}
    {%- set spelled = [] -%}
    {%- for option, spec in declaration.options.items() -%}
        {%- set default = given.get(option, rankhouse.default_of_option(spec)) -%}
        {%- set value = options.get(option, default) -%}
        {%- if value != default -%} {%- do spelled.append(option ~ "=" ~ value) -%} {%- endif -%}
        {%- do measure.update({option: value}) -%}
        {%- do chosen.update({option: value}) -%}
    {%- endfor -%}
    {%- do measure.update(
        {
            "measure": declaration.name
            ~ ("(" ~ spelled | join(", ") ~ ")" if spelled else "")
            ~ ("@" ~ k if k is not none else ""),
            "text": text,
            "settings": chosen,
            "without_relevant": given.get("without_relevant"),
            "only": given.get("queries"),
        }
    ) -%}
    {%- do measure.update({"needs": rankhouse.needs_of(measure)}) -%}
    {%- do measure.update(
        {"worth": declaration.worth(measure, relevant_from) if declaration.worth is defined else none}
    ) -%}
    {%- do measure.update({"gain_column": measure.worth.column if measure.worth is not none else none}) -%}
    {%- do measure.update(rankhouse.limits_of(measure)) -%}
    {%- do measure.update({"weight": declaration.weight(measure) if declaration.weight is defined else "1"}) -%}
    {{ return(measure) }}
{% endmacro %}

{# "ndcg(gain=linear)@10" as head, options and cutoff; none for a cutoff that is not written. #}
{% macro parts_of_measure(text) %}
    {%- set source = text | lower | trim -%}
    {%- if "(" in source -%}
        {%- set head = source.split("(")[0] | trim -%}
        {%- set inner = source.split("(")[1:] | join("(") -%}
        {%- if ")" not in inner -%} {{ exceptions.raise_compiler_error(rankhouse.says_malformed(text)) }}{%- endif -%}
        {%- set options = inner.split(")")[:-1] | join(")") -%}
        {%- set tail = inner.split(")")[-1] | trim -%}
    {%- else -%}
        {%- set head = source.split("@")[0] | trim -%}
        {%- set options = "" -%}
        {%- set tail = "@" ~ source.split("@")[1:] | join("@") if "@" in source else "" -%}
    {%- endif -%}
    {%- if head == "" or (tail != "" and tail[0] != "@") -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_malformed(text)) }}
    {%- endif -%}
    {{ return({"head": head, "options": options, "cutoff": none if tail == "" else tail[1:] | trim}) }}
{% endmacro %}

{# The declaration of a name or alias, also in trec_eval's spelling with the cutoff at its end (ndcg_cut_10, P_5). #}
{% macro find_measure(head, catalogue) %}
    {%- set last = head.split("_")[-1] -%}
    {%- set stem = head.split("_")[:-1] | join("_") -%}
    {%- set found = namespace(declaration=none, stemmed=none) -%}
    {%- set names = [] -%}
    {%- for declaration in catalogue -%}
        {%- set spellings = [declaration.name] + declaration.aliases -%}
        {%- do names.extend(spellings) -%}
        {%- if head in spellings -%} {%- set found.declaration = declaration -%}
        {%- elif stem in spellings and rankhouse.is_digits(last) -%} {%- set found.stemmed = declaration -%}
        {%- endif -%}
    {%- endfor -%}
    {%- if found.declaration is not none or found.stemmed is none -%}
        {{ return({"declaration": found.declaration, "cutoff": none, "names": names}) }}
    {%- endif -%}
    {{ return({"declaration": found.stemmed, "cutoff": last, "names": names}) }}
{% endmacro %}

{# Where else there is such a measure, or the nearest of the names that are known here. #}
{% macro unknown_measure(text, head, names) %}
    {%- set elsewhere = rankhouse.measures_elsewhere(names) -%}
    {%- if head in elsewhere -%} {{ return(rankhouse.says_elsewhere(text, elsewhere[head])) }}{%- endif -%}
    {{ return(rankhouse.says_unknown_measure(text, rankhouse.suggest(head, names))) }}
{% endmacro %}

{% macro read_cutoff(cutoff, declaration, text) %}
    {%- if not rankhouse.is_digits(cutoff) or cutoff | length > 18 or cutoff | int < 1 -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_wrong_cutoff(cutoff, text)) }}
    {%- elif declaration.cutoff == "none" -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_no_cutoff(declaration.name, text)) }}
    {%- endif -%}
    {{ return(cutoff | int) }}
{% endmacro %}

{% macro default_of_option(spec) %}
    {{ return(spec.choices[0] if spec.choices is defined else spec.default) }}
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
            {{ exceptions.raise_compiler_error(rankhouse.says_malformed_option(pair, text)) }}
        {%- elif option not in declaration.options -%}
            {{ exceptions.raise_compiler_error(rankhouse.unknown_option(declaration, option, text)) }}
        {%- elif option in options -%} {{ exceptions.raise_compiler_error(rankhouse.says_option_twice(option, text)) }}
        {%- endif -%}
        {%- do options.update(
            {
                option: rankhouse.read_option(
                    option, value, declaration.options[option], declaration.name, text
                )
            }
        ) -%}
    {%- endfor -%}
    {{ return(options) }}
{% endmacro %}

{% macro unknown_option(declaration, option, text) %}
    {%- set known = declaration.options.keys() | list -%}
    {%- if not known -%} {{ return(rankhouse.says_no_option(declaration.name, option, text)) }}{%- endif -%}
    {{ return(rankhouse.says_unknown_option(declaration.name, option, text, rankhouse.suggest(option, known))) }}
{% endmacro %}

{# The value of an option: one of its choices, a map of pairs where it takes them, or a number in its range. #}
{% macro read_option(option, value, spec, name, text) %}
    {%- if spec.choices is defined -%}
        {%- set value = "min(k, relevant)" if value == "min" else value -%}
        {%- if spec.pairs is defined and ":" in value -%}
            {%- if not rankhouse.are_rising_pairs(value) -%}
                {{ exceptions.raise_compiler_error(rankhouse.says_wrong_pairs(spec.pairs, value, text)) }}
            {%- endif -%}
        {%- elif value not in spec.choices -%}
            {{ exceptions.raise_compiler_error(rankhouse.says_wrong_choice(option, name, spec.choices, value, text)) }}
        {%- endif -%}
        {{ return(value) }}
    {%- endif -%}
    {%- if not rankhouse.is_number_text(value) or not rankhouse.in_range(value | float, spec) -%}
        {{
            exceptions.raise_compiler_error(
                rankhouse.says_wrong_number(option, name, rankhouse.range_text(spec), value, text)
            )
        }}
    {%- endif -%}
    {%- set number = value | float -%}
    {{ return(number | int if number < 1e15 and number == number | int else number) }}
{% endmacro %}

{# `1:1/2:3/3:7`: positive numbers in rising order, each with a number that is no smaller than the one before. #}
{% macro are_rising_pairs(value) %}
    {%- set last = namespace(first=0.0, second=0.0, right=true) -%}
    {%- for pair in value.split("/") -%}
        {%- set first = pair.split(":")[0] -%}
        {%- set second = pair.split(":")[1:] | join(":") -%}
        {%- if not (rankhouse.is_number_text(first) and rankhouse.is_number_text(second)) -%}
            {%- set last.right = false -%}
        {%- elif first | float <= last.first or second | float < last.second -%} {%- set last.right = false -%}
        {%- else -%} {%- set last.first = first | float -%} {%- set last.second = second | float -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(last.right) }}
{% endmacro %}

{# Why the measure is refused under a rule for ties, by the rules of its declaration; none when it is not. #}
{% macro refusal(measure, ties) %}
    {%- set settings = dict(measure.settings, ties=ties) -%}
    {%- for rule in measure.declaration.get("rules", []) -%}
        {%- set unmet = [] -%}
        {%- for name, values in rule.with.items() if settings.get(name) not in values -%}
            {%- do unmet.append(name) -%}
        {%- endfor -%}
        {%- if not unmet -%} {{ return(rankhouse.says_refused(rule, measure)) }}{%- endif -%}
    {%- endfor -%}
    {{ return(none) }}
{% endmacro %}

{% macro says_refused(rule, measure) %}
    {%- set said = rule.refused | replace("{metric}", measure.metric) | replace("{measure}", measure.measure) -%}
    {{ return(said | replace("{text}", measure.text)) }}
{% endmacro %}

{# What the measure needs whatever its options are, and what it needs with these. #}
{% macro needs_of(measure) %}
    {%- set needs = measure.declaration.get("needs", []) | list -%}
    {%- for option, by_choice in measure.declaration.get("needs_with", {}).items() -%}
        {%- set is_default = measure[option] == rankhouse.default_of_option(measure.declaration.options[option]) -%}
        {%- do needs.extend(by_choice.get(measure[option], [] if is_default else by_choice.get("any other", []))) -%}
    {%- endfor -%}
    {{ return(needs) }}
{% endmacro %}

{# Whether it looks at the whole list or the whole ideal order. #}
{% macro takes_whole_list(measure) %}
    {%- set whole = [measure.k is none] -%}
    {%- for option, choices in measure.declaration.get("whole_list_with", {}).items() -%}
        {%- do whole.append(measure.settings[option] in choices) -%}
    {%- endfor -%}
    {{ return(true in whole) }}
{% endmacro %}
