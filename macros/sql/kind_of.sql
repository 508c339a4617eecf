{# text, number or other, as dbt tells of a column. #}
{% macro kind_of(column) %}
    {%- set kind = rankhouse.known_kind_of(column) -%} {{ return(kind if kind in ["text", "number"] else "other") }}
{% endmacro %}

{# The same with time, boolean and list; dbt itself does not know the names of types that some engines have alone. #}
{% macro known_kind_of(column) %}
    {%- set type = column.dtype | lower | replace("nullable(", "") | replace(")", "") -%}
    {%- set first = type.split("(")[0].split("[")[0].split("<")[0] -%}
    {%- if type.endswith("]") or first in ["array", "struct", "map", "row", "record"] -%} {{ return("list") }}
    {%- elif column.is_string() or first in ["string", "nvarchar", "name"] -%} {{ return("text") }}
    {%- elif column.is_number() or first in ["int64", "float64", "long"] -%} {{ return("number") }}
    {%- elif first.startswith("timestamp") or first in ["date", "datetime"] -%} {{ return("time") }}
    {%- elif first in ["boolean", "bool"] -%} {{ return("boolean") }}
    {%- elif first.split(" ")[0] in rankhouse.types_of_their_own() or first.endswith("range") -%}
        {{ return("a " ~ first.split(" ")[0]) }}
    {%- endif -%}
    {{ return("other") }}
{% endmacro %}

{# Types that nothing else is compared with. What is not known may be a number. #}
{% macro types_of_their_own() %}
    {{
        return(
            "uuid bytea bytes blob binary bit money interval time timetz json jsonb xml inet cidr point user-defined".split()
        )
    }}
{% endmacro %}

{# Whether a type that DuckDB or Spark tells of, in upper case, is of some kind. #}
{% macro patterns_of_kinds() %}
    {{
        return(
            {
                "number": "([A-Z]*INT(EGER)?|FLOAT|DOUBLE|DECIMAL[(][0-9,]*[)]|BIGNUM)",
                "text": "(VARCHAR|ENUM[(].*[)]|STRING|CHAR.*)",
                "time": "(DATE|TIMESTAMP[A-Z_ ]*)",
                "boolean": "BOOLEAN",
            }
        )
    }}
{% endmacro %}

{# Whether DuckDB's column is of one of these kinds, or has no type. #}
{% macro is_of_kinds(column, kinds) %}
    {%- set patterns = [".NULL."] -%}
    {%- for kind in kinds -%} {%- do patterns.append(rankhouse.patterns_of_kinds()[kind]) -%} {%- endfor -%}
    {{ return(rankhouse.type_matches(rankhouse.constant_type(column), ["^(" ~ patterns | join("|") ~ ")$"])) }}
{% endmacro %}

{# The name of the type of DuckDB's column, a constant while a query is planned even for a column of NULL alone. #}
{% macro constant_type(column) %} {{ return("left(typeof([" ~ column ~ "]), -2)") }}{% endmacro %}

{#
Whether two types are both of numbers, texts or times, or one of them is none. DuckDB casts UHUGEINT to HUGEINT beside another
whole number, which not all of its values fit.
#}
{% macro are_of_one_kind(types) %}
    {%- set pairs = ["^(VOID|.NULL.) /|/ (VOID|.NULL.)$"] -%}
    {%- for kind in ["number", "text", "time"] -%}
        {%- set pattern = rankhouse.patterns_of_kinds()[kind] | replace("[A-Z]*INT", "H?[A-GI-Z]*INT") -%}
        {%- do pairs.extend(["|^" ~ pattern ~ " / ", pattern ~ "$"]) -%}
    {%- endfor -%}
    {{ return(rankhouse.type_matches("\n" ~ types | join(" || ' / ' || "), pairs)) }}
{% endmacro %}

{# Whether a type matches a pattern, whose parts are one a line. #}
{% macro type_matches(types, parts) %}
    {%- set pattern = [] -%}
    {%- for part in parts -%} {%- do pattern.append(rankhouse.literal(part)) -%} {%- endfor -%}
    {{ return(adapter.dispatch("type_matches", "rankhouse")(types, pattern | join("\n|| "))) }}
{% endmacro %}

{% macro default__type_matches(types, pattern) %}
    {{ return("regexp_matches(" ~ types ~ ", " ~ pattern ~ ")") }}
{% endmacro %}

{# There names are in lower case, but for a collation, which goes on behind: string collate UTF8_LCASE. #}
{% macro spark__type_matches(types, pattern) %}
    {{ return("(" ~ types ~ ") rlike ('(?i)' || " ~ pattern ~ ")") }}
{% endmacro %}
