"""9x9 sudokus by the CP-SAT solver of OR-tools: solutions up to two."""

import ortools
from lines import serve
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


def solve(_genre, line, kit, seconds):
    if kit or len(line) != 81:
        return {"refused": True}
    model, cells = model_of(line)
    found = []
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = seconds
    while len(found) < 2:
        status = solver.solve(model)
        if status == cp_model.UNKNOWN:
            return {"late": True}
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            break
        values = [solver.value(cell) for cell in cells]
        found.append("".join(map(str, values)))
        model.add_forbidden_assignments(cells, [values])
    return {"count": len(found), "solution": found[0] if found else None}


serve(ortools.__version__, ["sudoku"], solve)
