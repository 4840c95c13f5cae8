//! Nurimisaki: shade cells; the others hang together, no two by two cells are alike, and exactly
//! the circles have one unshaded neighbour. A number is the length of the straight line from its
//! circle.

use super::{listed, places, shapes};
use crate::board::{Board, Direction, Place, Size};
use crate::clue::Clue;
use crate::codec::pzprv3::{Grid, Lattice, StateForm, clue, shade};
use crate::codec::{CellClues, Codec, Hexadecimal, Puzzle};
use crate::house::{Class, Edit, Form, Look, Pencil, PencilGenre, PencilInfo, Rules, Signs, Values, Variables};
use crate::scene::Scene;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::{Bad, pick, shuffle};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Literal, Technique, Tier, Value};

/// Capes with circles.
#[derive(Debug)]
pub struct Nurimisaki;

/// The genre.
pub static NURIMISAKI: Pencil = Pencil::of(&Nurimisaki, &INFO);

const SHADED: Value = 1;
const CIRCLE: u16 = 0;
const OPEN: u16 = 1;
const SQUARE: u16 = 2;
const WHITE: u16 = 3;

/// Draws of a sea before none is found.
const TRIES: usize = 40;

/// All lines from a circle, of its length where it has a number.
fn lines(board: &Board, cell: usize, length: Option<u16>, to: &Rules<'_>) -> Vec<Vec<Literal>> {
    let is = |cell: usize, value: Value| Literal { var: to.cell(cell), value };
    let mut ways = Vec::new();
    for way in Direction::ALL {
        let ray: Vec<usize> = board.ray(cell, way).collect();
        let beside = board.neighbours(cell).filter(|n| ray.first() != Some(n)).map(|n| is(n, SHADED));
        let mut line: Vec<Literal> = std::iter::once(is(cell, 0)).chain(beside).collect();
        match length.map(|n| usize::from(n).saturating_sub(1)) {
            None if !ray.is_empty() => line.push(is(ray[0], 0)),
            Some(reach) if reach > 0 && reach <= ray.len() => {
                line.extend(ray[..reach].iter().map(|&c| is(c, 0)));
                line.extend(ray.get(reach).map(|&c| is(c, SHADED)));
            }
            _ => continue,
        }
        ways.push(line);
    }
    ways
}

/// Are the open cells in one piece, and no two by two cells alike?
fn is_coast(board: &Board, open: &[bool]) -> bool {
    let alike = |square: &[usize; 4]| square.iter().all(|&c| open[c]) || !square.iter().any(|&c| open[c]);
    !board.squares().any(|square| alike(&square)) && board.is_connected(&|c| open[c])
}

/// One repair of this many gives a circle its number, if there is one without.
const NUMBERED: usize = 4;

/// The coast of one of two solutions, with a cell turned in which they differ or one beside it, and
/// a circle at each cape; or a circle gets its number.
fn repair(puzzle: &Puzzle, two: [&[Value]; 2], _look: &Look, rng: &mut ChaCha8Rng) -> Option<Edit> {
    let board = &puzzle.board;
    let mut open = vec![false; board.size().cells()];
    let mut near: Vec<usize> = Vec::new();
    let which = pick(rng, 2);
    for (cell, (&kept, &other)) in board.cells().zip(two[which].iter().zip(two[1 - which])) {
        open[cell] = kept == 0;
        if kept != other {
            near.extend(std::iter::once(cell).chain(board.neighbours(cell)));
        }
    }
    let mut clues = puzzle.clues.clone();
    let unknown: Vec<Place> =
        clues.iter().filter(|(_, clue)| **clue == Clue::Unknown).map(|(&place, _)| place).collect();
    let numbered = unknown.get(pick(rng, unknown.len().max(1))).filter(|_| pick(rng, NUMBERED) == 0);
    if let Some(&place) = numbered {
        clues.remove(&place);
    } else {
        near.sort_unstable();
        near.dedup();
        shuffle(&mut near, rng);
        let turned = near.into_iter().find(|&cell| {
            open[cell] = !open[cell];
            let is_coast = is_coast(board, &open);
            if !is_coast {
                open[cell] = !open[cell];
            }
            is_coast
        });
        turned?;
    }
    let value = |place: Place| match place {
        Place::Cell(cell) => Value::from(!open[usize::from(cell)]),
        _ => 0,
    };
    let circle = |place: Place| {
        let number = Nurimisaki.clue_at(board, place, &value)?;
        Some((place, if clues.get(&place) == Some(&Clue::Unknown) { Clue::Unknown } else { number }))
    };
    let clues = Nurimisaki.clue_places(board).into_iter().filter_map(circle).collect();
    Some(Edit { puzzle: Puzzle { board: Arc::clone(board), clues } })
}

static INFO: PencilInfo = PencilInfo {
    name: "nurimisaki",
    about: "Unshaded cells end at circles; no two by two cells alike",
    rules: "Shade some cells so that all unshaded cells hang together and no two by two cells are all shaded or \
        all unshaded. A circle is unshaded and has exactly one unshaded neighbour; all other unshaded cells \
        have more. A number is the length of the straight line of unshaded cells that begins at its circle.",
    sizes: &["6x6", "5x5", "7x7", "8x8", "10x10"],
    options: &[],
    values: Values::Named(&[('.', "unshaded"), ('#', "shaded")]),
    classes: &[
        Class::at_place("the circle at").law("{} sees as many cells as its number in one direction"),
        Class::at_place("the ways on from").law("only circles are dead ends"),
        Class::at_place("the square at").law("no two by two cells are alike"),
        Class::whole("the unshaded cells"),
    ],
    clues_are_optional: false,
    clue_classes: &[CIRCLE],
    repair: Some(repair),
    ..PencilInfo::PLAIN
};

