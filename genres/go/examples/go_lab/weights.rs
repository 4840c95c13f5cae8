//! Fits the weights of difficulty on one volume and correlates on the others.
//!
//! ```text
//! cargo run --release -p tesuji-go --example go_lab -- weights FEATURES.tsv [VOLUME]
//! ```
//! Reads what the command `difficulty` printed. Says Spearman's correlation of score and level, for
//! the score as it stands and for least squares on VOLUME (scaled so that the levels span the
//! scale), over each volume, over the others together, and among the problems with 9 to 12 empty
//! points.

use std::collections::BTreeMap;
use std::path::PathBuf;
use tesuji_go::difficulty::WEIGHTS;

struct Row {
    volume: u32,
    level: f64,
    empty: u32,
    score: f64,
    decided: bool,
    features: Vec<f64>,
}

fn row(line: &str) -> Option<Row> {
    let columns: Vec<&str> = line.split('\t').collect();
    let &[_, _, volume, level, empty, score, decided, _, features, ..] = &columns[..] else { return None };
    let named: BTreeMap<&str, f64> =
        features.split(' ').filter_map(|f| f.split_once('=')).filter_map(|(n, v)| Some((n, v.parse().ok()?))).collect();
    Some(Row {
        volume: volume.parse().ok()?,
        level: level.parse().ok()?,
        empty: empty.parse().ok()?,
        score: score.parse().ok()?,
        decided: decided == "1",
        features: WEIGHTS.iter().map(|(name, _)| named.get(name).copied().unwrap_or_default()).collect(),
    })
}

/// Ranks with the mean for equal values.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut i = 0;
    while i < order.len() {
        let mut j = i;
        while j + 1 < order.len() && values[order[j + 1]] == values[order[i]] {
            j += 1;
        }
        for &k in &order[i..=j] {
            ranks[k] = (i + j) as f64 / 2.0;
        }
        i = j + 1;
    }
    ranks
}

/// Spearman's rank correlation.
fn spearman(pairs: &[(f64, f64)]) -> f64 {
    let (a, b): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    let (a, b) = (ranks(&a), ranks(&b));
    let n = a.len() as f64;
    let mean = |v: &[f64]| v.iter().sum::<f64>() / n;
    let (ma, mb) = (mean(&a), mean(&b));
    let cov: f64 = a.iter().zip(&b).map(|(x, y)| (x - ma) * (y - mb)).sum();
    let var = |v: &[f64], m: f64| v.iter().map(|x| (x - m).powi(2)).sum::<f64>();
    cov / (var(&a, ma) * var(&b, mb)).sqrt()
}

/// Signs that a weight may have: more of it makes a problem harder, or easier.
fn sign(name: &str) -> f64 {
    if matches!(name, "swing" | "inner") { -1.0 } else { 1.0 }
}

/// Least squares with signs and a little ridge, by coordinate descent on standardised features:
/// weights and constant.
fn fit(rows: &[&Row]) -> (Vec<f64>, f64) {
    let n = rows.len() as f64;
    let width = WEIGHTS.len();
    let mean: Vec<f64> = (0..width).map(|k| rows.iter().map(|r| r.features[k]).sum::<f64>() / n).collect();
    let spread: Vec<f64> = (0..width)
        .map(|k| (rows.iter().map(|r| (r.features[k] - mean[k]).powi(2)).sum::<f64>() / n).sqrt().max(1e-9))
        .collect();
    let x = |r: &Row, k: usize| (r.features[k] - mean[k]) / spread[k];
    let middle = rows.iter().map(|r| r.level).sum::<f64>() / n;
    let mut w = vec![0.0; width];
    for _ in 0..2000 {
        for k in 0..width {
            let rest = |r: &Row| {
                let told: f64 = (0..width).filter(|&i| i != k).map(|i| w[i] * x(r, i)).sum();
                r.level - middle - told
            };
            let pull = rows.iter().map(|r| x(r, k) * rest(r)).sum::<f64>() / n / 1.02;
            let s = sign(WEIGHTS[k].0);
            w[k] = s * (s * pull).max(0.0);
        }
    }
    let plain: Vec<f64> = (0..width).map(|k| w[k] / spread[k]).collect();
    let constant = middle - plain.iter().zip(&mean).map(|(w, m)| w * m).sum::<f64>();
    (plain, constant)
}

/// Fits the weights of difficulty on one volume and correlates on the others.
#[derive(clap::Args)]
pub struct Args {
    /// What the command `difficulty` printed
    features: PathBuf,
    /// The volume to fit on
    #[arg(default_value_t = 1)]
    volume: u32,
}

/// Runs it.
pub fn run(args: Args) {
    let Args { features, volume } = args;
    let text = match std::fs::read_to_string(&features) {
        Ok(text) => text,
        Err(why) => {
            eprintln!("{}: {why}", features.display());
            std::process::exit(2);
        }
    };
    let rows: Vec<Row> = text.lines().filter_map(row).collect();
    let fitted: Vec<&Row> = rows.iter().filter(|r| r.volume == volume).collect();
    let (weights, constant) = fit(&fitted);
    let told = |r: &Row| constant + weights.iter().zip(&r.features).map(|(w, f)| w * f).sum::<f64>();
    let undecided = rows.iter().filter(|r| !r.decided).count();
    println!("{} problems, {undecided} not decided; fitted on the {} of volume {volume}", rows.len(), fitted.len());
    let volumes = |of: &dyn Fn(u32) -> bool, name: &str| {
        let of: Vec<&Row> = rows.iter().filter(|r| of(r.volume)).collect();
        let rho = |by: &dyn Fn(&Row) -> f64, middle: bool| {
            let among = of.iter().filter(|r| !middle || (9..=12).contains(&r.empty));
            spearman(&among.map(|r| (r.level, by(r))).collect::<Vec<_>>())
        };
        let middle = of.iter().filter(|r| (9..=12).contains(&r.empty)).count();
        let (stands, fits) = (|r: &Row| r.score, |r: &Row| told(r));
        println!(
            "{name}: {} problems, {middle} with 9 to 12 empty points; as it stands {:.3} and {:.3}, fitted {:.3} and {:.3}",
            of.len(),
            rho(&stands, false),
            rho(&stands, true),
            rho(&fits, false),
            rho(&fits, true),
        );
    };
    for v in 1..=3 {
        volumes(&|w| w == v, &format!("volume {v}"));
    }
    volumes(&|w| w != volume, "held out");
    volumes(&|_| true, "all");
    // Level 0.5 to 14.5 spans 0 to 100.
    let scale = 100.0 / 14.0;
    for ((name, _), w) in WEIGHTS.iter().zip(&weights) {
        println!("    (\"{name}\", {:.2}),", w * scale);
    }
    println!("constant {:.2}", (constant - 0.5) * scale);
}
