use super::testing::{THREE, tables};
use super::*;
use crate::Phase;
use crate::rules;
use crate::search::plain;
use crate::variant::RuleSet;
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};

/// Random men on the board, so that the sides have `totals` in all and `hand` of them in hand;
/// Black to move where he has one more in hand.
fn random(rng: &mut ChaCha8Rng, totals: [u32; 2], hand: [u8; 2]) -> Position {
    let mut men = [0_u32, 0];
    for side in 0..2 {
        while men[side].count_ones() < totals[side] - u32::from(hand[side]) {
            let bit = 1 << (rng.next_u32() % 24);
            if (men[0] | men[1]) & bit == 0 {
                men[side] |= bit;
            }
        }
    }
    let side = if hand[1] > hand[0] { Colour::Black } else { Colour::White };
    Position { hand, phase: Phase::Placing, ..Position::moving(men, side) }
}

/// The reference is every turn of the rules to the tables: it shares no code with the search,
/// neither turns nor order nor memory.
#[test]
fn values_are_those_of_every_turn() {
    let rules = RuleSet::STANDARD;
    let (_plies, tables) = tables(&rules, (4, 4), false);
    let mut placing = Placing::new(&tables, &Limits::default()).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(51);
    let mut seen = [0; 3];
    for (totals, hand, count) in [
        ([3, 3], [1, 1], 6),
        ([4, 3], [1, 1], 6),
        ([3, 4], [0, 1], 12),
        ([4, 4], [0, 1], 12),
        ([4, 4], [1, 1], 8),
        ([4, 4], [1, 2], 3),
        ([3, 3], [1, 2], 3),
    ] {
        for _ in 0..count {
            let position = random(&mut rng, totals, hand);
            let want = plain(&tables, &position, 6).expect("all sectors are there");
            let at = Placing::admits(&position).unwrap();
            assert_eq!(placing.value(&at).value(), Some(want), "{position:?}");
            seen[want.outcome() as usize] += 1;
            // The line keeps the value, turn by turn, by the rules.
            let (mut here, mut value) = (position, want);
            for step in placing.line(&at, 12) {
                here = rules::play_turn(&rules, &here, step.turn()).unwrap();
                let next = if here.hand == [0, 0] { tables.probe(&here) } else { plain(&tables, &here, 6) };
                assert_eq!(next.map(Value::before), Some(value), "{position:?} {step}");
                value = next.unwrap();
            }
            assert!(want == Value::Draw || placing.line(&at, 400).len() == usize::from(want.plies().unwrap()));
            let keeping = placing.keeping(&at).unwrap();
            let turns = rules::turns_played(&rules, &position);
            let by_rules = turns.iter().filter(|(_, next)| {
                let value = plain(&tables, next, 6).unwrap();
                value.before().outcome() == want.outcome()
            });
            assert_eq!(keeping.len(), by_rules.count(), "{position:?}");
        }
    }
    assert!(seen.iter().all(|&n| n > 0), "{seen:?}");
    assert!(placing.missing().is_empty() && placing.stop() == Stop::Exhausted);
}

/// Three men each: the start and all that comes after two and three men, by values with and without
/// plies, in little memory and in much.
#[test]
fn a_small_game_is_solved_from_the_start() {
    let (_plies, exact) = tables(&THREE, (3, 3), false);
    let (_values, values) = tables(&THREE, (3, 3), true);
    let start = Placing::admits(&Position::start(&THREE)).unwrap();
    let found: Vec<Bounds> = [(&exact, usize::MAX), (&exact, 4096), (&values, usize::MAX)]
        .into_iter()
        .map(|(tables, memory)| {
            let mut placing = Placing::new(tables, &Limits::default().with_memory(memory)).unwrap();
            placing.value(&start)
        })
        .collect();
    assert_eq!(found[0], found[1]);
    assert_eq!(found[0].outcome(), found[2].outcome());
    assert!(found[0].value().is_some() && (found[2].value().is_none() || found[2].outcome() == Some(Outcome::Draw)));
    // By every turn of the rules after three men, up to symmetry at each turn.
    let mut known = std::collections::HashMap::new();
    let want = by_the_rules(&exact, &Position::start(&THREE), &mut known);
    assert_eq!(found[0].value(), Some(want));
}

