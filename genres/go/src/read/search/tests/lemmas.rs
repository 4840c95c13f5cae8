//! What the lemmas leave out, say and follow, against what is found anew.

use super::*;

/// Captures that are shown by others, liberties that are good for nothing else, what the immortal
/// cut off: the search that knows of them says what the one says that makes all legal moves.
#[test]
fn what_is_left_out_changes_nothing() {
    use rand_core::{RngCore, SeedableRng};
    let seed = set("TESUJI_SEED", 41);
    let most = set("TESUJI_CASES", 1200);
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(seed);
    let limits = Limits::default().with_nodes(60_000);
    let reader = small_regions();
    let (mut compared, mut open, mut by_class, mut dames, mut shown) = (0, 0, [0; 3], 0, 0);
    while compared < most {
        let empty = 7 + (rng.next_u32() % 8) as usize;
        let Some(q) = crate::read::sample::group(&mut rng, empty) else { continue };
        let outer: Vec<_> = (q.board.beside(&q.wall) & q.board.empty() & q.region).iter().collect();
        let exits = outer.into_iter().filter(|_| rng.next_u32() % 6 == 0).collect();
        let q = crucial(Question { exits, ..q });
        let area = Area::of(&q, Exits::Free).unwrap();
        for first in Role::ALL {
            let with = |prunes: bool| {
                let mut geometry = Geometry::new(area.clone());
                geometry.prunes = prunes;
                let search = reader.search(geometry, &limits);
                let mut session = Session::new(search, &q, first);
                let mut known = Outcome::UNKNOWN;
                let outcome = session.outcome(&mut known, Objective::All, &|_| false);
                let table = &session.search.table;
                let like = (0..table.len()).filter(|&place| table.at(place).like().is_some()).count();
                reader.reuse(session.search);
                (outcome, like)
            };
            let ((pruned, like), (whole, none)) = (with(true), with(false));
            assert_eq!(none, 0);
            let (Ok(pruned), Ok(whole)) = (pruned, whole) else {
                open += 1;
                continue;
            };
            assert_eq!(pruned, whole, "{}, {first} first", q.picture());
            compared += 1;
            by_class[if whole.lives() { 2 } else { usize::from(whole.class() != Some(Class::Dead)) }] += 1;
            let mut chains = chains::Chains::new();
            let (geometry, s) = (Geometry::new(area.clone()), area.state(&q, first, Supply::NONE));
            chains.find(&geometry, s.attacker, s.defender);
            dames += u32::from(forced::dame(&geometry, &chains, &s) != 0);
            shown += u32::from(like > 0);
        }
    }
    println!(
        "{compared} compared {by_class:?}, {open} not decided; {dames} with dame, in {shown} captures shown by others"
    );
    assert!(
        open < compared && by_class.iter().all(|&n| n > 10) && dames > 100 && shown > 50,
        "{by_class:?} {dames} {shown}"
    );
}

/// Where a liberty is good for something else, it is no dame.
#[test]
fn dame_are_liberties_and_nothing_else() {
    let dames = |picture: &str| {
        let q = crucial(Question::from_picture(picture).unwrap());
        let area = Area::of(&q, Exits::Free).unwrap();
        let (geometry, s) = (Geometry::new(area.clone()), area.state(&q, Role::Defender, Supply::NONE));
        let mut chains = chains::Chains::new();
        chains.find(&geometry, s.attacker, s.defender);
        let cells = forced::dame(&geometry, &chains, &s);
        let names = crate::read::cells(cells).filter_map(|c| area.point(Ply(c))).map(|p| (p.x, p.y));
        names.collect::<Vec<_>>()
    };
    // Two between the chain and the wall; the corner is an eye.
    assert_eq!(dames("!.O.X|OO.X|XXXX"), [(2, 0), (2, 1)]);
    // A stone of another chain, or one that can be captured, is beside it.
    assert_eq!(dames("!.O.X|OO.X|XXOX|.X.X|XXXX"), [(2, 0)]);
    assert_eq!(dames("!.O.XX|OO.XX|OOx.X|OO..X|XXXXX"), [(2, 0)]);
    // From the lower one it goes on to a cell that is no liberty yet.
    assert_eq!(dames("!.O.XX|OO.XX|XX..X|XX..X|XXXXX"), [(2, 0)]);
}

