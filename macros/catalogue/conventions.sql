{#
What other libraries compute, as data: a convention is a dictionary of settings, and an evaluation by it gives that
library's numbers. A user's own dictionary is a convention too.

    library             whose numbers these are
    measures            what it has: for each measure its options, a list where it offers several (the first is its
                        default) and any where it takes whatever is asked, after its default where that is not ours; cutoff: none or required; queries:
                        intersection when its mean leaves out the queries without a list; without_relevant as below;
                        needs: one more of those below
    refused             what it calls by the same name (@k: with a cutoff) and computes so that no option gives it, with
                        the reason
    ties, queries, unjudged, pool    the policies of query_metrics
    without_relevant    the value of a query without relevant items, where the measure has none
    read_as             ids: text compares item ids as text; scores: float32 compares them as such; relevances: whole
                        cuts off fractions; grades: listed, every judged item is relevant, whatever its grade; negatives:
                        unjudged, a relevance below 0 is no judgment (what counts is that the query has one); ranks: order,
                        ranks that the run gives order it, and gaps close
    needs               what must hold of the data for the numbers to be the same: see convention_problems
#}
{% macro conventions() %}
    {%- set cutoff = {"cutoff": "required"} -%}
    {%- set whole = {"cutoff": "none"} -%}
    {%- set by_input = "it breaks ties by the order of its input there" -%}
    {%- set by_dictionary = "it is over all judged queries there, with ties in the order of its input" -%}
    {%- set by_pyndeval = "pyndeval computes it there: use the convention ndeval" -%}
    {%- set of_ir_measures = {
        "precision": {},
        "recall": {},
        "f1": whole,
        "set_precision": {"relative": ["false", "true"]},
        "set_f": {"beta": "any"},
        "set_average_precision": {},
        "hits": whole,
        "num_ret": {"rel": "any"},
        "num_rel": {"queries": "intersection"},
        "num_q": {"queries": "intersection"},
        "hit_rate": cutoff,
        "reciprocal_rank": whole,
        "average_precision": {},
        "interpolated_precision": {"recall": "any", "rounding": 0.9},
        "r_precision": {},
        "bpref": {},
        "inferred_average_precision": {},
        "ndcg": {"gain": "linear"},
    } -%}
    {%- set trec = dict(
        of_ir_measures,
        average_precision={"interpolation": ["none", "11-point"], "rounding": 0.9},
        gmap={"cutoff": "none", "without_relevant": "0.00001"},
    ) -%}
    {%- set trec_10 = dict(
        trec,
        average_precision={"interpolation": ["none", "11-point"], "rounding": 0.5},
        interpolated_precision={"recall": "any", "rounding": 0.5},
    ) -%}
    {%- set ordered = {"ranks": "order"} -%}
    {%- set floats = {"scores": "float32", "ranks": "order"} -%}
    {%- set trec_texts = {"ids": "text", "relevances": "whole", "negatives": "unjudged", "ranks": "order"} -%}
    {%- set trec_floats = dict(trec_texts, scores="float32") -%}
    {%- set retrieved = {"denominator": "retrieved", "cutoff": "required"} -%}
    {%- set binary = {"gain": "binary", "cutoff": "required"} -%}
    {%- set limited = {"denominator": "min(k, relevant)", "cutoff": "required"} -%}
    {%- set listed = {"queries": "intersection"} -%}
    {%- set common = {"cutoff": "required", "queries": "intersection"} -%}
    {%- set one_without_either = "case when n_retrieved = 0 then 1 else 0 end" -%}
    {{
        return(
            {
                "trec_eval": {
                    "library": "trec_eval 9.0.8",
                    "measures": trec,
                    "queries": "intersection",
                    "without_relevant": "0",
                    "read_as": trec_texts,
                },
                "trec_eval_10": {
                    "library": "trec_eval 10.0",
                    "measures": trec_10,
                    "queries": "all",
                    "without_relevant": "0",
                    "read_as": trec_texts,
                    "needs": ["every judged query"],
                },
                "pytrec_eval": {
                    "library": "pytrec-eval-terrier 0.5.11",
                    "measures": trec,
                    "queries": "intersection",
                    "without_relevant": "0",
                    "read_as": trec_floats,
                },
                "beir": {
                    "library": "BEIR 2.2.0",
                    "measures": {
                        "ndcg": {"gain": "linear", "cutoff": "required"},
                        "average_precision": cutoff,
                        "recall": cutoff,
                        "precision": cutoff,
                    },
                    "refused": {"reciprocal_rank": by_dictionary, "hit_rate": by_dictionary},
                    "queries": "intersection",
                    "without_relevant": "0",
                    "read_as": trec_floats,
                },
                "mteb": {
                    "library": "MTEB 2.26.24",
                    "measures": {
                        "ndcg": {"gain": "linear", "cutoff": "required"},
                        "average_precision": cutoff,
                        "recall": cutoff,
                        "precision": cutoff,
                        "reciprocal_rank": cutoff,
                        "hit_rate": cutoff,
                    },
                    "queries": "intersection",
                    "without_relevant": "0",
                    "read_as": trec_floats,
                },
                "ir_measures": {
                    "library": "ir_measures 0.4.3",
                    "measures": dict(of_ir_measures, judged=whole),
                    "refused": {
                        "rbp": by_input,
                        "err": "it is rounded to five digits there",
                        "alpha_dcg": by_pyndeval,
                        "alpha_ndcg": by_pyndeval,
                        "err_ia": by_pyndeval,
                        "nerr_ia": by_pyndeval,
                        "precision_ia": by_pyndeval,
                        "map_ia": by_pyndeval,
                        "nrbp": by_pyndeval,
                        "nnrbp": by_pyndeval,
                        "subtopic_recall": by_pyndeval,
                        "reciprocal_rank@k": "it breaks ties by ascending item id there, and nowhere else",
                        "judged@k": "it breaks ties by ascending item id there",
                        "pairwise_accuracy": by_input,
                        "sdcg": by_input,
                        "insq": by_input,
                        "inst": by_input,
                        "bpm": by_input,
                        "nerr8": by_input,
                        "nerr9": by_input,
                        "nerr10": by_input,
                        "nerr11": by_input,
                    },
                    "queries": "all",
                    "without_relevant": "0",
                    "read_as": trec_floats,
                },
                "sklearn": {
                    "library": "scikit-learn 1.9.1",
                    "measures": {
                        "ndcg": {"gain": "linear", "without_relevant": "0"},
                        "dcg": {"gain": "linear", "log_base": "any", "negative": "keep"},
                        "average_precision": {"interpolation": "step", "cutoff": "none", "without_relevant": "0"},
                        "roc_auc": {"partial": "any"},
                    },
                    "ties": "average",
                    "queries": "run",
                    "pool": "retrieved",
                    "read_as": ordered,
                },
                "ranx": {
                    "library": "ranx 0.3.21",
                    "measures": {
                        "hits": {},
                        "hit_rate": {},
                        "precision": {},
                        "recall": {},
                        "f1": {},
                        "r_precision": {},
                        "reciprocal_rank": {},
                        "average_precision": {},
                        "ndcg": {"gain": ["linear", "exponential"]},
                        "dcg": {"gain": ["linear", "exponential"]},
                        "bpref": {"needs": "relevant and other items judged"},
                    },
                    "refused": {
                        "rbp": "it weights hits by their grade",
                    },
                    "queries": "all",
                    "without_relevant": "0",
                    "read_as": {"relevances": "whole", "ranks": "order"},
                    "needs": ["untied scores"],
                },
                "recommenders": {
                    "library": "recommenders 1.2.1",
                    "measures": {
                        "precision": common,
                        "recall": common,
                        "average_precision": dict(common, denominator=["min(k, relevant)", "relevant"]),
                        "ndcg": {"gain": ["binary", "linear", "exponential"], "cutoff": "required"},
                    },
                    "read_as": ordered,
                    "needs": ["untied scores"],
                },
                "spark": {
                    "library": "Spark MLlib 4",
                    "measures": {
                        "precision": cutoff,
                        "recall": cutoff,
                        "average_precision": {"denominator": "min(k, relevant)"},
                        "ndcg": {"gain": ["binary", "exponential"], "cutoff": "required"},
                    },
                    "queries": "all",
                    "without_relevant": "0",
                    "read_as": ordered,
                    "needs": ["untied scores"],
                },
                "spark_listed": {
                    "library": "Spark MLlib 4, all listed",
                    "measures": {
                        "precision": cutoff,
                        "recall": cutoff,
                        "average_precision": {"denominator": "min(k, relevant)"},
                        "ndcg": {"gain": "binary", "cutoff": "required"},
                    },
                    "queries": "all",
                    "without_relevant": "0",
                    "read_as": {"grades": "listed", "ranks": "order"},
                    "needs": ["untied scores"],
                },
                "replay": {
                    "library": "RePlay 0.21.7",
                    "measures": {
                        "precision": cutoff,
                        "recall": cutoff,
                        "hit_rate": cutoff,
                        "reciprocal_rank": cutoff,
                        "average_precision": limited,
                        "ndcg": binary,
                    },
                    "read_as": ordered,
                },
                "recbole": {
                    "library": "RecBole 1.2.1",
                    "measures": {
                        "precision": cutoff,
                        "recall": cutoff,
                        "hit_rate": cutoff,
                        "reciprocal_rank": cutoff,
                        "average_precision": limited,
                        "ndcg": binary,
                        "roc_auc": {"weights": "positives"},
                    },
                    "read_as": ordered,
                    "needs": ["untied scores"],
                },
                "rectools": {
                    "library": "RecTools 0.19.0",
                    "measures": {
                        "precision": cutoff,
                        "recall": {"denominator": ["relevant", "min(k, relevant)"], "cutoff": "required"},
                        "f1": cutoff,
                        "f_beta": {"beta": "any", "cutoff": "required"},
                        "catalogue_accuracy": {"n_items": "any", "cutoff": "required"},
                        "hit_rate": cutoff,
                        "reciprocal_rank": cutoff,
                        "average_precision": {"denominator": ["relevant", "k"], "cutoff": "required"},
                        "ndcg": {"gain": "binary", "ideal": ["constant", "k"], "cutoff": "required"},
                        "partial_auc": {"insufficient": ["ignore", "exclude"], "cutoff": "required"},
                        "pap": {"insufficient": ["ignore", "exclude"], "cutoff": "required"},
                    },
                    "refused": {"r_precision": "its R-precision is recall(denominator=min(k, relevant))@k"},
                    "needs": ["untied scores"],
                },
                "elliot": {
                    "library": "Elliot 0.3.1",
                    "measures": {
                        "precision": common,
                        "recall": common,
                        "hit_rate": common,
                        "reciprocal_rank": common,
                        "ndcg": dict(common, gain="exponential"),
                    },
                    "refused": {
                        "average_precision": "its MAP is the mean of precision@1 to precision@k over all ranks",
                    },
                    "read_as": ordered,
                    "needs": ["untied scores"],
                },
                "elasticsearch": {
                    "library": "Elasticsearch rank_eval",
                    "measures": {
                        "precision": retrieved,
                        "recall": cutoff,
                        "reciprocal_rank": cutoff,
                        "dcg": {"gain": "exponential", "negative": "keep", "cutoff": "required"},
                        "ndcg": {
                            "gain": "exponential",
                            "negative": "keep",
                            "ideal": "retrieved",
                            "cutoff": "required",
                        },
                    },
                    "queries": "all",
                    "without_relevant": "0",
                    "read_as": ordered,
                    "needs": ["untied scores"],
                },
                "quepid": {
                    "library": "Quepid",
                    "measures": {
                        "precision": retrieved,
                        "average_precision": cutoff,
                        "reciprocal_rank": cutoff,
                        "cg": {"gain": "linear", "cutoff": "required"},
                        "dcg": {"gain": "exponential", "negative": "keep", "cutoff": "required"},
                        "ndcg": {
                            "gain": "exponential",
                            "negative": "keep",
                            "ideal": ["all", "k"],
                            "cutoff": "required",
                        },
                    },
                    "read_as": ordered,
                    "needs": ["untied scores"],
                },
                "mlflow": {
                    "library": "MLflow",
                    "measures": {
                        "precision": retrieved,
                        "recall": {"cutoff": "required", "without_relevant": one_without_either},
                        "ndcg": {
                            "gain": "binary",
                            "ideal": "retrieved",
                            "cutoff": "required",
                            "without_relevant": one_without_either,
                        },
                    },
                    "queries": "all",
                    "read_as": ordered,
                    "needs": ["untied scores"],
                },
                "llama_index": {
                    "library": "LlamaIndex 0.14.25",
                    "measures": {
                        "hit_rate": listed,
                        "reciprocal_rank": listed,
                        "precision": dict(listed, denominator="retrieved"),
                        "recall": listed,
                        "average_precision": listed,
                        "ndcg": dict(listed, gain="binary", ideal="all"),
                    },
                    "read_as": ordered,
                    "needs": ["untied scores"],
                },
                "haystack": {
                    "library": "Haystack 3.4.1",
                    "measures": {
                        "hit_rate": {},
                        "recall": {},
                        "reciprocal_rank": {},
                        "average_precision": {},
                        "ndcg": {"gain": "linear", "ideal": "all"},
                    },
                    "queries": "all",
                    "without_relevant": "0",
                    "read_as": ordered,
                    "needs": ["untied scores"],
                },
                "trulens": {
                    "library": "TruLens 2.16.0",
                    "measures": {
                        "precision": dict(listed, denominator="retrieved"),
                        "recall": {},
                        "hit_rate": {},
                        "reciprocal_rank": whole,
                        "ndcg": {"gain": "linear", "cutoff": "required"},
                    },
                    "read_as": ordered,
                    "needs": ["untied scores"],
                },
                "sentence_transformers": {
                    "library": "sentence-transformers 6.2.0",
                    "measures": {
                        "hit_rate": cutoff,
                        "precision": cutoff,
                        "recall": cutoff,
                        "reciprocal_rank": cutoff,
                        "average_precision": limited,
                        "ndcg": binary,
                    },
                    "read_as": ordered,
                    "needs": ["untied scores"],
                },
                "lenskit": {
                    "library": "LensKit 2025.8.1",
                    "measures": {
                        "hit_rate": {},
                        "precision": dict(listed, denominator="retrieved"),
                        "recall": {"denominator": "min(k, relevant)"},
                        "reciprocal_rank": {},
                        "ndcg": {"gain": ["binary", "linear"], "discount": "jarvelin"},
                        "dcg": {"gain": ["binary", "linear"], "discount": "jarvelin"},
                        "rbp": {"p": [0.85, "any"]},
                    },
                    "refused": {"average_precision": "it divides by the shorter of the list and the relevant items"},
                    "read_as": ordered,
                    "needs": ["untied scores"],
                },
                "evidently": {
                    "library": "Evidently 0.7.23",
                    "measures": {
                        "hit_rate": cutoff,
                        "precision": retrieved,
                        "recall": cutoff,
                        "reciprocal_rank": cutoff,
                        "ndcg": {"gain": "linear", "negative": "keep", "cutoff": "required"},
                    },
                    "refused": {"average_precision": "it counts the last row of a list again at each rank beyond it"},
                    "pool": "retrieved",
                    "read_as": ordered,
                    "needs": ["untied scores"],
                },
                "ndeval": {
                    "library": "ndeval 4.5",
                    "measures": {
                        "subtopic_recall": cutoff,
                        "alpha_dcg": {"normalize": "full", "alpha": "any", "cutoff": "required"},
                        "alpha_ndcg": {"alpha": "any", "cutoff": "required"},
                        "err_ia": {"normalize": "full", "alpha": "any", "cutoff": "required"},
                        "nerr_ia": {"alpha": "any", "cutoff": "required"},
                        "precision_ia": cutoff,
                        "map_ia": whole,
                        "nrbp": {"alpha": "any", "beta": "any", "cutoff": "none"},
                        "nnrbp": {"alpha": "any", "beta": "any", "cutoff": "none"},
                    },
                    "queries": "intersection",
                    "without_relevant": "0",
                    "read_as": {"ids": "text", "relevances": "whole", "ranks": "order"},
                    "needs": ["untied scores"],
                },
                "ragas": {
                    "library": "ragas 0.4.3",
                    "measures": {
                        "context_precision": {"verdicts": ["ranked", "unordered"]},
                        "context_recall": {"without_relevant": "case when n_judged > 0 then 0 end"},
                        "recall": {"without_relevant": "null"},
                    },
                    "queries": "run",
                    "without_relevant": "0",
                    "read_as": {"ids": "text", "ranks": "order"},
                    "needs": ["untied scores"],
                },
                "autoevals": {
                    "library": "autoevals 0.4.1",
                    "measures": {"context_precision": {"verdicts": "joined"}, "context_recall": {}},
                    "queries": "run",
                    "without_relevant": "0",
                    "read_as": {"ids": "text", "ranks": "order"},
                    "needs": ["untied scores"],
                },
                "nuggetizer": {
                    "library": "nuggetizer 0.0.5",
                    "measures": {"nugget_recall": dict(whole, okay="any", partial=[0.5, 0], full_from="any")},
                    "queries": "intersection",
                    "without_relevant": "0",
                },
                "torchmetrics": {
                    "library": "torchmetrics 1.9.0",
                    "measures": {
                        "precision": {},
                        "recall": {},
                        "hit_rate": {},
                        "reciprocal_rank": {},
                        "r_precision": {},
                        "average_precision": {"denominator": "hits"},
                        "ndcg": {"gain": "linear", "negative": "keep"},
                    },
                    "queries": "run",
                    "pool": "retrieved",
                    "without_relevant": "0",
                    "read_as": floats,
                    "needs": ["untied scores", "positive scores"],
                },
                "xgboost": {
                    "library": "XGBoost 3",
                    "measures": {
                        "ndcg": {"gain": "exponential", "without_relevant": "1"},
                        "average_precision": {"denominator": "min(k, relevant)", "without_relevant": "1"},
                        "precision": retrieved,
                    },
                    "queries": "run",
                    "pool": "retrieved",
                    "read_as": floats,
                    "needs": ["untied scores"],
                },
            }
        )
    }}
{% endmacro %}
