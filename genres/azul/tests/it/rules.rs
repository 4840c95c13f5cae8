//! The rules: laws that every game obeys, and the codec.

use proptest::prelude::{Just, ProptestConfig, Strategy, prop_assert, prop_assert_eq, prop_oneof, proptest};
use tesuji_azul::{Move, Phase, Policy, Rng, State, WallKind, greedy_score, text};

fn policies() -> impl Strategy<Value = Policy> {
    prop_oneof![Just(Policy::Random), Just(Policy::Greedy), Just(Policy::Mixed(500_000))]
}

fn kinds() -> impl Strategy<Value = WallKind> {
    prop_oneof![Just(WallKind::Coloured), Just(WallKind::Grey)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn games_conserve_tiles_and_round_trip(seed: u64, players in 2usize..=4, kind in kinds(), policy in policies()) {
        let mut rng = Rng::new(seed);
        let mut state = State::deal(players, kind, &mut rng);
        loop {
            prop_assert!(state.conserves(), "{state}");
            prop_assert_eq!(state.setup().flaws(), vec![], "{}", state);
            prop_assert_eq!(text::parse(&state.to_string()), Ok(state));
            match state.phase() {
                Phase::Drafting => {
                    let legal = state.legal();
                    prop_assert_eq!(legal.len() as u32, state.legal_count());
                    for &mv in &legal {
                        prop_assert_eq!(Move::parse(&mv.to_string()), Some(mv));
                    }
                    let mv = policy.choose(&state, &mut rng).unwrap();
                    prop_assert!(legal.contains(&mv));
                    state.play(mv).unwrap();
                }
                Phase::Tiling => {
                    prop_assert!(state.legal().is_empty());
                    state.end_round(&mut rng).unwrap();
                }
                Phase::Over | Phase::Stalled => break,
            }
            if state.round() > 30 { break; }
        }
    }

    /// The table-driven greedy player takes a move with the greatest score as the document writes
    /// it.
    #[test]
    fn greedy_is_as_written(seed: u64, players in 2usize..=4, kind in kinds()) {
        let mut rng = Rng::new(seed);
        let mut state = State::deal(players, kind, &mut rng);
        for _ in 0..60 {
            match state.phase() {
                Phase::Drafting => {
                    let mv = Policy::Greedy.choose(&state, &mut rng).unwrap();
                    let most = state.legal().into_iter().map(|m| greedy_score(&state, m)).max();
                    prop_assert_eq!(Some(greedy_score(&state, mv)), most);
                    let mv = Policy::Mixed(500_000).choose(&state, &mut rng).unwrap();
                    state.play(mv).unwrap();
                }
                Phase::Tiling => { state.end_round(&mut rng).unwrap(); }
                _ => break,
            }
        }
    }
}

/// Ties and random choice reach every move that they should, about evenly.
#[test]
fn choices_are_uniform() {
    let state = State::deal(2, WallKind::Coloured, &mut Rng::new(3));
    let mut rng = Rng::new(4);
    for (policy, fits) in [
        (Policy::Random, Box::new(|_: &State, _| true) as Box<dyn Fn(&State, Move) -> bool>),
        (
            Policy::Greedy,
            Box::new(|s: &State, m| {
                greedy_score(s, m) == s.legal().into_iter().map(|m| greedy_score(s, m)).max().unwrap()
            }),
        ),
    ] {
        let wanted: Vec<Move> = state.legal().into_iter().filter(|&m| fits(&state, m)).collect();
        let mut seen = std::collections::BTreeMap::new();
        let tries = 400 * wanted.len();
        for _ in 0..tries {
            *seen.entry(policy.choose(&state, &mut rng).unwrap()).or_insert(0u32) += 1;
        }
        assert_eq!(seen.keys().copied().collect::<std::collections::BTreeSet<_>>(), wanted.iter().copied().collect());
        // 400 expected, standard deviation 20.
        assert!(seen.values().all(|n| n.abs_diff(400) < 110), "{policy}: {seen:?}");
    }
}

#[test]
fn texts_that_are_no_positions() {
    let good = State::deal(2, WallKind::Coloured, &mut Rng::new(1)).to_string();
    assert!(text::parse(&good).is_ok());
    let cut = |n: usize| good[..n].to_string();
    for n in 0..good.len() {
        assert!(text::parse(&cut(n)).is_err(), "{}", cut(n));
    }
    let wrong = |from: &str, to: &str| text::parse(&good.replacen(from, to, 1)).unwrap_err().to_string();
    assert!(wrong("2c/", "5c/").contains("players and wall"));
    assert!(wrong("/1/", "/0/").contains("round"));
    assert!(wrong("/p1", "/p3").contains("player 3 of 2"));
    assert!(wrong("/tc", "/t1").contains("taken though every factory is full"));
    assert!(wrong(":-.-.-.-.-:", ":-.BYB.-.-.-:").contains("board of player 1"));
    assert!(text::parse(&format!("{good}/x")).is_err());
}
