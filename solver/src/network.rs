//! Constraint networks: variables with domains, rules over them.

use crate::packed::Shape;
use crate::rules::RuleSpec;
use crate::{Domain, Encoding, HouseKind, Houses, Rule, RuleId, RuleKind, Value, Var};
use std::sync::{Arc, OnceLock};

/// A rule that does not fit its network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetworkError {
    /// A scope names a variable that does not exist.
    #[error("{kind:?} rule: variable {var} does not exist (the network has {len})")]
    NoSuchVar {
        /// The rule's kind.
        kind: RuleKind,
        /// The variable named.
        var: u32,
        /// How many there are.
        len: usize,
    },
    /// A scope names a variable twice.
    #[error("{kind:?} rule: variable {var} stands twice in the scope")]
    Twice {
        /// The rule's kind.
        kind: RuleKind,
        /// The variable.
        var: u32,
    },
    /// The rule's data is malformed.
    #[error("{kind:?} rule: {why}")]
    Malformed {
        /// The rule's kind.
        kind: RuleKind,
        /// What is wrong.
        why: String,
    },
}

#[derive(Clone, Debug)]
struct Entry {
    spec: RuleSpec,
    rule: Arc<dyn Rule>,
    house: HouseKind,
    origin: Option<Origin>,
    implied: bool,
}

/// What a rule comes from, in the numbering of its genre: the class of rules (clues, corners,
/// rows), and the place. Words, marks and techniques read it; solvers don't.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Origin {
    /// The class of rules.
    pub class: u16,
    /// The number of the place.
    pub place: u32,
}

/// Variables with bit-mask domains, and rules.
#[derive(Clone, Debug, Default)]
pub struct Network {
    domains: Vec<Domain>,
    /// Shared between clones until one adds a rule.
    entries: Arc<Vec<Entry>>,
    by_var: Arc<Vec<Vec<RuleId>>>,
    houses: OnceLock<Arc<Houses>>,
    shape: OnceLock<Option<Arc<Shape>>>,
    /// The names of the classes of rules, by number.
    classes: Arc<[String]>,
}

impl Network {
    /// No variables, no rules.
    pub fn new() -> Self {
        Self::default()
    }

    /// `n` variables of one domain.
    pub fn with_vars(n: usize, domain: Domain) -> Self {
        Network { domains: vec![domain; n], by_var: Arc::new(vec![Vec::new(); n]), ..Self::default() }
    }

    /// Adds a variable.
    pub fn add_var(&mut self, domain: Domain) -> Var {
        (self.houses, self.shape) = (OnceLock::new(), OnceLock::new());
        self.domains.push(domain);
        Arc::make_mut(&mut self.by_var).push(Vec::new());
        Var(self.domains.len() as u32 - 1)
    }

    /// Replaces a variable's initial domain (a given: a single value).
    pub fn set_domain(&mut self, var: Var, domain: Domain) {
        self.domains[var.index()] = domain;
    }

    /// Adds a rule.
    ///
    /// # Errors
    /// [`NetworkError`] when the scope or the data do not fit.
    pub fn add(&mut self, spec: RuleSpec) -> Result<RuleId, NetworkError> {
        self.add_house(spec, HouseKind::Other)
    }

    /// Adds a rule with what it is to a person (rows, columns, boxes).
    ///
    /// # Errors
    /// [`NetworkError`] when the scope or the data do not fit.
    pub fn add_house(&mut self, spec: RuleSpec, house: HouseKind) -> Result<RuleId, NetworkError> {
        let rule = spec.build()?;
        let mut seen = crate::VarSet::new();
        for &v in rule.scope() {
            if v.index() >= self.domains.len() {
                return Err(NetworkError::NoSuchVar { kind: rule.kind(), var: v.0, len: self.domains.len() });
            }
            if seen.contains(v) {
                return Err(NetworkError::Twice { kind: rule.kind(), var: v.0 });
            }
            seen.insert(v);
        }
        let id = RuleId(self.entries.len() as u32);
        let by_var = Arc::make_mut(&mut self.by_var);
        for &v in rule.scope() {
            by_var[v.index()].push(id);
        }
        (self.houses, self.shape) = (OnceLock::new(), OnceLock::new());
        Arc::make_mut(&mut self.entries).push(Entry { spec, rule, house, origin: None, implied: false });
        Ok(id)
    }

