//! Small rules about sums, sets, words and numbers of times.

use super::each_domains;
use crate::rules::{Arrow, RuleSpec};
use crate::{Domain, Literal, Value, Var};

type Visit<'v> = &'v mut dyn FnMut(&RuleSpec, &[Domain]);

fn vars(n: usize) -> Vec<Var> {
    (0..n as u32).map(Var).collect()
}

/// All cases of these kinds.
pub(super) fn each_small_line(visit: Visit<'_>) {
    linear(visit);
    family(visit);
    automaton(visit);
    same(visit);
    occurrences(visit);
    any_of(visit);
    rank(visit);
}

fn linear(visit: Visit<'_>) {
    let weights: [&[i32]; 10] =
        [&[], &[2], &[1, 1], &[1, -1], &[2, -3], &[1, 1, 1], &[1, 1, -1], &[-2, 1, 1], &[10, 1, -1], &[0, 1, 2]];
    for weights in weights {
        let n = weights.len();
        let mut groups = vec![vec![]];
        for group in [vec![0, 1], vec![1, 2], vec![0, 1, 2]] {
            let same = group.iter().all(|&p: &u32| weights.get(p as usize) == weights.get(group[0] as usize));
            if same && (group.iter().all(|&p| (p as usize) < n)) {
                groups.push(vec![group]);
            }
        }
        for groups in groups {
            for total in [-2, 0, 1, 2, 3, 4, 6, 9, 21] {
                let spec = RuleSpec::Linear { vars: vars(n), weights: weights.to_vec(), total, groups: groups.clone() };
                each_domains(n, if n == 3 { 3 } else { 4 }, 0, &mut |d| visit(&spec, d));
                if total == 3 && n == 3 {
                    each_domains(n, 4, 0, &mut |d| visit(&spec, d));
                    each_domains(n, 2, 61, &mut |d| visit(&spec, d));
                }
            }
        }
    }
    // Values that spread too far for sets of them.
    for total in [120, 124, 125] {
        let spec = RuleSpec::Linear { vars: vars(2), weights: vec![1, 1], total, groups: vec![] };
        each_domains(2, 4, 60, &mut |d| visit(&spec, d));
    }
}

fn family(visit: Visit<'_>) {
    let sets: [&[u64]; 8] =
        [&[], &[0b1], &[0b11], &[0b11, 0b110], &[0b101, 0b1010], &[0b111], &[0b111, 0b1110], &[0b1011, 0b1101]];
    for sets in sets {
        let n = sets.first().map_or(2, |set| set.count_ones() as usize);
        for base in [0, 3, 60] {
            let spec = RuleSpec::Family { vars: vars(n), sets: sets.iter().map(|s| Domain(s << base)).collect() };
            each_domains(n, 4, base, &mut |d| visit(&spec, d));
        }
        // Values that spread too far for bits.
        let spread = |s: &u64| Domain(s & 0b11 | (s >> 2) << 50);
        let spec = RuleSpec::Family { vars: vars(n), sets: sets.iter().map(spread).collect() };
        each_domains(n, 4, 0, &mut |d| {
            let far: Vec<Domain> = d.iter().map(|d| spread(&d.0)).collect();
            visit(&spec, &far);
        });
    }
}

fn arrow(from: u32, values: u64, to: u32) -> Arrow {
    Arrow { from, values: Domain(values), to }
}

fn automaton(visit: Visit<'_>) {
    // Values rise; the sum is even; some value stands next to a greater one (chosen freely).
    let rising = vec![arrow(0, 1, 1), arrow(0, 2, 2), arrow(0, 4, 3), arrow(1, 2, 2), arrow(1, 4, 3), arrow(2, 4, 3)];
    let even = vec![arrow(0, 0b101, 0), arrow(0, 0b010, 1), arrow(1, 0b101, 1), arrow(1, 0b010, 0)];
    let chosen = vec![arrow(0, 7, 0), arrow(0, 1, 1), arrow(0, 2, 2), arrow(1, 6, 3), arrow(2, 4, 3), arrow(3, 7, 3)];
    for (steps, starts, accepts) in [
        (&rising, vec![0], vec![1, 2, 3]),
        (&even, vec![0], vec![0]),
        (&even, vec![0, 1], vec![1]),
        (&chosen, vec![0], vec![3]),
        (&chosen, vec![], vec![3]),
    ] {
        let words: [&[u32]; 9] =
            [&[], &[0], &[0, 1], &[1, 0], &[0, 1, 2], &[0, 0], &[0, 1, 0], &[0, 1, 1, 0], &[2, 0, 1, 0]];
        for word in words {
            let n = word.iter().max().map_or(0, |&p| p as usize + 1);
            let mut arrows = vec![steps.clone(); word.len()];
            if let Some(last) = arrows.last_mut() {
                last.retain(|a| accepts.contains(&a.to));
            }
            let spec = RuleSpec::Automaton { vars: vars(n), word: word.to_vec(), starts: starts.clone(), arrows };
            each_domains(n, 3, 0, &mut |d| visit(&spec, d));
        }
    }
}

