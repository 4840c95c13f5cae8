//! `cargo run --release -p tesuji-backends --example sat_routes -- [PUZZLES] [SECONDS]`: CPU time
//! of the learning engine and of both SAT routes, lazy cuts and exact encodings, on the same small
//! puzzles of each rule kind, counting to two. Their answers are asserted equal.

use clap::Parser;
use cpu_time::ProcessTime;
use std::time::Duration;
use tesuji_backends::by_name;
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Limits, Literal, Network, Value, Var};

const SOLVERS: &[&str] = &["learning", "sat", "sat-exact", "batsat", "batsat-exact"];
const CHOSEN: Domain = Domain::single(1);

/// Numbers from a seed (splitmix64).
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) % n.max(1) as u64) as usize
    }

    fn shuffled(&mut self, n: usize) -> Vec<usize> {
        let mut all: Vec<usize> = (0..n).collect();
        for i in (1..n).rev() {
            let k = self.below(i + 1);
            all.swap(i, k);
        }
        all
    }
}

fn var(n: usize) -> Var {
    Var(n as u32)
}

fn add(net: &mut Network, spec: RuleSpec) {
    net.add(spec).expect("well formed");
}

fn count(vars: Vec<Var>, n: usize) -> RuleSpec {
    RuleSpec::Count { vars, values: CHOSEN, low: n as u32, high: n as u32 }
}

/// Neighbours on a square grid.
fn grid(n: usize) -> Vec<[u32; 2]> {
    let mut edges = Vec::new();
    for cell in 0..n * n {
        if cell % n + 1 < n {
            edges.push([cell as u32, cell as u32 + 1]);
        }
        if cell + n < n * n {
            edges.push([cell as u32, (cell + n) as u32]);
        }
    }
    edges
}

fn lines(n: usize) -> Vec<Vec<usize>> {
    let rows = (0..n).map(|r| (0..n).map(|c| r * n + c).collect());
    rows.chain((0..n).map(|c| (0..n).map(|r| r * n + c).collect())).collect()
}

/// A picture by the runs of its lines.
fn runs(n: usize, dice: &mut Dice) -> Network {
    let mut dark: Vec<bool> = (0..n * n).map(|_| dice.below(5) < 2).collect();
    for cell in dice.shuffled(n * n) {
        // Like its neighbours, so that runs are not all short.
        let beside = grid(n).into_iter().filter(|e| e.contains(&(cell as u32)));
        let (mut all, mut same) = (0, 0);
        for [a, b] in beside {
            let other = if a as usize == cell { b } else { a } as usize;
            all += 1;
            same += usize::from(dark[other]);
        }
        dark[cell] = 2 * same > all || 2 * same == all && dark[cell];
    }
    let mut net = Network::with_vars(n * n, Domain::range(0, 1));
    for line in lines(n) {
        let states: Vec<bool> = line.iter().map(|&c| dark[c]).collect();
        let lengths = states.chunk_by(|a, b| a == b).filter(|r| r[0]).map(|r| r.len() as u32).collect();
        let vars = line.into_iter().map(var).collect();
        add(&mut net, RuleSpec::Runs { vars, values: CHOSEN, lengths });
    }
    net
}

