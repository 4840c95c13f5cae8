//! Galaxies: divide the board into areas with one star each, of which the star is the centre of
//! symmetry.

use super::star_areas::{MOST_STARS, core, mirror, reach, stars};
use super::steps::{Step, and_contradictions, rule, two_rules, with_rules_around};
use crate::board::{Board, Place, Size};
use crate::clue::Clue;
use crate::codec::pzprv3::{Filled, Grid, Lattice, Rows, StateForm, StateSection, borders};
use crate::codec::{Codec, Puzzle, Stars, star_places};
use crate::house::{Class, Kit, Pencil, PencilGenre, Rules, TathamId, Values, Variables};
use crate::scene::Scene;
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tesuji_genre::{Bad, pick, shuffle};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::techniques::steps::Row;
use tesuji_solver::{Domain, Tier, Value};

/// Areas around their stars.
#[derive(Debug)]
pub struct Galaxies;

/// The genre.
pub static GALAXIES: Pencil = Pencil::of::<Galaxies>();

const MIRROR: u16 = 0;
const GALAXY: u16 = 1;
/// Pairs of cells by which a new area grows, at most.
const LARGEST_DRAWN: usize = 5;

/// The areas between the borders of a state: their cells take a star that is in them.
struct Areas;

impl StateSection for Areas {
    fn read(&self, from: &mut Rows<'_>, to: &mut Filled) -> Result<(), Bad> {
        let board = Arc::clone(&to.puzzle.board);
        to.marks.extend(board.cells().map(|c| (Place::Cell(c as u16), None)));
        if from.is_at_end() {
            return Ok(());
        }
        let divided = Board::clone(&board).with_borders(&borders(from, &board)?)?;
        let Some(areas) = divided.regions() else { return Ok(()) };
        let mut inside = vec![Domain::EMPTY; areas.len()];
        let mut cut = Vec::new();
        for (star, value) in stars(&to.puzzle) {
            let cells = core(&board, star);
            let first = cells.first().map_or(usize::MAX, |&c| areas.of(c));
            match inside.get_mut(first).filter(|_| cells.iter().all(|&c| areas.of(c) == first)) {
                Some(stars) => *stars = stars.with(value),
                None => cut.extend(cells),
            }
        }
        for cell in board.cells() {
            // A border through a star leaves nothing for the cells that it touches.
            let left = if cut.contains(&cell) { Domain::EMPTY } else { inside[areas.of(cell)] };
            to.marks.insert(Place::Cell(cell as u16), Some(left));
        }
        Ok(())
    }
}

