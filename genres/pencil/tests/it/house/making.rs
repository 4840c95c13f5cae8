//! Puzzles of a generator: another solution for every request and every puzzle, with something
//! to solve, within its time.

use super::{request, small};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use tesuji_genre::{CompiledForms, GenerateRequest, Genre, Record, View};
use tesuji_pencil::SUDOKU;
use tesuji_pencil::house::HouseGenre;
use tesuji_solver::engine::LearningSolver;
use tesuji_solver::techniques::steps::LastValue;
use tesuji_solver::{Limits, Solver, Stop, Tier};

fn made(genre: &dyn Genre, want: &GenerateRequest) -> Vec<Record> {
    let mut out = Vec::new();
    genre.generate(want, &mut |record| out.push(record)).unwrap_or_else(|bad| panic!("{}: {bad}", genre.name()));
    out
}

fn solution(record: &Record) -> String {
    record.solution.as_ref().map(ToString::to_string).unwrap_or_default()
}

/// One seed with another tier, technique or option is another solution, and so are the puzzles of
/// one run.
#[test]
fn no_two_requests_of_a_seed_share_a_solution() {
    let names = ["akari", "fillomino", "masyu", "skyscrapers", "slitherlink", "tents", "yinyang"];
    let house = tesuji_pencil::genres::all().into_iter().filter(|genre| names.contains(&genre.name()));
    let genres: Vec<&dyn Genre> = house.map(|genre| genre as &dyn Genre).chain([&SUDOKU as &dyn Genre]).collect();
    assert_eq!(genres.len(), names.len() + 1);
    for genre in genres {
        let mut seen: BTreeMap<String, String> = BTreeMap::new();
        let size = (genre.name() != "sudoku").then(|| "6x6".to_string());
        let plain = GenerateRequest { size, count: 3, ..request("", 1) };
        let tiers = Tier::ALL.into_iter().take(5).map(|tier| GenerateRequest { tier: Some(tier), ..plain.clone() });
        let symmetric = ["rotational180", "full"].map(|symmetry| GenerateRequest {
            set: [("symmetry".to_string(), symmetry.to_string())].into(),
            ..plain.clone()
        });
        let mut count = 0;
        let has_symmetry = genre.info().options.iter().any(|option| option.key == "symmetry");
        let symmetric = symmetric.into_iter().filter(|_| has_symmetry);
        for want in tiers.chain(symmetric).chain([plain.clone()]) {
            let want = GenerateRequest { limits: Limits::default().with_nodes(60), ..want };
            for record in made(genre, &want) {
                let what = format!("{:?} {:?}: {}", want.tier, want.set, record.puzzle);
                if let Some(other) = seen.insert(solution(&record), what.clone()) {
                    panic!("{}: one solution of {what} and of {other}", genre.name());
                }
                count += 1;
            }
        }
        assert!(count > 5, "{}: {count}", genre.name());
    }
}

/// However small the board: a run gives each solution once.
#[test]
fn a_run_gives_no_solution_twice() {
    for genre in tesuji_pencil::genres::all() {
        let limits = Limits::default().with_nodes(60);
        let records = made(genre, &GenerateRequest { count: 8, limits, ..request(small(genre), 2) });
        // A solution may come again with other numbers or regions where these are drawn freely.
        let mut solutions: Vec<(String, &str)> = records.iter().map(|r| (solution(r), &*r.puzzle)).collect();
        solutions.sort();
        solutions.dedup();
        assert_eq!(solutions.len(), records.len(), "{}", genre.name());
    }
    let all = made(&SUDOKU, &GenerateRequest { count: 30, ..request("4x4", 2) });
    let mut solutions: Vec<String> = all.iter().map(solution).collect();
    solutions.sort();
    solutions.dedup();
    assert_eq!((all.len(), solutions.len()), (30, 30));
}

