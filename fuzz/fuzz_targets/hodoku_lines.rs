#![no_main]
//! HoDoKu lines with candidates.

mod common;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Ok(text) = std::str::from_utf8(data) {
        common::each_genre(text);
        common::each_genre(&format!(":0000:x:{text}"));
    }
});
