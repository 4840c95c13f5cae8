//! Actions that genres of one kind alone have: of clues, or of positions.

use crate::{
    Adviser, Bad, BrokenRule, ClueSpot, ClueWorth, FirstMove, HintRequest, Later, Marks, Medium, Parsed, Puzzle,
    Record, Reducible, RepairRequest, Repaired, Review, Solution, Solved, State, Step, WorthRequest,
};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use tesuji_solver::{Limits, Solver};

/// Actions of genres whose puzzles are clues on a structure.
pub trait ClueActions {
    /// One puzzle from its one-line notation, also where clues contradict each other at sight.
    ///
    /// # Errors
    /// [`Bad`] with the column or the cell.
    fn parse_contradicting(&self, text: &str) -> Result<Parsed, Bad>;

    /// The names of its classes of rules, by number, as [`Network::class_name`] has them; none
    /// where its rules have no classes.
    ///
    /// [`Network::class_name`]: tesuji_solver::Network::class_name
    fn rule_classes(&self) -> &[String];

    /// The solutions that keep to what a state has filled in and struck out: by the solver, or by
    /// the fast engine where there is none.
    ///
    /// # Errors
    /// [`Bad`] when the text is not a puzzle of the genre, or when the puzzle has solutions and
    /// none of them keeps to the state: then the place is named.
    fn solve_from(
        &self,
        puzzle: &Puzzle,
        state: &State,
        by: Option<&dyn Solver>,
        limits: &Limits,
    ) -> Result<Solved, Bad>;

    /// The first rule that a solution breaks, in words: "the arrow from r2c1"; `None` where it keeps
    /// to all of them.
    ///
    /// # Errors
    /// [`Bad`] when the text is not a puzzle of the genre, or the solution is not in its form.
    fn broken_rule(&self, puzzle: &Puzzle, solution: &Solution) -> Result<Option<String>, Bad>;

    /// The rules that a state breaks, each with its places.
    ///
    /// # Errors
    /// [`Bad`] when the text is not a puzzle of the genre.
    fn broken_rules(&self, puzzle: &Puzzle, state: &State) -> Result<Vec<BrokenRule>, Bad>;

    /// A solution in the record's shape as a state; `None` when it is none of the puzzle's shape.
    ///
    /// # Errors
    /// [`Bad`] when the text is not a puzzle of the genre.
    fn solution_state(&self, puzzle: &Puzzle, solution: &Solution) -> Result<Option<State>, Bad>;

    /// A puzzle with an answer as another program writes it, whatever the answer is: places without
    /// a mark count as what a finished answer has there where `finished`, else they are open.
    ///
    /// # Errors
    /// [`Bad`] with the column or the cell.
    fn parse_answer(&self, text: &str, finished: bool) -> Result<Parsed, Bad>;

    /// The clues that clash, and the fewest edits of clues that leave exactly one solution.
    ///
    /// # Errors
    /// [`Bad`] when the text is not a puzzle of the genre.
    fn repair(&self, puzzle: &Puzzle, want: &RepairRequest) -> Result<Repaired, Bad>;

    /// How many solutions there are without each of the clues.
    ///
    /// # Errors
    /// [`Bad`] when the text is not a puzzle of the genre.
    fn worth(&self, puzzle: &Puzzle, want: &WorthRequest) -> Result<Vec<ClueWorth>, Bad>;

    /// Where clues can stand in the SVG drawing, and those that do; none where clues are not edited
    /// one by one.
    ///
    /// # Errors
    /// [`Bad`] when the text is not a puzzle of the genre.
    fn clue_spots(&self, puzzle: &Puzzle) -> Result<Vec<ClueSpot>, Bad>;

    /// The puzzle with another clue at a place, by its name in [`clue_spots`](Self::clue_spots); an
    /// empty text takes the clue away.
    ///
    /// # Errors
    /// [`Bad`] when no clue can stand there, the text is no clue of the genre, or the clues then
    /// contradict each other at sight.
    fn edited(&self, puzzle: &Puzzle, at: &str, clue: &str) -> Result<Parsed, Bad>;
}

/// Actions of genres whose puzzles are positions of a game.
pub trait PositionActions {
    /// All puzzles of a document by rules that are named, where it leaves open by which it was
    /// played; answers what [`Genre::read`](crate::Genre::read) does. `None`: the genre's documents
    /// have no rules to choose.
    fn read_by(&self, _doc: &[u8], _rules: &str, _found: &mut dyn FnMut(Result<Parsed, Bad>)) -> Option<bool> {
        None
    }

