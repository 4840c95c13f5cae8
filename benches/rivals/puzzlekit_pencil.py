"""Pencil puzzles by puzzlekit: a model for CP-SAT by genre, one solution each."""

from importlib.metadata import version

import puzzlekit
from lines import serve

# Our genres, and puzzlekit's names of them.
TYPES = {
    "akari": "akari",
    "heyawake": "heyawake",
    "hitori": "hitori",
    "kakurasu": "kakurasu",
    "kakuro": "kakuro",
    "kenken": "ken_ken",
    "lits": "lits",
    "masyu": "masyu",
    "nonogram": "nonogram",
    "nurikabe": "nurikabe",
    "skyscrapers": "skyscraper",
    "slitherlink": "slitherlink",
    "starbattle": "starbattle",
    "tents": "tent",
    "thermometers": "thermometer",
    "unruly": "binairo",
    "yajilin": "yajilin",
}
# It writes a turn of a loop with the letters of the other order than its data sets do.
TURNS = {"es": "se", "en": "ne"}


def inside(row):
    """The cells of a row inside of the loop: the sides of each cell are summed, the left one as 4."""
    marks, is_inside = [], False
    for word in row:
        if word != "-" and int(word) & 4:
            is_inside = not is_inside
        marks.append("x" if is_inside else "-")
    return marks


def solve(genre, problem, kit, seconds):
    if not kit:
        return {"refused": True}
    options = {"time_limit_sec": seconds, "num_search_workers": 1}
    found = puzzlekit.solve(problem, TYPES[genre], solver_options=options).solution_data
    if found["status"] not in ("Optimal", "Feasible"):
        return {"late": found["status"] != "Infeasible", "count": 0, "first_only": True}
    grid = found["solution_grid"]
    rows = [[TURNS.get(word, word) for word in map(str, row)] for row in getattr(grid, "matrix", grid)]
    if genre == "slitherlink":
        rows = [inside(row) for row in rows]
    size = problem.split("\n", 1)[0]
    text = "\n".join([size] + [" ".join(row) for row in rows])
    return {"count": 1, "solution": text, "first_only": True}


# What it loads at the first puzzle is no part of the time.
puzzlekit.solve("1 1\n-", "akari")
serve(version("puzzlekit"), TYPES, solve)
