-- The truth: how strong each system's answers are, how long they are on average, and how often an agent built on it
-- passes.
select *
from
    (
        values
            ('amber', -0.6, 120, 0.35),
            ('birch', -0.3, 300, 0.45),
            ('cedar', 0.0, 140, 0.5),
            ('dune', 0.0, 160, 0.5),
            ('elm', 0.3, 170, 0.6),
            ('fir', 0.6, 130, 0.75)
    ) as known(system, strength, n_words, chance)
