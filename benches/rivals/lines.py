"""Answers line by line, as `benches/src/race/outside.rs` asks."""

import json
import sys
import time


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
    for line in sys.stdin:
        asked = json.loads(line)
        begin = time.process_time()
        try:
            answer = solve(asked["genre"], asked["puzzle"], asked["kit"], asked["seconds"])
        except Exception as error:  # a rival that fails on a puzzle does not take it
            print(f"{asked['genre']}: {error!r}", file=sys.stderr)
            answer = {"refused": True}
        answer["seconds"] = time.process_time() - begin
        print(json.dumps(answer), flush=True)
