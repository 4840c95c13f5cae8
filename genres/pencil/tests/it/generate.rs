//! Generation to targets, checked from the text alone.

use tesuji_genre::{GenerateRequest, Genre, GradeRequest, HintRequest, Record};
use tesuji_pencil::{ANTI_KNIGHT, JIGSAW, KILLER, SUDOKU, SUDOKU_X};
use tesuji_solver::{Catalog, Limits, Stop, TechniqueId, Tier};

fn request(size: &str, count: u64) -> GenerateRequest {
    GenerateRequest {
        size: Some(size.into()),
        count,
        // A busy machine may take long; the default is a minute.
        limits: Limits::default().with_time(std::time::Duration::from_secs(900)),
        threads: 2,
        ..GenerateRequest::default()
    }
}

fn made(genre: &dyn Genre, want: &GenerateRequest) -> Vec<Record> {
    let mut out = Vec::new();
    let report = genre.generate(want, &mut |r| out.push(r)).unwrap();
    assert_eq!((report.made, report.stop), (want.count, Stop::Enough), "{}: {:?}", genre.name(), report.rejected);
    assert_eq!(report.tried, report.made + report.rejected.values().sum::<u64>());
    out
}

/// A grading by this catalog, without anything else.
fn plain(catalog: &Catalog) -> GradeRequest {
    GradeRequest::new(catalog.clone(), Limits::default())
}

/// Does this catalog solve the text?
fn grade(genre: &dyn Genre, text: &str, catalog: &Catalog) -> (bool, String, Vec<String>) {
    let puzzle = genre.parse(text).unwrap().puzzle;
    let graded = genre.grade(&puzzle, None, &plain(catalog)).unwrap();
    (graded.info.solved, graded.info.tier, graded.info.techniques.into_keys().collect())
}

#[test]
fn tiers() {
    let genre: &dyn Genre = &SUDOKU;
    for (size, tier) in [("4x4", Tier::Beginner), ("6x6", Tier::Medium), ("9x9", Tier::Beginner), ("9x9", Tier::Medium)]
    {
        let want = GenerateRequest { tier: Some(tier), ..request(size, 2) };
        for record in made(genre, &want) {
            let (solved, got, _) = grade(genre, &record.puzzle, genre.catalog());
            assert!(solved);
            assert_eq!(got, tier.name());
            if let Some(&lower) = Tier::ALL.iter().rev().find(|&&t| t < tier) {
                assert!(!grade(genre, &record.puzzle, &genre.catalog().up_to(lower)).0);
            }
        }
    }
}

#[test]
fn needs_and_without() {
    needed_without("naked-pair", "hidden-pair", 2);
    // So rare among random puzzles that the walk must know when it is near.
    needed_without("swordfish", "skyscraper", 1);
}

fn needed_without(needed: &'static str, barred: &'static str, count: u64) {
    let genre: &dyn Genre = &SUDOKU;
    let (needed, barred) = (TechniqueId::new(needed), TechniqueId::new(barred));
    let want = GenerateRequest { needs: vec![needed.clone()], without: vec![barred.clone()], ..request("9x9", count) };
    for record in made(genre, &want) {
        let ceiling = record.grade.as_ref().and_then(|g| Tier::from_name(g.ceiling.as_deref()?)).unwrap();
        let allowed = genre.catalog().without(std::slice::from_ref(&barred)).up_to(ceiling);
        let (solved, _, used) = grade(genre, &record.puzzle, &allowed);
        assert!(solved && used.contains(&needed.to_string()) && !used.contains(&barred.to_string()));
        assert!(!grade(genre, &record.puzzle, &allowed.without(std::slice::from_ref(&needed))).0);
        let needs = record.grade.unwrap().needs.unwrap();
        assert!(needs.iter().any(|n| n.technique == needed.as_str() && n.open > 0));
    }
}

