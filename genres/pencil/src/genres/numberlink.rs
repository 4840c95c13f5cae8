//! Numberlink: join equal numbers by lines that neither cross nor branch.

use super::{listed, places};
use crate::board::{Board, Place, Size};
use crate::clue::Clue;
use crate::codec::pzprv3::{Grid, Lattice, StateForm, clue, line};
use crate::codec::{CellClues, Codec, Hexadecimal, Puzzle};
use crate::house::{Class, Pencil, PencilGenre, Rules, Values, Variables};
use crate::scene::Scene;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::{Bad, shuffle};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Technique, Tier, Value, Var};

/// Lines between equal numbers.
#[derive(Debug)]
pub struct Numberlink;

/// The genre.
pub static NUMBERLINK: Pencil = Pencil::of::<Numberlink>();

const LINE: Value = 1;
const END: u16 = 0;
const CELL: u16 = 1;
const LINK: u16 = 2;
const LINES: u16 = 3;

/// The largest number.
const MOST: u16 = 62;

/// By number the cells that have it.
fn ends(puzzle: &Puzzle) -> BTreeMap<Value, Vec<usize>> {
    let mut ends: BTreeMap<Value, Vec<usize>> = BTreeMap::new();
    for (&place, clue) in &puzzle.clues {
        if let (Place::Cell(cell), Some(n)) = (place, clue.number()) {
            ends.entry(n.min(MOST) as Value).or_default().push(cell.into());
        }
    }
    ends
}

/// By cell a point for it: the last end of each line is one point with the first end of the next
/// one, so that all lines together close one loop.
fn points(board: &Board, ends: &BTreeMap<Value, Vec<usize>>) -> Vec<u32> {
    let mut points: Vec<u32> = (0..board.size().cells() as u32).collect();
    let lasts = ends.values().filter_map(|e| e.last());
    let firsts = ends.values().filter_map(|e| e.first());
    for (&last, &first) in lasts.zip(firsts.cycle().skip(1)) {
        points[last] = first as u32;
    }
    points
}

/// Paths through all cells, each of at least three, none beside itself; joined from single cells.
fn drawn(board: &Board, rng: &mut ChaCha8Rng) -> Option<Vec<Vec<usize>>> {
    let mut paths: Vec<Vec<usize>> = board.cells().map(|c| vec![c]).collect();
    let mut edges: Vec<usize> = board.inner_edges().collect();
    shuffle(&mut edges, rng);
    for edge in edges {
        let [Some(a), Some(b)] = board.cells_beside(edge) else { continue };
        let of = |cell: usize| paths.iter().position(|p| p.first() == Some(&cell) || p.last() == Some(&cell));
        let (Some(i), Some(j)) = (of(a), of(b)) else { continue };
        let touch = |&x: &usize| board.neighbours(x).filter(|n| paths[j].contains(n)).count();
        if i == j || paths[i].iter().map(touch).sum::<usize>() != 1 {
            continue;
        }
        let (mut first, mut second) = (paths[i].clone(), paths[j].clone());
        if first.last() != Some(&a) {
            first.reverse();
        }
        if second.first() != Some(&b) {
            second.reverse();
        }
        first.extend(second);
        paths[i] = first;
        paths.swap_remove(j);
    }
    (paths.iter().all(|p| p.len() > 2) && paths.len() > 1).then_some(paths)
}