/// The easiest puzzles leave a third of the board open, too.
#[test]
fn puzzles_have_something_to_solve() {
    for genre in tesuji_pencil::genres::all() {
        for tier in [Tier::Beginner, Tier::Easy] {
            let limits = Limits::default().with_nodes(60);
            let want = GenerateRequest { tier: Some(tier), count: 3, limits, ..request(small(genre), 9) };
            for record in made(genre, &want) {
                let puzzle = genre.parse(&record.puzzle).expect("a puzzle").puzzle;
                let View::Clues(view) = genre.view(&puzzle).expect("a network") else { panic!("a network") };
                let open = view.domains.iter().filter(|domain| !domain.is_single()).count();
                assert!(3 * open >= view.domains.len(), "{} {}", tier.name(), record.puzzle);
            }
        }
    }
}

/// The standard grader and a search confirm the puzzles that fast runs judge: of one candidate in
/// four where debug assertions are on, else in sixteen.
#[test]
fn the_grader_and_a_search_confirm_what_is_made() {
    let mut count = 0;
    for genre in tesuji_pencil::genres::all() {
        for tier in [None, Some(Tier::Easy), Some(Tier::Medium), Some(Tier::Hard)] {
            let limits = Limits::default().with_nodes(40).with_time(Duration::from_secs(20));
            let want = GenerateRequest { tier, count: 2, limits, ..request(small(genre), 31) };
            let report = genre.generate(&want, &mut |_| count += 1).expect("a request");
            let differs = report.rejected.get("the standard grader says otherwise");
            assert_eq!(differs, None, "{} {tier:?}", genre.name());
        }
    }
    assert!(count > 100, "{count}");
}

/// With any of the compiled forms left out, puzzles of the tier are made and confirmed.
#[test]
fn each_compiled_form_can_be_left_out() {
    let names = ["akari", "gokigen", "hitori", "kurodoko", "skyscrapers", "slitherlink"];
    for genre in tesuji_pencil::genres::all().into_iter().filter(|genre| names.contains(&genre.name())) {
        for (words, tables) in [(true, true), (false, true), (true, false), (false, false)] {
            let limits = Limits::default().with_nodes(200).with_time(Duration::from_secs(20));
            let forms = CompiledForms { words, tables };
            let want = GenerateRequest { tier: Some(Tier::Easy), count: 2, limits, forms, ..request("5x5", 3) };
            let report = genre.generate(&want, &mut |_| {}).expect("a request");
            let name = genre.name();
            assert!(report.made > 0, "{name} {forms:?}: {:?}", report.rejected);
            assert!(!report.rejected.contains_key("the standard grader says otherwise"), "{name} {forms:?}");
        }
    }
}

/// What a worker keeps from candidate to candidate (the plan of a board with the clues that it saw,
/// tables of conclusions) shows in no puzzle, and the grader confirms those made on a plan of many.
#[test]
fn puzzles_are_the_same_on_any_number_of_threads() {
    let names =
        ["akari", "futoshiki", "gokigen", "kurodoko", "mines", "skyscrapers", "slitherlink", "unruly", "yajilin"];
    let mut count = 0;
    for genre in tesuji_pencil::genres::all().into_iter().filter(|genre| names.contains(&genre.name())) {
        for tier in [None, Some(Tier::Easy)] {
            let limits = Limits::default().with_nodes(120).with_time(Duration::from_secs(10));
            let want = GenerateRequest { tier, count: 8, limits, ..request(small(genre), 77) };
            let make = |threads: usize| {
                let mut made = Vec::new();
                let want = GenerateRequest { threads, ..want.clone() };
                let report = genre.generate(&want, &mut |record| made.push(record)).expect("a request");
                assert!(!report.rejected.contains_key("the standard grader says otherwise"), "{}", genre.name());
                (made, report.stop)
            };
            let ((one, stop), (three, other)) = (make(1), make(3));
            // A run that the time cuts short gives the beginning of the longer run.
            let both = one.len().min(three.len());
            assert_eq!(one[..both], three[..both], "{} {tier:?}", genre.name());
            let is_cut = [stop, other].contains(&Stop::Time);
            assert!(is_cut || one.len() == three.len(), "{} {tier:?}", genre.name());
            count += one.len();
        }
    }
    assert!(count > 60, "{count}");
}

