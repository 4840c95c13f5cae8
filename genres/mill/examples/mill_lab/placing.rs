//! Random positions late in the placing phase: the search's value, plies included, against every
//! turn of the rules down to the tables. The two share no code but the tables. Prints what was
//! compared.
//!
//! `cargo run --release -p tesuji-mill --example mill_lab -- placing TABLES [COUNT] [SEED]`

use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use std::time::Instant;
use tesuji_mill::search::{Placing, plain};
use tesuji_mill::tables::Tables;
use tesuji_mill::{Colour, Phase, Position, RuleSet, fen};
use tesuji_solver::Limits;
use tesuji_solver::reading::Outcome;

/// Random positions late in the placing phase, by search and by every turn.
#[derive(clap::Args)]
pub struct Args {
    /// The folder of the tables
    tables: String,
    /// Positions
    #[arg(default_value_t = 1000)]
    count: u32,
    /// The source of the positions
    #[arg(default_value_t = 1)]
    seed: u64,
}

/// One to three men in hand of both sides together.
const HANDS: [[u8; 2]; 3] = [[0, 1], [1, 1], [1, 2]];

/// Runs it.
pub fn run(args: Args) -> Result<(), Box<dyn std::error::Error>> {
    let Args { tables, count, seed } = args;
    let tables = Tables::open(&RuleSet::STANDARD, tables)?;
    let totals: Vec<[u32; 2]> = tables.sectors().map(|s| [u32::from(s.own), u32::from(s.other)]).collect();
    let mut placing = Placing::new(&tables, &Limits::default())?;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut below = |n: usize| ((u64::from(rng.next_u32()) * n as u64) >> 32) as usize;
    let (mut done, mut seen, start) = (0, [0_u32; 3], Instant::now());
    let (mut fast, mut slow) = (0.0, 0.0);
    while done < count {
        let (total, hand) = (totals[below(totals.len())], HANDS[below(HANDS.len())]);
        let mut men = [0_u32, 0];
        for side in 0..2 {
            while men[side].count_ones() < total[side] - u32::from(hand[side]) {
                let bit = 1 << below(24);
                men[side] |= if (men[0] | men[1]) & bit == 0 { bit } else { 0 };
            }
        }
        let side = if hand[1] > hand[0] { Colour::Black } else { Colour::White };
        let position = Position { hand, phase: Phase::Placing, ..Position::moving(men, side) };
        let at = Placing::admits(&position)?;
        let clock = Instant::now();
        let found = placing.value(&at).value();
        fast += clock.elapsed().as_secs_f64();
        let clock = Instant::now();
        let want = plain(&tables, &position, 4);
        slow += clock.elapsed().as_secs_f64();
        // A sector below that is not there.
        let Some(want) = want else { continue };
        assert_eq!(found, Some(want), "{}", fen::print(&position, fen::Dialect::Nodes));
        seen[want.outcome() as usize] += 1;
        done += 1;
    }
    let [loss, draw, win] = [Outcome::Loss, Outcome::Draw, Outcome::Win].map(|o| seen[o as usize]);
    println!(
        "{done} positions equal ({win} won, {draw} drawn, {loss} lost), {} sectors, seed {seed}: search {fast:.2} s, \
         every turn {slow:.2} s, {:.1} s in all",
        totals.len(),
        start.elapsed().as_secs_f64()
    );
    Ok(())
}
