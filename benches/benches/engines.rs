//! `cargo bench -p tesuji-benches`: the fast engine beside the sudoku crate and plain search.
//!
//! Every group first compares the answers of all its contestants on every puzzle. The public files
//! are read from `../shared/data/sudoku` (or `$TESUJI_DATA/sudoku`); jigsaws and 16×16 grids are
//! made here from a fixed seed.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use std::hint::black_box;
use sudoku::Sudoku;
use tesuji_benches::{boxed, cpu_time, dig, jigsaw, parse_line, random_regions};
use tesuji_solver::fast::Engine;
use tesuji_solver::{Domain, Limits, Network, PlainSolver, Solver};

const FILES: [(&str, &str); 4] = [
    ("17_clue", "17_clue.txt"),
    ("top1465", "magictour_top1465.txt"),
    ("diabolical", "sudoku_exchange_diabolical_2020_rated.txt"),
    ("hardest", "forum_hardest_1905_11plus.txt"),
];

/// Thread CPU time of one over the other, once each over all puzzles after a warm-up.
fn ratio(ours: &dyn Fn(), theirs: &dyn Fn()) -> f64 {
    ours();
    theirs();
    cpu_time(ours).as_secs_f64() / cpu_time(theirs).as_secs_f64().max(1e-9)
}

fn files(c: &mut Criterion) {
    let engine = Engine::compile(&boxed(3, 3));
    let root =
        std::env::var("TESUJI_DATA").unwrap_or(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data").to_owned());
    for (name, file) in FILES {
        let path = format!("{root}/sudoku/{file}");
        let Ok(text) = std::fs::read_to_string(&path) else {
            eprintln!("SKIPPED: {path} is not there");
            continue;
        };
        let lines: Vec<&str> = text.lines().filter(|l| parse_line(l).is_some()).map(|l| &l[..81]).collect();
        for limit in [2, 1] {
            let limits = Limits::solutions(limit);
            let ours = |l: &str| parse_line(l).map_or(0, |g| engine.count_givens(&g, 0, &limits).solutions);
            let theirs = |l: &str| Sudoku::from_str_line(l).map_or(0, |s| s.solutions_count_up_to(limit));
            for line in &lines {
                assert_eq!(ours(line), theirs(line), "{line}");
            }
            let all = |solve: &dyn Fn(&str) -> usize| lines.iter().map(|l| solve(l)).sum::<usize>();
            let what = if limit == 2 { "count to 2" } else { "first" };
            let ratio = ratio(
                &|| {
                    black_box(all(&ours));
                },
                &|| {
                    black_box(all(&theirs));
                },
            );
            println!("{name}, {what}: {ratio:.2} of the crate's CPU time");
            let mut group = c.benchmark_group(format!("{name}/{what}"));
            group.throughput(Throughput::Elements(lines.len() as u64)).sample_size(10);
            group.bench_function("fast", |b| b.iter(|| all(&ours)));
            group.bench_function("sudoku-crate", |b| b.iter(|| all(&theirs)));
            group.finish();
        }
    }
}

/// A network with puzzles over it.
type Layout = (Network, Vec<Vec<Domain>>);

/// The chosen kernel against plain search, on puzzles dug from random solutions.
fn kernels(c: &mut Criterion) {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut sets: Vec<(&str, Vec<Layout>)> = vec![("jigsaw 9×9", Vec::new())];
    for _ in 0..6 {
        let net = jigsaw(9, &random_regions(9, &mut rng));
        let puzzles = (0..8).filter_map(|_| dig(&net, 24, &mut rng)).collect();
        sets[0].1.push((net, puzzles));
    }
    for (name, net, clues, times) in
        [("6×6", boxed(2, 3), 8, 40), ("12×12", boxed(3, 4), 50, 10), ("16×16", boxed(4, 4), 110, 10)]
    {
        let puzzles = (0..times).filter_map(|_| dig(&net, clues, &mut rng)).collect();
        sets.push((name, vec![(net, puzzles)]));
    }
    for (name, set) in &sets {
        let engines: Vec<(Engine, &Network, &Vec<Vec<Domain>>)> =
            set.iter().map(|(net, puzzles)| (Engine::compile(net), net, puzzles)).collect();
        let limits = Limits::solutions(2);
        let plainly = |net: &Network, puzzle: &[Domain]| PlainSolver.solve(net, Some(puzzle), &limits).solutions;
        for (fast, net, puzzles) in &engines {
            for puzzle in *puzzles {
                assert_eq!(fast.solve(puzzle, &limits).solutions, plainly(net, puzzle));
                assert_eq!(fast.is_unique(puzzle, &limits), Some(true));
            }
        }
        let fast = || engines.iter().map(|e| e.2.iter().map(|p| e.0.count(p, &limits).solutions).sum::<usize>()).sum();
        let plain = || engines.iter().map(|e| e.2.iter().map(|p| plainly(e.1, p).len()).sum::<usize>()).sum();
        let times = 1.0
            / ratio(
                &|| {
                    black_box::<usize>(fast());
                },
                &|| {
                    black_box::<usize>(plain());
                },
            );
        println!("{name}: {} is {times:.1} times as fast as plain search", engines[0].0.kernel());
        let mut group = c.benchmark_group(*name);
        group.throughput(Throughput::Elements(engines.iter().map(|e| e.2.len() as u64).sum())).sample_size(10);
        group.bench_function("fast", |b| b.iter(|| -> usize { fast() }));
        group.bench_function("plain", |b| b.iter(|| -> usize { plain() }));
        group.finish();
    }
}

criterion_group!(benches, files, kernels);
criterion_main!(benches);
