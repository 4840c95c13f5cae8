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
import tesuji.genre_file

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

    def test_a_place_is_part_of_the_error(self):
        with self.assertRaises(tesuji.BadInput) as caught:
            tesuji.genre("sudoku").read("55" + "." * 79)
        self.assertTrue(caught.exception.at or caught.exception.column)
        self.assertIsInstance(caught.exception, ValueError)
        with self.assertRaises(tesuji.BadInput) as caught:
            tesuji.Puzzle('{"genre": "sudoku", "puzzle": 5}')
        self.assertGreater(caught.exception.column, 1)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.jsonl")
            with open(path, "w", encoding="utf-8") as out:
                out.write(tesuji.Puzzle(EASY, "sudoku").to_json() + "\n{}\n")
            with self.assertRaisesRegex(ValueError, "a.jsonl:2: "):
                tesuji.read_jsonl(path)

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

    def test_true_candidates_and_the_cross_check(self):
        found = tesuji.Puzzle(EASY, "sudoku").true_candidates()
        self.assertEqual((found["answer"], found["candidates"]["r1c1"]), ("one", {"4": 1}))
        several = tesuji.Puzzle("1" + "." * 15, "sudoku").true_candidates(up_to=3)
        self.assertEqual(several["answer"], "several")
        self.assertEqual(several["candidates"]["r1c2"], {"2": 3, "3": 3, "4": 3})
        checked = tesuji.Puzzle(EASY, "sudoku").check()
        self.assertIs(checked["agree"], True)

    def test_grades(self):
        grade = tesuji.Puzzle(EASY, "sudoku").grade(needs=True)
        self.assertTrue(grade["solved"] and grade["steps"])
        self.assertEqual(len(grade["steps"]), len(grade["data"]))
        self.assertTrue(all(step["placements"] or step["eliminations"] for step in grade["data"]))
        with self.assertRaises(ValueError):
            tesuji.Puzzle(EASY, "sudoku").grade(without=["x-wong"])
        self.assertNotIn("rating", grade["features"])
        [rated] = tesuji.grade([tesuji.Puzzle(EASY, "sudoku")], rating=True)
        self.assertEqual(rated["features"]["rating"], grade["features"]["effort"], "an easy puzzle takes no chain")

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
        for form in found["forms"][:1]:
            decisions = tesuji.genre("sudoku").promote(form["form"], "Form of the test", "hard")
            graded = puzzles[0].grade(catalog=decisions)
            self.assertTrue(graded["steps"])
            with self.assertRaises(tesuji.BadInput):
                tesuji.genre("sudoku").promote("no form at all", "x", "hard", catalog=decisions)


