{#
Checks of a click log, a run and the examinations of positions, for click_estimates. In SQL rows without a value do not count,
the best score of an item does, and searches with a click at a position without an examination are left out and counted.
#}
{% macro click_estimate_checks(plan) %}
    {%- set searched, listed = ["search_id", "query_id", "item_id"], ["query_id", "item_id"] -%}
    {%- set of_log, of_run = plan.groups.run_group + plan.groups.shared_group, plan.groups.shared_group -%}
    {%- set checks = [rankhouse.empty_check(plan, "log")] -%}
    {%- do checks.extend(rankhouse.missing_id_checks(plan, "log", searched, of_log)) -%}
    {%- do checks.extend(rankhouse.number_checks(plan, "log", ["position", "clicked"], searched, of_log)) -%}
    {%- do checks.append(rankhouse.clicked_check(plan, searched, of_log)) -%}
    {%- do checks.append(rankhouse.empty_check(plan, "run")) -%}
    {%- do checks.extend(rankhouse.missing_id_checks(plan, "run", listed, of_run)) -%}
    {%- do checks.extend(rankhouse.number_checks(plan, "run", ["score"], listed, of_run)) -%}
    {%- do checks.append(rankhouse.empty_check(plan, "examination")) -%}
    {%- do checks.extend(rankhouse.number_checks(plan, "examination", ["position", "examination"], ["position"])) -%}
    {%- do checks.append(rankhouse.common_check(plan, "run", "log", "query_id")) -%}
    {%- do checks.append(
        rankhouse.repeated_check(
            plan,
            "run",
            listed,
            of_run,
            "duplicate",
            "more than once in the same query",
            "keep one row of each",
            ["item appears", "items appear"],
            refused="python",
            tells_apart=true,
        )
    ) -%}
    {%- do checks.extend(rankhouse.known_position_checks(plan, searched, of_log)) -%}
    {{ return(checks) }}
{% endmacro %}

{% macro known_position_checks(plan, key, by) %}
    {%- set position = rankhouse.renamed("examination", "position", plan.columns) -%}
    {%- set shown = rankhouse.renamed("log", "position", plan.columns) -%}
    {%- set clicked = rankhouse.label_number(rankhouse.renamed("log", "clicked", plan.columns)) -%}
    {%- set name = rankhouse.name_of_column(plan, "log", "position") -%}
    {%- set alone -%}
        select {{ shown }} as place
        from {{ rankhouse.as_source(plan.log, "log") }}
        where
            {{ clicked }} > 0
            and {{ shown }} not in (
                select {{ position }} from {{ rankhouse.as_source(plan.examination, "examination") }} where {{ position }} is not null
            )
    {%- endset -%}
    {{
        return(
            [
                rankhouse.examination_check(
                    plan, "leave out the positions that nobody looks at, or give them a number", "python"
                ),
                rankhouse.repeated_check(
                    plan,
                    "examination",
                    ["position"],
                    [],
                    "position twice",
                    "several rows",
                    "keep one row of each",
                    ["position has", "positions have"],
                    refused="python",
                ),
                rankhouse.check(
                    "log",
                    "position",
                    "click at a position without an examination",
                    "a click at a position without an examination",
                    "add the position to examination, or leave these searches out",
                    refused="python",
                    rows=alone,
                    example={name: "place"},
                ),
            ]
        )
    }}
{% endmacro %}
