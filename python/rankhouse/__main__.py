"""`python -m rankhouse` is the command `rankhouse`."""

from rankhouse.cli import main

main()
