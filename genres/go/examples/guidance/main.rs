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
//!
//! `cargo run --release -p tesuji-go --example guidance -- --network [--rounds N] [--questions N]
//! [--nodes N] [--passes N] [--seed S] > F`
//!
//! trains the network of the region's reader:
//! random groups, open ones and such as are shut in, are read, without a network at first and then
//! with the one that came out, and what was decided on the way is learnt. With `--check` it
//! measures one on questions that no training drew: the loss, and how many are decided by as many
//! positions.

mod draw;
mod fit;
mod network;
mod train;

use clap::Parser;
use draw::{Asked, Draw};
use fit::Material;
use network::{Run, seconds};
use std::path::PathBuf;
use std::process::ExitCode;
use tesuji_go::read::search::network::Network;
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
    /// Train the network of the region's reader, or measure it
    #[arg(long)]
    network: bool,
    /// Passes over all positions in the training of the network
    #[arg(long, default_value_t = 4, requires = "network")]
    passes: usize,
    /// Questions that are searched in a round: 3,000, or 400 for a measure
    #[arg(long)]
    questions: Option<usize>,
    /// Positions of a search: 400 on the whole board, 20,000 in a region
    #[arg(long)]
    nodes: Option<u64>,
    /// Let the reader of a region, with this number of positions for each question, be the guide
    #[arg(long, value_name = "N")]
    guided: Option<u64>,
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
        let limits = Limits::default().with_nodes(self.nodes.unwrap_or(400));
        let for_guide = self.guided.map(|nodes| Limits::default().with_nodes(nodes));
        let mut weights: Option<Guidance> = None;
        for round in 0..=self.rounds {
            let asked = self.draw(self.seed + round);
            let mut material = Material::default();
            let (mut proofs, mut nodes) = (0, 0);
            for (place, Asked { question, goal, first }) in asked.iter().enumerate() {
                let read = guidance::read(question, *goal, *first, (&limits, for_guide.as_ref()), weights.as_ref());
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

    /// Trains the network, or measures one.
    fn of_region(&self) -> ExitCode {
        let run = Run {
            rounds: self.rounds,
            questions: self.questions.unwrap_or(if self.check { 400 } else { 3_000 }),
            nodes: self.nodes.unwrap_or(20_000),
            passes: self.passes,
            seed: self.seed,
        };
        if !self.check {
            return match run.train() {
                Ok(network) => printed(&network.print()),
                Err(why) => refused(&why.to_string()),
            };
        }
        let Some(file) = &self.weights else { return refused("--network --check needs --weights") };
        let text = std::fs::read_to_string(file).map_err(|why| format!("{}: {why}", file.display()));
        match text.and_then(|text| Network::parse(&text).map_err(|why| why.to_string())) {
            Ok(network) => run.check(&network, self.seed + CHECK_SEED),
            Err(why) => return refused(&why),
        }
        ExitCode::SUCCESS
    }

    fn measure(&self, weights: Option<&Guidance>) -> String {
        let limits = Limits::default().with_nodes(self.nodes.unwrap_or(400));
        let for_guide = self.guided.map(|nodes| Limits::default().with_nodes(nodes));
        let asked = self.draw(self.seed + CHECK_SEED);
        let (begin, mut proofs, mut nodes) = (seconds(), [0; 2], 0);
        for Asked { question, goal, first } in &asked {
            let read = guidance::read(question, *goal, *first, (&limits, for_guide.as_ref()), weights);
            nodes += read.nodes;
            proofs[usize::from(*goal == tesuji_go::zones::ZoneGoal::Survive)] += usize::from(read.choices.is_some());
        }
        let [captures, lives] = proofs;
        let seconds = seconds() - begin;
        format!("{} questions: {captures} captures, {lives} lives, {nodes} positions, {seconds:.1} s", asked.len())
    }
}

fn main() -> ExitCode {
    let args = Args::parse();
    if args.network {
        return args.of_region();
    }
    if !args.check {
        return match args.fit() {
            Ok(weights) => printed(&weights.print()),
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

/// Prints weights.
fn printed(text: &str) -> ExitCode {
    eprintln!("fingerprint {:016x}", fingerprint(text));
    print!("{text}");
    ExitCode::SUCCESS
}

/// Says why weights are not used.
fn refused(why: &str) -> ExitCode {
    eprintln!("{why}");
    ExitCode::from(2)
}
