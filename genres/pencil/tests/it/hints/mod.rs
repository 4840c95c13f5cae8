//! Hints: none rests on what is not known of the puzzle.

mod states;

use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use std::ops::ControlFlow;
use std::path::PathBuf;
use tesuji_genre::{Genre, GradeRequest, HintRequest, Next, Record, State, Uniqueness, View};
use tesuji_pencil::{KILLER, SUDOKU};
use tesuji_solver::{Board, Limits, PlainSolver, Stop, TechniqueId, Var};

#[test]
fn no_hint_strikes_a_value_that_a_solution_has() {
    let tally = states::look(60, 1);
    assert_eq!(tally.wrong, Vec::<String>::new());
    assert_eq!(tally.named, tally.states, "asked without bounds, the several solutions are named");
    assert!(tally.steps > 500, "{tally:?}");
}

/// With uniqueness techniques, which a puzzle with several solutions has no right to, the same
/// states give wrong steps: the test above can fail.
#[test]
fn uniqueness_techniques_would_strike_such_values() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let unique = SUDOKU.catalog().filter(|t| t.row().assumes_uniqueness);
    let (mut wrong, mut looked) = (0, 0);
    while looked < 60 {
        let Some(several) = states::several(&mut rng) else { continue };
        looked += 1;
        let View::Clues(view) = SUDOKU.view(&several.puzzle).unwrap() else { panic!("clues expected") };
        let without = SUDOKU.catalog().filter(|t| !t.row().assumes_uniqueness);
        let mut at = view.store(None).unwrap();
        tesuji_solver::grade::grade(&mut at, &without).unwrap();
        if let Some(step) = tesuji_solver::grade::next_step(&at, &unique) {
            let strikes = |s: &Vec<u8>| step.removes.iter().any(|r| r.values.contains(s[r.var.index()]));
            wrong += u32::from(several.solutions.iter().any(strikes));
        }
    }
    assert!(wrong > 5, "{wrong}");
}

/// What the puzzle gives is no part of an avoidable rectangle, what was filled in is: in every
/// rectangle of two boxes of which three corners are written down.
#[test]
fn avoidable_rectangles_know_what_is_given() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let technique = SUDOKU.catalog().get(&TechniqueId::new("avoidable-rectangle-1")).unwrap();
    let (mut fired, mut silent) = (0, 0);
    for _ in 0..10 {
        let puzzle = states::unique(&mut rng);
        let solution = &puzzle.solutions[0];
        let View::Clues(view) = SUDOKU.view(&puzzle.puzzle).unwrap() else { panic!("clues expected") };
        for [a, b, c, d] in rectangles() {
            let right = |cell: u32| solution[cell as usize];
            if right(b) != right(c) || right(a) == right(d) || view.given.contains(Var(d)) {
                continue;
            }
            let placed = [a, b, c].map(|cell| (cell, right(cell))).into();
            let Ok(at) = view.store(Some(&State { placed, ..State::default() })) else { continue };
            let wrong = (Var(d), right(a));
            if !at.domain(wrong.0).contains(wrong.1) {
                continue;
            }
            let mut hit = false;
            let _ = technique.find(&Board::new(&at), &mut |step| {
                for r in &step.removes {
                    assert!(!r.values.contains(solution[r.var.index()]), "{}: {step:?}", puzzle.clues);
                    hit |= r.var == wrong.0 && r.values.contains(wrong.1);
                }
                ControlFlow::Continue(())
            });
            let given = [a, b, c].into_iter().any(|cell| view.given.contains(Var(cell)));
            assert_eq!(hit, !given, "{} {a} {b} {c} {d}", puzzle.clues);
            fired += u32::from(hit);
            silent += u32::from(!hit);
        }
    }
    assert!(fired > 10 && silent > 10, "{fired} fired, {silent} silent");
}

