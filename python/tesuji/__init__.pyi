from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, TypedDict, Union

from .genre_file import GenreFile as GenreFile

__version__: str

class BadInput(ValueError):
    """A text or a request that can't stand; the place is None where it is not known."""

    line: Optional[int]
    column: Optional[int]
    at: Optional[str]

class Solved(TypedDict):
    """Solutions; `complete` says that there are no others (or that as many as wanted were found)."""

    solutions: List[Any]
    complete: bool
    stop: str
    nodes: int

class Checked(TypedDict):
    """Answers of two engines; `agree` is None where one of them did not finish."""

    agree: Optional[bool]
    fast: Solved
    reference: Solved

class TrueCandidates(TypedDict):
    """Values that occur in solutions, by place, with the number of solutions; `answer` is one, several, none or unfinished."""

    answer: str
    stop: str
    candidates: Dict[str, Dict[str, int]]

class Technique(TypedDict):
    """A technique of a genre: its stable id, its name for people, how hard it is, the points of a step."""

    id: str
    name: str
    tier: str
    score: int

class Explanation(TypedDict):
    """Steps of a network, each with premises and reasons; `left` are the values that each variable keeps."""

    steps: List[Dict[str, Any]]
    left: List[List[int]]
    solved: bool
    conflict: Optional[int]

class Genre:
    """A kind of puzzles: rules, notations, techniques, generator."""

    @property
    def name(self) -> str: ...
    @property
    def about(self) -> str: ...
    @property
    def rules(self) -> str: ...
    @property
    def sizes(self) -> List[str]: ...
    @property
    def formats(self) -> List[str]: ...
    @property
    def options(self) -> Dict[str, Tuple[str, str]]: ...
    @property
    def techniques(self) -> List[Technique]: ...
    def read(self, text: str) -> "Puzzle":
        """One puzzle from a notation of the genre; BadInput names the place."""
    def generate(
        self,
        count: int = 1,
        seed: int = 1,
        size: Optional[str] = None,
        tier: Optional[str] = None,
        needs: Sequence[str] = ...,
        without: Sequence[str] = ...,
        options: Mapping[str, str] = ...,
        catalog: Optional[str] = None,
        threads: int = 1,
        time: float = 60.0,
        graded: bool = True,
    ) -> "Puzzles":
        """An iterator over new puzzles, the same from a seed everywhere."""
    def enumerate(self, size: str, most: int = 1_000_000) -> "Puzzles":
        """An iterator over all puzzles of a size, one of each symmetry class."""
    def discover(self, puzzles: Sequence["Puzzle"], top: int = 20, time: float = 60.0) -> Dict[str, Any]:
        """The recurring forms of the smallest proofs of what singles can't do."""
    def promote(
        self, form: str, name: str, tier: str, score: int = 500, words: str = "", catalog: str = ""
    ) -> str:
        """The text of a file of decisions (`catalog`) with one more: the form is a technique of this name and tier."""

