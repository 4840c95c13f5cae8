"""A 9x9 sudoku by Z3: the number of solutions, up to two, the first of them, and the CPU seconds."""

import sys
import time

import z3


def main():
    if sys.argv[1:] == ["--version"]:
        print(z3.get_version_string())
        return
    begin = time.process_time()
    cells = [z3.Int(f"c{i}") for i in range(81)]
    solver = z3.Solver()
    solver.add([z3.And(1 <= cell, cell <= 9) for cell in cells])
    for i in range(9):
        solver.add(z3.Distinct(cells[9 * i : 9 * i + 9]), z3.Distinct(cells[i::9]))
        first = 27 * (i // 3) + 3 * (i % 3)
        solver.add(z3.Distinct([cells[first + 9 * r + c] for r in range(3) for c in range(3)]))
    solver.add([cell == int(sign) for cell, sign in zip(cells, sys.argv[1]) if sign in "123456789"])
    found = []
    while len(found) < 2 and solver.check() == z3.sat:
        model = solver.model()
        values = [model.eval(cell).as_long() for cell in cells]
        found.append("".join(map(str, values)))
        solver.add(z3.Or([cell != value for cell, value in zip(cells, values)]))
    print(len(found), found[0] if found else "-", time.process_time() - begin)


main()
