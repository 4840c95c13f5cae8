//! Reads a picture for both sides and replays the proofs:
//! `cargo run --release -p tesuji-go --example read -- [--sgf] PICTURE`. With `--sgf` each proof is
//! printed as a game of SGF, every reply in it, if that has at most 100,000 moves.

use clap::Parser;
use std::time::Duration;
use tesuji_go::study::variations;
use tesuji_go::{DfPnReader, Problem, Question, Role};
use tesuji_solver::Limits;

/// Reads pictures for both sides and replays the proofs.
#[derive(Parser)]
struct Args {
    /// Print each proof as a game of SGF
    #[arg(long)]
    sgf: bool,
    /// Pictures of enclosed positions, `|` between their rows
    #[arg(required = true)]
    pictures: Vec<String>,
}

fn main() {
    let reader = DfPnReader::telling_seki();
    let Args { sgf, pictures } = Args::parse();
    for text in pictures {
        let question = match Question::from_picture(&text) {
            Ok(q) => q,
            Err(e) => {
                eprintln!("{text}: {e}");
                continue;
            }
        };
        println!("{}", text.replace('|', "\n"));
        for role in Role::ALL {
            let limits = Limits::default().with_time(Duration::from_secs(10));
            match reader.prove(&question, role, &limits) {
                Ok(proved) => {
                    let key = proved.reading.key.map(|k| k.map_or("pass".into(), |p| p.name(question.board.size().1)));
                    let sizes: Vec<_> =
                        proved.certificates.iter().map(|c| (c.supply, c.killed, c.proof.len())).collect();
                    println!("{role} first: {}, key {key:?}, {} nodes", proved.reading.outcome, proved.reading.nodes);
                    println!("  {sizes:?}, replay: {:?}", proved.check(&question, role));
                    let problem = Problem { question: question.clone(), first: role };
                    for certificate in proved.certificates.iter().filter(|_| sgf) {
                        match variations(&problem, certificate, 100_000) {
                            Ok(text) => println!("{text}"),
                            Err(why) => println!("  {why}"),
                        }
                    }
                }
                Err(e) => println!("{e}"),
            }
        }
    }
}
