"""9x9 sudokus by Z3: solutions up to two."""

import z3
from lines import serve


def solve(_genre, line, kit, seconds):
    if kit or len(line) != 81:
        return {"refused": True}
    cells = [z3.Int(f"c{i}") for i in range(81)]
    solver = z3.Solver()
    solver.set("timeout", int(seconds * 1000))
    solver.add([z3.And(1 <= cell, cell <= 9) for cell in cells])
    for i in range(9):
        solver.add(z3.Distinct(cells[9 * i : 9 * i + 9]), z3.Distinct(cells[i::9]))
        first = 27 * (i // 3) + 3 * (i % 3)
        solver.add(z3.Distinct([cells[first + 9 * r + c] for r in range(3) for c in range(3)]))
    solver.add([cell == int(sign) for cell, sign in zip(cells, line) if sign in "123456789"])
    found = []
    while len(found) < 2:
        status = solver.check()
        if status == z3.unknown:
            return {"late": True}
        if status != z3.sat:
            break
        model = solver.model()
        values = [model.eval(cell).as_long() for cell in cells]
        found.append("".join(map(str, values)))
        solver.add(z3.Or([cell != value for cell, value in zip(cells, values)]))
    return {"count": len(found), "solution": found[0] if found else None}


serve(z3.get_version_string(), ["sudoku"], solve)
