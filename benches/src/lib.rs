//! Benchmarks beside rivals: the answers are compared before anything is timed.

pub mod generic;
pub mod ledger;
pub mod race;
pub mod tdoku;

use rand_chacha::ChaCha8Rng;
use rand_core::RngCore;
use std::time::Duration;
use tesuji_solver::fast::Engine;
use tesuji_solver::{Domain, HouseKind, Limits, Network, Var, rules::RuleSpec};

/// A grid with boxes of `h` rows by `w` columns; variables row by row.
pub fn boxed(h: usize, w: usize) -> Network {
    let n = h * w;
    let region: Vec<usize> = (0..n * n).map(|v| v / n / h * h + v % n / w).collect();
    jigsaw(n, &region)
}

/// Rows, columns and regions: `region[v]` is the region of variable `v`.
///
/// # Panics
/// When `region` is not `n × n` long.
pub fn jigsaw(n: usize, region: &[usize]) -> Network {
    assert_eq!(region.len(), n * n, "a region for each variable");
    let mut net = Network::with_vars(n * n, Domain::range(1, n as u8));
    let mut add = |kind, belongs: &dyn Fn(usize) -> bool| {
        let vars = (0..n * n).filter(|&v| belongs(v)).map(|v| Var(v as u32)).collect();
        net.add_house(RuleSpec::AllDifferent { vars }, kind).expect("variables of the grid");
    };
    for i in 0..n {
        add(HouseKind::Line(0), &|v| v / n == i);
    }
    for i in 0..n {
        add(HouseKind::Line(1), &|v| v % n == i);
    }
    for i in 0..n {
        add(HouseKind::Region, &|v| region[v] == i);
    }
    net
}

/// The values of an 81-character line, 0 for open cells; `None` if it is no such line.
#[inline]
pub fn parse_line(line: &str) -> Option<[u8; 81]> {
    let bytes: &[u8; 81] = line.as_bytes().get(..81)?.try_into().ok()?;
    let mut values = [0; 81];
    let mut bad = 0;
    for (v, &b) in values.iter_mut().zip(bytes) {
        let digit = if b == b'.' { 0 } else { b.wrapping_sub(b'0') };
        bad |= u8::from(digit > 9);
        *v = digit;
    }
    (bad == 0).then_some(values)
}

/// CPU time of this thread that `work` takes.
pub fn cpu_time(work: impl FnOnce()) -> Duration {
    let start = cpu_time::ThreadTime::now();
    work();
    start.elapsed()
}

/// The middle one of some figures.
///
/// # Panics
/// When there are none.
pub fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// Random connected regions of `n` cells each on an `n × n` grid: boxes or rows, shuffled by
/// exchanges of cells.
pub fn random_regions(n: usize, rng: &mut ChaCha8Rng) -> Vec<usize> {
    let mut region: Vec<usize> = (0..n * n).map(|v| v / n).collect();
    for _ in 0..60 * n * n {
        let (a, b) = (rng.next_u32() as usize % (n * n), rng.next_u32() as usize % (n * n));
        let (p, q) = (region[a], region[b]);
        let meets = |v: usize, r: usize| neighbours(n, v).any(|w| region[w] == r);
        if p == q || !meets(a, q) || !meets(b, p) {
            continue;
        }
        (region[a], region[b]) = (q, p);
        if !connected(n, &region, p) || !connected(n, &region, q) {
            (region[a], region[b]) = (p, q);
        }
    }
    region
}

fn neighbours(n: usize, v: usize) -> impl Iterator<Item = usize> {
    let (r, c) = (v / n, v % n);
    let near = [(r.wrapping_sub(1), c), (r + 1, c), (r, c.wrapping_sub(1)), (r, c + 1)];
    near.into_iter().filter(move |&(r, c)| r < n && c < n).map(move |(r, c)| r * n + c)
}

fn connected(n: usize, region: &[usize], of: usize) -> bool {
    let cells: Vec<usize> = (0..n * n).filter(|&v| region[v] == of).collect();
    let mut seen = vec![cells[0]];
    let mut next = 0;
    while next < seen.len() {
        for w in neighbours(n, seen[next]) {
            if region[w] == of && !seen.contains(&w) {
                seen.push(w);
            }
        }
        next += 1;
    }
    seen.len() == cells.len()
}

/// A puzzle with one solution and, where the digging gets so far, no more than `clues` givens: a
/// random solution whose values are taken away in random order. `None` when no solution was found.
pub fn dig(net: &Network, clues: usize, rng: &mut ChaCha8Rng) -> Option<Vec<Domain>> {
    let engine = Engine::compile(net);
    let limits = Limits::default().with_nodes(500_000);
    let solution = engine.random_solution(net.domains(), rng, &limits).solutions.pop()?;
    let mut puzzle: Vec<Domain> = solution.iter().map(|&v| Domain::single(v)).collect();
    let mut order: Vec<usize> = (0..puzzle.len()).collect();
    for i in (1..order.len()).rev() {
        order.swap(i, rng.next_u32() as usize % (i + 1));
    }
    let mut left = puzzle.len();
    for v in order {
        if left <= clues {
            break;
        }
        let given = std::mem::replace(&mut puzzle[v], net.domains()[v]);
        if engine.is_unique(&puzzle, &limits) == Some(true) {
            left -= 1;
        } else {
            puzzle[v] = given;
        }
    }
    Some(puzzle)
}
