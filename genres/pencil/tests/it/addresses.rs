//! Addresses that other programs' tests hold: each is read, and written back as it was.

use std::path::Path;
use tesuji_pencil::codec::{
    Arrows, Borders, CellClues, Circles, Codec, CornerClues, Crossings, Filled, FourCell, Hexadecimal, Lists,
    OutsideNumbers, RegionNumbers, SingleSymbol,
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
        Codec::new(&["masyu"]).with(CellClues(Circles)),
        Codec::new(&["mashu"]).with(CellClues(Circles)),
        Codec::new(&["simpleloop"]).with(CellClues(Filled)),
        Codec::new(&["yajilin"]).with(CellClues(Arrows)),
        Codec::new(&["country"]).with(Borders).with(RegionNumbers(Hexadecimal)),
        Codec::new(&["hashi"]).with(CellClues(Hexadecimal)),
        Codec::new(&["hashikake"]).with(CellClues(Hexadecimal)),
        Codec::new(&["kakuro"]).with(Crossings),
        Codec::new(&["gokigen"]).with(CornerClues(FourCell)),
        Codec::new(&["ripple"]).with(Borders).with(CellClues(Hexadecimal)),
        Codec::new(&["tapa"]).with(CellClues(Lists)),
        Codec::new(&["shikaku"]).with(CellClues(Hexadecimal)),
        Codec::new(&["kurotto"]).with(CellClues(Hexadecimal)),
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
        for folder in ["cspuz", "noqx", "pzprjs"] {
            let name = codec.names()[0];
            let file = |ending: &str| std::fs::read_to_string(data.join(folder).join(format!("{name}.{ending}")));
            let text = if folder == "pzprjs" {
                let state: serde_json::Value =
                    serde_json::from_str(&file("json").unwrap_or_default()).unwrap_or_default();
                state["url"].as_str().unwrap_or_default().to_string()
            } else {
                file("txt").unwrap_or_default()
            };
            for address in text.lines().filter(|l| l.contains("://")) {
                let tail = &address[address.rfind('?').map_or(0, |i| i + 1)..];
                // A letter between name and size asks for a variant of the rules.
                if tail.split('/').nth(1).is_some_and(|f| f.parse::<usize>().is_err()) {
                    assert!(codec.read(address).is_err(), "{address}");
                    continue;
                }
                let puzzle = codec.read(address).unwrap_or_else(|bad| panic!("{address}: {bad}"));
                let written = codec.write(&puzzle).expect("text");
                assert_eq!(codec.read(&written).as_ref(), Ok(&puzzle), "{address}");
                assert_eq!(written, tail.trim_end_matches('/'), "{address}");
                read += 1;
            }
        }
    }
    assert!(read > 30, "{read} addresses");
    println!("{read} addresses");
}
