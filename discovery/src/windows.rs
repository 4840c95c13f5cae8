//! Houses and the sums that meet them, as parts of a board that are small enough for a program each.

use crate::set_proof::OpenSum;
use std::collections::BTreeMap;
use tesuji_solver::{Domain, HouseKind, Literal, Network, Value, Var, VarSet};

/// Lines side by side, or regions, that are added up at once.
const TOGETHER: usize = 3;
/// Cells that may be left over.
const MOST: usize = 4;

/// Houses without a cell in common, sums that lie within them (or cover them), and candidates of
/// the cells left over that no filling of these has: innies (or outies).
pub(crate) struct Window {
    /// Indices of the houses.
    pub(crate) houses: Vec<u16>,
    /// The sums, apart from each other.
    pub(crate) sums: Vec<OpenSum>,
    /// Open cells of both.
    pub(crate) cells: VarSet,
    /// What goes by the total alone.
    pub(crate) goals: Vec<Literal>,
}

/// The windows that strike something, fewer houses first.
pub(crate) fn windows(net: &Network, domains: &[Domain]) -> Vec<Window> {
    let sums: Vec<OpenSum> = net.rule_ids().filter_map(|rule| OpenSum::of(net, domains, rule)).collect();
    if sums.is_empty() {
        return Vec::new();
    }
    let board = Board { net, domains, sums };
    let mut unions = unions(net);
    unions.sort_by_key(Vec::len);
    unions.iter().flat_map(|houses| [board.innies(houses), board.outies(houses)]).flatten().collect()
}

/// Houses that hold each value once: alone, in runs of parallel lines, in pairs of regions.
fn unions(net: &Network) -> Vec<Vec<u16>> {
    let mut by_kind = BTreeMap::<HouseKind, Vec<u16>>::new();
    for (h, house) in (0u16..).zip(net.houses().list()) {
        if house.covers.len() as usize == house.vars.len() && house.kind != HouseKind::Other {
            by_kind.entry(house.kind).or_default().push(h);
        }
    }
    let mut all = Vec::new();
    for (kind, houses) in by_kind {
        all.extend(houses.iter().map(|h| vec![*h]));
        match kind {
            HouseKind::Line(_) => (2..=TOGETHER).for_each(|n| all.extend(houses.windows(n).map(<[u16]>::to_vec))),
            HouseKind::Region => {
                let pairs = houses.iter().enumerate().flat_map(|(i, a)| houses[i + 1..].iter().map(|b| vec![*a, *b]));
                all.extend(pairs);
            }
            _ => {}
        }
    }
    all.retain(|u| {
        let apart = |(i, h): (usize, &u16)| u[..i].iter().all(|g| !set(net, *h).meets(set(net, *g)));
        u.iter().enumerate().all(apart)
    });
    all
}

fn set(net: &Network, house: u16) -> &VarSet {
    &net.houses().list()[usize::from(house)].set
}

struct Board<'a> {
    net: &'a Network,
    domains: &'a [Domain],
    sums: Vec<OpenSum>,
}

