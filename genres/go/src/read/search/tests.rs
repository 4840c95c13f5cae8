use super::*;
use crate::ReferenceReader;

/// A number that the environment can set, for longer runs.
pub(super) fn set(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|s| s.parse().ok()).unwrap_or(usual)
}

/// Both readers, both sides first; SEKI and ALIVE count as one where the fast reader does not tell them apart.
fn agree(picture: &str) {
    let q = Question::from_picture(picture).unwrap();
    for first in Role::ALL {
        let fast = DfPnReader::new().read_first(&q, first, &Limits::default().with_nodes(2_000_000)).unwrap().outcome;
        let plain = ReferenceReader.read_first(&q, first, &Limits::default().with_nodes(1_000_000)).unwrap();
        if plain.stop != Stop::Exhausted {
            continue;
        }
        let plain = plain.outcome;
        assert!(fast == plain || fast.lives() && plain.lives(), "{picture}, {first} first: {fast}, not {plain}");
    }
}

#[test]
fn agrees_on_textbook_shapes() {
    for picture in [
        "!..OX|..OX|OOOX|XXXX",
        "!...OX|.OOOX|OOXXX|XXXXX",
        "..OX|.OOX|OOXX|XXXX",
        "!...OX|...OX|OOOOX|XXXXX",
        ".O.OX|OOOOX|XXXXX",
        "!....OX|OOOOOX|XXXXXX",
        ".x.OX|OOOOX|XXXXX",
    ] {
        agree(picture);
    }
}

#[test]
fn agrees_with_the_whole_graph_on_random_positions() {
    use rand_core::SeedableRng;
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(7);
    let limits = Limits::default().with_nodes(4000);
    let fast = DfPnReader::new();
    let mut compared = 0;
    while compared < 150 {
        let Some(q) = crate::read::sample::enclosed(&mut rng, 7) else { continue };
        let plain = ReferenceReader.read(&q, &limits).unwrap();
        if Role::ALL.iter().any(|&r| plain.first(r).stop != Stop::Exhausted) {
            continue;
        }
        compared += 1;
        let read = fast.read(&q, &Limits::default()).unwrap();
        for role in Role::ALL {
            let (want, got) = (plain.first(role).outcome, read.first(role).outcome);
            assert!(want == got || want.lives() && got.lives(), "{}, {role} first: {got}, not {want}", q.picture());
        }
    }
}

/// The search and the whole graph say the same of a question with the exits free, whoever moves first. Its area.
fn judges_agree(q: &Question) -> Area {
    use crate::study::{GraphJudge, Judge as _};
    let area = Area::of(q, Exits::Free).unwrap();
    let (mut search, mut graph) =
        (SearchJudge::new(area.clone(), &Limits::default()), GraphJudge::new(area.clone(), &Limits::default()));
    for first in Role::ALL {
        let at = area.state(q, first, Supply::NONE);
        assert_eq!(search.kills(&at), graph.kills(&at), "{first} first in {}", q.picture());
    }
    area
}

