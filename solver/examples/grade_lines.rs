//! Grades 81-character lines with the standard catalog: a tab-separated line each (solved, tier,
//! score, effort, steps, techniques, longest chain of the rating), then a summary on stderr (times
//! include the rating). `cargo run --release -p tesuji-solver --example grade_lines -- FILE...`

use clap::Parser;
use std::io::Write;
use std::time::Instant;
use tesuji_solver::grade::{StandardGrader, rate, start};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Catalog, Domain, HouseKind, Limits, Network, NetworkError, Tier, Value, Var};

fn rules() -> Result<Network, NetworkError> {
    let mut net = Network::with_vars(81, Domain::range(1, 9));
    let mut house = |kind, cells: &dyn Fn(u32) -> u32| {
        net.add_house(RuleSpec::AllDifferent { vars: (0..9).map(|i| Var(cells(i))).collect() }, kind)
    };
    for h in 0..9 {
        house(HouseKind::Line(0), &|i| h * 9 + i)?;
    }
    for h in 0..9 {
        house(HouseKind::Line(1), &|i| i * 9 + h)?;
    }
    for h in 0..9 {
        house(HouseKind::Region, &|i| (h / 3 * 3 + i / 3) * 9 + h % 3 * 3 + i % 3)?;
    }
    Ok(net)
}

/// Grades 81-character lines with the standard catalog.
#[derive(Parser)]
struct Args {
    /// Files of 81-character lines
    #[arg(required = true)]
    files: Vec<String>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let net = rules()?;
    let catalog = Catalog::standard();
    let grader = StandardGrader::new(&catalog);
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for file in Args::parse().files {
        let text = std::fs::read_to_string(&file)?;
        let (mut by_tier, mut solved, mut total) = ([0u32; 6], 0, 0);
        let begin = Instant::now();
        for line in text.lines().filter(|l| l.len() >= 81 && !l.starts_with('#')) {
            let mut puzzle = net.clone();
            for (i, c) in line.chars().take(81).enumerate() {
                if let Some(d) = c.to_digit(10).filter(|&d| d > 0) {
                    puzzle.set_domain(Var(i as u32), Domain::single(d as Value));
                }
            }
            total += 1;
            let grade = start(&puzzle).and_then(|mut at| grader.grade(&mut at));
            let Ok(grade) = grade else {
                writeln!(out, "{line}\tcontradiction")?;
                continue;
            };
            solved += u32::from(grade.solved);
            by_tier[Tier::ALL.iter().position(|t| *t == grade.tier).unwrap_or(5)] += 1;
            let counts: Vec<String> = grade.counts.iter().map(|(id, n)| format!("{id}:{n}")).collect();
            let (tier, score, effort, steps) = (grade.tier.name(), grade.score, grade.effort, grade.steps.len());
            let rating = start(&puzzle).and_then(|mut at| rate(&mut at, &catalog, Limits::default()));
            let (solved, counts, chain) = (grade.solved, counts.join(" "), rating.map_or(0, |r| r.chain));
            writeln!(out, "{line}\t{solved}\t{tier}\t{score}\t{effort}\t{steps}\t{counts}\t{chain}")?;
        }
        let each = begin.elapsed().as_secs_f64() * 1000.0 / f64::from(total.max(1));
        eprintln!("{file}: {total} graded, {solved} solved, by tier {by_tier:?}, {each:.3} ms each");
    }
    Ok(())
}
