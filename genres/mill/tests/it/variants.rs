//! Hand-made cases for the variants of which no recorded games exist (`variants.txt`): at least ten
//! each, with the rule that each shows.
//!
//! A case: a position, actions to play, and what must hold then, in the words of [`positions`].

use crate::positions;

use positions::set;
use tesuji_mill::rules;
use tesuji_mill::variant::by_id;

/// Twelve men each without any mill; White's a1 and Black's a7 are still in hand.
const FULL: &str = "W e5 e3 d3 c5 d6 f4 f2 d2 b4 b6 g7 +1 B d5 e4 c3 c4 f6 b2 d7 g4 g1 d1 a4 +1 w";

#[test]
fn variants_play_as_their_rules_say() {
    let (mut all, mut variants) = (Vec::new(), 0);
    for section in include_str!("variants.txt").split("\n[").skip(1) {
        let (variant, cases) = section.split_once("]\n").expect("a name in brackets");
        let rules = by_id(variant).unwrap().rules;
        let cases: Vec<&str> = cases.lines().filter(|line| !line.is_empty()).collect();
        assert!(cases.len() >= 10, "{variant}: {} cases", cases.len());
        for case in cases {
            let cells: Vec<&str> = case.split('|').map(str::trim).collect();
            let [source, start, played, wants] = cells[..] else { panic!("{variant}: {case}") };
            let wrong = positions::wrong(&rules, if start == "full" { FULL } else { start }, played, wants);
            all.extend(wrong.into_iter().map(|w| format!("{variant} [{source}] {w}")));
        }
        variants += 1;
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
    assert_eq!(variants, 9);
}

/// [E] Lines are used up by colour: the position string holds White's in its upper half.
#[test]
fn a_line_used_by_white_still_takes_for_black() {
    let rules = by_id("russian_mill").unwrap().rules;
    let line = u64::from(set(&["a4", "b4", "c4"]));
    for (used, due) in [(line << 32, 1), (line, 0)] {
        let text = format!("**O****@/****O*@*/****O*@* b m s 3 0 3 0 0 0 -1 -1 -1 -1 {used} 0 9 ids:nodes");
        let mut read = tesuji_mill::fen::parse(&rules, &text).unwrap().position;
        // Four men, so that they slide.
        read.men[1] |= set(&["g7"]);
        let after = rules::play(&rules, &read, "c5-c4".parse().unwrap()).unwrap();
        assert_eq!(after.removals, [0, due], "{text}");
    }
}
