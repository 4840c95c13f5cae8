//! Rules of zones that the other rules nearly imply: positions where the checker needs them.

use super::super::certificate::{Refused, VERSION, ZoneCertificate, ZoneGoal, ZoneNode, ZoneSide, ZoneStep};
use super::super::closure::Closure;
use super::super::policy::ZoneRules;
use crate::{Board, Color, Point, Points};

/// White lives in the corner; `more` stones stand elsewhere.
fn board(more: &[(u8, u8, Color)]) -> Board {
    let corner = [(1, 0), (3, 0), (0, 1), (1, 1), (2, 1), (3, 1)];
    let stones = corner.map(|(x, y)| (x, y, Color::White)).into_iter().chain(more.iter().copied());
    Board::set_up(9, 5, stones.map(|(x, y, c)| (Point::new(x, y), c))).unwrap()
}

fn spot(p: Point) -> u16 {
    u16::from(p.y) * 9 + u16::from(p.x)
}

/// A node with the board's contents on a zone. White defends.
fn node(board: &Board, zone: &Points, step: ZoneStep) -> ZoneNode {
    let spots = |set: Points| (set & *zone).iter().map(spot).collect::<Vec<u16>>();
    ZoneNode {
        attacker: spots(board.stones(Color::Black)),
        defender: spots(board.stones(Color::White)),
        empty: spots(board.empty()),
        ko: None,
        step,
    }
}

fn checked(first: ZoneSide, nodes: [ZoneNode; 2]) -> Result<(), Refused> {
    let target = vec![spot(Point::new(1, 0))];
    let goal = ZoneGoal::Survive;
    ZoneCertificate { version: VERSION, size: (9, 5), goal, first, target, nodes: nodes.into() }.check()
}

/// The corner with its two eyes.
fn living() -> Points {
    (0..2).flat_map(|y| (0..4).map(move |x| Point::new(x, y))).collect()
}

/// The prover plays far away, and lives. His move has to be legal all the same.
#[test]
fn the_checker_needs_what_keeps_a_move_legal() {
    let before = board(&[]);
    let at = Point::new(6, 2);
    let mut after = before.clone();
    let taken = after.play(at, Color::White).unwrap();
    let check = |rules: &ZoneRules| {
        let closure = Closure { board: &before, rules };
        let zone = closure.before_move(at, &after, &taken, Color::White, &living());
        let lives = node(&after, &living(), ZoneStep::Alive);
        checked(ZoneSide::Defender, [lives, node(&before, &zone, ZoneStep::Move { at: spot(at), to: 0 })])
    };
    assert_eq!(check(&ZoneRules::ALL), Ok(()));
    let refused = check(&ZoneRules { legal: false, ..ZoneRules::ALL }).unwrap_err();
    assert!(refused.to_string().contains("may be suicide"), "{refused}");
}

/// The opponent takes one stone, and the rest of the proof looks at its point. Whether a ban follows
/// is seen around his move.
#[test]
fn the_checker_needs_what_shows_a_ko() {
    let (b, ko, at) = (Color::Black, Point::new(6, 2), Point::new(7, 2));
    let around = [(6, 1, b), (5, 2, b), (6, 3, b), (7, 1, b), (7, 3, b), (8, 2, b)];
    let before = board(&[&around[..], &[(6, 2, Color::White)]].concat());
    let mut after = before.clone();
    let taken = after.play(at, Color::Black).unwrap();
    assert_eq!((taken, after.ko()), (Points::single(ko), None));
    let looked_at = living() | Points::single(ko);
    let check = |rules: &ZoneRules| {
        let zone = Closure { board: &before, rules }.before_reply(at, &taken, &looked_at);
        let lives = node(&after, &looked_at, ZoneStep::Alive);
        let replies = ZoneStep::Replies { moves: vec![(spot(at), 0)], elsewhere: None };
        checked(ZoneSide::Attacker, [lives, node(&before, &zone, replies)])
    };
    assert_eq!(check(&ZoneRules::ALL), Ok(()));
    let refused = check(&ZoneRules { ko: false, ..ZoneRules::ALL }).unwrap_err();
    assert!(refused.to_string().contains("may not be retaken"), "{refused}");
}
