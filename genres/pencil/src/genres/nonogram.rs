//! Nonogram: shade cells so that the runs in each row and column have the lengths given beside it.

use super::{listed, shapes};
use crate::board::{Board, Place, Side};
use crate::clue::Clue;
use crate::codec::pzprv3::{Frame, Framed, StateForm, shade};
use crate::codec::{Codec, Hexadecimal, OutsideNumbers, Puzzle};
use crate::house::{Class, Form, Kit, Look, Pencil, PencilGenre, PencilInfo, Rules, TathamId, Values, Variables};
use crate::scene::Scene;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::Bad;
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::techniques::steps::{LineLook, LineStep, Row, RuleStep};
use tesuji_solver::{Domain, Technique, Tier, Value};

/// Runs of given lengths.
#[derive(Debug)]
pub struct Nonogram;

/// The genre.
pub static NONOGRAM: Pencil = Pencil::of(&Nonogram, &INFO);

const SHADED: Value = 1;
const ROW: u16 = 0;
const COLUMN: u16 = 1;

/// Columns, then rows, each with its place outside.
fn lines(board: &Board) -> impl Iterator<Item = (Side, u16)> {
    let columns = (0..board.cols() as u16).map(|c| (Side::Top, c));
    columns.chain((0..board.rows() as u16).map(|r| (Side::Left, r)))
}

/// The lengths of the runs of a line of cells.
fn runs(cells: &[bool]) -> Vec<u16> {
    cells.chunk_by(|a, b| a == b).filter(|run| run[0]).map(|run| run.len() as u16).collect()
}

/// The clue with these lengths; none where there is no run.
fn clue_of(lengths: Vec<u16>) -> Option<Clue> {
    let lengths: Vec<u16> = lengths.into_iter().filter(|&n| n > 0).collect();
    (!lengths.is_empty()).then(|| Clue::Numbers(lengths.into_iter().map(Some).collect()))
}

/// The lengths of a clue.
fn lengths(clue: Option<&Clue>) -> Vec<u32> {
    match clue {
        Some(Clue::Numbers(list)) => list.iter().flatten().map(|&n| n.into()).collect(),
        _ => Vec::new(),
    }
}

/// The puzzle of these lines, in the order of [`lines`].
fn puzzle_of(board: Board, all: Vec<Vec<u16>>) -> Puzzle {
    let places = lines(&board).map(|(side, i)| Place::Outside(side, i));
    let clues = places.zip(all).filter_map(|(place, line)| Some((place, clue_of(line)?))).collect();
    Puzzle { board: Arc::new(board), clues }
}

fn numbers<'a>(words: impl Iterator<Item = &'a str>) -> Result<Vec<u16>, Bad> {
    words.map(|w| w.parse().map_err(|_| Bad::new(format!("a number is expected, not {w:?}")).at("lines"))).collect()
}

fn read_lines<'a>(board: Board, all: impl Iterator<Item = Vec<&'a str>>) -> Result<Puzzle, Bad> {
    let all = all.map(|line| numbers(line.into_iter())).collect::<Result<Vec<_>, Bad>>()?;
    let expected = board.rows() + board.cols();
    if all.len() != expected {
        return Err(Bad::new(format!("{} lines where {expected} are expected", all.len())).at("lines"));
    }
    Ok(puzzle_of(board, all))
}

static INFO: PencilInfo = PencilInfo {
    name: "nonogram",
    about: "Shade runs of the lengths given beside rows and columns",
    rules: "Shade cells. The numbers beside a line are the lengths of its runs of shaded cells, in their order. \
        Between two runs is at least one unshaded cell.",
    sizes: &["15x15", "5x5", "10x10", "20x20", "25x25"],
    options: &[],
    values: Values::Named(&[('.', "unshaded"), ('#', "shaded")]),
    classes: &[Class::row("row"), Class::column("column")],
    puzzle_kit: "Nonogram",
    tatham: "pattern",
    clues_are_optional: false,
    derives_edits: true,
    clue_classes: &[ROW, COLUMN],
    repair: Some(|puzzle, two, look, rng| shapes::repaired_picture(&Nonogram, puzzle, two, look, rng)),
    ..PencilInfo::PLAIN
};

