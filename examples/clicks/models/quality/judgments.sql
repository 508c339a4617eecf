{# Relevance by three methods. Of what was never clicked pbm leaves a share that is nearly 0, but not quite: it is rounded. #}
{% for method in ["ctr", "coec", "pbm"] %}
    select '{{ method }}' as method, query_id, item_id, round(relevance, 3) as relevance, impressions, clicks, std_error
    from
        ({{ rankhouse.click_judgments(ref("counts"), method=method, counts=true) }}) as judged
        {{ "union all" if not loop.last }}
{% endfor %}
