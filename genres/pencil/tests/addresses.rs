//! Addresses that other programs' tests hold: each is read, and written back as it was.

use std::path::Path;
use tesuji_pencil::codec::{
    Borders, CellClues, Codec, FourCell, Hexadecimal, OutsideNumbers, RegionNumbers, SingleSymbol,
};

fn codecs() -> Vec<Codec> {
    vec![
        Codec::new(&["slither"]).with(CellClues(FourCell)),
        Codec::new(&["heyawake"]).with(Borders).with(RegionNumbers(Hexadecimal)),
        Codec::new(&["nurikabe"]).with(CellClues(Hexadecimal)),
        Codec::new(&["fillomino"]).with(CellClues(Hexadecimal)),
        Codec::new(&["hitori"]).with(CellClues(SingleSymbol)),
        Codec::new(&["lits"]).with(Borders),
        Codec::new(&["nonogram"]).with(OutsideNumbers(Hexadecimal)),
    ]
}

#[test]
fn addresses_of_other_programs_come_back_as_they_were() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/pencil");
    if !data.is_dir() {
        println!("skipped: {} is not there", data.display());
        return;
    }
    let mut read = 0;
    for codec in codecs() {
        for folder in ["cspuz", "noqx"] {
            let Ok(text) = std::fs::read_to_string(data.join(folder).join(format!("{}.txt", codec.names()[0]))) else {
                continue;
            };
            for address in text.lines().filter(|l| l.contains("://")) {
                let tail = &address[address.rfind('?').map_or(0, |i| i + 1)..];
                // A letter between name and size asks for a variant of the rules.
                if tail.split('/').nth(1).is_some_and(|f| f.parse::<usize>().is_err()) {
                    assert!(codec.read(address).is_err(), "{address}");
                    continue;
                }
                let puzzle = codec.read(address).unwrap_or_else(|bad| panic!("{address}: {bad}"));
                assert_eq!(codec.write(&puzzle).expect("text"), tail.trim_end_matches('/'), "{address}");
                read += 1;
            }
        }
    }
    assert!(read > 10, "{read} addresses");
    println!("{read} addresses");
}
