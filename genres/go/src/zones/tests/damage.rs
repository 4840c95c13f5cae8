//! Damaged certificates are refused by name.

use super::{about, for_each_proof, nodes};
use crate::zones::policy::ZoneRules;
use crate::zones::{Refused, ZoneCertificate, ZoneGoal, ZoneNode, ZoneStep, prove};
use crate::{Board, Color, Point, Points, Question, Role};

/// A capture with the attacker to move, and a life with him to move.
fn certificates() -> [(Question, ZoneCertificate); 2] {
    let corner = Question::from_picture("!...OX|..OOX|OOOXX|XXX##").unwrap();
    let capture = prove(&corner, ZoneGoal::Capture, Role::Attacker, &nodes(20_000)).unwrap().certificate;
    let mut alive = corner.clone();
    alive.board.play(Point::new(1, 0), corner.defender).unwrap();
    let life = prove(&alive, ZoneGoal::Survive, Role::Attacker, &nodes(20_000)).unwrap().certificate;
    [(corner, capture), (alive, life)]
}

fn unsound(certificate: &ZoneCertificate) -> String {
    match certificate.check() {
        Err(Refused::Unsound { what, .. }) => what,
        other => panic!("{other:?}"),
    }
}

#[test]
fn eight_kinds_of_damage_are_refused_by_name() {
    for (q, whole) in certificates() {
        assert_eq!(whole.check(), Ok(()));
        assert_eq!(whole.is_about(&q.board, q.defender), Ok(()));
        let text = whole.print();
        // A text that ends early, another version, no version, a field that nobody knows.
        assert!(matches!(ZoneCertificate::parse(&text[..text.len() / 2]), Err(Refused::Text(_))));
        let other = text.replacen("\"version\":1", "\"version\":2", 1);
        assert_eq!(ZoneCertificate::parse(&other), Err(Refused::Version(2)));
        assert!(ZoneCertificate::parse(&text.replacen("\"version\":1,", "", 1)).is_err());
        assert!(ZoneCertificate::parse(&text.replacen("\"version\":1,", "\"version\":1,\"more\":1,", 1)).is_err());
        let root = whole.nodes.len() - 1;
        let replies = |c: &ZoneCertificate| {
            let is_long = |i: &usize| matches!(&c.nodes[*i].step, ZoneStep::Replies { moves, .. } if moves.len() > 1);
            (0..c.nodes.len()).rev().find(is_long).unwrap()
        };
        // A node that does not exist, or stands later.
        let mut bad = whole.clone();
        bad.nodes[replies(&whole)].step = ZoneStep::Pass { to: root + 1 };
        assert!(matches!(bad.check(), Err(Refused::Order { .. })));
        // A point off the board, and one that is listed twice.
        let mut bad = whole.clone();
        bad.nodes[0].empty.push(9_999);
        assert!(matches!(bad.check(), Err(Refused::OffBoard { node: 0, .. })));
        let mut bad = whole.clone();
        let again = bad.nodes[root].empty[0];
        bad.nodes[root].attacker.push(again);
        assert!(matches!(bad.check(), Err(Refused::Twice { .. })));
        // An answer that is missing.
        let mut bad = whole.clone();
        let at = replies(&whole);
        if let ZoneStep::Replies { moves, .. } = &mut bad.nodes[at].step {
            moves.remove(0);
        }
        assert!(unsound(&bad).contains("there is no answer to"), "{}", unsound(&bad));
        // A stone that has another colour.
        let mut bad = whole.clone();
        let stone = bad.nodes[root].defender.pop().unwrap();
        bad.nodes[root].attacker.push(stone);
        assert!(matches!(bad.check(), Err(Refused::Unsound { .. })));
        // A point that the zone has no longer.
        for node in 0..whole.nodes.len() {
            let mut bad = whole.clone();
            bad.nodes[node].empty.clear();
            if bad != whole && matches!(whole.nodes[node].step, ZoneStep::Replies { .. } | ZoneStep::Move { .. }) {
                assert!(bad.check().is_err(), "node {node}");
            }
        }
        // Another goal, another side, no target, another board.
        let goal = if whole.goal == ZoneGoal::Capture { ZoneGoal::Survive } else { ZoneGoal::Capture };
        assert!(ZoneCertificate { goal, ..whole.clone() }.check().is_err());
        let bad = ZoneCertificate { first: whole.first.other(), ..whole.clone() };
        assert!(matches!(bad.check(), Err(Refused::Other(_))));
        assert_eq!(ZoneCertificate { target: Vec::new(), ..whole.clone() }.check(), Err(Refused::Target));
        assert!(matches!(whole.is_about(&q.board, q.defender.other()), Err(Refused::Other(_))));
        // A ban that binds the prover at once, and of which the proof does not know.
        let mut banned = q.board.clone();
        banned.set_ko(banned.empty().iter().find(|&p| p == Point::new(1, 0)));
        let binds = whole.first == whole.prover();
        assert_eq!(whole.is_about(&banned, q.defender).is_err(), binds);
        assert_eq!(whole.is_for(&q, Role::Attacker), Ok(()));
        assert!(matches!(whole.is_for(&q, Role::Defender), Err(Refused::Other(_))));
        let other = Question { target: Points::single(Point::new(0, 3)), ..q.clone() };
        assert!(matches!(whole.is_for(&other, Role::Attacker), Err(Refused::Other(_))), "another chain");
        let empty = Board::new(9, 9).unwrap();
        assert!(matches!(whole.is_about(&empty, q.defender), Err(Refused::Other(_))));
        assert_eq!(ZoneCertificate { nodes: Vec::new(), ..whole.clone() }.check(), Err(Refused::Nodes(0)));
    }
}