#[test]
fn shape_of_the_clues() {
    let genre: &dyn Genre = &SUDOKU;
    let mut want = request("9x9", 2);
    want.set = [("symmetry", "rotational180"), ("clues", "26-32")].map(|(k, v)| (k.into(), v.into())).into();
    for record in made(genre, &want) {
        let given: Vec<bool> = record.puzzle.chars().map(|c| c != '.').collect();
        assert!((26..=32).contains(&given.iter().filter(|g| **g).count()));
        assert!((0..81).all(|i| given[i] == given[80 - i]));
    }
    want.set = [("density", "0.5")].map(|(k, v)| (k.into(), v.into())).into();
    for record in made(genre, &want) {
        assert!(record.puzzle.chars().filter(|c| *c != '.').count() >= 41);
    }
    want.set = [("irreducible", "yes")].map(|(k, v)| (k.into(), v.into())).into();
    for record in made(genre, &want) {
        let cells: Vec<char> = record.puzzle.chars().collect();
        for i in (0..81).filter(|i| cells[*i] != '.') {
            let fewer: String = cells.iter().enumerate().map(|(j, c)| if i == j { '.' } else { *c }).collect();
            let puzzle = genre.parse(&fewer).unwrap().puzzle;
            assert_eq!(genre.solve(&puzzle, &Limits::solutions(2)).unwrap().solutions.len(), 2);
        }
    }
}

#[test]
fn variants_have_one_solution_by_the_reference_too() {
    let cases: [(&dyn Genre, &str, u64); 5] = [
        (&SUDOKU_X, "6x6", 2),
        (&JIGSAW, "6x6", 2),
        (&KILLER, "4x4", 2),
        (&ANTI_KNIGHT, "9x9", 2),
        (&KILLER, "6x6", 1),
    ];
    for (genre, size, count) in cases {
        for record in made(genre, &request(size, count)) {
            let puzzle = genre.parse(&record.puzzle).unwrap().puzzle;
            let fast = genre.solve(&puzzle, &Limits::solutions(2)).unwrap();
            assert_eq!((fast.stop, &fast.solutions), (Stop::Exhausted, &vec![record.solution.unwrap()]));
            let simple = genre.reference(&puzzle, &Limits::solutions(2).with_nodes(5_000)).unwrap();
            if simple.stop == Stop::Exhausted {
                assert_eq!(simple.solutions, fast.solutions, "{}", genre.name());
            }
        }
    }
}

#[test]
fn it_ends_when_the_target_is_out_of_reach() {
    // No 4×4 sudoku needs an X-wing.
    let genre: &dyn Genre = &SUDOKU;
    let mut want = GenerateRequest { needs: vec![TechniqueId::new("x-wing")], ..request("4x4", 1) };
    want.limits = Limits::default().with_nodes(300);
    let report = genre.generate(&want, &mut |_| {}).unwrap();
    assert_eq!((report.made, report.stop), (0, Stop::Nodes));
    assert!(report.tried >= 300 && !report.rejected.is_empty());
    want.tier = Some(Tier::Easy);
    assert!(genre.generate(&want, &mut |_| {}).unwrap_err().what.contains("above the tier"));
}

