//! Puzzles as a whole: made, judged again, checked by plain search, packed, validated, read back.

use std::path::PathBuf;
use std::sync::LazyLock;
use tesuji_genre::{EnumerateRequest, GenerateRequest, Genre, GradeRequest, HintRequest, Record, Solved};
use tesuji_mill::exchange::{Category, Pack, Severity, validate};
use tesuji_mill::genre::MILL;
use tesuji_mill::puzzle::{
    Aim, Checked, Library, NoPuzzle, Outcome, Question, Worth, check_claims, check_lines, default_folder, judge,
    judge_loosely, plain_keys, standard,
};
use tesuji_mill::{Colour, RuleSet, fen};
use tesuji_solver::{Limits, Stop, Tier};

/// Tables of the sectors up to 4-4, built once for all tests of this file.
static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = default_folder();
    Library::open(standard(), &folder, 4, 4).expect("small tables are built");
    folder
});

fn request(category: Category, tier: Option<Tier>, count: u64, size: &str) -> GenerateRequest {
    let set = [("category", category.name().to_string()), ("tables", FOLDER.display().to_string())];
    GenerateRequest {
        size: Some(size.into()),
        tier,
        set: set.into_iter().map(|(k, v)| (k.to_string(), v)).collect(),
        count,
        seed: 7,
        limits: Limits::default().with_nodes(200_000),
        threads: 2,
        ..GenerateRequest::default()
    }
}

fn made(category: Category, count: u64, size: &str) -> Vec<Record> {
    made_of("standard_9mm", category, count, size)
}

fn made_of(variant: &str, category: Category, count: u64, size: &str) -> Vec<Record> {
    let mut records = Vec::new();
    let mut want = request(category, None, count, size);
    want.set.insert("variant".into(), variant.into());
    let report = MILL.generate(&want, &mut |r| records.push(r)).unwrap();
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
        // As a pack: valid, no two titles the same, every claim true, the same bytes after a round
        // trip.
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
    // With four men against three every win is a mill that may take any of the three: never one
    // turn alone.
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
    let request = GradeRequest { needs: true, ..grade_request() };
    let over = "OO******/@@@*****/******** w m s 2 0 3 0 0 0 -1 -1 -1 -1 0 0 1 ids:nodes;winGame";
    assert!(MILL.parse(over).is_err());
    let drawn = "O*O*O*O*/********/@*@*@*@* w m s 4 0 4 0 0 0 -1 -1 -1 -1 0 0 1 ids:nodes;winGame";
    let bad = MILL.parse(drawn).and_then(|p| MILL.grade(&p.puzzle, None, &request)).unwrap_err();
    assert!(bad.what.contains("no puzzle"), "{bad}");
}

fn solved(text: &str, limits: &Limits) -> Solved {
    let puzzle = MILL.parse(text).unwrap().puzzle;
    MILL.solve(&puzzle, limits).unwrap()
}

/// Solver, grade and pack judge as the generator does. Defences are of two kinds, and each sample
/// must have both.
#[test]
fn what_is_made_is_solved_as_it_was_made() {
    let twelve = "twelve_mens_morris";
    let sizes = [
        ("standard_9mm", Category::Defend, "4-3", 40),
        (twelve, Category::Defend, "4-3", 20),
        ("standard_9mm", Category::FindBestMove, "3-3", 20),
    ];
    let (mut held, mut stops) = (0, 0);
    for (variant, category, size, count) in sizes {
        let records = made_of(variant, category, count, size);
        let library = Library::open(tesuji_mill::variant::by_id(variant).unwrap(), &FOLDER, 4, 4).unwrap();
        for record in &records {
            let made = record.solution.as_ref().unwrap();
            let found = solved(&record.puzzle, &Limits::solutions(2));
            assert_eq!(found.stop, Stop::Exhausted, "{}", record.puzzle);
            assert_eq!(serde_json::Value::from(found.solutions), made["key"], "{}", record.puzzle);
            let puzzle = MILL.parse(&record.puzzle).unwrap().puzzle;
            let grade = MILL.grade(&puzzle, None, &grade_request()).unwrap();
            assert_eq!(Some(&grade.info), record.grade.as_ref(), "{}", record.puzzle);
            // Without what the generator left in it, the record makes the same puzzle of a pack.
            let packed = |record: Record| {
                let mut text = Vec::new();
                MILL.write("sanmill", &mut [record].into_iter(), &mut text).unwrap();
                String::from_utf8(text).unwrap()
            };
            assert_eq!(packed(Record { extra: [].into(), ..record.clone() }), packed(record.clone()));

            let question = Question::parse(&record.puzzle).unwrap();
            let judged = judge(&question, &mut library.oracle(100_000)).unwrap();
            held += u32::from(judged.aim == Aim::Hold);
            stops += u32::from(judged.aim == Aim::Stop);
        }
        let mut text = Vec::new();
        MILL.write("sanmill", &mut records.into_iter(), &mut text).unwrap();
        let pack = Pack::read(&text).0.unwrap();
        check_claims(&pack, &FOLDER, &mut |path, _, checked| assert_eq!(checked, Checked::Holds, "{path}"));
    }
    assert!(held > 4 && stops > 20, "{held} draws held, {stops} mills stopped: the sample says nothing");
}

