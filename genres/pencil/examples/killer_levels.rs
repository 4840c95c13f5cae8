//! Killers with outside levels: does our tier, our score and our rating rank them alike?
//!
//! A line of the file is a level, a tab and a killer in any notation. Prints a line for each level
//! (tiers, median score, effort and rating) and Spearman's rank correlation of each figure with the
//! level.
//!
//! `cargo run --release -p tesuji-pencil --example killer_levels -- FILE [--steps]`
#![allow(missing_docs)]

use clap::Parser;
use std::collections::BTreeMap;
use std::path::PathBuf;
use tesuji_genre::{Genre, GradeRequest};
use tesuji_pencil::KILLER;
use tesuji_solver::{Limits, Tier};

/// Ranks from 1, equal values sharing the mean of their ranks.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut out = vec![0.0; values.len()];
    let mut i = 0;
    while i < order.len() {
        let same = order[i..].iter().take_while(|&&j| values[j] == values[order[i]]).count();
        for &j in &order[i..i + same] {
            out[j] = i as f64 + (same as f64 + 1.0) / 2.0;
        }
        i += same;
    }
    out
}

/// Spearman's rank correlation.
fn spearman(a: &[f64], b: &[f64]) -> f64 {
    let (a, b) = (ranks(a), ranks(b));
    let mean = |x: &[f64]| x.iter().sum::<f64>() / x.len() as f64;
    let (ma, mb) = (mean(&a), mean(&b));
    let covariance: f64 = a.iter().zip(&b).map(|(x, y)| (x - ma) * (y - mb)).sum();
    let spread = |x: &[f64], m: f64| x.iter().map(|v| (v - m).powi(2)).sum::<f64>();
    covariance / (spread(&a, ma) * spread(&b, mb)).sqrt()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

struct Row {
    level: f64,
    tier: f64,
    score: f64,
    effort: f64,
    rating: f64,
    techniques: BTreeMap<String, u32>,
}

/// Killers with outside levels, ranked by our figures.
#[derive(Parser)]
struct Args {
    /// Lines of a level, a tab and a killer
    file: PathBuf,
    /// Print every killer with its techniques
    #[arg(long)]
    steps: bool,
}

fn main() {
    let args = Args::parse();
    let text = std::fs::read_to_string(&args.file).expect("the file can be read");
    let mut rows = Vec::new();
    for line in text.lines() {
        let (level, puzzle) = line.split_once('\t').expect("a level, a tab, a killer");
        let puzzle = KILLER.parse(puzzle).expect("a killer").puzzle;
        let plain = GradeRequest::new(KILLER.catalog().clone(), Limits::default());
        let want = GradeRequest { words: false, rating: true, ..plain };
        let info = KILLER.grade(&puzzle, None, &want).expect("a killer with one solution").info;
        let tier = Tier::from_name(&info.tier).map_or(0.0, |t| f64::from(t as u8)) + f64::from(u8::from(!info.solved));
        let feature = |name: &str| info.features.get(name).copied().unwrap_or(0.0);
        rows.push(Row {
            level: level.parse().expect("a level is a number"),
            tier,
            score: f64::from(info.score.unwrap_or(0)),
            effort: feature("effort"),
            rating: feature("rating"),
            techniques: info.techniques,
        });
        if args.steps {
            let row = rows.last().expect("just added");
            println!("{level} {} {:.0} {:.0} {:?}", info.tier, row.score, row.effort, row.techniques);
        }
    }
    let mut levels: Vec<f64> = rows.iter().map(|r| r.level).collect();
    levels.sort_by(f64::total_cmp);
    levels.dedup();
    for level in levels {
        let of: Vec<&Row> = rows.iter().filter(|r| r.level == level).collect();
        let mut tiers = BTreeMap::<u8, usize>::new();
        for row in &of {
            *tiers.entry(row.tier as u8).or_default() += 1;
        }
        let names = |t: &u8| Tier::ALL.get(*t as usize).map_or("stalled", |t| t.name());
        let tiers: Vec<String> = tiers.iter().map(|(t, n)| format!("{n} {}", names(t))).collect();
        let middle = |f: fn(&Row) -> f64| median(of.iter().map(|r| f(r)).collect());
        println!(
            "level {level}: {} killers; {}; median score {:.0}, effort {:.0}, rating {:.0}",
            of.len(),
            tiers.join(", "),
            middle(|r| r.score),
            middle(|r| r.effort),
            middle(|r| r.rating)
        );
    }
    let all = |f: fn(&Row) -> f64| rows.iter().map(f).collect::<Vec<f64>>();
    let level = all(|r| r.level);
    for (name, figure) in [
        ("tier", all(|r| r.tier)),
        ("score", all(|r| r.score)),
        ("effort", all(|r| r.effort)),
        ("rating", all(|r| r.rating)),
    ] {
        println!("Spearman of {name} with level: {:.3}", spearman(&figure, &level));
    }
}
