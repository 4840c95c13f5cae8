//! Rules on candidates as words.

use super::lines::LineRule;
use super::webs::{Scratch, Web};
use crate::rules::RuleSpec;
use crate::{Domain, Literal, Origin, RuleId, Value, Var};

/// The variables and rules of a puzzle, before there is a network.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stated {
    /// By variable.
    pub domains: Vec<Domain>,
    /// In the order of the network's rules.
    pub rules: Vec<(RuleSpec, Option<Origin>)>,
}

impl Stated {
    /// Does a rule that can't be left out list tuples or forbid cycles? Where one board serves many
    /// sets of clues, tables already hold the conclusions of such a rule, which is faster than
    /// words.
    pub fn has_lists_or_cycles(&self, switched: &[RuleId]) -> bool {
        let slow = |spec: &RuleSpec| {
            matches!(spec, RuleSpec::Table { .. } | RuleSpec::Placements { .. } | RuleSpec::Acyclic { .. })
        };
        let mut rules = (0..).map(RuleId).zip(&self.rules);
        rules.any(|(id, (spec, _))| slow(spec) && !switched.contains(&id))
    }
}

/// A set of variables.
pub(super) type Set<const W: usize> = [u64; W];

/// Candidates, by rank: the variables that may still take the value of this rank in their domain.
pub(super) type Planes<const V: usize, const W: usize> = [Set<W>; V];

/// The candidates contradict a rule.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contradiction;

/// The bit of a variable in a [`Set`].
#[derive(Clone, Copy, Debug)]
pub(super) struct VarBit {
    pub(super) word: usize,
    pub(super) bit: u64,
}

impl VarBit {
    #[inline]
    pub(super) fn of(var: usize) -> VarBit {
        VarBit { word: var / 64, bit: 1 << (var % 64) }
    }
}

#[inline]
pub(super) fn meets<const W: usize>(a: &Set<W>, b: &Set<W>) -> bool {
    (0..W).any(|w| a[w] & b[w] != 0)
}

#[inline]
pub(super) fn count<const W: usize>(set: &Set<W>) -> u32 {
    set.iter().map(|word| word.count_ones()).sum()
}

#[inline]
pub(super) fn join<const W: usize>(to: &mut Set<W>, with: &Set<W>) {
    (0..W).for_each(|w| to[w] |= with[w]);
}