/// The corners of each rectangle in two boxes, in four turns: a corner, the two beside it, the one
/// across.
fn rectangles() -> Vec<[u32; 4]> {
    let mut all = Vec::new();
    for (r, s) in (0..9u32).flat_map(|r| (0..9).map(move |s| (r, s))).filter(|(r, s)| r != s) {
        for (c, e) in (0..9u32).flat_map(|c| (0..9).map(move |e| (c, e))).filter(|(c, e)| c != e) {
            if (r / 3 == s / 3) != (c / 3 == e / 3) {
                all.push([r * 9 + c, r * 9 + e, s * 9 + c, s * 9 + e]);
            }
        }
    }
    all
}

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Values written down up to a number of open cells.
fn filled(open: usize) -> State {
    let all: Vec<(u32, u8)> = (0..81u32)
        .filter(|&i| EASY.as_bytes()[i as usize] == b'.')
        .map(|i| (i, SOLUTION.as_bytes()[i as usize] - b'0'))
        .collect();
    let count = all.len() - open;
    State { placed: all.into_iter().take(count).collect(), ..State::default() }
}

#[test]
fn solved_stuck_and_a_step_are_three_answers() {
    let puzzle = SUDOKU.parse(EASY).unwrap().puzzle;
    let next = |state: &State, without: &[&'static str], last_resort| {
        let ids: Vec<TechniqueId> = without.iter().map(|id| TechniqueId::new(id)).collect();
        let catalog = SUDOKU.catalog().without(&ids);
        let want = HintRequest { last_resort, ..HintRequest::new(&catalog) };
        let hint = SUDOKU.hint(&puzzle, Some(state), &want).unwrap();
        assert_eq!(hint.uniqueness, Uniqueness::Proved);
        hint.next
    };
    assert!(matches!(next(&filled(0), &[], false), Next::Solved));
    assert!(matches!(next(&filled(1), &[], false), Next::Step(_)));
    let singles = ["full-house", "hidden-single-box", "naked-single", "hidden-single"];
    assert!(matches!(next(&filled(1), &singles, false), Next::Stuck));
}

/// A puzzle that singles do not begin: with singles alone it is stuck; by trial there is a step,
/// named as such.
#[test]
fn a_last_resort_is_labelled() {
    let text = "72..15..4..62....5....4..7.9......6.3.7...8.9.1......3.3..5....2....39..5..97..32";
    let puzzle = SUDOKU.parse(text).unwrap().puzzle;
    let solution = SUDOKU.solve(&puzzle, &Limits::solutions(2)).unwrap().solutions.remove(0);
    let singles = SUDOKU.catalog().filter(|t| t.phase() == tesuji_solver::Phase::Propagation);
    let mut state = State::default();
    let (mut trials, mut steps) = (0, 0);
    for _ in 0..200 {
        let want = HintRequest { last_resort: true, ..HintRequest::new(&singles) };
        let Some(step) = SUDOKU.hint(&puzzle, Some(&state), &want).unwrap().step() else { break };
        steps += 1;
        if step.deduction.technique.as_str() == "trial" {
            trials += 1;
            let data = step.data.unwrap();
            // The chain is told from what is supposed to what can't be.
            assert!(step.words.starts_with("Trial: suppose ") && step.words.contains("can't be"), "{}", step.words);
            assert!(data.supposed.is_some() && data.reasons.iter().any(|r| r.concludes.is_empty()), "{}", step.words);
            assert_eq!((data.technique.as_str(), data.eliminations.len()), ("trial", 1));
            let gone = &data.eliminations[0];
            assert!(step.words.contains(&format!("{}={}", gone.cell, gone.value)), "{}", step.words);
        }
        for r in &step.deduction.removes {
            *state.removed.entry(r.var.0).or_default() |= r.values.0;
        }
        for l in &step.deduction.places {
            let right = solution.text().unwrap().as_bytes()[l.var.index()] - b'0';
            assert_eq!(l.value, right, "{}", step.words);
            state.placed.insert(l.var.0, l.value);
        }
    }
    let want = HintRequest::new(&singles);
    assert!(matches!(SUDOKU.hint(&puzzle, Some(&state), &want).unwrap().next, Next::Solved), "{steps} {trials}");
    assert!(trials > 0);
}

/// Without nodes nothing is proved: a grading then leaves uniqueness techniques out too, and says
/// so.
#[test]
fn a_grading_uses_no_uniqueness_technique_without_a_proof() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut graded = 0;
    while graded < 20 {
        let Some(several) = states::several(&mut rng) else { continue };
        graded += 1;
        let want = |nodes| GradeRequest::new(SUDOKU.catalog().clone(), Limits::default().with_nodes(nodes));
        let got = SUDOKU.grade(&several.puzzle, None, &want(0)).unwrap();
        assert_eq!(got.uniqueness, Uniqueness::Unproved(Stop::Nodes));
        let unique = SUDOKU.catalog().filter(|t| t.row().assumes_uniqueness);
        assert!(got.steps.iter().all(|s| unique.get(&s.technique).is_none()));
        let bad = SUDOKU.grade(&several.puzzle, None, &want(u64::MAX)).unwrap_err();
        assert!(bad.what.contains("more than one solution"), "{bad}");
    }
}

