//! Hashi: join the islands with bridges along the lines of cells, at most two between a pair, all
//! in one piece.

use super::steps::{Step, and_contradictions, rule, rule_for, two_rules, with_rules_around};
use crate::board::{Board, Direction, Place};
use crate::clue::Clue;
use crate::codec::pzprv3::{Grid, Lattice, StateForm, clue, line};
use crate::codec::{CellClues, Codec, Hexadecimal, Puzzle};
use crate::house::{Class, Kit, Pencil, PencilGenre, Rules, TathamId, Values, Variables};
use crate::scene::Scene;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::{Bad, pick};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::techniques::steps::Row;
use tesuji_solver::{Domain, Tier, Value, Var};

/// Bridges between islands.
#[derive(Debug)]
pub struct Hashi;

/// The genre.
pub static HASHI: Pencil = Pencil::of::<Hashi>();

/// Bridges between two islands at most.
const MOST: Value = 2;
const ISLAND: u16 = 0;
const WATER: u16 = 1;
const ALL: u16 = 2;

impl PencilGenre for Hashi {
    const NAME: &'static str = "hashi";
    const ABOUT: &'static str = "Join all islands with single and double bridges";
    const SIZES: &'static [&'static str] = &["7x7", "5x5", "10x10", "15x15"];
    const OPTIONS: &'static [tesuji_genre::OptionSpec] = &[];
    const VALUES: Values = Values::Named(&[('x', "no bridge"), ('-', "one bridge"), ('=', "two bridges")]);
    const CLASSES: &'static [Class] =
        &[Class::at_place("the island at"), Class::at_place("the water at"), Class::whole("all islands")];
    const PUZZLE_KIT: &'static str = "Hashi";
    const TATHAM: &'static str = "bridges";
    const CLUES_ARE_OPTIONAL: bool = false;

    fn handle() -> &'static Pencil {
        &HASHI
    }

    fn codec() -> Codec {
        Codec::new(&["hashi", "hashikake", "bridges"]).with(CellClues(Hexadecimal))
    }

    fn states() -> Option<StateForm> {
        let form = StateForm::unmarked_as(0).with(Grid::clues(Lattice::Cells, clue));
        Some(form.with(Grid::marks(Lattice::Inner, line)))
    }

    fn variables(puzzle: &Puzzle, to: &mut Variables) {
        to.inner_edges(&puzzle.board, Domain::range(0, MOST));
    }

    fn rules(puzzle: &Puzzle, to: &mut Rules<'_>) {
        let board = &puzzle.board;
        for cell in board.cells() {
            let place = Place::Cell(cell as u16);
            let links = to.links(cell);
            match puzzle.clues.get(&place) {
                Some(clue) => {
                    let vars: Vec<Var> = links.into_iter().flatten().collect();
                    let bridges = Domain::range(1, MOST);
                    match clue.number() {
                        Some(total) => to.add(ISLAND, place, RuleSpec::Sum { vars, total: total.into() }),
                        None => {
                            let most = vars.len();
                            to.count(ISLAND, place, vars, bridges, (1, most));
                        }
                    }
                }
                None => water(place, links, to),
            }
        }
        let edges: Vec<usize> = board.inner_edges().collect();
        let number: BTreeMap<usize, u32> = edges.iter().copied().zip(0..).collect();
        let mut joined = Vec::new();
        for cell in board.cells() {
            let at: Vec<u32> = board.sides(cell).iter().filter_map(|e| number.get(e).copied()).collect();
            joined.extend((0..at.len()).flat_map(|i| at[..i].iter().map(|&a| [a, at[i]]).collect::<Vec<_>>()));
        }
        let vars = edges.iter().map(|&e| to.edge(e)).collect();
        to.add(ALL, Place::Cell(0), RuleSpec::Connected { vars, values: Domain::range(1, MOST), edges: joined });
    }

    fn techniques() -> Vec<Step> {
        let row = Row::new;
        const AROUND: &[u16] = &[WATER, ISLAND];
        and_contradictions(vec![
            rule(row("water", "Bridges Are Straight", Tier::Beginner, 1), &[WATER], "carries bridges straight on"),
            rule_for(
                row("island-needs-all", "All Bridges Needed", Tier::Beginner, 3),
                &[ISLAND],
                MOST,
                "needs them all",
            ),
            rule(row("island", "Island Count", Tier::Easy, 5), &[ISLAND], "has its number of bridges"),
            rule(row("isolation", "No Isolated Group", Tier::Medium, 12), &[ALL], "would fall apart"),
            with_rules_around(row("island-and-others", "Island and Its Neighbours", Tier::Medium, 18), ISLAND, AROUND),
            two_rules(row("two-islands", "Two Islands and the Rest", Tier::Hard, 35), ISLAND, ISLAND, &[WATER, ALL]),
        ])
    }

    fn lint(puzzle: &Puzzle) -> Result<(), Bad> {
        let bad = puzzle.clues.iter().find(|(_, clue)| clue.number().is_some_and(|n| !(1..=8).contains(&n)));
        bad.map_or(Ok(()), |(&place, _)| {
            Err(Bad::new("an island has one to eight bridges").at(puzzle.board.name(place)))
        })
    }

    /// Bridges grow from islands to new islands.
    fn completion(board: &Board, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        let bridges = draw(board, rng);
        Some(board.inner_edges().map(|e| bridges[e]).collect())
    }

    fn boards(size: crate::board::Size) -> Result<Vec<Board>, Bad> {
        Err(Bad::new(format!("the places of islands on a board of {size} are too many to list")))
    }

    fn clue_places(board: &Board) -> Vec<Place> {
        board.cells().map(|c| Place::Cell(c as u16)).collect()
    }

    /// The number of bridges, where they do not just pass.
    fn clue_at(board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        let Place::Cell(cell) = place else { return None };
        let at = Direction::ALL.map(|d| match board.neighbour(cell.into(), d) {
            Some(_) => value(Place::Edge(board.edge(cell.into(), d) as u16)),
            None => 0,
        });
        let total: Value = at.iter().sum();
        let passes = at[0] == at[1] && at[2] == at[3] && (at[0] == 0 || at[2] == 0);
        (total > 0 && !passes).then_some(Clue::Number(total.into()))
    }

    fn paint(_puzzle: &Puzzle, value: &dyn Fn(Place) -> Option<Value>, scene: &mut Scene) {
        for (edge, stroke) in scene.borders.iter_mut().enumerate() {
            if value(Place::Edge(edge as u16)) == Some(MOST) {
                *stroke = crate::scene::Stroke::Double;
            }
        }
        scene.link_edges();
        scene.clues_in_circles = true;
    }

    fn read_kit(kit: &Kit<'_>) -> Result<(Puzzle, BTreeMap<Place, Value>), Bad> {
        let puzzle = kit.numbers(0)?;
        let mut values = BTreeMap::new();
        for (cell, word) in kit.answer()?.into_iter().enumerate() {
            if puzzle.clues.contains_key(&Place::Cell(cell as u16)) {
                continue;
            }
            let (down, right) = match word {
                "1" => (0, 1),
                "2" => (0, 2),
                "a" => (1, 0),
                "b" => (2, 0),
                _ => (0, 0),
            };
            let board = &puzzle.board;
            for (way, n) in Direction::ALL.into_iter().zip([down, down, right, right]) {
                values.insert(Place::Edge(board.edge(cell, way) as u16), n);
            }
        }
        Ok((puzzle, values))
    }

    /// Games with at most two bridges; whether loops are allowed does not matter.
    fn read_tatham(id: &TathamId<'_>) -> Result<Puzzle, Bad> {
        let most = id.params.split('m').nth(1).map_or("2", |m| m.split('d').next().unwrap_or(m));
        if most != "2" || id.params.contains('L') {
            return Err(Bad::new(format!("{:?}: two bridges at most (m2) and loops are expected", id.params)));
        }
        let mut clues = BTreeMap::new();
        for (cell, mark) in id.cells(false)?.into_iter().enumerate() {
            let Some(mark) = mark else { continue };
            let place = Place::Cell(cell as u16);
            let number = mark.chars().next().and_then(|c| c.to_digit(36));
            let number = number.ok_or_else(|| Bad::new(format!("a number is expected, not {mark:?}")))?;
            clues.insert(place, Clue::Number(number as u16));
        }
        Ok(Puzzle { board: Arc::new(Board::new(id.size)), clues })
    }
}