/// Who stops a mill need not win the quickest way.
#[test]
fn a_mill_is_stopped_by_a_slower_win() {
    let fen = "*****@OO/***@@*O*/***@*O** w m s 4 0 4 0 0 0 -1 -1 -1 -1 0 0 1 ids:nodes";
    let text = format!("twelve_mens_morris;{fen};defend");
    let question = Question::parse(&text).unwrap();
    let library = Library::open(question.variant, &FOLDER, 4, 4).unwrap();
    let turns = library.oracle(0).turns(&question.state).unwrap();
    let key = turns.iter().find(|v| v.step.to_string() == "a1-b2").unwrap().worth;
    assert!(key.outcome() == Outcome::Win && turns.iter().any(|v| v.worth > key));
    assert_eq!(solved(&text, &Limits::solutions(2)).solutions, [tesuji_genre::Solution::from("a1-b2")]);
    let mut pack = Vec::new();
    MILL.write("sanmill", &mut [MILL.parse(&text).unwrap().puzzle.record()].into_iter(), &mut pack).unwrap();
    let pack = Pack::read(&pack).0.unwrap();
    check_claims(&pack, &FOLDER, &mut |path, puzzle, checked| {
        assert_eq!(checked, Checked::Holds, "{path}");
        assert!(!puzzle.solutions[0].description.as_deref().unwrap_or_default().contains("shortest"));
    });
}

/// Plain search says the same of defences, where it finishes.
#[test]
fn defences_are_those_of_plain_search() {
    let library = Library::open(standard(), &FOLDER, 4, 4).unwrap();
    let (mut compared, mut several) = (0, 0);
    for (own, enemy) in [(3, 3), (4, 3), (3, 4)] {
        let sector = tesuji_mill::tables::Sector::new(own, enemy).unwrap();
        for (own, enemy, _) in library.tables().positions(sector).step_by(211) {
            let state = tesuji_mill::puzzle::State::moving(own, enemy);
            let (variant, side) = (standard(), Colour::White);
            let question = Question { variant, state, side, category: Category::Defend, captures: 1 };
            let Ok(judged) = judge_loosely(&question, &mut library.oracle(0), false) else { continue };
            let plain = plain_keys(&question, &question.kernel().unwrap(), &Limits::default().with_nodes(4_000));
            if plain.stop == Stop::Exhausted {
                assert_eq!(plain.keys, judged.keys, "{question}");
                (compared, several) = (compared + 1, several + u32::from(judged.keys.len() > 1));
            }
        }
    }
    assert!(compared > 100 && several > 100, "{compared} compared, {several} with several");
}

fn grade_request() -> GradeRequest {
    let catalog = MILL.catalog().clone();
    GradeRequest::new(catalog, Limits::default())
}

/// A stopped mill is claimed of a turn that stops none, or gives the win up.
#[test]
fn a_wrong_stop_is_found() {
    let records = made(Category::Defend, 20, "4-3");
    let mut text = Vec::new();
    MILL.write("sanmill", &mut records.into_iter(), &mut text).unwrap();
    let mut pack = Pack::read(&text).0.unwrap();
    let mut wrong = 0;
    for i in 0..20 {
        let puzzle = pack.puzzle_mut(i).unwrap();
        if !puzzle.tags.iter().any(|t| t == "stop-mill") {
            continue;
        }
        let question = Question::new(standard(), &puzzle.initial_position, Category::Defend, 1).unwrap();
        let key = puzzle.solutions[0].moves[0].notation.clone();
        let other = question.kernel().unwrap().all_turns(&question.state).into_iter();
        let other = other.filter(|s| s.takes.is_none()).map(|s| s.to_string()).find(|s| *s != key);
        let Some(other) = other else { continue };
        let moves = &mut puzzle.solutions[0].moves;
        moves.truncate(1);
        moves[0].notation = other;
        let checked = tesuji_mill::puzzle::check_puzzle("$", puzzle, &FOLDER);
        assert!(matches!(&checked, Checked::Wrong(all) if all.len() == 1), "{checked:?}");
        // The right turn called wrong.
        puzzle.solutions[0].moves[0].notation = key;
        puzzle.solutions[0].is_optimal = false;
        let checked = tesuji_mill::puzzle::check_puzzle("$", puzzle, &FOLDER);
        assert!(matches!(&checked, Checked::Wrong(all) if all[0].claim == "isOptimal false"), "{checked:?}");
        // No tag takes a claim of another kind away.
        puzzle.tags.push("win-in-1".into());
        let checked = tesuji_mill::puzzle::check_puzzle("$", puzzle, &FOLDER);
        let library = Library::open(standard(), &FOLDER, 4, 4).unwrap();
        let turns = library.oracle(0).turns(&question.state).unwrap();
        let wins_at_once = turns.iter().any(|v| v.worth == Worth::Win(1));
        assert!(wins_at_once || matches!(&checked, Checked::Wrong(all) if !all.is_empty()), "{checked:?}");
        wrong += 1;
    }
    assert!(wrong > 0);
}

