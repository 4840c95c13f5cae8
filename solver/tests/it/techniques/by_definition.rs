//! Wings and fish written down as their definitions say, by trying everything, against what the
//! finders find: on boards whose candidates are thinned at random, so that patterns of all kinds
//! and near misses are common.

use super::puzzles::boxes;
use super::shapes::outcomes;
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use tesuji_solver::{Domain, Network, Removal, Store, Value, Var};

/// A square grid with boxes, and its candidates.
struct Grid {
    n: u32,
    rows: u32,
    columns: u32,
    domains: Vec<Domain>,
}

impl Grid {
    fn row(&self, cell: u32) -> u32 {
        cell / self.n
    }

    fn column(&self, cell: u32) -> u32 {
        cell % self.n
    }

    fn region(&self, cell: u32) -> u32 {
        self.row(cell) / self.rows * self.rows + self.column(cell) / self.columns
    }

    /// The three houses of a cell.
    fn houses(&self, cell: u32) -> [u32; 3] {
        [self.row(cell), self.n + self.column(cell), 2 * self.n + self.region(cell)]
    }

    fn share(&self, cells: &[u32]) -> bool {
        self.houses(cells[0]).iter().any(|h| cells.iter().all(|&c| self.houses(c).contains(h)))
    }

    fn sees(&self, a: u32, b: u32) -> bool {
        a != b && self.share(&[a, b])
    }

    fn cells(&self) -> impl Iterator<Item = u32> + Clone + use<> {
        0..self.n * self.n
    }

    fn has(&self, cell: u32, value: Value) -> bool {
        self.domains[cell as usize].contains(value)
    }

    fn places(&self, value: Value) -> Vec<u32> {
        self.cells().filter(|&c| self.has(c, value)).collect()
    }

    /// Places of a value that see all the cells.
    fn seeing(&self, value: Value, cells: &[u32]) -> Vec<u32> {
        self.places(value).into_iter().filter(|&c| cells.iter().all(|&d| self.sees(c, d))).collect()
    }

    /// The places of each house in which a value has two.
    fn links(&self, value: Value) -> Vec<[u32; 2]> {
        let places = self.places(value);
        let house = |h: u32| places.iter().copied().filter(move |&c| self.houses(c).contains(&h)).collect::<Vec<_>>();
        (0..3 * self.n).filter_map(|h| <[u32; 2]>::try_from(house(h)).ok()).collect()
    }
}

/// What goes, as the finders say it.
fn gone(value: Value, cells: &[u32]) -> Vec<Removal> {
    cells.iter().map(|&c| Removal { var: Var(c), values: Domain::single(value) }).collect()
}

/// Three cells that are no naked triple: in the pivot all that the pincers have but what they have
/// in common (XY), or that too (XYZ).
fn xy_wings(g: &Grid, size: u32) -> Vec<Vec<Removal>> {
    let d = |c: u32| g.domains[c as usize];
    let mut all = Vec::new();
    for pivot in g.cells().filter(|&c| d(c).len() == size) {
        for p in g.cells().filter(|&c| g.sees(pivot, c) && d(c).len() == 2) {
            for q in (p + 1..g.n * g.n).filter(|&c| g.sees(pivot, c) && d(c).len() == 2) {
                let Some(value) = (d(p) & d(q)).value() else { continue };
                let both = d(p) | d(q);
                let of_pivot = if size == 3 { both } else { both.minus(Domain::single(value)) };
                if d(pivot) != of_pivot || g.share(&[pivot, p, q]) {
                    continue;
                }
                let cells = if size == 3 { vec![pivot, p, q] } else { vec![p, q] };
                all.push(gone(value, &g.seeing(value, &cells)));
            }
        }
    }
    all
}

