"""Passes over a Ray cluster: small tasks with retries, put together in order.

The files have the bytes that the command line writes on one machine (records without a source get their file and line;
bare notations, which are no records, get none). Each task runs the command `tesuji` on some
hundred records, so a lost worker costs little; a task that was lost runs again elsewhere.

>>> import tesuji.ray                                      # doctest: +SKIP
>>> tesuji.ray.grade("puzzles.jsonl", "graded.parquet")    # doctest: +SKIP
"""

import itertools
import json
import os
import subprocess
import sys
import tempfile

from . import parquet
from ._tesuji import __version__

TASK = 200
"""Records of one task: small, so that a lost worker costs little."""

FAN = 16
"""Files of clusters that one task merges."""


def _sourced(line, name, number):
    """The record with its file and line as its source where it has none, as the command line has it."""
    if not line.startswith("{"):
        return line
    try:
        record = json.loads(line)
    except ValueError:
        return line
    if "puzzle" not in record or record.get("source") is not None:
        return line
    return json.dumps({**record, "source": {"file": name, "line": number}}, ensure_ascii=False)


def _batches(path, size):
    """The records of a file in batches, each with the number of its first one."""
    name = os.path.basename(os.fspath(path))
    if os.fspath(path).endswith(".parquet"):
        batches = _of_rows(path, name, size)
    else:
        batches = _of_lines(path, name, size)
    first = 1
    for batch in batches:
        yield first, batch
        first += len(batch)


def _of_rows(path, name, size):
    number = 0
    for batch in parquet.lines(path, size):
        yield [_sourced(line, name, number + i) for i, line in enumerate(batch, 1)]
        number += len(batch)


def _of_lines(path, name, size):
    with open(path, encoding="utf-8") as lines:
        numbered = enumerate((line.rstrip("\n") for line in lines), 1)
        records = (_sourced(line, name, number) for number, line in numbered if line.strip())
        while batch := list(itertools.islice(records, size)):
            yield batch


def _program(args, text):
    """Standard output and standard error of the program; its exit code is 0, or 1 where it did less than was asked for."""
    done = subprocess.run([sys.executable, "-m", "tesuji", *args], input=text.encode(), capture_output=True)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"tesuji {' '.join(args)}: exit code {done.returncode}: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout.decode(), done.stderr.decode(errors="replace").strip()


def _records(args, batch):
    """One task of a pass over records: what it writes, what it says, and the version that ran it."""
    out, said = _program([*args, "--threads", "1", "-q", "-"], "\n".join(batch) + "\n")
    return out.splitlines(), said, __version__


def _clusters(args, part, batch):
    """One task of mining: the text of its file of clusters, as that of one part of several."""
    with tempfile.TemporaryDirectory() as folder:
        said = _program(["discover", "mine", *args, "--threads", "1", "-q", "--out", folder, "-"], "\n".join(batch) + "\n")[1]
        with open(os.path.join(folder, "clusters.jsonl"), encoding="utf-8") as text:
            first, rest = text.readline(), text.read()
    # The head says which part of how many this is: here it was the whole.
    number, of = part
    head = {**json.loads(first), "parts": [number], "of": of}
    return json.dumps(head) + "\n" + rest, said, __version__


def _merged(args, texts):
    """One task of a tree of merges."""
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for number, text in enumerate(texts):
            names.append(os.path.join(folder, f"part-{number}.jsonl"))
            with open(names[-1], "w", encoding="utf-8") as part:
                part.write(text)
        out = os.path.join(folder, "all")
        _program(["discover", "merge", *args, "-q", "--out", out, *names], "")
        with open(os.path.join(out, "clusters.jsonl"), encoding="utf-8") as text:
            return text.read(), "", __version__


