{{ rankhouse.interleaving_checks(ref("drafts")) }}
