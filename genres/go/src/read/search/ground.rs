//! What the lemmas say, against the whole graph of a question: every position of it that is not
//! over, whoever moves, with every ban that can arise.

use super::geometry::Geometry;
use super::lemmas::{Judged, PositionFeatures};
use super::tests::{ONLY_IMMORTAL, crucial, set};
use crate::read::reference::threats::{Ignored, ThreatGraph};
use crate::read::{Area, Exits, Ply, State, Supply, cells, plain, sample};
use crate::{Goal, Points, Question, Role};
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use tesuji_solver::Limits;

/// A space of one to six cells, some with attacker's stones, stones of the defender around most of
/// it, and a second layer of anything.
fn ring(rng: &mut ChaCha8Rng, most: usize) -> Option<Question> {
    let mut below = |n: usize| rng.next_u32() as usize % n;
    let (width, height, left) = (3 + below(4), 3 + below(2), below(2));
    let inside = |x: usize, y: usize| (left..left + width).contains(&x) && y < height;
    let size = 1 + below(6);
    let mut space = vec![(left + below(width), below(height))];
    for _ in 0..100 {
        let (x, y) = space[below(space.len())];
        let next = [(x + 1, y), (x, y + 1), (x.wrapping_sub(1), y), (x, y.wrapping_sub(1))][below(4)];
        if space.len() < size && inside(next.0, next.1) && !space.contains(&next) {
            space.push(next);
        }
    }
    let (stones, gaps, layer) = (below(50), below(25), [".OX.", ".OOX", "XX.O"][below(3)].as_bytes());
    let mut glyph = |x: usize, y: usize| match () {
        () if !inside(x, y) => 'X',
        () if space.contains(&(x, y)) => ['.', 'x'][usize::from(below(100) < stones)],
        () if !space.iter().any(|&(a, b)| a.abs_diff(x) + b.abs_diff(y) == 1) => char::from(layer[below(4)]),
        () if below(100) < gaps => ['.', 'x', 'X'][below(3)],
        () => 'O',
    };
    let rows: Vec<String> = (0..=height).map(|y| (0..=left + width).map(|x| glyph(x, y)).collect()).collect();
    let empty = rows.iter().flat_map(|row| row.chars()).filter(|&c| c == '.').count();
    (2..=most).contains(&empty).then(|| Question::from_picture(&rows.join("|")).ok()).flatten()
}

/// The same question about all stones, the largest chain, or some chains; the latter with ways out,
/// held or not.
fn aimed(rng: &mut ChaCha8Rng, q: Question) -> Question {
    let mut some =
        |of: Points, one_in: u32| of.iter().filter(|_| rng.next_u32().is_multiple_of(one_in)).collect::<Points>();
    let parts = some(q.target, 3);
    let target = q.target.parts().into_iter().filter(|part| part.meets(&parts)).fold(Points::EMPTY, |all, p| all | p);
    let exits = some(q.board.beside(&q.wall) & q.board.empty() & q.region, 4);
    let held = some(exits, 2);
    match rng.next_u32() % 4 {
        0 => Question { goal: Goal::Annihilation, ..q },
        1 => crucial(q),
        2 if !target.is_empty() => Question { target, goal: Goal::Crucial, ..q },
        _ => crucial(Question { exits, held, ..q }),
    }
}

/// Positions of which a lemma says something.
#[derive(Default, Debug)]
struct Counts {
    positions: u64,
    captured: u64,
    /// Not so without links, false eyes and the others.
    new: u64,
    by: u64,
    takes: u64,
    survived: u64,
    /// Not captured if the defender may ignore every ban.
    by_threats: u64,
}