class Puzzle:
    """A puzzle of a genre, perhaps partly filled; draws itself in notebooks."""

    def __init__(self, text: str, genre: Optional[str] = None) -> None: ...
    @property
    def genre(self) -> str: ...
    @property
    def size(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def record(self) -> Dict[str, Any]: ...
    @property
    def unicode(self) -> str: ...
    @property
    def svg(self) -> str: ...
    def to_json(self) -> str: ...
    def solve(self, solutions: int = 2, time: float = 10.0) -> Solved: ...
    def count(self, most: int = 2, time: float = 10.0) -> Tuple[int, bool]:
        """How many solutions up to `most`, and whether the search was complete."""
    def true_candidates(self, up_to: int = 1, time: float = 10.0) -> TrueCandidates:
        """The values that occur in solutions, each counted up to a number."""
    def check(self, time: float = 10.0) -> Checked:
        """The answers of two engines that share nothing but the rules."""
    def grade(
        self,
        needs: bool = False,
        without: Sequence[str] = ...,
        tier: Optional[str] = None,
        trial: int = 0,
        catalog: Optional[str] = None,
        time: float = 10.0,
        rating: bool = False,
    ) -> Dict[str, Any]:
        """Tier, score, techniques; the steps in words (`steps`) and as data (`data`).

        With `rating` its `features` have the longest chain that can't be avoided (`chain`), and a
        figure for comparison with outside ratings (`rating`).
        """
    def hint(
        self,
        without: Sequence[str] = ...,
        tier: Optional[str] = None,
        last_resort: bool = False,
        catalog: Optional[str] = None,
        time: float = 10.0,
    ) -> "Step":
        """The next step."""
    def repair(self, edits: int = 3, count: int = 1, time: float = 10.0) -> Dict[str, Any]:
        """The clues that clash, and the fewest edits that leave one solution."""
    def with_state(self, placed: Mapping[int, int] = ..., removed: Mapping[int, int] = ...) -> "Puzzle":
        """The puzzle with values written down, and masks of values struck out, by variable."""
    def broken_rules(self) -> List[Dict[str, Any]]:
        """The rules that the state breaks: `rule`, `class`, `places`, `vars` and `words`."""
    def write(self, format: str) -> str: ...

class Puzzles(Iterator[Puzzle]):
    """Puzzles as they are made; dropping the iterator ends the work."""

    def __next__(self) -> Puzzle: ...

class Step:
    """An answer to the question for the next step; draws itself in notebooks."""

    @property
    def answer(self) -> str: ...
    @property
    def words(self) -> str: ...
    @property
    def technique(self) -> Optional[str]: ...
    @property
    def data(self) -> Optional[Dict[str, Any]]: ...
    @property
    def svg(self) -> str: ...
    @property
    def unicode(self) -> str: ...

class Network:
    """Variables and rules made by hand."""

    def __init__(self, variables: int, values: Sequence[int]) -> None: ...
    @property
    def rules(self) -> List[Dict[str, Any]]: ...
    @property
    def domains(self) -> List[List[int]]: ...
    def __len__(self) -> int: ...
    def set_values(self, variable: int, values: Sequence[int]) -> None: ...
    def add(self, rule: Mapping[str, Any]) -> None:
        """Adds a rule: `{"kind": "all-different", "vars": [0, 1, 2]}`."""
    def solve(self, solutions: int = 2, engine: str = "fast", time: float = 10.0) -> Solved: ...
    def explain(self, time: float = 10.0) -> Explanation:
        """The steps that the rules lead to, one rule at a time as long as that leads on."""

Records = Iterable[Union[Puzzle, str, Mapping[str, Any]]]

def genre(name: str) -> Genre: ...
def genres() -> List[str]: ...
def define(source: str) -> Genre:
    """The genre that the text of a genre file defines; it is one of `genres()` from then on."""

def faults(source: str) -> List[str]:
    """What the text of a genre file gets wrong on small boards."""

def solve(
    puzzles: Records, solutions: int = 2, time: float = 10.0, nodes: Optional[int] = None
) -> List[Dict[str, Any]]: ...
def grade(
    puzzles: Records, needs: bool = False, time: float = 10.0, nodes: Optional[int] = None, rating: bool = False
) -> List[Dict[str, Any]]: ...
def check(puzzles: Records, time: float = 10.0, nodes: Optional[int] = None) -> List[Dict[str, Any]]: ...
def true_candidates(
    puzzles: Records, up_to: int = 1, time: float = 10.0, nodes: Optional[int] = None
) -> List[Dict[str, Any]]: ...
def convert(puzzles: Records, format: str) -> str: ...
def read_jsonl(path: str) -> List[Puzzle]: ...
def write_jsonl(path: str, puzzles: Iterable[Puzzle]) -> None: ...
def grade_table(table: Any, time: float = 10.0, nodes: Optional[int] = None) -> Any: ...
def solve_table(table: Any, solutions: int = 2, time: float = 10.0, nodes: Optional[int] = None) -> Any: ...
def check_table(table: Any, time: float = 10.0, nodes: Optional[int] = None) -> Any: ...