/// Few clues: the fast engine alone gets lost in such grids, and the several solutions are named
/// all the same.
#[test]
fn several_solutions_of_a_sparse_grid_are_named() {
    let text = format!(".....4....1..2....3........2....1..4{}", ".".repeat(45));
    let puzzle = SUDOKU.parse(&text).unwrap().puzzle;
    let bad = SUDOKU.hint(&puzzle, None, &HintRequest::new(SUDOKU.catalog())).unwrap_err();
    assert!(bad.what.contains("more than one solution"), "{bad}");
}

/// A state that leaves no solution is bad by its first wrong cell, also where it is not known
/// whether there is one solution.
#[test]
fn a_wrong_cell_is_named_without_a_proof_of_one_solution() {
    let puzzle = SUDOKU.parse(EASY).unwrap().puzzle;
    let wrong = State { placed: [(2, 4), (3, 2)].into(), ..State::default() };
    let hint = |state: &State, nodes| {
        let limits = Limits::default().with_nodes(nodes);
        SUDOKU.hint(&puzzle, Some(state), &HintRequest { limits, ..HintRequest::new(SUDOKU.catalog()) })
    };
    assert_eq!(hint(&wrong, u64::MAX).unwrap_err().to_string(), "r1c4: 2 contradicts the solution");
    // A killer with several solutions that no engine is given the nodes to settle; 1 and 2 in its
    // cage of 3 are all that fits, and 4 is no candidate of a solution.
    let killer = KILLER.parse("................;3=r1c1,r1c2;?=r4c3,r4c4").unwrap().puzzle;
    let state = |value| State { placed: [(0, value)].into(), ..State::default() };
    let hint = |value, nodes| {
        let limits = Limits::default().with_nodes(nodes);
        KILLER.hint(&killer, Some(&state(value)), &HintRequest { limits, ..HintRequest::new(KILLER.catalog()) })
    };
    let named = hint(4, 1).unwrap_err().to_string();
    assert!(named.starts_with("r1c1: 4"), "{named}");
    assert!(hint(1, 1).is_ok_and(|h| h.uniqueness == Uniqueness::Unproved(Stop::Nodes)));
    assert!(hint(1, u64::MAX).unwrap_err().what.contains("more than one solution"));
}

/// External states where uniqueness techniques were once used without a proof.
#[test]
fn external_states_get_no_uniqueness_step() {
    let beside = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data"));
    let data = std::env::var_os("TESUJI_DATA").map_or(beside, PathBuf::from);
    let Ok(text) = std::fs::read_to_string(data.join("sudoku/cases/hint_unproven_unique_30.jsonl")) else {
        println!("skipped: no external data in {}", data.display());
        return;
    };
    let unique = SUDOKU.catalog().filter(|t| t.row().assumes_uniqueness);
    let mut count = 0;
    for line in text.lines() {
        count += 1;
        let record: Record = serde_json::from_str(line).unwrap();
        let puzzle = SUDOKU.parse(&record.puzzle).unwrap().puzzle;
        let state = record.state.as_ref();
        let bad = SUDOKU.hint(&puzzle, state, &HintRequest::new(SUDOKU.catalog())).unwrap_err();
        assert!(bad.what.contains("more than one solution"), "{bad}");
        // Nor with too few nodes to know it, with a further solver or without.
        let limits = Limits::default().with_nodes(0);
        let want = HintRequest { limits, solvers: &[&PlainSolver], ..HintRequest::new(SUDOKU.catalog()) };
        let hint = SUDOKU.hint(&puzzle, state, &want).unwrap();
        assert_eq!(hint.uniqueness, Uniqueness::Unproved(Stop::Nodes));
        assert!(hint.step().is_none_or(|step| unique.get(&step.deduction.technique).is_none()), "{line}");
    }
    assert_eq!(count, 30);
}