/// A capture must not rest on a pass of the attacker: after a second pass the game would be over.
#[test]
fn a_pass_of_the_attacker_is_refused_where_a_capture_is_proved() {
    let [(_, whole), _] = certificates();
    let root = whole.nodes.len() - 1;
    let mut bad = whole.clone();
    // The attacker passes, and after the opponent's pass goes on as before.
    let ZoneNode { attacker, defender, .. } = bad.nodes[root].clone();
    let zone = ZoneNode { attacker, defender, empty: Vec::new(), ko: None, step: ZoneStep::Taken };
    bad.nodes.push(ZoneNode { step: ZoneStep::Replies { moves: Vec::new(), elsewhere: Some(root) }, ..zone.clone() });
    bad.nodes.push(ZoneNode { step: ZoneStep::Pass { to: root + 1 }, ..zone });
    let pass = bad.nodes.len() - 1;
    match bad.check() {
        Err(Refused::Unsound { node, .. }) => assert!(node > root && node <= pass),
        other => panic!("{other:?}"),
    }
    // By the rule about passes, whatever the node in between says.
    bad.nodes[root + 1] = bad.nodes[0].clone();
    bad.nodes[pass] = ZoneNode { step: ZoneStep::Pass { to: 0 }, ..bad.nodes[0].clone() };
    assert!(unsound(&bad).contains("the prover passes"), "{}", unsound(&bad));
}

/// A certificate that leaves out a ban is refused, and so is one that retakes at once.
#[test]
fn a_ban_that_is_left_out_is_refused() {
    let (mut with_ban, mut retaken) = (0, 0);
    for_each_proof(600, &[(4, 3), (4, 4), (5, 4)], ZoneRules::ALL, 4, |q, goal, _, proof, _| {
        let whole = &proof.certificate;
        for (node, it) in whole.nodes.iter().enumerate() {
            let Some(ko) = it.ko else { continue };
            with_ban += 1;
            let mut bad = whole.clone();
            bad.nodes[node].ko = None;
            assert!(matches!(bad.check(), Err(Refused::Unsound { .. })), "{goal:?}, node {node}\n{}", q.board);
            if let ZoneStep::Move { to, .. } = it.step {
                retaken += 1;
                let mut bad = whole.clone();
                bad.nodes[node].step = ZoneStep::Move { at: ko, to };
                assert!(unsound(&bad).contains("is banned"), "{}", unsound(&bad));
            }
        }
    });
    println!("{with_ban} nodes with a ban, {retaken} of them with a move");
    assert!(with_ban > 0 && retaken > 0, "{with_ban} {retaken}");
}

/// A stone on a board of one colour and its certificate say the same.
#[test]
fn a_stone_in_atari_is_taken() {
    let stones = [((0, 0), Color::White), ((1, 0), Color::Black)].map(|((x, y), c)| (Point::new(x, y), c));
    let q = about(&Board::set_up(3, 3, stones).unwrap(), Point::new(0, 0));
    let proof = prove(&q, ZoneGoal::Capture, Role::Attacker, &nodes(10)).unwrap();
    assert_eq!((proof.key, proof.zone.len()), (Some(Point::new(0, 1)), 3));
    assert_eq!(proof.certificate.is_about(&q.board, q.defender), Ok(()));
}