/// At the largest sizes that are offered and beyond them, limits of time hold. (The bound leaves
/// room for a busy machine and one step of a slow build; what is late is looked at again.)
#[test]
fn limits_of_time_hold_at_large_sizes() {
    let mut late = Vec::new();
    for genre in tesuji_pencil::genres::all() {
        let offered = genre.info().sizes.iter().max_by_key(|size| size.len() * 1000 + area(size)).copied();
        for (size, tier) in offered.into_iter().zip([None]).chain([("24x24", Some(Tier::Hard))]) {
            let limits = Limits::default().with_time(Duration::from_millis(200));
            let want = GenerateRequest { tier, count: 1000, limits, ..request(size, 4) };
            let took = |_: u32| {
                let begun = std::time::Instant::now();
                // A size that the genre does not have is refused at once.
                let _ = genre.generate(&want, &mut |_| {});
                begun.elapsed().as_secs_f64()
            };
            let tries: Vec<f64> = (0..3).map(took).take_while(|&took| took > 2.5).collect();
            if tries.len() == 3 {
                late.push(format!("{} {size} {tier:?}: {tries:.1?} s", genre.name()));
            }
        }
    }
    assert!(late.is_empty(), "{late:#?}");
}

/// Where regions, loops or bridges are the puzzle, most drawn puzzles come to have one solution at
/// published sizes.
#[test]
fn structure_settles_at_published_sizes() {
    let rows = [("lits", "10x10"), ("norinori", "10x10"), ("yajilin", "10x10"), ("hashi", "12x16")];
    for (name, size) in rows {
        let genre = tesuji_pencil::genres::all().into_iter().find(|genre| genre.name() == name).expect("a genre");
        let want = GenerateRequest { count: 2, limits: Limits::default().with_nodes(16), ..request(size, 2) };
        let records = made(genre, &want);
        assert_eq!(records.len(), 2, "{name}");
        for record in records {
            let puzzle = genre.parse(&record.puzzle).expect("a puzzle").puzzle;
            let View::Clues(view) = genre.view(&puzzle).expect("a network") else { panic!("a network") };
            let answer = LearningSolver::default().solve(&view.network, Some(&view.domains), &Limits::solutions(2));
            assert_eq!(answer.stop, Stop::Exhausted, "{name}: {}", record.puzzle);
            assert_eq!(answer.solutions.len(), 1, "{name}: {}", record.puzzle);
        }
    }
}

/// A style says how many clues a puzzle has and how often they stand symmetrically; a record keeps
/// it, and the default is the same whether it is named or not.
#[test]
fn styles_differ_in_clues_and_symmetry() {
    let genre: &dyn Genre = &tesuji_pencil::genres::SLITHERLINK;
    let with = |set: &[(&str, &str)]| {
        let set = set.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect();
        made(genre, &GenerateRequest { set, count: 6, ..request("6x6", 3) })
    };
    let clues = |records: &[Record]| -> usize {
        let count = |record: &Record| {
            let typed = tesuji_pencil::genres::SLITHERLINK.typed(&record.puzzle).expect("a puzzle");
            typed.clues.len()
        };
        records.iter().map(count).sum()
    };
    let [published, minimal, dense] = ["published", "minimal", "dense"].map(|style| with(&[("style", style)]));
    assert_eq!(with(&[]), published);
    assert!(clues(&minimal) < clues(&published) && clues(&published) < clues(&dense));
    let share = clues(&published) as f64 / 216.0;
    assert!((0.33..0.55).contains(&share), "{share}");
    let options = |records: &[Record]| records[0].source.clone().expect("a source").options;
    assert_eq!(options(&dense), [("style".to_string(), "dense".to_string())].into());
    let symmetric = with(&[("symmetry", "full"), ("style", "minimal")]);
    assert_eq!(options(&symmetric).get("symmetry").map(String::as_str), Some("full"));
}

/// Two puzzles of one run differ in a tenth of their values at least, however they are turned, where
/// a board has some hundred cells.
#[test]
fn puzzles_of_a_run_are_far_apart() {
    let names = ["heyawake", "nurikabe", "shikaku", "slitherlink"];
    for genre in tesuji_pencil::genres::all().into_iter().filter(|genre| names.contains(&genre.name())) {
        let limits = Limits::default().with_nodes(300);
        let records = made(genre, &GenerateRequest { count: 6, limits, ..request("8x8", 5) });
        let values = |r: &Record| genre.solution_values(&r.puzzle, r.solution.as_ref().expect("one")).expect("values");
        let all: Vec<Vec<u8>> = records.iter().map(values).collect();
        assert!(all.len() > 2, "{}", genre.name());
        for (i, a) in all.iter().enumerate() {
            for b in &all[..i] {
                let apart = a.iter().zip(b).filter(|(x, y)| x != y).count();
                assert!(10 * apart >= a.len(), "{}: {apart} of {}", genre.name(), a.len());
            }
        }
    }
}

