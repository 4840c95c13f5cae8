//! Puzzles as a whole: made, judged again, checked by plain search, packed, validated, read back.

use std::path::PathBuf;
use std::sync::LazyLock;
use tesuji_genre::{EnumerateRequest, GenerateRequest, Genre, GradeRequest, Record};
use tesuji_mill::exchange::{Category, Pack, Severity, validate};
use tesuji_mill::genre::MILL;
use tesuji_mill::puzzle::{Checked, Library, Question, check_claims, check_lines, judge, plain_keys, standard};
use tesuji_mill::{RuleSet, fen};
use tesuji_solver::{Limits, Stop, Tier};

/// Tables of the sectors up to 4-4, built once for all tests of this file.
static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = std::env::temp_dir().join(format!("tesuji-mill-puzzles-{}", std::process::id()));
    Library::open(standard(), &folder, 4, 4).expect("small tables are built");
    folder
});

fn request(category: Category, tier: Option<Tier>, count: u64, size: &str) -> GenerateRequest {
    let set = [("category", category.name().to_string()), ("tables", FOLDER.display().to_string())];
    GenerateRequest {
        size: Some(size.into()),
        tier,
        needs: Vec::new(),
        without: Vec::new(),
        set: set.into_iter().map(|(k, v)| (k.to_string(), v)).collect(),
        count,
        seed: 7,
        limits: Limits::default().with_nodes(200_000),
        threads: 2,
    }
}

fn made(category: Category, count: u64, size: &str) -> Vec<Record> {
    let mut records = Vec::new();
    let report = MILL.generate(&request(category, None, count, size), &mut |r| records.push(r)).unwrap();
    assert_eq!((report.made, report.stop), (count, Stop::Enough), "{}: {:?}", category.name(), report.rejected);
    records
}

/// Sizes at which each category is made here.
const SIZES: [(Category, &str); 7] = [
    (Category::FormMill, "5-5"),
    (Category::CapturePieces, "6-6"),
    (Category::WinGame, "3-3"),
    (Category::Defend, "4-3"),
    (Category::FindBestMove, "3-3"),
    (Category::Endgame, "3-4"),
    (Category::Mixed, "3-3"),
];

#[test]
fn what_is_made_holds() {
    for (category, size) in SIZES {
        let records = made(category, 4, size);
        let mut checked = 0;
        for record in &records {
            let question = Question::parse(&record.puzzle).unwrap();
            assert_eq!(question.to_string(), record.puzzle);
            let library = Library::open(standard(), &FOLDER, 4, 4).unwrap();
            let judged = judge(&question, &mut library.oracle(100_000)).unwrap();
            let kernel = question.kernel().unwrap();
            let plain = plain_keys(&question, &kernel, &Limits::default().with_nodes(300_000));
            let puzzle = MILL.parse(&record.puzzle).unwrap().puzzle;
            if matches!(category, Category::FormMill | Category::CapturePieces) {
                // One answer: what a mill takes at the end does not matter.
                let limits = Limits::solutions(2).with_nodes(300_000);
                let fast = MILL.solve(&puzzle, &limits).unwrap();
                assert_eq!((fast.solutions.len(), fast.stop), (1, Stop::Exhausted), "{}", record.puzzle);
                let simple = MILL.reference(&puzzle, &limits).unwrap();
                assert!(simple.stop != Stop::Exhausted || simple.solutions == fast.solutions);
            }
            if plain.stop == Stop::Exhausted {
                assert_eq!(plain.keys, judged.keys, "{}", record.puzzle);
                checked += 1;
            }
        }
        if matches!(category, Category::FormMill | Category::CapturePieces) {
            assert!(checked > 0, "{}: plain search finished nowhere", category.name());
        }
        // As a pack: valid, no two titles the same, every claim true, the same bytes after a round trip.
        let mut text = Vec::new();
        MILL.write("sanmill", &mut records.clone().into_iter(), &mut text).unwrap();
        let (pack, mut found) = Pack::read(&text);
        let pack = pack.unwrap();
        found.extend(validate(&pack));
        found.extend(check_lines(&pack));
        assert_eq!(found, [], "{}", category.name());
        assert_eq!(pack.export().as_bytes(), text);
        check_claims(&pack, &FOLDER, &mut |path, _, checked| assert_eq!(checked, Checked::Holds, "{path}"));
        // Read by the genre, the same positions.
        let mut read = Vec::new();
        MILL.read(&text, &mut |p| read.push(p.unwrap().puzzle.text));
        assert_eq!(read, records.iter().map(|r| r.puzzle.clone()).collect::<Vec<_>>());
    }
}

#[test]
fn the_same_bytes_for_any_number_of_threads() {
    let run = |threads| {
        let mut out = Vec::new();
        let want = GenerateRequest { threads, ..request(Category::WinGame, Some(Tier::Easy), 3, "3-3") };
        MILL.generate(&want, &mut |r| out.push(serde_json::to_string(&r).unwrap())).unwrap();
        out
    };
    assert_eq!(run(1), run(3));
}

#[test]
fn the_least_image_is_one_of_all_sixteen_and_both_colours() {
    for record in made(Category::WinGame, 3, "3-3") {
        let question = Question::parse(&record.puzzle).unwrap();
        for by in tesuji_mill::Symmetry::all() {
            let moved = question.position().moved(by);
            for position in [moved, moved.swapped()] {
                let text = fen::print(&position, fen::Dialect::Nodes);
                let image = Question::new(standard(), &text, question.category, 1).unwrap();
                assert_eq!(image.least(), question.least());
            }
        }
    }
}

