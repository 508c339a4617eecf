{{ rankhouse.try_metrics(ref("snowflake_tries"), measures=["pass@1", "pass@3", "pass_all@3"], by=["system"]) }}
