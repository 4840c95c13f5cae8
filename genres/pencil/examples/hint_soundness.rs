//! Hints on random partly filled states of sudokus with two to five solutions: does one strike a value of a solution?
//!
//! `cargo run --release -p tesuji-pencil --example hint_soundness -- [STATES] [SEED]`
#![allow(missing_docs, dead_code)]

#[path = "../tests/hints/states.rs"]
mod states;

fn main() {
    let mut words = std::env::args().skip(1);
    let mut number = |otherwise: u64| match words.next() {
        Some(word) => word.parse().unwrap_or_else(|_| panic!("{word:?} is no number")),
        None => otherwise,
    };
    let (count, seed) = (number(2000), number(1));
    let tally = states::look(count, seed);
    for wrong in &tally.wrong {
        println!("{wrong}");
    }
    println!(
        "{} states: the several solutions named in {}; without search {} steps, {} wrong",
        tally.states,
        tally.named,
        tally.steps,
        tally.wrong.len()
    );
    std::process::exit(i32::from(!tally.wrong.is_empty() || tally.named < tally.states));
}
