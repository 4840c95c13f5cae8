"""Records in Parquet files: a column `record` with the whole record as JSON, and columns of its main fields.

The columns are those that `tesuji corpus` writes: id, genre, size, puzzle, solution (as JSON), tier, score, solved, record.
A file from elsewhere needs the columns `genre` and `puzzle` alone.
"""

import json
import os

COLUMNS = ("id", "genre", "size", "puzzle", "solution", "tier", "score", "solved", "record")


def schema():
    """The schema of the files."""
    import pyarrow

    kinds = {"score": pyarrow.int64(), "solved": pyarrow.bool_()}
    needed = {"id", "genre", "size", "puzzle", "record"}
    return pyarrow.schema([pyarrow.field(c, kinds.get(c, pyarrow.string()), nullable=c not in needed) for c in COLUMNS])


def table(lines):
    """An Arrow table of records, given as JSON lines."""
    import pyarrow

    rows = {column: [] for column in COLUMNS}
    for line in lines:
        record = json.loads(line)
        grade = record.get("grade") or {}
        solution = record.get("solution")
        rows["solution"].append(None if solution is None else json.dumps(solution, separators=(",", ":"), ensure_ascii=False))
        for column in ("tier", "score", "solved"):
            rows[column].append(grade.get(column))
        for column in ("id", "genre", "size", "puzzle"):
            rows[column].append(record.get(column, ""))
        rows["record"].append(line.strip())
    return pyarrow.table(rows, schema=schema())


def lines(path, size=10_000):
    """The records of a file as JSON lines, in batches of at most `size`."""
    import pyarrow.parquet

    try:
        file = pyarrow.parquet.ParquetFile(path)
    except (OSError, pyarrow.ArrowException) as why:
        raise ValueError(f"{path}: not a Parquet file that can be read: {why}") from None
    names = set(file.schema_arrow.names)
    wanted = ["record"] if "record" in names else ["genre", "puzzle", "size"]
    missing = {"genre", "puzzle"} - names
    if "record" not in names and missing:
        raise ValueError(f"{path}: no column {sorted(missing)[0]!r}, nor one 'record'")
    for batch in file.iter_batches(batch_size=size, columns=[c for c in wanted if c in names]):
        if wanted == ["record"]:
            yield batch.column("record").to_pylist()
        else:
            yield [json.dumps({"id": "", "size": "", **row}, ensure_ascii=False) for row in batch.to_pylist()]


class Writer:
    """Writes records, given as JSON lines, to a Parquet file, which stands under its name once it is whole."""

    def __init__(self, path):
        import pyarrow.parquet

        self.path, self.part = path, f"{path}.part"
        self.file = pyarrow.parquet.ParquetWriter(self.part, schema(), compression="zstd")

    def write(self, lines):
        self.file.write_table(table(lines))

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        self.file.close()
        if kind is None:
            os.replace(self.part, self.path)
        else:
            os.remove(self.part)
