#![no_main]
//! Joseki books and trees, and what a GTP controller sends.

use libfuzzer_sys::fuzz_target;
use tesuji_joseki::gtp::Request;
use tesuji_joseki::{book_file, tree::Tree};

fuzz_target!(|data: &[u8]| {
    let _ = Tree::read("any", data, &mut |_| {});
    if let Ok(text) = std::str::from_utf8(data) {
        let _ = book_file::read("any", text, &mut |_| {});
        for line in text.lines() {
            let _ = Request::read(line);
        }
    }
});
