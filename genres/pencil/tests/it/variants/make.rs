//! New puzzles: drawn around a solution, unique, symmetric where that is wanted; impossible
//! requests are refused at once.

use std::collections::BTreeMap;
use std::time::Duration;
use tesuji_genre::clue::ClueGenre;
use tesuji_genre::{Bad, GenerateRequest, Genre, Record};
use tesuji_pencil::VARIANT;
use tesuji_solver::Limits;

fn made(size: Option<&str>, options: &[(&str, &str)], count: u64) -> Result<Vec<Record>, Bad> {
    let genre: &dyn Genre = &VARIANT;
    let set: BTreeMap<String, String> = options.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
    let limits = Limits::default().with_time(Duration::from_secs(120)).with_nodes(2_000);
    let want = GenerateRequest { size: size.map(str::to_string), set, count, limits, ..GenerateRequest::default() };
    let mut records = Vec::new();
    genre.generate(&want, &mut |record| records.push(record))?;
    Ok(records)
}

fn kinds(text: &str) -> BTreeMap<&'static str, usize> {
    let puzzle = ClueGenre::parse(&VARIANT, text).unwrap_or_else(|bad| panic!("{text}: {bad}")).puzzle;
    let mut kinds = BTreeMap::new();
    puzzle.structure.constraints.iter().for_each(|c| *kinds.entry(c.kind.name).or_insert(0) += 1);
    kinds
}

fn assert_unique(record: &Record) {
    let genre: &dyn Genre = &VARIANT;
    let puzzle = genre.parse(&record.puzzle).unwrap_or_else(|bad| panic!("{}: {bad}", record.puzzle)).puzzle;
    let solved = genre.solve(&puzzle, &Limits::solutions(2)).expect("solved");
    assert_eq!(solved.solutions.len(), 1, "{}", record.puzzle);
    assert_eq!(Some(&solved.solutions[0]), record.solution.as_ref(), "{}", record.puzzle);
}

#[test]
fn every_maker_draws_what_holds_in_the_solution() {
    for (with, kind, count) in [
        ("killer:4", "Cage", 4),
        ("thermo:2", "Thermo", 2),
        ("slow-thermo:2", "SlowThermo", 2),
        ("arrow:2", "Arrow", 2),
        ("whisper:2", "Whisper", 2),
        ("renban:2", "Renban", 2),
        ("palindrome:2", "Palindrome", 2),
        ("between:2", "Between", 2),
        ("region-sum:2", "RegionSumLine", 2),
        ("zipper:1", "Zipper", 1),
        ("entropic:1", "Entropic", 1),
        ("modular:1", "Modular", 1),
        ("nabner:1", "Nabner", 1),
        ("white:3", "WhiteDot", 3),
        ("black:3", "BlackDot", 3),
        ("inequality:4", "GreaterThan", 4),
        ("quadruple:3", "Quad", 3),
        ("little-killer:3", "LittleKiller", 3),
        ("sandwich:3", "Sandwich", 3),
        ("x-sum:2", "XSum", 2),
        ("skyscraper:4", "Skyscraper", 4),
        // Marks of one kind are one constraint.
        ("odd:3", "Odd", 1),
        ("even:3", "Even", 1),
        ("extra-region:1", "AllDifferent", 1),
        ("kropki:all", "StrictKropki", 1),
        ("diagonals", "Diagonal", 2),
        ("anti-knight", "AntiKnight", 1),
    ] {
        // A 6×6 grid has no solution with both diagonals of different values and other boxes only.
        let size = if matches!(with, "anti-knight" | "diagonals") { "9x9" } else { "6x6" };
        let records = made(Some(size), &[("with", with)], 1).unwrap_or_else(|bad| panic!("{with}: {bad}"));
        let [record] = &records[..] else { panic!("{with}: none was made") };
        assert_eq!(kinds(&record.puzzle).get(kind), Some(&count), "{with}: {}", record.puzzle);
        assert_unique(record);
    }
}

#[test]
fn layouts_stay_and_their_sums_are_filled_in() {
    let cells = |n: usize| vec![serde_json::json!({}); n];
    let document = serde_json::json!({
        "size": 6,
        "grid": vec![cells(6); 6],
        "killercage": [{"cells": ["R1C1", "R1C2", "R2C1"]}, {"cells": ["R5C5", "R5C6"], "value": "9"}],
        "littlekillersum": [{"cell": "R0C5", "direction": "DL", "value": ""}],
        "thermometer": [{"lines": [["R3C3", "R3C4", "R4C4"]]}],
    });
    let records = made(None, &[("layout", &document.to_string())], 1).expect("a layout");
    let record = &records[0];
    assert_unique(record);
    let puzzle = ClueGenre::parse(&VARIANT, &record.puzzle).expect("read").puzzle;
    let solution = VARIANT.solution_values(&puzzle, record.solution.as_ref().expect("solved")).expect("values");
    let mut cages = 0;
    for c in puzzle.structure.constraints.iter().filter(|c| matches!(c.kind.name, "Cage" | "LittleKiller")) {
        let sum: i32 = c.line().iter().map(|&cell| i32::from(solution[cell as usize])).sum();
        assert_eq!(c.numbers, [sum], "{}", record.puzzle);
        cages += 1;
    }
    assert_eq!(cages, 3, "{}", record.puzzle);
    assert!(record.puzzle.contains("Cage~9~R5C5~R5C6"), "{}", record.puzzle);
}

