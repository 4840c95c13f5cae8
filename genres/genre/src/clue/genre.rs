//! The typed contract of a clue genre.

use super::option::{Shape, Style};
use super::{Layout, Symmetry};
use crate::{
    Bad, ClueEdit, EnumerateRequest, Enumerated, GenerateRequest, GenreInfo, Marks, Medium, Record, Rect, Solution,
    State,
};
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::io::Write;
use std::sync::Arc;
use tesuji_solver::masked::Stated;
use tesuji_solver::{Catalog, Clock, Domain, Network, NetworkError, Origin, RuleId, Value, Var};

/// An index into the genre's own table of places that can carry a clue.
pub type Place = u32;

/// The clues of a puzzle by place.
pub type Clues<C> = BTreeMap<Place, C>;

/// A puzzle as the genre's own code sees it: the structure, and the clues on it.
#[derive(Debug)]
pub struct Clued<G: ClueGenre> {
    /// What the puzzle has besides its clues: size, regions, cages.
    pub structure: Arc<G::Structure>,
    /// The clues.
    pub clues: Clues<G::Clue>,
}

impl<G: ClueGenre> Clone for Clued<G> {
    fn clone(&self) -> Self {
        Clued { structure: Arc::clone(&self.structure), clues: self.clues.clone() }
    }
}

/// What a text says: a puzzle, perhaps partly filled, perhaps with notes.
#[derive(Debug)]
pub struct ParsedClues<G: ClueGenre> {
    /// The puzzle.
    pub puzzle: Clued<G>,
    /// Values filled in and candidates struck out.
    pub state: Option<State>,
    /// What the text says besides (a rating, a stored solution), by name.
    pub notes: BTreeMap<String, serde_json::Value>,
}

impl<G: ClueGenre> From<Clued<G>> for ParsedClues<G> {
    fn from(puzzle: Clued<G>) -> Self {
        ParsedClues { puzzle, state: None, notes: BTreeMap::new() }
    }
}

/// What a reader of documents finds: something with its line, where that makes sense, or what is
/// wrong.
pub type Found<T> = Result<(T, Option<u64>), Bad>;

/// The result of a [`RivalSearch`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rivals {
    /// Other solutions. Each differs from the known one in a variable in which no earlier one does.
    pub found: Vec<Vec<Value>>,
    /// Is it proved that the known solution is the only one?
    pub is_only: bool,
}

/// A search for solutions of a puzzle that differ from a known one. Its arguments are the puzzle,
/// the known solution and the greatest number of solutions to find.
pub type RivalSearch<'r, P> = dyn FnMut(&P, &[Value], usize) -> Rivals + 'r;

/// How the clues of one new puzzle stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrangement {
    /// Which clues go together.
    pub symmetry: Symmetry,
    /// The number of clues that a puzzle gets where it stays as asked; more only where it takes
    /// them.
    pub clues: usize,
}

/// How a genre tells the lines of a text apart.
#[derive(Clone, Copy, Debug)]
pub struct Lines {
    /// Does the line say nothing of a puzzle? See [`Genre::is_comment`](crate::Genre::is_comment).
    pub is_comment: fn(&str) -> bool,
    /// Lines of the next puzzle. See [`Genre::lines_of_next`](crate::Genre::lines_of_next).
    pub of_next: fn(&[&str], bool) -> Option<usize>,
    /// Is the line a table's heading? See [`Genre::is_heading`](crate::Genre::is_heading).
    pub is_heading: fn(&str) -> bool,
}

impl Default for Lines {
    /// A puzzle a line, and no tables.
    fn default() -> Self {
        Lines { is_comment: |line| line.starts_with('#'), of_next: |_, _| Some(1), is_heading: |_| false }
    }
}

