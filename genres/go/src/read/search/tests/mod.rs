//! The search against the whole graph of small questions, and against itself.

mod lemmas;
mod limits;
mod threats;

use super::dfpn::Search;
use super::geometry::Geometry;
use super::memory::Memory;
use super::session::Session;
use super::*;
use crate::read::{Area, Exits, MOST_THREATS, Ply, Reader, Reading, Supply};
use crate::{Class, Outcome, Question, ReferenceReader, Role};
use tesuji_solver::{Limits, Stop};

/// What waits for large regions and full tables in use happens in the small ones of the tests, too:
/// far moves that wait for near ones, and evictions soon after each other.
pub(super) const SMALL_REGIONS: Policy =
    Policy { near_steps: 1, fewest_near: 1, fewest_far: 1, visits_between_evictions: 50, ..Policy::STANDARD };

/// A reader with that policy.
pub(in crate::read) fn small_regions() -> DfPnReader {
    DfPnReader::with_policy(SMALL_REGIONS)
}

/// A number that the environment can set, for longer runs.
pub(super) fn set(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|s| s.parse().ok()).unwrap_or(usual)
}

/// Both readers, both sides first; SEKI and ALIVE count as one where the fast reader does not tell
/// them apart.
fn agree(picture: &str) {
    let q = Question::from_picture(picture).unwrap();
    for first in Role::ALL {
        let fast = small_regions().read_first(&q, first, &Limits::default().with_nodes(2_000_000)).unwrap().outcome;
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
    let fast = small_regions();
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

/// The search and the whole graph say the same of a question with the exits free, whoever moves
/// first. Its area.
fn judges_agree(q: &Question) -> Area {
    use crate::study::{GraphJudge, Judge as _};
    let area = Area::of(q, Exits::Free).unwrap();
    let (mut search, mut graph) = (
        SearchJudge::with_policy(area.clone(), &Limits::default(), SMALL_REGIONS),
        GraphJudge::new(area.clone(), &Limits::default()),
    );
    for first in Role::ALL {
        let at = area.state(q, first, Supply::NONE);
        assert_eq!(search.kills(&at), graph.kills(&at), "{first} first in {}", q.picture());
    }
    area
}

/// Attacker's chains on exits may have all their liberties beyond: such count as taken. (Else what
/// the defender encloses could have no empty point, and Benson's lemma takes that for an eye, where
/// the graph does not.) In the corner of a board, with wall or exits at each point of the rim; and
/// one such position with all that comes after it.
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
    // Of a target of several chains some are taken; a stone that is played there again is joined to
    // the exit.
    judges_agree(&Question::from_picture("!xOO.#|.x..#|O..x#|XX###").unwrap());

    let q = Question::from_picture("!##|#*|*x|#x|x.|.O|OO|xx|##").unwrap();
    let area = Area::of(&q, Exits::Free).unwrap();
    let (mut search, mut graph) = (
        SearchJudge::with_policy(area.clone(), &Limits::default(), SMALL_REGIONS),
        GraphJudge::new(area.clone(), &Limits::default()),
    );
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

/// Random positions with a few exits and a crucial chain: the model with the exits free against the
/// whole graph of it, and what is made of both models against each.
#[test]
fn agrees_with_the_whole_graph_where_there_are_exits() {
    use rand_core::{RngCore, SeedableRng};
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(set("TESUJI_SEED", 23));
    let most = set("TESUJI_CASES", 3000);
    let limits = Limits::default().with_nodes(6000);
    let fast = small_regions();
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

/// The same question where only the largest chain of the target counts.
pub(super) fn crucial(q: Question) -> Question {
    let target = q.target.parts().into_iter().max_by_key(crate::Points::len).unwrap_or(q.target);
    Question { target, goal: crate::Goal::Crucial, ..q }
}

thread_local! {
    /// Is the lemma of the two eyes to do without links, without what can be spoilt under the
    /// stones, without false eyes, and without eye spaces that are played out?
    pub(super) static ONLY_IMMORTAL: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}
