"""Batches over a Ray cluster: small tasks with retries, merged in order, equal to a one-machine run.

>>> import tesuji.ray                                      # doctest: +SKIP
>>> tesuji.ray.grade("puzzles.jsonl", "graded.jsonl")      # doctest: +SKIP
"""

import itertools
import json
import os

TASK = 200
"""Records of one task: small, so that a lost worker costs little."""


def _batches(path, size):
    with open(path, encoding="utf-8") as lines:
        records = (line for line in lines if line.strip())
        while batch := list(itertools.islice(records, size)):
            yield batch


def _run(kind, batch, options):
    from . import _tesuji

    ask = {"grade": _tesuji.grade_many, "solve": _tesuji.solve_many}[kind]
    return [json.dumps(answer, sort_keys=True) for answer in ask(batch, **options)]


def _pass(kind, source, target, options, size, most, retries):
    import ray

    if not ray.is_initialized():
        ray.init()
    task = ray.remote(max_retries=retries, num_cpus=1)(_run)
    waiting = []
    part = f"{target}.part"
    try:
        with open(part, "w", encoding="utf-8") as out:
            for batch in _batches(source, size):
                waiting.append(task.remote(kind, batch, options))
                # Answers are written in order; at most this number of tasks is under way at once.
                if len(waiting) >= most:
                    out.writelines(line + "\n" for line in ray.get(waiting.pop(0)))
            while waiting:
                out.writelines(line + "\n" for line in ray.get(waiting.pop(0)))
        os.replace(part, target)
    finally:
        if os.path.exists(part):
            os.remove(part)


def grade(source, target, needs=False, time=10.0, size=TASK, most=64, retries=3):
    """Grades the records of a JSONL file; one JSON object a line, in order."""
    _pass("grade", source, target, {"needs": needs, "time": time}, size, most, retries)


def solve(source, target, solutions=2, time=10.0, size=TASK, most=64, retries=3):
    """Solves the records of a JSONL file; one JSON object a line, in order."""
    _pass("solve", source, target, {"solutions": solutions, "time": time}, size, most, retries)
