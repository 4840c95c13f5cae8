"""The command `tesuji`."""

import signal
import sys

from . import _tesuji


def main():
    """Runs the command line; its exit code is the program's."""
    # Ctrl-C is the program's own business.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(_tesuji.command(sys.argv[1:]))
