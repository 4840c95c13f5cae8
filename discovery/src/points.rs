//! Points of techniques fitted to the times that people take.

use std::collections::{BTreeMap, BTreeSet};

/// A puzzle that people solved.
#[derive(Clone, PartialEq, Debug)]
pub struct TimedSolve {
    /// The seconds that it took.
    pub seconds: f64,
    /// Its score.
    pub score: f64,
    /// The steps by technique.
    pub steps: BTreeMap<String, u32>,
}

/// The fitted points of one technique.
#[derive(Clone, PartialEq, Debug)]
pub struct FittedPoints {
    /// The technique.
    pub technique: String,
    /// The points that it has.
    pub points: f64,
    /// The points that fit the times best, on the same scale.
    pub fitted: f64,
    /// The seconds of a step.
    pub seconds: f64,
    /// The puzzles in which it is a step.
    pub puzzles: u64,
}

/// A fit.
#[derive(Clone, PartialEq, Debug)]
pub struct PointsFit {
    /// The techniques, by id.
    pub techniques: Vec<FittedPoints>,
    /// The seconds of a puzzle besides its steps.
    pub base: f64,
    /// The rank correlation of the seconds with the sum of points as they are.
    pub before: f64,
    /// The rank correlation with predicted seconds: a fit on four fifths of the puzzles predicts
    /// the others.
    pub after: f64,
}

/// Parts of the data; each is predicted by a fit on the others.
const FOLDS: usize = 5;
/// Rounds of coordinate descent.
const ROUNDS: usize = 400;
/// The pull to the points as they are, in puzzles with one such step.
const PULL: f64 = 4.0;

/// Fits the seconds of a puzzle by a base and a weight for each step, none of them negative, with
/// least squares of relative errors. Weights that few puzzles tell of stay near the points that the
/// techniques have. `None` for less than ten puzzles.
pub fn fit_points(solves: &[TimedSolve], points: &BTreeMap<String, f64>) -> Option<PointsFit> {
    if solves.len() < 2 * FOLDS {
        return None;
    }
    let seconds: Vec<f64> = solves.iter().map(|s| s.seconds).collect();
    let ids: BTreeSet<&str> = solves.iter().flat_map(|s| s.steps.keys().map(String::as_str)).collect();
    let ids: Vec<&str> = ids.into_iter().collect();
    let all: Vec<usize> = (0..solves.len()).collect();
    let whole = Weights::fit(solves, &all, &ids, points);
    let scores: Vec<f64> = solves.iter().map(|s| Weights::sum(&s.steps, &|id| points.get(id).copied())).collect();
    let mut predicted = vec![0.0; solves.len()];
    for fold in 0..FOLDS {
        let rest: Vec<usize> = all.iter().copied().filter(|i| i % FOLDS != fold).collect();
        let weights = Weights::fit(solves, &rest, &ids, points);
        all.iter().filter(|i| *i % FOLDS == fold).for_each(|&i| predicted[i] = weights.of(&solves[i]));
    }
    // The fitted points of all steps add up to what the points as they are add up to.
    let count = |id: &str| solves.iter().map(|s| f64::from(s.steps.get(id).copied().unwrap_or(0))).sum::<f64>();
    let before: f64 = scores.iter().sum();
    let after: f64 = ids.iter().zip(&whole.by_step).map(|(id, w)| count(id) * w).sum();
    let scale = if after > 0.0 { before / after } else { 0.0 };
    let technique = |(&id, &weight): (&&str, &f64)| FittedPoints {
        technique: id.to_string(),
        points: points.get(id).copied().unwrap_or(0.0),
        fitted: scale * weight,
        seconds: weight,
        puzzles: solves.iter().filter(|s| s.steps.contains_key(id)).count() as u64,
    };
    Some(PointsFit {
        techniques: ids.iter().zip(&whole.by_step).map(technique).collect(),
        base: whole.base,
        before: rank_correlation(&seconds, &scores),
        after: rank_correlation(&seconds, &predicted),
    })
}

/// How well scores foretell seconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ScoreFit {
    /// The logarithm of the seconds at a score of one.
    pub base: f64,
    /// The growth of the logarithm of the seconds with that of the score.
    pub slope: f64,
    /// The rank correlation of score and seconds.
    pub rank: f64,
    /// Eight of ten puzzles took between the foretold seconds times the first and times the
    /// second; each is foretold by a fit on others.
    pub interval: (f64, f64),
}

