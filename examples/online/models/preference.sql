{{ rankhouse.interleaving(ref("drafts")) }}
