{#
Measure strings, `name[(option=value, ...)][@k]`, or `@{5,10}` for several cutoffs, as a list of distinct measures, each with every option filled in: with
the default of the settings of a convention, or the measure's own. `catalogue`: the declarations to choose from, by
default those of the ranking measures, which are found by name. What a measure allows is in its declaration alone.

A measure read is
    text                    the measure string as the caller wrote it
    metric, k               its declaration's name, and its cutoff
    options                 every option with its value, as text
    measure                 the canonical string
    without_relevant, only  what a convention says of queries without relevant items, and which ones it averages
#}
{% macro parse_measures(measures, catalogue=none, settings={}) %}
    {%- set measures = rankhouse.default_measures() if measures is none and catalogue is none else measures -%}
    {%- do rankhouse.list_of_measures(measures) -%}
    {%- set known = none if catalogue is none else rankhouse.by_name(catalogue) -%}
    {%- set read = [] -%}
    {%- set texts = rankhouse.each_cutoff(measures) -%}
    {%- set n = texts | map("string") | unique(case_sensitive=true) | list | length -%}
    {%- if n > rankhouse.most_measures() -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_too_many_measures(n)) }}
    {%- endif -%}
    {%- for text in texts -%} {%- do read.append(rankhouse.parse_measure(text, settings, known)) -%} {%- endfor -%}
    {{ return(read | unique(attribute="measure", case_sensitive=true) | list) }}
{% endmacro %}

{# The declarations of a catalogue by their names, and their names by every spelling. #}
{% macro by_name(catalogue) %}
    {%- set declared, spellings = {}, {} -%}
    {%- for declaration in catalogue -%}
        {%- do declared.update({declaration.name: declaration}) -%}
        {%- for spelling in [declaration.name] + declaration.aliases -%}
            {%- do spellings.update({spelling: declaration.name}) -%}
        {%- endfor -%}
    {%- endfor -%}
    {{ return({"declared": declared, "spellings": spellings}) }}
{% endmacro %}

{# The declaration of a measure. `known`: a catalogue by_name; none: the ranking measures, of which no other is read. #}
{% macro declaration_of(name, known=none) %}
    {{ return(rankhouse.declaration(name) if known is none else known.declared[name]) }}
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
        {%- for cutoff in braced[1:-1].split(",") -%} {%- do cutoffs.append(cutoff | trim) -%} {%- endfor -%}
        {%- set numbers = [] -%}
        {%- for cutoff in cutoffs if rankhouse.is_digits(cutoff) -%} {%- do numbers.append(cutoff) -%} {%- endfor -%}
        {%- set is_list = "{" not in head and braced[-1:] == "}" and numbers | unique | list == cutoffs -%}
        {%- if text is string and is_list -%}
            {%- for cutoff in cutoffs -%} {%- do found.append(head ~ "@" ~ cutoff) -%} {%- endfor -%}
        {%- else -%} {%- do found.append(text) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(found) }}
{% endmacro %}

{% macro parse_measure(text, settings={}, known=none) %}
    {%- if text is not string -%}
        {{ exceptions.raise_compiler_error("a measure is a string such as 'ndcg@10', got " ~ text) }}
    {%- endif -%}
    {%- if text | length > rankhouse.most_characters() -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_too_long(text)) }}
    {%- endif -%}
    {%- set parts = rankhouse.parts_of_measure(text) -%}
    {%- set spellings = rankhouse.spellings() if known is none else known.spellings -%}
    {%- set found = rankhouse.find_measure(parts.head, spellings) -%}
    {%- if found.cutoff is not none and parts.cutoff is not none -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_malformed(text)) }}
    {%- elif found.name is none -%}
        {{ exceptions.raise_compiler_error(rankhouse.unknown_measure(text, parts, spellings.keys() | list)) }}
    {%- endif -%}
    {%- set name, declaration = found.name, rankhouse.declaration_of(found.name, known) -%}
    {%- set cutoff = found.cutoff if parts.cutoff is none else parts.cutoff -%}
    {%- set k = none if cutoff is none else rankhouse.read_cutoff(cutoff, declaration, text) -%}
    {%- set chosen = rankhouse.parse_options(parts.options, declaration, text) -%}
    {%- set library = rankhouse.convention_defaults(settings, name, k, chosen, text) -%}
    {%- set defaults, options, spelled = [], [], [] -%}
    {%- for option in declaration.options -%}
        {%- set default = library.options.get(option, rankhouse.default_of_option(declaration.options[option])) -%}
        {%- set default = rankhouse.plain_number(default) if default is number else default -%}
        {%- do defaults.append({"option": option, "default": default}) -%}
    {%- endfor -%}
    {%- for each in defaults -%}
        {%- do options.append([each.option, chosen.get(each.option, each.default)]) -%}
    {%- endfor -%}
    {%- for each in defaults if chosen.get(each.option, each.default) != each.default -%}
        {%- do spelled.append(each.option ~ "=" ~ chosen[each.option]) -%}
    {%- endfor -%}
    {%- set in_brackets = "(" ~ spelled | join(", ") ~ ")" if spelled else "" -%}
    {{
        return(
            {
                "text": text,
                "metric": name,
                "k": k,
                "options": dict(options),
                "measure": name ~ in_brackets ~ ("@" ~ k if k is not none else ""),
                "without_relevant": library.without_relevant,
                "only": library.only,
            }
        )
    }}
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

