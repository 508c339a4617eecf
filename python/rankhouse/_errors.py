class InputError(ValueError):
    """What was asked for, or the data, cannot be evaluated; the message says what is wrong and what to do."""