impl PencilGenre for Nonogram {
    fn handle(&self) -> &'static Pencil {
        &NONOGRAM
    }

    fn codec(&self) -> Codec {
        Codec::new(&["nonogram"]).with(OutsideNumbers(Hexadecimal))
    }

    fn form(&self) -> Form {
        Form::run_lists()
    }

    fn states(&self) -> Option<StateForm> {
        Some(StateForm::unmarked_as(0).with(Framed::marks(Frame::Lines, shade)))
    }

    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        to.cells(&puzzle.board, Domain::range(0, SHADED));
    }

    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        let board = &puzzle.board;
        for (side, i) in lines(board) {
            let cells = board.line_of(side, i.into());
            let Some(&first) = cells.first() else { continue };
            let lengths = lengths(puzzle.clues.get(&Place::Outside(side, i)));
            let vars = to.cells(cells);
            let class = if side == Side::Top { COLUMN } else { ROW };
            to.add(class, Place::Cell(first as u16), RuleSpec::Runs { vars, values: Domain::single(SHADED), lengths });
        }
    }

    fn techniques(&self) -> Vec<Arc<dyn Technique>> {
        let line = |id, name, tier, score, look| -> Arc<dyn Technique> {
            Arc::new(LineStep::new(Row::new(id, name, tier, score), look))
        };
        let list: Vec<Arc<dyn Technique>> = vec![
            line("line-complete", "Line Complete", Tier::Beginner, 2, LineLook::Complete),
            line("overlap", "Overlap", Tier::Beginner, 3, LineLook::Overlap),
            line("block-complete", "Block Complete", Tier::Beginner, 4, LineLook::Block),
            line("unreachable", "Out of Reach", Tier::Easy, 5, LineLook::Unreachable),
            line("edge-logic", "Edge Logic", Tier::Easy, 6, LineLook::Edge),
            line("short-gap", "Gap Too Short", Tier::Easy, 6, LineLook::ShortGap),
            Arc::new(RuleStep::new(
                Row::new("line-logic", "Line Logic", Tier::Medium, 15),
                &[ROW, COLUMN],
                "has no placement of its runs otherwise",
            )),
        ];
        listed::with_ideas(list, 10, 120)
    }

    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        let board = &puzzle.board;
        for (&place, clue) in &puzzle.clues {
            let bad = |what: String| Err(Bad::new(what).at(board.name(place)));
            let (Clue::Numbers(list), Place::Outside(side, i)) = (clue, place) else { continue };
            if list.contains(&None) || list.contains(&Some(0)) {
                return bad("numbers from 1 on are expected; numbers that are not told are not supported".into());
            }
            let needed = lengths(Some(clue)).iter().map(|&n| n as usize + 1).sum::<usize>() - 1;
            let room = board.line_of(side, i.into()).len();
            if needed > room {
                return bad(format!("the runs need {needed} cells, and the line has {room}"));
            }
        }
        Ok(())
    }

    fn completion(&self, board: &Board, _look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        let shaded = shapes::blobs(board, rng);
        Some(board.cells().map(|c| Value::from(shaded[c])).collect())
    }

    fn boards(&self, size: crate::board::Size) -> Result<Vec<Board>, Bad> {
        Err(Bad::new(format!("the pictures on a board of {size} are too many to list")))
    }

    fn clue_places(&self, board: &Board) -> Vec<Place> {
        lines(board).map(|(side, i)| Place::Outside(side, i)).collect()
    }

    fn clue_at(&self, board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        let Place::Outside(side, i) = place else { return None };
        let cells = board.line_of(side, i.into()).into_iter();
        clue_of(runs(&cells.map(|c| value(Place::Cell(c as u16)) == SHADED).collect::<Vec<_>>()))
    }

    fn stated_at(&self, board: &Board, class: u16, place: u32) -> u32 {
        let (row, column) = board.row_col(place as usize);
        let line = if class == ROW {
            Place::Outside(Side::Left, row as u16)
        } else {
            Place::Outside(Side::Top, column as u16)
        };
        board.index(line) as u32
    }

    fn paint(&self, _puzzle: &Puzzle, _value: &dyn Fn(Place) -> Option<Value>, scene: &mut Scene) {
        scene.heavier_every = Some(5);
    }

    fn read_kit(&self, kit: &Kit<'_>) -> Result<(Puzzle, BTreeMap<Place, Value>), Bad> {
        let puzzle = read_lines(Board::new(kit.size()?), kit.problem.iter().cloned())?;
        Ok((puzzle, kit.marked("x")?))
    }

    fn read_tatham(&self, id: &TathamId<'_>) -> Result<Puzzle, Bad> {
        if id.text.contains(',') {
            return Err(Bad::new("given cells are not read").at("cells"));
        }
        let lines = id.text.split('/');
        read_lines(Board::new(id.size), lines.map(|l| l.split('.').filter(|w| !w.is_empty()).collect()))
    }
}
