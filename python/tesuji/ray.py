"""Passes over a Ray cluster: small tasks with retries, put together in order.

The files have the bytes that the command line writes on one machine (records without a source get their file and line;
bare notations, which are no records, get none). Each task runs the command `tesuji` on some
hundred records, so a lost worker costs little; a task that was lost runs again elsewhere.
Workers read their own ranges of the source and write their own parts to the folder `TARGET.parts`: both are on a file
system that all nodes share. A pass that was stopped goes on from its parts when the same call is made again.

>>> import tesuji.ray                                      # doctest: +SKIP
>>> tesuji.ray.grade("puzzles.jsonl", "graded.parquet")    # doctest: +SKIP
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import uuid

from . import parquet
from ._tesuji import __version__

TASK = 200
"""Records of one task: small, so that a lost worker costs little."""

FAN = 16
"""Files of clusters that one task merges."""


def _sourced(line, name, number):
    """The record with its file and line as its source where it has none, as the command line has it.

    A line that is no record stays as it is: the command names it.
    """
    bare = line.strip()
    if not bare.startswith(b"{"):
        return line
    try:
        record = json.loads(bare)
        if "puzzle" not in record or record.get("source") is not None:
            return line
        source = {"file": name, "line": number}
        if "source" in record:
            return json.dumps({**record, "source": source}, ensure_ascii=False).encode()
        return bare[:-1] + b', "source": ' + json.dumps(source, ensure_ascii=False).encode() + b"}"
    except (ValueError, RecursionError):
        return line


def _ranges(path, size, digest):
    """The tasks of a file of lines: offset, length, number of the first line and of the last one."""
    start = at = records = 0
    first = number = 1
    with open(path, "rb") as lines:
        for number, line in enumerate(lines, 1):
            digest.update(line)
            at += len(line)
            records += bool(line.strip())
            if records == size:
                yield start, at - start, first, number
                start, first, records = at, number + 1, 0
    if records:
        yield start, at - start, first, number


def _batches(path, size, digest):
    """The tasks of a file: how the worker gets its lines, the number of the first one and of the last one."""
    path = os.path.abspath(os.fspath(path))
    if not path.endswith(".parquet"):
        for start, length, first, last in _ranges(path, size, digest):
            yield (path, start, length, None), first, last
        return
    first = 1
    for batch in parquet.lines(path, size):
        lines = [line.encode(errors="surrogatepass") for line in batch]
        for line in lines:
            digest.update(line + b"\n")
        yield (path, 0, 0, lines), first, first + len(lines) - 1
        first += len(lines)


def _text(place, first):
    """The text of one task; each record has its source."""
    path, start, length, lines = place
    if lines is None:
        with open(path, "rb") as file:
            file.seek(start)
            text = file.read(length)
        if len(text) != length:
            raise ValueError(f"{path}: the file is shorter than at the start of the pass")
        lines = text.removesuffix(b"\n").split(b"\n")
    name = os.path.basename(path)
    numbered = enumerate(lines, first)
    return b"".join(_sourced(line, name, number) + b"\n" for number, line in numbered if line.strip())


def _program(args, text):
    """Standard output and standard error of the program; its exit code is 0, or 1 where it did less than was asked for."""
    done = subprocess.run([sys.executable, "-m", "tesuji", *args], input=text, capture_output=True)
    said = done.stderr.decode(errors="replace").strip()
    if done.returncode not in (0, 1):
        raise RuntimeError(f"tesuji {' '.join(args)}: exit code {done.returncode}: {said}")
    return done.stdout, said


def _kept(part, text, said):
    """Writes a part, and beside it what the program said; the part stands under its name once it is whole."""
    for path, data in ((part + ".said", said.encode()), (part, text)):
        new = f"{path}.{uuid.uuid4().hex}.new"
        with open(new, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        os.replace(new, path)
    return __version__


def _records(args, place, first, part):
    """One task of a pass over records."""
    out, said = _program([*args, "--threads", "1", "-q", "-"], _text(place, first))
    return _kept(part, out, said)


def _clusters(args, number, of, place, first, part):
    """One task of mining: its file of clusters, as that of one part of several."""
    with tempfile.TemporaryDirectory() as folder:
        mine = ["discover", "mine", *args, "--threads", "1", "-q", "--out", folder, "-"]
        said = _program(mine, _text(place, first))[1]
        with open(os.path.join(folder, "clusters.jsonl"), "rb") as text:
            head, rest = text.readline(), text.read()
    # The head says which part of how many this is: here it was the whole.
    head = {**json.loads(head), "parts": [number], "of": of}
    return _kept(part, json.dumps(head).encode() + b"\n" + rest, said)


def _merged(args, names, part):
    """One task of a tree of merges."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "all")
        _program(["discover", "merge", *args, "-q", "--out", out, *names], b"")
        with open(os.path.join(out, "clusters.jsonl"), "rb") as text:
            return _kept(part, text.read(), "")


