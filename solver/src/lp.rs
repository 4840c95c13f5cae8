//! Linear programs for weights: `cost · w` least, where `w ≥ 0` meets needs. Solved by the simplex
//! method on the dual, whose origin is a feasible point: there is no first phase, and another need
//! goes on from where the one before ended. Floating point: what comes out proves nothing by
//! itself.

/// One weight: what it costs, and what it adds to each need (index, amount).
#[derive(Clone, Debug)]
pub struct Row {
    /// What the weight costs.
    pub cost: f64,
    /// What it adds, by need.
    pub terms: Vec<(usize, f64)>,
}

/// How a program ended.
#[derive(Clone, PartialEq, Debug)]
pub enum End {
    /// The least weights, by row.
    Weights(Vec<f64>),
    /// No weights meet the needs: the direction, by need, in which the dual has no bound.
    Ray(Vec<f64>),
    /// Stopped before that.
    Stopped,
}

/// What is taken for zero, least coefficient that is divided by, and how much a value may be
/// passed.
const TINY: f64 = 1e-9;
const PIVOT: f64 = 1e-7;
const LATE: f64 = 1e-9;
/// Pivots between looks at the clock.
const LOOK: u64 = 32;
/// Pivots after which the table is made anew: errors add up.
const ANEW: u64 = 4_000;
/// Pivots of one program at most: where costs are equal, the method may go round in circles.
const MOST: u64 = 20_000;

/// The dual as a table: a line a basic variable, a column a variable that is zero.
#[derive(Clone, Debug)]
pub struct Simplex<'a> {
    rows: &'a [Row],
    needs: usize,
    /// By line: the columns' coefficients and, last, the variable's value.
    table: Vec<f64>,
    /// The variables by line and by column: needs first, then slacks of rows.
    basic: Vec<usize>,
    zero: Vec<usize>,
    pivots: u64,
}

impl<'a> Simplex<'a> {
    /// For these weights, and so many needs.
    pub fn new(rows: &'a [Row], needs: usize) -> Self {
        let mut simplex = Simplex { rows, needs, table: Vec::new(), basic: Vec::new(), zero: Vec::new(), pivots: 0 };
        simplex.reset();
        simplex
    }

    fn reset(&mut self) {
        let wide = self.needs + 1;
        self.table = vec![0.0; wide * self.rows.len()];
        for (row, line) in self.rows.iter().zip(self.table.chunks_mut(wide)) {
            row.terms.iter().for_each(|(i, by)| line[*i] += by);
            line[self.needs] = row.cost;
        }
        self.basic = (self.needs..self.needs + self.rows.len()).collect();
        self.zero = (0..self.needs).collect();
        self.pivots = 0;
    }

    /// The least weights that meet the needs; `stop` is asked now and then.
    pub fn solve(&mut self, need: &[f64], stop: &mut dyn FnMut() -> bool) -> End {
        if self.pivots > ANEW {
            self.reset();
        }
        let wide = self.needs + 1;
        let mut gain: Vec<f64> = self.zero.iter().map(|v| need.get(*v).copied().unwrap_or(0.0)).collect();
        for (v, line) in self.basic.iter().zip(self.table.chunks(wide)) {
            let by = need.get(*v).copied().unwrap_or(0.0);
            if by != 0.0 {
                gain.iter_mut().zip(line).for_each(|(g, t)| *g -= by * t);
            }
        }
        let first = self.pivots;
        loop {
            let best = (0..gain.len()).max_by(|a, b| gain[*a].total_cmp(&gain[*b]));
            let Some(enters) = best.filter(|e| gain[*e] > TINY) else { return End::Weights(self.weights(&gain)) };
            let Some(leaves) = self.leaves(enters) else { return End::Ray(self.ray(enters)) };
            self.pivot(leaves, enters, &mut gain);
            if self.pivots - first > MOST || self.pivots.is_multiple_of(LOOK) && stop() {
                return End::Stopped;
            }
        }
    }

    /// The line whose variable comes to zero first; of those that do so at about the same time the
    /// one with the greatest coefficient, for the sake of precision.
    fn leaves(&self, enters: usize) -> Option<usize> {
        let lines = || {
            let value = |line: &[f64]| (line[enters], line[self.needs].max(0.0));
            self.table.chunks(self.needs + 1).map(value).enumerate().filter(|(_, (by, _))| *by > PIVOT)
        };
        let first = lines().map(|(_, (by, value))| (value + LATE) / by).min_by(f64::total_cmp)?;
        let soon = lines().filter(|(_, (by, value))| value / by <= first);
        soon.max_by(|a, b| a.1.0.total_cmp(&b.1.0)).map(|(i, _)| i)
    }

