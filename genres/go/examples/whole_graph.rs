//! The reference reader on empty regions: how many positions, how long, how much memory for the
//! graph.
//!
//! `cargo run --release -p tesuji-go --example whole_graph`

use clap::Parser;
use std::time::Instant;
use tesuji_go::{Question, Reader, ReferenceReader, Role};
use tesuji_solver::{Limits, Stop};

/// The reference reader on empty regions.
#[derive(Parser)]
struct Args {}

fn main() {
    let Args {} = Args::parse();
    // One chain around a corner of two or three rows of empty points, the wall around it.
    for (picture, empty) in [
        ("!.....OX|.....OX|OOOOOOX|XXXXXXX", 10),
        ("!....OX|....OX|....OX|OOOOOX|XXXXXX", 12),
        ("!......OX|......OX|OOOOOOOX|XXXXXXXX", 12),
    ] {
        let question = Question::from_picture(picture).expect("a picture");
        let start = Instant::now();
        let reading = ReferenceReader.read_first(&question, Role::Attacker, &Limits::default()).expect("small");
        assert_eq!(reading.stop, Stop::Exhausted);
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let peak = status.lines().find(|l| l.starts_with("VmHWM")).unwrap_or_default().to_string();
        println!(
            "{empty} empty points: {}, {} positions, {:.2} s; {peak}",
            reading.outcome,
            reading.nodes,
            start.elapsed().as_secs_f64()
        );
    }
}
