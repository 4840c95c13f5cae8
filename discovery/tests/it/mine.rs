//! Mining small sets of our own puzzles: symmetric puzzles give the same clusters, parts merge to
//! the whole, and nothing that is shown is false.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use std::collections::BTreeMap;
use tesuji_discovery::{
    Cluster, Clusters, Decision, Decisions, Example, Options, Promoted, Ruling, VERSION, mine, page,
};
use tesuji_genre::{Genre, Record, View};
use tesuji_solver::proof::{CheckLimits, check};
use tesuji_solver::{Catalog, Domain, Limits, Phase, PlainSolver, Solver, Tier, Value, grade};

fn genre() -> &'static dyn Genre {
    tesuji_genres::get("sudoku").expect("the sudoku genre is registered")
}

fn record(cells: &[Value]) -> Record {
    let text: String = cells.iter().map(|&v| if v == 0 { '.' } else { char::from(b'0' + v) }).collect();
    genre().parse(&text).unwrap().puzzle.record()
}

fn shuffled(n: usize, rng: &mut ChaCha8Rng) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    for i in (1..n).rev() {
        order.swap(i, rng.next_u32() as usize % (i + 1));
    }
    order
}

/// Rows (or columns) shuffled within bands, and bands.
fn lines(rng: &mut ChaCha8Rng) -> Vec<usize> {
    let bands = shuffled(3, rng);
    bands.into_iter().flat_map(|b| shuffled(3, rng).into_iter().map(move |i| b * 3 + i)).collect()
}

/// An image of a grid under rows, columns, values and perhaps transposition.
fn image(cells: &[Value], rng: &mut ChaCha8Rng) -> Vec<Value> {
    let (rows, columns, values) = (lines(rng), lines(rng), shuffled(9, rng));
    let transpose = rng.next_u32().is_multiple_of(2);
    let value = |v: Value| if v == 0 { 0 } else { values[usize::from(v) - 1] as Value + 1 };
    (0..81)
        .map(|i| {
            let (r, c) = if transpose { (i % 9, i / 9) } else { (i / 9, i % 9) };
            value(cells[rows[r] * 9 + columns[c]])
        })
        .collect()
}

/// A puzzle with one solution, from a shuffled full grid by leaving out clues.
fn puzzle(rng: &mut ChaCha8Rng) -> (Vec<Value>, Vec<Value>) {
    let full: Vec<Value> = (0..81).map(|i| ((i % 9 + i / 9 % 3 * 3 + i / 27) % 9 + 1) as Value).collect();
    let solution = image(&full, rng);
    let View::Clues(view) = genre().view(&genre().parse(&".".repeat(81)).unwrap().puzzle).unwrap() else {
        panic!("sudoku has a network");
    };
    let mut cells = solution.clone();
    for i in shuffled(81, rng) {
        let kept = std::mem::replace(&mut cells[i], 0);
        let domains: Vec<Domain> =
            cells.iter().map(|&v| if v == 0 { Domain::range(1, 9) } else { Domain::single(v) }).collect();
        let limits = Limits::solutions(2).with_nodes(20_000);
        if PlainSolver.solve(&view.network, Some(&domains), &limits).solutions.len() != 1 {
            cells[i] = kept;
        }
    }
    (cells, solution)
}

/// Counts by form, without examples.
fn counts(clusters: &Clusters) -> BTreeMap<String, ([u64; 5], BTreeMap<String, u64>)> {
    let figures = |c: &Cluster| [c.puzzles, c.plain, c.cores, c.seen, c.unlocks];
    clusters.iter().map(|c| (c.form.key.clone(), (figures(c), c.variants.clone()))).collect()
}

#[test]
fn clusters_do_not_depend_on_symmetry_order_or_parts() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let puzzles: Vec<_> = (0..5).map(|_| puzzle(&mut rng)).collect();
    let records: Vec<Record> = puzzles.iter().map(|(p, _)| record(p)).collect();
    let options = Options::default();
    let whole = mine(genre(), &records, &options);
    assert!(whole.summary.solved >= 2, "some stall: {:?}", whole.summary);
    assert_eq!(whole.summary.puzzles, 5);

    let images: Vec<Record> = puzzles.iter().map(|(p, _)| record(&image(p, &mut rng))).collect();
    assert_eq!(counts(&mine(genre(), &images, &options)), counts(&whole));

    let (a, b) = records.split_at(2);
    let parts = mine(genre(), b, &options).merge(mine(genre(), a, &options));
    assert_eq!(parts, whole);

    let one_thread = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    assert_eq!(one_thread.install(|| mine(genre(), &records, &options)), whole);

    let solutions: BTreeMap<&str, &Vec<Value>> =
        records.iter().zip(&puzzles).map(|(r, (_, s))| (r.id.as_str(), s)).collect();
    for (rank, cluster) in whole.ranked_from(1).into_iter().enumerate() {
        for e in &cluster.examples {
            assert_ne!(solutions[e.id.as_str()][e.goal.var.index()], e.goal.value, "a removal is true");
        }
        if rank < 8 {
            // The page has the referee check each proof.
            let page = page(genre(), cluster, rank + 1).unwrap();
            assert_eq!(page.boards.len(), cluster.examples.len());
            assert!(page.boards.iter().all(|b| b.contains("<svg")));
            assert!(page.text.contains("If r"), "{}", page.text);
        }
    }
}

