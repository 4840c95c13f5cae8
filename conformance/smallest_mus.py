"""Holds the least cores of `--example least_cores` beside smallest minimal unsatisfiable subsets.

    pip install python-sat
    cargo run --release -p tesuji-conformance --example least_cores -- FILE 200 |
        python3 conformance/smallest_mus.py

Soft clauses are the truths: a cell has a value, a value has a place in a house. Hard are the links
(a cell has no two values, a house no value twice) and the goal. The smallest unsatisfiable set of
soft clauses is found by OptUx, which knows nothing of propagation. A core of ours may be larger
only where no refutation by singles is as small; both are counted.
"""

import json
import sys
from collections import Counter
from itertools import combinations

from pysat.examples.optux import OptUx
from pysat.formula import WCNF
from pysat.solvers import Solver

ROWS = [[9 * r + c for c in range(9)] for r in range(9)]
COLUMNS = [[9 * r + c for r in range(9)] for c in range(9)]
BOXES = [
    [9 * (r + i) + c + j for i in range(3) for j in range(3)] for r in (0, 3, 6) for c in (0, 3, 6)
]
HOUSES = ROWS + COLUMNS + BOXES


def clauses(candidates):
    """The truths, and the links as pairs of variables."""
    number = {}
    for cell, values in enumerate(candidates):
        for value in values:
            number[cell, value] = len(number) + 1
    truths, links = [], set()
    for cell, values in enumerate(candidates):
        truths.append([number[cell, v] for v in values])
        links.update(combinations([number[cell, v] for v in values], 2))
    for house in HOUSES:
        for value in range(1, 10):
            places = [number[c, value] for c in house if (c, value) in number]
            truths.append(places)
            links.update(combinations(places, 2))
    return number, truths, links


def smallest(number, truths, links, goal):
    """The truths of a smallest unsatisfiable set."""
    wcnf = WCNF()
    wcnf.append([number[goal]])
    for a, b in links:
        wcnf.append([-a, -b])
    for truth in truths:
        wcnf.append(truth, weight=1)
    with OptUx(wcnf) as tool:
        return tool.compute()


def falls_to_propagation(number, truths, links, goal, core):
    """Do units alone refute the goal with the truths of the core?"""
    with Solver(name="m22", bootstrap_with=[[-a, -b] for a, b in links]) as solver:
        for k in core:
            solver.add_clause(truths[k - 1])
        consistent, _ = solver.propagate(assumptions=[number[goal]])
        return not consistent


def main():
    counts, states = Counter(), 0
    for line in sys.stdin:
        state = json.loads(line)
        states += 1
        number, truths, links = clauses(state["candidates"])
        for cell, value, size in state["goals"]:
            mus = smallest(number, truths, links, (cell, value))
            relation = "equal" if len(mus) == size else "ours smaller" if size < len(mus) else "ours larger"
            if relation == "ours larger":
                by_units = falls_to_propagation(number, truths, links, (cell, value), mus)
                relation += ", the tool's falls to units" if by_units else ", the tool's needs cases"
            counts[relation] += 1
            if relation != "equal":
                print(json.dumps({"goal": [cell, value], "ours": size, "tool": len(mus), "relation": relation}))
    print(f"{states} states, {sum(counts.values())} removals:", dict(counts))
    sys.exit(any(name != "equal" and not name.endswith("cases") for name in counts))


if __name__ == "__main__":
    main()