/// Attacker's chains on exits may have all their liberties beyond: such count as taken. (Else what the defender encloses could have no empty point, and Benson's
/// lemma takes that for an eye, where the graph does not.) In the corner of a board, with wall or exits at each point of the rim; and one such position with
/// all that comes after it.
#[test]
fn agrees_with_the_whole_graph_where_attackers_stand_on_exits() {
    use crate::study::{GraphJudge, Judge as _};
    use rand_core::{RngCore, SeedableRng};
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(set("TESUJI_SEED", 1));
    let wanted = set("TESUJI_CASES", 400);
    let (mut compared, mut without) = (0, 0);
    while compared < wanted {
        let mut row = |letters: [&str; 5]| -> String {
            letters.map(|of| char::from(of.as_bytes()[rng.next_u32() as usize % of.len()])).iter().collect()
        };
        let inner = ["...xxOO"; 4];
        let mut rows: Vec<String> = (0..3).map(|_| row([inner[0], inner[1], inner[2], inner[3], "#X"])).collect();
        rows.push(row(["##X", "##X", "##X", "##X", "#"]));
        let Ok(q) = Question::from_picture(&format!("!{}|#####", rows.join("|"))) else { continue };
        if !q.is_open() {
            continue;
        }
        let area = judges_agree(&q);
        let stones = (q.board.stones(q.defender.other()) & q.region).len();
        for first in Role::ALL {
            without += u32::from(stones > area.state(&q, first, Supply::NONE).attacker.count_ones() as usize);
        }
        compared += 1;
    }
    assert!(without > 20, "chains without a liberty inside: {without}");
    // Of a target of several chains some are taken; a stone that is played there again is joined to the exit.
    judges_agree(&Question::from_picture("!xOO.#|.x..#|O..x#|XX###").unwrap());

    let q = Question::from_picture("!##|#*|*x|#x|x.|.O|OO|xx|##").unwrap();
    let area = Area::of(&q, Exits::Free).unwrap();
    let (mut search, mut graph) =
        (SearchJudge::new(area.clone(), &Limits::default()), GraphJudge::new(area.clone(), &Limits::default()));
    let mut seen = std::collections::BTreeSet::new();
    let mut todo = vec![area.state(&q, Role::Attacker, Supply::NONE)];
    while let Some(at) = todo.pop() {
        if seen.insert(at) && !area.is_captured(&at) && !area.has_escaped(&at) {
            assert_eq!(search.kills(&at), graph.kills(&at), "{at:?}");
            todo.extend(area.moves(&at).into_iter().filter_map(|ply| area.play(&at, ply)));
        }
    }
    assert!(seen.len() > 1_000);
}

/// Random positions with a few exits and a crucial chain: the model with the exits free against the whole graph of it, and
/// what is made of both models against each.
#[test]
fn agrees_with_the_whole_graph_where_there_are_exits() {
    use rand_core::{RngCore, SeedableRng};
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(set("TESUJI_SEED", 23));
    let most = set("TESUJI_CASES", 3000);
    let limits = Limits::default().with_nodes(6000);
    let fast = DfPnReader::new();
    let (mut compared, mut decided) = (0, [0; 3]);
    while compared < most {
        let Some(q) = crate::read::sample::enclosed(&mut rng, 7) else { continue };
        let Some(target) = q.target.parts().into_iter().next() else { continue };
        let outer: Vec<_> = (q.board.beside(&q.wall) & q.board.empty() & q.region).iter().collect();
        let exits: crate::Points = outer.into_iter().filter(|_| rng.next_u32() % 3 == 0).collect();
        let held = if rng.next_u32() % 2 == 0 { exits } else { crate::Points::EMPTY };
        let q = Question { target, goal: crate::Goal::Crucial, exits, held, ..q };
        if !q.is_open() {
            continue;
        }
        for first in Role::ALL {
            let plain = ReferenceReader.read_first(&q, first, &limits).unwrap();
            if plain.stop != Stop::Exhausted {
                continue;
            }
            compared += 1;
            let free = Area::of(&q, Exits::Free).unwrap();
            let got = fast.read_area(free, &q, first, &Limits::default(), false).reading.outcome;
            let want = plain.outcome;
            assert!(want == got || want.lives() && got.lives(), "{}, {first} first: {got}, not {want}", q.picture());
            // Where all exits lie in the open, to be joined to one is life.
            let open = Question { away: q.exits, ..q.clone() };
            let away = fast.prove(&open, first, &Limits::default().with_nodes(50_000)).unwrap();
            assert!(away.reading.outcome == want || away.reading.outcome.lives() && want.lives(), "{}", open.picture());
            assert_eq!(away.check(&open, first).unwrap(), Ok(()), "{}, {first} first", open.picture());
            let proved = fast.prove(&q, first, &Limits::default().with_nodes(50_000)).unwrap();
            let told = proved.reading.outcome;
            assert!(told.high <= want.high || want.lives(), "{}, {first} first: {told}", q.picture());
            assert_eq!(proved.check(&q, first).unwrap(), Ok(()), "{}, {first} first: {told}", q.picture());
            match told.class() {
                Some(Class::Dead) => decided[0] += 1,
                Some(Class::Ko) => decided[1] += 1,
                _ => decided[2] += u32::from(told.lives()),
            }
        }
    }
    assert!(decided[0] > 20 && decided[2] > 10, "{decided:?}");
}

