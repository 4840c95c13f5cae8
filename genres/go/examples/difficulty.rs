//! Features and scores of a table of problems with levels, and the rank correlation of score and level.
//!
//! ```text
//! cargo run --release -p tesuji-go --example difficulty -- ../shared/data/go/gotools_v1-3.tsv [EVERY] [OFFSET] [SECONDS]
//! ```
//! One line a problem on standard output (volume, level, empty points, score, features); the correlations at the end on
//! standard error. The table's columns: volume, level (1 to 14), attacker's and defender's stones, results.

use std::time::{Duration, Instant};
use tesuji_genre::GradeRequest;
use tesuji_genre::position::PositionGenre;
use tesuji_go::{Board, Color, Point, Points, Problem, Question, Role, Tsumego};
use tesuji_solver::Limits;

fn stones(text: &str) -> Vec<Point> {
    let at = |b: u8| b.wrapping_sub(b'A');
    text.split_whitespace()
        .filter_map(|w| Some(Point::new(at(*w.as_bytes().first()?), at(*w.as_bytes().get(1)?))))
        .collect()
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

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Some(path) = args.first() else {
        eprintln!("the table's path is missing");
        return;
    };
    let number = |i: usize, default: usize| args.get(i).and_then(|a| a.parse().ok()).unwrap_or(default);
    let (every, offset, seconds) = (number(1, 10), number(2, 0), number(3, 10));
    let Ok(table) = std::fs::read_to_string(path) else {
        eprintln!("SKIPPED: {path} can't be read");
        return;
    };
    let limits = Limits::default().with_time(Duration::from_secs(seconds as u64)).with_memory(512 << 20);
    let want = GradeRequest { catalog: Tsumego.catalog().clone(), ceiling: None, needs: false, trial: 0, limits };
    let (mut all, mut middle, mut refused, mut unplayed) = (Vec::new(), Vec::new(), 0, 0);
    let start = Instant::now();
    let rows = table.lines().skip(1).enumerate().filter(|(i, _)| i % every == offset);
    for (i, row) in rows {
        let columns: Vec<&str> = row.split('\t').collect();
        let (&[_, volume, level, id, black, white, _, _, _, a_result, _, _, q_result, ..], true) =
            (&columns[..], columns.len() > 12)
        else {
            continue;
        };
        let first = match (q_result.starts_with('+'), a_result.starts_with('+')) {
            (true, _) => Role::Defender,
            (_, true) => Role::Attacker,
            _ => {
                unplayed += 1;
                continue;
            }
        };
        let (black, white) = (stones(black), stones(white));
        let put = black.iter().map(|&p| (p, Color::Black)).chain(white.iter().map(|&p| (p, Color::White)));
        let Ok(board) = Board::set_up(19, 19, put) else { continue };
        let Ok(question) = Question::of_target(&board, &white.iter().copied().collect::<Points>()) else {
            unplayed += 1;
            continue;
        };
        let problem = Problem { question, first };
        let begin = Instant::now();
        let level: f64 = level.parse().unwrap_or_default();
        let empty = problem.empty().len();
        match Tsumego.grade(&problem, None, &want) {
            Ok(graded) => {
                let features: Vec<String> =
                    graded.info.features.iter().map(|(name, v)| format!("{name}={v}")).collect();
                let motifs: Vec<&str> = graded.info.techniques.keys().map(String::as_str).collect();
                println!(
                    "{i}\t{id}\t{volume}\t{level}\t{empty}\t{}\t{}\t{}\t{:.3}",
                    graded.info.score,
                    features.join(" "),
                    motifs.join(","),
                    begin.elapsed().as_secs_f64()
                );
                let pair = (level, f64::from(graded.info.score));
                all.push(pair);
                if (9..=12).contains(&empty) {
                    middle.push(pair);
                }
            }
            Err(bad) => {
                // Too hard for the limit: the top of the scale.
                refused += 1;
                let pair = (level, 100.0);
                all.push(pair);
                if (9..=12).contains(&empty) {
                    middle.push(pair);
                }
                println!(
                    "{i}\t{id}\t{volume}\t{level}\t{empty}\t-\t{}\t\t{:.3}",
                    bad.what,
                    begin.elapsed().as_secs_f64()
                );
            }
        }
    }
    eprintln!(
        "{} problems, {refused} of them not decided (taken as 100), {unplayed} without a side that succeeds; Spearman {:.3} over all, {:.3} of {} with 9 to 12 empty points; {:.0} s",
        all.len(),
        spearman(&all),
        spearman(&middle),
        middle.len(),
        start.elapsed().as_secs_f64()
    );
}
