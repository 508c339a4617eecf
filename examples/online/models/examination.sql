-- How often users look at a position, from the clicks: the drawn first items stand in several.
{{ rankhouse.position_bias(ref("click_log")) }}