/// Two cells of the same two values that don't see each other, and a house that would have no place
/// for one of the values if both had it. Not told where such a house's places have just these
/// values: that is a remote pair.
fn w_wings(g: &Grid) -> Vec<Vec<Removal>> {
    let mut all = Vec::new();
    for p in g.cells().filter(|&c| g.domains[c as usize].len() == 2) {
        let pair = g.domains[p as usize];
        for q in (p + 1..g.n * g.n).filter(|&c| g.domains[c as usize] == pair && !g.sees(p, c)) {
            for bridge in pair.iter() {
                let value = pair.minus(Domain::single(bridge)).value().expect("two values");
                let joins = |[a, b]: [u32; 2]| g.sees(p, a) && g.sees(q, b) || g.sees(p, b) && g.sees(q, a);
                let links: Vec<[u32; 2]> = g.links(bridge).into_iter().filter(|&l| joins(l)).collect();
                let remote = |l: &[u32; 2]| l.iter().all(|&c| g.domains[c as usize] == pair);
                if !links.is_empty() && !links.iter().any(remote) {
                    all.push(gone(value, &g.seeing(value, &[p, q])));
                }
            }
        }
    }
    all
}

/// A row and a column with two places each, one of each in a box that has nothing else of them: one
/// of the two others has the value. Not told where a place sees both of the other link: locked
/// candidates take it first.
fn kites(g: &Grid, value: Value) -> Vec<Vec<Removal>> {
    let of = |line: &dyn Fn(u32) -> u32| -> Vec<[u32; 2]> {
        let places = |l| g.places(value).into_iter().filter(|&c| line(c) == l).collect::<Vec<_>>();
        (0..g.n).filter_map(|l| <[u32; 2]>::try_from(places(l)).ok()).collect()
    };
    let mut all = Vec::new();
    for row in of(&|c| g.row(c)) {
        for column in of(&|c| g.column(c)) {
            if row.iter().any(|c| column.contains(c)) {
                continue;
            }
            for ([a, b], [d, c]) in [(row, column), (row, [column[1], column[0]])]
                .into_iter()
                .flat_map(|(r, c)| [(r, c), ([r[1], r[0]], c)])
            {
                let inside = |x: u32| g.region(x) == g.region(b);
                let both = |x: u32, link: [u32; 2]| link.iter().all(|&e| g.sees(x, e));
                let crossed = [a, b].iter().any(|&x| both(x, [c, d])) || [c, d].iter().any(|&x| both(x, [a, b]));
                if inside(c) && !inside(a) && !inside(d) && !crossed {
                    all.push(gone(value, &g.seeing(value, &[a, d])));
                }
            }
        }
    }
    all
}

/// A value in lines of one axis (`bases`) against lines of the other (`covers`).
struct Fish<'g> {
    grid: &'g Grid,
    value: Value,
    /// Are the base lines columns?
    turned: bool,
}