/// A size that a genre can't have is refused with the nearest that it can.
#[test]
fn a_size_without_a_board_names_the_nearest() {
    for (name, size, nearest) in [("starbattle", "6x8", "6x6"), ("kenken", "4x5", "4x4"), ("unruly", "7x8", "6x8")] {
        let genre = tesuji_pencil::genres::all().into_iter().find(|genre| genre.name() == name).expect("a genre");
        let refused = genre.generate(&request(size, 1), &mut |_| {}).expect_err("no such board").to_string();
        assert!(refused.contains("nearest: "), "{refused}");
        assert!(refused.contains(nearest), "{name} {size}: {refused}");
    }
}

fn area(size: &str) -> usize {
    size.split('x').filter_map(|side| side.parse::<usize>().ok()).product()
}

/// Where clues or a structure are drawn freely over a solution, a run gives more puzzles than there
/// are solutions.
#[test]
fn one_solution_carries_several_puzzles_where_clues_are_drawn() {
    // A 3×3 kenken has 12 solutions, and a 5×5 hitori some 150 shadings as dense as in print.
    for (name, size, count) in [("kenken", "3x3", 20), ("hitori", "5x5", 250)] {
        let genre = tesuji_pencil::genres::all().into_iter().find(|genre| genre.name() == name).expect("a genre");
        let want = GenerateRequest { size: Some(size.to_string()), count, ..request(size, 5) };
        let made = made(genre, &want);
        assert_eq!(made.len() as u64, count, "{name}");
        let puzzles: BTreeSet<&String> = made.iter().map(|record| &record.puzzle).collect();
        let solutions: BTreeSet<String> = made.iter().map(solution).collect();
        assert!(puzzles.len() == made.len() && solutions.len() < made.len(), "{name}");
    }
}

/// A technique that no made puzzle needs has nothing left to find once those before it were asked.
/// Up to five hundred puzzles of each genre in the list must use all its own techniques up to
/// medium.
/// `FIRING=all` looks at all genres, in a minute each.
#[test]
fn every_technique_up_to_medium_fires_in_made_puzzles() {
    const SIZES: &[(&str, &str)] = &[
        ("creek", "6x6"),
        ("hitori", "8x8"),
        ("mines", "6x6"),
        ("slitherlink", "6x6"),
        ("tapa", "6x6"),
        ("tents", "6x6"),
        ("unruly", "8x8"),
    ];
    let is_long = std::env::var("FIRING").is_ok_and(|value| value == "all");
    let mut silent = Vec::new();
    for genre in tesuji_pencil::genres::all() {
        let size = SIZES.iter().find(|(name, _)| *name == genre.name()).map(|(_, size)| *size);
        let Some(size) = size.or_else(|| is_long.then(|| genre.info().sizes[0])) else { continue };
        let mut fired: BTreeSet<String> = BTreeSet::new();
        for tier in [Tier::Beginner, Tier::Easy, Tier::Medium] {
            let limits = Limits::default().with_nodes(10_000).with_time(Duration::from_secs(20));
            let want = GenerateRequest { tier: Some(tier), count: 170, limits, ..request(size, 3) };
            let grades = made(genre, &want).into_iter().filter_map(|record| record.grade);
            fired.extend(grades.flat_map(|grade| grade.techniques.into_keys()));
        }
        let own = genre.catalog().list().iter().filter(|technique| technique.tier() <= Tier::Medium);
        let own = own.filter(|technique| technique.id().as_str() != LastValue::ID);
        let not_fired = own.filter(|technique| !fired.contains(technique.id().as_str()));
        silent.extend(not_fired.map(|technique| format!("{} {}", genre.name(), technique.id())));
    }
    assert_eq!(silent, Vec::<String>::new());
}