#[test]
fn a_wrong_claim_is_found_with_its_path() {
    let records = made(Category::WinGame, 3, "3-3");
    let mut text = Vec::new();
    MILL.write("sanmill", &mut records.into_iter(), &mut text).unwrap();
    let (pack, _) = Pack::read(&text);
    let mut pack = pack.unwrap();
    let wrong_of = |pack: &Pack| {
        let mut wrong = Vec::new();
        check_claims(pack, &FOLDER, &mut |_, _, c| {
            if let Checked::Wrong(list) = c {
                wrong.extend(list);
            }
        });
        wrong
    };
    assert_eq!(wrong_of(&pack), []);
    // One more turn is claimed than it takes.
    let puzzle = pack.puzzle_mut(1).unwrap();
    let tag = puzzle.tags.iter().position(|t| t.starts_with("win-in-")).unwrap();
    let n: u32 = puzzle.tags[tag].trim_start_matches("win-in-").parse().unwrap();
    puzzle.tags[tag] = format!("win-in-{}", n + 1);
    let wrong = wrong_of(&pack);
    assert_eq!(wrong.len(), 1);
    assert_eq!(wrong[0].path, format!("$.puzzles[1].tags[{tag}]"));
    assert_eq!(wrong[0].line.len(), n as usize * 2 - 1, "the proof is a line of {n} turns");
    // A line is cut short, and a side is wrong: findings of the rules, with their places.
    pack.puzzle_mut(0).unwrap().solutions[0].moves[0].side = "nobody".into();
    let found = check_lines(&pack);
    assert!(found.iter().any(|f| f.path == "$.puzzles[0].solutions[0].moves[0].side" && f.rule == "side-order"));
    pack.puzzle_mut(2).unwrap().solutions[0].moves[0].notation = "a1-g7xd1".into();
    let found = check_lines(&pack);
    assert!(
        found.iter().any(|f| f.path == "$.puzzles[2].solutions[0].moves[0].notation" && f.severity == Severity::Error)
    );
}

#[test]
fn the_format_documents_own_position_is_refused_with_its_reason() {
    let text = "NNNNNNNNNNNNNNNNNNNNNNNN/xxoxxxxx/0/0/b w 9 9 0";
    let why = fen::parse(&RuleSet::STANDARD, text).unwrap_err().to_string();
    assert!(why.contains("17 fields are needed"), "{why}");
    let bad = MILL.parse(&format!("{text};formMill")).unwrap_err();
    assert_eq!(bad.at.as_deref(), Some("position"));
    assert!(bad.what.contains("17 fields are needed"), "{bad}");
}

#[test]
fn every_puzzle_of_a_sector_once() {
    let want = |size: &str, modulo_symmetry| EnumerateRequest {
        size: size.into(),
        minimal: false,
        modulo_symmetry,
        grids: false,
        count_only: true,
        set: [("tables".to_string(), FOLDER.display().to_string())].into(),
        limits: Limits::solutions(usize::MAX),
    };
    // With four men against three every win is a mill that may take any of the three: never one turn alone.
    let none = MILL.enumerate(&want("4-3", true), &mut |_| {}).unwrap();
    assert_eq!((none.total, none.stop), (0, Stop::Exhausted));
    let classes = MILL.enumerate(&want("4-4", true), &mut |_| {}).unwrap();
    let all = MILL.enumerate(&want("4-4", false), &mut |_| {}).unwrap();
    assert!(classes.total > 0 && classes.stop == Stop::Exhausted);
    // Most classes have 16 images in two colours, none more.
    assert!(all.total <= classes.total * 32 && all.total > classes.total * 20, "{} of {}", all.total, classes.total);
}

#[test]
fn requests_that_make_no_sense() {
    let refused = |change: &dyn Fn(&mut GenerateRequest)| {
        let mut want = request(Category::WinGame, None, 1, "3-3");
        change(&mut want);
        MILL.generate(&want, &mut |_| {}).unwrap_err().to_string()
    };
    assert!(refused(&|w| w.size = Some("2-9".into())).contains("sector"));
    assert!(refused(&|w| w.size = Some("7-7".into())).contains("tesuji mill tables build"));
    assert!(refused(&|w| drop(w.set.insert("category".into(), "mate".into()))).contains("mate"));
    assert!(refused(&|w| drop(w.set.insert("variant".into(), "chess".into()))).contains("chess"));
    let request = GradeRequest {
        catalog: MILL.catalog().clone(),
        ceiling: None,
        needs: true,
        trial: 0,
        limits: Limits::default(),
    };
    let over = "OO******/@@@*****/******** w m s 2 0 3 0 0 0 -1 -1 -1 -1 0 0 1 ids:nodes;winGame";
    assert!(MILL.parse(over).is_err());
    let drawn = "O*O*O*O*/********/@*@*@*@* w m s 4 0 4 0 0 0 -1 -1 -1 -1 0 0 1 ids:nodes;winGame";
    let bad = MILL.parse(drawn).and_then(|p| MILL.grade(&p.puzzle, None, &request)).unwrap_err();
    assert!(bad.what.contains("no puzzle"), "{bad}");
}
