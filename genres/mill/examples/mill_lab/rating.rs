//! Grades every puzzle of a Sanmill pack and prints the rank correlation (Spearman) of our score
//! with the pack's ratings.
//!
//! `cargo run --release -p tesuji-mill --example mill_lab -- rating PACK TABLES`

use std::path::Path;
use tesuji_mill::exchange::Pack;
use tesuji_mill::puzzle::{Library, Question, difficulty, judge_loosely};
use tesuji_mill::variant::VARIANTS;

/// Ranks from 1; equal values share the mean of their ranks.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    for group in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let first = order.iter().position(|&i| i == group[0]).unwrap_or(0);
        let mean = first as f64 + (group.len() as f64 + 1.0) / 2.0;
        group.iter().for_each(|&i| ranks[i] = mean);
    }
    ranks
}

fn pearson(a: &[f64], b: &[f64]) -> f64 {
    let mean = |v: &[f64]| v.iter().sum::<f64>() / v.len() as f64;
    let (ma, mb) = (mean(a), mean(b));
    let cov: f64 = a.iter().zip(b).map(|(x, y)| (x - ma) * (y - mb)).sum();
    let norm = |v: &[f64], m: f64| v.iter().map(|x| (x - m).powi(2)).sum::<f64>().sqrt();
    cov / (norm(a, ma) * norm(b, mb))
}

/// Grades every puzzle of a Sanmill pack, and correlates with its ratings.
#[derive(clap::Args)]
pub struct Args {
    /// The pack
    pack: String,
    /// The folder of the tables
    tables: String,
}

/// Runs it.
pub fn run(args: Args) -> Result<(), Box<dyn std::error::Error>> {
    let Args { pack: file, tables } = args;
    let (pack, _) = Pack::read(&std::fs::read(file)?);
    let pack = pack.ok_or("no pack")?;
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for puzzle in pack.puzzles() {
        let Some(rating) = puzzle.rating else { continue };
        let Some(variant) = VARIANTS.iter().find(|v| v.id == puzzle.rule_variant_id()) else { continue };
        let question = Question::new(variant, &puzzle.initial_position, puzzle.category, 1)?;
        let (own, enemy) = (question.state.own_total(), question.state.enemy_total());
        let Ok(library) = Library::open(variant, Path::new(&tables), own, enemy) else { continue };
        match judge_loosely(&question, &mut library.oracle(400_000), false) {
            Ok(judged) => {
                let score = difficulty(&library.kernel(), &question, &judged).score;
                println!("{}\t{rating}\t{score}\t{}", puzzle.id, judged.n);
                ours.push(f64::from(score));
                theirs.push(rating as f64);
            }
            Err(why) => println!("{}\t{rating}\t-\t{why}", puzzle.id),
        }
    }
    let correlation = pearson(&ranks(&ours), &ranks(&theirs));
    println!("Spearman {correlation:.3} over {} of {} puzzles", ours.len(), pack.puzzles().len());
    Ok(())
}
