//! Exact reading against the plain reference (8,000 + 1,000 positions:
//! `examples/lab/reading.rs agree`).

use tesuji_azul::grade::assess;
use tesuji_azul::read::{Reader, Want, plain};
use tesuji_azul::{Phase, Policy, Rng, State, WallKind, sub_seed, text};
use tesuji_solver::{Limits, Stop};

fn positions(players: usize, kind: WallKind, policy: Policy, n: usize, most: u32) -> Vec<State> {
    let mut all = Vec::new();
    for seed in 0.. {
        let mut rng = Rng::new(sub_seed(40, seed));
        let mut state = State::deal(players, kind, &mut rng);
        while let Phase::Drafting | Phase::Tiling = state.phase() {
            if all.len() == n {
                return all;
            }
            match policy.choose(&state, &mut rng) {
                Some(mv) => state.play(mv).unwrap(),
                None => drop(state.end_round(&mut rng).unwrap()),
            }
            let tiles = state.tiles_on_table();
            if state.phase() == Phase::Drafting && tiles <= most && rng.below(6) == 0 {
                all.push(state);
            }
        }
    }
    all
}

#[test]
fn every_value_is_the_references() {
    let mut reader = Reader::new();
    for (players, kind, policy, n, most) in [
        (2, WallKind::Coloured, Policy::Greedy, 40, 6),
        (2, WallKind::Coloured, Policy::Random, 40, 6),
        (2, WallKind::Grey, Policy::Mixed(500_000), 40, 6),
        (3, WallKind::Coloured, Policy::Greedy, 12, 5),
        (4, WallKind::Grey, Policy::Greedy, 12, 4),
    ] {
        for state in positions(players, kind, policy, n, most) {
            let (values, _) = plain::values(&state, u64::MAX).unwrap();
            let all = reader.read(&state, Want::All, &Limits::default());
            for (mv, value) in &values {
                let read = all.of(&state, *mv).unwrap();
                assert_eq!((read.value, read.exact), (value[state.turn()], true), "{mv} in {state}");
            }
            let two = reader.read(&state, Want::Second, &Limits::default());
            assert_eq!((two.best().map(|m| m.value), two.gap()), (all.best().map(|m| m.value), all.gap()), "{state}");
            let near = reader.read(&state, Want::Near(10), &Limits::default());
            let close = |r: &tesuji_azul::read::Reading| {
                let best = r.best().unwrap().value;
                r.moves.iter().copied().filter(|m| m.exact && m.value >= best - 10).collect::<Vec<_>>()
            };
            assert_eq!(close(&near), close(&all), "{state}");
        }
    }
}

/// Which tiling is best depends on whether the game ends: end bonuses count for more than a point
/// of this round.
#[test]
fn grey_walls_are_tiled_for_the_final_score() {
    let mut reader = Reader::new();
    for (text, key, value, gap) in [
        (
            "2g/7/p1/s2/t1/-.-.-.-.-/BBY/4,9,5,3,4/8,3,2,7,3/45:-.-.-.YY.RRRRR:_W_B_RK_W_KBYR_WRK__BYWK_:R/36:-.KK.K.-.WWWWW:_W_R_WR___RBWY_KYRB_YKB__:KW",
            "CB2",
            -10,
            10,
        ),
        (
            "2g/7/p1/s1/t2/-.-.-.-.-/BYRW/5,8,7,5,6/4,1,5,0,3/44:-.R.KKK.-.YYY:__K__KBY__BYWR_YKRW_W_BK_:-/33:-.K.WWW.BBBB.KKKKK:___Y_YB_R_BRY__RYWK__WRB_:KWW",
            "CR1",
            120,
            60,
        ),
    ] {
        let state = text::parse(text).unwrap();
        let read = reader.read(&state, Want::Second, &Limits::default());
        let best = read.best().unwrap();
        assert_eq!((best.mv.to_string().as_str(), best.value, read.gap()), (key, value, Some(gap)));
        let (values, _) = plain::values(&state, u64::MAX).unwrap();
        let best = values.iter().max_by_key(|(_, v)| v[state.turn()]).unwrap();
        assert_eq!((best.0.to_string().as_str(), best.1[state.turn()]), (key, value));
        for (mv, v) in values {
            let regret = assess(&state, mv, &mut reader, &Limits::default()).unwrap().regret;
            assert_eq!(regret, format!("{:.1}", f64::from(value - v[state.turn()]) / 10.0), "{mv} in {state}");
        }
    }
}

