//! Both readers on every eye shape: cells × placement × outside liberties × attacker stones inside × side to move.
//!
//! `cargo run --release -p tesuji-go --example eyes -- [--least N] [--size N] [--every K] [--from I]`
//!
//! A position counts once for each shape (modulo rotation and reflection), placement (centre, side, corner; images that
//! differ there), number of outside liberties (0, 1, 2), set of cells with attacker stones, and side to move. Uses all
//! cores; shapes are reported in order.

use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use tesuji_go::read::shapes::Shape;
use tesuji_go::read::{Area, Exits, Supply, shapes};
use tesuji_go::{DfPnReader, Reader, ReferenceReader, Role};
use tesuji_solver::Limits;

/// What came of a shape.
#[derive(Default)]
struct Tally {
    positions: u64,
    wrong: Vec<String>,
    classes: BTreeMap<String, u64>,
}

fn compare(shape: &Shape, fast: &DfPnReader) -> Tally {
    let mut tally = Tally::default();
    for (site, placed) in shapes::placements(shape) {
        let cells: Vec<_> = placed.iter().copied().collect();
        for liberties in 0..3 {
            let mut asked = Vec::new();
            for set in 0_u32..1 << cells.len() {
                let inner = (0..cells.len()).filter(|i| set >> i & 1 == 1).map(|i| cells[i]).collect();
                asked.extend(shapes::question(site, &placed, liberties, &inner));
            }
            let Some(any) = asked.first() else { continue };
            let area = Area::of(any, Exits::Free).expect("small");
            let roots: Vec<_> = asked.iter().flat_map(|q| Role::ALL.map(|r| (q, r))).collect();
            let states: Vec<_> = roots.iter().map(|&(q, r)| area.state(q, r, Supply::NONE)).collect();
            let want = ReferenceReader.read_all(&area, &states, &Limits::default()).expect("no limits");
            for ((q, role), want) in roots.iter().zip(want) {
                tally.positions += 1;
                let got = fast.read_first(q, *role, &Limits::default()).expect("small").outcome;
                *tally.classes.entry(want.to_string()).or_default() += 1;
                if got != want {
                    tally.wrong.push(format!("{} {role} first: {got}, not {want}", q.picture()));
                }
            }
        }
    }
    tally
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let value = |key: &str, default: usize| {
        args.iter().position(|a| a == key).and_then(|i| args.get(i + 1)?.parse().ok()).unwrap_or(default)
    };
    let (least, size) = (value("--least", 1), value("--size", 8));
    let (every, from) = (value("--every", 1), value("--from", 0));
    let fast = DfPnReader::telling_seki();
    let shapes: Vec<_> = shapes::all(size).into_iter().filter(|s| s.len() >= least).skip(from).step_by(every).collect();
    let (done, positions, wrong) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    // One shape at a time for each core: the chunks of rayon's splitting would leave one core idle at the end.
    let tallies: Vec<Tally> = shapes
        .par_iter()
        .with_max_len(1)
        .map(|shape| {
            let tally = compare(shape, &fast);
            let so_far = positions.fetch_add(tally.positions, Ordering::Relaxed) + tally.positions;
            let wrong_so_far = wrong.fetch_add(tally.wrong.len() as u64, Ordering::Relaxed) + tally.wrong.len() as u64;
            let n = done.fetch_add(1, Ordering::Relaxed) + 1;
            if n % 10 == 0 {
                eprintln!("{n} shapes, {so_far} positions, {wrong_so_far} differences");
            }
            tally
        })
        .collect();
    let mut classes = BTreeMap::<String, u64>::new();
    for tally in &tallies {
        tally.wrong.iter().for_each(|line| println!("{line}"));
        tally.classes.iter().for_each(|(class, n)| *classes.entry(class.clone()).or_default() += n);
    }
    let (positions, wrong) = (positions.into_inner(), wrong.into_inner());
    println!("{} shapes, {positions} positions, {wrong} differences; {classes:?}", shapes.len());
    if wrong > 0 {
        std::process::exit(1);
    }
}
