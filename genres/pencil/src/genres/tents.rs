//! Tents: a tent of its own beside every tree, no two tents touching; numbers count the tents of
//! their lines.

use super::{listed, places};
use crate::board::{Board, Place, Side, Size};
use crate::clue::Clue;
use crate::codec::pzprv3::{ClueHoles, Frame, Framed, Grid, Lattice, StateForm, Word};
use crate::codec::{Codec, Hexadecimal, HoleMarks, LineCounts, Puzzle};
use crate::house::{Class, Kit, Pencil, PencilGenre, Rules, TathamId, Values, Variables};
use crate::scene::Scene;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::{Bad, pick, shuffle};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Technique, Tier, Value};

/// Trees with a tent each.
#[derive(Debug)]
pub struct Tents;

/// The genre.
pub static TENTS: Pencil = Pencil::of::<Tents>();

const TENT: Value = 1;
const LINE: u16 = 0;
const TOUCH: u16 = 1;
const TREE: u16 = 2;
const GRASS: u16 = 3;
const PAIRS: u16 = 4;

/// One of so many cells has a tent on a new board.
const SHARE: usize = 5;

/// Trees whose places for tents hang together, and these places.
fn camps(board: &Board) -> Vec<(Vec<usize>, Vec<usize>)> {
    let is_tree = |c: usize| board.is_hole(c);
    let mut left: Vec<usize> = (0..board.size().cells()).filter(|&c| is_tree(c)).collect();
    let mut camps = Vec::new();
    while let Some(first) = left.first().copied() {
        let (mut trees, mut places): (Vec<usize>, Vec<usize>) = (vec![first], Vec::new());
        let mut next = 0;
        while let Some(&tree) = trees.get(next) {
            next += 1;
            for place in board.neighbours(tree).collect::<Vec<_>>() {
                if !places.contains(&place) {
                    places.push(place);
                    let (r, c) = board.row_col(place);
                    let near = |&t: &usize| board.row_col(t).0.abs_diff(r) + board.row_col(t).1.abs_diff(c) == 1;
                    let more: Vec<usize> = left.iter().copied().filter(|t| near(t) && !trees.contains(t)).collect();
                    trees.extend(more);
                }
            }
        }
        left.retain(|t| !trees.contains(t));
        camps.push((trees, places));
    }
    camps
}

