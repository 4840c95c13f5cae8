#![no_main]
//! Files of the miner: decisions, clusters, minimal positions, pictures. What is read is written and
//! read again the same.

use libfuzzer_sys::fuzz_target;
use tesuji_discovery::{Decisions, Minimals, Parts, Picture};

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let genres = tesuji_genres::all();
    let known: Vec<&dyn tesuji_genre::Genre> = genres.iter().map(|&genre| genre as _).collect();
    if let Ok(decisions) = Decisions::read(text, &known) {
        let written = decisions.write();
        let again = Decisions::read(&written, &known).expect("decisions are read again");
        assert_eq!(again.write(), written);
        let _ = decisions.catalogs(&known);
    }
    if let Ok(minimals) = Minimals::read(text) {
        let written = minimals.write();
        assert_eq!(Minimals::read(&written).expect("read again").write(), written);
    }
    let _ = Parts::read(text);
    if let Ok(picture) = text.parse::<Picture>() {
        let written = picture.to_string();
        let again: Picture = written.parse().expect("a picture is read again");
        assert_eq!(again.to_string(), written);
    }
});
