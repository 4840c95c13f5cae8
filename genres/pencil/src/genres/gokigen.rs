//! Gokigen naname: a slash in every cell; a number counts the slashes that touch its corner;
//! slashes make no loop.

use super::steps::{Step, and_contradictions, rule, two_rules, with_rules_around};
use crate::board::{Board, Place};
use crate::clue::Clue;
use crate::codec::pzprv3::{Filled, Grid, Lattice, Rows, StateForm, StateSection, clue};
use crate::codec::{Codec, CornerClues, FourCell, OlderCorners, Puzzle};
use crate::house::{Class, Kit, Pencil, PencilGenre, Rules, TathamId, Values, Variables};
use crate::scene::{Glyph, Scene};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::{Bad, pick, shuffle};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::techniques::steps::Row;
use tesuji_solver::{Domain, Tier, Value};

/// Slashes without loops.
#[derive(Debug)]
pub struct Gokigen;

/// The genre.
pub static GOKIGEN: Pencil = Pencil::of::<Gokigen>();

const CLUE: u16 = 0;
const LOOPS: u16 = 1;

// A slash joins two corners whose row and column add up to an even number, or two with an odd sum.
// The values tell which, so that one set of values says "joins even corners" in all cells: `\` and
// `/` of even cells are 0 and 1, of odd cells 2 and 3. Corners have one value, with which they
// count as places of their own graph.
const EVEN: [Value; 2] = [0, 3];
const ODD: [Value; 2] = [1, 2];

fn set(values: [Value; 2]) -> Domain {
    values.into_iter().collect()
}

fn is_odd(board: &Board, cell: usize) -> bool {
    let (r, c) = board.row_col(cell);
    (r + c) % 2 == 1
}

fn is_odd_corner(board: &Board, corner: usize) -> bool {
    (corner / (board.cols() + 1) + corner % (board.cols() + 1)) % 2 == 1
}

/// The value of a slash (`true`: `/`) in a cell.
fn slash(board: &Board, cell: usize, rises: bool) -> Value {
    2 * Value::from(is_odd(board, cell)) + Value::from(rises)
}

/// The corners that a slash joins.
fn ends(board: &Board, cell: usize, rises: bool) -> [usize; 2] {
    let (r, c) = board.row_col(cell);
    let corner = |r: usize, c: usize| r * (board.cols() + 1) + c;
    if rises { [corner(r, c + 1), corner(r + 1, c)] } else { [corner(r, c), corner(r + 1, c + 1)] }
}

/// The slashes of a state: `1` falls, `2` rises.
struct Slashes;

impl StateSection for Slashes {
    fn read(&self, from: &mut Rows<'_>, to: &mut Filled) -> Result<(), Bad> {
        let board = Arc::clone(&to.puzzle.board);
        let words = from.grid("slashes", board.rows(), board.cols())?;
        for cell in board.cells() {
            let place = Place::Cell(cell as u16);
            let value = match words.as_ref().map_or(".", |w| w[cell]) {
                "." => None,
                "1" => Some(slash(&board, cell, false)),
                "2" => Some(slash(&board, cell, true)),
                word => return Err(Bad::new(format!("{word:?} is no slash")).at(board.name(place))),
            };
            to.marks.insert(place, value.map(Domain::single));
        }
        Ok(())
    }
}

