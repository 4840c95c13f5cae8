//! Hints name the clue, its cells and the reason; what a step concludes follows from its premises.

use std::ops::ControlFlow;
use tesuji_genre::clue::ClueGenre;
use tesuji_genre::{Genre, HintRequest, Next, Step};
use tesuji_pencil::VARIANT;
use tesuji_solver::reason::replay;
use tesuji_solver::{Board, Catalog, Domain, Store};

/// The step that one technique finds, if it finds one.
fn step(text: &str, technique: &str) -> Option<Step> {
    let genre: &dyn Genre = &VARIANT;
    let puzzle = genre.parse(text).unwrap_or_else(|bad| panic!("{text}: {bad}")).puzzle;
    let catalog: Catalog = ClueGenre::catalog(&VARIANT).filter(|t| t.id().as_str() == technique);
    assert_eq!(catalog.list().len(), 1, "{technique}");
    let want = HintRequest { any_solution: true, ..HintRequest::new(&catalog) };
    match genre.hint(&puzzle, None, &want).unwrap_or_else(|bad| panic!("{text}: {bad}")).next {
        Next::Step(step) => Some(*step),
        _ => None,
    }
}

/// A puzzle without boxes, so that constraints speak alone.
fn bare(text: &str) -> String {
    format!(".Shape~9x9.NoBoxes{text}")
}

/// The step follows from its premises alone: link by link, and by the technique on a board that
/// knows nothing else.
fn assert_follows(text: &str, technique: &str, step: &Step) {
    let parsed = ClueGenre::parse(&VARIANT, text).expect("read").puzzle;
    let layout = VARIANT.layout(&parsed.structure, &parsed.clues).expect("a network");
    let net = &layout.network;
    let deduction = &step.deduction;
    let because = &deduction.because;
    if because.reasons.is_empty() {
        return;
    }
    let (premises, conclusions) = (deduction.premises(), deduction.conclusions());
    replay(net, &|_| false, &premises, because.supposed, &because.reasons, &conclusions)
        .unwrap_or_else(|fault| panic!("{text}: {fault:?} in {}", step.words));
    let mut domains: Vec<Domain> = net.domains().to_vec();
    premises.iter().for_each(|fact| domains[fact.var.index()] &= fact.keeps());
    let store = Store::from_domains(net, domains);
    let board = Board::new(&store);
    let catalog = ClueGenre::catalog(&VARIANT).filter(|t| t.id().as_str() == technique);
    let mut left: Vec<_> = conclusions;
    let _ = catalog.list()[0].find(&board, &mut |found| {
        left.retain(|fact| !found.conclusions().contains(fact) && !is_said(&found, *fact, net.domains()));
        ControlFlow::Continue(())
    });
    assert!(left.is_empty(), "{text}: {} does not give {left:?} from its premises", step.words);
}

/// Does a deduction remove what a fact excludes?
fn is_said(found: &tesuji_solver::Deduction, fact: tesuji_solver::Fact, all: &[Domain]) -> bool {
    let gone = found.removes.iter().filter(|r| r.var == fact.var).fold(Domain::EMPTY, |gone, r| gone | r.values);
    all[fact.var.index()].minus(fact.keeps()).minus(gone).is_empty()
}

/// A technique, where it speaks, a text that its words hold, and where it has nothing to say.
type Case<'a> = (&'a str, &'a str, &'a [&'a str], &'a str);