fn compare(area: &Area, roots: &[State], limits: &Limits, name: &str, told: &mut Counts) -> bool {
    let is_over = |s: &State| area.is_captured(s) || area.has_escaped(s);
    let Ok(graph) = ThreatGraph::explore(area, roots, is_over, limits, false) else { return false };
    let goals = graph.all(|s| area.is_captured(s));
    let without = graph.forced(Role::Attacker, &goals, &Ignored::Never);
    let always = graph.forced(Role::Attacker, &goals, &Ignored::Always(Role::Defender));
    // With one threat of the defender's more at a time, until that makes no difference.
    let mut captured = without.clone();
    loop {
        let next = graph.forced(Role::Attacker, &goals, &Ignored::Once(Role::Defender, &captured));
        if next == captured {
            break;
        }
        captured = next;
    }
    let places: std::collections::HashMap<State, usize> =
        graph.states.iter().enumerate().map(|(place, s)| (*s, place)).collect();
    let (geometry, mut look) = (Geometry::new(area.clone()), PositionFeatures::new());
    for (place, s) in graph.states.iter().enumerate().filter(|(_, s)| !is_over(s)) {
        let after = |cell| area.play(s, Ply(cell)).and_then(|after| places.get(&after)).is_some_and(|&at| captured[at]);
        let plain = plain::no_two_eyes(area, s);
        look.find(&geometry, s.attacker, s.defender);
        let judged = look.judge(&geometry, s);
        told.positions += 1;
        assert!(!plain || captured[place], "{name}: {s:?}, the plain lemma");
        assert!(!plain || judged != Judged::Open || area.exits != 0, "{name}: {s:?}, the plain lemma alone");
        match judged {
            Judged::Captured => {
                assert!(captured[place] && plain, "{name}: {s:?}");
                ONLY_IMMORTAL.set(true);
                told.new += u64::from(look.judge(&geometry, s) == Judged::Open);
                ONLY_IMMORTAL.set(false);
                (told.captured, told.by_threats) = (told.captured + 1, told.by_threats + u64::from(!always[place]));
            }
            Judged::By(cell) => {
                assert!(s.turn == Role::Attacker && after(cell), "{name}: {s:?}, by {cell}");
                told.by += 1;
            }
            Judged::Survived => {
                assert!(!without[place], "{name}: {s:?}, survived");
                told.survived += 1;
            }
            Judged::Open if s.turn == Role::Attacker => {
                for cell in cells(look.takes_the_eyes(&geometry, s, u64::MAX, true)) {
                    assert!(after(cell), "{name}: {s:?}, takes the eyes by {cell}");
                    told.takes += 1;
                }
            }
            Judged::Open => {}
        }
    }
    true
}

#[test]
fn what_the_lemmas_say_is_so_in_the_whole_graph() {
    let mut rng = ChaCha8Rng::seed_from_u64(set("TESUJI_SEED", 1));
    let (wanted, most) = (set("TESUJI_CASES", 120), set("TESUJI_EMPTY", 7) as usize);
    let limits = Limits::default().with_nodes(set("TESUJI_NODES", 20_000));
    let (mut graphs, mut told) = (0, Counts::default());
    while graphs < wanted {
        let q = match rng.next_u32() % 4 {
            0 => sample::enclosed(&mut rng, most),
            1 => sample::group(&mut rng, most),
            _ => ring(&mut rng, most),
        };
        let Some(q) = q.filter(|q| !q.target.is_empty()) else { continue };
        let q = aimed(&mut rng, Question { exits: Points::EMPTY, held: Points::EMPTY, away: Points::EMPTY, ..q });
        let Ok(mut area) = Area::of(&q, Exits::Free) else { continue };
        let roots = Role::ALL.map(|first| area.state(&q, first, Supply::NONE));
        // Points from which stones of the target were taken before.
        if let Some(target) = area.target.as_mut().filter(|_| rng.next_u32().is_multiple_of(2)) {
            *target |=
                area.all & !area.exits & !roots[0].attacker & !roots[0].defender & rng.next_u64() & rng.next_u64();
        }
        graphs += u64::from(compare(&area, &roots, &limits, &q.picture(), &mut told));
    }
    println!("{graphs} graphs, {told:?}");
    assert!(told.new > 1000 && told.by > 10 && told.takes > 100 && told.survived > 100, "{told:?}");
}
