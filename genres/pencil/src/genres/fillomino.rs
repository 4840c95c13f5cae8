//! Fillomino: divide the board into areas and write into each cell the size of its area; areas of
//! one size do not touch.

use super::steps::{Step, and_contradictions, rule, two_rules, with_rules_around};
use crate::board::{Board, Place};
use crate::clue::Clue;
use crate::codec::pzprv3::{self, Filled, Grid, Lattice, Rows, StateForm, StateSection, borders};
use crate::codec::{CellClues, Codec, Hexadecimal, Puzzle};
use crate::house::{Class, Kit, Pencil, PencilGenre, Rules, TathamId, Values, Variables};
use crate::scene::Scene;
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use tesuji_genre::{Bad, shuffle};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::techniques::steps::{Row, RuleStep};
use tesuji_solver::{Domain, RuleId, Store, Tier, Value};

/// Areas as large as their numbers.
#[derive(Debug)]
pub struct Fillomino;

/// The genre.
pub static FILLOMINO: Pencil = Pencil::of::<Fillomino>();

const AREAS: u16 = 0;
/// The largest size that a value can tell.
const LARGEST: usize = 62;
/// The value of cells in larger areas. Two of those that touch would differ in size: up to so many
/// cells that hang together with this value are one area.
const LARGER: Value = 63;
const MOST_JOINED: usize = 2 * LARGEST + 2;
/// New areas are not larger.
const LARGEST_DRAWN: usize = 9;
/// Divisions that are drawn before one is given up.
const DRAWS: usize = 200;

/// The borders of a state: behind them an area has no more room.
struct Bordered;

impl StateSection for Bordered {
    fn read(&self, from: &mut Rows<'_>, to: &mut Filled) -> Result<(), Bad> {
        let board = Board::clone(&to.puzzle.board);
        let border = borders(from, &board)?;
        let divided = board.with_borders(&border)?;
        for part in divided.regions().into_iter().flat_map(|r| r.iter()) {
            let room = Domain::range(1, part.len().min(LARGER.into()) as Value);
            for &cell in part {
                let place = Place::Cell(cell as u16);
                let told = to.marks.get(&place).copied().flatten();
                let said = to.puzzle.clues.get(&place).map(|clue| Fillomino::pattern(&divided, place, clue));
                let given = said.and_then(|said| said.first().map(|(_, number)| *number));
                if let Some(values) = told.or(given) {
                    to.marks.insert(place, Some(values & room));
                }
            }
        }
        Ok(())
    }
}

