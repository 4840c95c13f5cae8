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
