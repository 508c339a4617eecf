-- The ratings once for each number of known ratings of a user, from 1 to 10.
{{ rankhouse.split(ref("ratings"), method="learning_curve", given=10, seed=1) }}