/// A reading in a table that is too small for it, in which room is made, comes to the same as one that has all it needs, and as the whole
/// graph where that is not too large; and most come to something. (Without room none would.)
#[test]
fn room_that_is_made_changes_no_outcome() {
    use rand_core::{RngCore, SeedableRng};
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(set("TESUJI_SEED", 31));
    let most = set("TESUJI_CASES", 60);
    let graph = Limits::default().with_nodes(200_000);
    let (reader, mut decided, mut left, mut compared) = (DfPnReader::new(), [0_u64; 3], 0, 0);
    while decided.iter().sum::<u64>() + left < most {
        let Some(q) = crate::read::sample::enclosed(&mut rng, 10) else { continue };
        let q = if rng.next_u32() % 2 == 0 { crucial(q) } else { q };
        for first in Role::ALL {
            // Positions in the table at the end, and what was told.
            let read = |memory: usize| {
                let limits = Limits::default().with_nodes(200_000).with_memory(memory);
                let mut ongoing = reader.begin(&q, first, Exits::Free, &limits).unwrap();
                let told = ongoing.go_on(&mut SharedLives::default(), Asked::All, &|_| false, &limits);
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

/// A judge whose table is too small for what it is asked makes room in it, and says the same of every first move.
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
            let mut judge = SearchJudge::new(area.clone(), &Limits::default().with_nodes(400_000).with_memory(memory));
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

/// A ban binds who would retake the ko. Black, who has just taken it at B9, may fill it as if White had passed; White needs no threat for A7.
#[test]
fn a_ban_binds_only_the_side_that_would_retake() {
    let q = Question::from_picture("kxOXX|xOOXX|.OXX#|OOX##|.XX##|XX###").unwrap();
    let filled = Question::from_picture(".xOXX|xOOXX|.OXX#|OOX##|.XX##|XX###").unwrap();
    let limits = Limits::default();
    for first in Role::ALL {
        let plain = ReferenceReader.read_first(&q, first, &limits).unwrap().outcome;
        let fast = DfPnReader::new().read_first(&q, first, &limits).unwrap().outcome;
        let unbanned = ReferenceReader.read_first(&filled, first, &limits).unwrap().outcome;
        let area = Area::of(&q, Exits::Free).unwrap();
        let banned = area.state(&q, first, Supply::NONE).ko;
        assert_eq!((plain, banned != crate::read::State::NO_KO), (fast, first == Role::Defender), "{first}");
        if first == Role::Attacker {
            assert_eq!((plain.class(), plain), (Some(Class::Dead), unbanned));
        }
    }
}

/// The move that a reading names gets the outcome that is told, kos with their number of threats included.
#[test]
fn the_move_that_is_named_gets_the_outcome() {
    use rand_core::SeedableRng;
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(set("TESUJI_SEED", 5));
    let most = set("TESUJI_CASES", 500);
    // In the first four another move captures, but leaves a ko that is better for the defender; in the others he moves first.
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
    let (fast, mut named, mut kos) = (DfPnReader::new(), 0, [0; 2]);
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

/// The same question where only the largest chain of the target counts.
pub(super) fn crucial(q: Question) -> Question {
    let target = q.target.parts().into_iter().max_by_key(crate::Points::len).unwrap_or(q.target);
    Question { target, goal: crate::Goal::Crucial, ..q }
}

/// Captures that are shown by others, liberties that are good for nothing else, what the immortal cut off: the search that knows of
/// them says what the one says that makes all legal moves.
#[test]
fn what_is_left_out_changes_nothing() {
    use rand_core::{RngCore, SeedableRng};
    let seed = set("TESUJI_SEED", 41);
    let most = set("TESUJI_CASES", 1200);
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(seed);
    let limits = Limits::default().with_nodes(60_000);
    let reader = DfPnReader::new();
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
                let search = Search::new(geometry, reader.table(&limits), limits.start());
                let mut session = Session::new(search, &q, first);
                let mut known = Outcome::UNKNOWN;
                let outcome = session.outcome(&mut known, Asked::All, &|_| false);
                let table = session.search.table;
                let like = (0..table.len()).filter(|&place| table.at(place).like().is_some()).count();
                reader.keep(table);
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

/// Moves that take the eyes are those after which a lemma says so (without links); and it says no more than the plain one.
#[test]
fn what_takes_the_eyes_is_what_the_lemma_says_after_the_move() {
    use super::lemmas::{Judged, Look};
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
        let (mut look, mut next) = (Look::new(), Look::new());
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

/// Where all stones count, a stone on an exit has got away, though it is the only one: no gate stops it.
#[test]
fn a_lone_stone_on_an_exit_has_got_away() {
    for picture in ["XOXX|X.*X|XXXX", "OxxxxX|O.*X.X|XXXXXX"] {
        let q = Question::from_picture(picture).unwrap();
        assert_eq!(q.goal, crate::Goal::Annihilation, "{picture}");
        judges_agree(&q);
    }
}

thread_local! {
    /// Is the lemma of the two eyes to do without links, without what can be spoilt under the stones, without false eyes, and without eye spaces
    /// that are played out?
    pub(super) static ONLY_IMMORTAL: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// What the lemma of the two eyes says because of links, because the attacker can spoil what is left under the stones, since an eye is false, or by an eye space that was
/// played out, is so: the
/// search that does without both captures too, whatever threats the defender has.
#[test]
fn what_links_and_spoiling_capture_is_captured_without_them() {
    use super::lemmas::{Judged, Look};
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
        let mut look = Look::new();
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

#[test]
fn proofs_replay_and_damaged_ones_are_refused() {
    use crate::read::LifeGame;
    use rand_core::SeedableRng;
    use tesuji_solver::reading::{Hold, Proof, Why};
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(11);
    let fast = DfPnReader::new();
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

/// What is kept from one position to the next is what is found anew.
#[test]
fn what_follows_from_a_move_is_what_is_found() {
    use super::lemmas::{Look, pass_alive};
    use super::moves::successors;
    use super::prior::{Points, Prior};
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
            let mut before = Look::new();
            before.find(&geometry, at.attacker, at.defender);
            prior.before(&mut points, &geometry, &before.chains, at.turn.other());
            let mut all = Vec::new();
            successors(&geometry, &before.chains, &at, u64::MAX, &mut false, |s, ply, taken| all.push((s, ply, taken)));
            for &(s, ply, taken) in &all {
                let (mut kept, mut anew) = (Look::new(), Look::new());
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

/// Death by induction over the threats, against a search of its own with most of them at once.
#[test]
fn what_induction_calls_dead_is_captured_with_most_threats() {
    use rand_core::SeedableRng;
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(31);
    let limits = Limits::default().with_nodes(100_000);
    let reader = DfPnReader::new();
    let mut with_threats_used = 0;
    while with_threats_used < 12 {
        let Some(q) = crate::read::sample::group(&mut rng, 9) else { continue };
        let q = if with_threats_used % 2 == 0 { q } else { crucial(q) };
        let area = Area::of(&q, Exits::Free).unwrap();
        for first in Role::ALL {
            let begin = || {
                let search = Search::new(Geometry::new(area.clone()), reader.table(&limits), limits.start());
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

/// Captures that are said to hold with any number of defender threats, though bans matter in their proofs, hold with each
/// number that is searched by itself; and where that is not said, the defender has a number that saves him.
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
                Session::new(Search::new(Geometry::new(area), Table::new(), clock), &q, first)
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

/// A ko whose searches with more threats withdraw members of the closed set for fewer: it is asked for again.
#[test]
fn a_closed_set_that_a_later_search_withdrew_is_found_again() {
    let q = Question::from_picture("..O.X|..xOX|...OX|O.OOX|XXXXX").unwrap();
    let proved = DfPnReader::new().prove(&q, Role::Defender, &Limits::default()).unwrap();
    assert_eq!(proved.reading.outcome, Outcome::ko(Role::Attacker, 2));
    assert_eq!(proved.check(&q, Role::Defender).unwrap(), Ok(()));
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
        let reading = DfPnReader::new().read_first(&q, first, &Limits::default().with_nodes(nodes)).unwrap();
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
            let mut one = Session::new(Search::new(Geometry::new(area), Table::new(), clock), &q, first);
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
