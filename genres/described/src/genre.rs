//! A genre of a file as the house sees it.

use super::clues::ClueKind;
use super::definition::Definition;
use super::division::Division;
use super::scope::Term;
use super::{states, technique};
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tesuji_genre::{Bad, CompiledForms, pick};
use tesuji_pencil::board::{Board, Place, Size};
use tesuji_pencil::clue::Clue;
use tesuji_pencil::codec::pzprv3::StateForm;
use tesuji_pencil::codec::{Codec, Puzzle};
use tesuji_pencil::house::{Edit, Form, Look, Pencil, PencilGenre, PencilInfo, Rules, Values, Variables};
use tesuji_pencil::scene::Scene;
use tesuji_solver::{Domain, Technique, Value};

/// Moves of a cell to another region that are tried for one repair.
const MOST_MOVES: usize = 20;

impl Definition {
    /// The facts of the genre.
    pub(crate) fn info(&self) -> PencilInfo {
        PencilInfo {
            name: self.name,
            about: self.about,
            sizes: self.sizes,
            options: tesuji_genre::clue::option::SQUARE,
            values: self.values,
            rules_are_directed: self.is_directed,
            classes: self.classes,
            easiest: self.easiest,
            clue_classes: self.clue_classes,
            clues_are_optional: self.optional,
            // Tables raise no rate of the files that were measured and lower some tenfold.
            forms: CompiledForms { tables: false, ..CompiledForms::ALL },
            ..PencilInfo::PLAIN
        }
    }

    /// The number that follows from a solution by the rules: the one that none of them forbids.
    fn number_by_rules(&self, board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<u16> {
        self.numbers_by_rules(board, place, value, u16::MAX).next()
    }

    /// Does the place have the value that a clue on it says?
    fn can_stand(&self, board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> bool {
        let Some(kind) = self.kind_of(place).filter(|kind| kind.value.is_some() && !kind.is_value) else { return true };
        let said = Definition::pattern(self, board, place, &kind.clue(*kind.range.start()));
        said.is_ok_and(|said| said.iter().all(|(p, keep)| keep.contains(value(*p))))
    }

    /// The numbers up to `most` on a place that no rule forbids for a solution.
    pub(crate) fn numbers_by_rules<'a>(
        &'a self,
        board: &'a Board,
        place: Place,
        value: &'a dyn Fn(Place) -> Value,
        most: u16,
    ) -> impl Iterator<Item = u16> + 'a {
        let fits = move |(kind, number): &(&ClueKind, u16)| {
            let clues = BTreeMap::from([(place, kind.clue(*number))]);
            let puzzle = Puzzle { board: Arc::new(board.clone()), clues };
            self.allows(&puzzle, value).unwrap_or(false)
        };
        let kind = self.kind_of(place).filter(|_| self.can_stand(board, place, value));
        let range = move |kind: &ClueKind| *kind.range.start()..=most.min(*kind.range.end());
        let numbers = kind.into_iter().flat_map(move |kind| range(kind).map(move |n| (kind, n)));
        numbers.filter(fits).map(|(_, number)| number)
    }

    /// Do the rules that speak of clues hold for a puzzle's solution?
    fn allows(&self, puzzle: &Puzzle, value: &dyn Fn(Place) -> Value) -> Result<bool, Bad> {
        let variables = self.variables(puzzle)?;
        for (&place, clue) in &puzzle.clues {
            if self.pattern(&puzzle.board, place, clue)?.iter().any(|(p, keep)| !keep.contains(value(*p))) {
                return Ok(false);
            }
        }
        let mut to = Rules::new(&puzzle.board, &variables);
        let mut scope = self.scope(puzzle, &variables);
        for (rule, class) in self.rules.iter().zip(0..).filter(|(rule, _)| rule.reads_clues() && !rule.with_clues) {
            rule.state(class, &mut scope, &mut to)?;
        }
        let net = to.into_network().map_err(|e| Bad::new(e.to_string()))?;
        let of = |var| variables.place(var).map_or(0, value);
        Ok(net.rule_ids().all(|id| net.rule(id).holds(&of)))
    }