/// Irreducible puzzles are so: the search that finds it has enough nodes.
#[test]
fn irreducible_puzzles_can_do_without_no_clue() {
    let mut want = request("9x9", 2);
    want.set.insert("irreducible".into(), "yes".into());
    for (genre, size, seed) in [(&KILLER as &dyn Genre, "6x6", 1), (&ANTI_KNIGHT, "10x10", 11), (&SUDOKU, "9x9", 1)] {
        (want.size, want.seed) = (Some(size.into()), seed);
        for record in made(genre, &want) {
            let parts: Vec<&str> = record.puzzle.split(';').collect();
            let cells = parts[0].rsplit('/').next().unwrap();
            let head = &parts[0][..parts[0].len() - cells.len()];
            // Each given, and each sum.
            let mut fewer: Vec<String> = Vec::new();
            for (i, _) in cells.char_indices().filter(|(_, c)| *c != '.') {
                let open: String = cells.char_indices().map(|(j, c)| if i == j { '.' } else { c }).collect();
                let (mut all, first) = (parts.clone(), format!("{head}{open}"));
                all[0] = &first;
                fewer.push(all.join(";"));
            }
            for (k, part) in parts.iter().enumerate().filter(|(_, p)| p.contains('=') && !p.starts_with('?')) {
                let (mut all, open) = (parts.clone(), format!("?={}", part.split_once('=').unwrap().1));
                all[k] = &open;
                fewer.push(all.join(";"));
            }
            assert!(fewer.len() > 5, "{}", record.puzzle);
            for text in fewer {
                let puzzle = genre.parse(&text).unwrap_or_else(|e| panic!("{text}: {e}")).puzzle;
                let solved = genre.solve(&puzzle, &Limits::solutions(2)).unwrap();
                assert_eq!(solved.solutions.len(), 2, "{text} of {}", record.puzzle);
            }
        }
    }
}

/// Beyond the whole catalog, and solved by what is left of it: there is none, and that is said.
#[test]
fn what_is_made_without_a_technique_is_solved_without_it() {
    let without = ["als-xz", "aic"].map(TechniqueId::new).to_vec();
    for tier in [Tier::Expert, Tier::Master] {
        let limits = Limits::default().with_nodes(300);
        let want = GenerateRequest { tier: Some(tier), without: without.clone(), limits, ..request("9x9", 2) };
        let mut out = Vec::new();
        let done = SUDOKU.generate(&want, &mut |r| out.push(r));
        match tier {
            Tier::Master => assert!(done.unwrap_err().what.contains("beyond all techniques") && out.is_empty()),
            _ => assert!(!out.is_empty() && out.iter().all(|r| r.grade.as_ref().unwrap().solved), "{done:?}"),
        }
    }
}

/// Fewer clues than any puzzle can have are refused at once, and as many as a bound allows are not.
#[test]
fn fewer_clues_than_proved_are_refused() {
    let ask = |genre: &dyn Genre, size: &str, clues: &str| {
        let limits = Limits::default().with_nodes(1);
        let set = [("clues".to_string(), clues.to_string())].into();
        genre.generate(&GenerateRequest { set, limits, ..request(size, 1) }, &mut |_| {})
    };
    for (genre, size, clues, fewest) in [
        (&SUDOKU as &dyn Genre, "9x9", "16", "17"),
        (&SUDOKU, "9x9", "10-16", "17"),
        (&SUDOKU, "4x4", "2", "3"),
        (&SUDOKU_X, "9x9", "7", "8"),
        (&JIGSAW, "9x9", "5", "8"),
        (&ANTI_KNIGHT, "9x9", "7", "8"),
    ] {
        let bad = ask(genre, size, clues).unwrap_err();
        assert!(bad.what.contains(&format!("fewer than {fewest}:")), "{bad}");
    }
    for (genre, clues) in [(&SUDOKU as &dyn Genre, "17"), (&SUDOKU, "10-17"), (&SUDOKU_X, "8"), (&JIGSAW, "8")] {
        assert!(ask(genre, "9x9", clues).is_ok());
    }
}

#[test]
fn boxes_that_are_rows_are_no_boxes() {
    for size in ["9x9:1x9", "4x4:4x1", "4x4:1x4"] {
        let bad = SUDOKU.generate(&request(size, 1), &mut |_| {}).unwrap_err();
        assert!(bad.what.contains("rows or columns"), "{size}: {bad}");
    }
}