impl PencilGenre for Nurimisaki {
    fn handle(&self) -> &'static Pencil {
        &NURIMISAKI
    }

    fn codec(&self) -> Codec {
        Codec::new(&["nurimisaki"]).with(CellClues(Hexadecimal))
    }

    fn form(&self) -> Form {
        Form::cells(Signs::numbers(1).or_unknown())
    }

    fn states(&self) -> Option<StateForm> {
        let form = StateForm::unmarked_as(0).with(Grid::clues(Lattice::Cells, clue));
        Some(form.with(Grid::marks(Lattice::Cells, shade)))
    }

    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        to.cells(&puzzle.board, Domain::range(0, SHADED));
    }

    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        let board = &puzzle.board;
        for cell in board.cells() {
            let place = Place::Cell(cell as u16);
            if let Some(clue) = puzzle.clues.get(&place) {
                let placements = lines(board, cell, clue.number(), to);
                to.add(CIRCLE, place, RuleSpec::Placements { placements });
                continue;
            }
            let vars = to.cells(std::iter::once(cell).chain(board.neighbours(cell)));
            let goes_on = |shaded: &[bool]| shaded[0] || shaded[1..].iter().filter(|&&s| !s).count() != 1;
            to.fitting(OPEN, place, vars, &goes_on);
        }
        to.no_square(SQUARE, SHADED);
        to.no_square(SQUARE, 0);
        to.connected(WHITE, Domain::single(0));
    }

    fn techniques(&self) -> Vec<Arc<dyn Technique>> {
        let list = vec![
            listed::rule(("circle", "One Way From a Circle", Tier::Beginner, 3), &[CIRCLE], "has one line"),
            listed::rule(("square", "No Square Alike", Tier::Beginner, 2), &[SQUARE], "is not of one kind"),
            listed::rule(
                ("goes-on", "No Cape Without a Circle", Tier::Beginner, 4),
                &[OPEN],
                "would end without a circle",
            ),
            listed::rule(("connection", "Unshaded Cells Hang Together", Tier::Easy, 8), &[WHITE], "would fall apart"),
            listed::with(("circle-and-squares", "Circle and Squares", Tier::Medium, 14), CIRCLE, &[SQUARE, OPEN]),
            listed::with(("square-and-ways", "Square and the Ways On", Tier::Medium, 16), SQUARE, &[OPEN, CIRCLE]),
            listed::pair(("two-circles", "Two Circles", Tier::Medium, 20), CIRCLE, CIRCLE, &[SQUARE, OPEN]),
            listed::pair(
                ("squares-and-connection", "Squares and Connection", Tier::Hard, 35),
                SQUARE,
                SQUARE,
                &[OPEN, CIRCLE, WHITE],
            ),
        ];
        listed::with_ideas(list, 12, 120)
    }

    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        let most = puzzle.board.rows().max(puzzle.board.cols());
        places::lint_numbers(puzzle, 2..=most as u16)
    }

    fn boards(&self, size: Size) -> Result<Vec<Board>, Bad> {
        Err(Bad::new(format!("the circles on a board of {size} go together and are not listed")))
    }

    /// Long arms without squares of either kind.
    fn completion(&self, board: &Board, _look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        let draw = |_: usize| {
            let open = shapes::sea(board, rng);
            let is_even = board.squares().all(|square| square.iter().any(|&c| open[c]));
            is_even.then(|| board.cells().map(|c| Value::from(!open[c])).collect())
        };
        (0..TRIES).find_map(draw)
    }

    fn clue_at(&self, board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        let Place::Cell(cell) = place else { return None };
        let is_open = |c: &usize| value(Place::Cell(*c as u16)) == 0;
        let lines = Direction::ALL.map(|way| board.ray(cell.into(), way).take_while(is_open).count());
        let is_cape = is_open(&cell.into()) && lines.iter().filter(|&&n| n > 0).count() == 1;
        is_cape.then(|| Clue::Number(1 + lines.iter().sum::<usize>() as u16))
    }

    /// A circle at every cape, some of them without a number.
    fn clues(&self, board: &Board, value: &dyn Fn(Place) -> Value, rng: &mut ChaCha8Rng) -> BTreeMap<Place, Clue> {
        let all = self.clue_places(board).into_iter().filter_map(|p| Some((p, self.clue_at(board, p, value)?)));
        all.map(|(p, clue)| if pick(rng, 4) == 0 { (p, Clue::Unknown) } else { (p, clue) }).collect()
    }

    fn paint(&self, puzzle: &Puzzle, _value: &dyn Fn(Place) -> Option<Value>, scene: &mut Scene) {
        for (place, clue) in &puzzle.clues {
            if let (Place::Cell(cell), Clue::Unknown) = (place, clue) {
                scene.cells[usize::from(*cell)].text = "○".to_string();
            }
        }
    }
}
