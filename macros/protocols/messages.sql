{# The messages about wrong arguments of a protocol. #}
{% macro says_no_size(method, name, known) %}
    {{
        return(
            "a split by " ~ method ~ " takes no " ~ name ~ ": it takes " ~ known
            | join(", ") ~ ", seed, short, new_users, new_items and columns"
        )
    }}
{% endmacro %}

{% macro says_missing_size(method, name, meaning) %}
    {{ return("a split by " ~ method ~ " needs " ~ name ~ ", " ~ meaning) }}
{% endmacro %}

{# Arguments without a default, in words for the message that one is missing. #}
{% macro size_meanings() %}
    {{
        return(
            {
                "cut": "the time from which items are tested, such as cut='2026-01-31'",
                "given": "the number of items of a user that are known, such as given=10",
            }
        )
    }}
{% endmacro %}

{% macro says_two_sizes(method) %} {{ return("a split by " ~ method ~ " takes n or share, not both") }} {% endmacro %}

{% macro says_wrong_fold(fold, folds) %}
    {{ return("fold is a number from 1 to " ~ folds ~ ", the number of folds, got " ~ fold) }}
{% endmacro %}

{% macro says_long_curve(points) %}
    {{ return("a learning curve has at most 1000 points, got given=" ~ points) }}
{% endmacro %}

{% macro says_wrong_cut(cut) %}
    {{ return("cut is a time such as '2026-01-31', or a number where times are numbers, got '" ~ cut ~ "'") }}
{% endmacro %}

{% macro says_policies_of_numbered_folds() %}
    {{
        return(
            "without fold, a split by folds numbers all items and leaves none out: give fold in order to use short,"
            ~ " new_users and new_items"
        )
    }}
{% endmacro %}

{% macro says_column_in_by(ours, name) %}
    {{ return("by names '" ~ name ~ "', which is the column " ~ ours ~ ": leave it out of by") }}
{% endmacro %}
