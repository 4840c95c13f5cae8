//! The label network on the 3-3 sector equals the table: `labels DIR`. Positions are taken up to symmetry.

use std::time::Instant;
use tesuji_mill::board::{ALL, Board, Set, points};
use tesuji_mill::tables::{Builder, Layout, Sector, Tables, Value};
use tesuji_mill::{RuleSet, variant};
use tesuji_solver::reading::{Game, Outcome, PositionGraph, Side, label_network};
use tesuji_solver::{Limits, Store, propagate};

/// The sector as a game by itself: a capture wins at once.
struct Small {
    rules: RuleSet,
    layout: Layout,
}

/// A stored place, and who is to move there; the place past the last is a game that the other side has won.
type At = (u32, Side);

impl Small {
    fn successors(&self, own: Set, other: Set) -> Vec<u32> {
        let board = Board::get(self.rules.diagonals);
        let empty = ALL & !(own | other);
        let mut next = Vec::new();
        for from in points(own) {
            let to = if self.rules.may_fly { empty } else { empty & board.neighbours[from.index()] };
            for to in points(to) {
                let after = own & !from.bit() | to.bit();
                next.push(if board.mills_at(after, to) > 0 {
                    self.layout.slots() as u32
                } else {
                    self.layout.slot(other, after).expect("three men each") as u32
                });
            }
        }
        next.sort_unstable();
        next.dedup();
        next
    }
}

impl Game for Small {
    type Position = At;
    type Move = u32;
    type Value = Outcome;

    fn side(&self, at: &At) -> Side {
        at.1
    }

    fn moves(&self, at: &At, to: &mut Vec<u32>) {
        let (own, other) = self.layout.position(u64::from(at.0)).expect("a place");
        to.extend(self.successors(own, other));
    }

    fn play(&self, at: &At, to: u32) -> At {
        (to, at.1.other())
    }

    fn verdict(&self, at: &At) -> Option<Outcome> {
        let lost = Outcome::won_by(at.1.other());
        let Some((own, other)) = self.layout.position(u64::from(at.0)) else { return Some(lost) };
        self.successors(own, other).is_empty().then_some(lost)
    }

    fn endless(&self) -> Outcome {
        Outcome::Draw
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let dir = args.first().ok_or("which folder?")?;
    let id = args.get(1).map_or("standard_9mm", String::as_str);
    let rules = variant::by_id(id).ok_or("no such variant")?.rules;
    Builder::new(&rules, dir)?.sectors([(3, 3)]).run(&Limits::default(), &mut |_| {})?;
    let tables = Tables::open(&rules, dir)?;
    let sector: Sector = "3-3".parse()?;
    let start = Instant::now();
    let game = Small { rules, layout: Layout::new(sector) };
    let mut roots = Vec::new();
    let mut values = Vec::new();
    for (own, other, value) in tables.positions(sector) {
        roots.push((game.layout.slot(own, other).ok_or("no place")? as u32, Side::First));
        values.push(value);
    }
    let graph = PositionGraph::explore(&game, roots.iter().copied(), &Limits::default());
    println!("{} positions, {} moves, {:.1} s", graph.len(), graph.move_count(), start.elapsed().as_secs_f64());
    let labels = label_network(&game, &graph, &Outcome::ALL)?;
    let mut store = Store::new(&labels.network);
    propagate::propagate(&mut store).map_err(|_| "the network has no labelling")?;
    println!("propagated after {:.1} s", start.elapsed().as_secs_f64());
    let mut seen = [0_u64; 3];
    for (root, value) in roots.iter().zip(values) {
        let number = graph.number(root).ok_or("not explored")?;
        let domain = store.domain(tesuji_solver::Var(number));
        // What propagation leaves open is drawn: neither side can force anything.
        let label = domain.value().map_or(Outcome::Draw, |code| labels.values[usize::from(code)]);
        assert_eq!(label, value.outcome(), "{root:?}");
        assert_eq!(domain.value().is_none(), value == Value::Draw);
        seen[label as usize] += 1;
    }
    println!("all {} labels equal the table: {} lost, {} drawn, {} won", roots.len(), seen[0], seen[1], seen[2]);
    Ok(())
}
