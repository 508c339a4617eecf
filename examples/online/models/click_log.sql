-- What 20,000 searches of the old ranker showed. All that follows is read from this log, but for the A/B test and
-- interleaving.
{{ shown("old", seed=10, n=20000) }}
