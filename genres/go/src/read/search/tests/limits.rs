//! Limits of positions and of memory.

use super::*;

/// A reading in a table that is too small for it, in which room is made, comes to the same as one
/// that has all it needs, and as the whole graph where that is not too large; and most come to
/// something. (Without room none would.)
#[test]
fn room_that_is_made_changes_no_outcome() {
    use rand_core::{RngCore, SeedableRng};
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(set("TESUJI_SEED", 31));
    let most = set("TESUJI_CASES", 60);
    let graph = Limits::default().with_nodes(200_000);
    let (reader, mut decided, mut left, mut compared) = (small_regions(), [0_u64; 3], 0, 0);
    while decided.iter().sum::<u64>() + left < most {
        let Some(q) = crate::read::sample::enclosed(&mut rng, 10) else { continue };
        let q = if rng.next_u32() % 2 == 0 { crucial(q) } else { q };
        for first in Role::ALL {
            // Positions in the table at the end, and what was told.
            let read = |memory: usize| {
                let limits = Limits::default().with_nodes(200_000).with_memory(memory);
                let mut ongoing = reader.begin(&q, first, Exits::Free, &limits).unwrap();
                let told = ongoing.resume(&mut SharedLives::default(), Objective::All, &|_| false, &limits);
                let len = ongoing.session.search.table.len();
                reader.end(ongoing);
                (told, len)
            };
            let (want, all) = read(1 << 30);
            if all < 4000 || want.stop != Stop::Exhausted {
                continue;
            }
            let (got, few) = read(48_000 + all as usize * 84 / 3);
            assert!(few < all, "{}", q.picture());
            if got.stop != Stop::Exhausted {
                left += 1;
                continue;
            }
            let same = |a: Outcome, b: Outcome| a == b || a.lives() && b.lives();
            let (want, got) = (want.outcome, got.outcome);
            assert!(same(want, got), "{}, {first} first: {got}, not {want}", q.picture());
            let whole = ReferenceReader.read_first(&q, first, &graph).unwrap();
            if whole.stop == Stop::Exhausted {
                compared += 1;
                assert!(same(whole.outcome, got), "{}, {first} first: {got}, not {}", q.picture(), whole.outcome);
            }
            decided[match got.class() {
                Some(Class::Dead) => 0,
                Some(Class::Ko) => 1,
                _ => 2,
            }] += 1;
        }
    }
    eprintln!(
        "dead, kos, lives decided in small tables: {decided:?}; by the whole graph: {compared}; given up: {left}"
    );
    assert!(decided[0] > 0 && decided[2] > 0 && compared > 0 && left < most / 4);
}

/// A judge whose table is too small for what it is asked makes room in it, and says the same of
/// every first move.
#[test]
fn a_judge_makes_room_too() {
    use crate::study::Judge as _;
    use rand_core::SeedableRng;
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(set("TESUJI_SEED", 32));
    let (most, mut asked, mut questions, mut left) = (set("TESUJI_CASES", 12), 0, 0, 0);
    while asked < most {
        let Some(q) = crate::read::sample::enclosed(&mut rng, 11) else { continue };
        let area = Area::of(&q, Exits::Free).unwrap();
        let root = area.state(&q, Role::Attacker, Supply::NONE);
        let mut all = vec![root];
        all.extend(area.moves(&root).into_iter().filter_map(|ply| area.play(&root, ply)));
        let told = |memory: usize| {
            let mut judge = SearchJudge::with_policy(
                area.clone(),
                &Limits::default().with_nodes(400_000).with_memory(memory),
                SMALL_REGIONS,
            );
            let told: Vec<Result<bool, Stop>> = all.iter().map(|at| judge.kills(at)).collect();
            (told, judge.nodes())
        };
        let (large, nodes) = told(1 << 30);
        if !(20_000..200_000).contains(&nodes) {
            continue;
        }
        asked += 1;
        questions += large.len();
        let (small, _) = told(600_000);
        for (small, large) in small.into_iter().zip(large) {
            match small {
                Err(stop) => left += usize::from(stop == Stop::Memory),
                small => assert_eq!(small, large, "{}", q.picture()),
            }
        }
    }
    // Without room being made nearly all are.
    assert!(left * 4 < questions, "{left} of {questions} given up");
}

/// Searches within a search keep to the limit of the whole.
#[test]
fn no_more_nodes_than_allowed() {
    let questions = [
        ("...O.OX|....O.X|O.O.x.X|XXXXXXX", Role::Defender, 3000),
        (".O..OXX|..x..OX|.OO...X|OOOO.OX|XXXXXXX", Role::Attacker, 3000),
        ("O..OX|...OX|...OX|x...X|O.OOX|XXXXX", Role::Defender, 9000),
        ("......XX|.x.O..OX|.O..OXXX|OOOOOOXX|XXXXXXXX", Role::Attacker, 9000),
    ];
    for (picture, first, nodes) in questions {
        let q = Question::from_picture(picture).unwrap();
        let reading = small_regions().read_first(&q, first, &Limits::default().with_nodes(nodes)).unwrap();
        assert_eq!(reading.stop, Stop::Nodes, "{picture}");
        assert!(reading.nodes <= nodes + 2, "{} of {nodes} nodes: {picture}", reading.nodes);
    }
}

/// The same where death is asked for, by searches without threats.
#[test]
fn no_more_nodes_than_allowed_for_bans() {
    use rand_core::SeedableRng;
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(31);
    let mut stopped = 0;
    while stopped < 10 {
        let Some(q) = crate::read::sample::group(&mut rng, 11) else { continue };
        for first in Role::ALL {
            let area = Area::of(&q, Exits::Free).unwrap();
            let clock = Limits::default().with_nodes(60_000).start();
            let mut one =
                Session::new(Search::new(Geometry::new(area), Memory::new(), clock, SMALL_REGIONS), &q, first);
            if !one.decide(Supply::NONE).is_ok_and(|d| d.killed && !d.free) {
                continue;
            }
            let allowed = one.search.nodes + 20;
            one.search.clock = Limits::default().with_nodes(allowed).start();
            let found = one.captured_despite_bans();
            assert!(one.search.nodes <= allowed + 2, "{} of {allowed} nodes: {}", one.search.nodes, q.picture());
            stopped += u32::from(found == Err(Stop::Nodes));
        }
    }
}
