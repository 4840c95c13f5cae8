"""Solve, count, grade, explain, generate, repair and mine puzzles of more than fifty genres.

>>> import tesuji
>>> puzzle = tesuji.Puzzle("https://puzz.link/p?slither/4/4/dgdh2c71")
>>> puzzle.genre, puzzle.size
('slitherlink', '4x4')
>>> tesuji.genre("sudoku").sizes[0]
'9x9'
"""

from ._tesuji import Genre, Network, Puzzle, Puzzles, Step, genre, genres
from ._batch import grade, grade_table, read_jsonl, solve, solve_table, write_jsonl

__all__ = [
    "Genre",
    "Network",
    "Puzzle",
    "Puzzles",
    "Step",
    "genre",
    "genres",
    "grade",
    "grade_table",
    "read_jsonl",
    "solve",
    "solve_table",
    "write_jsonl",
]
