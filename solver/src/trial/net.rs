//! A network's candidates and truths as flat tables: what trials and proofs run on.

use crate::{Domain, Literal, Network, Part, RuleId, RuleKind, Truth, Value, Var};

/// Index of a candidate in a [`TrialNet`].
pub type LitId = u32;

/// Index of a truth in a [`TrialNet`].
pub type TruthId = u32;

/// Rows of different lengths in one flat array.
#[derive(Clone, Debug, Default)]
struct Rows<T> {
    ends: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy> Rows<T> {
    fn push(&mut self, row: impl IntoIterator<Item = T>) {
        self.items.extend(row);
        self.ends.push(self.items.len() as u32);
    }

    #[inline]
    fn row(&self, i: usize) -> &[T] {
        let start = if i == 0 { 0 } else { self.ends[i - 1] as usize };
        &self.items[start..self.ends[i] as usize]
    }
}

/// A word of a bit set and the bits in it.
pub(crate) type Bits = (u32, u64);

/// The candidates of a network (from its initial domains), the truths over them (one per variable,
/// one per value and house that must hold it), and which candidates exclude each other.
///
/// Rules that are not all-different are kept aside and run through their `prune`.
#[derive(Clone, Debug)]
pub struct TrialNet<'n> {
    net: &'n Network,
    literals: Vec<Literal>,
    first: Vec<LitId>,
    truths: Vec<Truth>,
    truths_of: Rows<TruthId>,
    members: Rows<Bits>,
    links: Rows<Bits>,
    extra: Vec<RuleId>,
}

impl<'n> TrialNet<'n> {
    /// The tables of `net`.
    pub fn new(net: &'n Network) -> Self {
        let mut literals = Vec::new();
        let mut first = Vec::with_capacity(net.len());
        for var in net.vars() {
            first.push(literals.len() as LitId);
            literals.extend(net.domains()[var.index()].iter().map(|value| Literal { var, value }));
        }
        let mut out = TrialNet {
            net,
            literals,
            first,
            truths: Vec::new(),
            truths_of: Rows::default(),
            members: Rows::default(),
            links: Rows::default(),
            extra: net.rule_ids().filter(|&id| net.rule(id).kind() != RuleKind::AllDifferent).collect(),
        };
        out.add_truths();
        out.add_links();
        out
    }

    fn add_truths(&mut self) {
        let net = self.net;
        let mut of = vec![Vec::new(); self.literals.len()];
        let cells = net.vars().map(Truth::Cell);
        let in_houses = net
            .houses()
            .list()
            .iter()
            .flat_map(|h| h.covers.iter().map(|value| Truth::Rule { rule: h.rule, part: Part::Value(value) }));
        for (id, truth) in cells.chain(in_houses).enumerate() {
            let members = truth.literals(net, &|v| net.domains()[v.index()]);
            let mut ids: Vec<LitId> = members.iter().filter_map(|&l| self.id(l)).collect();
            ids.sort_unstable();
            for &l in &ids {
                of[l as usize].push(id as TruthId);
            }
            self.members.push(words(&ids));
            self.truths.push(truth);
        }
        for row in of {
            self.truths_of.push(row);
        }
    }

    fn add_links(&mut self) {
        for i in 0..self.literals.len() {
            let Literal { var, value } = self.literals[i];
            let mut ids: Vec<LitId> = self.literals_of(var).filter(|&l| l as usize != i).collect();
            let peers = self.net.houses().peers(var).iter();
            ids.extend(peers.filter_map(|var| self.id(Literal { var, value })));
            ids.sort_unstable();
            self.links.push(words(&ids));
        }
    }

    /// The network.
    pub fn network(&self) -> &'n Network {
        self.net
    }

    /// Number of candidates.
    pub fn len(&self) -> usize {
        self.literals.len()
    }

    /// Are there no candidates?
    pub fn is_empty(&self) -> bool {
        self.literals.is_empty()
    }

    /// Words of a bit set over the candidates.
    pub(crate) fn words(&self) -> usize {
        self.literals.len().div_ceil(64)
    }

    /// The candidate behind an index.
    #[inline]
    pub fn literal(&self, id: LitId) -> Literal {
        self.literals[id as usize]
    }

    /// The index of a candidate; `None` when the network's initial domains don't have it.
    #[inline]
    pub fn id(&self, literal: Literal) -> Option<LitId> {
        let domain = *self.net.domains().get(literal.var.index())?;
        let below = Domain(domain.0 & Domain::single(literal.value).0.wrapping_sub(1));
        domain.contains(literal.value).then(|| self.first[literal.var.index()] + below.len())
    }

    /// The candidates of a variable.
    pub fn literals_of(&self, var: Var) -> std::ops::Range<LitId> {
        let end = self.first.get(var.index() + 1).copied().unwrap_or(self.literals.len() as LitId);
        self.first[var.index()]..end
    }

    /// All truths; the first ones are the variables', in order.
    pub fn truths(&self) -> &[Truth] {
        &self.truths
    }

    /// The index of a truth.
    pub fn truth_id(&self, truth: Truth) -> Option<TruthId> {
        match truth {
            Truth::Cell(var) => (var.index() < self.net.len()).then_some(var.0),
            other => self.truths.iter().position(|&t| t == other).map(|i| i as TruthId),
        }
    }

    /// Truths that a candidate would satisfy.
    #[inline]
    pub fn truths_of(&self, id: LitId) -> &[TruthId] {
        self.truths_of.row(id as usize)
    }

    /// Members of a truth as bits.
    #[inline]
    pub(crate) fn members(&self, truth: TruthId) -> &[Bits] {
        self.members.row(truth as usize)
    }

    /// Candidates that a candidate excludes, as bits.
    #[inline]
    pub(crate) fn links(&self, id: LitId) -> &[Bits] {
        self.links.row(id as usize)
    }

    /// Does one candidate exclude the other (same variable, or same value in one all-different
    /// rule)?
    pub fn excludes(&self, a: LitId, b: LitId) -> bool {
        self.links(a).iter().any(|&(w, m)| w == b / 64 && m >> (b % 64) & 1 == 1)
    }

    /// The rules that are run through `prune`.
    pub fn extra(&self) -> &[RuleId] {
        &self.extra
    }
}

/// A sorted list of indices as words of a bit set.
fn words(ids: &[LitId]) -> Vec<Bits> {
    let mut out: Vec<Bits> = Vec::new();
    for &id in ids {
        let (w, bit) = (id / 64, 1u64 << (id % 64));
        match out.last_mut() {
            Some(last) if last.0 == w => last.1 |= bit,
            _ => out.push((w, bit)),
        }
    }
    out
}

/// The indices in a bit set, rising.
pub(crate) fn ones(words: &[u64]) -> impl Iterator<Item = LitId> + '_ {
    words.iter().enumerate().flat_map(|(i, &w)| Domain(w).iter().map(move |b: Value| i as LitId * 64 + LitId::from(b)))
}