class _Parts:
    """The folder of a pass: parts by number, and a journal that says of which input, arguments and version."""

    def __init__(self, target, source, args, size):
        self.folder = os.path.abspath(os.fspath(target)) + ".parts"
        digest = hashlib.sha256()
        self.count = sum(1 for _ in _batches(source, size, digest))
        journal = {"input": digest.hexdigest(), "args": list(args), "size": size, "version": __version__}
        os.makedirs(self.folder, exist_ok=True)
        path = os.path.join(self.folder, "journal.json")
        if any(name.endswith(".jsonl") for name in os.listdir(self.folder)):
            self._compare(path, journal)
        with open(path + ".new", "w", encoding="utf-8") as out:
            json.dump(journal, out)
        os.replace(path + ".new", path)

    def _compare(self, path, journal):
        try:
            with open(path, encoding="utf-8") as text:
                before = json.load(text)
            other = [key for key in journal if before.get(key) != journal[key]]
        except (OSError, ValueError, AttributeError) as why:
            raise RuntimeError(f"{path}: no journal that can be read: {why}") from None
        if other:
            raise RuntimeError(
                f"{self.folder}: parts of another pass (other {', '.join(other)}): expected those of this call; "
                "remove the folder to start anew"
            )

    def path(self, number, level=0):
        return os.path.join(self.folder, f"{level}-{number:08}.jsonl")

    def write(self, names, target):
        """Puts the parts together in the target; the number of their lines."""
        lines = 0
        with _written(target) as out:
            for name in names:
                with open(name, "rb") as part:
                    text = part.read()
                lines += text.count(b"\n")
                if text:
                    out.write(text.removesuffix(b"\n").split(b"\n"))
        shutil.rmtree(self.folder)
        return lines


class _Tasks:
    """Tasks on a cluster, taken as they end; at most `most` of them are under way."""

    def __init__(self, source, most, retries, progress):
        import ray

        self.ray, self.source, self.most, self.retries, self.progress = ray, source, most, retries, progress
        if not ray.is_initialized():
            # A cluster of this machine alone: nobody else is to reach it.
            ray.init(include_dashboard=False, _node_ip_address="127.0.0.1", log_to_driver=False)
        self.said, self.done = [], 0

    def run(self, work, batches):
        """Does `work` of the arguments where the part does not stand yet; each batch has a name in words."""
        task = self.ray.remote(max_retries=self.retries, num_cpus=1)(work)
        waiting = {}
        for name, args in batches:
            if os.path.exists(args[-1]):
                self._told(name, args[-1])
                continue
            waiting[task.remote(*args)] = name, args[-1]
            if len(waiting) >= self.most:
                self._taken(waiting)
        while waiting:
            self._taken(waiting)

    def _taken(self, waiting):
        ready, _ = self.ray.wait(list(waiting), num_returns=1)
        name, part = waiting.pop(ready[0])
        try:
            version = self.ray.get(ready[0])
        except self.ray.exceptions.RayTaskError as why:
            raise RuntimeError(f"{self.source}: {name}: {why.cause}") from None
        except self.ray.exceptions.RayError as why:
            raise RuntimeError(f"{self.source}: {name}: the worker was lost {self.retries + 1} times: {why}") from None
        if version != __version__:
            os.remove(part)
            raise RuntimeError(f"{self.source}: {name}: a worker has tesuji {version}, and this program {__version__}")
        self._told(name, part)

    def _told(self, name, part):
        self.done += 1
        with open(part + ".said", encoding="utf-8") as text:
            said = text.read()
        if said:
            self.said.append((part, f"{name}: {said}"))
        if self.progress:
            self.progress(self.done)

    def told(self):
        """What the program said, in the order of the parts."""
        return [said for _, said in sorted(self.said)]


def _written(target):
    """Where a pass writes its records: JSON lines, or Parquet."""
    return _Rows(target) if os.fspath(target).endswith(".parquet") else _Lines(target)


class _Rows(parquet.Writer):
    """A Parquet file that takes lines of bytes."""

    def write(self, lines):
        super().write([line.decode() for line in lines])


class _Lines:
    """A file of JSON lines that stands under its name once it is whole."""

    def __init__(self, path):
        self.path, self.part = path, f"{path}.part"
        self.file = open(self.part, "wb")

    def write(self, lines):
        self.file.writelines(line + b"\n" for line in lines)

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        self.file.close()
        if kind is None:
            os.replace(self.part, self.path)
        else:
            os.remove(self.part)


def _pass(args, source, target, size, most, retries, progress):
    parts = _Parts(target, source, args, size)
    tasks = _Tasks(source, most, retries, progress)

    def batches():
        for number, (place, first, last) in enumerate(_batches(source, size, hashlib.sha256()), 1):
            yield f"lines {first} to {last}", (args, place, first, parts.path(number))

    tasks.run(_records, batches())
    records = parts.write(map(parts.path, range(1, parts.count + 1)), target)
    return {"records": records, "tasks": tasks.done, "said": tasks.told()}


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
    of = ["--genre", genre]
    parts = _Parts(target, source, ["discover", "mine", *of, *args], size)
    tasks = _Tasks(source, most, retries, progress)

    def batches():
        for number, (place, first, last) in enumerate(_batches(source, size, hashlib.sha256()), 1):
            part = parts.path(number)
            yield f"lines {first} to {last}", ([*of, *args], number, parts.count, place, first, part)

    tasks.run(_clusters, batches())
    # A tree of merges; the last one writes the head of a whole file, also where there is one part.
    count, level, is_whole = parts.count, 0, False
    while count and not is_whole:
        is_whole = count <= FAN
        names = [parts.path(number, level) for number in range(1, count + 1)]
        groups = [names[i : i + FAN] for i in range(0, count, FAN)]
        count, level = len(groups), level + 1
        merges = [(f"merge {n}", (of, group, parts.path(n, level))) for n, group in enumerate(groups, 1)]
        tasks.run(_merged, merges)
    parts.write([parts.path(number, level) for number in range(1, count + 1)], target)
    return {"tasks": tasks.done, "said": tasks.told()}
