#![no_main]
//! Files of games: Mill's packs, settings and positions, Azul's logs, boards and imports, Go's
//! certificates, an engine's replies.

use libfuzzer_sys::fuzz_target;
use tesuji_azul::{log::Event, practice, text as azul};
use tesuji_go::zones::ZoneCertificate;
use tesuji_mill::exchange::{Pack, RuleSettings, json::Json, qr_decode, validate};
use tesuji_mill::{fen, variant::VARIANTS};

fuzz_target!(|data: &[u8]| {
    let (pack, _) = Pack::read(data);
    if let Some(pack) = &pack {
        let _ = validate(pack);
    }
    let Ok(text) = std::str::from_utf8(data) else { return };
    let _ = RuleSettings::read(text, "");
    let _ = Json::parse(text);
    let _ = qr_decode(text);
    for variant in &VARIANTS {
        let _ = fen::parse(&variant.rules, text);
    }
    for line in text.lines() {
        let _ = Event::parse(line);
    }
    if let Ok(state) = azul::parse(text) {
        let written = azul::write(&state);
        assert_eq!(azul::write(&azul::parse(&written).expect("read again")), written);
    }
    let _ = azul::parse_setup(text);
    let _ = practice::read(text);
    let _ = ZoneCertificate::parse(text);
});
