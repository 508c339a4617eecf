class InputError(ValueError):
    """What was asked for, or the data, cannot be evaluated; the message says what is wrong and what to do."""


class InputWarning(UserWarning):
    """The data can be evaluated, and the result is seldom what was meant; the message says why and what to do."""