/// No two dark cells touch, the others hang together; blocks of nine say how many are dark. The
/// rule that they hang together is stated as such, or as "no cycle of dark cells by corners".
fn walls(n: usize, dice: &mut Dice, as_cycles: bool) -> Network {
    let edges = grid(n);
    let mut net = Network::with_vars(n * n, Domain::range(0, 1));
    for &[a, b] in &edges {
        let dark = |v: u32| (Literal { var: Var(v), value: 1 }, false);
        add(&mut net, RuleSpec::Clause { literals: vec![dark(a), dark(b)] });
    }
    let vars: Vec<Var> = net.vars().collect();
    let light = RuleSpec::Connected { vars: vars.clone(), values: Domain::single(0), edges };
    let mut picture = net.clone();
    add(&mut picture, light.clone());
    let mut values: Vec<Value> = vec![0; n * n];
    for cell in dice.shuffled(n * n) {
        values[cell] = 1;
        if !picture.holds(&values) {
            values[cell] = 0;
        }
    }
    if as_cycles {
        let corners = (0..n * (n - 1)).flat_map(|c| {
            let left = (c % n > 0).then(|| [c as u32, (c + n - 1) as u32]);
            left.into_iter().chain((c % n + 1 < n).then(|| [c as u32, (c + n + 1) as u32]))
        });
        let border = (0..n * n).filter(|c| c % n == 0 || c % n + 1 == n || *c < n || *c >= n * (n - 1));
        let (edges, border) = (corners.collect(), border.map(|c| c as u32).collect());
        add(&mut net, RuleSpec::Acyclic { vars, values: CHOSEN, edges, border });
    } else {
        add(&mut net, light);
    }
    for block in 0..n.div_ceil(3) * n.div_ceil(3) {
        let (row, column) = (block / n.div_ceil(3) * 3, block % n.div_ceil(3) * 3);
        let cells = (0..n * n).filter(|c| (row..row + 3).contains(&(c / n)) && (column..column + 3).contains(&(c % n)));
        let cells: Vec<usize> = cells.collect();
        let dark = cells.iter().filter(|&&c| values[c] == 1).count();
        add(&mut net, count(cells.into_iter().map(var).collect(), dark));
    }
    net
}

/// A connected figure by its size, one of its cells and the numbers of its lines.
fn figure(n: usize, dice: &mut Dice) -> Network {
    let edges = grid(n);
    let (root, size) = (dice.below(n * n), n * n / 3);
    let mut inside = vec![false; n * n];
    inside[root] = true;
    while inside.iter().filter(|&&i| i).count() < size {
        let [a, b] = edges[dice.below(edges.len())].map(|e| e as usize);
        if inside[a] != inside[b] {
            (inside[a], inside[b]) = (true, true);
        }
    }
    let mut net = Network::with_vars(n * n, Domain::range(0, 1));
    for line in lines(n) {
        let here = line.iter().filter(|&&c| inside[c]).count();
        add(&mut net, count(line.into_iter().map(var).collect(), here));
    }
    let vars = net.vars().collect();
    add(&mut net, RuleSpec::Region { vars, values: CHOSEN, edges, root: root as u32, size: size as u32 });
    net
}

/// Each number is the size of its region of equal numbers; about half of the numbers are given.
fn numbers(n: usize, dice: &mut Dice) -> Network {
    const MOST: usize = 6;
    let edges = grid(n);
    loop {
        // Regions joined at random; then numbers that touch their like are joined too.
        let mut region: Vec<usize> = (0..n * n).collect();
        let size = |region: &[usize], r: usize| region.iter().filter(|&&x| x == r).count();
        let join = |region: &mut [usize], a: usize, b: usize| {
            region.iter_mut().filter(|r| **r == a).for_each(|r| *r = b);
        };
        for edge in dice.shuffled(edges.len()) {
            let [a, b] = edges[edge].map(|e| region[e as usize]);
            if a != b && size(&region, a) + size(&region, b) <= 2 + dice.below(MOST - 1) {
                join(&mut region, a, b);
            }
        }
        while let Some([a, b]) = edges
            .iter()
            .map(|e| e.map(|c| region[c as usize]))
            .find(|&[a, b]| a != b && size(&region, a) == size(&region, b))
        {
            join(&mut region, a, b);
        }
        if (0..n * n).any(|c| size(&region, c) > MOST) {
            continue;
        }
        let mut net = Network::with_vars(n * n, Domain::range(1, MOST as Value));
        for cell in 0..n * n {
            if dice.below(2) == 0 {
                net.set_domain(var(cell), Domain::single(size(&region, region[cell]) as Value));
            }
        }
        for value in 1..=MOST as u32 {
            let (vars, values) = (net.vars().collect(), Domain::single(value as Value));
            let edges = edges.clone();
            add(&mut net, RuleSpec::Regions { vars, values, edges, size: value, at_least: false, except: vec![] });
        }
        return net;
    }
}