/// Moves that take the eyes are those after which a lemma says so (without links); and it says no
/// more than the plain one.
#[test]
fn what_takes_the_eyes_is_what_the_lemma_says_after_the_move() {
    use super::super::lemmas::{Judged, PositionFeatures};
    use rand_core::{RngCore, SeedableRng};
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(31);
    let (mut positions, mut takes, mut captures, mut linked) = (0, 0, 0, 0);
    while positions < 20_000 {
        let Some(q) = crate::read::sample::enclosed(&mut rng, 10) else { continue };
        let Some(target) = q.target.parts().into_iter().next() else { continue };
        let outer: Vec<_> = (q.board.beside(&q.wall) & q.board.empty() & q.region).iter().collect();
        let exits: crate::Points = outer.into_iter().filter(|_| rng.next_u32() % 4 == 0).collect();
        let goal = if rng.next_u32() % 4 == 0 { q.goal } else { crate::Goal::Crucial };
        let q = Question { target, goal, exits, ..q };
        let Ok(area) = Area::of(&q, Exits::Free) else { continue };
        let geometry = Geometry::new(area.clone());
        let (mut look, mut next) = (PositionFeatures::new(), PositionFeatures::new());
        let mut s = area.state(&q, Role::Attacker, Supply::NONE);
        for _ in 0..12 {
            look.find(&geometry, s.attacker, s.defender);
            if look.judge(&geometry, &s) != Judged::Open {
                break;
            }
            positions += 1;
            let passed = crate::read::State { turn: Role::Attacker, ..s };
            let found = look.takes_the_eyes(&geometry, &passed, u64::MAX, true);
            for ply in area.moves(&passed) {
                let (Some(cell), Some(after)) = (ply.cell(), area.play(&passed, ply)) else { continue };
                next.find(&geometry, after.attacker, after.defender);
                let taken = s.defender & !after.defender != 0;
                let joins = look.chains.near_immortal >> cell & 1 == 1;
                let judged = next.judge(&geometry, &after);
                let plain = area.is_captured(&after) || crate::read::plain::no_two_eyes(&area, &after);
                assert!(plain || judged != Judged::Captured, "{}: {after:?}", q.picture());
                assert!(!plain || judged != Judged::Open || area.exits != 0, "{}: {after:?}", q.picture());
                let killed = judged == Judged::Captured
                    && (area.is_captured(&after) || next.two_eyes(&geometry, &after) == Judged::Captured);
                linked += u32::from(judged == Judged::Captured && !killed);
                assert_eq!(found >> cell & 1 == 1, killed && (taken || joins), "{}: {s:?}, {ply:?}", q.picture());
                takes += u32::from(killed);
                captures += u32::from(killed && taken);
            }
            let moves = area.moves(&s);
            let ply = moves[rng.next_u32() as usize % moves.len()];
            let Some(after) = area.play(&s, ply) else { break };
            s = after;
        }
    }
    assert!(takes > 2000 && captures > 500 && linked > 100, "{takes}, {captures}, {linked}");
}

/// Where all stones count, a stone on an exit has got away, though it is the only one: no gate
/// stops it.
#[test]
fn a_lone_stone_on_an_exit_has_got_away() {
    for picture in ["XOXX|X.*X|XXXX", "OxxxxX|O.*X.X|XXXXXX"] {
        let q = Question::from_picture(picture).unwrap();
        assert_eq!(q.goal, crate::Goal::Annihilation, "{picture}");
        judges_agree(&q);
    }
}

/// What the lemma of the two eyes says because of links, because the attacker can spoil what is
/// left under the stones, since an eye is false, or by an eye space that was played out, is so: the
/// search that does without both captures too, whatever threats the defender has.
#[test]
fn what_links_and_spoiling_capture_is_captured_without_them() {
    use super::super::lemmas::{Judged, PositionFeatures};
    use crate::study::Judge;
    use rand_core::{RngCore, SeedableRng};
    let seed = set("TESUJI_SEED", 5);
    let most = set("TESUJI_CASES", 400);
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(seed);
    let (mut shown, mut open, mut large) = (0, 0, 0);
    while shown < most {
        let empty = 8 + (rng.next_u32() % 8) as usize;
        let Some(q) = crate::read::sample::group(&mut rng, empty) else { continue };
        let mut q = q;
        if rng.next_u32() % 3 == 0 {
            let Some(target) = q.target.parts().into_iter().max_by_key(crate::Points::len) else { continue };
            q = Question { target, goal: crate::Goal::Crucial, ..q };
            if rng.next_u32() % 2 == 0 {
                let outer: Vec<_> = (q.board.beside(&q.wall) & q.board.empty() & q.region).iter().collect();
                q.exits = outer.into_iter().filter(|_| rng.next_u32() % 5 == 0).collect();
            }
        }
        let Ok(area) = Area::of(&q, Exits::Free) else { continue };
        let geometry = Geometry::new(area.clone());
        let mut look = PositionFeatures::new();
        let mut s = area.state(&q, Role::Defender, Supply::NONE);
        for _ in 0..16 {
            look.find(&geometry, s.attacker, s.defender);
            let judge = |only: bool| {
                ONLY_IMMORTAL.set(only);
                let judged = look.judge(&geometry, &s);
                ONLY_IMMORTAL.set(false);
                judged
            };
            let (judged, before) = (judge(false), judge(true));
            if judged == Judged::Captured && before == Judged::Open {
                ONLY_IMMORTAL.set(true);
                let limits = tesuji_solver::Limits::default().with_nodes(300_000);
                let mut without = SearchJudge::new(area.clone(), &limits);
                let at = crate::read::State { supply: Supply(-3), ..s };
                match without.kills(&at) {
                    Ok(killed) => {
                        assert!(killed, "{}: {s:?} {:?}", q.picture(), area.cells);
                        shown += 1;
                        large += u32::from(without.nodes() > 100);
                    }
                    Err(_) => open += 1,
                }
                ONLY_IMMORTAL.set(false);
            }
            if judged != Judged::Open {
                break;
            }
            let moves = area.moves(&s);
            let Some(after) = area.play(&s, moves[rng.next_u32() as usize % moves.len()]) else { break };
            s = after;
        }
    }
    println!("{shown} captured without them too, {large} of them with more than 100 positions; {open} not decided");
    assert!(large > 0 && open < shown, "{large} {open}");
}

