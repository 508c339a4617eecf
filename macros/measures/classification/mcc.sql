{% macro declare_classification_mcc() %}
    {{
        return(
            {
                "name": "mcc",
                "part": "confusion",
                "cutoff": "none",
                "aliases": ["matthews_corrcoef", "phi"],
                "options": {},
                "value": rankhouse.mcc("tp", "fp", "fn", "tn"),
                "description": "Matthews correlation coefficient: the correlation between prediction and label.",
                "formula": "(TP TN - FP FN) / sqrt((TP + FP) (TP + FN) (TN + FP) (TN + FN))",
                "range": "-1 to 1",
                "undefined": "NULL unless both classes occur and both are predicted.",
                "notes": "scikit-learn gives 0 if only one class occurs or is predicted.",
                "source": "Matthews: Biochimica et Biophysica Acta 1975",
            }
        )
    }}
{% endmacro %}

{# NULL unless both classes occur and both are predicted. #}
{% macro mcc(tp, fp, fn, tn) -%}
    {%- set counts = [] -%}
    {%- for count in [tp, fp, fn, tn] -%}
        {%- do counts.append(rankhouse.double(rankhouse.argument(count))) -%}
    {%- endfor -%}
    (
        ({{ counts[0] }} * {{ counts[3] }} - {{ counts[1] }} * {{ counts[2] }}) / nullif(
            sqrt(({{ counts[0] }} + {{ counts[1] }}) * ({{ counts[0] }} + {{ counts[2] }}))
            * sqrt(({{ counts[3] }} + {{ counts[1] }}) * ({{ counts[3] }} + {{ counts[2] }})),
            0
        )
    )
{%- endmacro %}
