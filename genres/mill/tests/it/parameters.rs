//! Single parameters of the rules, which no variant shows alone: counters, several men taken at
//! once, ways out of a blockade.

use crate::positions;

use positions::set;
use tesuji_mill::variant::{CaptureRule, PlacingMill};
use tesuji_mill::{Colour, Position, RuleSet, rules};

fn check(rules: &RuleSet, cases: &[(&str, &str, &str)]) {
    let wrong: Vec<String> =
        cases.iter().flat_map(|(at, played, wants)| positions::wrong(rules, at, played, wants)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Quiet plies are moves since a man was placed or taken; plies are places and moves.
#[test]
fn counters() {
    let moving = "W a1 d1 g4 f4 B a7 d7 b4 b6 w";
    check(
        &RuleSet::STANDARD,
        &[
            ("start", "", "quiet=0 ply=0"),
            ("start", "a1 d7", "quiet=0 ply=2"),
            (moving, "f4-f2", "quiet=1 ply=1"),
            (moving, "f4-f2 b6-d6 f2-d2", "quiet=3 ply=3"),
            (moving, "f4-f2 b6-d6 g4-g1", "quiet=3 ply=3 due=1,0 side=w"),
            (moving, "f4-f2 b6-d6 g4-g1 xd6", "quiet=0 ply=3 due=0,0 side=b"),
            (moving, "f4-f2 b6-d6 g4-g1 xd6 b4-c4", "quiet=1 ply=4"),
        ],
    );
    let early = RuleSet { move_while_placing: true, ..RuleSet::STANDARD };
    check(
        &early,
        &[
            ("W a1 +8 B g7 +8 w", "a1-a4 g7-g4", "quiet=2 ply=2 hand=8,8"),
            ("W a1 +8 B g7 +8 w", "a1-a4 g7-g4 d1", "quiet=0 ply=3 hand=7,8"),
        ],
    );
}

/// A mill and an enclosed man at once: both may be taken where several men may. Who takes another
/// man than the enclosed one gives that one up, and who takes the enclosed one gives up the rest.
#[test]
fn a_mill_and_an_enclosed_man() {
    let both = RuleSet { remove_multiple: true, custodian: CaptureRule::ON, ..RuleSet::STANDARD };
    let at = "W a1 d1 g7 +6 B g4 b4 f6 d5 +5 w";
    check(
        &both,
        &[
            (at, "g1", "due=2,0 side=w take=b4,d5,f6,g4"),
            (at, "g1 xb4", "due=0,0 side=b men=4,3"),
            (at, "g1 xg4", "due=0,0 side=b men=4,3"),
        ],
    );
    // Two mills at once, one by a diagonal.
    let three = RuleSet { diagonals: true, ..both };
    let at = "W a1 d1 f2 e3 g7 +4 B g4 b4 f6 d5 c4 +4 w";
    check(
        &three,
        &[
            (at, "g1", "due=3,0 take=b4,c4,d5,f6,g4"),
            (at, "g1 xb4", "due=1,0 side=w take=c4,d5,f6,g4"),
            (at, "g1 xb4 xg4", "due=0,0 side=b men=6,3"),
            (at, "g1 xg4", "due=0,0 side=b men=6,4"),
        ],
    );
    // Two mills alone take two men.
    let at = "W a1 d1 f2 e3 g7 +4 B b4 f6 d5 c4 +5 w";
    check(
        &three,
        &[(at, "g1", "due=2,0"), (at, "g1 xb4", "due=1,0 side=w"), (at, "g1 xb4 xc4", "due=0,0 side=b men=6,2")],
    );
    check(&RuleSet { remove_multiple: false, ..three }, &[(at, "g1", "due=1,0"), (at, "g1 xb4", "due=0,0 side=b")]);
}

/// A side whose only moves are jumps is not blocked; men in mills are not jumped where others are
/// free.
#[test]
fn a_jump_leads_out_of_a_blockade() {
    let slides = RuleSet { may_fly: false, ..RuleSet::STANDARD };
    let jumps = RuleSet { leap: CaptureRule::ON, ..slides };
    let at = "W a1 d1 g1 B a4 d2 g4 w";
    check(&slides, &[(at, "", "win=b n=0")]);
    check(&jumps, &[(at, "", "on n=3 +a1-a7 +d1-d3 +g1-g7"), (at, "a1-a7", "take=a4 due=1,0")]);
    // a4 is in a mill, d2 and g4 have no room behind them.
    let stuck = "W a1 d1 g1 B a4 b4 c4 d2 d3 g4 g7 w";
    check(&jumps, &[(stuck, "", "win=b n=0")]);
    check(&RuleSet { remove_from_mills: true, ..jumps }, &[(stuck, "", "on n=1 +a1-a7")]);
}

/// A position that was set up is over where a side has too few men or no move.
#[test]
fn positions_that_are_over() {
    let rules = RuleSet { may_fly: false, ..RuleSet::STANDARD };
    let of = |white: &[&str], black: &[&str], side| {
        let at = rules::settled(&rules, Position::moving([set(white), set(black)], side));
        at.end.map(|end| end.winner)
    };
    let three = ["a1", "d1", "g1"];
    assert_eq!(of(&three, &["a7", "d7", "g7"], Colour::White), None);
    assert_eq!(of(&three, &["a7", "d7"], Colour::White), Some(Some(Colour::White)));
    assert_eq!(of(&["a7", "d7"], &three, Colour::White), Some(Some(Colour::Black)));
    let around = ["a4", "d2", "g4"];
    assert_eq!(of(&three, &around, Colour::White), Some(Some(Colour::Black)));
    assert_eq!(of(&three, &around, Colour::Black), None);
    assert_eq!(of(&around, &three, Colour::Black), Some(Some(Colour::White)));
}

/// Who takes one of two men that another stepped between must take the one on the other side of it,
/// whatever other lines the first stands on.
#[test]
fn both_men_of_a_pair_are_taken() {
    let rules = RuleSet { intervention: CaptureRule::ON, ..RuleSet::STANDARD };
    // a7 and g1 are corners: each stands on two sides of a square.
    for (place, pair) in [("d1", ["a1", "g1"]), ("d7", ["a7", "g7"]), ("a4", ["a1", "a7"]), ("g4", ["g1", "g7"])] {
        let at = format!("W b4 +8 B {} {} b6 d5 +5 w", pair[0], pair[1]);
        for (one, other) in [(pair[0], pair[1]), (pair[1], pair[0])] {
            let (first, both) = (format!("{place} x{one}"), format!("{place} x{one} x{other}"));
            check(
                &rules,
                &[
                    (&at, place, &format!("due=2,0 take={},{}", pair[0], pair[1])),
                    (&at, &first, &format!("due=1,0 side=w take={other}")),
                    (&at, &both, "due=0,0 side=b men=2,2"),
                ],
            );
        }
    }
}

/// By the numbers of mills when placing is over: none at all, each side takes one of its own; else
/// a side takes as many as it has mills, or one more than the other where it has more of them (one
/// and two where the other has none).
#[test]
fn mills_are_counted_when_placing_is_over() {
    let rules = RuleSet { placing_mill: PlacingMill::ByMillCounts, ..RuleSet::STANDARD };
    let one = "a1 d1 g1 b4";
    let two = "a1 d1 g1 g4 g7";
    let (none, other_one, other_two) = ("a7 d7 b6 d5", "a7 d7 b6 b2 d2 f2", "a7 b6 d6 f6 b2 d2 f2");
    // The last man is Black's, on e4.
    let cases = [
        (none, "b2 d2 g4", "due=1,1"),
        (one, none, "due=2,1"),
        (two, other_one, "due=2,1"),
        ("a1 d1 g4 b4", other_one, "due=1,2"),
        (one, other_two, "due=1,2"),
        (one, other_one, "due=1,1"),
        (two, other_two, "due=2,2"),
    ];
    for (white, black, due) in cases {
        check(&rules, &[(&format!("W {white} B {black} +1 b"), "e4", due)]);
    }
}

/// Where men in hand are lost to mills, who moves first is as the rules name it, unless several men
/// may be taken at once.
#[test]
fn who_moves_first_when_hands_ran_out_at_different_times() {
    let rules = RuleSet { placing_mill: PlacingMill::RemoveFromHandThenYourTurn, ..RuleSet::STANDARD };
    let goes_on = RuleSet { remove_multiple: true, ..rules };
    let early = "W a1 d1 b2 f6 +0 B a7 d7 b4 f4 +1 b";
    check(&rules, &[(early, "c4", "side=w")]);
    check(&goes_on, &[(early, "c4", "side=w")]);
    let late = "W a1 d1 b2 f6 +1 B a7 d7 b4 f4 +0 w";
    check(&rules, &[(late, "c3", "side=w"), (late, "e4", "side=w")]);
    check(&goes_on, &[(late, "c3", "side=b"), (late, "e4", "side=b")]);
    let black = RuleSet { defender_first: true, ..rules };
    check(&black, &[(early, "c4", "side=b"), (late, "c3", "side=b")]);
}

/// The reason names what is wrong with the action, not something else.
#[test]
fn what_is_wrong_with_an_action() {
    for (at, played, why) in [
        ("W a1 +8 B a7 +8 w", "a7", "a7 is not empty"),
        ("W a1 +8 B a7 +8 w", "a1-a4", "White still has men to place"),
        ("W a1 +8 B a7 +8 w", "xa7", "White has no man to take here (a7)"),
        ("W a1 d1 g4 b4 B a7 d7 f4 b6 w", "g1", "White has no man in hand"),
        ("W a1 d1 g4 b4 B a7 d7 f4 b6 w", "a7-a4", "no man of White stands on a7"),
        ("W a1 d1 g4 b4 B a7 d7 f4 b6 w", "b4-b6", "b6 is not empty"),
        ("W a1 d1 g4 b4 B a7 d7 f4 b6 w", "a1-g1", "a man can't go from a1 to g1"),
        ("W a1 d1 +7 B a7 d7 g7 g4 +5 w", "g1 xe4", "no man of the opponent stands on e4"),
        ("W a1 d1 +7 B a7 d7 g7 g4 +5 w", "g1 xa1", "no man of the opponent stands on a1"),
        ("W a1 d1 +7 B a7 d7 g7 f4 +5 w", "g1 xa7", "the man on a7 may not be taken"),
        ("W a1 d1 +7 B a7 d7 g7 f4 +5 w", "g1 e4", "White must take a man first"),
    ] {
        let told = positions::wrong(&RuleSet::STANDARD, at, played, "");
        assert!(told.len() == 1 && told[0].ends_with(&format!(": {why}")), "{at} | {played}: {told:?}");
    }
}
