"""Passes over parts with a stand-in for Ray's few calls: bytes, journals, and what stays after a stop."""

import json
import os
import random
import sys
import tempfile
import types
import unittest
from unittest import mock

import tesuji.ray as passes


class Lost(Exception):
    pass


class TaskError(Exception):
    def __init__(self, cause):
        super().__init__(str(cause))
        self.cause = cause


def stand_in():
    """Tasks that run at once and end in the opposite order."""

    def run(work, args):
        try:
            return work(*args), None
        except Exception as why:
            return None, TaskError(why)

    def get(reference):
        answer, why = reference()
        if why:
            raise why
        return answer

    def remote(**_):
        def bound(work):
            def call(*args):
                answer = run(work, args)
                return lambda: answer

            return types.SimpleNamespace(remote=call)

        return bound

    ray = types.ModuleType("ray")
    ray.remote, ray.get, ray.is_initialized = remote, get, lambda: True
    ray.wait = lambda waiting, num_returns: (waiting[-num_returns:], waiting[:-num_returns])
    ray.exceptions = types.SimpleNamespace(RayTaskError=TaskError, RayError=Lost)
    return ray


def echo(args, text):
    return text, ""


PIECES = [b"\xff", b"\r", b"\\ud800", b"\x00", b" ", b"{", b'"', b"a", b"\xe2\x80"]
PIECES += [char.encode() for char in "\u2028\u2029\u0085\u000b\u000c\u001c\U0001f9e9é"]


def random_line(rng):
    pieces = b"".join(rng.choice(PIECES) for _ in range(rng.randrange(12)))
    if rng.random() < 0.5:
        return pieces
    char = rng.choice(["\u2028", "\u2029", "\u0085", "\ud800", "\\ud83e", "\U0001f9e9"])
    record = json.dumps({"puzzle": "1" * 4, "comment": char}, ensure_ascii=False)
    return record.encode(errors="surrogatepass") + rng.choice([b"", b"\r"])


class Parts(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.source, self.target = (os.path.join(self.folder.name, name) for name in ("all.jsonl", "out.jsonl"))
        patched = mock.patch.dict(sys.modules, {"ray": stand_in()})
        patched.start()
        self.addCleanup(patched.stop)

    def grade(self, program=echo, size=3, progress=None):
        with mock.patch.object(passes, "_program", program):
            return passes.grade(self.source, self.target, size=size, most=4, progress=progress)

    def read(self):
        with open(self.target, "rb") as text:
            return text.read()

    def make(self, data):
        with open(self.source, "wb") as out:
            out.write(data)

    def test_lines_of_any_bytes_come_out_as_many_as_went_in_each_as_it_was(self):
        rng = random.Random(5)
        for _ in range(60):
            lines = [random_line(rng).replace(b"\n", b"") for _ in range(rng.randrange(20))]
            self.make(b"\n".join(lines) + rng.choice([b"", b"\n"]))
            self.grade(size=rng.randrange(1, 6))
            kept = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
            out = self.read().split(b"\n")
            self.assertEqual(out.pop(), b"")
            self.assertEqual(len(out), len(kept))
            for (number, line), got in zip(kept, out):
                try:
                    record = json.loads(line)
                except ValueError:
                    self.assertEqual(got, line)
                    continue
                if isinstance(record, dict):
                    record["source"] = {"file": "all.jsonl", "line": number}
                    self.assertEqual(json.loads(got), record)
                else:
                    self.assertEqual(got, line)

    def test_a_pass_that_stops_anywhere_goes_on_and_does_no_part_again(self):
        lines = b"".join(b"line %d\n" % number for number in range(40))
        for stop in (OSError(28, "No space left on device"), KeyboardInterrupt()):
            for at in (1, 4, 9, 13):
                self.make(lines)
                if os.path.exists(self.target):
                    os.remove(self.target)
                calls = []

                def failing(args, text):
                    calls.append(text)
                    if len(calls) == at:
                        raise stop
                    return text, "said"

                with self.assertRaises((RuntimeError, KeyboardInterrupt)):
                    self.grade(failing)
                self.assertFalse(os.path.exists(self.target))
                again = []
                told = self.grade(lambda args, text: (again.append(text) or text, "said"))
                self.assertEqual(self.read(), lines)
                self.assertEqual((told["records"], told["tasks"], len(told["said"])), (40, 14, 14))
                # Only the part that failed was lost of those that had been started.
                self.assertEqual(len(calls) - 1 + len(again), 14)
                self.assertFalse(os.path.exists(self.target + ".parts"))

    def test_parts_of_another_input_or_version_are_refused_by_name(self):
        def stopped(done):
            raise KeyboardInterrupt

        self.make(b"a\nb\nc\nd\n")
        with self.assertRaises(KeyboardInterrupt):
            self.grade(size=1, progress=stopped)
        self.make(b"a\nb\nc\ne\n")
        with self.assertRaisesRegex(RuntimeError, "parts of another pass \\(other input\\)"):
            self.grade(size=1)
        self.make(b"a\nb\nc\nd\n")
        with mock.patch.object(passes, "__version__", "0.0.0"):
            with self.assertRaisesRegex(RuntimeError, "other version"):
                self.grade(size=1)
        self.grade(size=1)
        self.assertEqual(self.read(), b"a\nb\nc\nd\n")


if __name__ == "__main__":
    unittest.main()