    /// The number that the file's own expression gives.
    fn derived(&self, board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<u16> {
        let phrase = self.kind_of(place)?.derived.as_ref()?;
        let puzzle = Puzzle { board: Arc::new(board.clone()), clues: BTreeMap::new() };
        let variables = self.variables(&puzzle).ok()?;
        let mut scope = self.scope(&puzzle, &variables);
        scope.bound.push(("place".to_string(), Term::Place(place)));
        let number = scope.number_or_open(&phrase.expr).ok()?;
        let of = |var| variables.place(var).map_or(0, |p| value(p).into());
        u16::try_from(number.number(&of)).ok()
    }

    /// Are regions moved where a new puzzle has several solutions? Clues that say values leave one.
    fn moves_regions(&self) -> bool {
        self.division != Division::Whole && !self.clues.iter().all(|kind| kind.is_value)
    }

    /// The puzzle of the first solution after a cell in which the two differ, or one beside such a
    /// cell, went to another region.
    fn with_moved_cell(&self, puzzle: &Puzzle, two: [&[Value]; 2], rng: &mut ChaCha8Rng) -> Option<Edit> {
        let variables = Definition::variables(self, puzzle).ok()?;
        let differs = |cell: usize| {
            let var = variables.get(Place::Cell(cell as u16)).map(tesuji_solver::Var::index);
            var.is_some_and(|var| two[0].get(var) != two[1].get(var))
        };
        let mut boards = self.division.moved(&puzzle.board, &differs, rng);
        let keeps = |board: &Board| {
            let bare = Puzzle { board: Arc::new(board.clone()), clues: BTreeMap::new() };
            let value = |p: Place| variables.get(p).and_then(|var| two[0].get(var.index()).copied()).unwrap_or(0);
            self.keeps_structure(&bare, &value).then(|| {
                let clues = PencilGenre::clues(self, board, &value, &mut rng.clone());
                Edit { puzzle: Puzzle { clues, ..bare } }
            })
        };
        boards.truncate(MOST_MOVES);
        boards.iter().find_map(keeps)
    }

    /// The puzzle after the number of an area of the first solution went to another cell of it: to
    /// one that is in no such area in the second solution, if there is one.
    fn with_moved_number(
        &self,
        puzzle: &Puzzle,
        value: Value,
        two: [&[Value]; 2],
        rng: &mut ChaCha8Rng,
    ) -> Option<Edit> {
        let variables = Definition::variables(self, puzzle).ok()?;
        let of = |which: usize, cell: usize| {
            let var = variables.get(Place::Cell(cell as u16))?;
            two[which].get(var.index()).copied()
        };
        let is_free = |cell: &usize| !puzzle.clues.contains_key(&Place::Cell(*cell as u16));
        let first = |p: Place| if let Place::Cell(cell) = p { of(0, cell.into()).unwrap_or(0) } else { 0 };
        let areas = Definition::areas(&puzzle.board, value, &first);
        let mut moves: Vec<(usize, usize)> = Vec::new();
        for area in areas.iter().filter(|area| area.len() > 1) {
            let from = area.iter().copied().find(|cell| !is_free(cell))?;
            moves.extend(area.iter().copied().filter(is_free).map(|to| (from, to)));
        }
        let refuting: Vec<(usize, usize)> = moves.iter().copied().filter(|&(_, to)| of(1, to) != Some(value)).collect();
        let moves = if refuting.is_empty() { moves } else { refuting };
        let &(from, to) = moves.get(pick(rng, moves.len().max(1)))?;
        let mut changed = puzzle.clone();
        let clue = changed.clues.remove(&Place::Cell(from as u16))?;
        changed.clues.insert(Place::Cell(to as u16), clue);
        Some(Edit { puzzle: changed })
    }

    /// Do the rules that don't speak of clues hold for a filling?
    fn keeps_structure(&self, bare: &Puzzle, value: &dyn Fn(Place) -> Value) -> bool {
        let Ok(variables) = Definition::variables(self, bare) else { return false };
        if variables.places().iter().zip(variables.domains()).any(|(&p, domain)| !domain.contains(value(p))) {
            return false;
        }
        let mut to = Rules::new(&bare.board, &variables);
        if self.state(bare, &variables, &mut to).is_err() {
            return false;
        }
        let of = |var| variables.place(var).map_or(0, value);
        to.into_network().is_ok_and(|net| net.rule_ids().all(|id| net.rule(id).holds(&of)))
    }

    /// The areas of cells with a value.
    fn areas(board: &Board, value: Value, of: &dyn Fn(Place) -> Value) -> Vec<Vec<usize>> {
        let is_in = |cell: usize| of(Place::Cell(cell as u16)) == value;
        let mut seen = BTreeSet::new();
        let mut areas = Vec::new();
        for first in board.cells().filter(|&c| is_in(c)) {
            if !seen.insert(first) {
                continue;
            }
            let mut area = vec![first];
            let mut at = 0;
            while let Some(&cell) = area.get(at) {
                area.extend(board.neighbours(cell).filter(|&n| is_in(n) && seen.insert(n)));
                at += 1;
            }
            areas.push(area);
        }
        areas
    }
}

impl PencilGenre for Definition {
    fn repaired_one_in(&self) -> Option<u64> {
        (self.moves_regions() || self.area_numbers.is_some()).then_some(1)
    }
    fn repaired(&self, puzzle: &Puzzle, two: [&[Value]; 2], _look: &Look, rng: &mut ChaCha8Rng) -> Option<Edit> {
        match self.area_numbers {
            Some(value) => self.with_moved_number(puzzle, value, two, rng),
            None => self.with_moved_cell(puzzle, two, rng),
        }
    }
    fn handle(&self) -> &'static Pencil {
        self.handle.get().copied().unwrap_or_else(|| unreachable!("a definition is read with its handle"))
    }
    fn codec(&self) -> Codec {
        self.face.codec()
    }
    fn form(&self) -> Form {
        self.face.form(self.division != Division::Whole, &self.clues)
    }
    fn states(&self) -> Option<StateForm> {
        states::form(&self.face.states, &self.names)
    }
    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        // `lint` has refused what has no variables.
        if let Ok(variables) = Definition::variables(self, puzzle) {
            *to = variables;
        }
    }
    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        let stated = Definition::variables(self, puzzle).and_then(|variables| self.state(puzzle, &variables, to));
        if let Err(bad) = stated {
            to.refuse(bad.what);
        }
    }
    fn techniques(&self) -> Vec<Arc<dyn Technique>> {
        technique::all(&self.listed, &self.rules)
    }
    fn pattern(&self, board: &Board, place: Place, clue: &Clue) -> Vec<(Place, Domain)> {
        Definition::pattern(self, board, place, clue).unwrap_or_default()
    }
    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        let board = &puzzle.board;
        if self.division != Division::Whole && board.regions().is_none() {
            return Err(Bad::new("regions are expected"));
        }
        for (&place, clue) in &puzzle.clues {
            let named = |bad: Bad| bad.at(board.name(place));
            let kind = self.kind_of(place).ok_or_else(|| named(Bad::new("no clue can stand there")))?;
            kind.lint(clue).map_err(named)?;
        }
        self.state_all(puzzle).map_err(|bad| {
            let line = bad.line.map_or(String::new(), |line| format!(" (line {line} of the genre's file)"));
            Bad::new(format!("{}{line}", bad.what)).at("rules")
        })
    }
    fn board(&self, size: Size, _look: &Look, rng: &mut ChaCha8Rng) -> Result<Board, Bad> {
        self.division.board(size, rng)
    }
    fn boards(&self, size: Size) -> Result<Vec<Board>, Bad> {
        self.division.boards(size)
    }
    fn clue_places(&self, board: &Board) -> Vec<Place> {
        self.clues.iter().flat_map(|kind| kind.on.places(board)).collect()
    }
    fn clue_at(&self, board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        let kind = self.kind_of(place)?;
        if !self.can_stand(board, place, value) {
            return None;
        }
        let number = if kind.is_value {
            Some(value(place).into())
        } else if kind.derived.is_some() {
            self.derived(board, place, value)
        } else {
            self.number_by_rules(board, place, value)
        };
        number.filter(|n| kind.range.contains(n)).map(|n| kind.clue(n))
    }
    fn clues(&self, board: &Board, value: &dyn Fn(Place) -> Value, rng: &mut ChaCha8Rng) -> BTreeMap<Place, Clue> {
        let Some(areas_of) = self.area_numbers else {
            let places = self.clue_places(board).into_iter();
            return places.filter_map(|p| Some((p, self.clue_at(board, p, value)?))).collect();
        };
        let areas = Definition::areas(board, areas_of, value);
        let number = |area: Vec<usize>| {
            let cell = area[pick(rng, area.len())];
            (Place::Cell(cell as u16), Clue::Number(area.len() as u16))
        };
        areas.into_iter().map(number).collect()
    }
    fn paint(&self, puzzle: &Puzzle, _value: &dyn Fn(Place) -> Option<Value>, scene: &mut Scene) {
        // A given value is shown by its sign.
        if let Values::Named(list) = self.values {
            let given = puzzle.clues.iter().filter_map(|(&place, clue)| {
                let kind = self.kind_of(place).filter(|kind| kind.is_value && !kind.is_circle)?;
                let Place::Cell(cell) = place else { return None };
                Some((usize::from(cell), list.get(usize::from(kind.number(clue)?))?.0))
            });
            for (cell, sign) in given.collect::<Vec<_>>() {
                if let Some(cell) = scene.cells.get_mut(cell) {
                    cell.filled |= sign == '#';
                    cell.text = if sign == '#' { String::new() } else { sign.to_string() };
                }
            }
        }
        if self.face.lines_link {
            scene.link_edges();
        }
    }
}