/// A genre whose puzzles are clues on a structure. One file a genre; everything else comes from the
/// adapter.
pub trait ClueGenre: Sized + Send + Sync + 'static {
    /// What a puzzle has besides its clues.
    type Structure: Send + Sync + Debug;
    /// A clue.
    type Clue: Clone + PartialEq + Send + Sync + Debug;

    /// The genre's one static value.
    fn handle(&self) -> &'static Self;
    /// Its facts. The options that the recipe itself reads are [`option`](crate::clue::option);
    /// `line` and `jsonl` are written by the adapter, the other formats by
    /// [`write_format`](Self::write_format).
    fn info(&self) -> &GenreInfo;
    /// Techniques that apply to it, in order.
    fn catalog(&self) -> &Catalog;
    /// The names of its classes of rules. See
    /// [`ClueActions::rule_classes`](crate::ClueActions::rule_classes).
    fn rule_classes(&self) -> &[String] {
        &[]
    }

    /// The size of a structure in the genre's words.
    fn size(&self, structure: &Self::Structure) -> String;

    /// Picks the structural materials of a new puzzle.
    ///
    /// # Errors
    /// [`Bad`] when the size or an option does not exist.
    fn structure(&self, size: &str, want: &GenerateRequest, rng: &mut ChaCha8Rng) -> Result<Self::Structure, Bad>;

    /// Draws the structure of a new puzzle together with a completion. Returns `None` if the genre
    /// draws them one after the other, by [`structure`](Self::structure) and
    /// [`completion`](Self::completion).
    fn drawn(
        &self,
        _size: &str,
        _want: &GenerateRequest,
        _rng: &mut ChaCha8Rng,
    ) -> Option<(Self::Structure, Vec<Value>)> {
        None
    }

    /// The network of a structure with those clues that are rules of their own (a cage's sum);
    /// value clues come in through [`for_each_pattern`](Self::for_each_pattern).
    ///
    /// # Errors
    /// [`NetworkError`] when the structure makes no network.
    fn layout(&self, structure: &Self::Structure, clues: &Clues<Self::Clue>) -> Result<Arc<Layout>, NetworkError>;

    /// Places that can carry a clue, in order.
    fn places(&self, structure: &Self::Structure) -> Vec<Place>;

    /// The fewest clues that a puzzle on this structure with one solution can have, where a bound
    /// is proved, and why. Fewer are refused at once.
    fn fewest_clues(&self, _structure: &Self::Structure) -> Option<(usize, &'static str)> {
        None
    }

    /// The clues that a completion puts on some places; `None` where it puts none.
    fn derive_clues_at(
        &self,
        structure: &Self::Structure,
        places: &[Place],
        solution: &[Value],
    ) -> Vec<Option<Self::Clue>>;

    /// All clues that a completion puts on places.
    fn derive_clues(
        &self,
        structure: &Self::Structure,
        solution: &[Value],
        _style: Style,
        _rng: &mut ChaCha8Rng,
    ) -> Clues<Self::Clue> {
        let places = self.places(structure);
        let clues = self.derive_clues_at(structure, &places, solution);
        places.into_iter().zip(clues).filter_map(|(place, clue)| Some((place, clue?))).collect()
    }

    /// A completion of a structure without clues; `None`: the engine draws one.
    fn completion(&self, _structure: &Self::Structure, _style: Style, _rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        None
    }

    /// How the clues of a new puzzle stand; by default as the request says, and no more than are
    /// needed.
    fn arrangement(&self, _structure: &Self::Structure, shape: &Shape, _rng: &mut ChaCha8Rng) -> Arrangement {
        Arrangement { symmetry: shape.symmetry.unwrap_or(Symmetry::None), clues: 0 }
    }

    /// How much rather than others a clue stays, in hundredths: from -100 to 100.
    fn clue_weight(&self, _structure: &Self::Structure, _style: Style, _place: Place, _clue: &Self::Clue) -> i32 {
        0
    }

    /// Puzzles that lack one part of a structure each, where such parts are clues to a reader (a
    /// drawn line): none of them may have one solution where no clue is to be left out.
    fn with_less(&self, _puzzle: &Clued<Self>) -> Vec<Clued<Self>> {
        Vec::new()
    }

    /// May a generator leave clues out?
    fn clues_are_optional(&self) -> bool {
        true
    }

    /// Adds parts to a structure that a solution of it fits; `None`: it stays as it was drawn.
    fn grow(
        &self,
        _structure: &Self::Structure,
        _solution: &[Value],
        _rng: &mut ChaCha8Rng,
    ) -> Option<Self::Structure> {
        None
    }

    /// Changes a drawn puzzle with all its clues around a solution until that is the only one, as far
    /// as that goes; the solution may change, too. `None`: the genre has no such way.
    fn settle(
        &self,
        _puzzle: &Clued<Self>,
        _solution: &[Value],
        _style: Style,
        _rivals: &mut RivalSearch<'_, Clued<Self>>,
        _clock: &Clock,
        _rng: &mut ChaCha8Rng,
    ) -> Option<(Clued<Self>, Vec<Value>)> {
        None
    }

    /// In one of how many of the puzzles that a run before the network finds too hard a generator
    /// tries a [`repair`](Self::repair), where it draws the others anew: above 1 where a new draw is
    /// much cheaper. Returns `None` if no repair ever changes a puzzle.
    fn repaired_one_in(&self) -> Option<u64> {
        None
    }

    /// A change that brings a puzzle with all its clues and two solutions nearer to one; `None`:
    /// start over.
    fn repair(
        &self,
        _puzzle: &Clued<Self>,
        _two: [&[Value]; 2],
        _style: Style,
        _rng: &mut ChaCha8Rng,
    ) -> Option<Clued<Self>> {
        None
    }

    /// Does every solution say which clue would stand on a place, so that the edits that repair a
    /// puzzle can be derived from solutions?
    fn derives_edits(&self) -> bool {
        self.clues_are_optional()
    }

    /// The clues that a solution would put on some places of a puzzle, if they can be edited.
    fn edited_at(&self, puzzle: &Clued<Self>, places: &[Place], solution: &[Value]) -> Vec<Option<Self::Clue>> {
        self.derive_clues_at(&puzzle.structure, places, solution)
    }

    /// Can a clue of another place stand on this one?
    fn fits(&self, _structure: &Self::Structure, _place: Place, _clue: &Self::Clue) -> bool {
        true
    }

    /// Edits that may repair a puzzle and can't be derived from solutions.
    fn single_edits(&self, _puzzle: &Clued<Self>) -> Vec<SingleEdit<Self>> {
        Vec::new()
    }

    /// The puzzle with the clues of some places, in which the others are not known: every solution
    /// of the puzzle is a solution of it.
    fn knowing(&self, puzzle: &Clued<Self>, kept: &BTreeSet<Place>) -> Clued<Self> {
        let clues = puzzle.clues.iter().filter(|(place, _)| kept.contains(place));
        let clues = clues.map(|(place, clue)| (*place, clue.clone())).collect();
        Clued { structure: Arc::clone(&puzzle.structure), clues }
    }

    /// The places of clues that make sense only together, `place` among them: the two ends of a
    /// line.
    fn inseparable(&self, _puzzle: &Clued<Self>, place: Place) -> Vec<Place> {
        vec![place]
    }

    /// Calls `each` with what every clue leaves its variables by itself: a single value makes the
    /// variable a given. A clue that is a rule of the network leaves nothing so.
    fn for_each_pattern(
        &self,
        structure: &Self::Structure,
        clues: &Clues<Self::Clue>,
        each: &mut dyn FnMut(Place, Var, Domain),
    );

    /// For each of some places: those that go together with it under a symmetry, itself among them.
    fn orbits(&self, _structure: &Self::Structure, _symmetry: Symmetry, places: &[Place]) -> Vec<Vec<Place>> {
        places.iter().map(|&place| vec![place]).collect()
    }

    /// Does taking a clue away leave the network as it is (value clues), so that one compiled
    /// engine serves all?
    fn clues_are_domains(&self, _structure: &Self::Structure) -> bool {
        true
    }

    /// Are two structures known to be the same, so that the same clues on them make the same
    /// network?
    fn is_same_structure(&self, _one: &Self::Structure, _other: &Self::Structure) -> bool {
        false
    }

    /// Among the rules of a puzzle's network, given with their origins: those that each clue states
    /// (or each region, or each place without a clue, where that says something), if they state
    /// nothing else but what [`for_each_pattern`](Self::for_each_pattern) says. Then one compiled
    /// engine serves all sets of these clues.
    fn clue_rules(
        &self,
        _structure: &Self::Structure,
        _rules: &mut dyn Iterator<Item = (RuleId, Option<Origin>)>,
    ) -> Option<Vec<(Place, RuleId)>> {
        None
    }

    /// The variables and rules of the network that [`layout`](Self::layout) would make. A generator
    /// looks at candidates in this form before it makes networks. Returns `None` if the genre
    /// states its rules only as a network.
    fn stated(&self, _structure: &Self::Structure, _clues: &Clues<Self::Clue>) -> Option<Stated> {
        None
    }

    /// How many variables of a puzzle have no value from the start, and how many there are, told
    /// without a network. Returns `None` if the genre can't tell.
    fn open_variables(&self, _structure: &Self::Structure, _clues: &Clues<Self::Clue>) -> Option<(usize, usize)> {
        None
    }

    /// A place in words: `r3c5`.
    fn place_name(&self, structure: &Self::Structure, place: Place) -> String {
        let layout = self.layout(structure, &Clues::new());
        layout.map_or_else(|_| format!("place {place}"), |l| l.names.var(Var(place)))
    }

    /// A clue in words.
    fn clue_words(&self, clue: &Self::Clue) -> String {
        format!("{clue:?}")
    }

    /// A puzzle from one line in any notation that the genre reads.
    ///
    /// # Errors
    /// [`Bad`] with the column or the cell.
    fn parse(&self, text: &str) -> Result<ParsedClues<Self>, Bad>;

    /// A puzzle with an answer, which may be wrong. See
    /// [`ClueActions::parse_answer`](crate::ClueActions::parse_answer).
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    fn parse_answer(&self, text: &str, _finished: bool) -> Result<ParsedClues<Self>, Bad> {
        self.parse(text)
    }

    /// How lines of a text are told apart before they are parsed.
    fn lines(&self) -> Lines {
        Lines::default()
    }

    /// A puzzle from a row of a table with that heading.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    fn parse_row(&self, _heading: &str, row: &str) -> Result<ParsedClues<Self>, Bad> {
        self.parse(row)
    }

    /// The lossless one-line notation, normalised.
    fn print(&self, puzzle: &Clued<Self>) -> String;

    /// Looks for clues that contradict each other before any search does.
    ///
    /// # Errors
    /// [`Bad`] naming the cells.
    fn lint(&self, _puzzle: &Clued<Self>) -> Result<(), Bad> {
        Ok(())
    }

    /// Reads a whole document that is not a list of lines (a JSON file); `false` when it is no such
    /// document.
    fn read_document(&self, _text: &str, _found: &mut dyn FnMut(Found<ParsedClues<Self>>)) -> bool {
        false
    }

    /// What stands before the first record in a format of the genre's own: the heading of a table.
    fn heading(&self, _format: &str) -> Option<&'static str> {
        None
    }

    /// Writes one record in a format of the genre's own.
    ///
    /// # Errors
    /// [`Bad`] when the record does not fit the format.
    fn write_format(
        &self,
        format: &str,
        puzzle: &Clued<Self>,
        _record: &Record,
        _out: &mut dyn Write,
    ) -> Result<(), Bad> {
        Err(Bad::new(format!("{} has no format {format} ({})", self.info().name, self.size(&puzzle.structure))))
    }

    /// A solution in the record's shape.
    fn solution(&self, puzzle: &Clued<Self>, values: &[Value]) -> Solution;

    /// The values of a solution in the record's shape; `None` when it is none.
    fn solution_values(&self, puzzle: &Clued<Self>, solution: &Solution) -> Option<Vec<Value>>;

    /// A text that a puzzle's solution and its images under the genre's symmetries have in common, so
    /// that a run does not give out both. It includes all that is drawn freely over a solution: a
    /// structure with parts of its own, and the clues where none may be left out. Returns `None`
    /// where solutions have no such images.
    fn least_solution(&self, _puzzle: &Clued<Self>, _values: &[Value]) -> Option<String> {
        None
    }

    /// A network over the same variables in which one value stands for several; as long as no
    /// solution has that value, the solutions are those of the puzzle. `None` where there is none.
    fn coarse(&self, _puzzle: &Clued<Self>) -> Option<(Network, Value)> {
        None
    }

    /// Refuses a solution that the values can't tell from others.
    ///
    /// # Errors
    /// [`Bad`] with the place where it is not told apart.
    fn tell_apart(&self, _puzzle: &Clued<Self>, _values: &[Value]) -> Result<(), Bad> {
        Ok(())
    }

    /// The least image under the genre's symmetries.
    fn least_image(&self, puzzle: &Clued<Self>) -> String;

    /// Draws a puzzle whose candidates are `domains` (single for values written down).
    fn draw(&self, puzzle: &Clued<Self>, at: &Drawing<'_>, marks: &Marks, medium: Medium) -> String;

    /// Where the variables stand in the SVG drawing of a puzzle.
    fn spots(&self, _puzzle: &Clued<Self>) -> Vec<(Var, Rect)> {
        Vec::new()
    }

    /// Where the places that can carry a clue stand in the SVG drawing of a puzzle; none where
    /// clues are not edited one by one.
    fn clue_rects(&self, _puzzle: &Clued<Self>) -> Vec<(Place, Rect)> {
        Vec::new()
    }

    /// The clues that a text may mean at a place, the likeliest first: those that
    /// [`clue_words`](Self::clue_words) writes, and what is easy to type.
    fn read_clue(&self, _structure: &Self::Structure, _place: Place, _text: &str) -> Vec<Self::Clue> {
        Vec::new()
    }

    /// The structures that an enumeration of a size runs over (one for most genres).
    ///
    /// # Errors
    /// [`Bad`] when the size does not exist or has too many structures to enumerate.
    fn structures(&self, size: &str, want: &EnumerateRequest) -> Result<Vec<Self::Structure>, Bad>;

    /// A way to part the completions of a structure into equal shares: variables to fix, and the
    /// number of shares (the first row of a grid whose values are interchangeable: n! shares).
    fn equal_shares(&self, _structure: &Self::Structure) -> Option<super::Shares> {
        None
    }

    /// A faster way to enumerate than the general one; `None` to use that.
    fn enumerate(&self, _want: &EnumerateRequest, _emit: &mut dyn FnMut(Record)) -> Option<Result<Enumerated, Bad>> {
        None
    }
}

