//! Both readers on every eye shape: cells × placement × outside liberties × attacker stones inside × side to move.
//!
//! `cargo run --release -p tesuji-go --example eyes -- [--least N] [--size N] [--every K]`
//!
//! A position counts once for each shape (modulo rotation and reflection), placement (centre, side, corner; images that
//! differ there), number of outside liberties (0, 1, 2), set of cells with attacker stones, and side to move.

use std::collections::BTreeMap;
use tesuji_go::read::{Area, Exits, Supply, shapes};
use tesuji_go::{DfPnReader, Reader, ReferenceReader, Role};
use tesuji_solver::Limits;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let value = |key: &str, default: usize| {
        args.iter().position(|a| a == key).and_then(|i| args.get(i + 1)?.parse().ok()).unwrap_or(default)
    };
    let (least, size, every) = (value("--least", 1), value("--size", 8), value("--every", 1));
    let fast = DfPnReader::telling_seki();
    let (mut positions, mut wrong, mut shapes_seen) = (0_u64, 0_u64, 0);
    let mut classes = BTreeMap::<String, u64>::new();
    for shape in shapes::all(size).iter().filter(|s| s.len() >= least).step_by(every) {
        shapes_seen += 1;
        let cells: Vec<_> = shape.iter().copied().collect();
        for (site, placed) in shapes::placements(shape) {
            for liberties in 0..3 {
                let cells_placed: Vec<_> = placed.iter().copied().collect();
                let mut asked = Vec::new();
                for set in 0_u32..1 << cells.len() {
                    let inner = (0..cells.len()).filter(|i| set >> i & 1 == 1).map(|i| cells_placed[i]).collect();
                    asked.extend(shapes::question(site, &placed, liberties, &inner));
                }
                let Some(any) = asked.first() else { continue };
                let area = Area::of(any, Exits::Free).expect("small");
                let roots: Vec<_> = asked
                    .iter()
                    .flat_map(|q| Role::ALL.map(|r| (q, r)))
                    .map(|(q, r)| (q, r, area.state(q, r, Supply::NONE)))
                    .collect();
                let states: Vec<_> = roots.iter().map(|r| r.2).collect();
                let want = ReferenceReader.read_all(&area, &states, &Limits::default()).expect("no limits");
                for ((q, role, _), want) in roots.iter().zip(want) {
                    positions += 1;
                    let got = fast.read_first(q, *role, &Limits::default()).expect("small").outcome;
                    *classes.entry(want.to_string()).or_default() += 1;
                    if got != want {
                        wrong += 1;
                        println!("{} {role} first: {got}, not {want}", q.picture());
                    }
                }
            }
        }
        if shapes_seen % 50 == 0 {
            eprintln!("{shapes_seen} shapes, {positions} positions, {wrong} differences");
        }
    }
    println!("{shapes_seen} shapes, {positions} positions, {wrong} differences; {classes:?}");
    if wrong > 0 {
        std::process::exit(1);
    }
}
