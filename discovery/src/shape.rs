//! Shapes, the variants of a form: what is left of a proof when cells, values and the order of axes
//! are forgotten.

use crate::canon::Graph;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use tesuji_solver::{Domain, HouseKind, Literal, Network, Part, RuleId, Truth};

/// A shape of proofs. Shapes are equal for proofs that a symmetry maps onto each other which keeps
/// the kinds of houses (lines may swap axes), and for some that differ only in how many candidates
/// play the same part.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Shape {
    /// Truths in the core.
    pub size: u8,
    /// The family in words: kinds of truths, distinct houses and values: `2 line-values, 2 houses,
    /// 1 value`.
    pub family: String,
    /// Fingerprint of the canonical graph, 16 hex digits.
    pub form: String,
}

/// Bits of edge labels: how two candidates exclude each other.
const CELL: u32 = 1;
const AXIS_A: u32 = 2;
const AXIS_B: u32 = 4;
const REGION: u32 = 8;
const DIAGONAL: u32 = 16;
const OTHER: u32 = 32;
/// Membership of a class in a truth.
const MEMBER: u32 = 64;

/// From this many truths on, only the relations between truths count, not those of each class of
/// candidates.
const COARSE_FROM: usize = 3;

fn kind_bit(kind: HouseKind, swap: bool) -> u32 {
    match kind {
        HouseKind::Line(axis) if (axis == 0) != swap => AXIS_A,
        HouseKind::Line(_) => AXIS_B,
        HouseKind::Region => REGION,
        HouseKind::Diagonal => DIAGONAL,
        HouseKind::Other => OTHER,
    }
}

/// A proof's parts on the board that it was found on.
#[derive(Clone, Copy, Debug)]
pub struct Pattern<'a> {
    /// The network.
    pub net: &'a Network,
    /// The candidates.
    pub domains: &'a [Domain],
    /// What goes.
    pub goal: Literal,
    /// The core.
    pub core: &'a [Truth],
}

