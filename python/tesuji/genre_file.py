"""Genre files, built in Python: the same TOML that a person writes, which `tesuji --genre FILE.toml` reads.

>>> from tesuji.genre_file import GenreFile
>>> latin = GenreFile("latin-pairs", "Each row and column has each number once")
>>> latin.board(sizes=["4x4"]).values(numbers=True).vars(cell="1..width")
<GenreFile latin-pairs>
>>> latin.clues("cells", says="number", range="1..9")
<GenreFile latin-pairs>
>>> latin.rule("row", each="r in rows", different="r")
<GenreFile latin-pairs>
"""

import os

from ._tesuji import define, faults

_BARE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")


def _key(name):
    return name if name and set(name) <= _BARE else _string(name)


def _string(text):
    escapes = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r", "\b": "\\b", "\f": "\\f"}
    out = "".join(escapes.get(c, c if c >= " " and c != "\x7f" else f"\\u{ord(c):04x}") for c in text)
    return f'"{out}"'


def _value(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_value(v) for v in value) + "]"
    raise TypeError(f"{value!r}: a genre file holds texts, numbers, truths, lists and tables")


def _table(path, table, lines):
    plain = {k: v for k, v in table.items() if not _is_nested(v)}
    if plain or len(plain) == len(table):
        lines.append(f"\n[{path}]")
        lines.extend(f"{_key(k)} = {_value(v)}" for k, v in plain.items())
    for name, inner in table.items():
        if name not in plain:
            _part(f"{path}.{_key(name)}", inner, lines)


def _is_nested(value):
    return isinstance(value, list) and bool(value) and all(isinstance(v, dict) for v in value)


def _part(path, part, lines):
    if isinstance(part, dict):
        _table(path, part, lines)
        return
    for item in part:
        lines.append(f"\n[[{path}]]")
        lines.extend(f"{_key(k)} = {_value(v)}" for k, v in item.items())


class GenreFile:
    """A genre file in the making. Each call adds a part and gives the file back.

    The parts and their keys are those of the file's language (`tesuji genre new` writes a commented example);
    what is wrong in them is said by :meth:`define`, with the line.
    """

    def __init__(self, name, about):
        self.parts = {"genre": {"name": name, "about": about}}

    @classmethod
    def of(cls, parts):
        """A file of these parts, as a TOML reader gives them."""
        made = cls("", "")
        made.parts = parts
        return made

    def board(self, **keys):
        """The board: sizes, regions, holes."""
        self.parts.setdefault("board", {}).update(keys)
        return self

    def values(self, words=None, **keys):
        """The values: a word for each sign, or `numbers=True`."""
        self.parts.setdefault("values", {}).update({**(words or {}), **keys})
        return self

    def vars(self, **keys):
        """What has a value: cells, edges, with the values that they can take."""
        self.parts.setdefault("vars", {}).update(keys)
        return self

    def clues(self, where, **keys):
        """The clues of a kind of places: what they say, in which range."""
        self.parts.setdefault("clues", {}).setdefault(where, {}).update(keys)
        return self

    def face(self, **keys):
        """How addresses and drawings write the puzzle."""
        self.parts.setdefault("face", {}).update(keys)
        return self

    def rule(self, name, **keys):
        """A rule: `each` place of a set, and what it states (`count`, `require`, `different`, …)."""
        self.parts.setdefault("rule", []).append({"name": name, **keys})
        return self

    def part(self, name, **keys):
        """Any other part of the language by its name: an item of a list of tables (`technique`)."""
        self.parts.setdefault(name, []).append(keys)
        return self

    def text(self):
        """The file's text."""
        lines = []
        for name, part in self.parts.items():
            if isinstance(part, (dict, list)) and (isinstance(part, dict) or _is_nested(part)):
                if name == "clues":
                    for where, table in part.items():
                        _table(f"clues.{_key(where)}", table, lines)
                else:
                    _part(_key(name), part, lines)
            else:
                lines.insert(0, f"{_key(name)} = {_value(part)}")
        return "\n".join(lines).lstrip("\n") + "\n"

    def write(self, path):
        """Writes the file; what stood there is replaced whole."""
        part = f"{path}.part"
        with open(part, "w", encoding="utf-8") as out:
            out.write(self.text())
        os.replace(part, path)
        return self

    def define(self):
        """The genre. It is one of `tesuji.genres()` from then on; BadInput names the line that is wrong."""
        return define(self.text())

    def faults(self):
        """What is wrong with the genre on small boards, in words: rules that contradict each other or say nothing."""
        return faults(self.text())

    def __repr__(self):
        return f"<GenreFile {self.parts['genre'].get('name')}>"


def read(path):
    """The genre that a file defines.

    >>> read("no-such-file.toml")
    Traceback (most recent call last):
    FileNotFoundError: [Errno 2] No such file or directory: 'no-such-file.toml'
    """
    with open(path, encoding="utf-8") as source:
        return define(source.read())