/// Water lets bridges pass straight, one way at most.
fn water(place: Place, links: [Option<Var>; 4], to: &mut Rules<'_>) {
    let mut tuples = Vec::new();
    for (down, right) in (0..=MOST).flat_map(|d| (0..=MOST).map(move |r| (d, r))) {
        let all = links.iter().zip([down, down, right, right]);
        let leaves_board = all.clone().any(|(link, n)| link.is_none() && n > 0);
        if (down == 0 || right == 0) && !leaves_board {
            tuples.push(all.filter(|(link, _)| link.is_some()).map(|(_, n)| n).collect());
        }
    }
    let vars = links.into_iter().flatten().collect();
    to.add(WATER, place, RuleSpec::Table { vars, tuples });
}

/// Drawn bridges by edge: each new island is joined to one that is there.
fn draw(board: &Board, rng: &mut ChaCha8Rng) -> Vec<Value> {
    let cells: Vec<usize> = board.cells().collect();
    let mut bridges = vec![0; board.edges()];
    let mut islands = vec![cells[pick(rng, cells.len())]];
    let mut used = vec![false; board.size().cells()];
    used[islands[0]] = true;
    for _ in 0..cells.len() * 2 {
        let from = islands[pick(rng, islands.len())];
        let way = Direction::ALL[pick(rng, 4)];
        let ahead: Vec<usize> = board.ray(from, way).take_while(|&c| !used[c] || islands.contains(&c)).collect();
        let wanted = 1 + pick(rng, 3);
        let hit = ahead.iter().position(|c| islands.contains(c));
        let last = match hit {
            Some(at) if pick(rng, 3) == 0 => at,
            Some(at) if at > wanted + 1 => wanted,
            None if ahead.len() > 1 => wanted.min(ahead.len() - 1),
            _ => continue,
        };
        let target = ahead[last];
        let is_new = !islands.contains(&target);
        let beside_island = board.neighbours(target).any(|n| islands.contains(&n));
        let path = std::iter::once(from).chain(ahead[..last].iter().copied());
        let edges: Vec<usize> = path.map(|c| board.edge(c, way)).collect();
        if last == 0 || is_new && beside_island || edges.iter().any(|&e| bridges[e] > 0) {
            continue;
        }
        let n = 1 + pick(rng, 2) as Value;
        edges.into_iter().for_each(|e| bridges[e] = n);
        ahead[..=last].iter().for_each(|&c| used[c] = true);
        if is_new {
            islands.push(target);
        }
    }
    bridges
}
