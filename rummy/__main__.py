"""`python -m rummy` is the command `rummy`."""

from rummy.cli import main

main()
