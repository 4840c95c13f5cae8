"""A 9x9 sudoku by OR-tools: the number of solutions, up to two, the first of them, and the CPU seconds."""

import sys
import time

import ortools
from ortools.sat.python import cp_model


def model_of(line):
    """The model of a puzzle of 81 characters, and its variables."""
    model = cp_model.CpModel()
    cells = [model.new_int_var(1, 9, f"c{i}") for i in range(81)]
    for i in range(9):
        model.add_all_different(cells[9 * i : 9 * i + 9])
        model.add_all_different(cells[i::9])
        first = 27 * (i // 3) + 3 * (i % 3)
        model.add_all_different([cells[first + 9 * r + c] for r in range(3) for c in range(3)])
    for cell, sign in zip(cells, line):
        if sign in "123456789":
            model.add(cell == int(sign))
    return model, cells


def main():
    if sys.argv[1:] == ["--version"]:
        print(ortools.__version__)
        return
    begin = time.process_time()
    model, cells = model_of(sys.argv[1])
    found = []
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    while len(found) < 2 and solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        values = [solver.value(cell) for cell in cells]
        found.append("".join(map(str, values)))
        model.add_forbidden_assignments(cells, [values])
    print(len(found), found[0] if found else "-", time.process_time() - begin)


main()