/// The plain values with one account left out.
#[test]
fn counterfactual_values_are_the_references() {
    use tesuji_azul::leaf::Leaf;
    let mut reader = Reader::new();
    for (players, kind, n, most) in
        [(2, WallKind::Coloured, 30, 6), (2, WallKind::Grey, 10, 5), (3, WallKind::Coloured, 4, 4)]
    {
        for state in positions(players, kind, Policy::Greedy, n, most) {
            for leaf in
                [Leaf::Own, Leaf::NoBonus, Leaf::NoToken, Leaf::NoEnd, Leaf::NoRuns, Leaf::NoFloor, Leaf::OnlyFloor]
            {
                let (values, _) = plain::values_with(&state, leaf, u64::MAX).unwrap();
                let all = reader.read_with(&state, leaf, Want::All, &Limits::default());
                for (mv, value) in &values {
                    assert_eq!(all.of(&state, *mv).unwrap().value, value[state.turn()], "{leaf:?} {mv} in {state}");
                }
            }
        }
    }
}

/// A search that looks as far as the round goes is exact; a reader's answers do not depend on what
/// it read before.
#[test]
fn deep_enough_is_exact_and_tables_do_not_leak() {
    let mut used = Reader::new();
    for state in positions(2, WallKind::Coloured, Policy::Greedy, 30, 9) {
        let fresh = Reader::new().read(&state, Want::Near(5), &Limits::default());
        assert_eq!(used.read(&state, Want::Near(5), &Limits::default()), fresh, "{state}");
        let (deep, cut) = used.read_to_depth(&state, 40, &Limits::default());
        assert!(!cut);
        assert_eq!(deep.best().map(|m| m.value), fresh.best().map(|m| m.value), "{state}");
    }
}

/// For three and four players as well: as deep as the round goes, all values are the reference's;
/// less deep, it is said that lines were cut.
#[test]
fn depth_for_three_and_four_players() {
    let mut cut_short = 0;
    for (players, kind, most) in [(3, WallKind::Coloured, 5), (4, WallKind::Grey, 4)] {
        for state in positions(players, kind, Policy::Greedy, 6, most) {
            let (values, _) = plain::values(&state, u64::MAX).unwrap();
            let (deep, cut) = Reader::new().read_to_depth(&state, 40, &Limits::default());
            assert!(!cut, "{state}");
            for (mv, value) in &values {
                assert_eq!(deep.of(&state, *mv).unwrap().value, value[state.turn()], "{mv} in {state}");
            }
            let goes_on = state.legal().into_iter().any(|mv| {
                let mut next = state;
                next.play(mv).is_ok() && next.phase() == Phase::Drafting
            });
            let (_, cut) = Reader::new().read_to_depth(&state, 1, &Limits::default());
            assert_eq!(cut, goes_on, "{state}");
            cut_short += usize::from(cut);
        }
    }
    assert!(cut_short > 0);
}

#[test]
fn limits_are_said() {
    let state = State::deal(2, WallKind::Coloured, &mut Rng::new(5));
    let cut = Reader::new().read(&state, Want::Second, &Limits::default().with_nodes(1_000));
    assert_eq!((cut.stop, cut.best()), (Stop::Nodes, None));
    let state = State::deal(3, WallKind::Coloured, &mut Rng::new(5));
    let cut = Reader::new().read(&state, Want::Second, &Limits::default().with_nodes(1_000));
    assert_eq!((cut.stop, cut.gap()), (Stop::Nodes, None));
}