impl PencilGenre for Fillomino {
    const NAME: &'static str = "fillomino";
    const ABOUT: &'static str = "Areas as large as their numbers; areas of one size do not touch";
    const SIZES: &'static [&'static str] = &["6x6", "4x4", "5x5", "8x8", "13x9"];
    const VALUES: Values = Values::Numbers;
    const CLASSES: &'static [Class] = &[Class::size("the areas of size")];
    const PUZZLE_KIT: &'static str = "Fillomino";
    const TATHAM: &'static str = "filling";

    fn handle() -> &'static Pencil {
        &FILLOMINO
    }

    fn codec() -> Codec {
        Codec::new(&["fillomino"]).with(CellClues(Hexadecimal))
    }

    fn states() -> Option<StateForm> {
        let form = StateForm::of_numbers().with(Grid::clues(Lattice::Cells, pzprv3::clue));
        Some(form.with(Grid::marks(Lattice::Cells, pzprv3::number)).with(Bordered))
    }

    fn variables(puzzle: &Puzzle, to: &mut Variables) {
        for (cell, domain) in domains(puzzle) {
            to.add(Place::Cell(cell as u16), domain);
        }
    }

    fn rules(puzzle: &Puzzle, to: &mut Rules<'_>) {
        areas(domains(puzzle), LARGEST, to);
    }

    /// Sizes above the greatest number are one value.
    fn coarse(puzzle: &Puzzle, variables: &mut Variables) -> Option<Value> {
        let largest = greatest(puzzle)?;
        for (cell, domain) in joined(domains(puzzle), largest) {
            variables.add(Place::Cell(cell as u16), domain);
        }
        Some(LARGER)
    }

    fn coarse_rules(puzzle: &Puzzle, to: &mut Rules<'_>) {
        if let Some(largest) = greatest(puzzle) {
            areas(joined(domains(puzzle), largest), largest, to);
        }
    }

    fn techniques() -> Vec<Step> {
        let row = Row::new;
        const SMALL: &[u16] = &[AREAS];
        let of_size = |row: Row, when: fn(&Store<'_>, RuleId) -> bool, says| -> Step {
            Arc::new(RuleStep::new(row, SMALL, says).when(when))
        };
        and_contradictions(vec![
            of_size(row("ones", "Ones Stand Alone", Tier::Beginner, 2), |at, id| is_size(at, id, 1), "do not touch"),
            of_size(row("twos", "Pairs of Twos", Tier::Beginner, 3), |at, id| is_size(at, id, 2), "come in pairs"),
            rule(row("area", "Area Complete or Too Small", Tier::Easy, 4), SMALL, "are full or have no other room"),
            with_rules_around(row("area-and-others", "Area Among Others", Tier::Medium, 15), AREAS, SMALL),
            two_rules(row("two-sizes", "Two Sizes", Tier::Medium, 25), AREAS, AREAS, &[]),
        ])
    }

    fn pattern(_board: &Board, place: Place, clue: &Clue) -> Vec<(Place, Domain)> {
        let number = clue.number().filter(|&n| usize::from(n) <= LARGEST);
        number.map(|n| (place, Domain::single(n as Value))).into_iter().collect()
    }

    fn lint(puzzle: &Puzzle) -> Result<(), Bad> {
        let cells = puzzle.board.cells().count();
        for (&place, clue) in &puzzle.clues {
            let bad = |what: String| Err(Bad::new(what).at(puzzle.board.name(place)));
            match clue.number() {
                Some(0) => return bad("an area has at least one cell".into()),
                Some(n) if usize::from(n) > cells => return bad(format!("an area of {n} cells on a board of {cells}")),
                Some(n) if usize::from(n) > LARGEST => {
                    return bad(format!("areas of more than {LARGEST} cells can't be told"));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// More joined cells of larger areas could be one area or several.
    fn tell_apart(board: &Board, value: &dyn Fn(Place) -> Value) -> Result<(), Bad> {
        let joined = super::shapes::parts(board, &|c| value(Place::Cell(c as u16)) == LARGER);
        match joined.iter().find(|part| part.len() > MOST_JOINED) {
            Some(part) => {
                let what =
                    format!("{} cells are in areas of more than {LARGEST}, which can't be told apart", part.len());
                Err(Bad::new(what).at(board.name(Place::Cell(part[0] as u16))))
            }
            None => Ok(()),
        }
    }

    /// Areas of one size that touch are joined until none do.
    fn completion(board: &Board, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        let sizes = (0..DRAWS).find_map(|_| draw(board, rng))?;
        Some(board.cells().map(|c| sizes[c] as Value).collect())
    }

    fn paint(_puzzle: &Puzzle, value: &dyn Fn(Place) -> Option<Value>, scene: &mut Scene) {
        if scene.is_complete {
            scene.bound_areas(value);
        }
    }

    fn clue_places(board: &Board) -> Vec<Place> {
        board.cells().map(|c| Place::Cell(c as u16)).collect()
    }

    fn clue_at(_board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        Some(Clue::Number(value(place).into()))
    }

    fn read_kit(kit: &Kit<'_>) -> Result<(Puzzle, BTreeMap<Place, Value>), Bad> {
        let mut values = BTreeMap::new();
        for (cell, word) in kit.answer()?.into_iter().enumerate() {
            let size = word.parse().map_err(|_| Bad::new(format!("a number is expected, not {word:?}")))?;
            values.insert(Place::Cell(cell as u16), size);
        }
        Ok((kit.numbers(0)?, values))
    }

    fn read_tatham(id: &TathamId<'_>) -> Result<Puzzle, Bad> {
        id.numbers(false)
    }
}

/// The areas of all sizes, those above `largest` as one.
fn areas(domains: Vec<(usize, Domain)>, largest: usize, to: &mut Rules<'_>) {
    let domains: BTreeMap<usize, Domain> = domains.into_iter().collect();
    let all = domains.values().fold(Domain::EMPTY, |all, &d| all | d);
    for value in all.iter() {
        let (vars, edges) = to.cell_graph(&|c| domains.get(&c).is_some_and(|d| d.contains(value)));
        let at_least = value == LARGER;
        let size = if at_least { largest as u32 + 1 } else { value.into() };
        let spec = RuleSpec::Regions { vars, values: Domain::single(value), edges, size, at_least };
        // The place of a rule tells the size.
        to.add(AREAS, Place::Cell(value.into()), spec);
    }
}

/// The greatest number, if sizes above it are several.
fn greatest(puzzle: &Puzzle) -> Option<usize> {
    let greatest = puzzle.board.cells().filter_map(|c| number(puzzle, c)).max()?;
    (greatest + 1 < LARGEST).then_some(greatest)
}

/// The domains with one value for the sizes above `largest`.
fn joined(domains: Vec<(usize, Domain)>, largest: usize) -> Vec<(usize, Domain)> {
    let small = Domain::range(0, largest as Value);
    let join = |domain: Domain| {
        let few = domain & small;
        if few == domain { few } else { few.with(LARGER) }
    };
    domains.into_iter().map(|(cell, domain)| (cell, join(domain))).collect()
}

/// The parts in which cells without a number hang together.
fn open_parts(puzzle: &Puzzle) -> Vec<Vec<usize>> {
    super::shapes::parts(&puzzle.board, &|c| number(puzzle, c).is_none())
}

fn number(puzzle: &Puzzle, cell: usize) -> Option<usize> {
    puzzle.clues.get(&Place::Cell(cell as u16))?.number().map(usize::from)
}

/// The sizes that a cell's area can have: its number; else the sizes of numbers that are near
/// enough, and all sizes for which the cells without a number around it have room.
fn domains(puzzle: &Puzzle) -> Vec<(usize, Domain)> {
    let board = &puzzle.board;
    let mut sizes = vec![Domain::EMPTY; board.size().cells()];
    for part in open_parts(puzzle) {
        let most = part.len().min(LARGER.into()) as Value;
        part.iter().for_each(|&c| sizes[c] = Domain::range(1, most));
    }
    let numbers: BTreeSet<usize> = board.cells().filter_map(|c| number(puzzle, c)).collect();
    for n in numbers.into_iter().filter(|&n| (1..=LARGEST).contains(&n)) {
        let mut steps = vec![usize::MAX; board.size().cells()];
        let mut queue: VecDeque<usize> = board.cells().filter(|&c| number(puzzle, c) == Some(n)).collect();
        queue.iter().for_each(|&c| steps[c] = 0);
        while let Some(cell) = queue.pop_front() {
            sizes[cell] = sizes[cell].with(n as Value);
            for next in board.neighbours(cell).filter(|&c| number(puzzle, c).is_none()) {
                if steps[next] == usize::MAX && steps[cell] + 1 < n {
                    steps[next] = steps[cell] + 1;
                    queue.push_back(next);
                }
            }
        }
    }
    board.cells().map(|c| (c, sizes[c])).collect()
}

/// The sizes of drawn areas by cell; `None` when one is too large.
fn draw(board: &Board, rng: &mut ChaCha8Rng) -> Option<Vec<usize>> {
    let mut area: Vec<usize> = (0..board.size().cells()).collect();
    let mut size = vec![1; area.len()];
    let mut edges: Vec<[usize; 2]> = board
        .inner_edges()
        .filter_map(|e| match board.cells_beside(e) {
            [Some(a), Some(b)] => Some([a, b]),
            _ => None,
        })
        .collect();
    loop {
        shuffle(&mut edges, rng);
        let touching = edges.iter().find(|[a, b]| area[*a] != area[*b] && size[area[*a]] == size[area[*b]]);
        let Some(&[a, b]) = touching else { break };
        let (into, from) = (area[a], area[b]);
        size[into] += size[from];
        if size[into] > LARGEST_DRAWN {
            return None;
        }
        area.iter_mut().filter(|x| **x == from).for_each(|x| *x = into);
    }
    Some(area.iter().map(|&a| size[a]).collect())
}

fn is_size(at: &Store<'_>, id: RuleId, n: u32) -> bool {
    matches!(at.network().spec(id), RuleSpec::Regions { size, .. } if *size == n)
}
