{% macro declare_entropy() %}
    {{
        return(
            {
                "name": "entropy",
                "aliases": ["shannon_entropy"],
                "cutoff": "optional",
                "options": {
                    "normalisation": {"choices": ["none", "catalogue"]},
                    "log_base": {"default": 2, "above": 1},
                },
                "inputs": [{"input": "items", "option": "normalisation", "choice": "catalogue"}],
                "level": "run",
                "value": rankhouse.value_entropy,
                "description": "Shannon entropy of exposure: how evenly the places of the first k are spread over items, in bits.",
                "formula": "- sum over the items shown of p log2 p; p is the item's share of all places in the first k",
                "range": "0 (one item has all places) to log2 of the number of items shown, higher: more even; 0 to 1 with normalisation=catalogue",
                "undefined": "NULL if no item counts.",
                "notes": "normalisation=catalogue divides by the logarithm of the number of catalogue items, so 1 is the whole catalogue shown evenly; NULL for a catalogue of one item. The default is the distributional_coverage of recommenders.",
                "source": "Shannon 1948; Adomavicius, Kwon: Improving aggregate recommendation diversity, TKDE 2012",
            }
        )
    }}
{% endmacro %}

{# Over the items that are shown, in units of `unit` = ln(base). Never below 0 by rounding. #}
{% macro entropy(exposure, unit) -%}
    {%- set total = "sum(" ~ rankhouse.double(exposure) ~ ")" -%}
    {%- set logs = "sum(" ~ rankhouse.argument(exposure) ~ " * ln(" ~ rankhouse.double(exposure) ~ "))" -%}
    {%- set nats = "ln(nullif(" ~ total ~ ", 0)) - " ~ rankhouse.ratio(logs, total) -%}
    {{ rankhouse.ratio("case when " ~ nats ~ " < 0 then 0 else " ~ nats ~ " end", unit) }}
{%- endmacro %}

{% macro value_entropy() %}
    {%- set bits = rankhouse.entropy("counted_exposure", "ln(log_base)") -%}
    {%- set even = rankhouse.entropy("counted_exposure", "ln(nullif(max(n_items), 0))") -%}
    {{
        return(
            "case normalisation when 'none' then " ~ bits ~ " else " ~ rankhouse.within_limits(even, 0, 1) ~ " end"
        )
    }}
{% endmacro %}
