"""The stubs say what the module has: every name, every argument in order, with its default."""

import ast
import inspect
import os
import unittest

import tesuji

HIDDEN = {"__doc__", "__module__", "__weakref__", "__dict__", "__new__", "__init__", "__reduce__"}
LOOKS = {"__repr__", "__str__", "__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__hash__", "__iter__", "__next__", "__len__"}


def stub():
    path = os.path.join(os.path.dirname(tesuji.__file__), "__init__.pyi")
    with open(path, encoding="utf-8") as text:
        return ast.parse(text.read())


def arguments(function):
    """Names of arguments, each with whether it has a default."""
    args = function.args
    names = [arg.arg for arg in args.args]
    bare = len(names) - len(args.defaults)
    return [(name, place >= bare) for place, name in enumerate(names)]


def of_module(function):
    empty = inspect.Parameter.empty
    return [(p.name, p.default is not empty) for p in inspect.signature(function).parameters.values()]


class Stubs(unittest.TestCase):
    def test_functions_have_the_arguments_that_the_stubs_say(self):
        said = {node.name: node for node in stub().body if isinstance(node, ast.FunctionDef)}
        is_function = lambda name: name.islower() and callable(getattr(tesuji, name))
        self.assertEqual(set(said), {name for name in tesuji.__all__ if is_function(name)})
        for name, node in said.items():
            self.assertEqual(arguments(node), of_module(getattr(tesuji, name)), name)

    def test_classes_have_the_members_that_the_stubs_say(self):
        said = {node.name: node for node in stub().body if isinstance(node, ast.ClassDef)}
        for name in (name for name in tesuji.__all__ if name[0].isupper() and name not in ("BadInput", "GenreFile")):
            kind = getattr(tesuji, name)
            members = {node.name: node for node in said[name].body if isinstance(node, ast.FunctionDef)}
            own = {m for m in vars(kind) if not m.startswith("_")}
            self.assertEqual({m for m in members if not m.startswith("_")}, own, name)
            for member, node in members.items():
                is_property = any(isinstance(d, ast.Name) and d.id == "property" for d in node.decorator_list)
                if is_property or member in LOOKS | HIDDEN:
                    self.assertTrue(member in HIDDEN or hasattr(kind, member), f"{name}.{member}")
                    continue
                self.assertEqual(arguments(node), of_module(getattr(kind, member)), f"{name}.{member}")

    def test_everything_public_is_in_the_list_of_all(self):
        from tesuji import _tesuji

        inner = {"solve_many", "grade_many", "check_many", "candidates_many", "command"}
        public = {name for name in dir(_tesuji) if not name.startswith("_")} - inner
        self.assertLessEqual(public, set(tesuji.__all__))


if __name__ == "__main__":
    unittest.main()
