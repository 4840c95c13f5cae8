//! Numberlink: join equal numbers by lines that neither cross nor branch.

mod draw;
mod lines;

use super::{listed, places};
use crate::board::{Board, Place, Size};
use crate::clue::Clue;
use crate::codec::pzprv3::{Grid, Lattice, StateForm, clue, line};
use crate::codec::{CellClues, Codec, Hexadecimal, Puzzle};
use crate::house::{Class, Form, Look, Pencil, PencilGenre, PencilInfo, Rules, Signs, Values, Variables};
use crate::scene::Scene;
use lines::{ends, one_loop};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use tesuji_genre::Bad;
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Technique, Tier, Value, Var};

/// Lines between equal numbers.
#[derive(Debug)]
pub struct Numberlink;

/// The genre.
pub static NUMBERLINK: Pencil = Pencil::of(&Numberlink, &INFO);

const LINE: Value = 1;
const END: u16 = 0;
const CELL: u16 = 1;
const LINK: u16 = 2;
const LINES: u16 = 3;

/// The greatest value of a number, and so the most different numbers.
const MOST: u16 = 62;

static INFO: PencilInfo = PencilInfo {
    name: "numberlink",
    about: "Lines join equal numbers and do not cross",
    rules: "Join equal numbers by lines through the centres of cells. A cell belongs to one line at most. Not \
        every cell need be passed.",
    sizes: &["6x6", "4x4", "5x5", "7x7", "8x8"],
    options: &[],
    values: Values::Numbers,
    classes: &[
        Class::at_place("the number at").law("{} has one line"),
        Class::at_place("the cell").law("a line passes a cell once"),
        Class::at_place("").law("a line joins equal numbers"),
        Class::whole("the lines"),
    ],
    clues_are_optional: false,
    ..PencilInfo::PLAIN
};

