//! Undead: a ghost, a vampire or a zombie in every cell without a mirror; numbers outside count the
//! monsters seen along a line of sight. Vampires are not seen in mirrors, ghosts only there.

mod draw;
mod read;
mod sight;

use super::{listed, places};
use crate::board::{Board, Place, Side, Size};
use crate::clue::Clue;
use crate::codec::{Codec, Hexadecimal, MirrorHoles, OutsideClues, Puzzle, WholeNumbers};
use crate::house::{Class, Form, Look, Pencil, PencilGenre, PencilInfo, Rules, Signs, TathamId, Values, Variables};
use crate::scene::Scene;
use rand_chacha::ChaCha8Rng;
use sight::{sight, weights};
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::{Bad, pick};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::techniques::steps::{Row, RuleStep, RuleView};
use tesuji_solver::{Domain, RulePart, Technique, Tier, Value};

/// Monsters and mirrors.
#[derive(Debug)]
pub struct Undead;

/// The genre.
pub static UNDEAD: Pencil = Pencil::of(&Undead, &INFO);

const GHOST: Value = 0;
const ZOMBIE: Value = 2;
const SIGHT: u16 = 0;
const TOTAL: u16 = 1;
/// Where the numbers of the three kinds stand.
const TOTALS: Place = Place::Corner(0);

fn is_nobody(rule: &RuleView<'_>) -> bool {
    matches!(rule.spec, RuleSpec::Weighted { total: 0, .. })
}

static INFO: PencilInfo = PencilInfo {
    name: "undead",
    about: "Ghosts, vampires and zombies among mirrors; numbers count what is seen",
    rules: "Put a ghost, a vampire or a zombie into every cell without a mirror, as many of each as stated. A \
        number outside counts the monsters seen from there along a line that mirrors turn. A vampire is seen only \
        before the first mirror of the line, a ghost only behind it, a zombie always.",
    sizes: &["5x5", "4x4", "6x6", "7x7"],
    options: &[],
    values: Values::Named(&[('G', "a ghost"), ('V', "a vampire"), ('Z', "a zombie")]),
    classes: &[
        Class::at_place("").law("{} counts the monsters that are seen"),
        Class::whole("the number of monsters of a kind").saying(&[
            (RulePart::CountFull, "all monsters of the kind are found"),
            (RulePart::CountNeeds, "all places left are needed for the kind"),
            (RulePart::TooMany, "there would be too many of a kind"),
            (RulePart::TooFew, "there would be too few of a kind"),
        ]),
    ],
    tatham: "undead",
    clues_are_optional: false,
    clue_classes: &[SIGHT, TOTAL],
    ..PencilInfo::PLAIN
};

impl PencilGenre for Undead {
    fn handle(&self) -> &'static Pencil {
        &UNDEAD
    }

    fn codec(&self) -> Codec {
        let sights = OutsideClues { run: Hexadecimal, all_sides: true };
        Codec::new(&["undead"]).with(WholeNumbers).with(MirrorHoles).with(sights)
    }

    fn form(&self) -> Form {
        Form::around(Signs::mirrors()).with_monsters()
    }

    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        to.cells(&puzzle.board, Domain::range(GHOST, ZOMBIE));
    }

    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        let board = &puzzle.board;
        for (&place, clue) in &puzzle.clues {
            match (place, clue) {
                (Place::Outside(side, i), Clue::Number(n)) => {
                    let (cells, weights): (Vec<usize>, _) = weights(sight(puzzle, side, i)).into_iter().unzip();
                    let vars = to.cells(cells);
                    to.add(SIGHT, place, RuleSpec::Weighted { vars, weights, total: u32::from(*n) });
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

    fn techniques(&self) -> Vec<Arc<dyn Technique>> {
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
        listed::with_ideas(list, 12, 120)
    }

    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        let board = &puzzle.board;
        let cells = board.cells().count();
        for (&place, clue) in &puzzle.clues {
            match (place, clue) {
                (Place::Outside(side, i), Clue::Number(n)) => {
                    let most = sight(puzzle, side, i).len();
                    if usize::from(*n) > most {
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
    fn board(&self, size: Size, _look: &Look, rng: &mut ChaCha8Rng) -> Result<Board, Bad> {
        Board::new(size).with_holes((0..size.cells()).map(|_| pick(rng, 4) == 0).collect())
    }

    fn boards(&self, size: Size) -> Result<Vec<Board>, Bad> {
        Err(Bad::new(format!("the mirrors on a board of {size} are too many to list")))
    }

    fn clue_places(&self, board: &Board) -> Vec<Place> {
        let mirrors = places::hole_places(board).into_iter().chain([TOTALS]);
        mirrors.chain(places::outside(board, &Side::ALL)).collect()
    }

    fn clue_at(&self, _board: &Board, _place: Place, _value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        None
    }

    fn clues(&self, board: &Board, value: &dyn Fn(Place) -> Value, rng: &mut ChaCha8Rng) -> BTreeMap<Place, Clue> {
        draw::clues(board, value, rng)
    }

    fn paint(&self, puzzle: &Puzzle, _value: &dyn Fn(Place) -> Option<Value>, scene: &mut Scene) {
        scene.corners.clear();
        scene.open_holes();
        if let Some(Clue::Numbers(list)) = puzzle.clues.get(&TOTALS) {
            let number = |i: usize| list.get(i).copied().flatten().unwrap_or(0);
            scene.below = Some(format!("{} ghosts, {} vampires, {} zombies", number(0), number(1), number(2)));
        }
    }

    fn read_tatham(&self, id: &TathamId<'_>) -> Result<Puzzle, Bad> {
        read::tatham(id)
    }
}
