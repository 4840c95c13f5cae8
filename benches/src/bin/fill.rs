//! `fill [TIMES]`: random solutions of empty grids of many shapes: time, nodes and how many were
//! found.

use clap::Parser;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use tesuji_benches::{boxed, cpu_time, jigsaw, random_regions};
use tesuji_solver::fast::Engine;
use tesuji_solver::{Limits, Network, Stop};

/// Random solutions of empty grids of many shapes.
#[derive(Parser)]
struct Args {
    /// Solutions of each grid
    #[arg(default_value_t = 20)]
    times: u64,
}

fn main() {
    let Args { times } = Args::parse();
    let shapes = [(2, 3), (3, 3), (2, 5), (3, 4), (4, 4), (5, 5)];
    let mut grids: Vec<(String, Network)> =
        shapes.iter().map(|&(h, w)| (format!("{h}×{w} boxes"), boxed(h, w))).collect();
    for seed in 0..12 {
        let regions = random_regions(9, &mut ChaCha8Rng::seed_from_u64(seed));
        grids.push((format!("jigsaw 9, layout {seed}"), jigsaw(9, &regions)));
    }
    println!(
        "{:20} {:>8} {:>8} {:>8} {:>12} {:>12} {:>11}",
        "grid", "found", "none", "gave up", "nodes mean", "ms mean", "compile µs"
    );
    for (name, net) in grids {
        let mut engine = Engine::compile(&net);
        let compile = cpu_time(|| (0..20).for_each(|_| engine = Engine::compile(&net))).as_secs_f64() * 1e6 / 20.0;
        let (mut found, mut none, mut lost, mut nodes) = (0, 0, 0, 0);
        let time = cpu_time(|| {
            for seed in 0..times {
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                let answer = engine.random_solution(net.domains(), &mut rng, &Limits::default().with_nodes(300_000));
                nodes += answer.stats.nodes;
                match (answer.solutions.first(), answer.stop) {
                    (Some(solution), _) => {
                        assert!(net.holds(solution), "{name}");
                        found += 1;
                    }
                    (None, Stop::Exhausted) => none += 1,
                    _ => lost += 1,
                }
            }
        });
        let ms = time.as_secs_f64() * 1e3 / times as f64;
        println!(
            "{name:20} {found:>8} {none:>8} {lost:>8} {:>12.1} {ms:>12.3} {compile:>11.1}",
            nodes as f64 / times as f64
        );
    }
}
