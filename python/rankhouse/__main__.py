"""The command `rankhouse`, and `python -m rankhouse`."""

import sys
from importlib import import_module


def main() -> None:
    # Ctrl-C may come while the imports take their second.
    try:
        command = import_module("rankhouse.cli").main
    except KeyboardInterrupt:
        print("rankhouse: interrupted", file=sys.stderr)
        sys.exit(130)
    command()


if __name__ == "__main__":
    main()
