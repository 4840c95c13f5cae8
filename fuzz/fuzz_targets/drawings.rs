#![no_main]
//! Addresses of penpa-edit: arbitrary ones, and drawings of arbitrary text. What is read as a
//! puzzle is drawn, and read again the same.

mod common;

use libfuzzer_sys::fuzz_target;
use tesuji_genre::penpa;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    common::each_genre(&format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={text}"));
    // A head that most drawings have leaves the marks and the cells to the fuzzer.
    let headed = format!("square,2,2,38,0,1,1,114,114,57,57,0,0,0,0\n[0,0,0,0]\n{{}}\n{text}");
    for drawing in [text, headed.as_str()] {
        let address = penpa::address(drawing);
        common::each_genre(&address);
        for genre in tesuji_genres::all() {
            let Ok(parsed) = genre.parse(&address) else { continue };
            let mut written = Vec::new();
            let mut records = std::iter::once(parsed.puzzle.record());
            if genre.write(penpa::PENPA, &mut records, &mut written).is_ok() {
                let line = String::from_utf8(written).expect("text");
                let again = genre.parse(line.trim()).expect("what is drawn is read again");
                assert_eq!(again.puzzle.text, parsed.puzzle.text);
            }
        }
    }
});