    fn pivot(&mut self, leaves: usize, enters: usize, gain: &mut [f64]) {
        self.pivots += 1;
        let wide = self.needs + 1;
        let mut line = self.table[leaves * wide..][..wide].to_vec();
        let by = 1.0 / line[enters];
        line[enters] = 1.0;
        let filled: Vec<usize> = (0..wide).filter(|&j| line[j] != 0.0).collect();
        filled.iter().for_each(|&j| line[j] *= by);
        for (i, own) in self.table.chunks_mut(wide).enumerate() {
            let times = own[enters];
            if i == leaves || times == 0.0 {
                continue;
            }
            own[enters] = 0.0;
            for &j in &filled {
                own[j] -= times * line[j];
                if own[j].abs() < TINY * 1e-3 {
                    own[j] = 0.0;
                }
            }
        }
        let times = gain[enters];
        gain[enters] = 0.0;
        filled.iter().filter(|j| **j < self.needs).for_each(|&j| gain[j] -= times * line[j]);
        self.table[leaves * wide..][..wide].copy_from_slice(&line);
        std::mem::swap(&mut self.basic[leaves], &mut self.zero[enters]);
    }

    fn weights(&self, gain: &[f64]) -> Vec<f64> {
        let mut weights = vec![0.0; self.rows.len()];
        for (v, g) in self.zero.iter().zip(gain) {
            if *v >= self.needs {
                weights[*v - self.needs] = (-g).max(0.0);
            }
        }
        weights
    }

    fn ray(&self, enters: usize) -> Vec<f64> {
        let mut ray = vec![0.0; self.needs];
        let lines = self.table.chunks(self.needs + 1).map(|line| -line[enters]);
        for (v, by) in self.basic.iter().copied().zip(lines).chain([(self.zero[enters], 1.0)]) {
            if v < self.needs {
                ray[v] = by.max(0.0);
            }
        }
        ray
    }
}

/// The least whole weights that meet the needs, among those at most `most`; `None` where none were
/// found in so many programs.
pub fn whole(
    rows: &[Row],
    need: &[f64],
    (most, mut programs): (u32, u32),
    stop: &mut dyn FnMut() -> bool,
) -> Option<Vec<u32>> {
    let mut best: Option<(f64, Vec<u32>)> = None;
    // By row: the least and the greatest weight.
    let mut open = vec![vec![(0_u32, most); rows.len()]];
    while let Some(bounds) = open.pop() {
        if programs == 0 || stop() {
            break;
        }
        programs -= 1;
        let Some(weights) = within(rows, need, &bounds, stop) else { continue };
        let cost: f64 = rows.iter().zip(&weights).map(|(r, w)| r.cost * w).sum();
        if best.as_ref().is_some_and(|(least, _)| cost > least - 0.5) {
            continue;
        }
        let off = |w: f64| (w - w.round()).abs();
        let worst = (0..rows.len()).max_by(|a, b| off(weights[*a]).total_cmp(&off(weights[*b])));
        match worst.filter(|i| off(weights[*i]) > 1e-5) {
            None => best = Some((cost, weights.iter().map(|w| w.round() as u32).collect())),
            Some(i) => {
                let floor = weights[i].floor() as u32;
                let with = |bound: (u32, u32)| {
                    let mut bounds = bounds.clone();
                    bounds[i] = bound;
                    bounds
                };
                open.push(with((bounds[i].0, floor)));
                open.push(with((floor + 1, bounds[i].1)));
            }
        }
    }
    best.map(|(_, weights)| weights)
}

