#![no_main]
//! Genre files: a fault is said, and never a panic. (A genre lives as long as the program, so this
//! target grows: run it with `-detect_leaks=0`.)

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Ok(text) = std::str::from_utf8(data) {
        let _ = tesuji_described::read(text);
    }
});