    /// Puts another implementation of a rule in its place: one with a planted fault, for tests of the
    /// checks that must find it.
    ///
    /// # Errors
    /// [`NetworkError::Malformed`] if its scope is another one.
    pub fn replace_rule(&mut self, id: RuleId, rule: Arc<dyn Rule>) -> Result<(), NetworkError> {
        let entry = &mut Arc::make_mut(&mut self.entries)[id.index()];
        if entry.rule.scope() != rule.scope() {
            return Err(NetworkError::Malformed { kind: rule.kind(), why: "another scope".into() });
        }
        entry.rule = rule;
        Ok(())
    }

    /// Adds a rule with what it comes from.
    ///
    /// # Errors
    /// [`NetworkError`] when the scope or the data do not fit.
    pub fn add_from(&mut self, spec: RuleSpec, origin: Origin) -> Result<RuleId, NetworkError> {
        let id = self.add(spec)?;
        Arc::make_mut(&mut self.entries)[id.index()].origin = Some(origin);
        Ok(id)
    }

    /// Says what a rule comes from.
    pub fn set_origin(&mut self, id: RuleId, origin: Origin) {
        Arc::make_mut(&mut self.entries)[id.index()].origin = Some(origin);
    }

    /// Marks a rule that others imply: techniques and the referee read it, the learning engine
    /// leaves it out.
    pub fn mark_implied(&mut self, id: RuleId) {
        Arc::make_mut(&mut self.entries)[id.index()].implied = true;
    }

    /// Do other rules imply it?
    pub fn is_implied(&self, id: RuleId) -> bool {
        self.entries[id.index()].implied
    }

    /// What a rule comes from, where its genre said so.
    pub fn origin(&self, id: RuleId) -> Option<Origin> {
        self.entries[id.index()].origin
    }

    /// Names the classes of rules, by number.
    pub fn name_classes(&mut self, names: &Arc<[String]>) {
        self.classes = Arc::clone(names);
    }

    /// The name of the class that a rule comes from, where its genre names it.
    pub fn class_name(&self, id: RuleId) -> Option<&str> {
        self.classes.get(usize::from(self.origin(id)?.class)).map(String::as_str)
    }

    /// The same network without some rules; the others keep their order.
    #[must_use]
    pub fn without(&self, is_out: &dyn Fn(RuleId) -> bool) -> Network {
        if !self.rule_ids().any(is_out) {
            return self.clone();
        }
        let kept = self.rule_ids().filter(|&id| !is_out(id)).map(|id| self.entries[id.index()].clone());
        let entries: Vec<Entry> = kept.collect();
        let mut by_var = vec![Vec::new(); self.len()];
        for (entry, id) in entries.iter().zip((0..).map(RuleId)) {
            entry.rule.scope().iter().for_each(|var| by_var[var.index()].push(id));
        }
        let (entries, by_var) = (Arc::new(entries), Arc::new(by_var));
        Network {
            entries,
            by_var,
            houses: OnceLock::new(),
            shape: OnceLock::new(),
            domains: self.domains.clone(),
            classes: self.classes.clone(),
        }
    }

