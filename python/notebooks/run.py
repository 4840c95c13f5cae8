"""Runs the notebooks without Jupyter: every code cell in order, in one namespace; a cell that fails is named.

Skipped aloud where the package is not installed.
"""

import ast
import glob
import json
import os
import sys
import time


def shown(value):
    """What a notebook would show of a cell's value, in a line."""
    for name in ("_repr_svg_", "__repr__"):
        show = getattr(value, name, None)
        if show:
            text = show()
            return f"a drawing of {len(text)} characters" if name == "_repr_svg_" else text[:200]
    return ""


def run(path):
    with open(path, encoding="utf-8") as text:
        cells = [cell for cell in json.load(text)["cells"] if cell["cell_type"] == "code"]
    names = {"__name__": "__main__"}
    for number, cell in enumerate(cells, 1):
        source = "".join(cell["source"])
        parts = ast.parse(source, f"{path}, cell {number}")
        last = parts.body.pop() if parts.body and isinstance(parts.body[-1], ast.Expr) else None
        begin = time.monotonic()
        exec(compile(parts, f"{path}, cell {number}", "exec"), names)
        value = eval(compile(ast.Expression(last.value), f"{path}, cell {number}", "eval"), names) if last else None
        print(f"cell {number}: {time.monotonic() - begin:.1f} s {'' if value is None else shown(value)}")


def main():
    try:
        import tesuji  # noqa: F401
    except ImportError:
        print("SKIPPED: the package tesuji is not installed", file=sys.stderr)
        return
    for path in sorted(glob.glob(os.path.join(os.path.dirname(os.path.abspath(__file__)), "*.ipynb"))):
        print(path)
        run(path)


if __name__ == "__main__":
    main()