{# The name that a spelling means, including trec_eval's (ndcg_cut_10, ndcg_cut.10, P_5) and that of a column (ndcg_at_10). #}
{% macro find_measure(head, spellings) %}
    {%- set dotted = head.split(".") -%}
    {%- set is_dotted = dotted | length == 2 and dotted[0] in ["p", "recall", "success", "map_cut", "ndcg_cut"] -%}
    {%- set words = (dotted if is_dotted else head.split("_")) | list -%}
    {%- set last, stem = words[-1], words[:-1] | join("_") -%}
    {%- if stem not in spellings and stem[-3:] == "_at" -%} {%- set stem = stem[:-3] -%} {%- endif -%}
    {%- if head not in spellings and rankhouse.is_digits(last) -%}
        {{ return({"name": spellings.get(stem), "cutoff": last if stem in spellings else none}) }}
    {%- endif -%}
    {{ return({"name": spellings.get(head), "cutoff": none}) }}
{% endmacro %}

{# What the name means in other libraries, or where else the measure exists, or else the nearest of the names known here. #}
{% macro unknown_measure(text, parts, names) %}
    {%- set head, options = parts.head, "(" ~ parts.options ~ ")" if parts.options else "" -%}
    {%- set cutoff = "" if parts.cutoff is none else "@" ~ parts.cutoff -%}
    {%- set meaning = rankhouse.meaning_elsewhere(head, options ~ cutoff, names) -%}
    {%- if meaning -%} {{ return(rankhouse.says_unknown_measure(text, meaning)) }}{%- endif -%}
    {%- set elsewhere = rankhouse.measures_elsewhere(names) -%}
    {%- if head in elsewhere -%} {{ return(rankhouse.says_elsewhere(text, elsewhere[head])) }}{%- endif -%}
    {{ return(rankhouse.says_unknown_measure(text, rankhouse.suggest(head, names))) }}
{% endmacro %}

{% macro read_cutoff(cutoff, declaration, text) %}
    {%- if not rankhouse.is_digits(cutoff) or cutoff | length > 18 or cutoff | int < 1 -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_wrong_cutoff(cutoff, text)) }}
    {%- elif declaration.get("cutoff") == "none" -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_no_cutoff(declaration.name, text)) }}
    {%- endif -%}
    {{ return(cutoff | int) }}
{% endmacro %}

{% macro default_of_option(spec) %}
    {{ return(spec.choices[0] if spec.choices is defined else spec.default | string) }}
{% endmacro %}

{# `option=value, ...` as a dictionary, refusing what the measure does not declare. #}
{% macro parse_options(options_text, declaration, text) %}
    {%- set plain = options_text | replace(" ", "") | replace("'", "") | replace('"', "") -%}
    {%- set plain = plain | replace("min(k,relevant)", "min") | replace("min(relevant,k)", "min") -%}
    {%- set pairs = plain.split(",") if plain != "" else [] -%}
    {%- set names, options = [], [] -%}
    {%- for pair in pairs -%} {%- do names.append(pair.split("=")[0]) -%} {%- endfor -%}
    {%- for pair in pairs -%}
        {%- set option = pair.split("=")[0] -%}
        {%- set value = pair.split("=")[1:] | join("=") -%}
        {%- if option == "" or value == "" -%}
            {{ exceptions.raise_compiler_error(rankhouse.says_malformed_option(pair, text)) }}
        {%- elif option not in declaration.options -%}
            {{ exceptions.raise_compiler_error(rankhouse.unknown_option(declaration, option, text)) }}
        {%- elif option in names[: loop.index0] -%}
            {{ exceptions.raise_compiler_error(rankhouse.says_option_twice(option, text)) }}
        {%- endif -%}
        {%- set spec = rankhouse.specs_of(declaration)[option] -%}
        {%- do options.append([option, rankhouse.read_option(option, value, spec, declaration.name, text)]) -%}
    {%- endfor -%}
    {{ return(dict(options)) }}
{% endmacro %}

{# What the options of a measure accept, with the words for a number's range. #}
{% macro specs_of(declaration) %}
    {%- set specs = {} -%}
    {%- for option, spec in declaration.options.items() -%}
        {%- do specs.update({option: dict(spec, range=rankhouse.range_text(spec))}) -%}
    {%- endfor -%}
    {{ return(specs) }}
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
    {%- if value == spec.get("default") -%} {{ return(value) }}{%- endif -%}
    {%- set digits = value[1:] if value[:1] == "-" else value -%}
    {%- if not rankhouse.is_number_text(digits) or not rankhouse.in_range(value | float, spec) -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_wrong_number(option, name, spec.range, value, text)) }}
    {%- endif -%}
    {{ return(rankhouse.plain_number(value | float)) }}
{% endmacro %}