/// What is kept from one position to the next is what is found anew.
#[test]
fn what_follows_from_a_move_is_what_is_found() {
    use super::super::lemmas::{PositionFeatures, pass_alive};
    use super::super::moves::successors;
    use super::super::prior::{Points, Prior};
    use rand_core::{RngCore, SeedableRng};
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(5);
    let sorted = |list: &chains::ChainList| {
        let mut all: Vec<_> = list.iter().collect();
        all.sort_unstable();
        all
    };
    let mut points = Points::new();
    let (mut games, mut compared, mut captures, mut outs, mut targets) = (0, 0, 0, 0, 0);
    while games < 60 {
        let Some(q) = crate::read::sample::group(&mut rng, 12) else { continue };
        games += 1;
        // Every other one has exits.
        let outer: Vec<_> = (q.board.beside(&q.wall) & q.board.empty() & q.region).iter().collect();
        let exits = outer.into_iter().filter(|_| games % 2 == 0 && rng.next_u32() % 4 == 0).collect();
        // In every other one of these, one chain is the target.
        let chain = q.board.chains().find(|c| games % 4 == 0 && c.stones.meets(&q.target)).map(|c| c.stones);
        let goal = if chain.is_some() { crate::Goal::Crucial } else { q.goal };
        let q = Question { exits, goal, target: chain.unwrap_or(q.target), ..q };
        let geometry = Geometry::new(Area::of(&q, Exits::Free).unwrap());
        targets += u32::from(geometry.area.target.is_some() && geometry.area.is_open);
        let prior = Prior::of(&geometry);
        let mut at = geometry.area.state(&q, Role::ALL[games % 2], Supply::NONE);
        for _ in 0..25 {
            let mut before = PositionFeatures::new();
            before.find(&geometry, at.attacker, at.defender);
            prior.before(&mut points, &geometry, &before.chains, at.turn.other());
            let mut all = Vec::new();
            successors(&geometry, &before.chains, &at, u64::MAX, &mut false, |s, ply, taken| all.push((s, ply, taken)));
            for &(s, ply, taken) in &all {
                let (mut kept, mut anew) = (PositionFeatures::new(), PositionFeatures::new());
                kept.follow(&geometry, &before, &s, ply, taken);
                anew.find(&geometry, s.attacker, s.defender);
                let (a, b) = (&kept.chains, &anew.chains);
                assert_eq!(sorted(&a.defender), sorted(&b.defender));
                assert_eq!(sorted(&a.attacker), sorted(&b.attacker));
                assert_eq!(
                    (a.immortal, a.near_immortal, a.empty, a.out, a.room),
                    (b.immortal, b.near_immortal, b.empty, b.out, b.room)
                );
                outs += u32::from(a.out.0 != 0);
                assert_eq!(kept.eyes.count, anew.eyes.count);
                assert_eq!(pass_alive(a, &kept.eyes), pass_alive(b, &anew.eyes));
                let costs = prior.costs_after(&points, &geometry, &kept, &s, ply, taken);
                assert_eq!(costs, prior.costs(&geometry, &anew, &s));
                compared += 1;
                captures += u32::from(taken != 0);
            }
            if all.is_empty() {
                break;
            }
            at = all[rng.next_u32() as usize % all.len()].0;
        }
    }
    assert!(compared > 5000 && captures > 100 && outs > 100, "{compared} {captures} {outs}");
    assert!(targets >= 8, "{targets}");
}