impl Board<'_> {
    /// The open cells of houses, and what these add up to.
    fn open(&self, houses: &[u16]) -> (VarSet, i64) {
        let list = self.net.houses().list();
        let (mut open, mut total) = (VarSet::new(), 0);
        for house in houses.iter().map(|h| &list[usize::from(*h)]) {
            total += house.covers.iter().map(i64::from).sum::<i64>();
            for &var in &house.vars {
                match self.domains[var.index()].value() {
                    Some(value) => total -= i64::from(value),
                    None => open.insert(var),
                }
            }
        }
        (open, total)
    }

    /// Sums that pass, none of which has a cell of one before it; their cells and their total.
    fn apart(&self, is_wanted: impl Fn(&OpenSum) -> bool) -> (Vec<OpenSum>, VarSet, i64) {
        let (mut taken, mut cells, mut total) = (Vec::new(), VarSet::new(), 0);
        for sum in self.sums.iter().filter(|s| is_wanted(s)) {
            if sum.cells.iter().all(|v| !cells.contains(*v)) {
                sum.cells.iter().for_each(|v| cells.insert(*v));
                total += i64::from(sum.total);
                taken.push(sum.clone());
            }
        }
        (taken, cells, total)
    }

    /// Cells of the houses in none of the sums within them.
    fn innies(&self, houses: &[u16]) -> Option<Window> {
        let (open, total) = self.open(houses);
        let (sums, inside, less) = self.apart(|s| s.cells.iter().all(|v| open.contains(*v)));
        let goals = self.struck(&open.minus(&inside), total - less)?;
        Some(Window { houses: houses.to_vec(), sums, cells: open, goals })
    }

    /// Cells outside of the houses in sums that cover these.
    fn outies(&self, houses: &[u16]) -> Option<Window> {
        let (open, total) = self.open(houses);
        let (sums, covered, more) = self.apart(|s| s.cells.iter().any(|v| open.contains(*v)));
        if !open.is_subset(&covered) {
            return None;
        }
        let goals = self.struck(&covered.minus(&open), more - total)?;
        Some(Window { houses: houses.to_vec(), sums, cells: covered, goals })
    }

    /// Candidates of few cells that none of their fillings has; `None` where there are none, or no
    /// filling at all.
    fn struck(&self, cells: &VarSet, total: i64) -> Option<Vec<Literal>> {
        if cells.is_empty() || cells.len() > MOST {
            return None;
        }
        let cells: Vec<Var> = cells.iter().collect();
        let mut met = vec![Domain::EMPTY; cells.len()];
        self.fill(&cells, total, &mut Vec::new(), &mut met);
        let gone = |(var, met): (&Var, &Domain)| {
            let var = *var;
            self.domains[var.index()].minus(*met).iter().map(move |value| Literal { var, value }).collect::<Vec<_>>()
        };
        let goals: Vec<Literal> = cells.iter().zip(&met).flat_map(gone).collect();
        (!goals.is_empty() && met.iter().all(|d| *d != Domain::EMPTY)).then_some(goals)
    }

    fn fill(&self, cells: &[Var], left: i64, values: &mut Vec<Value>, met: &mut [Domain]) {
        let Some(&var) = cells.get(values.len()) else {
            if left == 0 {
                met.iter_mut().zip(&*values).for_each(|(d, v)| *d |= Domain::single(*v));
            }
            return;
        };
        for value in self.domains[var.index()].iter() {
            let repeats = |(at, v): (usize, &Value)| *v == value && self.net.houses().sees(cells[at], var);
            if i64::from(value) <= left && !values.iter().enumerate().any(repeats) {
                values.push(value);
                self.fill(cells, left - i64::from(value), values, met);
                values.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counting::{SetPolicy, set_proofs};
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{RngCore, SeedableRng};
    use tesuji_solver::Limits;
    use tesuji_solver::rules::RuleSpec;

    const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    /// A 9×9 grid with its houses and these cages, each with the total of the solved grid.
    fn killer(cages: &[Vec<u32>]) -> Network {
        let mut net = Network::with_vars(81, Domain::range(1, 9));
        let cell = |r: u32, c: u32| Var(9 * r + c);
        for i in 0..9 {
            let lines = [(0..9).map(|j| cell(i, j)).collect(), (0..9).map(|j| cell(j, i)).collect()];
            let region = (0..9).map(|j| cell(i / 3 * 3 + j / 3, i % 3 * 3 + j % 3)).collect();
            for (axis, vars) in (0..).zip(lines) {
                net.add_house(RuleSpec::AllDifferent { vars }, HouseKind::Line(axis)).unwrap();
            }
            net.add_house(RuleSpec::AllDifferent { vars: region }, HouseKind::Region).unwrap();
        }
        for cage in cages {
            let total = cage.iter().map(|c| u32::from(value(*c))).sum();
            net.add(RuleSpec::Cage { vars: cage.iter().map(|c| Var(*c)).collect(), total }).unwrap();
        }
        net
    }

    fn value(cell: u32) -> u8 {
        SOLVED.as_bytes()[cell as usize] - b'0'
    }

    /// What the proofs strike, each of which must hold; and their forms.
    fn proved(net: &Network) -> (Vec<Literal>, Vec<String>) {
        let domains = net.domains().to_vec();
        let (found, complete) = set_proofs(net, &domains, &SetPolicy::default(), &Limits::default().start());
        assert!(complete);
        assert!(found.iter().all(|p| p.holds(net, &domains)), "{found:?}");
        (found.iter().flat_map(|p| p.goals.clone()).collect(), found.iter().map(|p| p.form(net).key).collect())
    }

    /// The first row but for r1c9, in three cages: r1c9 is 2.
    #[test]
    fn an_innie() {
        let (struck, forms) = proved(&killer(&[vec![0, 1, 2], vec![3, 4, 5], vec![6, 7]]));
        let gone: Vec<u8> = (1..=9).filter(|v| struck.contains(&Literal { var: Var(8), value: *v })).collect();
        assert_eq!(gone, [1, 3, 4, 5, 6, 7, 8, 9]);
        assert!(forms.iter().any(|f| f == "sums-4:c 3-0 in1"), "{forms:?}");
    }

    /// The first row and r2c1, in three cages: r2c1 is 6.
    #[test]
    fn an_outie() {
        let (struck, forms) = proved(&killer(&[vec![0, 1, 2, 9], vec![3, 4, 5], vec![6, 7, 8]]));
        let gone: Vec<u8> = (1..=9).filter(|v| struck.contains(&Literal { var: Var(9), value: *v })).collect();
        assert_eq!(gone, [1, 2, 3, 4, 5, 7, 8, 9]);
        assert!(forms.iter().any(|f| f == "sums-4:c 0-3 in1"), "{forms:?}");
    }

    /// Boards all of cages, drawn by lot: what is struck is never the solution's, and what a total
    /// strikes is struck by a proof where one cell is left over.
    #[test]
    fn cages_all_over() {
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        for _ in 0..3 {
            let mut free = [true; 81];
            let mut cages = Vec::new();
            for start in 0..81u32 {
                if !free[start as usize] {
                    continue;
                }
                let mut cage = vec![start];
                free[start as usize] = false;
                for _ in 0..2 + rng.next_u32() % 3 {
                    let last = cage[cage.len() - 1];
                    let is_right = rng.next_u32() % 2 == 0 && last % 9 < 8;
                    let next = if is_right { last + 1 } else { last + 9 };
                    if next < 81 && free[next as usize] && cage.iter().all(|c| value(*c) != value(next)) {
                        free[next as usize] = false;
                        cage.push(next);
                    }
                }
                cages.push(cage);
            }
            let net = killer(&cages);
            let (struck, _) = proved(&net);
            assert!(struck.iter().all(|l| value(l.var.0) != l.value));
            for window in windows(&net, net.domains()) {
                let cells: std::collections::BTreeSet<Var> = window.goals.iter().map(|g| g.var).collect();
                if cells.len() == 1 {
                    assert!(window.goals.iter().all(|g| struck.contains(g)));
                }
            }
        }
    }
}
