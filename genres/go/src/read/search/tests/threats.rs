//! Kos: bans, numbers of threats, named moves, and proofs.

use super::*;

/// A ban binds who would retake the ko. Black, who has just taken it at B9, may fill it as if White
/// had passed; White needs no threat for A7.
#[test]
fn a_ban_binds_only_the_side_that_would_retake() {
    let q = Question::from_picture("kxOXX|xOOXX|.OXX#|OOX##|.XX##|XX###").unwrap();
    let filled = Question::from_picture(".xOXX|xOOXX|.OXX#|OOX##|.XX##|XX###").unwrap();
    let limits = Limits::default();
    for first in Role::ALL {
        let plain = ReferenceReader.read_first(&q, first, &limits).unwrap().outcome;
        let fast = small_regions().read_first(&q, first, &limits).unwrap().outcome;
        let unbanned = ReferenceReader.read_first(&filled, first, &limits).unwrap().outcome;
        let area = Area::of(&q, Exits::Free).unwrap();
        let banned = area.state(&q, first, Supply::NONE).ko;
        assert_eq!((plain, banned != crate::read::State::NO_KO), (fast, first == Role::Defender), "{first}");
        if first == Role::Attacker {
            assert_eq!((plain.class(), plain), (Some(Class::Dead), unbanned));
        }
    }
}

/// The move that a reading names gets the outcome that is told, kos with their number of threats
/// included.
#[test]
fn the_move_that_is_named_gets_the_outcome() {
    use rand_core::SeedableRng;
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(set("TESUJI_SEED", 5));
    let most = set("TESUJI_CASES", 500);
    // In the first four another move captures, but leaves a ko that is better for the defender; in
    // the others he moves first.
    let chosen = [
        "...OXX|....OX|OOOO.X|XXXXXX",
        "..xO.OX|....OXX|OOOOXXX|XXXXXXX",
        ".O.OX|Ox.OX|XO.OX|X.OOX|XXXXX",
        ".O.OX|..OXX|O.OXX|.OXXX|OXXXX|XXXXX",
        ".xOX|..OX|..OX|OOOX|XXXX",
        "...OX|x..OX|OO.OX|XXXXX",
        "..OX|.O.X|.OXX|..OX|OOXX|XXXX",
    ];
    let mut chosen = chosen.into_iter().map(|picture| (Question::from_picture(picture).unwrap(), 30_000));
    let (fast, mut named, mut kos) = (small_regions(), 0, [0; 2]);
    while named < most {
        let next = chosen.next().or_else(|| crate::read::sample::enclosed(&mut rng, 7).map(|q| (q, 10_000)));
        let Some((q, nodes)) = next else { continue };
        for first in Role::ALL {
            let limits = Limits::default().with_nodes(nodes);
            let readings = [ReferenceReader.read_first(&q, first, &limits), fast.read_first(&q, first, &limits)];
            for Reading { outcome, key, stop, .. } in readings.map(Result::unwrap) {
                // There may be nothing to name, or a ban to ignore.
                let Some(Ok(next)) = key.map(|key| q.play(first, key)) else { continue };
                // Larger ones are read again by the search, from the position after the move.
                let readers: [&dyn Reader; 2] = [&ReferenceReader, &fast];
                let after = readers.map(|r| r.read_first(&next, first.other(), &limits).unwrap());
                let after = if after[0].stop == Stop::Exhausted { &after[0] } else { &after[1] };
                if [stop, after.stop] == [Stop::Exhausted; 2] {
                    let is_same = after.outcome == outcome || after.outcome.lives() && outcome.lives();
                    assert!(is_same, "{} {first}: {outcome}, {key:?}: {}", q.picture(), after.outcome);
                    named += 1;
                    kos[first as usize] += u32::from(outcome.threats.is_some_and(|t| t.by != first));
                }
            }
        }
    }
    assert!(kos.iter().all(|&n| n >= 4), "kos for which the other side needs threats: {kos:?}");
}