    /// A network with the variables of one, and rules of networks with the same variables, in this
    /// order.
    #[must_use]
    pub fn of_rules<'n>(of: &Network, rules: impl Iterator<Item = (&'n Network, RuleId)>) -> Network {
        let entries: Vec<Entry> = rules.map(|(network, id)| network.entries[id.index()].clone()).collect();
        let mut by_var = vec![Vec::new(); of.len()];
        for (entry, id) in entries.iter().zip((0..).map(RuleId)) {
            entry.rule.scope().iter().for_each(|var| by_var[var.index()].push(id));
        }
        let (entries, by_var) = (Arc::new(entries), Arc::new(by_var));
        let (houses, shape) = (OnceLock::new(), OnceLock::new());
        Network { entries, by_var, houses, shape, domains: of.domains.clone(), classes: of.classes.clone() }
    }

    /// Can a backend take every rule that knows only what [`Rule::encode`] says?
    ///
    /// # Errors
    /// The first kind that it can't take.
    pub fn is_encoded(&self) -> Result<(), RuleKind> {
        let refused = self.entries.iter().find(|e| e.rule.encoding() == Encoding::None);
        refused.map_or(Ok(()), |e| Err(e.rule.kind()))
    }

    /// A network of one rule of this one, its scope renamed to the variables 0, 1, … with the
    /// domains given: a call of the rule costs its scope there, and not the whole network.
    pub(crate) fn alone(&self, id: RuleId, domain: impl Fn(Var) -> Domain) -> Option<Network> {
        let vars = self.rule(id).scope();
        let mut alone = Network::new();
        for &var in vars {
            alone.add_var(domain(var));
        }
        let place = |var: Var| Var(vars.iter().position(|&v| v == var).unwrap_or(0) as u32);
        // The same rule over renamed variables is well formed as it was.
        alone.add(self.spec(id).map_vars(place)).ok()?;
        Some(alone)
    }

    /// Number of variables.
    pub fn len(&self) -> usize {
        self.domains.len()
    }

    /// Are there no variables?
    pub fn is_empty(&self) -> bool {
        self.domains.is_empty()
    }

    /// Initial domains, by variable.
    pub fn domains(&self) -> &[Domain] {
        &self.domains
    }

    /// All variables.
    pub fn vars(&self) -> impl Iterator<Item = Var> + use<> {
        (0..self.domains.len() as u32).map(Var)
    }

    /// All rules, in the order of adding.
    pub fn rule_ids(&self) -> impl ExactSizeIterator<Item = RuleId> + use<> {
        (0..self.entries.len() as u32).map(RuleId)
    }

    /// A rule's behaviour.
    pub fn rule(&self, id: RuleId) -> &dyn Rule {
        &*self.entries[id.index()].rule
    }

    /// A rule's data.
    pub fn spec(&self, id: RuleId) -> &RuleSpec {
        &self.entries[id.index()].spec
    }

    /// What a rule is to a person.
    pub fn house_kind(&self, id: RuleId) -> HouseKind {
        self.entries[id.index()].house
    }

    /// The rules that speak of `var`.
    pub fn rules_of(&self, var: Var) -> &[RuleId] {
        &self.by_var[var.index()]
    }

    /// The all-different rules as houses; made once.
    pub fn houses(&self) -> &Houses {
        self.houses.get_or_init(|| Arc::new(Houses::of_network(self)))
    }

    /// The network as packed candidates see it, if they can; made once.
    pub(crate) fn shape(&self) -> Option<&Shape> {
        self.shape.get_or_init(|| Shape::of(self).map(Arc::new)).as_deref()
    }

    /// Is the network a grid of houses, on which candidates are packed? Steps there name no reasons.
    pub fn is_packed(&self) -> bool {
        self.shape().is_some()
    }

    /// Do all rules hold, and is every value in its initial domain? The referee of all solvers.
    pub fn holds(&self, values: &[Value]) -> bool {
        values.len() == self.len()
            && self.domains.iter().zip(values).all(|(d, &v)| d.contains(v))
            && self.entries.iter().all(|e| e.rule.holds(&|v| values[v.index()]))
    }

    /// The first rule that the values break.
    pub fn broken_rule(&self, values: &[Value]) -> Option<RuleId> {
        let at = |v: Var| values[v.index()];
        self.rule_ids().find(|&id| !self.rule(id).holds(&at))
    }
}
