{{ rankhouse.pairs_to_judge(ref("phoenix_verdicts"), limit=5) }}
