//! Fits the prior of first moves to the key moves of problems:
//! `cargo run --release -p tesuji-go --example looks -- FILE`.
//!
//! FILE holds records of `generate --genre tsumego`. Two thirds of them fit, the rest tells how
//! well: mean surprise of the key move, against that of a move drawn at random. The weights are
//! printed as `difficulty/prior.rs` holds them.

use clap::Parser;
use std::path::PathBuf;
use tesuji_go::difficulty::looks::{SIGHTS, Weights, shares_by, sights, surprise};
use tesuji_go::read::{Area, Exits, Ply, Supply};
use tesuji_go::{Point, Problem, Role};

type Case = (Role, Vec<(Ply, [f64; SIGHTS.len()])>, Vec<Ply>);

fn case(line: &str) -> Option<Case> {
    let record: serde_json::Value = serde_json::from_str(line).ok()?;
    let problem = Problem::parse(record["puzzle"].as_str()?).ok()?;
    let area = Area::of(&problem.question, Exits::Free).ok()?;
    let root = area.state(&problem.question, problem.first, Supply::NONE);
    let (w, h) = problem.question.board.size();
    let symmetries = problem.automorphisms();
    let keys = record["solution"]["keys"].as_array()?.iter().filter_map(|k| Point::parse(k.as_str()?, w, h));
    let keys = keys.flat_map(|k| symmetries.iter().map(|&s| problem.image_of(k, s)).collect::<Vec<_>>());
    let keys: Vec<Ply> = keys.filter_map(|k| area.cell(k).map(Ply)).collect();
    Some((problem.first, sights(&problem, &area, &root), keys))
}

/// Mean surprise of the right moves.
fn loss(weights: &Weights, cases: &[Case]) -> f64 {
    let one = |(role, seen, keys): &Case| surprise(&shares_by(weights, *role, seen), |p| keys.contains(&p));
    cases.iter().map(one).sum::<f64>() / cases.len().max(1) as f64
}

/// How often the key move looks best.
fn best(weights: &Weights, cases: &[Case]) -> f64 {
    let hit = |(role, seen, keys): &&Case| {
        let shares = shares_by(weights, *role, seen);
        shares.iter().max_by(|a, b| a.1.total_cmp(&b.1)).is_some_and(|(ply, _)| keys.contains(ply))
    };
    cases.iter().filter(hit).count() as f64 / cases.len().max(1) as f64
}

/// Gradient ascent on the likelihood of the keys, with a little weight decay.
fn fit(cases: &[Case]) -> Weights {
    let mut weights: Weights = [[0.0; SIGHTS.len()]; 2];
    for round in 0..3000 {
        let mut slope: Weights = [[0.0; SIGHTS.len()]; 2];
        for (role, seen, keys) in cases {
            let shares = shares_by(&weights, *role, seen);
            let right: f64 = shares.iter().filter(|s| keys.contains(&s.0)).map(|s| s.1).sum::<f64>().max(1e-12);
            let slope = &mut slope[usize::from(*role == Role::Defender)];
            for ((ply, x), (_, share)) in seen.iter().zip(&shares) {
                let pull = if keys.contains(ply) { share / right - share } else { -share };
                slope.iter_mut().zip(x).for_each(|(s, x)| *s += pull * x);
            }
        }
        let rate = 1.0 / (1.0 + f64::from(round) / 500.0);
        for (w, s) in weights.iter_mut().flatten().zip(slope.iter().flatten()) {
            *w += rate * (s / cases.len() as f64 - 0.002 * *w);
        }
    }
    weights
}

/// Fits the prior of first moves to the key moves of problems.
#[derive(Parser)]
struct Args {
    /// Records of `generate --genre tsumego`
    file: PathBuf,
}

fn main() {
    let Args { file } = Args::parse();
    let text = match std::fs::read_to_string(&file) {
        Ok(text) => text,
        Err(why) => {
            eprintln!("{}: {why}", file.display());
            std::process::exit(2);
        }
    };
    let cases: Vec<Case> = text.lines().filter_map(case).collect();
    let (held, fitted): (Vec<_>, Vec<_>) = cases.iter().cloned().enumerate().partition(|(i, _)| i % 3 == 0);
    let strip = |v: Vec<(usize, Case)>| v.into_iter().map(|(_, c)| c).collect::<Vec<_>>();
    let (held, fitted) = (strip(held), strip(fitted));
    let (weights, flat) = (fit(&fitted), [[0.0; SIGHTS.len()]; 2]);
    for (name, cases) in [("fitted", &fitted), ("held out", &held)] {
        println!(
            "// {name}: {} problems, surprise {:.3} (at random {:.3}), the key looks best in {:.1}% (at random {:.3})",
            cases.len(),
            loss(&weights, cases),
            loss(&flat, cases),
            100.0 * best(&weights, cases),
            best(&flat, cases),
        );
    }
    let all = fit(&cases);
    for row in all {
        let row: Vec<String> = row.iter().map(|w| format!("{w:.2}")).collect();
        println!("[{}],", row.join(", "));
    }
}
