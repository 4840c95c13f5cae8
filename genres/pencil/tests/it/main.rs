//! The integration tests of this crate, one module a subject, in one program.

mod addresses;
mod enumerate;
mod family_rules;
mod formats;
mod generate;
mod handed;
mod hints;
mod house;
mod least_image;
mod mutations;
mod other_programs;
mod paste;
mod penpa;
mod penpa_hands;
mod sudoku;
mod variants;

use tesuji_genre::{GenerateRequest, Genre, Record};

/// Puzzles of a size from a seed.
fn made(genre: &dyn Genre, size: &str, count: u64, seed: u64) -> Vec<Record> {
    let want = GenerateRequest { size: Some(size.into()), count, seed, ..GenerateRequest::default() };
    let mut out = Vec::new();
    genre.generate(&want, &mut |record| out.push(record)).expect("a request that is possible");
    out
}