/// What the clues of a puzzle leave their variables by themselves, place by place.
pub(super) fn patterns_of<G: ClueGenre>(
    genre: &G,
    structure: &G::Structure,
    clues: &Clues<G::Clue>,
) -> Vec<(Place, Var, Domain)> {
    let mut patterns = Vec::new();
    genre.for_each_pattern(structure, clues, &mut |place, var, keep| patterns.push((place, var, keep)));
    patterns
}

/// The rules of a network that clues state. See [`ClueGenre::clue_rules`].
pub(super) fn rules_of<G: ClueGenre>(
    genre: &G,
    structure: &G::Structure,
    network: &Network,
) -> Option<Vec<(Place, RuleId)>> {
    genre.clue_rules(structure, &mut network.rule_ids().map(|id| (id, network.origin(id))))
}

/// One edit of a puzzle.
#[derive(Debug)]
pub struct SingleEdit<G: ClueGenre> {
    /// The places whose clues change by it, as clashes name them.
    pub touches: Vec<Place>,
    /// The edit in words.
    pub words: ClueEdit,
    /// The puzzle after it.
    pub puzzle: Clued<G>,
}

/// The state of the variables in a drawing.
#[derive(Clone, Copy, Debug)]
pub struct Drawing<'a> {
    /// Candidates by variable.
    pub domains: &'a [Domain],
    /// Variables whose value is written down.
    pub placed: &'a tesuji_solver::VarSet,
    /// Variables that are givens: by a clue, or because the puzzle's construction leaves no other
    /// value.
    pub given: &'a tesuji_solver::VarSet,
    /// Variables whose value the state writes down. What is given only by the construction is a
    /// part of the solution, and stays undrawn until the puzzle is solved.
    pub written: &'a tesuji_solver::VarSet,
}

impl Drawing<'_> {
    /// Is every value known, and one of them written down?
    pub fn is_complete(&self) -> bool {
        self.placed.len() == self.domains.len() && !self.written.is_empty()
    }
}