impl Fish<'_> {
    fn base(&self, cell: u32) -> u32 {
        if self.turned { self.grid.column(cell) } else { self.grid.row(cell) }
    }

    fn cover(&self, cell: u32) -> u32 {
        if self.turned { self.grid.row(cell) } else { self.grid.column(cell) }
    }

    fn in_bases(&self, bases: u32) -> Vec<u32> {
        self.grid.places(self.value).into_iter().filter(|&c| bases >> self.base(c) & 1 == 1).collect()
    }

    fn fins(&self, bases: u32, covers: u32) -> Vec<u32> {
        self.in_bases(bases).into_iter().filter(|&c| covers >> self.cover(c) & 1 == 0).collect()
    }

    /// What goes: places of the covers outside the bases that see every fin.
    fn gone(&self, bases: u32, covers: u32) -> Vec<u32> {
        let fins = self.fins(bases, covers);
        let outside = |c: &u32| covers >> self.cover(*c) & 1 == 1 && bases >> self.base(*c) & 1 == 0;
        let sees = |c: &u32| fins.iter().all(|&f| self.grid.sees(*c, f));
        self.grid.places(self.value).into_iter().filter(|c| outside(c) && sees(c)).collect()
    }

    fn lines(&self, count: u32) -> Vec<u32> {
        (0..1u32 << self.grid.n).filter(|m| m.count_ones() == count).collect()
    }

    /// Does a fish of fewer lines, all of them among these, do the same?
    fn has_smaller(&self, bases: u32, covers: u32, gone: &[u32]) -> bool {
        let parts = |of: u32| (1..of).filter(move |p| p & of == *p);
        parts(bases).any(|b| {
            parts(covers).filter(|c| c.count_ones() == b.count_ones()).any(|c| {
                let less = self.gone(b, c);
                gone.iter().all(|cell| less.contains(cell))
            })
        })
    }

    /// Is every part of the fish needed for some cell: has each base line a place that the cell
    /// does not see, and each cover line but the cell's own such a place?
    fn is_needed(&self, bases: u32, covers: u32, gone: &[u32]) -> bool {
        gone.iter().any(|&target| {
            let left: Vec<u32> = self.in_bases(bases).into_iter().filter(|&c| !self.grid.sees(c, target)).collect();
            let own = 1 << self.cover(target);
            let based = left.iter().fold(0, |m, &c| m | 1 << self.base(c));
            let covered = left.iter().fold(own, |m, &c| m | 1 << self.cover(c));
            based == bases && covered == covers
        })
    }
}

/// The names of the fish of two to four lines, by number of lines less two: basic, finned, sashimi.
const FISH: [[&str; 3]; 3] = [
    ["x-wing", "finned-x-wing", "sashimi-x-wing"],
    ["swordfish", "finned-swordfish", "sashimi-swordfish"],
    ["jellyfish", "finned-jellyfish", "sashimi-jellyfish"],
];

/// The fish of a value of so many lines: which of the three names, and what goes.
///
/// Base and cover are as everywhere: the places of as many base lines all lie in the cover lines or
/// are fins, and what goes are the covers' other places that see each fin. Of two fish that do the
/// same the one with fewer lines gives the name. With fins, one cell at least must need all lines:
/// where each cell goes by a part already, the parts give the names.
fn fish(g: &Grid, value: Value, size: u32) -> Vec<(usize, Vec<Removal>)> {
    let mut all = Vec::new();
    for turned in [false, true] {
        let fish = Fish { grid: g, value, turned };
        // A line with one place is a single.
        let places = |line: u32| fish.in_bases(1 << line).len();
        let usable = |bases: &u32| Domain(u64::from(*bases)).iter().all(|line| places(u32::from(line)) >= 2);
        for bases in fish.lines(size).into_iter().filter(usable) {
            for covers in fish.lines(size) {
                let gone_cells = fish.gone(bases, covers);
                let fins = fish.fins(bases, covers).len();
                if gone_cells.is_empty() || fish.has_smaller(bases, covers, &gone_cells) {
                    continue;
                }
                // Without fins, what a fish is does not hang on the boxes.
                if fins > 0 && !fish.is_needed(bases, covers, &gone_cells) {
                    continue;
                }
                // More lines than the lines that they lie in: a contradiction, and no fish.
                if fins == 0 && fish.in_bases(bases).iter().fold(0, |m, &c| m | 1 << fish.cover(c)) != covers {
                    continue;
                }
                let body = |line: Value| {
                    let in_line = fish.in_bases(1 << line).len();
                    in_line - fish.fins(1 << line, covers).len()
                };
                let lines = || Domain(u64::from(bases)).iter();
                let name = match fins {
                    0 => 0,
                    _ if lines().all(|l| body(l) >= 2) => 1,
                    // Two strong links: a skyscraper.
                    _ if size == 2 && lines().all(|l| places(u32::from(l)) == 2) => continue,
                    _ => 2,
                };
                all.push((name, gone(value, &gone_cells)));
            }
        }
    }
    all
}

