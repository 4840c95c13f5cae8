//! Rules of one's own, without a genre: a magic square of the numbers 1 to 9, counted.
//!
//! ```text
//! cargo run --release -p tesuji --example network
//! ```

use clap::Parser;
use tesuji::Limits;
use tesuji::network::{Domain, FastSolver, Network, NetworkError, RuleSpec, Solver, Var};

const LINES: [[u32; 3]; 8] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// A magic square.
#[derive(Parser)]
struct Args {
    /// Most squares to count.
    #[arg(long, default_value_t = 100)]
    most: usize,
}

fn main() -> Result<(), NetworkError> {
    let args = Args::parse();
    let mut net = Network::with_vars(9, Domain::range(1, 9));
    net.add(RuleSpec::AllDifferent { vars: (0..9).map(Var).collect() })?;
    for line in LINES {
        net.add(RuleSpec::Sum { vars: line.map(Var).to_vec(), total: 15 })?;
    }
    let answer = FastSolver::default().solve(&net, None, &Limits::solutions(args.most));
    println!("{} magic squares ({})", answer.solutions.len(), answer.stop.name());
    assert_eq!(answer.solutions.len(), args.most.min(8));
    Ok(())
}
