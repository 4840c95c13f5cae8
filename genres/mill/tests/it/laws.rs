//! Laws over random games under every rule set: position strings come back, symmetries keep
//! legality, turns are walks of actions; and no text makes the reader panic.

use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use std::collections::BTreeSet;
use tesuji_mill::fen::{self, Dialect};
use tesuji_mill::variant::{PRESETS, VARIANTS};
use tesuji_mill::{Action, Position, RuleSet, Symmetry, Turn, rules};

/// Calls `look` with each position of a random game of at most `most` actions.
fn play(rules: &RuleSet, seed: u64, most: usize, look: &mut dyn FnMut(&Position)) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut at = Position::start(rules);
    for _ in 0..most {
        look(&at);
        let actions = rules::actions(rules, &at);
        if actions.is_empty() {
            assert!(at.end.is_some(), "no action, but not over: {at:?}");
            return;
        }
        // Mills and removals are rare by chance alone: take them where they are.
        let mut pick = actions[rng.next_u32() as usize % actions.len()];
        for _ in 0..3 {
            let other = actions[rng.next_u32() as usize % actions.len()];
            if rules::play_legal(rules, &at, other).must_remove() {
                pick = other;
            }
        }
        at = rules::play(rules, &at, pick).expect("legal");
    }
    look(&at);
}

fn rule_sets() -> impl Iterator<Item = (&'static str, RuleSet)> {
    VARIANTS.iter().chain(&PRESETS).map(|v| (v.id, v.rules))
}

#[test]
fn position_strings_come_back() {
    for (id, rules) in rule_sets() {
        for seed in 0..6 {
            play(&rules, seed, 120, &mut |at| {
                for dialect in [Dialect::Nodes, Dialect::Legacy] {
                    let text = fen::print(at, dialect);
                    let read = fen::parse(&rules, &text).unwrap_or_else(|e| panic!("{id}: {text}: {e}"));
                    assert_eq!(read.dialect, dialect);
                    if at.end.is_some() {
                        // A finished game's string doesn't say how it ended.
                        assert!(read.position.end.is_some() && read.position.men == at.men);
                        continue;
                    }
                    let mut want = *at;
                    // Two counters are one field.
                    want.ply = read.position.ply;
                    assert_eq!(fen::print(&want, dialect), text);
                    assert_eq!(rules::actions(&rules, &read.position), rules::actions(&rules, at), "{id}: {text}");
                    assert_eq!(fen::print(&read.position, dialect), text);
                }
            });
        }
    }
}

#[test]
fn symmetries_keep_legality_and_play() {
    for (id, rules) in rule_sets() {
        // Where a preferred line of several counts, the board's own order of lines decides, and
        // images may differ.
        if rules.intervention.enabled {
            continue;
        }
        for seed in 10..12 {
            play(&rules, seed, 90, &mut |at| {
                let actions = rules::actions(&rules, at);
                for s in Symmetry::all() {
                    let image = at.moved(s);
                    let want: BTreeSet<Action> = actions.iter().map(|a| a.moved(s)).collect();
                    let got: BTreeSet<Action> = rules::actions(&rules, &image).into_iter().collect();
                    assert_eq!(got, want, "{id} {s:?} {at:?}");
                }
                if let Some(&action) = actions.first() {
                    let s = Symmetry::new(13).expect("one of sixteen");
                    let after = rules::play_legal(&rules, at, action).moved(s);
                    assert_eq!(rules::play_legal(&rules, &at.moved(s), action.moved(s)), after, "{id}");
                }
            });
        }
    }
}

#[test]
fn turns_are_walks_of_actions() {
    for (id, rules) in rule_sets() {
        for seed in 20..22 {
            play(&rules, seed, 60, &mut |at| {
                let mut seen = BTreeSet::new();
                for (turn, after) in rules::turns_played(&rules, at) {
                    assert!(seen.insert(turn), "{id}: {turn} twice");
                    assert_eq!(rules::play_turn(&rules, at, turn), Ok(after), "{id}: {turn}");
                    let read: Turn = turn.to_string().parse().expect("written turns are turns");
                    assert_eq!(read, turn);
                    let short: Vec<Action> = turn.actions().collect();
                    if short.len() > 1 {
                        let cut = Turn::new(&short[..short.len() - 1]).expect("not empty");
                        assert!(rules::play_turn(&rules, at, cut).is_err(), "{id}: {cut} ends too early");
                    }
                }
            });
        }
    }
}

#[test]
fn illegal_actions_say_why() {
    let rules = RuleSet::STANDARD;
    play(&rules, 31, 80, &mut |at| {
        let legal: BTreeSet<Action> = rules::actions(&rules, at).into_iter().collect();
        let points: Vec<_> = tesuji_mill::Point::all().collect();
        let all = points.iter().flat_map(|&a| {
            let moves = points.iter().filter(move |&&b| a != b).map(move |&b| Action::Move(a, b));
            [Action::Place(a), Action::Remove(a)].into_iter().chain(moves)
        });
        for action in all {
            match rules::play(&rules, at, action) {
                Ok(_) => assert!(legal.contains(&action)),
                Err(e) => assert!(!legal.contains(&action) && !e.why.is_empty()),
            }
        }
    });
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "[O@*X/wbmprosn0-9 :.|-]{0,90}", words in ".{0,40}") {
        let _ = fen::parse(&RuleSet::STANDARD, &text);
        let _ = fen::parse(&RuleSet::STANDARD, &words);
        let _ = words.parse::<Turn>();
    }

    #[test]
    fn damaged_strings_never_panic(seed in 0..500_u64, at in 0..80_usize, with in "[O@*X/wbmpr0-9 :-]") {
        for (_, rules) in rule_sets() {
            let mut last = Position::start(&rules);
            play(&rules, seed, (seed % 50) as usize, &mut |p| last = *p);
            let mut text: Vec<char> = fen::print(&last, Dialect::Nodes).chars().collect();
            let at = at % text.len();
            text[at] = with.chars().next().unwrap_or(' ');
            let text: String = text.into_iter().collect();
            if let Ok(read) = fen::parse(&rules, &text) {
                for action in rules::actions(&rules, &read.position) {
                    prop_assert!(rules::play(&rules, &read.position, action).is_ok());
                }
                let _ = rules::turns(&rules, &read.position);
            }
        }
    }
}
