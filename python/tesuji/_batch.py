"""Many puzzles at once: lists, files of records, Arrow tables."""

import json
import os
import uuid

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


def solve(puzzles, solutions=2, time=10.0, nodes=None):
    """Solve puzzles (or records) on all cores; one dictionary each, with `error` where one can't be read.

    >>> import tesuji
    >>> made = list(tesuji.genre("akari").generate(count=3, size="6x6", seed=1))
    >>> [len(answer["solutions"]) for answer in tesuji.solve(made)]
    [1, 1, 1]
    """
    return _tesuji.solve_many(_texts(puzzles), solutions, time, nodes)


def grade(puzzles, needs=False, time=10.0, nodes=None, rating=False):
    """Grade puzzles (or records) on all cores; one dictionary each, with `error` where one can't be read."""
    return _tesuji.grade_many(_texts(puzzles), needs, time, nodes, rating)


def check(puzzles, time=10.0, nodes=None):
    """Compare two engines on puzzles (or records) on all cores; `agree` is None where one of them did not finish."""
    return _tesuji.check_many(_texts(puzzles), time, nodes)


def true_candidates(puzzles, up_to=1, time=10.0, nodes=None):
    """The values that occur in solutions of puzzles (or records), each counted up to a number."""
    return _tesuji.candidates_many(_texts(puzzles), up_to, time, nodes)


def convert(puzzles, format):
    """Puzzles (or records) in a format of their genre, one text after the other.

    >>> import tesuji
    >>> print(tesuji.convert([tesuji.Puzzle("lightup/6/6/hcg.l.g.1..1.g.lcgb", "akari")], "url").strip())
    https://puzz.link/p?lightup/6/6/hcg.l.g.1..1.g.lcgb
    """
    return "".join(Puzzle(text).write(format) for text in _texts(puzzles))


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
    """Write puzzles as records, one JSON object a line; the file stands under its name once it is whole."""
    path = os.path.realpath(path)
    if os.path.exists(path) and not os.path.isfile(path):
        # A pipe or a device has no whole to wait for.
        with open(path, "w", encoding="utf-8") as out:
            out.writelines(puzzle.to_json() + "\n" for puzzle in puzzles)
        return
    part = f"{path}.{uuid.uuid4().hex}.part"
    try:
        with open(part, "w", encoding="utf-8", newline="\n") as out:
            out.writelines(puzzle.to_json() + "\n" for puzzle in puzzles)
        os.replace(part, path)
    except BaseException:
        if os.path.exists(part):
            os.remove(part)
        raise


def _rows(table):
    """Rows of an Arrow table, or of what can be one (pandas, polars)."""
    import pyarrow

    if not isinstance(table, pyarrow.Table):
        table = table.to_arrow() if hasattr(table, "to_arrow") else pyarrow.Table.from_pandas(table)
    missing = {"genre", "puzzle"} - set(table.column_names)
    if missing:
        raise ValueError(f"the table has no column {sorted(missing)[0]!r}")
    if table.num_rows == 0:
        return table, []
    columns = ["genre", "puzzle"] + (["size"] if "size" in table.column_names else [])
    rows = ({name: value or "" for name, value in row.items()} for row in table.select(columns).to_pylist())
    return table, [{"id": "", "size": "", **row} for row in rows]


def _joined(table, answers, columns):
    import pyarrow

    # Types are stated: of no answer none could be told.
    made = {
        name: pyarrow.array([None if "error" in answer else of(answer) for answer in answers], kind)
        for name, (of, kind) in columns.items()
    }
    made["error"] = pyarrow.array([answer.get("error") for answer in answers], pyarrow.string())
    for name, column in made.items():
        # A column of an earlier pass is replaced: it may be of other techniques or limits.
        at = table.schema.get_field_index(name)
        table = table.append_column(name, column) if at < 0 else table.set_column(at, name, column)
    return table


def grade_table(table, time=10.0, nodes=None):
    """An Arrow table (or pandas, polars) with columns `genre` and `puzzle`, with `tier`, `score`, `solved` and `error`."""
    import pyarrow

    table, rows = _rows(table)
    columns = {
        "tier": (lambda a: a["tier"], pyarrow.string()),
        "score": (lambda a: a["score"], pyarrow.int64()),
        "solved": (lambda a: a["solved"], pyarrow.bool_()),
    }
    return _joined(table, grade(rows, time=time, nodes=nodes), columns)


def solve_table(table, solutions=2, time=10.0, nodes=None):
    """An Arrow table (or pandas, polars) with columns `genre` and `puzzle`, with `found`, `complete`, `solution` and `error`."""
    import pyarrow

    table, rows = _rows(table)

    def first(answer):
        return json.dumps(answer["solutions"][0], ensure_ascii=False) if answer["solutions"] else None

    columns = {
        "found": (lambda a: len(a["solutions"]), pyarrow.int64()),
        "complete": (lambda a: a["complete"], pyarrow.bool_()),
        "solution": (first, pyarrow.string()),
    }
    return _joined(table, solve(rows, solutions, time, nodes), columns)


def check_table(table, time=10.0, nodes=None):
    """An Arrow table (or pandas, polars) with columns `genre` and `puzzle`, with `agree`, `nodes` and `error`."""
    import pyarrow

    table, rows = _rows(table)
    columns = {
        "agree": (lambda a: a["agree"], pyarrow.bool_()),
        "nodes": (lambda a: a["fast"]["nodes"], pyarrow.int64()),
    }
    return _joined(table, check(rows, time, nodes), columns)
