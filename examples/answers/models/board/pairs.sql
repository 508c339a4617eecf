{{ rankhouse.preference_pairs(ref("langfuse_verdicts"), cluster="document_id") }}
