//! The packs and the opening book in `data/azul`: each entry is checked against its definition
//! again.

use serde_json::Value;
use std::collections::BTreeSet;
use tesuji_azul::leaf::Leaf;
use tesuji_azul::openings::{deal, pattern};
use tesuji_azul::packs::{PACKS, Pack, Section};
use tesuji_azul::read::{Reader, Want, canonical, plain};
use tesuji_azul::scenario::{FilterConfig, Kind, POINT, filter, shows};
use tesuji_azul::{AZUL, Move, Phase, State, WallKind, grade, text};
use tesuji_genre::{Genre, Puzzle};
use tesuji_solver::Limits;

fn lines(name: &str) -> Vec<Value> {
    let path = format!("{}/../../data/azul/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    text.lines().map(|l| serde_json::from_str(l).unwrap()).collect()
}

/// The lines of a pack with the section each belongs to: they come in the order of sections.
fn entries(pack: &Pack) -> Vec<(Section, Value, State)> {
    let sections = pack.sections.iter().flat_map(|s| std::iter::repeat_n(*s, s.count as usize));
    let lines = lines(&format!("pack-{}", pack.name));
    assert_eq!(lines.len() as u64, pack.sections.iter().map(|s| s.count).sum::<u64>(), "{}", pack.name);
    let state = |line: &Value| text::parse(line["puzzle"].as_str().unwrap()).unwrap();
    sections.zip(lines).map(|(s, line)| (s, line.clone(), state(&line))).collect()
}

#[test]
fn packs_hold_what_they_promise() {
    for pack in &PACKS {
        let mut images = BTreeSet::new();
        let entries = entries(pack);
        assert!(entries.len() >= 50, "{}", pack.name);
        for (section, line, state) in entries {
            let at = format!("{} {}", pack.name, line["id"]);
            assert_eq!((state.phase(), state.players()), (Phase::Drafting, 2), "{at}");
            assert!(state.conserves() && state.boards().iter().all(|b| b.complete_rows() == 0), "{at}");
            // Stages by recount.
            let (game, round) = section.stage.split_once('/').unwrap();
            assert!(game == "any" || game == state.game_stage().name(), "{at}");
            assert!(round == "any" || round == state.round_stage().name(), "{at}");
            assert_eq!(filter(&state, &FilterConfig::default()), Ok(()), "{at}");
            let puzzle = Puzzle::new(&AZUL, "2p", state.to_string());
            assert!(images.insert(AZUL.least_image(&puzzle)), "{at}: twice");
            assert!(line["types"].as_array().unwrap().contains(&section.kind.name().into()), "{at}");
        }
    }
}

/// Types by reading again; the grade's tier by its figures. A part of each section in the
/// development profile, all of it in release (`cargo test --release -p tesuji-azul --test it packs`).
#[test]
fn types_are_shown_and_tiers_are_right() {
    let mut reader = Reader::new();
    let limits = Limits::default();
    let every = if cfg!(debug_assertions) { 6 } else { 1 };
    for pack in &PACKS {
        for (section, line, state) in entries(pack).into_iter().step_by(every) {
            let reading = reader.read(&state, Want::Near(POINT), &limits);
            let shown = shows(section.kind, &state, &reading, &mut reader, &limits);
            assert_eq!(shown, Some(true), "{} {}", pack.name, line["id"]);
            let figures = grade::figures(&state, Some(&reading), &mut reader, &limits).unwrap();
            assert_eq!(line["grade"]["tier"], figures.tier().name(), "{} {}", pack.name, line["id"]);
        }
    }
}

/// Where the round is short the plain reference decides too: with the theme left out of account,
/// every move that is best costs a point or more in the game as it is.
#[test]
fn the_plain_reference_agrees_where_it_can() {
    let leaf = |kind: Kind| match kind {
        Kind::Denial => Some(Leaf::Own),
        Kind::Adjacency => Some(Leaf::NoRuns),
        Kind::EndBonus => Some(Leaf::NoBonus),
        _ => None,
    };
    let most = if cfg!(debug_assertions) { 200_000 } else { 3_000_000 };
    let mut checked = 0;
    for pack in &PACKS {
        for (section, line, state) in entries(pack) {
            let Some(leaf) = leaf(section.kind).filter(|_| state.tiles_on_table() <= 8) else { continue };
            let Some((real, _)) = plain::values(&state, most) else { continue };
            let Some((other, _)) = plain::values_with(&state, leaf, most) else { continue };
            let me = state.turn();
            let best = real.iter().map(|v| v.1[me]).max().unwrap();
            let top = other.iter().map(|v| v.1[me]).max().unwrap();
            let cost =
                |mv: Move| best - real.iter().find(|v| canonical(&state, v.0) == canonical(&state, mv)).unwrap().1[me];
            let least = other.iter().filter(|v| v.1[me] == top).map(|v| cost(v.0)).min().unwrap();
            assert!(least >= POINT, "{} {}: {least}", pack.name, line["id"]);
            checked += 1;
        }
    }
    assert!(checked >= 15, "{checked}");
}

#[test]
fn openings_are_the_deals_they_say() {
    let book = lines("openings-2p");
    assert!(book.len() >= 40, "{}", book.len());
    let mut patterns = BTreeSet::new();
    for line in &book {
        let state = text::parse(line["puzzle"].as_str().unwrap()).unwrap();
        assert_eq!((state.round(), state.tiles_on_table(), state.turn()), (1, 20, 0));
        let seed = line["source"]["seed"].as_u64().unwrap();
        assert_eq!(deal(2, WallKind::Coloured, seed, line["deal"].as_u64().unwrap()), state);
        assert_eq!(line["pattern"], pattern(&state));
        assert!(patterns.insert(line["pattern"].as_str().unwrap().to_string()), "{}", line["pattern"]);
        let moves = line["moves"].as_array().unwrap();
        assert!(!moves.is_empty());
        for mv in moves {
            let mv = Move::parse(mv["move"].as_str().unwrap()).unwrap();
            assert_eq!(state.check_move(mv), Ok(()));
        }
        assert!(moves.windows(2).all(|w| w[0]["margin"].as_f64() >= w[1]["margin"].as_f64()));
    }
    let seen: u64 = book.iter().map(|l| l["seen"].as_u64().unwrap()).sum();
    let of = book[0]["of"].as_u64().unwrap();
    assert!(seen * 10 >= of * 9 && seen <= of, "{seen} of {of}");
}