/// Fits the logarithm of the seconds to that of the score by least squares. `None` for less than
/// ten puzzles.
pub fn fit_scores(solves: &[TimedSolve]) -> Option<ScoreFit> {
    if solves.len() < 2 * FOLDS {
        return None;
    }
    let at: Vec<(f64, f64)> = solves.iter().map(|s| (s.score.max(1.0).ln(), s.seconds.max(1.0).ln())).collect();
    let mut errors = Vec::with_capacity(at.len());
    for fold in 0..FOLDS {
        let rest: Vec<(f64, f64)> = at.iter().enumerate().filter(|(i, _)| i % FOLDS != fold).map(|(_, &p)| p).collect();
        let (base, slope) = line_through(&rest);
        errors.extend(at.iter().skip(fold).step_by(FOLDS).map(|(x, y)| y - base - slope * x));
    }
    errors.sort_by(f64::total_cmp);
    let share = |of: f64| errors[((errors.len() - 1) as f64 * of).round() as usize].exp();
    let (base, slope) = line_through(&at);
    let (scores, seconds): (Vec<f64>, Vec<f64>) = solves.iter().map(|s| (s.score, s.seconds)).unzip();
    Some(ScoreFit { base, slope, rank: rank_correlation(&seconds, &scores), interval: (share(0.1), share(0.9)) })
}

/// Base and slope of the line with the least squares.
fn line_through(points: &[(f64, f64)]) -> (f64, f64) {
    let n = points.len() as f64;
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(&|p| p.0), mean(&|p| p.1));
    let (along, square) = (mean(&|p| (p.0 - x) * (p.1 - y)), mean(&|p| (p.0 - x).powi(2)));
    let slope = if square > 0.0 { along / square } else { 0.0 };
    (y - slope * x, slope)
}

struct Weights<'a> {
    ids: &'a [&'a str],
    base: f64,
    by_step: Vec<f64>,
}

impl<'a> Weights<'a> {
    fn sum(steps: &BTreeMap<String, u32>, weight: &dyn Fn(&str) -> Option<f64>) -> f64 {
        steps.iter().map(|(id, &n)| f64::from(n) * weight(id).unwrap_or(0.0)).sum()
    }

    fn of(&self, solve: &TimedSolve) -> f64 {
        let weight = |id: &str| Some(self.by_step[self.ids.binary_search(&id).ok()?]);
        self.base + Weights::sum(&solve.steps, &weight)
    }

    fn fit(solves: &[TimedSolve], which: &[usize], ids: &'a [&'a str], points: &BTreeMap<String, f64>) -> Weights<'a> {
        // Each row is divided by its seconds, so that the errors are relative.
        let own = |i: usize| solves[i].seconds.max(1.0);
        let mut columns: Vec<Vec<f64>> = vec![which.iter().map(|&i| 1.0 / own(i)).collect()];
        for id in ids {
            let count = |&i: &usize| f64::from(solves[i].steps.get(*id).copied().unwrap_or(0)) / own(i);
            columns.push(which.iter().map(count).collect());
        }
        let score = |i: usize| Weights::sum(&solves[i].steps, &|id| points.get(id).copied());
        let score: Vec<f64> = which.iter().map(|&i| score(i) / own(i)).collect();
        let square = |list: &[f64]| list.iter().map(|x| x * x).sum::<f64>();
        let seconds_of_a_point = if square(&score) > 0.0 { score.iter().sum::<f64>() / square(&score) } else { 0.0 };
        let mut prior = vec![0.0];
        prior.extend(ids.iter().map(|id| seconds_of_a_point * points.get(*id).copied().unwrap_or(0.0)));
        let mean = which.iter().map(|&i| 1.0 / own(i).powi(2)).sum::<f64>() / which.len().max(1) as f64;
        let mut weights = prior.clone();
        let mut left: Vec<f64> = vec![1.0; which.len()];
        for (column, weight) in columns.iter().zip(&weights) {
            left.iter_mut().zip(column).for_each(|(left, x)| *left -= weight * x);
        }
        for _ in 0..ROUNDS {
            for (at, column) in columns.iter().enumerate() {
                let pull = if at == 0 { 0.0 } else { PULL * mean };
                let size = square(column) + pull;
                if size <= 0.0 {
                    continue;
                }
                let along: f64 = column.iter().zip(&left).map(|(x, left)| x * left).sum();
                let wanted = weights[at] + (along + pull * (prior[at] - weights[at])) / size;
                let change = wanted.max(0.0) - weights[at];
                weights[at] += change;
                left.iter_mut().zip(column).for_each(|(left, x)| *left -= change * x);
            }
        }
        let base = weights.remove(0);
        Weights { ids, base, by_step: weights }
    }
}

