#![no_main]
//! Whole inputs, packed or not: the stream of items ends, or says what is wrong.

use libfuzzer_sys::fuzz_target;
use tesuji_corpus::{Items, Reader, Source};

fuzz_target!(|data: &[u8]| {
    let genres = tesuji_genres::all();
    let source = Source::Bytes("any".into(), data.to_vec().into());
    let reader = Reader::new(&genres, genres.first().copied(), &source);
    if let Ok(mut items) = Items::open(&source, &reader) {
        while let Ok(Some(item)) = items.next_item() {
            let _ = reader.work(item);
        }
    }
});
