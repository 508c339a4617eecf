-- A fifth of each user's ratings is held out.
{{ rankhouse.split(ref("ratings"), method="random", share=0.2, seed=1) }}