/// Spearman's rank correlation; equal values share the mean of their ranks.
pub fn rank_correlation(a: &[f64], b: &[f64]) -> f64 {
    let (a, b) = (ranks(a), ranks(b));
    let n = a.len() as f64;
    let mean = (n + 1.0) / 2.0;
    let product = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| (x - mean) * (y - mean)).sum::<f64>();
    let size = (product(&a, &a) * product(&b, &b)).sqrt();
    if size > 0.0 { product(&a, &b) / size } else { 0.0 }
}

fn ranks(list: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..list.len()).collect();
    order.sort_by(|&i, &j| list[i].total_cmp(&list[j]));
    let mut ranks = vec![0.0; list.len()];
    let mut from = 0;
    while from < order.len() {
        let alike = order[from..].iter().take_while(|&&i| list[i] == list[order[from]]).count();
        let rank = (2 * from + alike + 1) as f64 / 2.0;
        order[from..from + alike].iter().for_each(|&i| ranks[i] = rank);
        from += alike;
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_share_what_is_equal() {
        assert_eq!(ranks(&[3.0, 1.0, 3.0, 2.0]), [3.5, 1.0, 3.5, 2.0]);
        assert!((rank_correlation(&[1.0, 2.0, 3.0], &[10.0, 20.0, 90.0]) - 1.0).abs() < 1e-9);
        assert!((rank_correlation(&[1.0, 2.0, 3.0], &[3.0, 2.0, 1.0]) + 1.0).abs() < 1e-9);
        assert_eq!(rank_correlation(&[1.0, 1.0], &[1.0, 2.0]), 0.0);
    }

    /// Times that are made of known weights give these weights back, and a wrong order of points
    /// gets better.
    #[test]
    fn known_weights_come_back() {
        let truth = [("easy", 2.0), ("middle", 10.0), ("hard", 60.0)];
        let solves: Vec<TimedSolve> = (0..200_u32)
            .map(|i| {
                let counts = [20 + i % 7, i * 7 % 11, i * 5 % 4];
                let steps = truth.iter().zip(counts).map(|((id, _), n)| (id.to_string(), n)).collect();
                let seconds = 30.0 + truth.iter().zip(counts).map(|((_, w), n)| w * f64::from(n)).sum::<f64>();
                TimedSolve { seconds, score: seconds, steps }
            })
            .collect();
        let points = [("easy", 4.0), ("middle", 40.0), ("hard", 10.0)].map(|(id, p)| (id.to_string(), p)).into();
        let fit = fit_points(&solves, &points).unwrap();
        for (found, (id, weight)) in
            fit.techniques.iter().map(|t| (t, truth.iter().find(|(id, _)| *id == t.technique).unwrap()))
        {
            assert!((found.seconds - weight).abs() < 0.15 * weight + 0.3, "{id}: {found:?}");
        }
        assert!(fit.after > 0.98 && fit.after > fit.before, "{fit:?}");
        let sum = |of: &dyn Fn(&FittedPoints) -> f64| {
            fit.techniques
                .iter()
                .map(|t| of(t) * solves.iter().map(|s| f64::from(s.steps[&t.technique])).sum::<f64>())
                .sum::<f64>()
        };
        assert!((sum(&|t| t.points) - sum(&|t| t.fitted)).abs() < 1.0);
        assert_eq!(fit_points(&solves[..5], &points), None);
    }

    /// Seconds on a curve of the score, a tenth off it either way, give the curve and the interval back.
    #[test]
    fn a_curve_of_the_score_comes_back() {
        let solve = |i: u32| {
            let score = f64::from(100 + i * 37 % 991);
            let seconds = 20.0 * score.sqrt() * if i.is_multiple_of(2) { 1.1 } else { 1.0 / 1.1 };
            TimedSolve { seconds, score, steps: BTreeMap::new() }
        };
        let solves: Vec<TimedSolve> = (0..300).map(solve).collect();
        let fit = fit_scores(&solves).unwrap();
        assert!((fit.slope - 0.5).abs() < 0.03 && (fit.base - 20_f64.ln()).abs() < 0.2, "{fit:?}");
        assert!((fit.interval.0 - 0.91).abs() < 0.03 && (fit.interval.1 - 1.1).abs() < 0.03, "{fit:?}");
        assert!(fit.rank > 0.85);
        assert_eq!(fit_scores(&solves[..9]), None);
    }
}
