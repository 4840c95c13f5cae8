//! Counts the winGame puzzles of a sector by brute force: every labelled board, turns by the rules
//! themselves, no symmetry but in the last step. The count must be that of
//! `tesuji enumerate --genre mill --size SECTOR --modulo-symmetry --count-only`, which is run
//! beside it.
//!
//! `cargo run --release -p tesuji-mill --example mill_lab -- recount SECTOR TABLES`

use std::collections::BTreeMap;
use tesuji_genre::{EnumerateRequest, Genre};
use tesuji_mill::genre::MILL;
use tesuji_mill::tables::{Sector, Tables, Value};
use tesuji_mill::{Colour, Position, RuleSet, Symmetry, rules};
use tesuji_solver::Limits;

/// All sets of `k` of the points below 24 that are not in `taken`, one after the other.
fn sets(k: u32, taken: u32, from: u32, set: u32, found: &mut dyn FnMut(u32)) {
    if k == 0 {
        return found(set);
    }
    for p in from..24 {
        if taken >> p & 1 == 0 {
            sets(k - 1, taken, p + 1, set | 1 << p, found);
        }
    }
}

/// Counts the winGame puzzles of a sector by brute force.
#[derive(clap::Args)]
pub struct Args {
    /// The sector, such as 4-3
    sector: String,
    /// The folder of the tables
    tables: String,
}

/// Runs it.
pub fn run(args: Args) -> Result<(), Box<dyn std::error::Error>> {
    let Args { sector, tables: folder } = args;
    let sector: Sector = sector.parse()?;
    let standard = RuleSet::STANDARD;
    let tables = Tables::open(&standard, &folder)?;
    let (mut boards, mut puzzles, mut classes) = (0_u64, 0_u64, 0_u64);
    let mut by = BTreeMap::<u32, u64>::new();
    sets(u32::from(sector.own), 0, 0, 0, &mut |own| {
        sets(u32::from(sector.other), own, 0, 0, &mut |other| {
            boards += 1;
            let position = rules::settled(&standard, Position::moving([own, other], Colour::White));
            if position.end.is_some() {
                return;
            }
            // Quickest win of each turn, by the value of what it leads to.
            let mut wins: Vec<u32> = Vec::new();
            for (_, after) in rules::turns_played(&standard, &position) {
                match tables.probe(&after) {
                    Some(Value::Loss(plies)) => wins.push(u32::from(plies) + 1),
                    Some(_) => {}
                    None => panic!("the tables don't reach"),
                }
            }
            wins.sort_unstable();
            if wins.is_empty() || wins.get(1) == wins.first() {
                return;
            }
            puzzles += 1;
            let least = Symmetry::all().map(|s| (s.set(own), s.set(other))).min();
            if least == Some((own, other)) {
                classes += 1;
                *by.entry(wins[0].div_ceil(2)).or_default() += 1;
            }
        });
    });
    println!("{sector}: {boards} boards, {puzzles} puzzles, {classes} up to symmetry and colour; by turns {by:?}");
    let want = EnumerateRequest {
        size: sector.to_string(),
        minimal: false,
        modulo_symmetry: true,
        grids: false,
        count_only: true,
        set: [("tables".to_string(), folder)].into(),
        limits: Limits::solutions(usize::MAX),
    };
    let start = std::time::Instant::now();
    let found = MILL.enumerate(&want, &mut |_| {})?;
    println!("{sector}: enumerate finds {} in {:.1} s, {:?}", found.total, start.elapsed().as_secs_f64(), found.stop);
    assert_eq!((found.total, found.by), (classes, by), "enumerate and the recount differ");
    Ok(())
}
