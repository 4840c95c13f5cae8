"""Solve, count, grade, explain, generate, repair and mine puzzles of more than fifty genres.

>>> import tesuji
>>> puzzle = tesuji.Puzzle("https://puzz.link/p?slither/4/4/dgdh2c71")
>>> puzzle.genre, puzzle.size
('slitherlink', '4x4')
>>> tesuji.genre("sudoku").sizes[0]
'9x9'
"""

from ._tesuji import BadInput, Genre, Network, Puzzle, Puzzles, Step, __version__, define, faults, genre, genres
from ._batch import check, check_table, convert, grade, grade_table, read_jsonl, solve, solve_table, true_candidates, write_jsonl
from .genre_file import GenreFile

__all__ = [
    "__version__",
    "BadInput",
    "Genre",
    "GenreFile",
    "Network",
    "Puzzle",
    "Puzzles",
    "Step",
    "check",
    "check_table",
    "convert",
    "define",
    "faults",
    "genre",
    "genres",
    "grade",
    "grade_table",
    "read_jsonl",
    "solve",
    "solve_table",
    "true_candidates",
    "write_jsonl",
]
