#![no_main]
//! Game records: any bytes are read, what was read is written and read again as the same trees, and
//! cleaned.

use libfuzzer_sys::fuzz_target;
use tesuji_harvest::{CleanOptions, clean_file};
use tesuji_sgf::{Collection, Diagnostic, Fault, Node};

/// The texts of all values. (Not their bytes: a bracket of damaged text that ends no value is written
/// with the escape that it lacked.)
fn values(sgf: &Collection) -> Vec<(String, Vec<String>)> {
    let of = |n: Node<'_>| n.properties().flat_map(|p| p.values().map(|v| v.text().to_string()).collect::<Vec<_>>()).collect();
    sgf.nodes().map(|n| (n.path(), of(n))).collect()
}

fuzz_target!(|data: &[u8]| {
    let (sgf, found, _) = Collection::read(data);
    for d in &found {
        assert!(d.offset + d.len <= data.len(), "{d:?}");
    }
    for node in sgf.nodes() {
        for property in node.properties() {
            for value in property.values() {
                let _ = (value.text(), value.simple_text(), value.pair(), value.points().count(), value.offset());
            }
        }
    }
    let (sgf, found) = Collection::parse(data);
    // A file that mixes the escapes of ISO-2022-JP with other bytes is recoded with losses; and
    // whether a bracket is half of a character in damaged text of two-byte charsets is a guess,
    // which the dropped junk may have told.
    let halves = |found: &[Diagnostic]| found.iter().any(|d| d.fault == Fault::HalfCharacters);
    let (again, found_again) = Collection::parse(&sgf.write());
    let certain = !halves(&found) && !halves(&found_again) && (data.is_ascii() || !data.contains(&0x1b));
    if certain {
        assert_eq!(values(&sgf), values(&again));
    }
    for game in clean_file(data, "any", &CleanOptions::default()).games {
        let (again, found) = Collection::parse(&game.sgf);
        assert!(found.is_empty(), "{found:?}");
        assert_eq!(again.roots().len(), 1);
    }
});