/// `findBestMove` gives all turns, by the tables and by plain search.
#[test]
fn best_moves_are_all_that_keep_the_value() {
    for (text, right) in [
        ("O@**OO**/**@*****/*******@ b m s 3 0 3 0 0 0 -1 -1 -1 -1 0 0 1 ids:nodes", ["f4-e3", "a7-e3"]),
        ("****@***/@*O*OO**/*****@** b m s 3 0 3 0 0 0 -1 -1 -1 -1 0 0 1 ids:nodes", ["d6-f2", "a1-f2"]),
    ] {
        let found = solved(text, &Limits::solutions(20)).solutions;
        assert_eq!((found.len(), &found[0]["key"]), (1, &serde_json::json!(right)), "{text}");
    }
    let library = Library::open(standard(), &FOLDER, 4, 4).unwrap();
    let (mut several, mut compared, mut lost) = (0, 0, 0);
    let positions = library.tables().positions(tesuji_mill::tables::Sector::new(3, 3).unwrap());
    for (own, enemy, _) in positions.step_by(211) {
        let state = tesuji_mill::puzzle::State::moving(own, enemy);
        let question =
            Question { variant: standard(), state, side: Colour::White, category: Category::FindBestMove, captures: 1 };
        let kernel = question.kernel().unwrap();
        if kernel.lost(&state) {
            continue;
        }
        // By the definition, from the tables alone.
        let turns = library.oracle(0).turns(&state).unwrap();
        let best = turns.iter().map(|v| v.worth).max().unwrap();
        let right = turns.iter().filter(|v| match (best, v.worth) {
            (Worth::Loss(most), Worth::Loss(n)) => most - n < 4,
            (best, worth) => best.outcome() == worth.outcome(),
        });
        let right: Vec<serde_json::Value> = right.map(|v| v.step.to_string().into()).collect();
        let found = solved(&question.to_string(), &Limits::solutions(usize::MAX));
        let soonest = turns.iter().filter(|v| v.worth == best).map(|v| v.step.to_string());
        let soonest: Vec<serde_json::Value> = soonest.map(Into::into).collect();
        let given: Vec<serde_json::Value> = found.solutions.iter().cloned().map(Into::into).collect();
        match &right[..] {
            [_] => assert_eq!(given, right, "{question}"),
            _ if best.outcome() == Outcome::Win => {
                let told = serde_json::json!({"key": right, "soonest": soonest, "turns": best.winners_turns()});
                assert_eq!(given, [told], "{question}");
            }
            _ => assert_eq!(given, [serde_json::json!({"key": right})], "{question}"),
        }
        several += u32::from(right.len() > 1);
        lost += u32::from(best.outcome() == Outcome::Loss);
        // Its strict sense is the generator's.
        assert!(judge(&question, &mut library.oracle(0)).is_err() || right.len() == 1, "{question}");
        let plain = plain_keys(&question, &kernel, &Limits::default().with_nodes(3_000));
        if plain.stop == Stop::Exhausted {
            compared += 1;
            let puzzle = MILL.parse(&question.to_string()).unwrap().puzzle;
            let reference = MILL.reference(&puzzle, &Limits::solutions(2).with_nodes(3_000)).unwrap();
            assert_eq!(reference.solutions, found.solutions, "{question}");
        }
    }
    assert!(several > 100 && lost > 10 && compared > 0, "{several} with several, {lost} lost, {compared} compared");
}

