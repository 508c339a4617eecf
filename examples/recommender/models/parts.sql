{{ rankhouse.split_counts(ref("ratings_in_parts")) }}
