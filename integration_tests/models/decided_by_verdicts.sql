-- From verdicts to whether to ship new.
{{ rankhouse.preference_decision(ref("verdicts"), baseline="old") }}