impl PencilGenre for Numberlink {
    const NAME: &'static str = "numberlink";
    const ABOUT: &'static str = "Lines join equal numbers and do not cross";
    const SIZES: &'static [&'static str] = &["6x6", "4x4", "5x5", "7x7", "8x8"];
    const OPTIONS: &'static [tesuji_genre::OptionSpec] = &[];
    const VALUES: Values = Values::Numbers;
    const CLASSES: &'static [Class] = &[
        Class::at_place("the number at"),
        Class::at_place("the cell"),
        Class::at_place(""),
        Class::whole("the lines"),
    ];
    const CLUES_ARE_OPTIONAL: bool = false;

    fn handle() -> &'static Pencil {
        &NUMBERLINK
    }

    fn codec() -> Codec {
        Codec::new(&["numlin", "numberlink"]).with(CellClues(Hexadecimal))
    }

    fn states() -> Option<StateForm> {
        let form = StateForm::unmarked_as(0).with(Grid::clues(Lattice::Cells, clue));
        Some(form.with(Grid::marks(Lattice::Inner, line)))
    }

    /// By cell the number of its line, 0 for none; by edge whether a line crosses it.
    fn variables(puzzle: &Puzzle, to: &mut Variables) {
        let ends = ends(puzzle);
        let all = ends.keys().fold(Domain::single(0), |all, &n| all.with(n));
        to.cells(&puzzle.board, all);
        to.inner_edges(&puzzle.board, Domain::range(0, LINE));
    }

    fn rules(puzzle: &Puzzle, to: &mut Rules<'_>) {
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
        let points = points(board, &ends);
        let (mut vars, mut joined) = (Vec::new(), Vec::new());
        for edge in board.inner_edges() {
            let [Some(a), Some(b)] = board.cells_beside(edge) else { continue };
            let link = to.edge(edge);
            for &n in ends.keys() {
                for (from, other) in [(a, b), (b, a)] {
                    let literals = [(link, LINE, false), (to.cell(from), n, false), (to.cell(other), n, true)];
                    to.clause(LINK, Place::Edge(edge as u16), &literals);
                }
            }
            // Ends that are one point have different numbers.
            if points[a] != points[b] {
                vars.push(link);
                joined.push([points[a], points[b]]);
            }
        }
        // Without numbers there is no line.
        if !ends.is_empty() {
            to.add(LINES, Place::Cell(0), RuleSpec::SingleLoop { vars, values: Domain::single(LINE), ends: joined });
        }
    }

    fn techniques() -> Vec<Arc<dyn Technique>> {
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
        listed::with_contradictions(list, 16, 200)
    }

    fn pattern(_board: &Board, place: Place, clue: &Clue) -> Vec<(Place, Domain)> {
        places::given_number(place, clue)
    }

    fn lint(puzzle: &Puzzle) -> Result<(), Bad> {
        let board = &puzzle.board;
        places::lint_numbers(puzzle, 1..=MOST)?;
        if let Some((place, _)) = puzzle.clues.iter().find(|(_, clue)| clue.number().is_none()) {
            return Err(Bad::new("a number is expected").at(board.name(*place)));
        }
        let ends = ends(puzzle);
        for (n, cells) in &ends {
            let place = Place::Cell(cells[0] as u16);
            if cells.len() != 2 {
                return Err(
                    Bad::new(format!("{n} stands {} times; twice is expected", cells.len())).at(board.name(place))
                );
            }
            if ends.len() == 1 && board.neighbours(cells[0]).any(|c| c == cells[1]) {
                return Err(Bad::new("the only two numbers are side by side").at(board.name(place)));
            }
        }
        Ok(())
    }

    fn boards(size: Size) -> Result<Vec<Board>, Bad> {
        Err(Bad::new(format!("the ways to number pairs of cells on {size} are too many to list")))
    }

    fn completion(board: &Board, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        let paths = (0..200).find_map(|_| drawn(board, rng)).filter(|p| p.len() <= MOST.into())?;
        let mut numbers = vec![0; board.size().cells()];
        let mut crossed = vec![0; board.edges()];
        for (path, number) in paths.iter().zip(1..) {
            path.iter().for_each(|&c| numbers[c] = number);
            for pair in path.windows(2) {
                let edge = board.sides(pair[0]).into_iter().find(|&e| board.cells_beside(e).contains(&Some(pair[1])));
                edge.into_iter().for_each(|e| crossed[e] = LINE);
            }
        }
        let cells = board.cells().map(|c| numbers[c]);
        Some(cells.chain(board.inner_edges().map(|e| crossed[e])).collect())
    }

    fn clue_places(board: &Board) -> Vec<Place> {
        places::cell_places(board)
    }

    fn clue_at(board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        let Place::Cell(cell) = place else { return None };
        let links = board.sides(cell.into()).into_iter().filter(|&e| value(Place::Edge(e as u16)) == LINE);
        (links.count() == 1).then(|| Clue::Number(value(place).into()))
    }

    fn paint(puzzle: &Puzzle, value: &dyn Fn(Place) -> Option<Value>, scene: &mut Scene) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_meet_in_one_loop() {
        let board = Board::new(Size::new(2, 2).expect("size"));
        let ends = BTreeMap::from([(1, vec![0, 1]), (2, vec![2, 3])]);
        assert_eq!(points(&board, &ends), [0, 2, 2, 0]);
    }

    #[test]
    fn drawn_paths_fill_the_board() {
        let board = Board::new(Size::new(5, 5).expect("size"));
        let rng = &mut tesuji_genre::sub_rng(3, 0);
        let paths = (0..200).find_map(|_| drawn(&board, rng)).expect("paths");
        assert_eq!(paths.iter().map(Vec::len).sum::<usize>(), 25);
    }
}