impl PencilGenre for Tents {
    const NAME: &'static str = "tents";
    const ABOUT: &'static str = "A tent beside every tree, none touching; numbers count tents";
    const SIZES: &'static [&'static str] = &["8x8", "5x5", "6x6", "10x10", "12x12"];
    const OPTIONS: &'static [tesuji_genre::OptionSpec] = tesuji_genre::clue::option::BASIC;
    const VALUES: Values = Values::Named(&[('.', "grass"), ('▲', "a tent")]);
    const CLASSES: &'static [Class] = &[
        Class::at_place(""),
        Class::at_place("the ban on touching around"),
        Class::at_place("the tree at"),
        Class::at_place("the open ground at"),
        Class::at_place("the pairs of trees and tents from"),
    ];
    const PUZZLE_KIT: &'static str = "Tent";
    const TATHAM: &'static str = "tents";
    const CLUE_CLASSES: &'static [u16] = &[LINE];

    fn handle() -> &'static Pencil {
        &TENTS
    }

    fn codec() -> Codec {
        Codec::new(&["tents"]).with(LineCounts(Hexadecimal)).with(HoleMarks)
    }

    fn states() -> Option<StateForm> {
        let camp = |word: &str| match word {
            "." => Some(Word::Nothing),
            "1" => Some(Word::Clue(Clue::Unknown)),
            "A" => Some(Word::Mark(TENT)),
            "-" | "+" => Some(Word::Mark(0)),
            _ => None,
        };
        let form = StateForm::unmarked_as(0).with(Framed::marks(Frame::TopLeft, camp)).with(ClueHoles);
        Some(form.with(Grid::notes(Lattice::Inner)))
    }

    fn variables(puzzle: &Puzzle, to: &mut Variables) {
        to.cells(&puzzle.board, Domain::range(0, TENT));
    }

    fn rules(puzzle: &Puzzle, to: &mut Rules<'_>) {
        let board = &puzzle.board;
        for (&place, clue) in &puzzle.clues {
            if let (Place::Outside(side, i), Some(n)) = (place, clue.number()) {
                let vars = to.cells(board.line_of(side, i.into()));
                to.count(LINE, place, vars, Domain::single(TENT), (n.into(), n.into()));
            }
        }
        for corner in 0..board.corners() {
            let cells: Vec<usize> = board.cells_at(corner).collect();
            if cells.len() > 1 {
                let vars = to.cells(cells);
                to.at_most_one(TOUCH, Place::Corner(corner as u16), vars, TENT);
            }
        }
        let camps = camps(board);
        for cell in board.cells().filter(|c| !camps.iter().any(|(_, places)| places.contains(c))) {
            let vars = vec![to.cell(cell)];
            to.count(GRASS, Place::Cell(cell as u16), vars, Domain::single(TENT), (0, 0));
        }
        for (trees, places) in camps {
            let place_of = |cell: usize| places.iter().position(|&p| p == cell).map(|p| p as u32);
            let groups = trees.iter().map(|&t| board.neighbours(t).filter_map(place_of).collect()).collect();
            let vars = to.cells(places.iter().copied());
            let from = Place::Cell(trees[0] as u16);
            to.add(PAIRS, from, RuleSpec::Matching { vars, values: Domain::single(TENT), groups });
            for tree in trees {
                let tents: Vec<_> = board.neighbours(tree).map(|c| (to.cell(c), TENT, true)).collect();
                to.clause(TREE, Place::Cell(tree as u16), &tents);
                to.mark_implied();
            }
        }
    }

    fn techniques() -> Vec<Arc<dyn Technique>> {
        let list = vec![
            listed::rule(("open-ground", "No Tree Beside", Tier::Beginner, 1), &[GRASS], "has no tree beside it"),
            listed::giving(("line-complete", "Line Complete", Tier::Beginner, 2), &[LINE], 0, "has all its tents"),
            listed::giving(
                ("line-needs-all", "All Places Needed", Tier::Beginner, 3),
                &[LINE],
                TENT,
                "needs a tent on every place left",
            ),
            listed::rule(("tent-neighbour", "Around a Tent", Tier::Beginner, 2), &[TOUCH], "leaves room for one tent"),
            listed::rule(
                ("last-place", "Last Place of a Tree", Tier::Beginner, 4),
                &[TREE],
                "has one place for its tent",
            ),
            listed::with(("tree-and-around", "Tree and What It Touches", Tier::Easy, 7), TREE, &[TOUCH]),
            listed::with(("line-and-touching", "Line Without Touching", Tier::Easy, 9), LINE, &[TOUCH]),
            listed::rule(("pairs", "Each Tree Its Own Tent", Tier::Medium, 14), &[PAIRS], "would not come out even"),
            listed::with(("line-and-trees", "Line and Trees", Tier::Medium, 18), LINE, &[TOUCH, TREE]),
            listed::pair(("two-lines", "Two Lines", Tier::Hard, 32), LINE, LINE, &[TOUCH, TREE]),
        ];
        listed::with_contradictions(list, 12, 120)
    }

    fn lint(puzzle: &Puzzle) -> Result<(), Bad> {
        let board = &puzzle.board;
        let alone = (0..board.size().cells()).find(|&c| board.is_hole(c) && board.neighbours(c).next().is_none());
        if let Some(tree) = alone {
            return Err(Bad::new("the tree has no room for a tent").at(board.name(Place::Cell(tree as u16))));
        }
        places::lint_counts(puzzle)
    }

    /// Drawn tents that do not touch, a tree beside each.
    fn board(size: Size, rng: &mut ChaCha8Rng) -> Result<Board, Bad> {
        let bare = Board::new(size);
        let mut order: Vec<usize> = bare.cells().collect();
        shuffle(&mut order, rng);
        let (mut tents, mut trees) = (vec![false; size.cells()], vec![false; size.cells()]);
        for cell in order {
            let wanted = size.cells() / SHARE;
            let enough = tents.iter().filter(|&&t| t).count() >= wanted.max(1);
            let free: Vec<usize> = bare.neighbours(cell).filter(|&n| !tents[n] && !trees[n]).collect();
            if enough || trees[cell] || free.is_empty() || bare.all_neighbours(cell).any(|n| tents[n]) {
                continue;
            }
            tents[cell] = true;
            trees[free[pick(rng, free.len())]] = true;
        }
        bare.with_holes(trees)
    }

    fn boards(size: Size) -> Result<Vec<Board>, Bad> {
        places::all_holes(size)
    }

    fn clue_places(board: &Board) -> Vec<Place> {
        places::outside(board, &[Side::Top, Side::Left])
    }

    fn clue_at(board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        places::count_in_line(board, place, &|c| value(Place::Cell(c as u16)) == TENT)
    }

    fn paint(puzzle: &Puzzle, _value: &dyn Fn(Place) -> Option<Value>, scene: &mut Scene) {
        scene.open_holes();
        for (_, shown) in scene.cells.iter_mut().enumerate().filter(|(c, _)| puzzle.board.is_hole(*c)) {
            (shown.text, shown.is_clue) = ("♣".to_string(), true);
        }
    }

    fn read_kit(kit: &Kit<'_>) -> Result<(Puzzle, BTreeMap<Place, Value>), Bad> {
        let size = kit.size()?;
        let trees = kit.grid(2)?.iter().map(|&w| w == "x").collect();
        let board = Board::new(size).with_holes(trees)?;
        Ok((places::outside_puzzle(board, kit.problem.iter().take(2))?, kit.marked("o")?))
    }

    /// `_` is a tree, `a` to `y` one behind a gap, `z` a gap of 25 cells; one more tree stands
    /// behind the last cell. Then the numbers of the columns and of the rows.
    fn read_tatham(id: &TathamId<'_>) -> Result<Puzzle, Bad> {
        let mut parts = id.text.split(',');
        let cells = id.size.cells();
        let (mut trees, mut at) = (vec![false; cells + 1], 0);
        for c in parts.next().unwrap_or_default().chars() {
            at += match c {
                '_' => 0,
                'a'..='z' => c as usize - 'a' as usize + usize::from(c != 'z'),
                _ => return Err(Bad::new(format!("{c:?}: a tree or a gap is expected")).at("cells")),
            };
            if c != 'z' {
                *trees.get_mut(at).ok_or_else(|| Bad::new("trees stand beyond the board").at("cells"))? = true;
                at += 1;
            }
        }
        if at != cells + 1 || trees.pop() != Some(true) {
            return Err(Bad::new(format!("the ID describes {at} places; {} are expected", cells + 1)).at("cells"));
        }
        let numbers: Vec<&str> = parts.collect();
        places::outside_puzzle(Board::new(id.size).with_holes(trees)?, std::iter::once(&numbers))
    }
}
