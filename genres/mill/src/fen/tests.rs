use super::*;
use crate::variant::RuleSet;

const START: &str = "********/********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1 ids:nodes";

fn error(text: &str) -> FenError {
    parse(&RuleSet::STANDARD, text).unwrap_err()
}

#[test]
fn the_start_in_both_dialects() {
    let start = Position::start(&RuleSet::STANDARD);
    assert_eq!(print(&start, Dialect::Nodes), START);
    for dialect in [Dialect::Nodes, Dialect::Legacy] {
        let text = print(&start, dialect);
        let read = parse(&RuleSet::STANDARD, &text).unwrap();
        assert_eq!((read.position, read.dialect), (start, dialect));
        assert!(read.oddities.is_empty());
    }
}

#[test]
fn the_examples_in_documents_are_refused_with_the_field() {
    let seed = error("NNNNNNNNNNNNNNNNNNNNNNNN/xxoxxxxx/0/0/b w 9 9 0");
    assert!(
        seed.to_string().contains("17 fields are needed (or 12, 11 or 10, in the old forms), 5 are there"),
        "{seed}"
    );
    assert!(seed.to_string().contains("three rings of 8 points"), "{seed}");
    assert_eq!(error("O*****X/********/******** w p p 1 8 0 9 0 0 0 0 0 0 0 0 1").field, 1);
    assert_eq!(error("N*******/********/******** w p p 1 8 0 9 0 0 0 0 0 0 0 0 1").field, 1);
}

#[test]
fn each_field_is_checked() {
    let with = |index: usize, text: &str| {
        let mut fields: Vec<&str> = START.split(' ').collect();
        fields[index] = text;
        parse(&RuleSet::STANDARD, &fields.join(" "))
    };
    let bad = [
        (0, "********/********"),
        (0, "********/********/*******"),
        (0, "********/********/*******o"),
        (1, "x"),
        (2, "q"),
        (2, "m"),
        (3, "?"),
        (3, "pp"),
        (4, "1"),
        (4, "-1"),
        (5, "10"),
        (5, "256"),
        (6, "2"),
        (7, "ten"),
        (8, "300"),
        (9, "x"),
        (10, "24"),
        (11, "-2"),
        (14, "16777216"),
        (14, "-1"),
        (15, "99999999"),
        (16, "one"),
        (17, "ids:other"),
        (17, "c:w-1"),
        (17, "i:w-1-40|b-0-"),
        (17, "p:7"),
        (17, "p:32"),
        (17, "s:3"),
    ];
    for (index, text) in bad {
        let found = with(index, text).unwrap_err();
        assert_eq!(found.field, index + 1, "{text}: {found}");
    }
    assert!(with(8, "1").is_err(), "a man to take, but the action is p");
    assert!(with(3, "r").is_err(), "nothing can be taken");
    assert_eq!(with(16, "3").unwrap().position.ply, 4);
}

#[test]
fn extensions_are_read_and_written() {
    let rules = RuleSet { intervention: crate::variant::CaptureRule::ON, ..RuleSet::STANDARD };
    let text = "*@*O*@**/OO**@***/O******@ w m r 4 0 4 0 2 0 -1 -1 -1 -1 0 3 5 ids:nodes i:w-2-1.5|b-0-";
    let read = parse(&rules, text).unwrap();
    assert_eq!(read.position.captures[0].intervention.at, 1 << 1 | 1 << 5);
    assert_eq!(print(&read.position, Dialect::Nodes), text);
    let legacy = print(&read.position, Dialect::Legacy);
    assert!(legacy.ends_with("0 0 0 0 0 3 5 i:w-2-9.13|b-0-"), "{legacy}");
    assert_eq!(parse(&rules, &legacy).unwrap().position, read.position);
}

#[test]
fn older_forms_leave_out_the_mills() {
    let board = "O@**OO**/**@*****/*******@";
    let full = parse(&RuleSet::STANDARD, &format!("{board} b m s 3 0 3 0 0 0 -1 -1 -1 -1 0 4 7")).unwrap();
    let twelve = parse(&RuleSet::STANDARD, &format!("{board} b m s 3 0 3 0 0 0 4 7")).unwrap();
    assert_eq!((twelve.position, twelve.oddities), (full.position, vec!["fields of mills left out"]));
    let ten = parse(&RuleSet::STANDARD, &format!("{board} b m s 3 0 3 0 0 0")).unwrap();
    assert_eq!(ten.position.timeless(), full.position.timeless());
    // One number of men to take is the mover's.
    for (side, full) in [("w", "1 0"), ("b", "0 1")] {
        let mills = "O@*OOO**/**@*****/@******@";
        let eleven = parse(&RuleSet::STANDARD, &format!("{mills} {side} m r 4 0 4 0 1 4 7")).unwrap();
        let twelve = parse(&RuleSet::STANDARD, &format!("{mills} {side} m r 4 0 4 0 {full} 4 7")).unwrap();
        assert_eq!((eleven.position, eleven.oddities), (twelve.position, vec!["one number of men to take"]));
    }
    let eleven = parse(&RuleSet::STANDARD, &format!("{board} b m s 3 0 3 0 0 4 7")).unwrap();
    assert_eq!(eleven.position, full.position);
    let nodes = parse(&RuleSet::STANDARD, &format!("{board} b m s 3 0 3 0 0 0 4 7 ids:nodes")).unwrap();
    assert_eq!((nodes.position, nodes.dialect), (full.position, Dialect::Nodes));
    for (text, field) in [
        (format!("{board} b m s 4 0 3 0 0 0 4 7"), 5),
        (format!("{board} b m s 3 0 3 0 0 0 x 7"), 11),
        (format!("{board} b m s 3 0 3 0 0 0 4 x"), 12),
        (format!("{board} b m s 3 0 3 0 x 4 7"), 9),
        (format!("{board} b m s 3 0 3 0 0 x 7"), 10),
        (format!("{board} b m s 3 0 3 0 0 4 x"), 11),
        (format!("{board} b m s 3 0 3 0 0"), 10),
    ] {
        assert_eq!(error(&text).field, field, "{text}");
    }
}
