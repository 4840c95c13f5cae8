//! Random partly filled states of puzzles with several solutions, and what hints strike in them.

use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use tesuji_genre::{Genre, Hint, HintRequest, Next, Puzzle, State, Uniqueness};
use tesuji_pencil::SUDOKU;
use tesuji_solver::{Limits, Stop, Value};

/// Most solutions of a puzzle that is looked at.
const MOST: usize = 5;

/// A puzzle with all its solutions: two to five, or one.
pub struct Several {
    pub puzzle: Puzzle,
    pub clues: String,
    pub solutions: Vec<Vec<Value>>,
}

/// What became of a number of states.
#[derive(Debug, Default)]
pub struct Tally {
    /// States looked at.
    pub states: u64,
    /// Steps told where it was not known whether there is one solution.
    pub steps: u64,
    /// States in which the hint named the several solutions, asked without bounds.
    pub named: u64,
    /// Steps that strike a value of a solution, or write down another one. None may.
    pub wrong: Vec<String>,
}

fn values(solution: &tesuji_genre::Solution) -> Vec<Value> {
    solution.text().unwrap_or("").bytes().map(|b| b - b'0').collect()
}

/// A random full grid as text, and its cells in a random order.
fn full(rng: &mut ChaCha8Rng) -> (Vec<char>, Vec<usize>) {
    // A cyclic grid of three by three boxes, with rows and columns of a band, and digits, in a
    // random order.
    let mut order = |n: usize| {
        let mut list: Vec<usize> = (0..n).collect();
        for i in (1..n).rev() {
            list.swap(i, rng.next_u32() as usize % (i + 1));
        }
        list
    };
    let digits = order(9);
    let lines = |bands: Vec<usize>, within: [Vec<usize>; 3]| -> Vec<usize> {
        bands.iter().flat_map(|&b| within[b].iter().map(move |i| b * 3 + i)).collect()
    };
    let rows = lines(order(3), [order(3), order(3), order(3)]);
    let columns = lines(order(3), [order(3), order(3), order(3)]);
    let cells = order(81);
    let value = |cell: usize| {
        let (r, c) = (rows[cell / 9], columns[cell % 9]);
        char::from(b'1' + digits[(r % 3 * 3 + r / 3 + c) % 9] as u8)
    };
    ((0..81).map(value).collect(), cells)
}

/// Clues are taken from a random full grid as long as there is one solution.
pub fn unique(rng: &mut ChaCha8Rng) -> Several {
    let (mut clues, cells) = full(rng);
    for cell in cells {
        let kept = std::mem::replace(&mut clues[cell], '.');
        let puzzle = SUDOKU.parse(&clues.iter().collect::<String>()).expect("a sudoku").puzzle;
        if SUDOKU.solve(&puzzle, &Limits::solutions(2)).expect("solved").solutions.len() > 1 {
            clues[cell] = kept;
        }
    }
    let clues: String = clues.into_iter().collect();
    let puzzle = SUDOKU.parse(&clues).expect("a sudoku").puzzle;
    let solutions = SUDOKU.solve(&puzzle, &Limits::solutions(2)).expect("solved").solutions;
    Several { puzzle, clues, solutions: solutions.iter().map(values).collect() }
}

/// Clues are taken from a random full grid until a few solutions are left.
pub fn several(rng: &mut ChaCha8Rng) -> Option<Several> {
    let (mut clues, cells) = full(rng);
    for cell in cells {
        let kept = std::mem::replace(&mut clues[cell], '.');
        let text: String = clues.iter().collect();
        let puzzle = SUDOKU.parse(&text).ok()?.puzzle;
        let solved = SUDOKU.solve(&puzzle, &Limits::solutions(MOST + 1)).ok()?;
        if solved.solutions.len() > MOST {
            clues[cell] = kept;
            continue;
        }
        // From here on some puzzles are taken, so that they are of all kinds.
        if solved.solutions.len() > 1 && solved.stop == Stop::Exhausted && rng.next_u32().is_multiple_of(4) {
            let solutions = solved.solutions.iter().map(values).collect();
            return Some(Several { puzzle, clues: text, solutions });
        }
    }
    None
}

/// A state of the puzzle whose values all stand in one of its solutions.
pub fn state(several: &Several, rng: &mut ChaCha8Rng) -> State {
    let one = &several.solutions[rng.next_u32() as usize % several.solutions.len()];
    let share = rng.next_u32() % 100;
    let open = several.clues.bytes().enumerate().filter(|(_, b)| *b == b'.');
    let placed = open.filter(|_| rng.next_u32() % 100 < share).map(|(cell, _)| (cell as u32, one[cell])).collect();
    State { placed, ..State::default() }
}

fn ask(several: &Several, state: &State, nodes: u64) -> Result<Hint, tesuji_genre::Bad> {
    let limits = Limits::default().with_nodes(nodes);
    let want = HintRequest { limits, ..HintRequest::new(SUDOKU.catalog()) };
    SUDOKU.hint(&several.puzzle, Some(state), &want)
}

/// Follows the hints of a state to their end, without search, and compares each with all solutions
/// of the state.
pub fn follow(several: &Several, mut state: State, tally: &mut Tally) {
    tally.states += 1;
    let fits = |state: &State, s: &[Value]| state.placed.iter().all(|(&cell, &value)| s[cell as usize] == value);
    let known = ask(several, &state, u64::MAX);
    tally.named += u64::from(known.is_err_and(|bad| bad.what.contains("more than one solution")));
    let solutions: Vec<&Vec<Value>> = several.solutions.iter().filter(|s| fits(&state, s)).collect();
    loop {
        let hint = match ask(several, &state, 0) {
            Ok(hint) => hint,
            Err(bad) => return tally.wrong.push(format!("{}: refused: {bad}", several.clues)),
        };
        if hint.uniqueness == Uniqueness::Proved {
            return tally.wrong.push(format!("{}: said to have one solution", several.clues));
        }
        let Next::Step(step) = hint.next else { return };
        tally.steps += 1;
        let strikes = |s: &[Value]| step.deduction.removes.iter().any(|r| r.values.contains(s[r.var.index()]));
        let differs = |s: &[Value]| step.deduction.places.iter().any(|l| s[l.var.index()] != l.value);
        if solutions.iter().any(|s| strikes(s) || differs(s)) {
            return tally.wrong.push(format!("{} {:?}: {}", several.clues, state.placed, step.words));
        }
        for r in &step.deduction.removes {
            *state.removed.entry(r.var.0).or_default() |= r.values.0;
        }
        for l in &step.deduction.places {
            state.placed.insert(l.var.0, l.value);
        }
    }
}

/// Looks at `count` states.
pub fn look(count: u64, seed: u64) -> Tally {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut tally = Tally::default();
    while tally.states < count {
        let Some(several) = several(&mut rng) else { continue };
        for _ in 0..4.min(count - tally.states) {
            let state = state(&several, &mut rng);
            follow(&several, state, &mut tally);
        }
    }
    tally
}
