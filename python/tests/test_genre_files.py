"""Genre files from Python: the builder writes what a person writes."""

import glob
import os
import tempfile
import unittest

import tesuji
from tesuji import genre_file

FOLDER = os.path.join(os.path.dirname(__file__), "..", "..", "data", "genres")


def latin():
    made = tesuji.GenreFile("latin-of-python", "Each row and each column has each number once")
    made.board(sizes=["4x4"]).values(numbers=True).vars(cell="1..4")
    made.clues("cells", says="value", range="1..4")
    made.rule("row", each="r in rows", different="r")
    made.rule("column", each="c in columns", different="c")
    return made


class Files(unittest.TestCase):
    def test_the_builder_writes_every_file_of_the_project_again(self):
        try:
            import tomllib
        except ImportError:
            self.skipTest("SKIPPED: no TOML reader in this Python")
        paths = sorted(glob.glob(os.path.join(FOLDER, "*.toml")))
        self.assertTrue(paths)
        for path in paths:
            with open(path, encoding="utf-8") as text:
                source = text.read()
            parts = tomllib.loads(source)
            self.assertEqual(tomllib.loads(tesuji.GenreFile.of(parts).text()), parts, path)

    def test_a_genre_of_ones_own_is_solved_made_and_drawn(self):
        genre = latin().define()
        self.assertIn("latin-of-python", tesuji.genres())
        self.assertEqual(latin().define().name, genre.name, "the same text is the same genre")
        made = list(genre.generate(2, seed=1))
        self.assertEqual([len(a["solutions"]) for a in tesuji.solve(made)], [1, 1])
        self.assertTrue(made[0].grade()["solved"])
        self.assertIn("<svg", made[0].svg)
        self.assertEqual(latin().faults(), [])

    def test_what_is_wrong_has_its_line(self):
        with self.assertRaises(tesuji.BadInput) as caught:
            tesuji.define('[genre]\nname = "x"\nabout = "y"\n\n[board]\nsizes = 3\n')
        self.assertEqual(caught.exception.line, 6)
        with self.assertRaises(tesuji.BadInput):
            tesuji.GenreFile("sudoku", "taken").define()

    def test_a_file_is_written_and_read(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "latin.toml")
            latin().write(path)
            self.assertEqual(genre_file.read(path).name, "latin-of-python")


if __name__ == "__main__":
    unittest.main()