#[test]
fn proofs_replay_and_damaged_ones_are_refused() {
    use crate::read::LifeGame;
    use rand_core::SeedableRng;
    use tesuji_solver::reading::{Hold, Proof, Why};
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(11);
    let fast = small_regions();
    let (mut trees, mut sets) = (0, 0);
    while trees < 40 || sets < 40 {
        let Some(q) = crate::read::sample::enclosed(&mut rng, 8) else { continue };
        for role in Role::ALL {
            let proved = fast.prove(&q, role, &Limits::default().with_nodes(20_000)).unwrap();
            if proved.reading.stop != Stop::Exhausted {
                continue;
            }
            assert_eq!(proved.check(&q, role).unwrap(), Ok(()), "{} {role}: {}", q.picture(), proved.reading.outcome);
            for mut certificate in proved.certificates {
                let game = LifeGame { area: Area::of(&q, Exits::Free).unwrap() };
                let root = game.area.state(&q, role, certificate.supply);
                let damaged = match &mut certificate.proof {
                    Proof::Tree(tree) => {
                        trees += 1;
                        let inner = tree.nodes.iter_mut().find_map(|n| match &mut n.why {
                            Why::Replies(replies) => Some(replies),
                            _ => None,
                        });
                        inner.map(|replies| replies.pop()).is_some()
                    }
                    Proof::Closed(set) => {
                        sets += 1;
                        let last = set.members.len() - 1;
                        let closer = matches!(set.members[last].1, Hold::Closer(_));
                        set.members[last].1 = Hold::Verdict;
                        closer
                    }
                };
                if damaged {
                    assert!(certificate.check(&game, &root).is_err(), "{}", q.picture());
                }
            }
        }
    }
}

/// Death by induction over the threats, against a search of its own with most of them at once.
#[test]
fn what_induction_calls_dead_is_captured_with_most_threats() {
    use rand_core::SeedableRng;
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(31);
    let limits = Limits::default().with_nodes(100_000);
    let reader = small_regions();
    let mut with_threats_used = 0;
    while with_threats_used < 12 {
        let Some(q) = crate::read::sample::group(&mut rng, 9) else { continue };
        let q = if with_threats_used % 2 == 0 { q } else { crucial(q) };
        let area = Area::of(&q, Exits::Free).unwrap();
        for first in Role::ALL {
            let begin = || {
                let search = reader.search(Geometry::new(area.clone()), &limits);
                Session::new(search, &q, first)
            };
            let mut session = begin();
            let one = session.decide(Supply(-1));
            if !one.is_ok_and(|d| d.killed && !d.free) {
                continue;
            }
            let root = area.state(&q, first, Supply(-1));
            let before = session.search.nodes;
            if session.search.captured_with_any(&root) == Ok(true) {
                with_threats_used += u32::from(session.search.nodes > before);
                let most = begin().decide(Supply(-(MOST_THREATS as i8)));
                assert!(most.is_ok_and(|d| d.killed), "{}, {first} first", q.picture());
            }
        }
    }
}

/// Captures that are said to hold with any number of defender threats, though bans matter in their
/// proofs, hold with each number that is searched by itself; and where that is not said, the
/// defender has a number that saves him.
#[test]
fn a_capture_that_is_closed_under_threats_holds_with_each_number() {
    use rand_core::SeedableRng;
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(31);
    let (mut held, mut fell, mut refined) = (0, 0, 0);
    while held < 25 || fell < 8 || refined < 3 {
        let Some(q) = crate::read::sample::group(&mut rng, 9) else { continue };
        let q = if held % 2 == 0 { q } else { crucial(q) };
        for first in Role::ALL {
            let session = || {
                let area = Area::of(&q, Exits::Free).unwrap();
                let clock = Limits::default().with_nodes(60_000).start();
                Session::new(Search::new(Geometry::new(area), Memory::new(), clock, SMALL_REGIONS), &q, first)
            };
            let mut one = session();
            if !one.decide(Supply::NONE).is_ok_and(|d| d.killed && !d.free) {
                continue;
            }
            let before = one.search.nodes;
            let Ok(with_any) = one.captured_despite_bans() else { continue };
            refined += u32::from(with_any && one.search.nodes > before);
            let numbers = (1..=MOST_THREATS as i8).map(|t| session().decide(Supply(-t)).map(|d| d.killed));
            let Ok(each) = numbers.collect::<Result<Vec<bool>, Stop>>() else { continue };
            if with_any {
                held += 1;
                assert!(each.iter().all(|&killed| killed), "{} {first} first: {each:?}", q.picture());
            } else {
                fell += 1;
                assert!(!each.iter().all(|&killed| killed), "{} {first} first", q.picture());
            }
            // The table is as good as before.
            let Ok(again) = one.decide(Supply(-1)) else { continue };
            assert_eq!(again.killed, each[0], "{} {first} first", q.picture());
        }
    }
}

/// A ko whose searches with more threats withdraw members of the closed set for fewer: it is asked
/// for again.
#[test]
fn a_closed_set_that_a_later_search_withdrew_is_found_again() {
    let q = Question::from_picture("..O.X|..xOX|...OX|O.OOX|XXXXX").unwrap();
    let proved = small_regions().prove(&q, Role::Defender, &Limits::default()).unwrap();
    assert_eq!(proved.reading.outcome, Outcome::ko(Role::Attacker, 2));
    assert_eq!(proved.check(&q, Role::Defender).unwrap(), Ok(()));
}