impl PencilGenre for Gokigen {
    const NAME: &'static str = "gokigen";
    const ABOUT: &'static str = "A slash in every cell without loops; numbers count slashes at corners";
    const SIZES: &'static [&'static str] = &["8x8", "4x4", "5x5", "6x6", "10x10"];
    const VALUES: Values = Values::Named(&[('╲', "falling"), ('╱', "rising"), ('╲', "falling"), ('╱', "rising")]);
    const CLASSES: &'static [Class] = &[Class::at_place("the clue at"), Class::whole("the ban on loops")];
    const PUZZLE_KIT: &'static str = "GokigenNaname";
    const TATHAM: &'static str = "slant";
    const CLUE_CLASSES: &'static [u16] = &[CLUE];

    fn handle() -> &'static Pencil {
        &GOKIGEN
    }

    fn codec() -> Codec {
        Codec::new(&["gokigen"]).with(CornerClues(FourCell)).with_older(OlderCorners)
    }

    fn states() -> Option<StateForm> {
        Some(StateForm::of_numbers().with(Grid::clues(Lattice::Corners, clue)).with(Slashes))
    }

    fn variables(puzzle: &Puzzle, to: &mut Variables) {
        let board = &puzzle.board;
        for cell in board.cells() {
            let values = [false, true].map(|rises| slash(board, cell, rises));
            to.add(Place::Cell(cell as u16), set(values));
        }
        for corner in 0..board.corners() {
            let value = if is_odd_corner(board, corner) { ODD[0] } else { EVEN[0] };
            to.add(Place::Corner(corner as u16), Domain::single(value));
        }
    }

    fn rules(puzzle: &Puzzle, to: &mut Rules<'_>) {
        let board = &puzzle.board;
        for (&place, clue) in &puzzle.clues {
            if let (Place::Corner(corner), Some(n)) = (place, clue.number()) {
                let corner = usize::from(corner);
                let vars = to.cells(board.cells_at(corner).collect::<Vec<_>>());
                let values = set(if is_odd_corner(board, corner) { ODD } else { EVEN });
                to.count(CLUE, place, vars, values, (n.into(), n.into()));
            }
        }
        for (odd, values) in [(false, EVEN), (true, ODD)] {
            let cells: Vec<usize> = board.cells().collect();
            let corners: Vec<usize> = (0..board.corners()).filter(|&c| is_odd_corner(board, c) == odd).collect();
            let number: BTreeMap<usize, u32> = corners.iter().copied().zip(cells.len() as u32..).collect();
            let join = |(i, &cell): (usize, &usize)| {
                // An even cell joins even corners when it falls, an odd one when it rises.
                let rises = is_odd(board, cell) != odd;
                ends(board, cell, rises).map(|corner| [i as u32, number.get(&corner).copied().unwrap_or(i as u32)])
            };
            let edges = cells.iter().enumerate().flat_map(join).collect();
            let mut vars = to.cells(cells.iter().copied());
            vars.extend(corners.iter().map(|&c| to.var(Place::Corner(c as u16))));
            let spec = RuleSpec::Acyclic { vars, values: set(values), edges, border: Vec::new() };
            to.add(LOOPS, Place::Corner(u16::from(odd)), spec);
        }
    }

    fn techniques() -> Vec<Step> {
        let row = Row::new;
        let of = |n: u32| {
            tesuji_solver::techniques::steps::Which::of(
                CLUE,
                match n {
                    1 => |spec| matches!(spec, RuleSpec::Count { low: 1, .. }),
                    2 => |spec| matches!(spec, RuleSpec::Count { low: 2, .. }),
                    _ => |spec| matches!(spec, RuleSpec::Count { low: 3, .. }),
                },
            )
        };
        let joint = |row, a, b| -> Step {
            Arc::new(tesuji_solver::techniques::steps::JointRules::two(row, of(a), of(b), &[LOOPS]))
        };
        and_contradictions(vec![
            rule(row("clue", "Clue Complete", Tier::Beginner, 2), &[CLUE], "has all its slashes, or needs them all"),
            rule(row("no-loop", "No Loop", Tier::Easy, 5), &[LOOPS], "leaves one way"),
            joint(row("pair-of-ones", "Pair of Ones", Tier::Easy, 7), 1, 1),
            joint(row("pair-of-threes", "Pair of Threes", Tier::Easy, 7), 3, 3),
            joint(row("twos-between", "Twos Between", Tier::Medium, 14), 2, 2),
            with_rules_around(row("clue-and-loops", "Clue and Loops", Tier::Medium, 16), CLUE, &[LOOPS]),
            two_rules(row("neighbouring-clues", "Neighbouring Clues", Tier::Medium, 18), CLUE, CLUE, &[LOOPS]),
        ])
    }

    fn lint(puzzle: &Puzzle) -> Result<(), Bad> {
        for (&place, clue) in &puzzle.clues {
            let Place::Corner(corner) = place else { continue };
            let cells = puzzle.board.cells_at(corner.into()).count();
            if clue.number().is_some_and(|n| usize::from(n) > cells) {
                return Err(Bad::new(format!("{cells} slashes at most touch it")).at(puzzle.board.name(place)));
            }
        }
        Ok(())
    }

    /// Slashes one after the other in drawn order and direction, the other way where one would
    /// close a loop.
    fn completion(board: &Board, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        let mut group: Vec<usize> = (0..board.corners()).collect();
        let mut order: Vec<usize> = board.cells().collect();
        shuffle(&mut order, rng);
        let mut values = vec![0; board.size().cells()];
        for cell in order {
            let drawn = pick(rng, 2) == 1;
            let closes = |rises: bool| {
                let [a, b] = ends(board, cell, rises);
                group[a] == group[b]
            };
            let rises = if closes(drawn) { !drawn } else { drawn };
            let [a, b] = ends(board, cell, rises).map(|corner| group[corner]);
            group.iter_mut().filter(|g| **g == a).for_each(|g| *g = b);
            values[cell] = slash(board, cell, rises);
        }
        let corners = (0..board.corners()).map(|c| if is_odd_corner(board, c) { ODD[0] } else { EVEN[0] });
        Some(board.cells().map(|c| values[c]).chain(corners).collect())
    }

    fn clue_places(board: &Board) -> Vec<Place> {
        (0..board.corners()).map(|c| Place::Corner(c as u16)).collect()
    }

    fn clue_at(board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        let Place::Corner(corner) = place else { return None };
        let touching = if is_odd_corner(board, corner.into()) { ODD } else { EVEN };
        let cells = board.cells_at(corner.into());
        Some(Clue::Number(cells.filter(|&c| touching.contains(&value(Place::Cell(c as u16)))).count() as u16))
    }

    /// Corners show their clues, not their values.
    fn paint(puzzle: &Puzzle, _value: &dyn Fn(Place) -> Option<Value>, scene: &mut Scene) {
        let clue = |corner: &u16| puzzle.clues.get(&Place::Corner(*corner));
        scene.corners.retain(|corner, _| clue(corner).is_some());
        scene.glyphs.extend([("╲", Glyph::Diagonal(false)), ("╱", Glyph::Diagonal(true))]);
        for (corner, text) in &mut scene.corners {
            if let Some(n) = clue(corner).and_then(Clue::number) {
                *text = n.to_string();
            }
        }
    }

    fn read_kit(kit: &Kit<'_>) -> Result<(Puzzle, BTreeMap<Place, Value>), Bad> {
        let board = Board::new(kit.size()?);
        let rows = kit.problem.iter().take(board.rows() + 1);
        let words: Vec<&str> = rows.flat_map(|row| row.iter().copied()).collect();
        if words.len() != board.corners() {
            return Err(Bad::new(format!("{} words for {} corners", words.len(), board.corners())));
        }
        let numbers = words.iter().enumerate().filter_map(|(i, w)| Some((i, w.parse().ok()?)));
        let clues = numbers.map(|(i, n)| (Place::Corner(i as u16), Clue::Number(n))).collect();
        let answer = kit.answer()?.into_iter().enumerate();
        let values = answer.map(|(c, w)| (Place::Cell(c as u16), slash(&board, c, w == "/"))).collect();
        Ok((Puzzle { board: Arc::new(board), clues }, values))
    }

    fn read_tatham(id: &TathamId<'_>) -> Result<Puzzle, Bad> {
        let board = Board::new(id.size);
        let mut corner = 0;
        let mut clues = BTreeMap::new();
        for c in id.text.chars() {
            match c {
                'a'..='z' => corner += c as usize - 'a' as usize,
                '0'..='4' => drop(clues.insert(Place::Corner(corner as u16), Clue::Number(c as u16 - '0' as u16))),
                _ => return Err(Bad::new(format!("{c:?}: a number from 0 to 4 or a gap is expected"))),
            }
            corner += 1;
        }
        if corner != board.corners() {
            return Err(Bad::new(format!("the ID describes {corner} corners, and the board has {}", board.corners())));
        }
        Ok(Puzzle { board: Arc::new(board), clues })
    }
}