fn by_the_rules(
    tables: &Tables,
    at: &Position,
    known: &mut std::collections::HashMap<(State, Colour), Value>,
) -> Value {
    if let Some(value) = tables.probe(at) {
        return value;
    }
    let key = (State::of(at).unwrap().least(), at.side);
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let turns = rules::turns_played(tables.rules(), at);
    let values = turns.iter().map(|(_, next)| by_the_rules(tables, &next.timeless(), known).before());
    let best = values.max_by_key(|v| v.merit()).unwrap();
    known.insert(key, best);
    best
}

/// An unknown value is not claimed, and the answer names the sector or the limit.
#[test]
fn missing_sectors_and_limits_leave_bounds() {
    let rules = RuleSet::STANDARD;
    let (_plies, tables) = tables(&rules, (3, 3), false);
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    let mut open = 0;
    for _ in 0..10 {
        let at = Placing::admits(&random(&mut rng, [4, 4], [1, 1])).unwrap();
        let mut placing = Placing::new(&tables, &Limits::default()).unwrap();
        let found = placing.value(&at);
        if found.outcome().is_none() {
            open += 1;
            assert!(placing.missing().contains(&"4-4".parse().unwrap()), "{:?}", placing.missing());
        }
    }
    assert!(open > 0);
    let mut placing = Placing::new(&tables, &Limits::default().with_nodes(50)).unwrap();
    let start = Placing::admits(&Position::start(&rules)).unwrap();
    assert_eq!((placing.outcome(&start).outcome(), placing.stop()), (None, Stop::Nodes));
}

#[test]
fn what_is_not_read_here_is_refused() {
    let start = Position::start(&RuleSet::STANDARD);
    assert!(matches!(Placing::admits(&Position { hand: [3, 5], ..start }), Err(NotPlacing::Hands { .. })));
    assert!(matches!(Placing::admits(&Position { side: Colour::Black, ..start }), Err(NotPlacing::Hands { .. })));
    assert!(matches!(Placing::admits(&Position { hand: [12, 12], ..start }), Err(NotPlacing::TooMany(12))));
    assert!(matches!(Placing::admits(&Position { removals: [1, 0], ..start }), Err(NotPlacing::NoTurn)));
    let lasker = &crate::variant::by_id("lasker_morris").unwrap().rules;
    let tables = Tables::open(lasker, "nowhere").unwrap();
    assert!(matches!(Placing::new(&tables, &Limits::default()), Err(NotPlacing::Rules)));
}

/// "Won or lost within n plies" is read without any tables, as the tables have it.
#[test]
fn few_plies_need_no_tables() {
    let rules = RuleSet { may_fly: false, ..RuleSet::STANDARD };
    let (_plies, known) = tables(&rules, (4, 3), false);
    let nothing = Tables::open(&rules, "nowhere").unwrap();
    let mut placing = Placing::new(&nothing, &Limits::default()).unwrap();
    let (mut seen, plies) = ([0; 3], 7);
    for sector in ["3-3", "4-3", "3-4"] {
        for (own, enemy, value) in known.positions(sector.parse().unwrap()).step_by(1999) {
            let want = Some(value).filter(|v| v.plies().is_some_and(|p| p <= plies));
            assert_eq!(placing.short(&State::moving(own, enemy), plies), Some(want), "{own:x} {enemy:x}");
            seen[want.map_or(2, |v| usize::from(v.plies().unwrap() & 1))] += 1;
        }
    }
    assert!(seen.iter().all(|&n| n > 5), "{seen:?}");
    // With men in hand, too, against every turn down to the tables.
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for _ in 0..20 {
        let position = random(&mut rng, [3, 4], [0, 1]);
        let want = plain(&known, &position, 3).unwrap();
        let found = placing.short(&Placing::admits(&position).unwrap(), plies).unwrap();
        assert_eq!(found, Some(want).filter(|v| v.plies().is_some_and(|p| p <= plies)), "{position:?}");
    }
}
