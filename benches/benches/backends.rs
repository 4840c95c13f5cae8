//! SAT, MILP and CP-SAT beside each other: fresh and reused, answers asserted.

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use tesuji_benches::boxed;
use tesuji_benches::generic::{runs, sample};
use tesuji_solver::{Limits, PlainSolver, Solver};

fn backends(c: &mut Criterion) {
    let net = boxed(3, 3);
    for (label, file) in [("17-clue", "17_clue.txt"), ("hardest", "forum_hardest_1905_11plus.txt")] {
        let Some(puzzles) = sample(file, 40) else {
            println!("SKIPPED: {file} is not there");
            continue;
        };
        let two = Limits::solutions(2);
        let truth: Vec<_> = puzzles.iter().map(|d| PlainSolver.solve(&net, Some(d), &two).solutions).collect();
        let mut group = c.benchmark_group(format!("backends/{label}"));
        group.sample_size(10);
        for (name, mut run) in runs(&net) {
            // A mixed integer program of a hard puzzle takes a tenth of a second: a few will do.
            let n = if name.starts_with("milp") { 4 } else { puzzles.len() };
            for (d, t) in puzzles.iter().zip(&truth).take(n) {
                assert_eq!(&run(d, 2).solutions, t, "{name}");
            }
            group.throughput(criterion::Throughput::Elements(n as u64));
            group.bench_function(name, |b| {
                b.iter(|| puzzles.iter().take(n).map(|d| black_box(run(d, 2)).solutions.len()).sum::<usize>());
            });
        }
        group.finish();
    }
}

criterion_group!(benches, backends);
criterion_main!(benches);
