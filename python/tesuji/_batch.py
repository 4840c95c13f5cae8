"""Many puzzles at once: lists, files of records, Arrow tables."""

import json

from . import _tesuji
from ._tesuji import Puzzle


def _texts(puzzles):
    """Records as JSON, of puzzles, dictionaries or texts."""
    texts = []
    for puzzle in puzzles:
        if isinstance(puzzle, Puzzle):
            texts.append(puzzle.to_json())
        elif isinstance(puzzle, str):
            texts.append(puzzle)
        else:
            texts.append(json.dumps(puzzle))
    return texts


def solve(puzzles, solutions=2, time=10.0):
    """Solve puzzles (or records) on all cores; one dictionary each, with `error` where one can't be read.

    >>> import tesuji
    >>> made = list(tesuji.genre("akari").generate(count=3, size="6x6", seed=1))
    >>> [len(answer["solutions"]) for answer in tesuji.solve(made)]
    [1, 1, 1]
    """
    return _tesuji.solve_many(_texts(puzzles), solutions, time)


def grade(puzzles, needs=False, time=10.0):
    """Grade puzzles (or records) on all cores; one dictionary each, with `error` where one can't be read."""
    return _tesuji.grade_many(_texts(puzzles), needs, time)


def read_jsonl(path):
    """The puzzles of a file of records, one JSON object a line."""
    puzzles = []
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                try:
                    puzzles.append(Puzzle(line))
                except ValueError as why:
                    raise ValueError(f"{path}:{number}: {why}") from None
    return puzzles


def write_jsonl(path, puzzles):
    """Write puzzles as records, one JSON object a line."""
    with open(path, "w", encoding="utf-8") as out:
        for puzzle in puzzles:
            out.write(puzzle.to_json() + "\n")


def _rows(table):
    """Rows of an Arrow table, or of what can be one (pandas, polars)."""
    import pyarrow

    if not isinstance(table, pyarrow.Table):
        table = table.to_arrow() if hasattr(table, "to_arrow") else pyarrow.Table.from_pandas(table)
    missing = {"genre", "puzzle"} - set(table.column_names)
    if missing:
        raise ValueError(f"the table has no column {sorted(missing)[0]!r}")
    columns = ["genre", "puzzle"] + (["size"] if "size" in table.column_names else [])
    return table, [{"id": "", "size": "", **row} for row in table.select(columns).to_pylist()]


def _joined(table, answers, columns):
    import pyarrow

    made = {
        name: pyarrow.array([None if "error" in answer else of(answer) for answer in answers])
        for name, of in columns.items()
    }
    made["error"] = pyarrow.array([answer.get("error") for answer in answers], pyarrow.string())
    for name, column in made.items():
        # A column of an earlier pass is replaced: it may be of other techniques or limits.
        at = table.schema.get_field_index(name)
        table = table.append_column(name, column) if at < 0 else table.set_column(at, name, column)
    return table


def grade_table(table, time=10.0):
    """An Arrow table (or pandas, polars) with columns `genre` and `puzzle`, with `tier`, `score`, `solved` and `error`."""
    table, rows = _rows(table)
    columns = {"tier": lambda a: a["tier"], "score": lambda a: a["score"], "solved": lambda a: a["solved"]}
    return _joined(table, grade(rows, time=time), columns)


def solve_table(table, solutions=2, time=10.0):
    """An Arrow table (or pandas, polars) with columns `genre` and `puzzle`, with `found`, `complete`, `solution` and `error`."""
    table, rows = _rows(table)
    first = lambda a: json.dumps(a["solutions"][0]) if a["solutions"] else None
    columns = {"found": lambda a: len(a["solutions"]), "complete": lambda a: a["complete"], "solution": first}
    return _joined(table, solve(rows, solutions, time), columns)
