"""Answers line by line, as `benches/src/race/outside.rs` asks."""

import json
import signal
import sys
import time

# Times of its limit after which a rival that does not keep it is stopped.
PATIENCE = 10


class Late(Exception):
    """The limit is long past."""


def _late(*_):
    raise Late


def serve(version, genres, solve):
    """Serves one rival.

    `solve(genre, puzzle, kit, seconds)` returns a dict with `count` and `solution`, or with `late` or
    `refused`.
    """
    if sys.argv[1:] == ["--version"]:
        print(version)
        return
    if sys.argv[1:] == ["--genres"]:
        print(*genres)
        return
    # Windows has no such timer.
    timer = getattr(signal, "setitimer", None)
    if timer:
        signal.signal(signal.SIGVTALRM, _late)
    for line in sys.stdin:
        asked = json.loads(line)
        begin = time.process_time()
        if timer:
            timer(signal.ITIMER_VIRTUAL, PATIENCE * asked["seconds"])
        try:
            answer = solve(asked["genre"], asked["puzzle"], asked["kit"], asked["seconds"])
        except Late:
            answer = {"late": True}
        except Exception as error:  # a rival that fails on a puzzle does not take it
            print(f"{asked['genre']}: {error!r}", file=sys.stderr)
            answer = {"refused": True}
        if timer:
            timer(signal.ITIMER_VIRTUAL, 0)
        answer["seconds"] = time.process_time() - begin
        print(json.dumps(answer), flush=True)