impl Pattern<'_> {
    /// The candidates of the core's truths.
    pub fn candidates(&self) -> BTreeSet<Literal> {
        self.core.iter().flat_map(|t| t.literals(self.net, &|v| self.domains[v.index()])).collect()
    }

    /// The rules of the core's truths and cells, distinct.
    fn houses(&self) -> BTreeSet<RuleId> {
        self.core.iter().filter_map(|t| if let Truth::Rule { rule, .. } = t { Some(*rule) } else { None }).collect()
    }

    fn values(&self) -> Domain {
        let value = |t: &Truth| if let Truth::Rule { part: Part::Value(v), .. } = t { Some(*v) } else { None };
        self.core.iter().filter_map(value).collect()
    }

    fn truth_bit(&self, truth: Truth, swap: bool) -> u32 {
        match truth {
            Truth::Cell(_) => CELL,
            Truth::Rule { rule, .. } => kind_bit(self.net.house_kind(rule), swap),
        }
    }

    /// The houses over which two candidates exclude each other.
    fn shared(&self, a: Literal, b: Literal) -> Vec<u16> {
        if a.value != b.value || a.var == b.var {
            return Vec::new();
        }
        let houses = self.net.houses();
        houses.of(a.var).iter().copied().filter(|h| houses.of(b.var).contains(h)).collect()
    }

    /// Few houses that explain every exclusion between the goal and the candidates, and between
    /// candidates of different truths: those without alternative first, then whichever explains
    /// most of the rest.
    fn explaining(&self, members: &[BTreeSet<Literal>]) -> BTreeSet<u16> {
        let mut open: Vec<Vec<u16>> = Vec::new();
        for (i, m) in members.iter().enumerate() {
            for &c in m {
                open.push(self.shared(c, self.goal));
                let others = members[..i].iter().flatten().filter(|d| !m.contains(d));
                open.extend(others.map(|&d| self.shared(c, d)));
            }
        }
        let mut chosen: BTreeSet<u16> = open.iter().filter(|l| l.len() == 1).map(|l| l[0]).collect();
        loop {
            open.retain(|l| !l.is_empty() && !l.iter().any(|h| chosen.contains(h)));
            let mut counts = BTreeMap::<u16, usize>::new();
            open.iter().flatten().for_each(|&h| *counts.entry(h).or_default() += 1);
            let region = |h: u16| kind_bit(self.net.houses().list()[h as usize].kind, false) & (AXIS_A | AXIS_B) == 0;
            let best = counts.into_iter().max_by_key(|&(h, n)| (n, !region(h), std::cmp::Reverse(h)));
            match best {
                Some((h, _)) => chosen.insert(h),
                None => return chosen,
            };
        }
    }

    /// How two candidates exclude each other, over the given houses only: 0 if they don't.
    fn link(&self, a: Literal, b: Literal, over: &BTreeSet<u16>, swap: bool) -> u32 {
        if a.var == b.var {
            return if a.value == b.value { 0 } else { CELL };
        }
        let shared = self.shared(a, b).into_iter().filter(|h| over.contains(h));
        let bits = |h: u16| kind_bit(self.net.houses().list()[h as usize].kind, swap);
        let mut all: Vec<u32> = shared.map(bits).collect();
        // One reason is enough: a line before a region.
        all.sort_unstable();
        all.first().copied().unwrap_or(0)
    }

    fn family(&self, swap: bool) -> String {
        let mut kinds = BTreeMap::<u32, usize>::new();
        for &t in self.core {
            *kinds.entry(self.truth_bit(t, swap)).or_default() += 1;
        }
        let name = |bit: u32| match bit {
            CELL => "cell",
            AXIS_A => "line-value",
            AXIS_B => "cross-line-value",
            REGION => "region-value",
            DIAGONAL => "diagonal-value",
            _ => "rule-value",
        };
        let mut words: Vec<String> = kinds
            .iter()
            .map(|(&bit, &n)| if n == 1 { format!("1 {}", name(bit)) } else { format!("{n} {}s", name(bit)) })
            .collect();
        let (houses, values) = (self.houses().len(), self.values().len());
        if houses > 0 {
            words.push(format!("{houses} house{}", if houses == 1 { "" } else { "s" }));
            words.push(format!("{values} value{}", if values == 1 { "" } else { "s" }));
        }
        words.join(", ")
    }

    fn graph(&self, swap: bool) -> Graph {
        let candidates: Vec<Literal> = self.candidates().into_iter().collect();
        let members: Vec<BTreeSet<Literal>> = self
            .core
            .iter()
            .map(|t| t.literals(self.net, &|v| self.domains[v.index()]).into_iter().collect())
            .collect();
        let n = self.core.len();
        let over = self.explaining(&members);
        // Each candidate's part: how it meets the goal, and each truth.
        let part = |c: Literal| -> (u32, Vec<u32>) {
            let to_truth = |m: &BTreeSet<Literal>| {
                if m.contains(&c) { MEMBER } else { m.iter().fold(0, |bits, &d| bits | self.link(c, d, &over, swap)) }
            };
            (self.link(c, self.goal, &over, swap), members.iter().map(to_truth).collect())
        };
        let mut classes = BTreeMap::<(u32, Vec<u32>), u32>::new();
        for &c in &candidates {
            *classes.entry(part(c)).or_default() += 1;
        }
        let truth_colours = self.core.iter().map(|&t| 1000 + self.truth_bit(t, swap));
        let mut colours: Vec<u32> = vec![1];
        colours.extend(truth_colours);
        if n >= COARSE_FROM {
            let mut g = Graph::new(colours);
            for (goal, truths) in classes.keys() {
                for (i, _) in truths.iter().enumerate().filter(|(_, b)| **b == MEMBER) {
                    g.join(0, i + 1, u32::from(*goal != 0));
                    for (j, other) in truths.iter().enumerate().filter(|(j, _)| *j != i) {
                        g.join(i + 1, j + 1, u32::from(*other != 0));
                    }
                }
            }
            return g;
        }
        colours.extend(classes.values().map(|&count| 2 + u32::from(count > 1)));
        let mut g = Graph::new(colours);
        for (at, (goal, truths)) in classes.keys().enumerate() {
            let at = n + 1 + at;
            g.join(0, at, *goal);
            for (i, &bits) in truths.iter().enumerate() {
                g.join(i + 1, at, bits);
            }
        }
        // Relations of truths as such: the same value, the same house.
        for i in 0..n {
            for j in 0..i {
                if let (Truth::Rule { rule: r, part: Part::Value(v) }, Truth::Rule { rule: s, part: Part::Value(w) }) =
                    (self.core[i], self.core[j])
                {
                    g.join(i + 1, j + 1, 256 * u32::from(r == s) + 512 * u32::from(v == w));
                }
            }
        }
        g
    }

    /// The shape, and a measure of how plain it is: of several proofs of one removal, the least is
    /// the one to show.
    pub fn shape(&self) -> (Plainness, Shape) {
        let forms = [false, true].map(|swap| (self.family(swap), self.graph(swap).canonical()));
        let [a, b] = forms;
        let (family, form) = a.min(b);
        let kinds: BTreeSet<u32> = self.core.iter().map(|&t| self.truth_bit(t, false)).collect();
        let plainness = Plainness {
            size: self.core.len(),
            kinds: kinds.len(),
            houses: self.houses().len(),
            values: self.values().len(),
            candidates: self.candidates().len(),
        };
        let shape = Shape { size: self.core.len() as u8, family, form: fingerprint(&form) };
        (plainness, shape)
    }
}

/// How plain a proof is; the fields in the order of their weight.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Plainness {
    /// Truths.
    pub size: usize,
    /// Kinds of truths.
    pub kinds: usize,
    /// Distinct houses.
    pub houses: usize,
    /// Distinct values.
    pub values: u32,
    /// Candidates.
    pub candidates: usize,
}

/// FNV-1a over the words.
fn fingerprint(form: &[u32]) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in form.iter().flat_map(|w| w.to_le_bytes()) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{hash:016x}")
}
