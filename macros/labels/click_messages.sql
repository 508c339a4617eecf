{# The messages about wrong arguments of macros over click logs. #}
{% macro says_wrong_prior(found) %}
    {{
        return(
            "prior is a list of two numbers of at least 0, clicks and impressions without a click, such as [1, 1], got '"
            ~ found
            ~ "'"
        )
    }}
{% endmacro %}

{% macro says_needs_searches(method) %}
    {{
        return(
            "method '"
            ~ method
            ~ "' follows each search down its list, but counts have no searches: give the log,"
            ~ " with a row per item shown, or use 'ctr', 'coec' or 'pbm'"
        )
    }}
{% endmacro %}

{% macro says_no_prior(method) %}
    {{
        return(
            "method '"
            ~ method
            ~ "' takes no prior: its relevance is a ratio to what is expected; use min_impressions,"
            ~ " or method 'ctr' or 'pbm'"
        )
    }}
{% endmacro %}

{% macro says_no_fitted_prior(method) %}
    {{
        return(
            "fit_prior is only for method 'ctr' without a prior, got method '"
            ~ method
            ~ "'; give a prior such as [1, 1]"
        )
    }}
{% endmacro %}

{% macro says_no_examination(method) %}
    {{
        return(
            "examination replaces what 'coec' and 'pbm' estimate by position, but method '"
            ~ method
            ~ "' makes no such estimate"
        )
    }}
{% endmacro %}

{% macro says_wrong_grades(found) %}
    {{
        return(
            "grades is a list of thresholds of relevance such as [0.1, 0.3], or a whole number of quantiles"
            ~ " from 2 to 10 million, got '"
            ~ found
            ~ "'"
        )
    }}
{% endmacro %}
