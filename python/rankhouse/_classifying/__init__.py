"""The predictions of classifiers evaluated."""