    /// The choices that a record leaves open, by its notes; `None` where nothing is (see
    /// [`Parsed::later`]).
    fn left_open(&self, _puzzle: &Puzzle, _notes: &BTreeMap<String, Value>) -> Option<Later<Parsed>> {
        None
    }

    /// Who gives [ideas](crate::Choosing::adviser) by a file, such as a network; `None` where the
    /// genre asks nobody.
    ///
    /// # Errors
    /// [`Bad`] where the file does not fit.
    fn adviser(&self, _file: &Path) -> Option<Result<Adviser, Bad>> {
        None
    }

    /// The texts that a collection has only once: equal for records that show the same position,
    /// whatever is asked of it, or take the same line about the same stones.
    fn essence(&self, _record: &Record) -> Vec<String> {
        Vec::new()
    }

    /// Files that the genre has written beside its answers since the last call, in words:
    /// tables that were missing.
    fn notices(&self) -> Vec<String> {
        Vec::new()
    }

    /// The first moves of a solved position whose results its solution tells, each with what lies
    /// around it: for the miner of moves.
    ///
    /// # Errors
    /// [`Bad`] when the text is not a puzzle of the genre.
    fn first_moves(&self, _puzzle: &Puzzle, _solution: &Solution) -> Result<Vec<FirstMove>, Bad> {
        Ok(Vec::new())
    }

    /// The positions that a solved position's main line goes through, each with what it shows: for
    /// the miner of minimal positions.
    ///
    /// # Errors
    /// [`Bad`] when the text is not a puzzle of the genre.
    fn reducible(&self, _puzzle: &Puzzle, _solution: &Solution) -> Result<Vec<Box<dyn Reducible>>, Bad> {
        Ok(Vec::new())
    }

    /// The part of a stored solution that can't be, where this one was found; `None` where nothing shows it.
    ///
    /// # Errors
    /// [`Bad`] when the text is not a puzzle of the genre.
    fn contradicts(&self, _puzzle: &Puzzle, _stored: &Solution, _found: &Solution) -> Result<Option<String>, Bad> {
        Ok(None)
    }

    /// The part of a solution on which engines that share nothing have to agree; `None` where only
    /// one of them can find it. The check counts such a puzzle as not compared.
    fn compared(&self, solution: &Solution) -> Option<Solution> {
        Some(solution.clone())
    }

    /// The verdict on a solution that the puzzle's document gives, beside the one that is found:
    /// `notes` are those of the document, which keep it. `None` where it gives none.
    ///
    /// # Errors
    /// [`Bad`] when the text is not a puzzle of the genre, or what is given can't be read.
    fn review(
        &self,
        _puzzle: &Puzzle,
        _notes: &BTreeMap<String, Value>,
        _limits: &Limits,
    ) -> Result<Option<Review>, Bad> {
        Ok(None)
    }

    /// The solution in words, with what to point at, for the solutions of a book; by itself what a
    /// hint says. `None` where there is nothing to say.
    ///
    /// # Errors
    /// [`Bad`] when the text is not a puzzle of the genre, or the limits ended the search.
    fn answer(&self, puzzle: &Puzzle, state: Option<&State>, limits: &Limits) -> Result<Option<(String, Marks)>, Bad> {
        let genre = puzzle.genre;
        let want = HintRequest { limits: limits.clone(), ..HintRequest::new(genre.catalog()) };
        Ok(genre.hint(puzzle, state, &want)?.step().map(|step| (step.words, step.marks)))
    }

    /// The first stage of a hint, which does not name the move; `None`: hints of the genre come in
    /// one stage.
    fn first_stage(&self, _puzzle: &Puzzle, _step: &Step) -> Option<Step> {
        None
    }

    /// The line below the drawing of a record, where that tells more of the puzzle than its text
    /// does; `None`: the usual.
    fn caption(&self, _record: &Record) -> Option<String> {
        None
    }

    /// A record with its solution in words, for a person at a terminal; `None` where the genre has
    /// no such words.
    fn tell(&self, _record: &Record) -> Option<String> {
        None
    }

    /// A drawing with the places on which the proof of a record's solution rests; `None` where there
    /// is no such proof.
    fn draw_proof(&self, _record: &Record, _medium: Medium) -> Option<String> {
        None
    }
}
