//! Makes the weights of the order of moves for proofs on the whole board, or measures them.
//!
//! `cargo run --release -p tesuji-go --example guidance -- [--rounds N] [--questions N] [--nodes N]
//! [--games DIR] [--seed S] > F`
//!
//! Questions are drawn (random open groups; with `--games` also chains of games that were played),
//! and searched without weights. Weights are fitted to the choices of the proofs that were found, and
//! the same is done again with these weights, on other questions. The same arguments print the same
//! weights, as far as the exponential function of the platform is the same. Every tenth question is
//! held out: the loss on those is printed.
//!
//! `cargo run --release -p tesuji-go --example guidance -- --check [--weights F] [--questions N]
//! [--nodes N]`
//!
//! searches questions that no training drew, without weights and with those of F: proofs that were
//! found with the same number of positions each, and the time. A file that does not fit is refused by
//! name; then the measure is made without it, and the exit code is 2.

mod draw;
mod fit;

use clap::Parser;
use draw::{Asked, Draw};
use fit::Material;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;
use tesuji_go::read::search::prior::fingerprint;
use tesuji_go::zones::guidance::{self, Guidance};
use tesuji_solver::Limits;

/// The questions that weights are measured on are drawn with seeds from here.
const CHECK_SEED: u64 = 1 << 32;

/// Makes the weights of the order of moves, or measures them.
#[derive(Parser)]
struct Args {
    /// Fit, and then this number of times again with the weights that came out
    #[arg(long, value_name = "N", default_value_t = 1)]
    rounds: u64,
    /// Measure searches without weights, and with those of `--weights`
    #[arg(long)]
    check: bool,
    /// The weights to measure
    #[arg(long, value_name = "FILE", requires = "check")]
    weights: Option<PathBuf>,
    /// Questions that are searched in a round: 3,000, or 400 for a measure
    #[arg(long)]
    questions: Option<usize>,
    /// Positions of a search
    #[arg(long, default_value_t = 400)]
    nodes: u64,
    /// A folder of games in SGF, whose chains are asked about too
    #[arg(long, value_name = "DIR")]
    games: Option<PathBuf>,
    /// Seed of the draws
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Args {
    fn draw(&self, seed: u64) -> Vec<Asked> {
        let count = self.questions.unwrap_or(if self.check { 400 } else { 3_000 });
        Draw { count, games: self.games.as_deref(), seed }.questions()
    }

    fn fit(&self) -> Result<Guidance, guidance::Unfit> {
        let limits = Limits::default().with_nodes(self.nodes);
        let mut weights: Option<Guidance> = None;
        for round in 0..=self.rounds {
            let asked = self.draw(self.seed + round);
            let mut material = Material::default();
            let (mut proofs, mut nodes) = (0, 0);
            for (place, Asked { question, goal, first }) in asked.iter().enumerate() {
                let read = guidance::read(question, *goal, *first, &limits, weights.as_ref());
                nodes += read.nodes;
                let Some(choices) = read.choices else { continue };
                proofs += 1;
                // Both goals of a position go together.
                material.add(choices, place / 2 % 10 == 9);
            }
            let fitted = Guidance::of(&material.fit(self.seed + round))?;
            eprintln!("round {round}: {} questions, {proofs} proofs, {nodes} positions", asked.len());
            eprintln!("held out: {}", material.told(&fitted));
            weights = Some(fitted);
        }
        weights.ok_or(guidance::Unfit::Count(0))
    }

    fn measure(&self, weights: Option<&Guidance>) -> String {
        let limits = Limits::default().with_nodes(self.nodes);
        let asked = self.draw(self.seed + CHECK_SEED);
        let (begin, mut proofs, mut nodes) = (Instant::now(), [0; 2], 0);
        for Asked { question, goal, first } in &asked {
            let read = guidance::read(question, *goal, *first, &limits, weights);
            nodes += read.nodes;
            proofs[usize::from(*goal == tesuji_go::zones::ZoneGoal::Survive)] += usize::from(read.choices.is_some());
        }
        let [captures, lives] = proofs;
        let seconds = begin.elapsed().as_secs_f64();
        format!("{} questions: {captures} captures, {lives} lives, {nodes} positions, {seconds:.1} s", asked.len())
    }
}

fn main() -> ExitCode {
    let args = Args::parse();
    if !args.check {
        return match args.fit() {
            Ok(weights) => {
                let text = weights.print();
                eprintln!("fingerprint {:016x}", fingerprint(&text));
                print!("{text}");
                ExitCode::SUCCESS
            }
            Err(why) => refused(&why.to_string()),
        };
    }
    println!("without weights: {}", args.measure(None));
    let Some(file) = &args.weights else { return ExitCode::SUCCESS };
    let weights = std::fs::read_to_string(file)
        .map_err(|why| why.to_string())
        .and_then(|text| Guidance::parse(&text).map_err(|why| why.to_string()))
        .map_err(|why| format!("{}: {why}", file.display()));
    match weights {
        Ok(weights) => {
            println!("with weights:    {}", args.measure(Some(&weights)));
            ExitCode::SUCCESS
        }
        Err(why) => refused(&why),
    }
}

/// Says why weights are not used.
fn refused(why: &str) -> ExitCode {
    eprintln!("{why}");
    ExitCode::from(2)
}
