//! The lemmas against the whole graph of a position: what they say is so, exits or none.

use super::*;
use crate::read::{Exits, sample};
use crate::study::{GraphJudge, Judge as _};
use crate::{Goal, Points, Question};
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use tesuji_solver::Limits;

/// A random enclosed position in which some points beside the wall are exits.
fn with_exits(rng: &mut ChaCha8Rng) -> Option<Question> {
    let q = sample::enclosed(rng, 7)?;
    let target = q.target.parts().into_iter().next()?;
    let outer: Vec<_> = (q.board.beside(&q.wall) & q.board.empty() & q.region).iter().collect();
    let one_in = 2 + rng.next_u32() % 3;
    let exits: Points = outer.into_iter().filter(|_| rng.next_u32().is_multiple_of(one_in)).collect();
    let goal = if rng.next_u32().is_multiple_of(4) { q.goal } else { Goal::Crucial };
    Some(Question { target, goal, exits, ..q })
}

/// No two eyes: captured though the defender moves first. Alive if he passes: not captured though
/// the attacker does.
#[test]
fn what_the_lemmas_say_is_so() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    // Captured: without exits, with one, with more. Alive.
    let (mut captured, mut alive) = ([0; 3], 0);
    while captured.iter().any(|&n| n < 60) || alive < 60 {
        let Some(q) = with_exits(&mut rng) else { continue };
        let Ok(area) = Area::of(&q, Exits::Free) else { continue };
        let kind = area.exits.count_ones().min(2) as usize;
        let mut at = area.state(&q, Role::Defender, Supply::NONE);
        for _ in 0..6 {
            if area.is_captured(&at) || area.has_escaped(&at) {
                break;
            }
            let first = |turn| State { turn, ko: State::NO_KO, ..at };
            let claims_death = captured[kind] < 200 && no_two_eyes(&area, &at);
            let lives = pass_alive(&area, &at) & area.target.unwrap_or(u64::MAX) != 0;
            if claims_death || alive < 200 && lives {
                let mut judge = GraphJudge::new(area.clone(), &Limits::default().with_nodes(4000));
                let turn = if claims_death { Role::Defender } else { Role::Attacker };
                if let Ok(kills) = judge.kills(&first(turn)) {
                    assert_eq!(kills, claims_death, "{}: {at:?}, {turn} first, exits {:b}", q.picture(), area.exits);
                    if claims_death { captured[kind] += 1 } else { alive += 1 }
                }
                break;
            }
            let moves = area.moves(&at);
            let ply = moves[rng.next_u32() as usize % moves.len()];
            let Some(after) = area.play(&at, ply) else { break };
            at = after;
        }
    }
}

fn area(picture: &str) -> (Area, State) {
    let q = Question::from_picture(picture).expect("a question");
    let area = Area::of(&q, Exits::Free).expect("small");
    let at = area.state(&q, Role::Defender, Supply::NONE);
    (area, at)
}

/// Textbook shapes: the defender moves first and has at most one eye, or may get two.
#[test]
fn textbook_eye_spaces() {
    for (picture, is_captured) in [
        ("!..OX|..OX|OOOX|XXXX", true),   // square four
        ("!.OX|OOX|XXX", true),           // one point
        ("!..OX|OOOX|XXXX", true),        // two points
        ("!...OX|OOOOX|XXXXX", false),    // three in a row
        ("!....OX|OOOOOX|XXXXXX", false), // four in a row
        ("!.O.OX|OOOOX|XXXXX", false),    // two eyes
    ] {
        let (area, at) = area(picture);
        assert_eq!(no_two_eyes(&area, &at), is_captured, "{picture}");
    }
    let alive = |picture: &str| {
        let (area, at) = area(picture);
        pass_alive(&area, &at).count_ones()
    };
    assert_eq!(alive("!.O.OX|OOOOX|XXXXX"), 6);
    assert_eq!(alive("!..OX|..OX|OOOX|XXXX"), 0);
}