/// The least weights within bounds.
fn within(rows: &[Row], need: &[f64], bounds: &[(u32, u32)], stop: &mut dyn FnMut() -> bool) -> Option<Vec<f64>> {
    let mut left = need.to_vec();
    let (mut free, mut own) = (Vec::new(), Vec::new());
    for (i, (row, (least, most))) in rows.iter().zip(bounds).enumerate() {
        row.terms.iter().for_each(|(at, by)| left[*at] -= f64::from(*least) * by);
        if least < most {
            // A need of its own keeps it from growing beyond its bound.
            let mut row = row.clone();
            row.terms.push((left.len(), -1.0));
            left.push(-f64::from(most - least));
            free.push(i);
            own.push(row);
        }
    }
    let End::Weights(found) = Simplex::new(&own, left.len()).solve(&left, stop) else { return None };
    let mut weights: Vec<f64> = bounds.iter().map(|(least, _)| f64::from(*least)).collect();
    free.iter().zip(found).for_each(|(i, w)| weights[*i] += w);
    Some(weights)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn row(cost: f64, terms: &[(usize, f64)]) -> Row {
        Row { cost, terms: terms.to_vec() }
    }

    #[test]
    fn a_triangle_is_covered_by_halves_and_by_two_whole_ones() {
        let rows = [[0, 1], [1, 2], [0, 2]].map(|[a, b]| row(1.0, &[(a, 1.0), (b, 1.0)]));
        let End::Weights(w) = Simplex::new(&rows, 3).solve(&[1.0; 3], &mut || false) else { panic!() };
        assert!(w.iter().all(|w| (w - 0.5).abs() < 1e-9), "{w:?}");
        let w = whole(&rows, &[1.0; 3], (1, 50), &mut || false).unwrap();
        assert_eq!(w.iter().sum::<u32>(), 2);
    }

    #[test]
    fn what_nothing_adds_to_is_not_met_and_the_ray_says_so() {
        let rows = [row(1.0, &[(0, 1.0), (1, -1.0)])];
        let mut simplex = Simplex::new(&rows, 2);
        let End::Ray(ray) = simplex.solve(&[1.0, 1.0], &mut || false) else { panic!() };
        assert!(ray[0] <= ray[1] && ray[0] + ray[1] > 0.0, "{ray:?}");
        // The other need alone is met; then the first again is not.
        assert_eq!(simplex.solve(&[1.0, -1.0], &mut || false), End::Weights(vec![1.0]));
        assert!(matches!(simplex.solve(&[0.0, 1.0], &mut || false), End::Ray(_)));
        assert_eq!(whole(&rows, &[1.0, 1.0], (4, 50), &mut || false), None);
    }

    proptest! {
        /// Small programs beside all whole weights, one by one.
        #[test]
        fn whole_weights_are_the_least_that_there_are(
            terms in prop::collection::vec(prop::collection::vec(-1i8..=1, 3), 4),
            need in prop::collection::vec(-1i8..=2, 3),
        ) {
            let of = |t: &Vec<i8>| row(1.0, &t.iter().enumerate().map(|(i, b)| (i, f64::from(*b))).collect::<Vec<_>>());
            let rows: Vec<Row> = terms.iter().map(of).collect();
            let need: Vec<f64> = need.into_iter().map(f64::from).collect();
            let meets = |w: &[u32]| (0..3).all(|i| {
                terms.iter().zip(w).map(|(t, w)| f64::from(t[i]) * f64::from(*w)).sum::<f64>() >= need[i]
            });
            let all = (0..3_u32.pow(4)).map(|n| [n % 3, n / 3 % 3, n / 9 % 3, n / 27]);
            let least = all.filter(|w| meets(w)).map(|w| w.iter().sum::<u32>()).min();
            let found = whole(&rows, &need, (2, 500), &mut || false);
            prop_assert!(found.as_ref().is_none_or(|w| meets(w)));
            prop_assert_eq!(found.map(|w| w.iter().sum::<u32>()), least);
            // Where weights meet the needs, the dual has no ray; in any order of needs.
            let mut simplex = Simplex::new(&rows, 3);
            for i in 0..3 {
                let mut one = [0.0; 3];
                one[i] = 1.0;
                let met = (0..5_u32.pow(4)).any(|n| {
                    let w = [n % 5, n / 5 % 5, n / 25 % 5, n / 125];
                    (0..3).all(|k| terms.iter().zip(w).map(|(t, w)| f64::from(t[k]) * f64::from(w)).sum::<f64>() >= one[k])
                });
                match simplex.solve(&one, &mut || false) {
                    End::Weights(_) => {}
                    End::Ray(ray) => {
                        prop_assert!(!met && ray[i] > 0.0);
                        for t in &terms {
                            prop_assert!(t.iter().zip(&ray).map(|(b, y)| f64::from(*b) * y).sum::<f64>() < 1e-6);
                        }
                    }
                    End::Stopped => prop_assert!(false),
                }
            }
        }
    }
}
