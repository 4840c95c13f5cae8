//! The integration tests of this crate, one module a subject, in one program.

mod addresses;
mod azul_play;
mod book;
mod browse;
#[path = "../../../conformance/src/bin/check_proof.rs"]
// A whole program, of which the tests call the checker alone.
#[allow(dead_code)]
mod check_proof;
mod check_state;
mod commands;
mod cut_short;
mod discover;
mod drawn;
mod exits;
mod first_words;
mod full_disk;
mod genre_files;
mod handbook;
mod harvest;
mod harvest_go;
mod hints;
mod ideas;
mod inputs;
mod joseki;
mod kill;
mod manners;
mod memory;
mod mill;
mod pages;
mod parquet;
mod pasted;
mod pictures;
mod planted;
mod play;
mod promoted;
mod prove;
mod readme;
mod recipes;
mod records;
mod repair;
mod requests;
mod run;
mod sheets;
mod shown;
mod streams;
mod toy;
mod toys;
mod tsumego;
mod tsumego_book;
mod unread;
