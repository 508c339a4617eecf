{{ rankhouse.position_bias(ref("counts"), counts=true) }}
