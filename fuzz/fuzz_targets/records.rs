#![no_main]
//! Records, one JSON line each.

use libfuzzer_sys::fuzz_target;
use tesuji_corpus::{Content, Item, Reader, Source};
use tesuji_genre::Record;

fuzz_target!(|data: &[u8]| {
    let genres = tesuji_genres::all();
    let reader = Reader::new(&genres, None, &Source::Stdin);
    let item = Item { index: 0, line: Some(1), heading: None, content: Content::Line(data.to_vec()) };
    if let Ok(Some(work)) = reader.work(item) {
        let line = serde_json::to_string(&work.record).expect("a record is written");
        let back: Record = serde_json::from_str(&line).expect("and read again");
        assert_eq!(back, work.record);
    }
});
