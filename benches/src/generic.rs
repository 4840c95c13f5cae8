//! General engines on sudoku files, fresh per puzzle and reused over puzzles, with their answers
//! checked.

use crate::parse_line;
use std::path::PathBuf;
use tesuji_backends::sat::{BatSatEngine, SatBackend, VarisatEngine};
use tesuji_backends::{NAMES, SatSession, by_name};
use tesuji_solver::{Answer, Domain, Limits, Network, Value};

/// Domains of an 81-character line; `None` if it is none.
pub fn domains(line: &str) -> Option<Vec<Domain>> {
    let cell = |&v: &u8| if v == 0 { Domain::range(1, 9) } else { Domain::single(v) };
    Some(parse_line(line)?.iter().map(cell).collect())
}

/// Up to `take` puzzles spread evenly over a file of `sudoku/` in the data folder (`TESUJI_DATA`,
/// or `shared/data` beside the workspace); `None` where the file is absent.
pub fn sample(file: &str, take: usize) -> Option<Vec<Vec<Domain>>> {
    let beside = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data"));
    let folder = std::env::var_os("TESUJI_DATA").map_or_else(beside, PathBuf::from);
    let text = std::fs::read_to_string(folder.join("sudoku").join(file)).ok()?;
    let all: Vec<_> = text.lines().filter_map(domains).collect();
    let step = (all.len() / take.max(1)).max(1);
    Some(all.into_iter().step_by(step).take(take).collect())
}

/// Answers one puzzle: domains in, up to so many solutions out.
pub type Run = Box<dyn FnMut(&[Domain], usize) -> Answer<Vec<Value>>>;

fn reused<B: SatBackend + 'static>(net: &Network) -> Run {
    let mut session = SatSession::<B>::new(net);
    Box::new(move |domains, n| session.solve(Some(domains), &Limits::solutions(n)))
}

/// From givens instead of domains, as a reader of lines would ask: a single value is a given, all
/// else is open.
fn from_givens(engine: &tesuji_solver::fast::Engine, domains: &[Domain], n: usize) -> Answer<Vec<Value>> {
    let mut givens = [0; 81];
    for (given, domain) in givens.iter_mut().zip(domains) {
        *given = domain.value().unwrap_or(0);
    }
    let mut solutions = Vec::new();
    let mut found = |values: &[Value]| {
        solutions.push(values.to_vec());
        std::ops::ControlFlow::Continue(())
    };
    let count = engine.solve_givens(&givens, 0, &Limits::solutions(n), &mut found);
    Answer { solutions, stop: count.stop, stats: count.stats }
}

/// Every solver at hand as `NAME/fresh`; the SAT engines and the fast one also as `NAME/reused`
/// (loaded or compiled once for all puzzles), the fast one also as `fast/givens`.
pub fn runs(net: &Network) -> Vec<(String, Run)> {
    let mut all: Vec<(String, Run)> = Vec::new();
    for name in NAMES.iter().filter(|&&n| n != "simple") {
        match by_name(name) {
            Ok(solver) => {
                let net = net.clone();
                let run = move |d: &[Domain], n: usize| solver.solve(&net, Some(d), &Limits::solutions(n));
                all.push((format!("{name}/fresh"), Box::new(run)));
            }
            Err(why) => eprintln!("SKIPPED: {name}: {why}"),
        }
        match *name {
            "fast" => {
                let engine = tesuji_solver::fast::Engine::compile(net);
                all.push(("fast/reused".into(), Box::new(move |d, n| engine.solve(d, &Limits::solutions(n)))));
                let engine = tesuji_solver::fast::Engine::compile(net);
                all.push(("fast/givens".into(), Box::new(move |d, n| from_givens(&engine, d, n))));
            }
            "sat" => all.push(("sat/reused".into(), reused::<VarisatEngine>(net))),
            "batsat" => all.push(("batsat/reused".into(), reused::<BatSatEngine>(net))),
            #[cfg(feature = "cadical")]
            "cadical" => all.push(("cadical/reused".into(), reused::<tesuji_backends::sat::CadicalEngine>(net))),
            _ => {}
        }
    }
    all
}