/// A limit is no stall.
#[test]
fn a_grade_that_a_limit_cut_says_so() {
    let record = made(&SUDOKU, &request("9x9", 1)).remove(0);
    let puzzle = SUDOKU.parse(&record.puzzle).unwrap().puzzle;
    let graded = |nodes: u64, needs: bool| {
        let limits = Limits::default().with_nodes(nodes);
        let want = GradeRequest { needs, ..GradeRequest::new(SUDOKU.catalog().clone(), limits) };
        SUDOKU.grade(&puzzle, None, &want).unwrap().limit
    };
    for needs in [false, true] {
        assert_eq!((graded(2, needs), graded(u64::MAX, needs)), (Some(Stop::Nodes), None));
    }
    // Of T&E depth 2; fewer trials don't tell.
    let text = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";
    let puzzle = SUDOKU.parse(text).unwrap().puzzle;
    let depth = |nodes: u64| {
        let limits = Limits::default().with_nodes(nodes);
        let want = GradeRequest { trial: 3, ..GradeRequest::new(SUDOKU.catalog().clone(), limits) };
        let graded = SUDOKU.grade(&puzzle, None, &want).unwrap();
        (graded.info.trial_depth, graded.limit)
    };
    assert_eq!((depth(1_000), depth(100_000)), ((None, Some(Stop::Nodes)), (Some(2), None)));
}

/// Techniques are about puzzles with one solution.
#[test]
fn hints_want_one_solution() {
    let hint = |text: &str| {
        let puzzle = SUDOKU.parse(text).unwrap().puzzle;
        SUDOKU.hint(&puzzle, None, &HintRequest::new(SUDOKU.catalog()))
    };
    let good = made(&SUDOKU, &request("9x9", 1)).remove(0).puzzle;
    assert!(hint(&good).unwrap().step().is_some());
    let several: String = ".".repeat(79) + "12";
    assert!(hint(&several).unwrap_err().what.contains("more than one solution"));
    let none = "3.82.1....5.......6..5.4.8....38....4.....6....5..9....2.....49...73.5...3...8.62";
    assert!(hint(none).unwrap_err().what.contains("no solution"));
}

/// The size of cages goes with the tier.
#[test]
fn killers_of_each_tier() {
    for tier in [Tier::Easy, Tier::Medium, Tier::Hard] {
        let limits = Limits::default().with_nodes(300);
        // With this seed each tier has a puzzle among the first thirty.
        let want = GenerateRequest { tier: Some(tier), limits, seed: 2, ..request("9x9", 1) };
        let made = made(&KILLER, &want);
        assert_eq!(made[0].grade.as_ref().unwrap().tier, tier.name());
    }
    let want = GenerateRequest { tier: Some(Tier::Beginner), ..request("9x9", 1) };
    let bad = KILLER.generate(&want, &mut |_| {}).unwrap_err();
    assert!(bad.what.contains("begins with a sum"), "{bad}");
}

/// Four cells of row 3 with five values are almost locked; a cell beside them is none of the set.
#[test]
fn chains_name_the_almost_locked_set_itself() {
    let text = "72..15..4..62....5....4..7.9......6.3.7...8.9.1......3.3..5....2....39..5..97..32";
    let puzzle = SUDOKU.parse(text).unwrap().puzzle;
    let limits = Limits::default();
    let want = GradeRequest::new(SUDOKU.catalog().clone(), limits);
    let words = SUDOKU.grade(&puzzle, None, &want).unwrap().words;
    let named = "almost locked: r3c1469, which leaves r2c5 one value";
    assert!(words.iter().any(|w| w.contains(named)), "{words:?}");
}

