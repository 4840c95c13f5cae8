#![no_main]
//! Simon Tatham's game IDs: the size is drawn from the first two bytes.

mod common;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let [w, h, rest @ ..] = data else { return };
    if let Ok(text) = std::str::from_utf8(rest) {
        common::each_genre(&format!("{}x{}:{text}", w % 8, h % 8));
        common::each_genre(text);
    }
});
