#![no_main]
//! Lines of symbols.

mod common;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Ok(text) = std::str::from_utf8(data) {
        common::each_genre(text);
    }
    for genre in tesuji_genres::all() {
        genre.read(data, &mut |_| {});
    }
});
