//! Undead: a ghost, a vampire or a zombie in every cell without a mirror; numbers outside count the
//! monsters seen along a line of sight. Vampires are not seen in mirrors, ghosts only there.

use super::{listed, places};
use crate::board::{Board, Direction, Place, Side, Size};
use crate::clue::Clue;
use crate::codec::{Codec, Hexadecimal, MirrorHoles, OutsideClues, Puzzle, WholeNumbers};
use crate::house::{Class, Pencil, PencilGenre, Rules, TathamId, Values, Variables};
use crate::scene::Scene;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::{Bad, pick};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::techniques::steps::{Row, RuleStep};
use tesuji_solver::{Domain, RuleId, Store, Technique, Tier, Value};

/// Monsters and mirrors.
#[derive(Debug)]
pub struct Undead;

/// The genre.
pub static UNDEAD: Pencil = Pencil::of::<Undead>();

const GHOST: Value = 0;
const ZOMBIE: Value = 2;
const SIGHT: u16 = 0;
const TOTAL: u16 = 1;
/// Where the numbers of the three kinds stand.
const TOTALS: Place = Place::Corner(0);

/// The cells that are seen from outside in order, each with whether it is seen in a mirror.
fn sight(puzzle: &Puzzle, side: Side, line: u16) -> Vec<(usize, bool)> {
    let board = &puzzle.board;
    let (rows, cols) = (board.rows(), board.cols());
    let i = usize::from(line);
    let (mut at, mut way) = match side {
        Side::Top => (Some(i), Direction::Down),
        Side::Bottom => (Some((rows - 1) * cols + i), Direction::Up),
        Side::Left => (Some(i * cols), Direction::Right),
        Side::Right => (Some(i * cols + cols - 1), Direction::Left),
    };
    let (mut seen, mut mirrored) = (Vec::new(), false);
    while let Some(cell) = at {
        match puzzle.clues.get(&Place::Cell(cell as u16)) {
            Some(Clue::Slash(rises)) => {
                mirrored = true;
                way = match (way, rises) {
                    (Direction::Down, true) | (Direction::Up, false) => Direction::Left,
                    (Direction::Down, false) | (Direction::Up, true) => Direction::Right,
                    (Direction::Right, true) | (Direction::Left, false) => Direction::Up,
                    (Direction::Right, false) | (Direction::Left, true) => Direction::Down,
                };
            }
            _ if board.is_hole(cell) => return seen,
            _ => seen.push((cell, mirrored)),
        }
        at = board.step(cell, way);
        // A line of sight passes each cell at most twice in each direction.
        if seen.len() > 4 * rows * cols {
            break;
        }
    }
    seen
}

/// By cell seen how much each kind counts: ghosts in mirrors, vampires directly, zombies always.
fn weights(seen: Vec<(usize, bool)>) -> BTreeMap<usize, Vec<u32>> {
    let mut all: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
    for (cell, mirrored) in seen {
        let weights = all.entry(cell).or_insert_with(|| vec![0; 3]);
        weights[usize::from(!mirrored)] += 1;
        weights[usize::from(ZOMBIE)] += 1;
    }
    all
}

fn is_nobody(at: &Store<'_>, id: RuleId) -> bool {
    matches!(at.network().spec(id), RuleSpec::Weighted { total: 0, .. })
}

