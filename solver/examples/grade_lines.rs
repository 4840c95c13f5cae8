//! Grades 81-character lines with the standard catalog: a tab-separated line each (solved, tier,
//! score, effort, techniques; with `--rating` the longest chain of the rating), then a summary on
//! stderr. With `--boards` every technique asks boards: packed candidates must give the same lines.
//! `cargo run --release -p tesuji-solver --example grade_lines -- FILE...`

use clap::Parser;
use std::io::Write;
use std::time::Instant;
use tesuji_solver::grade::{StandardGrader, rate};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{
    Catalog, Conflict, Domain, HouseKind, Limits, Literal, Network, NetworkError, RuleKind, Store, Tier, Value, Var,
};

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

/// The puzzle of a line, its givens written down.
fn posed<'n>(net: &'n Network, line: &str) -> Result<Store<'n>, Conflict> {
    let given = |c: char| c.to_digit(10).filter(|&d| d > 0).map(|d| d as Value);
    let givens: Vec<Option<Value>> = line.chars().take(81).map(given).collect();
    let left = |given: &Option<Value>| given.map_or(Domain::range(1, 9), Domain::single);
    let mut at = Store::new(net).of_puzzle(&givens.iter().map(left).collect::<Vec<_>>());
    for (var, given) in net.vars().zip(givens) {
        if let Some(value) = given {
            at.place(Literal { var, value })?;
        }
    }
    Ok(at)
}

/// Grades 81-character lines with the standard catalog.
#[derive(Parser)]
struct Args {
    /// Ask every technique on boards
    #[arg(long)]
    boards: bool,
    /// Rate by the longest chain, too
    #[arg(long)]
    rating: bool,
    /// Files of 81-character lines
    #[arg(required = true)]
    files: Vec<String>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let net = rules()?;
    let catalog = Catalog::standard().for_kinds(&[RuleKind::AllDifferent]);
    let args = Args::parse();
    let grader = StandardGrader::new(&catalog).without_steps();
    let grader = if args.boards { grader.on_boards() } else { grader };
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for file in args.files {
        let text = std::fs::read_to_string(&file)?;
        let (mut by_tier, mut solved, mut total) = ([0u32; 6], 0, 0);
        let begin = Instant::now();
        for line in text.lines().filter(|l| l.len() >= 81 && !l.starts_with('#')) {
            let start = posed(&net, line);
            total += 1;
            let grade = start.clone().and_then(|mut at| grader.grade(&mut at));
            let Ok(grade) = grade else {
                writeln!(out, "{line}\tcontradiction")?;
                continue;
            };
            solved += u32::from(grade.solved);
            by_tier[Tier::ALL.iter().position(|t| *t == grade.tier).unwrap_or(5)] += 1;
            let counts: Vec<String> = grade.counts.iter().map(|(id, n)| format!("{id}:{n}")).collect();
            let (tier, score, effort) = (grade.tier.name(), grade.score, grade.effort);
            let (solved, counts) = (grade.solved, counts.join(" "));
            write!(out, "{line}\t{solved}\t{tier}\t{score}\t{effort}\t{counts}")?;
            if args.rating {
                let rating = start.and_then(|mut at| rate(&mut at, &catalog, Limits::default()));
                write!(out, "\t{}", rating.map_or(0, |r| r.chain))?;
            }
            writeln!(out)?;
        }
        let each = begin.elapsed().as_secs_f64() * 1000.0 / f64::from(total.max(1));
        eprintln!("{file}: {total} graded, {solved} solved, by tier {by_tier:?}, {each:.3} ms each");
    }
    Ok(())
}
