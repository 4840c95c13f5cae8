//! The trait of genres: rules, codec, techniques and words of one.

use super::{Form, Kit, Look, Pencil, Rules, TathamId, Variables};
use crate::board::{Board, Place, Size};
use crate::clue::Clue;
use crate::codec::pzprv3::StateForm;
use crate::codec::{Codec, Puzzle};
use crate::scene::Scene;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::clue::RivalSearch;
use tesuji_genre::{Bad, ClueEdit};
use tesuji_solver::{Clock, Domain, Technique, Value};

/// The words and signs of a genre's values.
#[derive(Clone, Copy, Debug)]
pub enum Values {
    /// Values 0, 1, … with a sign each for solutions, and a word each: `('.', "unshaded"), ('#',
    /// "shaded")`.
    Named(&'static [(char, &'static str)]),
    /// Numbers.
    Numbers,
}

/// A change to a puzzle that a generator proposes where a puzzle has several solutions.
#[derive(Clone, Debug)]
pub struct Edit {
    /// The puzzle after the change.
    pub puzzle: Puzzle,
}

/// An edit that may repair a puzzle.
#[derive(Clone, Debug)]
pub struct ListedEdit {
    /// The places of what changes, as clashes name them.
    pub touches: Vec<Place>,
    /// The edit in words.
    pub words: ClueEdit,
    /// The puzzle after it.
    pub puzzle: Puzzle,
}

/// A change that brings a puzzle with these two solutions nearer to one; `None`: start over.
pub type Repair = fn(&Puzzle, [&[Value]; 2], &Look, &mut ChaCha8Rng) -> Option<Edit>;

/// Changes a drawn puzzle around a solution until that is the only one, as far as that goes; the
/// function that it is given searches other solutions.
pub type Settle = fn(
    (&Puzzle, &[Value]),
    &Look,
    &mut RivalSearch<'_, Puzzle>,
    &Clock,
    &mut ChaCha8Rng,
) -> Option<(Puzzle, Vec<Value>)>;

/// The clue classes of a genre whose clues state no rules, but only what they say by themselves.
pub const NO_RULES: &[u16] = &[u16::MAX];

/// A pencil genre. One file a genre: its facts, and what it does.
pub trait PencilGenre: Send + Sync {
    /// The genre's static value.
    fn handle(&self) -> &'static Pencil;

    /// How puzzles are written as addresses of puzz.link.
    fn codec(&self) -> Codec;

    /// How puzzles stand in texts that people paste: rows of symbols, lists of programs.
    fn form(&self) -> Form;

    /// How its states of pzprv3 are written; `None`: they are not read.
    fn states(&self) -> Option<StateForm> {
        None
    }

    /// The places that carry variables, with their values. The number of variables depends on the
    /// board alone.
    fn variables(&self, puzzle: &Puzzle, to: &mut Variables);