/// A grid of boxes with candidates thinned at random: each stays with a probability of so many in
/// 256, and each cell keeps at least `least`.
fn thinned(net: &Network, (rows, columns): (u32, u32), keep: u32, least: u32, rng: &mut ChaCha8Rng) -> Grid {
    let n = rows * columns;
    let mut cell = |domain: Domain| {
        let mut d: Domain = domain.iter().filter(|_| rng.next_u32() % 256 < keep).collect();
        while d.len() < least {
            d = d.with(1 + (rng.next_u32() % n) as Value);
        }
        d
    };
    Grid { n, rows, columns, domains: net.domains().iter().map(|&d| cell(d)).collect() }
}

fn sorted(mut all: Vec<Vec<Removal>>) -> Vec<Vec<Removal>> {
    all.retain(|gone| !gone.is_empty());
    all.sort();
    all
}

#[test]
fn wings_are_what_their_definitions_say() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut seen = [0; 3];
    for (shape, boards) in [((2, 2), 200), ((2, 3), 300), ((3, 3), 40)] {
        let net = boxes(shape.0, shape.1);
        for round in 0..boards {
            // Two or three values a cell; where there are few, links are rare.
            let keep = if round % 2 == 0 { 256 * 2 / (shape.0 * shape.1) } else { 256 * 3 / (shape.0 * shape.1) };
            let g = thinned(&net, shape, keep, 2, &mut rng);
            let at = Store::from_domains(&net, g.domains.clone());
            let found = ["xy-wing", "xyz-wing", "w-wing"].map(|id| sorted(outcomes(&at, id)));
            let wanted = [xy_wings(&g, 2), xy_wings(&g, 3), w_wings(&g)].map(sorted);
            for i in 0..3 {
                assert_eq!(found[i], wanted[i], "{shape:?} round {round}, kind {i}: {:?}", g.domains);
                seen[i] += wanted[i].len();
            }
        }
    }
    assert!(seen.iter().all(|&n| n > 30), "{seen:?}");
}

#[test]
fn kites_are_what_their_definition_says() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut seen = 0;
    for (shape, boards) in [((2, 3), 100), ((3, 3), 60)] {
        let net = boxes(shape.0, shape.1);
        for round in 0..boards {
            let g = thinned(&net, shape, [70, 90, 110][round % 3], 1, &mut rng);
            let at = Store::from_domains(&net, g.domains.clone());
            let wanted = sorted((1..=g.n as Value).flat_map(|value| kites(&g, value)).collect());
            let found = sorted(outcomes(&at, "two-string-kite"));
            assert_eq!(found, wanted, "{shape:?} round {round}: {:?}", g.domains);
            seen += wanted.len();
        }
    }
    assert!(seen > 30, "{seen}");
}

#[test]
fn fish_are_what_their_definitions_say() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut seen = [[0; 3]; 3];
    for (shape, boards) in [((2, 3), 60), ((3, 2), 60), ((2, 4), 12)] {
        let net = boxes(shape.0, shape.1);
        for round in 0..boards {
            let keep = [70, 90, 110][round % 3];
            let g = thinned(&net, shape, keep, 1, &mut rng);
            let at = Store::from_domains(&net, g.domains.clone());
            for (size, names) in (2..).zip(FISH) {
                let all: Vec<_> = (1..=g.n as Value).flat_map(|value| fish(&g, value, size)).collect();
                for (kind, id) in names.into_iter().enumerate() {
                    let of_kind = all.iter().filter(|(k, _)| *k == kind).map(|(_, gone)| gone.clone());
                    let wanted = sorted(of_kind.collect());
                    let found = sorted(outcomes(&at, id));
                    assert_eq!(found, wanted, "{shape:?} round {round}, {id}: {:?}", g.domains);
                    seen[size as usize - 2][kind] += wanted.len();
                }
            }
        }
    }
    assert!(seen[..2].iter().flatten().all(|&n| n > 5), "{seen:?}");
}