class Batches(unittest.TestCase):
    def test_lists_and_files(self):
        made = list(tesuji.genre("akari").generate(4, size="6x6", seed=2))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "akari.jsonl")
            tesuji.write_jsonl(path, made)
            with open(path, encoding="utf-8") as text:
                before = text.read()
            with self.assertRaises(AttributeError):
                tesuji.write_jsonl(path, [*made, None])
            with open(path, encoding="utf-8") as text:
                self.assertEqual(text.read(), before)
            self.assertEqual(len(os.listdir(os.path.dirname(path))), 1)
            self.assertEqual(tesuji.read_jsonl(path), made)
        answers = tesuji.solve([*made, "{}", "no puzzle"])
        self.assertTrue(all(len(a["solutions"]) == 1 for a in answers[:4]))
        self.assertTrue(all(a["error"] for a in answers[4:]))
        self.assertEqual([a["agree"] for a in tesuji.check(made)], [True] * 4)
        self.assertEqual([a["answer"] for a in tesuji.true_candidates(made)], ["one"] * 4)
        self.assertEqual(len(tesuji.convert(made, "url").split()), 4)
        hardest = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
        searched = tesuji.genre("sudoku").read(hardest)
        self.assertEqual(tesuji.solve([searched], nodes=0)[0]["stop"], "nodes")
        # Without grades the same puzzles are made.
        bare = list(tesuji.genre("akari").generate(4, size="6x6", seed=2, graded=False))
        self.assertEqual([p.text for p in bare], [p.text for p in made])

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
        self.assertEqual(tesuji.check_table(table)["agree"].to_pylist(), [True, None])
        empty = tesuji.grade_table(table.slice(0, 0))
        self.assertEqual((empty.num_rows, empty.schema), (0, graded.schema))
        bad = tesuji.solve_table(table.slice(1))
        self.assertEqual(bad.schema, tesuji.solve_table(table).schema, "types don't depend on the answers")
        with self.assertRaisesRegex(ValueError, "no column 'puzzle'"):
            tesuji.grade_table(table.drop_columns(["puzzle"]))

    def test_frames(self):
        for name in ("pandas", "polars"):
            try:
                frames = __import__(name)
                import pyarrow  # noqa: F401
            except ImportError:
                print(f"SKIPPED: no {name}")
                continue
            frame = frames.DataFrame({"genre": ["sudoku"], "puzzle": [EASY]})
            self.assertEqual(tesuji.grade_table(frame)["solved"].to_pylist(), [True], name)

    def test_parquet(self):
        try:
            import tesuji.parquet
            import pyarrow.parquet
        except ImportError:
            self.skipTest("SKIPPED: no pyarrow")
        made = list(tesuji.genre("akari").generate(3, size="6x6", seed=2))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.parquet")
            with tesuji.parquet.Writer(path) as out:
                out.write([puzzle.to_json() for puzzle in made])
            lines = [line for batch in tesuji.parquet.lines(path, 2) for line in batch]
            self.assertEqual([tesuji.Puzzle(line) for line in lines], made)
            bare = os.path.join(folder, "b.parquet")
            pyarrow.parquet.write_table(pyarrow.table({"genre": ["sudoku"], "puzzle": [EASY]}), bare)
            self.assertEqual(tesuji.Puzzle(next(tesuji.parquet.lines(bare))[0]).genre, "sudoku")


class Networks(unittest.TestCase):
    def test_magic_squares(self):
        lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]
        net = tesuji.Network(9, range(1, 10))
        net.add({"kind": "all-different", "vars": list(range(9))})
        for line in lines:
            net.add({"kind": "sum", "vars": line, "total": 15})
        for engine in ("fast", "learning", "simple"):
            self.assertEqual(len(net.solve(100, engine)["solutions"]), 8)

    def test_steps_have_reasons(self):
        net = tesuji.Network(3, range(1, 10))
        net.add({"kind": "sum", "vars": [0, 1], "total": 3})
        net.add({"kind": "all-different", "vars": [0, 1, 2]})
        net.add({"kind": "inequality", "below": 0, "above": 1})
        net.add({"kind": "sum", "vars": [1, 2], "total": 9})
        told = net.explain()
        self.assertTrue(told["solved"])
        self.assertEqual(told["left"], [[1], [2], [7]])
        self.assertTrue(all(step["reasons"] for step in told["steps"]))
        self.assertEqual([rule["kind"] for rule in net.rules], ["sum", "all-different", "inequality", "sum"])
        self.assertEqual((len(net), net.domains[0]), (3, list(range(1, 10))))

    def test_a_contradiction_is_named(self):
        net = tesuji.Network(2, [1, 2])
        net.add({"kind": "sum", "vars": [0, 1], "total": 9})
        told = net.explain()
        self.assertFalse(told["solved"])
        self.assertIsNotNone(told["conflict"])
        net = tesuji.Network(3, [1, 2])
        net.add({"kind": "all-different", "vars": [0, 1, 2]})
        told = net.explain()
        self.assertFalse(told["solved"])
        self.assertIsNotNone(told["conflict"])

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
        for module in (tesuji, tesuji._batch, tesuji.genre_file):
            self.assertEqual(doctest.testmod(module).failed, 0)


if __name__ == "__main__":
    unittest.main()