    /// The rules that the puzzle states.
    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>);

    /// Techniques in grading order. A last value is added in front of them.
    fn techniques(&self) -> Vec<Arc<dyn Technique>>;

    /// The domains of variables by a clue itself: a given number, the colour of a cell with a clue.
    fn pattern(&self, _board: &Board, _place: Place, _clue: &Clue) -> Vec<(Place, Domain)> {
        Vec::new()
    }

    /// [`pattern`](Self::pattern) for genres in which it depends on the puzzle's other clues.
    fn pattern_in(&self, puzzle: &Puzzle, place: Place, clue: &Clue) -> Vec<(Place, Domain)> {
        self.pattern(&puzzle.board, place, clue)
    }

    /// The value of a variable that stands for a number of the puzzle.
    fn value_of(&self, _puzzle: &Puzzle, _place: Place, number: u32) -> Option<Value> {
        Value::try_from(number).ok().filter(|&value| value < 64)
    }

    /// What is printed for a value: its number, or words if it stands for several.
    fn numeral(&self, _puzzle: &Puzzle, value: Value) -> String {
        value.to_string()
    }

    /// The number to print at a place of a full solution.
    fn number_at(&self, _puzzle: &Puzzle, place: Place, value: &dyn Fn(Place) -> Option<Value>) -> Option<u32> {
        value(place).map(u32::from)
    }

    /// The words for a value at a place, where the value's own word would not do: "in the galaxy of
    /// r1c1".
    fn value_words(&self, _puzzle: &Puzzle, _place: Place, _value: Value) -> Option<String> {
        None
    }

    /// Looks for clues that can't be, before any search does.
    ///
    /// # Errors
    /// [`Bad`] naming the place.
    fn lint(&self, _puzzle: &Puzzle) -> Result<(), Bad> {
        Ok(())
    }

    /// The variables and rules of a network over the same places in which one value, which it
    /// returns, stands for several. `None` where there is none.
    fn coarse(&self, _puzzle: &Puzzle, _variables: &mut Variables) -> Option<Value> {
        None
    }

    /// The rules over the variables of [`coarse`](Self::coarse).
    fn coarse_rules(&self, _puzzle: &Puzzle, _to: &mut Rules<'_>) {}

    /// Refuses a solution that the values can't tell from others.
    ///
    /// # Errors
    /// [`Bad`] naming the place.
    fn tell_apart(&self, _puzzle: &Puzzle, _value: &dyn Fn(Place) -> Value) -> Result<(), Bad> {
        Ok(())
    }

    /// The board of a new puzzle.
    ///
    /// # Errors
    /// [`Bad`] when the size does not fit the genre.
    fn board(&self, size: Size, _look: &Look, _rng: &mut ChaCha8Rng) -> Result<Board, Bad> {
        Ok(Board::new(size))
    }

    /// Draws the board of a new puzzle together with a solution, by variable. Returns `None` if the
    /// genre does not do so or the draw failed; then [`board`](Self::board) draws one.
    fn drawn(&self, _size: Size, _look: &Look, _rng: &mut ChaCha8Rng) -> Option<(Board, Vec<Value>)> {
        None
    }

    /// The boards that an enumeration of a size runs over.
    ///
    /// # Errors
    /// [`Bad`] when the size has too many.
    fn boards(&self, size: Size) -> Result<Vec<Board>, Bad> {
        Ok(vec![Board::new(size)])
    }

    /// A completion for a new puzzle, by variable; `None`: the engine draws one.
    fn completion(&self, _board: &Board, _look: &Look, _rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        None
    }

    /// The places that can carry a clue; by default all cells.
    fn clue_places(&self, board: &Board) -> Vec<Place> {
        board.cells().map(|c| Place::Cell(c as u16)).collect()
    }

    /// The clue that a completion puts on a place; `None` where it puts none. `value` tells the
    /// value at a place.
    fn clue_at(&self, board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue>;

    /// All clues of a completion; by default what [`clue_at`](Self::clue_at) says.
    fn clues(&self, board: &Board, value: &dyn Fn(Place) -> Value, _rng: &mut ChaCha8Rng) -> BTreeMap<Place, Clue> {
        let places = self.clue_places(board).into_iter();
        places.filter_map(|p| Some((p, self.clue_at(board, p, value)?))).collect()
    }

    /// How much rather than others a clue stays, in hundredths: from -100 to 100.
    fn clue_weight(&self, _place: Place, _clue: &Clue) -> i32 {
        0
    }

    /// The clue that a solution would put on a place of a puzzle, if it can be edited.
    fn edited_at(&self, puzzle: &Puzzle, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        self.clue_at(&puzzle.board, place, value)
    }

    /// Edits that may repair a puzzle and can't be derived from solutions.
    fn single_edits(&self, _puzzle: &Puzzle) -> Vec<ListedEdit> {
        Vec::new()
    }

    /// The places of clues that make sense only together, `place` among them.
    fn inseparable(&self, _puzzle: &Puzzle, place: Place) -> Vec<Place> {
        vec![place]
    }

    /// The number of the place that stands for a rule of the [clue classes], by that of its origin.
    ///
    /// [clue classes]: super::PencilInfo::clue_classes
    fn stated_at(&self, _board: &Board, _class: u16, place: u32) -> u32 {
        place
    }

    /// See [`ClueGenre::repaired_one_in`](tesuji_genre::clue::ClueGenre::repaired_one_in).
    fn repaired_one_in(&self) -> Option<u64> {
        self.handle().info.repair.map(|_| 1)
    }

    /// A change that brings a puzzle with these two solutions nearer to one; `None`: start over.
    fn repaired(&self, puzzle: &Puzzle, two: [&[Value]; 2], look: &Look, rng: &mut ChaCha8Rng) -> Option<Edit> {
        self.handle().info.repair?(puzzle, two, look, rng)
    }

    /// Draws what is special to the genre; cells, edges, clues and regions are drawn already.
    fn paint(&self, _puzzle: &Puzzle, _value: &dyn Fn(Place) -> Option<Value>, _scene: &mut Scene) {}

    /// A puzzle of Puzzle Kit, with the values of its stored solution by place.
    ///
    /// # Errors
    /// [`Bad`] where the text does not fit.
    fn read_kit(&self, _kit: &Kit<'_>) -> Result<(Puzzle, BTreeMap<Place, Value>), Bad> {
        Err(Bad::new("the genre has no puzzles in Puzzle Kit's form"))
    }

    /// A game of Simon Tatham's collection.
    ///
    /// # Errors
    /// [`Bad`] where the text does not fit.
    fn read_tatham(&self, _id: &TathamId<'_>) -> Result<Puzzle, Bad> {
        Err(Bad::new("the genre has no game IDs"))
    }
}