impl PencilGenre for Galaxies {
    const NAME: &'static str = "galaxies";
    const ABOUT: &'static str = "Areas with one star each, their centre of symmetry";
    const SIZES: &'static [&'static str] = &["5x5", "4x4", "6x6"];
    const OPTIONS: &'static [tesuji_genre::OptionSpec] = &[];
    const VALUES: Values = Values::Numbers;
    const CLASSES: &'static [Class] = &[Class::at_place("the symmetry around"), Class::at_place("the galaxy of")];
    const PUZZLE_KIT: &'static str = "Galaxies";
    const TATHAM: &'static str = "galaxies";
    const CLUES_ARE_OPTIONAL: bool = false;

    fn handle() -> &'static Pencil {
        &GALAXIES
    }

    fn codec() -> Codec {
        Codec::new(&["tentaisho", "galaxies"]).with(Stars)
    }

    fn states() -> Option<StateForm> {
        Some(StateForm::of_numbers().with(Stars).with(Areas).with(Grid::notes(Lattice::Cells)))
    }

    /// A cell takes the number of its star, in reading order from 1.
    fn variables(puzzle: &Puzzle, to: &mut Variables) {
        let board = &puzzle.board;
        let bare = if puzzle.clues.is_empty() { Domain::range(1, MOST_STARS as Value) } else { Domain::EMPTY };
        let mut domains = vec![bare; board.size().cells()];
        for (star, value) in stars(puzzle) {
            for cell in reach(puzzle, star) {
                domains[cell] = domains[cell].with(value);
            }
        }
        for (star, value) in stars(puzzle) {
            core(board, star).into_iter().for_each(|c| domains[c] = Domain::single(value));
        }
        for cell in board.cells() {
            to.add(Place::Cell(cell as u16), domains[cell]);
        }
    }

    fn rules(puzzle: &Puzzle, to: &mut Rules<'_>) {
        let board = &puzzle.board;
        for (star, value) in stars(puzzle) {
            let cells = reach(puzzle, star);
            for &cell in &cells {
                if let Some(other) = mirror(board, star, cell).filter(|&o| o != cell) {
                    let (a, b) = (to.cell(cell), to.cell(other));
                    to.clause(MIRROR, star, &[(a, value, false), (b, value, true)]);
                }
            }
            let (vars, edges) = to.cell_graph(&|c| cells.binary_search(&c).is_ok());
            to.add(GALAXY, star, RuleSpec::Connected { vars, values: Domain::single(value), edges });
        }
    }

    fn techniques() -> Vec<Step> {
        let row = Row::new;
        const M: &[u16] = &[MIRROR];
        and_contradictions(vec![
            rule(row("mirror", "Mirrored Cells", Tier::Beginner, 2), M, "takes both cells or none"),
            rule(row("galaxy-connection", "A Galaxy Hangs Together", Tier::Easy, 6), &[GALAXY], "would fall apart"),
            with_rules_around(row("galaxy-and-mirrors", "Galaxy and Mirrors", Tier::Medium, 14), GALAXY, M),
            two_rules(row("two-mirrors", "Two Symmetries", Tier::Medium, 16), MIRROR, MIRROR, &[GALAXY]),
            two_rules(row("two-galaxies", "Two Galaxies", Tier::Hard, 35), GALAXY, GALAXY, M),
        ])
    }

    fn lint(puzzle: &Puzzle) -> Result<(), Bad> {
        if stars(puzzle).len() < puzzle.clues.len() {
            return Err(Bad::new(format!("cells within reach of more than {MOST_STARS} stars")));
        }
        let mut owner: BTreeMap<usize, Place> = BTreeMap::new();
        for (star, _) in stars(puzzle) {
            for cell in core(&puzzle.board, star) {
                if owner.insert(cell, star).is_some() {
                    return Err(Bad::new("two stars touch one cell").at(puzzle.board.name(star)));
                }
            }
        }
        Ok(())
    }

    fn boards(size: Size) -> Result<Vec<Board>, Bad> {
        Err(Bad::new(format!("the places of stars on a board of {size} are too many to list")))
    }

    /// The borders of the areas.
    fn paint(_puzzle: &Puzzle, value: &dyn Fn(Place) -> Option<Value>, scene: &mut Scene) {
        scene.bound_areas(value);
        scene.hide_values();
    }

    fn clue_places(board: &Board) -> Vec<Place> {
        star_places(board)
    }

    fn clue_at(_board: &Board, _place: Place, _value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        None
    }

    /// Areas grow in pairs of mirrored cells around drawn points.
    fn completion(board: &Board, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        let mut order = star_places(board);
        shuffle(&mut order, rng);
        let mut of: Vec<Option<Place>> = vec![None; board.size().cells()];
        for star in order {
            let mut area = core(board, star);
            if area.iter().any(|&c| of[c].is_some()) {
                continue;
            }
            area.iter().for_each(|&c| of[c] = Some(star));
            for _ in 0..pick(rng, LARGEST_DRAWN) {
                let near = area.iter().flat_map(|&c| board.neighbours(c)).filter(|&n| of[n].is_none());
                let pairs = near.filter_map(|n| Some([n, mirror(board, star, n)?]));
                let free: Vec<[usize; 2]> = pairs.filter(|p| of[p[1]].is_none()).collect();
                let Some(&pair) = free.get(pick(rng, free.len().max(1))) else { break };
                pair.into_iter().for_each(|c| of[c] = Some(star));
                area.extend(pair);
            }
        }
        let used: BTreeSet<Place> = of.iter().copied().flatten().collect();
        let numbered = star_places(board).into_iter().filter(|p| used.contains(p)).zip(1..);
        let number: BTreeMap<Place, Value> = numbered.take(MOST_STARS + 1).collect();
        let values = board.cells().map(|c| number.get(&of[c]?).copied());
        (number.len() <= MOST_STARS).then_some(values.collect::<Option<_>>()).flatten()
    }

    /// A star in the middle of each area.
    fn clues(board: &Board, value: &dyn Fn(Place) -> Value, _rng: &mut ChaCha8Rng) -> BTreeMap<Place, Clue> {
        let mut areas: BTreeMap<Value, Vec<usize>> = BTreeMap::new();
        board.cells().for_each(|c| areas.entry(value(Place::Cell(c as u16))).or_default().push(c));
        let places = star_places(board);
        let middle = |cells: &Vec<usize>| {
            let ends = |part: fn((usize, usize)) -> usize| {
                let all = || cells.iter().map(|&c| part(board.row_col(c)));
                all().min().unwrap_or(0) + all().max().unwrap_or(0)
            };
            places.get(ends(|at| at.0) * (2 * board.cols() - 1) + ends(|at| at.1)).copied()
        };
        areas.values().filter_map(|cells| Some((middle(cells)?, Clue::White))).collect()
    }

    fn read_kit(kit: &Kit<'_>) -> Result<(Puzzle, BTreeMap<Place, Value>), Bad> {
        let kit = kit.clone().sized_by_rows();
        let board = Board::new(kit.size()?);
        let places = star_places(&board);
        let wide = 2 * board.cols() - 1;
        let mut clues = BTreeMap::new();
        for (cell, word) in kit.grid(0)?.into_iter().enumerate() {
            let (row, col) = board.row_col(cell);
            // The cell's centre, the middle of its right side, of its lower side, its lower right
            // corner.
            let (down, right) = match word {
                "0" => (0, 0),
                "1" => (0, 1),
                "2" => (1, 0),
                "3" => (1, 1),
                _ => continue,
            };
            let place = places.get((2 * row + down) * wide + 2 * col + right).filter(|_| 2 * col + right < wide);
            let place =
                place.ok_or_else(|| Bad::new("the star is on the border").at(board.name(Place::Cell(cell as u16))))?;
            clues.insert(*place, Clue::White);
        }
        let puzzle = Puzzle { board: Arc::new(board), clues };
        // Stored areas have labels: each is the star that it holds.
        let labels = kit.answer()?;
        let mut number: BTreeMap<&str, Value> = BTreeMap::new();
        for (star, value) in stars(&puzzle) {
            number.extend(core(&puzzle.board, star).first().and_then(|&c| Some((*labels.get(c)?, value))));
        }
        let values = labels.iter().enumerate();
        let values = values.filter_map(|(c, l)| Some((Place::Cell(c as u16), *number.get(l)?))).collect();
        Ok((puzzle, values))
    }

    /// Gaps of points inside the board; every letter but `z` ends with a star.
    fn read_tatham(id: &TathamId<'_>) -> Result<Puzzle, Bad> {
        let board = Board::new(id.size);
        let places = star_places(&board);
        let mut clues = BTreeMap::new();
        let mut at = 0;
        for c in id.text.chars() {
            if !c.is_ascii_lowercase() {
                return Err(Bad::new(format!("{c:?}: a gap from a to z is expected")));
            }
            at += c as usize - 'a' as usize;
            if c == 'z' {
                continue;
            }
            let place = places.get(at).ok_or_else(|| Bad::new("a star beyond the board"))?;
            clues.insert(*place, Clue::White);
            at += 1;
        }
        Ok(Puzzle { board: Arc::new(board), clues })
    }
}