impl PencilGenre for Numberlink {
    fn handle(&self) -> &'static Pencil {
        &NUMBERLINK
    }

    fn codec(&self) -> Codec {
        Codec::new(&["numlin", "numberlink"]).with(CellClues(Hexadecimal))
    }

    fn form(&self) -> Form {
        Form::cells(Signs::none().or_labels())
    }

    fn states(&self) -> Option<StateForm> {
        let form = StateForm::unmarked_as(0).with(Grid::clues(Lattice::Cells, clue));
        Some(form.with(Grid::marks(Lattice::Inner, line)))
    }

    /// By cell the number of its line, 0 for none; by edge whether a line crosses it.
    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        let ends = ends(puzzle);
        let all = ends.keys().fold(Domain::single(0), |all, &n| all.with(n));
        to.cells(&puzzle.board, all);
        to.inner_edges(&puzzle.board, Domain::range(0, LINE));
    }

    /// If one number is too large to be a value, all get values in ascending order.
    fn value_of(&self, puzzle: &Puzzle, place: Place, number: u32) -> Option<Value> {
        let number = u16::try_from(number).ok()?;
        let counted = if let Place::Cell(_) = place { lines::counted(puzzle) } else { Vec::new() };
        lines::value_of(&counted, number)
    }

    fn numeral(&self, puzzle: &Puzzle, value: Value) -> String {
        lines::number_of(&lines::counted(puzzle), value).to_string()
    }

    fn number_at(&self, puzzle: &Puzzle, place: Place, value: &dyn Fn(Place) -> Option<Value>) -> Option<u32> {
        let own = value(place)?;
        Some(match place {
            Place::Cell(_) => lines::number_of(&lines::counted(puzzle), own).into(),
            _ => own.into(),
        })
    }

    fn value_words(&self, puzzle: &Puzzle, place: Place, value: Value) -> Option<String> {
        match (place, value) {
            (Place::Edge(_), 0) => Some("no line".to_string()),
            (Place::Edge(_), _) => Some("a line".to_string()),
            (_, 0) => Some("left out".to_string()),
            (_, n) => Some(format!("on the line of {}", self.numeral(puzzle, n))),
        }
    }

    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        let board = &puzzle.board;
        let ends = ends(puzzle);
        for cell in board.cells() {
            let place = Place::Cell(cell as u16);
            let links: Vec<Var> = to.links(cell).into_iter().flatten().collect();
            if puzzle.clues.contains_key(&place) {
                to.count(END, place, links, Domain::single(LINE), (1, 1));
                continue;
            }
            let mut tuples = vec![vec![0; links.len() + 1]];
            for set in (0..1_usize << links.len()).filter(|set| set.count_ones() == 2) {
                let lines: Vec<Value> = (0..links.len()).map(|i| (set >> i & 1) as Value).collect();
                tuples.extend(ends.keys().map(|&n| [&[n], &lines[..]].concat()));
            }
            let vars = std::iter::once(to.cell(cell)).chain(links).collect();
            to.add(CELL, place, RuleSpec::Table { vars, tuples });
        }
        one_loop(board, &ends, to);
    }

    fn techniques(&self) -> Vec<Arc<dyn Technique>> {
        let list = vec![
            listed::giving(("end-goes-on", "One Way From an End", Tier::Beginner, 2), &[END], LINE, "has one way left"),
            listed::rule(("end-done", "End Done", Tier::Beginner, 2), &[END], "takes one line"),
            listed::rule(("cell", "Line Passes Once", Tier::Beginner, 3), &[CELL], "is passed once or not at all"),
            listed::rule(("one-number", "One Number a Line", Tier::Easy, 4), &[LINK], "joins equal numbers"),
            listed::rule(("no-loop", "No Loop", Tier::Easy, 9), &[LINES], "would close early"),
            listed::with(("cell-and-numbers", "Cell and the Numbers Around", Tier::Medium, 14), CELL, &[LINK]),
            listed::pair(("two-cells", "Two Cells", Tier::Medium, 18), CELL, CELL, &[LINK, END]),
            listed::pair(("end-and-cell", "End and Cell", Tier::Hard, 32), END, CELL, &[LINK, LINES, CELL]),
        ];
        listed::with_ideas(list, 16, 200)
    }

    fn pattern_in(&self, puzzle: &Puzzle, place: Place, clue: &Clue) -> Vec<(Place, Domain)> {
        let value = clue.number().and_then(|n| self.value_of(puzzle, place, n.into()));
        value.map(|value| (place, Domain::single(value))).into_iter().collect()
    }

    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        let board = &puzzle.board;
        places::lint_numbers(puzzle, 1..=u16::MAX)?;
        if let Some((place, _)) = puzzle.clues.iter().find(|(_, clue)| clue.number().is_none()) {
            return Err(Bad::new("a number is expected").at(board.name(*place)));
        }
        let counted = lines::counted(puzzle);
        if counted.len() > usize::from(MOST) {
            return Err(Bad::new(format!("{} different numbers; {MOST} are possible", counted.len())).at("board"));
        }
        let ends = ends(puzzle);
        for (n, cells) in &ends {
            let place = Place::Cell(cells[0] as u16);
            if cells.len() != 2 {
                return Err(Bad::new(format!(
                    "{} stands {} times; twice is expected",
                    self.numeral(puzzle, *n),
                    cells.len()
                ))
                .at(board.name(place)));
            }
            if ends.len() == 1 && board.neighbours(cells[0]).any(|c| c == cells[1]) {
                return Err(Bad::new("the only two numbers are side by side").at(board.name(place)));
            }
        }
        Ok(())
    }

    fn boards(&self, size: Size) -> Result<Vec<Board>, Bad> {
        Err(Bad::new(format!("the ways to number pairs of cells on {size} are too many to list")))
    }

    fn completion(&self, board: &Board, _look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        draw::completion(board, rng)
    }

    fn clue_at(&self, board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        let Place::Cell(cell) = place else { return None };
        let links = board.sides(cell.into()).into_iter().filter(|&e| value(Place::Edge(e as u16)) == LINE);
        (links.count() == 1).then(|| Clue::Number(value(place).into()))
    }

    fn edited_at(&self, puzzle: &Puzzle, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        self.clue_at(&puzzle.board, place, value)?;
        Some(Clue::Number(lines::number_of(&lines::counted(puzzle), value(place))))
    }

    /// The ends of a line.
    fn inseparable(&self, puzzle: &Puzzle, place: Place) -> Vec<Place> {
        let own = puzzle.clues.get(&place);
        puzzle.clues.iter().filter(|(_, clue)| Some(*clue) == own).map(|(p, _)| *p).collect()
    }

    fn paint(&self, puzzle: &Puzzle, value: &dyn Fn(Place) -> Option<Value>, scene: &mut Scene) {
        use crate::scene::Stroke;
        for edge in puzzle.board.inner_edges() {
            scene.borders[edge] = Stroke::Open;
            scene.links[edge] = match value(Place::Edge(edge as u16)) {
                Some(LINE) => Stroke::Line,
                _ => Stroke::Open,
            };
        }
        scene.hide_values();
        scene.clues_in_circles = true;
    }
}
