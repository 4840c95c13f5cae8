//! What a generator gives out: another solution for every request and every puzzle, with something
//! to solve, within its time.

use super::{request, small};
use std::collections::BTreeMap;
use std::time::Duration;
use tesuji_genre::{GenerateRequest, Genre, Record, View};
use tesuji_pencil::SUDOKU;
use tesuji_solver::{Limits, Tier};

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
        let plain = GenerateRequest { size: None, count: 3, ..request("", 1) };
        let tiers = Tier::ALL.into_iter().take(5).map(|tier| GenerateRequest { tier: Some(tier), ..plain.clone() });
        let symmetric = ["rotational180", "full"].map(|symmetry| GenerateRequest {
            set: [("symmetry".to_string(), symmetry.to_string())].into(),
            ..plain.clone()
        });
        let mut count = 0;
        let has_symmetry = genre.options().iter().any(|option| option.key == "symmetry");
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
        let mut solutions: Vec<String> = records.iter().map(solution).collect();
        solutions.sort();
        solutions.dedup();
        assert_eq!(solutions.len(), records.len(), "{}", genre.name());
    }
    let all = made(&SUDOKU, &GenerateRequest { count: 60, ..request("4x4", 2) });
    let mut solutions: Vec<String> = all.iter().map(solution).collect();
    solutions.sort();
    solutions.dedup();
    assert_eq!((all.len(), solutions.len()), (60, 60));
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

/// At the largest sizes that are offered and beyond them, limits of time hold. (The bound leaves
/// room for a busy machine and one step of a slow build; what is late is looked at again.)
#[test]
fn limits_of_time_hold_at_large_sizes() {
    let mut late = Vec::new();
    for genre in tesuji_pencil::genres::all() {
        let offered = genre.sizes().iter().max_by_key(|size| size.len() * 1000 + area(size)).copied();
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

fn area(size: &str) -> usize {
    size.split('x').filter_map(|side| side.parse::<usize>().ok()).product()
}
