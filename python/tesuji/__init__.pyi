from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, TypedDict, Union

class Solved(TypedDict):
    """Solutions; `complete` says that there are no others (or that as many as wanted were found)."""

    solutions: List[Any]
    complete: bool
    stop: str
    nodes: int

class Technique(TypedDict):
    id: str
    name: str
    tier: str
    score: int

class Genre:
    """A kind of puzzles: rules, notations, techniques, generator."""

    name: str
    about: str
    sizes: List[str]
    formats: List[str]
    options: Dict[str, Tuple[str, str]]
    techniques: List[Technique]
    def read(self, text: str) -> "Puzzle":
        """One puzzle from a notation of the genre; ValueError names the place."""
    def generate(
        self,
        count: int = 1,
        seed: int = 1,
        size: Optional[str] = None,
        tier: Optional[str] = None,
        needs: Sequence[str] = (),
        without: Sequence[str] = (),
        options: Mapping[str, str] = {},
        catalog: Optional[str] = None,
        threads: int = 1,
        time: float = 60.0,
    ) -> "Puzzles":
        """An iterator over new puzzles, the same from a seed everywhere."""
    def enumerate(self, size: str, most: int = 1_000_000) -> "Puzzles":
        """An iterator over all puzzles of a size, one of each symmetry class."""
    def discover(self, puzzles: Sequence["Puzzle"], top: int = 20, time: float = 60.0) -> Dict[str, Any]:
        """The recurring forms of the smallest proofs of what singles can't do."""

class Puzzle:
    """A puzzle of a genre, perhaps partly filled; draws itself in notebooks."""

    genre: str
    size: str
    text: str
    record: Dict[str, Any]
    unicode: str
    svg: str
    def __init__(self, text: str, genre: Optional[str] = None) -> None: ...
    def to_json(self) -> str: ...
    def solve(self, solutions: int = 2, time: float = 10.0) -> Solved: ...
    def count(self, most: int = 2, time: float = 10.0) -> Tuple[int, bool]:
        """How many solutions up to `most`, and whether the search was complete."""
    def grade(
        self,
        needs: bool = False,
        without: Sequence[str] = (),
        tier: Optional[str] = None,
        trial: int = 0,
        catalog: Optional[str] = None,
        time: float = 10.0,
    ) -> Dict[str, Any]:
        """Tier, score, techniques, and the steps in words."""
    def hint(
        self,
        without: Sequence[str] = (),
        tier: Optional[str] = None,
        last_resort: bool = False,
        catalog: Optional[str] = None,
        time: float = 10.0,
    ) -> "Step":
        """The next step."""
    def repair(self, edits: int = 3, count: int = 1, time: float = 10.0) -> Dict[str, Any]:
        """The clues that clash, and the fewest edits that leave one solution."""
    def with_state(self, placed: Mapping[int, int] = {}, removed: Mapping[int, int] = {}) -> "Puzzle": ...
    def write(self, format: str) -> str: ...

class Puzzles(Iterator[Puzzle]):
    """Puzzles as they are made."""

    def __next__(self) -> Puzzle: ...

class Step:
    """An answer to the question for the next step; draws itself in notebooks."""

    answer: str
    words: str
    technique: Optional[str]
    data: Optional[Dict[str, Any]]
    svg: str
    unicode: str

class Network:
    """Variables and rules made by hand."""

    def __init__(self, variables: int, values: Sequence[int]) -> None: ...
    def set_values(self, variable: int, values: Sequence[int]) -> None: ...
    def add(self, rule: Mapping[str, Any]) -> None: ...
    def solve(self, solutions: int = 2, engine: str = "fast", time: float = 10.0) -> Dict[str, Any]: ...

Records = Iterable[Union[Puzzle, str, Mapping[str, Any]]]

def genre(name: str) -> Genre: ...
def genres() -> List[str]: ...
def solve(puzzles: Records, solutions: int = 2, time: float = 10.0) -> List[Dict[str, Any]]: ...
def grade(puzzles: Records, needs: bool = False, time: float = 10.0) -> List[Dict[str, Any]]: ...
def read_jsonl(path: str) -> List[Puzzle]: ...
def write_jsonl(path: str, puzzles: Iterable[Puzzle]) -> None: ...
def grade_table(table: Any, time: float = 10.0) -> Any: ...
def solve_table(table: Any, solutions: int = 2, time: float = 10.0) -> Any: ...
