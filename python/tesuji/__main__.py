"""`python -m tesuji`: the command line."""

from ._command import main

main()