class _Tasks:
    """Tasks on a cluster whose answers are taken in order; at most `most` of them are under way."""

    def __init__(self, source, most, retries, progress):
        import ray

        self.ray, self.source, self.most, self.retries, self.progress = ray, source, most, retries, progress
        if not ray.is_initialized():
            # A cluster of this machine alone: nobody else is to reach it.
            ray.init(include_dashboard=False, _node_ip_address="127.0.0.1", log_to_driver=False)
        self.said, self.done = [], 0

    def run(self, work, batches):
        """The answers to `work` of the arguments, each with its name in words."""
        task = self.ray.remote(max_retries=self.retries, num_cpus=1)(work)
        waiting = []
        for name, args in batches:
            waiting.append((name, task.remote(*args)))
            if len(waiting) >= self.most:
                yield self._taken(*waiting.pop(0))
        while waiting:
            yield self._taken(*waiting.pop(0))

    def _taken(self, name, reference):
        try:
            answer, said, version = self.ray.get(reference)
        except self.ray.exceptions.RayTaskError as why:
            raise RuntimeError(f"{self.source}: {name}: {why.cause}") from None
        except self.ray.exceptions.RayError as why:
            raise RuntimeError(f"{self.source}: {name}: the worker was lost {self.retries + 1} times: {why}") from None
        if version != __version__:
            raise RuntimeError(f"{self.source}: {name}: a worker has tesuji {version}, and this program {__version__}")
        self.done += 1
        if said:
            self.said.append(f"{name}: {said}")
        if self.progress:
            self.progress(self.done)
        return answer


def _written(target):
    """Where a pass writes its records: JSON lines, or Parquet."""
    return parquet.Writer(target) if os.fspath(target).endswith(".parquet") else _Lines(target)


class _Lines:
    """A file of JSON lines that stands under its name once it is whole."""

    def __init__(self, path):
        self.path, self.part = path, f"{path}.part"
        self.file = open(self.part, "w", encoding="utf-8")

    def write(self, lines):
        self.file.writelines(line + "\n" for line in lines)

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        self.file.close()
        if kind is None:
            os.replace(self.part, self.path)
        else:
            os.remove(self.part)


def _pass(args, source, target, size, most, retries, progress):
    tasks = _Tasks(source, most, retries, progress)
    records = 0

    def batches():
        for first, batch in _batches(source, size):
            yield f"records {first} to {first + len(batch) - 1}", (args, batch)

    with _written(target) as out:
        for lines in tasks.run(_records, batches()):
            records += len(lines)
            if lines:
                out.write(lines)
    return {"records": records, "tasks": tasks.done, "said": tasks.said}


def grade(source, target, args=(), size=TASK, most=64, retries=3, progress=None):
    """Grades the records of a file as `tesuji grade` does; `args` are further options of the command."""
    return _pass(["grade", *args], source, target, size, most, retries, progress)


def solve(source, target, args=(), size=TASK, most=64, retries=3, progress=None):
    """Solves the records of a file as `tesuji solve` does."""
    return _pass(["solve", *args], source, target, size, most, retries, progress)


def check(source, target, args=(), size=TASK, most=64, retries=3, progress=None):
    """Compares solvers as `tesuji check --all` does: the records on which they differ, or with `--verdicts` all."""
    return _pass(["check", "--all", *args], source, target, size, most, retries, progress)


def mine(source, target, genre, args=(), size=TASK, most=64, retries=3, progress=None):
    """Mines a file as `tesuji discover mine` does; the target gets the clusters, merged by a tree of tasks."""
    tasks = _Tasks(source, most, retries, progress)
    of = ["--genre", genre]
    count = sum(1 for _ in _batches(source, size))

    def batches():
        for number, (first, batch) in enumerate(_batches(source, size), 1):
            yield f"records {first} to {first + len(batch) - 1}", ([*of, *args], (number, count), batch)

    parts = list(tasks.run(_clusters, batches()))
    # A tree of merges; the last one writes the head of a whole file, also where there is one part.
    is_whole = False
    while parts and not is_whole:
        is_whole = len(parts) <= FAN
        groups = [parts[i : i + FAN] for i in range(0, len(parts), FAN)]
        named = ((f"merge {number}", (of, group)) for number, group in enumerate(groups, 1))
        parts = list(tasks.run(_merged, named))
    with _Lines(target) as out:
        for text in parts:
            out.write(text.splitlines())
    return {"tasks": tasks.done, "said": tasks.said}
