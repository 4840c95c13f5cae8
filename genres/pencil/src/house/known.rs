//! The house's knowledge of its genres beyond that of every clue genre: states, stored answers,
//! boards without clues.

use super::adapter::puzzle_of;
use super::{Class, HouseGenre, Kit, Mark, Marked, Pencil};
use crate::board::{Board, Place, Size};
use crate::clue::Clue;
use crate::codec::pzprv3::{Filled, StateForm};
use crate::codec::{Codec, Puzzle};
use crate::scene::Scene;
use std::sync::Arc;
use tesuji_genre::clue::{ClueGenre, Clues, ParsedClues};
use tesuji_genre::{Bad, Solution, State};
use tesuji_solver::{Domain, Network, Value, Var};

impl Pencil {
    /// A state of pzprv3, with the form of the genre's. What a puzzle gives counts as marked.
    fn filled(&self, text: &str) -> Result<(Filled, StateForm), Bad> {
        let form = self
            .genre
            .states()
            .ok_or_else(|| Bad::new(format!("states of {} are not read", self.info.name)).column(1))?;
        let mut filled = form.read(self.codec().names(), text)?;
        let puzzle = &filled.puzzle;
        let variables = self.variables_of(puzzle);
        let said = puzzle.clues.iter().flat_map(|(&place, clue)| self.genre.pattern_in(puzzle, place, clue));
        let fixed = variables.places().iter().copied().zip(variables.domains().iter().copied());
        let given: Vec<_> = said.chain(fixed).filter(|(_, domain)| domain.value().is_some()).collect();
        for (place, domain) in given {
            if let Some(mark @ None) = filled.marks.get_mut(&place) {
                *mark = Some(domain);
            }
        }
        Ok((filled, form))
    }

    /// A state of pzprv3 as a puzzle with what is filled in.
    pub(super) fn parse_state(&self, text: &str) -> Result<ParsedClues<Self>, Bad> {
        let (filled, _) = self.filled(text)?;
        let variables = self.variables_of(&filled.puzzle);
        for (&place, mark) in &filled.marks {
            let (Some(var), Some(mark)) = (variables.get(place), mark) else { continue };
            let domain = variables.domains().get(var.index()).copied().unwrap_or(Domain::EMPTY);
            if (*mark & domain).is_empty() {
                let what = mark.value().map_or("marks".to_string(), |value| value.to_string());
                let bad = Bad::new(format!("{what} can't be there"));
                return Err(bad.at(filled.puzzle.board.name(place)));
            }
        }
        Ok(self.marked(filled, &|_| None))
    }

    /// The same, whatever the marks are. Where it is `finished`, places without a mark have what a
    /// finished answer has there.
    pub(super) fn state_as_answer(&self, text: &str, finished: bool) -> Result<ParsedClues<Self>, Bad> {
        let (filled, form) = self.filled(text)?;
        Ok(self.marked(filled, &|place| form.unmarked(place).filter(|_| finished)))
    }

    /// A puzzle with its marks as a state; a given value is no move of the player's.
    fn marked(&self, filled: Filled, unmarked: &dyn Fn(Place) -> Option<Value>) -> ParsedClues<Self> {
        let variables = self.variables_of(&filled.puzzle);
        let mut state = State::default();
        for (&place, mark) in &filled.marks {
            let Some(var) = variables.get(place) else { continue };
            let domain = variables.domains().get(var.index()).copied().unwrap_or(Domain::EMPTY);
            let value = mark.map_or_else(|| unmarked(place), |mark| mark.value());
            if let Some(value) = value.filter(|&value| domain.value() != Some(value)) {
                state.placed.insert(var.0, value);
            }
        }
        let state = (state != State::default()).then_some(state);
        ParsedClues { state, ..Self::clued(filled.puzzle).into() }
    }
}

impl HouseGenre for Pencil {
    fn puzzle_kit(&self) -> &'static str {
        self.info.puzzle_kit
    }
    fn tatham(&self) -> &'static str {
        self.info.tatham
    }
    fn read_kit(&self, problem: &str, answer: &str) -> Result<(String, Vec<(Var, Value)>), Bad> {
        let (puzzle, stored) = self.genre.read_kit(&Kit::new(problem, answer, self.info.kit_variants)?)?;
        let variables = self.variables_of(&puzzle);
        let values = stored.into_iter().filter_map(|(place, value)| Some((variables.get(place)?, value))).collect();
        Ok((self.codec().write(&puzzle)?, values))
    }
    fn typed(&self, puzzle: &str) -> Result<Puzzle, Bad> {
        self.codec().read(puzzle)
    }
    fn forms_read(&self) -> String {
        self.forms()
    }
    fn places(&self, puzzle: &str) -> Result<Vec<Place>, Bad> {
        let puzzle = self.codec().read(puzzle)?;
        Ok(self.variables_of(&puzzle).places().to_vec())
    }
    fn solution_values(&self, puzzle: &str, solution: &Solution) -> Option<Vec<Value>> {
        let puzzle = self.codec().read(puzzle).ok()?;
        ClueGenre::solution_values(self, &Self::clued(puzzle), solution)
    }
    fn has_states(&self) -> bool {
        self.genre.states().is_some()
    }
    fn read_state(&self, text: &str) -> Result<Marked, Bad> {
        let (filled, form) = self.filled(text)?;
        let variables = self.variables_of(&filled.puzzle);
        let mark = |(&place, &values): (&Place, &Option<Domain>)| {
            Some(Mark { var: variables.get(place)?, values, unmarked: form.unmarked(place) })
        };
        let marks = filled.marks.iter().filter_map(mark).collect();
        Ok(Marked { puzzle: self.codec().write(&filled.puzzle)?, marks })
    }
    fn scene(&self, puzzle: &Puzzle) -> Scene {
        self.bare_scene(puzzle)
    }
    fn codec(&self) -> &Codec {
        Pencil::codec(self)
    }
    fn boards(&self, size: &str) -> Result<Vec<Board>, Bad> {
        self.genre.boards(Size::parse(size)?)
    }
    fn bare_network(&self, board: &Board) -> Result<Network, Bad> {
        let puzzle = puzzle_of(board, &Clues::new());
        self.network_of(&puzzle, &self.variables_of(&puzzle)).map_err(|e| Bad::new(e.to_string()))
    }
    fn puzzles_of(&self, board: &Board, values: &[Value]) -> Result<Vec<String>, Bad> {
        let variables = self.places_of(board);
        let value = |p: Place| variables.get(p).and_then(|v| values.get(v.index()).copied()).unwrap_or(0);
        let clues =
            self.genre.clue_places(board).into_iter().filter_map(|p| Some((p, self.genre.clue_at(board, p, &value)?)));
        let clues: Vec<(Place, Clue)> = clues.collect();
        let all = 1_usize.checked_shl(clues.len() as u32).ok_or_else(|| Bad::new("too many sets of clues"))?;
        let sets = if self.info.clues_are_optional { 0..all } else { all - 1..all };
        let kept = |set: usize| clues.iter().enumerate().filter(move |(i, _)| set >> i & 1 == 1);
        let board = Arc::new(board.clone());
        sets.map(|set| {
            let clues = kept(set).map(|(_, clue)| clue.clone()).collect();
            self.codec().write(&Puzzle { board: Arc::clone(&board), clues })
        })
        .collect()
    }
    fn class_words(&self, class: u16) -> Option<&'static str> {
        self.info.classes.get(usize::from(class)).map(Class::words)
    }
}