/// A loop around cells, by the number of its edges at most of them.
fn fence(n: usize, dice: &mut Dice) -> Network {
    let corners = n + 1;
    let ends = grid(corners);
    let mut net = Network::with_vars(ends.len(), Domain::range(0, 1));
    let vars = net.vars().collect();
    add(&mut net, RuleSpec::SingleLoop { vars, values: CHOSEN, ends: ends.clone() });
    let around = |cell: usize| -> Vec<usize> {
        let corner = (cell / n * corners + cell % n) as u32;
        let c = corners as u32;
        let sides =
            [[corner, corner + 1], [corner + c, corner + c + 1], [corner, corner + c], [corner + 1, corner + c + 1]];
        sides.iter().filter_map(|s| ends.iter().position(|e| e == s)).collect()
    };
    let mut values: Vec<Value> = vec![0; ends.len()];
    let flip = |values: &mut [Value], cell: usize| around(cell).iter().for_each(|&e| values[e] ^= 1);
    flip(&mut values, dice.below(n * n));
    for _ in 0..3 {
        for cell in dice.shuffled(n * n) {
            flip(&mut values, cell);
            if !net.holds(&values) {
                flip(&mut values, cell);
            }
        }
    }
    for cell in (0..n * n).filter(|_| dice.below(10) < 7) {
        let sides = around(cell);
        let here = sides.iter().filter(|&&e| values[e] == 1).count();
        add(&mut net, count(sides.into_iter().map(var).collect(), here));
    }
    net
}

/// Times the routes side by side.
#[derive(Parser)]
struct Args {
    /// Puzzles of each kind and size
    #[arg(default_value_t = 10)]
    puzzles: u64,
    /// Seconds of a solver on a puzzle
    #[arg(default_value_t = 5)]
    seconds: u64,
}

fn main() {
    let Args { puzzles, seconds } = Args::parse();
    type Make = fn(usize, &mut Dice) -> Network;
    let kinds: [(&str, &[usize], Make); 6] = [
        ("runs", &[10, 20], runs),
        ("connected", &[6, 9, 12], |n, dice| walls(n, dice, false)),
        ("acyclic", &[6, 9, 12], |n, dice| walls(n, dice, true)),
        ("region", &[6, 8, 10], figure),
        ("regions", &[5, 7, 9], numbers),
        ("single-loop", &[5, 7, 10], fence),
    ];
    println!(
        "mean CPU ms a puzzle, {puzzles} puzzles a row, counting to 2 within {seconds} s; rounds: calls of the engine"
    );
    println!("{:16}{}", "", SOLVERS.iter().map(|s| format!("{s:>20}")).collect::<String>());
    for (kind, sizes, make) in kinds {
        for &n in sizes {
            let mut dice = Dice(n as u64);
            let nets: Vec<Network> = (0..puzzles).map(|_| make(n, &mut dice)).collect();
            let mut answers: Vec<Option<(usize, Vec<Value>)>> = vec![None; nets.len()];
            let mut row = format!("{:16}", format!("{kind} {n}"));
            for name in SOLVERS {
                let solver = by_name(name).expect("is built in");
                let limits = Limits::solutions(2).with_time(Duration::from_secs(seconds));
                let (mut done, mut rounds) = (0, 0);
                let start = ProcessTime::now();
                for (net, known) in nets.iter().zip(&mut answers) {
                    let answer = solver.solve(net, None, &limits);
                    rounds += answer.stats.propagations;
                    if !answer.stop.is_complete() {
                        continue;
                    }
                    done += 1;
                    assert!(answer.solutions.iter().all(|s| net.holds(s)), "{name} on {kind} {n}");
                    // Of several solutions any two may be found.
                    let unique = if answer.solutions.len() == 1 { answer.solutions[0].clone() } else { Vec::new() };
                    let this = (answer.solutions.len(), unique);
                    assert_eq!(known.get_or_insert_with(|| this.clone()), &this, "{name} on {kind} {n}");
                }
                let ms = start.elapsed().as_secs_f64() * 1e3 / nets.len() as f64;
                let left = nets.len() - done;
                let note = match (left, name.contains("sat")) {
                    (0, true) => format!(" ({:.1})", rounds as f64 / nets.len() as f64),
                    (0, false) => String::new(),
                    _ => format!(" {left} open"),
                };
                row += &format!("{:>20}", format!("{ms:.2}{note}"));
            }
            println!("{row}");
        }
    }
}