/// The variables of a set.
#[inline]
pub(super) fn each<const W: usize>(set: &Set<W>, mut call: impl FnMut(usize)) {
    for (w, &word) in set.iter().enumerate() {
        let mut left = word;
        while left != 0 {
            call(w * 64 + left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }
}

/// A rule on candidates as words.
#[derive(Clone, Debug)]
pub(super) struct MaskRule<const V: usize, const W: usize> {
    /// The variables that it speaks of.
    pub(super) scope: Set<W>,
    pub(super) form: RuleForm<V, W>,
}

/// The demand of a rule, in a form that prunes words.
#[derive(Clone, Debug)]
pub(super) enum RuleForm<const V: usize, const W: usize> {
    Bounds(Bounds<V, W>),
    Tuples(Tuples),
    Connected(Web<V, W>),
    Acyclic(Web<V, W>),
    Runs(LineRule<V, W>),
    /// The rule has no such form.
    Unknown,
}

/// The candidates by which a variable counts, and its other candidates.
#[derive(Clone, Debug)]
pub(super) struct Sides<const V: usize, const W: usize> {
    pub(super) counted: Planes<V, W>,
    pub(super) other: Planes<V, W>,
}

impl<const V: usize, const W: usize> Sides<V, W> {
    /// The variables that may count, and those that may not.
    #[inline]
    pub(super) fn of(&self, planes: &Planes<V, W>) -> (Set<W>, Set<W>) {
        let (mut may, mut may_not) = ([0; W], [0; W]);
        for (plane, (counted, other)) in planes.iter().zip(self.counted.iter().zip(&self.other)) {
            (0..W).for_each(|w| {
                may[w] |= plane[w] & counted[w];
                may_not[w] |= plane[w] & other[w];
            });
        }
        (may, may_not)
    }

    /// Makes variables count, or not.
    #[inline]
    pub(super) fn set(&self, planes: &mut Planes<V, W>, vars: &Set<W>, counts: bool) {
        let gone = if counts { &self.other } else { &self.counted };
        for (plane, gone) in planes.iter_mut().zip(gone) {
            (0..W).for_each(|w| plane[w] &= !(gone[w] & vars[w]));
        }
    }
}

/// A rule: the number of variables that count lies between two bounds.
#[derive(Clone, Debug)]
pub(super) struct Bounds<const V: usize, const W: usize> {
    sides: Sides<V, W>,
    size: u32,
    low: u32,
    high: u32,
}

impl<const V: usize, const W: usize> Bounds<V, W> {
    #[inline]
    fn prune(&self, planes: &mut Planes<V, W>) -> Result<Set<W>, Contradiction> {
        let (may, may_not) = self.sides.of(planes);
        let (possible, sure) = (count(&may), self.size - count(&may_not));
        if self.low > self.high || sure > self.high || possible < self.low {
            return Err(Contradiction);
        }
        if sure == possible || (sure < self.high && possible > self.low) {
            return Ok([0; W]);
        }
        let open = std::array::from_fn(|w| may[w] & may_not[w]);
        self.sides.set(planes, &open, sure != self.high);
        Ok(open)
    }
}

/// A rule: one of some lists of candidates holds as a whole.
#[derive(Clone, Debug)]
pub(super) struct Tuples {
    vars: Vec<VarBit>,
    /// By list: the candidates that it names, and all candidates of the variables that it does not
    /// name. A candidate is a bit.
    tuples: Vec<(u64, u64)>,
}

impl Tuples {
    fn prune<const V: usize, const W: usize>(&self, planes: &mut Planes<V, W>) -> Result<Set<W>, Contradiction> {
        let mut now = 0_u64;
        for (i, at) in self.vars.iter().enumerate() {
            for (k, plane) in planes.iter().enumerate() {
                now |= u64::from(plane[at.word] & at.bit != 0) << (i * V + k);
            }
        }
        let (mut keep, mut any) = (0, false);
        for &(named, free) in &self.tuples {
            if named & !now == 0 {
                keep |= named | free;
                any = true;
            }
        }
        if !any {
            return Err(Contradiction);
        }
        let (mut gone, mut changed) = (now & !keep, [0; W]);
        while gone != 0 {
            let (i, k) = (gone.trailing_zeros() as usize / V, gone.trailing_zeros() as usize % V);
            gone &= gone - 1;
            let at = self.vars[i];
            planes[k][at.word] &= !at.bit;
            changed[at.word] |= at.bit;
        }
        Ok(changed)
    }
}

/// The rank of a value within a domain.
pub(super) fn rank(domain: Domain, value: Value) -> Option<usize> {
    domain.contains(value).then(|| (domain.0 & ((1 << value) - 1)).count_ones() as usize)
}

/// Compiles rules.
pub(super) struct Compiler<'d> {
    pub(super) domains: &'d [Domain],
}

impl Compiler<'_> {
    /// The rule on words. Its form is [`RuleForm::Unknown`] where it has none.
    pub(super) fn rule<const V: usize, const W: usize>(&self, spec: &RuleSpec) -> MaskRule<V, W> {
        let form = match spec {
            RuleSpec::Count { vars, values, low, high } => self
                .sides(vars, |_| *values)
                .map(|sides| RuleForm::Bounds(Bounds { sides, size: vars.len() as u32, low: *low, high: *high })),
            RuleSpec::Clause { literals } => self.clause(literals),
            RuleSpec::Table { vars, tuples } => {
                let of =
                    |tuple: &Vec<Value>| vars.iter().zip(tuple).map(|(&var, &value)| Literal { var, value }).collect();
                let tuples: Vec<Vec<Literal>> = tuples.iter().map(of).collect();
                self.tuples::<V>(vars, &tuples).map(RuleForm::Tuples)
            }
            RuleSpec::Placements { placements } => {
                let mut vars: Vec<Var> = placements.iter().flatten().map(|l| l.var).collect();
                vars.sort_unstable();
                vars.dedup();
                self.tuples::<V>(&vars, placements).map(RuleForm::Tuples)
            }
            RuleSpec::Connected { vars, values, edges } => self.web(vars, *values, edges, &[]).map(RuleForm::Connected),
            RuleSpec::Acyclic { vars, values, edges, border } => {
                self.web(vars, *values, edges, border).map(RuleForm::Acyclic)
            }
            RuleSpec::Runs { vars, values, lengths } => self.sides(vars, |_| *values).and_then(|sides| {
                let at = vars.iter().map(|var| VarBit::of(var.index())).collect();
                LineRule::new(sides, at, lengths).map(RuleForm::Runs)
            }),
            _ => None,
        };
        let mut scope = [0; W];
        match (&form, spec) {
            (None, _) => {}
            (_, RuleSpec::Count { vars, .. } | RuleSpec::Table { vars, .. }) => self.add(&mut scope, vars),
            (_, RuleSpec::Connected { vars, .. } | RuleSpec::Acyclic { vars, .. } | RuleSpec::Runs { vars, .. }) => {
                self.add(&mut scope, vars)
            }
            (_, RuleSpec::Clause { literals }) => literals.iter().for_each(|(l, _)| self.add(&mut scope, &[l.var])),
            (_, RuleSpec::Placements { placements }) => {
                placements.iter().flatten().for_each(|l| self.add(&mut scope, &[l.var]));
            }
            _ => {}
        }
        MaskRule { scope, form: form.unwrap_or(RuleForm::Unknown) }
    }

    fn add<const W: usize>(&self, scope: &mut Set<W>, vars: &[Var]) {
        for var in vars {
            let at = VarBit::of(var.index());
            scope[at.word] |= at.bit;
        }
    }

    /// The candidates by which variables count. Returns `None` if a variable does not exist, or is
    /// listed twice.
    fn sides<const V: usize, const W: usize>(
        &self,
        vars: &[Var],
        values: impl Fn(Var) -> Domain,
    ) -> Option<Sides<V, W>> {
        let (mut sides, mut seen) = (Sides { counted: [[0; W]; V], other: [[0; W]; V] }, [0; W]);
        for &var in vars {
            let (domain, at) = (*self.domains.get(var.index())?, VarBit::of(var.index()));
            if seen[at.word] & at.bit != 0 {
                return None;
            }
            seen[at.word] |= at.bit;
            let counted = values(var);
            for (k, value) in domain.iter().enumerate() {
                let side = if counted.contains(value) { &mut sides.counted } else { &mut sides.other };
                side[k][at.word] |= at.bit;
            }
        }
        Some(sides)
    }

    fn clause<const V: usize, const W: usize>(&self, literals: &[(Literal, bool)]) -> Option<RuleForm<V, W>> {
        let mut vars: Vec<Var> = Vec::with_capacity(literals.len());
        for (l, _) in literals {
            if !vars.contains(&l.var) {
                vars.push(l.var);
            }
        }
        let satisfying = |var: Var| {
            let own = literals.iter().filter(|(l, _)| l.var == var && l.value < 64);
            own.fold(Domain::EMPTY, |all, (l, sign)| {
                let single = Domain::single(l.value);
                all | if *sign { single } else { Domain(!single.0) }
            })
        };
        let (sides, size) = (self.sides(&vars, satisfying)?, vars.len() as u32);
        Some(RuleForm::Bounds(Bounds { sides, size, low: 1, high: size }))
    }

    fn tuples<const V: usize>(&self, vars: &[Var], tuples: &[Vec<Literal>]) -> Option<Tuples> {
        if vars.len() * V > 64 {
            return None;
        }
        let (mut seen, mut all) = (Vec::with_capacity(vars.len()), 0);
        for (i, var) in vars.iter().enumerate() {
            if seen.contains(var) {
                return None;
            }
            seen.push(*var);
            all |= ((1 << self.domains.get(var.index())?.len()) - 1) << (i * V);
        }
        let mut of = Vec::with_capacity(tuples.len());
        'tuples: for tuple in tuples {
            let (mut named, mut spoken) = (0_u64, 0_u64);
            for l in tuple {
                let i = vars.iter().position(|var| *var == l.var)?;
                let Some(k) = rank(self.domains[l.var.index()], l.value) else { continue 'tuples };
                named |= 1 << (i * V + k);
                spoken |= ((1 << V) - 1) << (i * V);
            }
            // Two candidates of one variable can't both hold.
            let twice = (0..vars.len()).any(|i| (named >> (i * V) & ((1 << V) - 1)).count_ones() > 1);
            if !twice {
                of.push((named, all & !spoken));
            }
        }
        Some(Tuples { vars: vars.iter().map(|var| VarBit::of(var.index())).collect(), tuples: of })
    }

    fn web<const V: usize, const W: usize>(
        &self,
        vars: &[Var],
        values: Domain,
        edges: &[[u32; 2]],
        border: &[u32],
    ) -> Option<Web<V, W>> {
        let sides = self.sides(vars, |_| values)?;
        let var = |place: &u32| vars.get(*place as usize).map(|var| var.index());
        let ends = edges.iter().map(|[a, b]| Some([var(a)?, var(b)?])).collect::<Option<Vec<_>>>()?;
        let border = border.iter().map(var).collect::<Option<Vec<_>>>()?;
        Web::new(sides, self.domains.len(), &ends, &border)
    }
}

impl<const V: usize, const W: usize> MaskRule<V, W> {
    /// Is it about a graph? Such rules take longer to prune.
    #[inline]
    pub(super) fn is_of_graph(&self) -> bool {
        matches!(self.form, RuleForm::Connected(_) | RuleForm::Acyclic(_))
    }

    /// Has it a form on words?
    pub(super) fn is_known(&self) -> bool {
        !matches!(self.form, RuleForm::Unknown)
    }

    /// Does what the rule's own `prune` does. Returns the variables that lose candidates.
    #[inline]
    pub(super) fn prune(&self, planes: &mut Planes<V, W>, scratch: &mut Scratch) -> Result<Set<W>, Contradiction> {
        match &self.form {
            RuleForm::Bounds(bounds) => bounds.prune(planes),
            RuleForm::Tuples(tuples) => tuples.prune(planes),
            RuleForm::Connected(web) => web.connect(planes, scratch),
            RuleForm::Acyclic(web) => web.forbid_cycles(planes, scratch),
            RuleForm::Runs(line) => line.prune(planes),
            RuleForm::Unknown => Ok([0; W]),
        }
    }
}
