{{ rankhouse.roc_curve(ref("labelled_items"), points=none, by=["system"], columns={"label": "hit"}) }}