const CASES: &[Case<'_>] = &[
    (
        "thermometer",
        ".Thermo~R1C1~R1C2~R2C3",
        &["values rise along the thermometer from r1c1", "r1c1≤7", "r2c3≥3"],
        ".Thermo~R1C1~R2C2~R3C3.~R1C1_1_2_3_4_5_6_7~R2C2_2_3_4_5_6_7_8~R3C3_3_4_5_6_7_8_9",
    ),
    (
        "arrow-sum",
        ".Arrow~R1C1~R1C2~R1C3",
        &["r1c2 and r1c3 add up to r1c1 on the arrow from r1c1"],
        ".Arrow~R1C1~R2C2~R3C3.~R1C1_2_3_4_5_6_7_8_9~R2C2_1_2_3_4_5_6_7_8~R3C3_1_2_3_4_5_6_7_8",
    ),
    (
        "whisper",
        ".Whisper~5~R1C1~R2C2",
        &["neighbours on the whisper from r1c1 differ by at least 5", "so 5 can't stand on it", "low and high"],
        ".Whisper~5~R1C1~R2C2.~R1C1_1_2_3_4~R2C2_6_7_8_9",
    ),
    (
        "whisper",
        ".Whisper~5~R1C1~R2C2.~R1C1_1_2_3_4~R2C2_1_2_3_4_6_7_8_9",
        &["r1c1≤5, so r2c2≥5", "alternate"],
        ".Whisper~5~R1C1~R2C2.~R1C1_1_2_3_4_6_7_8_9~R2C2_1_2_3_4_6_7_8_9",
    ),
    (
        "renban",
        ".Renban~R1C1~R2C2~R3C3.~R1C1_1",
        &["the renban from r1c1 (r1c1, r2c2 and r3c3) holds 3 consecutive values", "r2c2 and r3c3"],
        ".Renban~R1C1~R2C2~R3C3",
    ),
    (
        "neighbour-sign",
        ".WhiteDot~R1C1~R1C2.~R1C1_5",
        &["r1c1 and r1c2 are consecutive", "r1c1=5"],
        ".WhiteDot~R1C1~R1C2",
    ),
    (
        "neighbour-sign",
        ".BlackDot~R1C1~R1C2",
        &["one of r1c1 and r1c2 is twice the other", "5, 7 and 9"],
        ".BlackDot~R1C1~R1C2.~R1C1_1_2_3_4_6_8~R1C2_1_2_3_4_6_8",
    ),
    ("neighbour-sign", ".X~R1C1~R1C2.~R1C1_3", &["r1c1 and r1c2 add up to 10", "r1c2=7"], ".X~R1C1~R1C2"),
    (
        "neighbour-sign",
        ".GreaterThan~R1C1~R1C2",
        &["r1c2 is less than r1c1"],
        ".GreaterThan~R1C1~R1C2.~R1C1_2_3_4_5_6_7_8_9~R1C2_1_2_3_4_5_6_7_8",
    ),
    ("missing-sign", ".StrictKropki.~R1C1_4", &["without a dot r1c1 and", "are not consecutive"], ".StrictKropki"),
    (
        "required-values",
        ".Quad~R1C1~9.~R1C1_1~R1C2_2~R2C1_3",
        &["9 must stand in r1c1, r1c2, r2c1 and r2c2", "r2c2=9"],
        ".Quad~R1C1~9",
    ),
    ("outside-clue", ".LittleKiller~6~R1C4", &["r1c4, r2c3, r3c2 and r4c1 add up to 6"], ".LittleKiller~20~R1C4"),
    (
        "outside-clue",
        ".Sandwich~35~R1",
        &["between the least and the greatest value of row 1 adds up to 35"],
        ".Sandwich~10~R1",
    ),
    (
        "outside-clue",
        ".Skyscraper~R1~9~",
        &["9 heights are seen from r1c1 along row 1"],
        ".Skyscraper~R1~3~.~R1C1_3_4~R1C2_3_4",
    ),
    ("outside-clue", ".NumberedRoom~R1~5~.~R1C1_3", &["r1c1 says in which cell of row 1 5 stands", "r1c3=5"], ""),
    (
        "line",
        ".Palindrome~R1C1~R2C2~R3C3.~R1C1_4",
        &["reads the same from both ends", "r3c3=4"],
        ".Palindrome~R1C1~R2C2~R3C3",
    ),
    ("line", ".Between~R1C1~R2C2~R3C3", &["lie between those of its ends r1c1 and r3c3"], ""),
    ("line", ".Entropic~R1C1~R2C2~R3C3.~R1C1_1", &["low, middle and high"], ".Entropic~R1C1~R2C2~R3C3"),
    ("line", ".Lockout~4~R1C1~R2C2~R3C3.~R1C1_1", &["no value of it lies between"], ""),
    ("sum-line", ".Zipper~R1C1~R2C2~R3C3", &["equally far from its middle have one sum"], ""),
    ("sum-line", ".SumLine~10~R1C1~R2C2.~R1C1_4", &["pieces that add up to 10", "r2c2=6"], ""),
    ("sum-of-cells", ".Sum~3~R1C1~R2C2", &["r1c1 and r2c2 make the sum 3"], ".Sum~10~R1C1~R2C2"),
    ("cage-one-combination", ".Cage~3~R1C1~R1C2", &["the cage of 3 at r1c1"], ".Cage~9~R1C1~R1C2"),
    ("variant-constraint", ".Odd~R1C1~R2C2.~R1C1_1", &["r2c2 is odd"], ".Odd~R1C1.~R1C1_1_3_5_7_9"),
    (
        "innie-outie",
        ".Cage~10~R1C1~R1C2~R1C3~R1C4.Cage~30~R1C5~R1C6~R1C7~R1C8",
        &["row 1 and the cages leave 5 for r1c9"],
        ".Cage~10~R1C1~R1C2~R1C3~R1C4",
    ),
    (
        "chain-of-signs",
        ".BlackDot~R1C1~R1C2.BlackDot~R1C2~R1C3.~R1C1_1_2_3_4_6_8~R1C2_1_2_3_4_6_8~R1C3_1_2_3_4_6_8",
        &["one of r1c1 and r1c2 is twice the other", "row 1"],
        ".WhiteDot~R1C1~R1C2.WhiteDot~R4C4~R4C5",
    ),
];

#[test]
fn hints_name_the_clue_its_cells_and_the_reason() {
    for &(technique, positive, holds, negative) in CASES {
        let text = bare(positive);
        let step = step(&text, technique).unwrap_or_else(|| panic!("{text}: {technique} finds nothing"));
        println!("{}", step.words);
        for part in holds {
            assert!(step.words.contains(part), "{text}: {part:?} is not in {:?}", step.words);
        }
        assert_follows(&text, technique, &step);
        if !negative.is_empty() {
            let text = bare(negative);
            let none = self::step(&text, technique);
            assert!(none.is_none(), "{text}: {}", none.map_or(String::new(), |s| s.words));
        }
    }
}

/// In a grid of 4×4 the other half of a row holds what the other row of the box does.
#[test]
fn sets_of_rows_and_boxes_are_equal() {
    let step = step(".Shape~4x4.~R1C3_1~R2C1_2_3_4", "set-equality").expect("a step");
    assert!(step.words.contains("the same values as box 1"), "{}", step.words);
    let gone = step.deduction.removes.iter().find(|r| r.var.0 == 5).expect("r2c2 loses values");
    assert_eq!(gone.values, Domain::range(2, 4), "{}", step.words);
    assert!(self::step(".Shape~4x4", "set-equality").is_none());
}

/// A step without premises marks the cells of its rule.
#[test]
fn steps_without_premises_point_at_the_cells_of_their_clue() {
    let step = step(&bare(".Thermo~R1C1~R1C2~R2C3"), "thermometer").expect("a step");
    assert_eq!(step.marks.places, [0, 1, 11]);
    let data = step.data.expect("data");
    assert_eq!(data.clues, ["r1c1", "r1c2", "r2c3"]);
    assert_eq!(data.reasons[0].rule, "the thermometer from r1c1");
}