#[test]
fn symmetric_layouts_are_their_own_images() {
    let options = [("with", "thermo:2,killer:4,kropki:4,quadruple:2"), ("symmetry", "rotational180")];
    let record = made(Some("6x6"), &options, 1).expect("made").remove(0);
    let puzzle = ClueGenre::parse(&VARIANT, &record.puzzle).expect("read").puzzle;
    let turned = |cell: u32| 35 - cell;
    let lists: Vec<(&str, Vec<u32>)> = puzzle
        .structure
        .constraints
        .iter()
        .map(|c| (if c.kind.name.ends_with("Dot") { "Dot" } else { c.kind.name }, c.line().to_vec()))
        .collect();
    for (kind, cells) in &lists {
        let mut image: Vec<u32> = cells.iter().map(|&cell| turned(cell)).collect();
        if *kind != "Thermo" {
            image.sort_unstable();
        }
        let is_there = lists.iter().any(|(other, own)| {
            let mut own = own.clone();
            if *kind != "Thermo" {
                own.sort_unstable();
            }
            other == kind && own == image
        });
        assert!(is_there, "{kind} {cells:?}: {}", record.puzzle);
    }
    let givens: Vec<u32> = puzzle.clues.keys().copied().filter(|&place| place < 36).collect();
    assert!(givens.iter().all(|&cell| givens.contains(&turned(cell))), "{}", record.puzzle);
}

#[test]
fn impossible_requests_are_refused_at_once() {
    for (size, options, what) in [
        ("9x9", &[("with", "nonsense:2")][..], "no constraint nonsense is made"),
        ("9x9", &[("with", "termo:2")][..], "nearest: thermo"),
        ("9x9", &[("with", "thermo")], "how many"),
        ("9x9", &[("with", "thermo:0")], "a number from 1"),
        ("9x9", &[("with", "thermo:99")], "at most"),
        ("9x9", &[("with", "thermo:all")], "signs between neighbours"),
        ("9x9", &[("with", "diagonals:2")], "whole grid"),
        ("9x9", &[("with", "thermo:3"), ("symmetry", "rotational180")], "even"),
        ("4x4", &[("layout", ".Shape~6x6.Thermo~R1C1~R1C2")], "--size"),
        ("9x9", &[("layout", ".Nonsense~R1C1")], "--layout"),
        ("9x9", &[("with", "help")], "thermo"),
    ] {
        let bad = made(Some(size), options, 1).expect_err("refused");
        assert!(bad.to_string().contains(what), "{options:?}: {bad}");
    }
}

#[test]
fn the_same_seed_makes_the_same_bytes() {
    let options = [("with", "thermo:2,kropki:5")];
    let texts = || made(Some("6x6"), &options, 2).expect("made").into_iter().map(|r| r.puzzle).collect::<Vec<_>>();
    assert_eq!(texts(), texts());
}

#[test]
fn cages_cover_the_grid_and_differ_where_their_sums_are_left_out() {
    let [record] = &made(Some("6x6"), &[("with", "killer:all")], 1).expect("made")[..] else { panic!("none was made") };
    let puzzle = ClueGenre::parse(&VARIANT, &record.puzzle).expect("read").puzzle;
    let cages = || puzzle.structure.constraints.iter().filter(|c| c.kind.name == "Cage");
    let mut cells: Vec<u32> = cages().flat_map(|c| c.line().iter().copied()).collect();
    cells.sort_unstable();
    assert!(cells.into_iter().eq(0..36) && cages().all(|c| c.number() > 0), "{}", record.puzzle);
    assert_unique(record);
    // A cage may lie across rows, columns and boxes.
    let layout = ".Shape~6x6.Cage~~R1C1~R2C2~R3C3~R4C4~R5C5~R6C6";
    let [record] = &made(None, &[("layout", layout)], 1).expect("made")[..] else { panic!("none was made") };
    assert!(record.puzzle.contains("Cage~21~R1C1"), "{}", record.puzzle);
    assert_unique(record);
}
