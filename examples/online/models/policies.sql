{{
    rankhouse.compare_policies(
        ref("actions"),
        estimators=["ips", "snips"],
        columns={"baseline_probability": "logging_probability"},
    )
}}
