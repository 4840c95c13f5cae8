"""Tests of the package: `python -m unittest discover python/tests` once it is installed."""

import doctest
import os
import pickle
import signal
import tempfile
import threading
import time
import unittest

import tesuji
import tesuji._batch

HARD = "98.7.....6.....97......5...4..3..2...6..9..5...1..4..6...8......3...1......2..8.4"
EASY = "003020600900305001001806400008102900700000008006708200002609500800203009005010300"


class Reading(unittest.TestCase):
    def test_notations_addresses_and_records(self):
        easy = tesuji.Puzzle(EASY, "sudoku")
        self.assertEqual(tesuji.Puzzle(easy.to_json()), easy)
        self.assertEqual(pickle.loads(pickle.dumps(easy)), easy)
        self.assertEqual(tesuji.Puzzle("https://puzz.link/p?slither/4/4/dgdh2c71").genre, "slitherlink")

    def test_errors_name_the_place(self):
        for text, genre, part in [("12345", "sudoku", ""), (EASY, "sudku", "nearest: sudoku"), (EASY, None, "genre")]:
            with self.assertRaises(ValueError) as caught:
                tesuji.Puzzle(text, genre)
            self.assertIn(part, str(caught.exception))

    def test_every_genre_says_what_it_is(self):
        self.assertGreater(len(tesuji.genres()), 50)
        for name in tesuji.genres():
            genre = tesuji.genre(name)
            self.assertTrue(genre.about and genre.sizes and genre.formats)


class Asking(unittest.TestCase):
    def test_solutions_are_counted(self):
        self.assertEqual(tesuji.Puzzle(EASY, "sudoku").count(), (1, True))
        self.assertEqual(tesuji.Puzzle("." * 81, "sudoku").count(most=5), (5, True))

    def test_steps_have_words_data_and_pictures(self):
        step = tesuji.Puzzle(EASY, "sudoku").hint()
        self.assertEqual(step.answer, "step")
        self.assertTrue(step.words and step.data["placements"] and step.svg.startswith("<svg"))

    def test_grades(self):
        grade = tesuji.Puzzle(EASY, "sudoku").grade(needs=True)
        self.assertTrue(grade["solved"] and grade["steps"])
        with self.assertRaises(ValueError):
            tesuji.Puzzle(EASY, "sudoku").grade(without=["x-wong"])

    def test_a_bad_time_is_refused(self):
        for wrong in (-1.0, float("nan"), float("inf")):
            with self.assertRaises(ValueError):
                tesuji.Puzzle(EASY, "sudoku").solve(time=wrong)


class Making(unittest.TestCase):
    def test_the_same_from_a_seed(self):
        texts = [[p.text for p in tesuji.genre("akari").generate(3, seed=4, size="6x6", threads=n)] for n in (1, 2)]
        self.assertEqual(texts[0], texts[1])
        self.assertEqual(len(texts[0]), 3)

    def test_the_impossible_is_refused_at_once(self):
        with self.assertRaises(ValueError):
            tesuji.genre("akari").generate(1, size="0x0")

    def test_a_stream_can_be_dropped(self):
        stream = tesuji.genre("sudoku").generate(10**6)
        next(stream)
        del stream

    def test_mining(self):
        puzzles = list(tesuji.genre("sudoku").generate(5, seed=9, tier="hard"))
        found = tesuji.genre("sudoku").discover(puzzles, time=20)
        self.assertEqual(found["summary"]["puzzles"], 5)


class Batches(unittest.TestCase):
    def test_lists_and_files(self):
        made = list(tesuji.genre("akari").generate(4, size="6x6", seed=2))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "akari.jsonl")
            tesuji.write_jsonl(path, made)
            self.assertEqual(tesuji.read_jsonl(path), made)
        answers = tesuji.solve([*made, "{}", "no puzzle"])
        self.assertTrue(all(len(a["solutions"]) == 1 for a in answers[:4]))
        self.assertTrue(all(a["error"] for a in answers[4:]))

    def test_arrow(self):
        try:
            import pyarrow
        except ImportError:
            self.skipTest("SKIPPED: no pyarrow")
        table = pyarrow.table({"genre": ["sudoku", "sudoku"], "puzzle": [EASY, "bad"]})
        graded = tesuji.grade_table(table)
        self.assertEqual(graded["solved"].to_pylist(), [True, None])
        self.assertIsNone(graded["error"].to_pylist()[0])
        self.assertEqual(tesuji.solve_table(table)["found"].to_pylist(), [1, None])
        old = table.append_column("tier", pyarrow.array(["old", "old"]))
        self.assertEqual(tesuji.grade_table(old), graded, "a column of that name is replaced")
        self.assertEqual(tesuji.grade_table(graded), graded)


class Networks(unittest.TestCase):
    def test_magic_squares(self):
        lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]
        net = tesuji.Network(9, range(1, 10))
        net.add({"kind": "all-different", "vars": list(range(9))})
        for line in lines:
            net.add({"kind": "sum", "vars": line, "total": 15})
        for engine in ("fast", "learning", "simple"):
            self.assertEqual(len(net.solve(100, engine)["solutions"]), 8)

    def test_nonsense_is_refused(self):
        net = tesuji.Network(2, [1, 2])
        for rule in ({"kind": "sam", "vars": [0]}, {"kind": "sum", "vars": [0, 9], "total": 3}):
            with self.assertRaises(ValueError):
                net.add(rule)
        with self.assertRaises(IndexError):
            net.set_values(7, [1])
        with self.assertRaises(ValueError):
            tesuji.Network(2, [64])


class Interrupting(unittest.TestCase):
    def test_ctrl_c_ends_a_search(self):
        threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
        begin = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            tesuji.Puzzle("." * 256, "sudoku").solve(solutions=10**9, time=60)
        self.assertLess(time.monotonic() - begin, 10)


class Examples(unittest.TestCase):
    def test_docstrings(self):
        for module in (tesuji, tesuji._batch):
            self.assertEqual(doctest.testmod(module).failed, 0)


if __name__ == "__main__":
    unittest.main()
