//! Recorded answers of KataGo with the same network: policy and value of empty boards.

use std::path::Path;
use tesuji_net::{Net, NetError, Position, Side};

fn folder() -> Option<&'static Path> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../../shared/data/katago"));
    if folder.join("g170-b6c96.bin.gz").exists() {
        return Some(folder);
    }
    eprintln!("SKIPPED: no recorded answers of KataGo at {}", folder.display());
    None
}

#[test]
fn policies_are_those_of_the_engine() {
    let Some(folder) = folder() else { return };
    let net = Net::open(&folder.join("g170-b6c96.bin.gz")).expect("a network");
    let text = std::fs::read_to_string(folder.join("fixtures.jsonl")).expect("a text");
    let mut seen = 0;
    for line in text.lines() {
        let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let Ok(reply) = serde_json::from_str::<serde_json::Value>(line["raw"].as_str().unwrap_or("")) else { continue };
        let (Some(policy), side) = (reply["policy"].as_array(), &reply["id"]) else { continue };
        let n = match side.as_str() {
            Some("nine-empty") => 9,
            Some("thirteen-0") => 13,
            _ => continue,
        };
        let mut position = Position::empty(n, n);
        position.count_area();
        position.set_komi(-7.0);
        let found = net.evaluate(&position);
        for (cell, (&mine, theirs)) in found.chances().iter().zip(policy).enumerate() {
            let theirs = theirs.as_f64().expect("a number") as f32;
            assert!((mine - theirs).abs() < 1e-3, "{side}, point {cell}: {mine} and {theirs}");
        }
        let root = &reply["rootInfo"];
        assert!((f64::from(found.win) - root["rawWinrate"].as_f64().expect("a number")).abs() < 2e-3, "{}", found.win);
        assert!((f64::from(found.lead) - root["rawLead"].as_f64().expect("a number")).abs() < 2e-2, "{}", found.lead);
        seen += 1;
    }
    assert_eq!(seen, 2);
}

#[test]
fn a_captured_corner_is_known_for_what_it_is() {
    let Some(folder) = folder() else { return };
    let net = Net::open(&folder.join("g170-b6c96.bin.gz")).expect("a network");
    // A lone stone in a corner that the opponent's wall shuts off, and a board shared half and half.
    let mut position = Position::empty(9, 9);
    for y in 0..9 {
        position.place(4, y, Side::Mover);
        position.place(5, y, Side::Other);
    }
    position.place(8, 8, Side::Mover);
    let start = std::time::Instant::now();
    let found = net.evaluate(&position);
    println!("one evaluation: {:?}", start.elapsed());
    assert!(found.ownership[0] > 0.8 && found.ownership[80] < -0.8, "{:?}", found.ownership);
}

#[test]
fn broken_files_are_refused_with_their_place() {
    let Some(folder) = folder() else { return };
    let packed = std::fs::read(folder.join("g170-b6c96.bin.gz")).expect("a file");
    let mut bytes = Vec::new();
    std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&packed[..]), &mut bytes).expect("unpacks");
    for cut in [0, 10, 100, 5_000, bytes.len() / 2, bytes.len() - 9] {
        assert!(matches!(Net::read(&bytes[..cut]), Err(NetError::Unexpected { .. })), "cut at {cut}");
    }
    assert!(Net::read(b"name 17 22 19").is_err_and(|e| e.to_string().contains("version 17")));
    let text = b"<html>no network</html>";
    assert!(Net::read(text).is_err_and(|e| e.to_string().starts_with("byte ")));
}