{# A number as text, a whole one without a fraction. #}
{% macro plain_number(number) %}
    {{ return((number | int if -1e15 < number < 1e15 and number == number | int else number) | string) }}
{% endmacro %}

{# `1:1/2:3/3:7`: positive numbers in rising order, each with a number no smaller than the one before. #}
{% macro are_rising_pairs(value) %}
    {%- set pairs, wrong = [], [] -%}
    {%- for pair in value.split("/") -%}
        {%- set first, second = pair.split(":")[0], pair.split(":")[1:] | join(":") -%}
        {%- if not (rankhouse.is_number_text(first) and rankhouse.is_number_text(second)) -%}
            {%- do wrong.append(pair) -%}
        {%- endif -%}
        {%- do pairs.append({"first": first | float, "second": second | float}) -%}
    {%- endfor -%}
    {%- for pair in pairs -%}
        {%- set before = pairs[loop.index0 - 1] if loop.index0 > 0 else {"first": 0.0, "second": 0.0} -%}
        {%- if pair.first <= before.first or pair.second < before.second -%}
            {%- do wrong.append(pair.first | string) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(wrong | length == 0) }}
{% endmacro %}

{# Why the rules of a measure's declaration refuse it under a rule for ties; none where they do not. #}
{% macro refusal(declaration, measure, ties, intents=none) %}
    {%- set chosen = dict(
        rankhouse.chosen_options(measure), ties=ties, intents="none" if intents is none else "given"
    ) -%}
    {%- for rule in declaration.get("rules", []) if rankhouse.all_are_chosen(rule.with, chosen) -%}
        {{ return(rankhouse.says_refused(rule.refused, measure)) }}
    {%- endfor -%}
    {{ return(none) }}
{% endmacro %}

{# The options of a measure, and whether it has a cutoff. #}
{% macro chosen_options(measure) %}
    {{ return(dict(measure.options, cutoff="none" if measure.k is none else "given")) }}
{% endmacro %}

{# Whether each of these options has been set to one of the values listed for it. #}
{% macro all_are_chosen(values, chosen) %}
    {%- set unmet = [] -%}
    {%- for name, allowed in values.items() if chosen.get(name) not in allowed -%}
        {%- do unmet.append(name) -%}
    {%- endfor -%}
    {{ return(not unmet) }}
{% endmacro %}

{% macro says_refused(refused, measure) %}
    {%- set said = refused | replace("{metric}", measure.metric) | replace("{measure}", measure.measure) -%}
    {{ return(said | replace("{text}", measure.text)) }}
{% endmacro %}

{# What a measure needs whatever its options, and what it needs with these options. #}
{% macro needs_of(declaration, options) %}
    {%- set needs = declaration.get("needs", []) | list -%}
    {%- for option, by_choice in declaration.get("needs_with", {}).items() -%}
        {%- set is_default = options[option] == rankhouse.default_of_option(declaration.options[option]) -%}
        {%- do needs.extend(by_choice.get(options[option], [] if is_default else by_choice.get("any other", []))) -%}
    {%- endfor -%}
    {{ return(needs) }}
{% endmacro %}

{# Whether it looks at the whole list or the whole ideal order. #}
{% macro takes_whole_list(declaration, measure) %}
    {%- set whole, chosen = [], rankhouse.chosen_options(measure) -%}
    {%- for name, choices in declaration.get("whole_list_with", {}).items() if chosen[name] in choices -%}
        {%- do whole.append(name) -%}
    {%- endfor -%}
    {{ return(measure.k is none or whole | length > 0) }}
{% endmacro %}

{# The largest cutoff; none where a measure has no cutoff. #}
{% macro depth_of(measures) %}
    {{ return(none if none in measures | map(attribute="k") | list else measures | map(attribute="k") | max) }}
{% endmacro %}