impl PencilGenre for Undead {
    const NAME: &'static str = "undead";
    const ABOUT: &'static str = "Ghosts, vampires and zombies among mirrors; numbers count what is seen";
    const SIZES: &'static [&'static str] = &["5x5", "4x4", "6x6", "7x7"];
    const OPTIONS: &'static [tesuji_genre::OptionSpec] = &[];
    const VALUES: Values = Values::Named(&[('G', "a ghost"), ('V', "a vampire"), ('Z', "a zombie")]);
    const CLASSES: &'static [Class] = &[Class::at_place(""), Class::whole("the number of monsters of a kind")];
    const TATHAM: &'static str = "undead";
    const CLUES_ARE_OPTIONAL: bool = false;

    fn handle() -> &'static Pencil {
        &UNDEAD
    }

    fn codec() -> Codec {
        let sights = OutsideClues { run: Hexadecimal, all_sides: true };
        Codec::new(&["undead"]).with(WholeNumbers).with(MirrorHoles).with(sights)
    }

    fn variables(puzzle: &Puzzle, to: &mut Variables) {
        to.cells(&puzzle.board, Domain::range(GHOST, ZOMBIE));
    }

    fn rules(puzzle: &Puzzle, to: &mut Rules<'_>) {
        let board = &puzzle.board;
        for (&place, clue) in &puzzle.clues {
            match (place, clue) {
                (Place::Outside(side, i), Clue::Number(n)) => {
                    let (cells, weights): (Vec<usize>, _) = weights(sight(puzzle, side, i)).into_iter().unzip();
                    let vars = to.cells(cells);
                    to.add(SIGHT, place, RuleSpec::Weighted { vars, weights, total: u32::from(*n).min(63) });
                }
                (Place::Corner(_), Clue::Numbers(list)) => {
                    for (n, kind) in list.iter().zip(GHOST..) {
                        let n = n.map_or(0, usize::from);
                        let vars = to.cells(board.cells());
                        to.count(TOTAL, place, vars, Domain::single(kind), (n, n));
                    }
                }
                _ => {}
            }
        }
    }

    fn techniques() -> Vec<Arc<dyn Technique>> {
        const TOTALS: &[u16] = &[TOTAL];
        const SIGHTS: &[u16] = &[SIGHT];
        let none = Row::new("nobody-seen", "Nobody Seen", Tier::Beginner, 2);
        let list = vec![
            Arc::new(RuleStep::new(none, SIGHTS, "sees nobody").when(is_nobody)),
            listed::rule(("line-of-sight", "Line of Sight", Tier::Easy, 5), SIGHTS, "would see too few or too many"),
            listed::rule(("total", "All of a Kind Found", Tier::Easy, 4), TOTALS, "is told"),
            listed::pair(("two-sights", "Two Lines of Sight", Tier::Medium, 15), SIGHT, SIGHT, &[]),
            listed::with(("sights-around", "Line of Sight Among Others", Tier::Medium, 18), SIGHT, SIGHTS),
            listed::with(("sights-and-totals", "Lines of Sight and Numbers", Tier::Hard, 30), SIGHT, &[SIGHT, TOTAL]),
        ];
        listed::with_contradictions(list, 12, 120)
    }

    fn lint(puzzle: &Puzzle) -> Result<(), Bad> {
        let board = &puzzle.board;
        let cells = board.cells().count();
        for (&place, clue) in &puzzle.clues {
            match (place, clue) {
                (Place::Outside(side, i), Clue::Number(n)) => {
                    let most = sight(puzzle, side, i).len();
                    if usize::from(*n) > most.min(63) {
                        return Err(Bad::new(format!("{n} monsters in {most} cells")).at(board.name(place)));
                    }
                }
                (Place::Corner(_), Clue::Numbers(list)) => {
                    let all: usize = list.iter().flatten().map(|&n| usize::from(n)).sum();
                    if list.len() != 3 || all != cells {
                        return Err(Bad::new(format!("{all} monsters for {cells} cells")));
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Drawn cells with mirrors.
    fn board(size: Size, rng: &mut ChaCha8Rng) -> Result<Board, Bad> {
        Board::new(size).with_holes((0..size.cells()).map(|_| pick(rng, 4) == 0).collect())
    }

    fn boards(size: Size) -> Result<Vec<Board>, Bad> {
        Err(Bad::new(format!("the mirrors on a board of {size} are too many to list")))
    }

    fn clue_places(board: &Board) -> Vec<Place> {
        let mirrors = places::hole_places(board).into_iter().chain([TOTALS]);
        mirrors.chain(places::outside(board, &Side::ALL)).collect()
    }

    fn clue_at(_board: &Board, _place: Place, _value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        None
    }

    /// Drawn mirrors, what is seen by them from all sides, the number of each kind.
    fn clues(board: &Board, value: &dyn Fn(Place) -> Value, rng: &mut ChaCha8Rng) -> BTreeMap<Place, Clue> {
        let mirrors = places::hole_places(board).into_iter().map(|p| (p, Clue::Slash(pick(rng, 2) == 0)));
        let mut puzzle = Puzzle { board: Arc::new(board.clone()), clues: mirrors.collect() };
        let kind = |c: usize| value(Place::Cell(c as u16));
        let of = |k: Value| Some(board.cells().filter(|&c| kind(c) == k).count() as u16);
        let totals = Clue::Numbers((GHOST..=ZOMBIE).map(of).collect());
        for place in places::outside(board, &Side::ALL) {
            let Place::Outside(side, i) = place else { continue };
            let seen: u32 = weights(sight(&puzzle, side, i)).iter().map(|(&c, w)| w[usize::from(kind(c))]).sum();
            puzzle.clues.insert(place, Clue::Number(seen as u16));
        }
        puzzle.clues.insert(TOTALS, totals);
        puzzle.clues
    }

    fn paint(puzzle: &Puzzle, _value: &dyn Fn(Place) -> Option<Value>, scene: &mut Scene) {
        scene.corners.clear();
        scene.open_holes();
        if let Some(Clue::Numbers(list)) = puzzle.clues.get(&TOTALS) {
            let number = |i: usize| list.get(i).copied().flatten().unwrap_or(0);
            scene.below = Some(format!("{} ghosts, {} vampires, {} zombies", number(0), number(1), number(2)));
        }
    }

    /// Numbers of ghosts, vampires and zombies, the cells (`L` a falling mirror, `R` a rising one,
    /// letters for gaps), the numbers seen clockwise from the top left corner.
    fn read_tatham(id: &TathamId<'_>) -> Result<Puzzle, Bad> {
        let words: Vec<&str> = id.text.split(',').collect();
        let (rows, cols) = (id.size.rows(), id.size.cols());
        if words.len() != 4 + 2 * (rows + cols) {
            return Err(
                Bad::new(format!("{} parts; {} are expected", words.len(), 4 + 2 * (rows + cols))).at("numbers")
            );
        }
        let number =
            |word: &str| word.parse::<u16>().map_err(|_| Bad::new(format!("{word:?} is no number")).at("numbers"));
        let marks = TathamId { text: words[3], ..*id }.cells(false)?;
        let board = Board::new(id.size).with_holes(marks.iter().map(Option::is_some).collect())?;
        let totals = words[..3].iter().map(|w| number(w).map(Some)).collect::<Result<_, Bad>>()?;
        let mut clues = BTreeMap::from([(TOTALS, Clue::Numbers(totals))]);
        for (cell, mark) in marks.iter().enumerate().filter_map(|(cell, m)| Some((cell, m.as_deref()?))) {
            let place = Place::Cell(cell as u16);
            let bad = || Bad::new(format!("a mirror or a gap is expected, not {mark:?}")).at(board.name(place));
            let rises = [("R", true), ("L", false)].into_iter().find(|(m, _)| *m == mark).ok_or_else(bad)?.1;
            clues.insert(place, Clue::Slash(rises));
        }
        let around = places::outside(&board, &[Side::Top, Side::Right]);
        let back = places::outside(&board, &[Side::Left, Side::Bottom]).into_iter().rev();
        for (place, word) in around.into_iter().chain(back).zip(&words[4..]) {
            clues.insert(place, Clue::Number(number(word)?));
        }
        Ok(Puzzle { board: Arc::new(board), clues })
    }
}
