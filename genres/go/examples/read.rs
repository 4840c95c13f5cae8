//! Reads a picture for both sides and replays the proofs: `cargo run --release -p tesuji-go --example read -- PICTURE`.

use std::time::Duration;
use tesuji_go::{DfPnReader, Question, Role};
use tesuji_solver::Limits;

fn main() {
    let reader = DfPnReader::telling_seki();
    for text in std::env::args().skip(1) {
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
                }
                Err(e) => println!("{e}"),
            }
        }
    }
}
