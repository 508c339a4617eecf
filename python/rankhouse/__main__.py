"""The command `rankhouse`, and `python -m rankhouse`."""

import sys


def main() -> None:
    # Ctrl-C and whoever ends the process may come while the imports take their second.
    try:
        from rankhouse.cli import main as command
    except KeyboardInterrupt:
        print("rankhouse: interrupted", file=sys.stderr)
        sys.exit(130)
    command()


if __name__ == "__main__":
    main()