/// A cage of one cell without a sum says nothing: made killers have none, and one in a text
/// makes no other puzzle of it.
#[test]
fn cages_that_say_nothing_are_left_out() {
    let genre: &dyn Genre = &KILLER;
    let is_silent = |cage: &str| cage.starts_with("?=") && !cage.contains(',');
    let set = [("density".to_string(), "0.1".to_string())].into();
    for record in made(genre, &GenerateRequest { set, ..request("4x4", 40) }) {
        assert!(!record.puzzle.split(';').skip(1).any(is_silent), "{}", record.puzzle);
        // Without its last cage, a cage of one of its cells without a sum says nothing.
        let (rest, last) = record.puzzle.rsplit_once(';').expect("a cage");
        let cell = last.split_once('=').and_then(|(_, cells)| cells.split(',').next()).expect("a cell");
        let [plain, with] = [rest.to_string(), format!("{rest};?={cell}")]
            .map(|text| genre.parse(&text).unwrap_or_else(|bad| panic!("{text}: {bad}")).puzzle);
        assert_eq!((&with.text, &with.record().id), (&plain.text, &plain.record().id));
    }
}

/// Requests that no puzzle meets are refused, others are not.
#[test]
fn requests_that_no_puzzle_meets_are_refused() {
    let refused = |genre: &dyn Genre, want: GenerateRequest| {
        genre.generate(&want, &mut |r| panic!("{}", r.puzzle)).unwrap_err().to_string()
    };
    let needs = vec![TechniqueId("xy-chain".into())];
    let want = GenerateRequest { tier: Some(Tier::Master), needs, ..request("9x9", 1) };
    assert!(refused(&SUDOKU, want).contains("beyond all techniques"));
    let set = [("symmetry".to_string(), "rotational180".to_string())].into();
    assert!(refused(&KILLER, GenerateRequest { set, ..request("6x6", 1) }).contains("no option --symmetry"));
    // Nothing begins in a killer below tier medium, so a single is needed beside that, where the
    // others are left out.
    let without = ["full-house", "hidden-single-box", "hidden-single"].map(|id| TechniqueId(id.into())).to_vec();
    let want = GenerateRequest { needs: vec![TechniqueId("naked-single".into())], without, ..request("4x4", 2) };
    for record in made(&KILLER, &want) {
        let grade = record.grade.unwrap();
        assert_eq!(grade.ceiling.as_deref(), Some("easy"));
        assert!(grade.needs.unwrap().iter().any(|need| need.technique == "naked-single"));
    }
}

/// Values and strikes against the solution are refused, by their cell, as a hint does.
#[test]
fn a_state_against_the_solution_is_not_graded() {
    let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let genre: &dyn Genre = &SUDOKU;
    let puzzle = genre.parse(text).unwrap().puzzle;
    let want = plain(genre.catalog());
    let graded = |state: tesuji_genre::State| genre.grade(&puzzle, Some(&state), &want).map(|g| g.info.solved);
    let (placed, removed) = ([(2, 4)].into(), [(2, 1 << 1)].into());
    assert_eq!(graded(tesuji_genre::State { placed, removed, ..Default::default() }), Ok(true));
    let wrong = graded(tesuji_genre::State { placed: [(2, 1)].into(), ..Default::default() });
    assert_eq!(wrong.unwrap_err().to_string(), "r1c3: 1 contradicts the solution");
    let wrong = graded(tesuji_genre::State { removed: [(2, 1 << 4)].into(), ..Default::default() });
    assert!(wrong.unwrap_err().to_string().contains("r1c3: 4 is struck out"));
}

/// Where a house does not say why a cell loses a value, the words say that all the cells are seen.
#[test]
fn words_name_the_house_only_where_it_explains_all() {
    let genre: &dyn Genre = &ANTI_KNIGHT;
    let puzzle = genre.parse(".................5.....6..1...43..2.").unwrap().puzzle;
    let words = genre.grade(&puzzle, None, &plain(genre.catalog())).unwrap().words;
    let is_pointing = |w: &&String| w.starts_with("Pointing: 3 in box 3");
    let all: Vec<&String> = words.iter().filter(is_pointing).collect();
    // Row 3 holds r3c5, but not r2c13, which a knight's move strikes.
    assert!(!all.is_empty() && all.iter().all(|w| w.contains("all seen from each cell")), "{all:?}");
}