fn same(visit: Visit<'_>) {
    for n in 0..=2_usize {
        let spec = RuleSpec::Same { left: vars(n), right: vars(2 * n)[n..].to_vec() };
        each_domains(2 * n, 3, 0, &mut |d| visit(&spec, d));
    }
}

fn occurrences(visit: Visit<'_>) {
    let times: [&[(Value, u64)]; 6] = [
        &[],
        &[(1, 0b1)],
        &[(0, 0b1), (1, 0b11), (2, 0b101)],
        &[(1, 0b101), (2, 0b10)],
        &[(2, 0b1100)],
        &[(0, 0b1010), (2, 0b111)],
    ];
    for times in times {
        for n in 0..=3_usize {
            for groups in [vec![], vec![vec![0, 1]], vec![vec![0, 2], vec![1]]] {
                if groups.iter().flatten().all(|&p: &u32| (p as usize) < n) {
                    let spec = RuleSpec::Occurrences { vars: vars(n), times: times.to_vec(), groups };
                    each_domains(n, 3, 0, &mut |d| visit(&spec, d));
                }
            }
        }
    }
}

fn any_of(visit: Visit<'_>) {
    let is = |v: u32, value: Value| RuleSpec::Table { vars: vec![Var(v)], tuples: vec![vec![value]] };
    let sum = |a: u32, b: u32, total: u32| RuleSpec::Sum { vars: vec![Var(a), Var(b)], total };
    let less = |below: u32, above: u32| RuleSpec::Inequality { below: Var(below), above: Var(above) };
    let clause = RuleSpec::Clause {
        literals: vec![(Literal { var: Var(0), value: 1 }, false), (Literal { var: Var(1), value: 2 }, true)],
    };
    let differ = RuleSpec::AllDifferent { vars: vars(3) };
    let count = RuleSpec::Count { vars: vars(3), values: Domain(0b11), low: 1, high: 2 };
    let inner = RuleSpec::AnyOf { branches: vec![vec![is(0, 2)], vec![less(1, 0)]] };
    for branches in [
        vec![],
        vec![vec![]],
        vec![vec![is(0, 1)], vec![is(1, 1)]],
        vec![vec![is(0, 1), is(1, 2)], vec![is(0, 2), is(1, 0)]],
        vec![vec![sum(0, 1, 3)], vec![less(0, 1)]],
        vec![vec![sum(0, 1, 2), less(0, 1)], vec![sum(1, 2, 4)], vec![is(2, 0)]],
        vec![vec![clause.clone(), is(2, 1)], vec![differ]],
        vec![vec![clause], vec![]],
        vec![vec![count, less(2, 1)], vec![sum(0, 2, 0)]],
        vec![vec![inner], vec![is(1, 2), is(2, 2)]],
    ] {
        let spec = RuleSpec::AnyOf { branches };
        let n = spec.build().map_or(0, |rule| rule.scope().len());
        each_domains(n, 3, 0, &mut |d| visit(&spec, d));
    }
}

fn rank(visit: Visit<'_>) {
    for (n, line, others) in [
        (1, vec![0], vec![]),
        (2, vec![0], vec![vec![1]]),
        (2, vec![0, 1], vec![vec![1, 0]]),
        (3, vec![0, 1], vec![vec![1, 0], vec![0, 2], vec![2, 1]]),
        (4, vec![0, 1], vec![vec![2, 3], vec![3, 1]]),
    ] {
        for (less, ties) in [(0, false), (1, false), (1, true), (2, true), (4, true)] {
            let spec = RuleSpec::Rank { vars: vars(n), line: line.clone(), others: others.clone(), less, ties };
            each_domains(n, if n == 4 { 2 } else { 3 }, 0, &mut |d| visit(&spec, d));
        }
    }
}