/// Where men may move while others are in hand, play goes in circles: such values are refused,
/// never guessed.
#[test]
fn men_in_hand_that_may_wait_have_no_values() {
    let fen = "O*O*****/@*@*****/*O**@**O b p p 4 1 3 2 0 0 -1 -1 -1 -1 0 1 16 ids:nodes";
    let text = format!("lasker_morris;{fen};opening");
    let puzzle = MILL.parse(&text).unwrap().puzzle;
    let limits = Limits::solutions(2).with_nodes(4_000);
    let mut refused = vec![MILL.solve(&puzzle, &limits).unwrap_err()];
    refused.push(MILL.grade(&puzzle, None, &grade_request()).unwrap_err());
    refused.push(
        MILL.hint(&puzzle, None, &HintRequest { limits: limits.clone(), ..HintRequest::new(MILL.catalog()) })
            .unwrap_err(),
    );
    refused.push(MILL.write("sanmill", &mut [puzzle.record()].into_iter(), &mut Vec::new()).unwrap_err());
    for bad in refused {
        assert!(bad.what.contains("not known: no values"), "{bad}");
    }
    // Looking ahead so far and no further is possible.
    assert_ne!(MILL.reference(&puzzle, &limits).unwrap().stop, Stop::Exhausted);
    let mut want = request(Category::Opening, None, 1, "4-4");
    want.set.insert("variant".into(), "lasker_morris".into());
    let bad = MILL.generate(&want, &mut |_| {}).unwrap_err();
    assert!(bad.what.contains("no openings of lasker_morris"), "{bad}");
    // The same rules with all men placed are the standard game; mills are read as ever.
    let lasker = tesuji_mill::variant::by_id("lasker_morris").unwrap();
    let question = Question::parse(&text).unwrap();
    let library = Library::open(lasker, &FOLDER, 4, 4).unwrap();
    assert_eq!(library.oracle(1_000_000).worth(&question.state), None);
    let oracle = library.oracle(1_000_000);
    assert_eq!(oracle.why_unknown(&question.state), NoPuzzle::Circular);
    want.set.insert("category".into(), "formMill".into());
    want.size = Some("5-5".into());
    assert_eq!(MILL.generate(&want, &mut |_| {}).unwrap().made, 1);
    // As the claim of a pack it is not decided.
    let mut text = Vec::new();
    MILL.write("sanmill", &mut made(Category::WinGame, 1, "3-3").into_iter(), &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let mut pack = Pack::read(text.as_bytes()).0.unwrap();
    let puzzle = pack.puzzle_mut(0).unwrap();
    puzzle.rule_variant = Some("lasker_morris".into());
    puzzle.initial_position = "O*O*****/@*@*****/*O****** b p p 3 1 2 1 0 0 -1 -1 -1 -1 0 1 16 ids:nodes".into();
    puzzle.solutions[0].moves.truncate(1);
    puzzle.solutions.truncate(1);
    puzzle.solutions[0].moves[0].notation = "a1".into();
    let checked = tesuji_mill::puzzle::check_puzzle("$", puzzle, &FOLDER);
    assert!(matches!(&checked, Checked::Unknown(why) if why.contains("no values")), "{checked:?}");
}

/// A limit on positions holds, and the answer says that nothing was found out.
#[test]
fn a_limit_ends_reading() {
    for (category, size) in SIZES {
        let record = &made(category, 1, size)[0];
        let (own, enemy) = record.size.split_once('-').unwrap();
        if own.max(enemy) > "4" && !matches!(category, Category::FormMill | Category::CapturePieces) {
            continue;
        }
        let whole = solved(&record.puzzle, &Limits::solutions(2));
        assert_eq!((whole.solutions.len(), whole.stop), (1, Stop::Exhausted), "{}", record.puzzle);
        let nodes = whole.stats.nodes;
        assert!(nodes > 1, "{}", record.puzzle);
        for few in [1, nodes / 2, nodes] {
            let cut = solved(&record.puzzle, &Limits::solutions(2).with_nodes(few));
            assert_eq!((cut.solutions.len(), cut.stop), (0, Stop::Nodes), "{few} of {nodes}: {}", record.puzzle);
        }
        let enough = solved(&record.puzzle, &Limits::solutions(2).with_nodes(nodes + 1));
        assert_eq!(enough, whole);
        let late = solved(&record.puzzle, &Limits::solutions(2).with_time(std::time::Duration::ZERO));
        assert!(late.stop == Stop::Time || nodes < 256, "{}", record.puzzle);
    }
}

/// A game of the app is read to its end, and several winning turns are one solution.
#[test]
fn a_game_text_is_a_question_for_the_best_turn() {
    let text = "[FEN \"O@**OO**/**@*****/*******@ b m s 3 0 3 0 0 0 -1 -1 -1 -1 0 0 1\"]\n\n 1. f4-e3\n";
    let mut found = Vec::new();
    assert!(MILL.read(text.as_bytes(), &mut |r| found.push(r)));
    let parsed = found.remove(0).unwrap();
    assert!(found.is_empty() && parsed.puzzle.text.contains(" w "), "{}", parsed.puzzle.text);
    let mut wrong = Vec::new();
    assert!(MILL.read(b"1. d6 d6\n", &mut |r| wrong.push(r)));
    assert!(wrong.remove(0).is_err());
}
