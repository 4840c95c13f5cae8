#![no_main]
//! puzz.link addresses.

mod common;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let [w, h, rest @ ..] = data else { return };
    if let Ok(text) = std::str::from_utf8(rest) {
        common::each_genre(&format!("https://puzz.link/p?sudoku/{}/{}/{text}", w % 26, h % 26));
        common::each_genre(&format!("https://puzz.link/p?{text}"));
    }
});