#[test]
fn known_techniques_are_not_found_again() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let small = |c: &Clusters| c.iter().filter(|c| c.form.size <= 1).map(|c| c.seen).sum::<u64>();
    // Puzzles until some locked candidates are found with singles known.
    let (mut records, mut singles) = (Vec::new(), Clusters::default());
    while records.len() < 60 && small(&singles) < 3 {
        records.push(record(&puzzle(&mut rng).0));
        singles = singles.merge(mine(genre(), &records[records.len() - 1..], &Options::default()));
    }
    let all = genre().catalog().list().iter().map(|t| t.id().clone()).collect();
    let options = Options { known: tesuji_discovery::Known::These(all), ..Options::default() };
    let rest = mine(genre(), &records, &options);
    assert!(small(&singles) > 0, "locked candidates are found with singles known");
    assert_eq!(small(&rest), 0, "and not when they are known");
}

#[test]
fn puzzles_without_a_solution_are_counted_as_bad() {
    let mut cells = [0; 81];
    (cells[0], cells[1]) = (5, 5);
    let text: String = cells.iter().map(|&v: &Value| if v == 0 { '.' } else { char::from(b'0' + v) }).collect();
    let bad = Record { genre: "sudoku".into(), size: "9x9".into(), puzzle: text, ..Record::default() };
    let clusters = mine(genre(), &[bad], &Options::default());
    assert_eq!((clusters.summary.bad, clusters.len()), (1, 0));
}

/// What the time cuts off is told, and nothing of it counts.
#[test]
fn puzzles_that_the_time_cuts_off_are_unfinished() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let records: Vec<Record> = (0..6).map(|_| record(&puzzle(&mut rng).0)).collect();
    let limits = Limits { time: std::time::Duration::ZERO, ..Options::default().limits };
    let cut = mine(genre(), &records, &Options { limits, ..Options::default() });
    let whole = mine(genre(), &records, &Options::default());
    assert_eq!((cut.len(), cut.summary.unfinished), (0, 6 - whole.summary.known));
    assert!(whole.summary.unfinished == 0 && whole.summary.known < 6 && !whole.is_empty());
}

/// Each form as a technique finds the examples that it was mined from, with proofs that the referee
/// accepts; and on no board does it strike a value of the solution.
#[test]
fn promoted_forms_find_their_examples_and_strike_nothing_false() {
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    let puzzles: Vec<_> = (0..6).map(|_| puzzle(&mut rng)).collect();
    let records: Vec<Record> = puzzles.iter().map(|(p, _)| record(p)).collect();
    let solutions: BTreeMap<&str, &Vec<Value>> =
        records.iter().zip(&puzzles).map(|(r, (_, s))| (r.id.as_str(), s)).collect();
    let mined = mine(genre(), &records, &Options::default());
    let View::Clues(view) = genre().view(&genre().parse(&".".repeat(81)).unwrap().puzzle).unwrap() else {
        panic!("sudoku has a network");
    };
    let boards: Vec<Example> = mined.iter().filter_map(|c| c.early.clone()).take(6).collect();
    let (mut found, mut struck) = (0, 0);
    for cluster in mined.ranked_from(1).into_iter().take(12) {
        let form = &cluster.form.key;
        let technique = Promoted::new(form, "mine", "Mine", Tier::Master, 500).expect("a form that was mined");
        for example in cluster.examples.iter().take(1) {
            let mut is_found = false;
            let _ = technique.matches(&view.network, &example.domains, &mut |m| {
                is_found |= m.core == example.core && m.goals.contains(&example.goal);
                std::ops::ControlFlow::Continue(())
            });
            assert!(is_found, "{form}: {example:?}");
            found += 1;
        }
        for board in &boards {
            let solution = solutions[board.id.as_str()];
            let _ = technique.matches(&view.network, &board.domains, &mut |m| {
                for &goal in &m.goals {
                    struck += 1;
                    assert_ne!(solution[goal.var.index()], goal.value, "{form}: a removal is true");
                    let proof = Promoted::proof(&view.network, &board.domains, &m.core, goal).expect("a proof");
                    assert_eq!(proof.core, m.core);
                    assert!(check(&proof, &view.network, &board.domains, &CheckLimits::default()).is_ok());
                }
                std::ops::ControlFlow::Continue(())
            });
        }
    }
    assert!(found > 5 && struck > 20, "{found} {struck}");
}

/// A promoted form takes part in grading like any other technique.
#[test]
fn a_promoted_form_grades() {
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    let (mut with, mut without) = (0, 0);
    let singles = genre().catalog().filter(|t| t.phase() == Phase::Propagation);
    let mut decisions = Decisions::default();
    let forms = ["flat-1:b11/c11/c", "flat-1:c11/b11/b", "hidden-2", "naked-2", "naked-3"];
    for (i, form) in forms.iter().enumerate() {
        let promoted = Decision {
            version: VERSION,
            genre: "sudoku".into(),
            form: form.to_string(),
            verdict: Ruling::Promote,
            id: format!("mine-{i}"),
            name: format!("Mine {i}"),
            tier: Some(Tier::Easy),
            score: Some(50),
            words: String::new(),
            who: String::new(),
            when: String::new(),
            reason: String::new(),
        };
        decisions.add(promoted).expect("a form");
    }
    let more = decisions.overlay("sudoku", &singles).expect("ids of its own");
    for _ in 0..8 {
        let (cells, _) = puzzle(&mut rng);
        let View::Clues(view) = genre().view(&genre().parse(&record(&cells).puzzle).unwrap().puzzle).unwrap() else {
            panic!("sudoku has a network");
        };
        let solves = |catalog: &Catalog| grade::grade(&mut view.store(None).unwrap(), catalog).unwrap().solved;
        without += u32::from(solves(&singles));
        with += u32::from(solves(&more));
    }
    assert!(with > without, "{with} solved with the forms, {without} without");
}
