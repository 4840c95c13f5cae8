//! Kakuro: digits from 1 to 9, different in each run, that add up to the number at its head.

use super::steps::{Step, and_contradictions, rule, two_rules, with_rules_around};
use crate::board::{Board, Direction, Place, Side, Size};
use crate::clue::Clue;
use crate::codec::pzprv3::{Grid, Lattice, StateForm, number};
use crate::codec::{Codec, Crossings, Puzzle};
use crate::house::{Class, Edit, Kit, Pencil, PencilGenre, Rules, Values, Variables};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::{Bad, pick};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::techniques::steps::Row;
use tesuji_solver::{Domain, Tier, Value};

/// Crossing sums.
#[derive(Debug)]
pub struct Kakuro;

/// The genre.
pub static KAKURO: Pencil = Pencil::of::<Kakuro>();

const ACROSS: u16 = 0;
const DOWN: u16 = 1;
/// The longest run: there are nine digits.
const LONGEST: usize = 9;
/// Boards that are drawn before one is given up.
const DRAWS: usize = 200;

impl PencilGenre for Kakuro {
    const NAME: &'static str = "kakuro";
    const ABOUT: &'static str = "Crossing sums of different digits";
    const SIZES: &'static [&'static str] = &["6x6", "4x4", "5x5", "8x8"];
    const OPTIONS: &'static [tesuji_genre::OptionSpec] = &[];
    const VALUES: Values = Values::Numbers;
    const CLASSES: &'static [Class] = &[Class::at_place("the run right of"), Class::at_place("the run below")];
    const PUZZLE_KIT: &'static str = "Kakuro";
    const CLUES_ARE_OPTIONAL: bool = false;
    const REPAIRS: bool = true;

    fn handle() -> &'static Pencil {
        &KAKURO
    }

    fn codec() -> Codec {
        Codec::new(&["kakuro"]).with(Crossings)
    }

    fn states() -> Option<StateForm> {
        Some(StateForm::of_numbers().with(Crossings).with(Grid::marks(Lattice::Cells, number)))
    }

    fn variables(puzzle: &Puzzle, to: &mut Variables) {
        to.cells(&puzzle.board, Domain::range(1, 9));
    }

    fn rules(puzzle: &Puzzle, to: &mut Rules<'_>) {
        for run in runs(&puzzle.board) {
            let vars = to.cells(run.cells.iter().copied());
            let class = if run.way == Direction::Down { DOWN } else { ACROSS };
            match total(puzzle, &run) {
                Some(total) => to.add(class, run.head, RuleSpec::Cage { vars, total: total.into() }),
                None if vars.len() > 1 => to.all_different(class, run.head, vars),
                None => {}
            }
        }
    }

    fn techniques() -> Vec<Step> {
        let row = Row::new;
        const RUNS: &[u16] = &[ACROSS, DOWN];
        and_contradictions(vec![
            rule(row("run-across", "Combinations Across", Tier::Easy, 4), &[ACROSS], "has no sum with it"),
            rule(row("run-down", "Combinations Down", Tier::Easy, 4), &[DOWN], "has no sum with it"),
            two_rules(row("crossing-runs", "Crossing Runs", Tier::Medium, 15), ACROSS, DOWN, &[]),
            with_rules_around(row("across-and-down", "Run Across and Its Crossings", Tier::Medium, 20), ACROSS, RUNS),
            with_rules_around(row("down-and-across", "Run Down and Its Crossings", Tier::Medium, 20), DOWN, RUNS),
        ])
    }

    fn lint(puzzle: &Puzzle) -> Result<(), Bad> {
        for run in runs(&puzzle.board) {
            let n = run.cells.len();
            let bad = |what: String| Err(Bad::new(what).at(puzzle.board.name(run.head)));
            if n > LONGEST {
                return bad(format!("a run of {n} cells; nine digits are different"));
            }
            let (least, most) = (n * (n + 1) / 2, n * (19 - n) / 2);
            match total(puzzle, &run) {
                Some(t) if !(least..=most).contains(&usize::from(t)) => {
                    return bad(format!("{n} digits add up to {least} to {most}, not to {t}"));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// A board whose runs have two to nine cells.
    fn board(size: Size, rng: &mut ChaCha8Rng) -> Result<Board, Bad> {
        let drawn = (0..DRAWS).find_map(|_| draw(size, rng));
        Board::new(size).with_holes(drawn.ok_or_else(|| Bad::new("no board was found").at("size"))?)
    }

    fn boards(size: Size) -> Result<Vec<Board>, Bad> {
        Err(Bad::new(format!("the boards of size {size} are too many to list")))
    }

    fn clue_places(board: &Board) -> Vec<Place> {
        let mut places: Vec<Place> = runs(board).into_iter().map(|r| r.head).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    fn clue_at(board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        let sum = |way: Direction| {
            let run = runs(board).into_iter().find(|r| r.head == place && r.way == way)?;
            Some(run.cells.iter().map(|&c| u16::from(value(Place::Cell(c as u16)))).sum())
        };
        match place {
            Place::Cell(_) => Some(Clue::Numbers(vec![sum(Direction::Down), sum(Direction::Right)])),
            Place::Outside(side, _) => sum(side.inwards()).map(Clue::Number),
            _ => None,
        }
    }

    /// A digit of the first solution becomes another one, and the sums follow.
    fn repair(puzzle: &Puzzle, two: [&[Value]; 2], rng: &mut ChaCha8Rng) -> Option<Edit> {
        let board = &puzzle.board;
        let cells: Vec<usize> = board.cells().collect();
        let digit = |cell: usize| cells.binary_search(&cell).map_or(0, |i| two[0][i]);
        let differ: Vec<usize> = (0..cells.len()).filter(|&i| two[0][i] != two[1][i]).map(|i| cells[i]).collect();
        let &turned = differ.get(pick(rng, differ.len().max(1)))?;
        let around = runs(board).into_iter().map(|run| run.cells).filter(|cells| cells.contains(&turned));
        let taken: Domain = around.flatten().map(digit).collect();
        let free: Vec<Value> = Domain::range(1, 9).minus(taken).iter().collect();
        let &other = free.get(pick(rng, free.len().max(1)))?;
        let value = |place: Place| match place {
            Place::Cell(cell) if usize::from(cell) == turned => other,
            Place::Cell(cell) => digit(cell.into()),
            _ => 0,
        };
        let clues = Self::clue_places(board).into_iter().filter_map(|p| Some((p, Self::clue_at(board, p, &value)?)));
        Some(Edit { puzzle: Puzzle { clues: clues.collect(), board: Arc::clone(board) } })
    }

    fn read_kit(kit: &Kit<'_>) -> Result<(Puzzle, BTreeMap<Place, Value>), Bad> {
        let whole = kit.size()?;
        let size = Size::new(whole.rows().saturating_sub(1), whole.cols().saturating_sub(1))?;
        let mut holes = vec![false; size.cells()];
        let mut clues = BTreeMap::new();
        for (i, word) in kit.grid(0)?.into_iter().enumerate() {
            let (r, c) = (i / whole.cols(), i % whole.cols());
            let number = |text: &str| text.parse::<u16>().ok();
            let (down, right) = word.split_once(',').map_or((None, None), |(d, r)| (number(d), number(r)));
            match (r.checked_sub(1), c.checked_sub(1)) {
                (None, Some(c)) => {
                    clues.extend(down.map(|n| (Place::Outside(Side::Top, c as u16), Clue::Number(n))));
                }
                (Some(r), None) => {
                    clues.extend(right.map(|n| (Place::Outside(Side::Left, r as u16), Clue::Number(n))));
                }
                (Some(r), Some(c)) if word != "0" => {
                    let cell = r * size.cols() + c;
                    holes[cell] = true;
                    if down.is_some() || right.is_some() {
                        clues.insert(Place::Cell(cell as u16), Clue::Numbers(vec![down, right]));
                    }
                }
                _ => {}
            }
        }
        let mut values = BTreeMap::new();
        for (i, word) in kit.answer()?.into_iter().enumerate() {
            let (r, c) = (i / whole.cols(), i % whole.cols());
            if let (Some(r), Some(c), Ok(n)) = (r.checked_sub(1), c.checked_sub(1), word.parse()) {
                values.insert(Place::Cell((r * size.cols() + c) as u16), n);
            }
        }
        Ok((Puzzle { board: Arc::new(Board::new(size).with_holes(holes)?), clues }, values))
    }
}

/// A run of cells in play.
struct Run {
    /// Where its number stands.
    head: Place,
    way: Direction,
    cells: Vec<usize>,
}

fn runs(board: &Board) -> Vec<Run> {
    let mut runs = Vec::new();
    for cell in board.cells() {
        let (row, col) = board.row_col(cell);
        for way in [Direction::Right, Direction::Down] {
            if board.neighbour(cell, way.opposite()).is_some() {
                continue;
            }
            let head = match way {
                Direction::Right if col == 0 => Place::Outside(Side::Left, row as u16),
                Direction::Down if row == 0 => Place::Outside(Side::Top, col as u16),
                Direction::Right => Place::Cell(cell as u16 - 1),
                _ => Place::Cell((cell - board.cols()) as u16),
            };
            let cells = std::iter::once(cell).chain(board.ray(cell, way)).collect();
            runs.push(Run { head, way, cells });
        }
    }
    runs
}

fn total(puzzle: &Puzzle, run: &Run) -> Option<u16> {
    let number = match puzzle.clues.get(&run.head)? {
        Clue::Numbers(list) => *list.get(usize::from(run.way == Direction::Right))?,
        clue => clue.number(),
    };
    // 0 is another sign for no number.
    number.filter(|&n| n > 0)
}

/// Holes by cell; cells whose run is short become holes until none is.
fn draw(size: Size, rng: &mut ChaCha8Rng) -> Option<Vec<bool>> {
    let n = size.cells();
    let mut holes = vec![false; n];
    for cell in 0..n.div_ceil(2) {
        if pick(rng, 5) == 0 {
            (holes[cell], holes[n - 1 - cell]) = (true, true);
        }
    }
    loop {
        let board = Board::new(size).with_holes(holes.clone()).ok()?;
        let short: Vec<usize> = runs(&board).iter().filter(|r| r.cells.len() == 1).map(|r| r.cells[0]).collect();
        if short.is_empty() {
            let is_long = runs(&board).iter().any(|r| r.cells.len() > LONGEST);
            let cells = board.cells().count();
            let fits = !is_long && 2 * cells >= n && super::shapes::is_connected(&board, &|_| true);
            return fits.then_some(holes);
        }
        short.into_iter().for_each(|c| holes[c] = true);
    }
}
