//! A form as a technique: finds its instances on any board, each with the proof that it rests on.

use crate::cores::{RULED, limits};
use crate::facts::rules_of;
use crate::form::Form;
use crate::reason::argued;
use crate::rules_key::RulesKey;
use crate::sets::CoreSets;
use std::collections::BTreeSet;
use tesuji_solver::proof::{Proof, Prover};
use tesuji_solver::techniques::steps::{Ground, Marks, Parted, RuleClass, RuleGroup, Told, candidates};
use tesuji_solver::trial::TrialNet;
use tesuji_solver::{
    Because, Board, Deduction, Domain, Explainer, Flow, Limits, Literal, Network, Part, Phase, Row, RuleId, RuleKind,
    Say, Technique, Tier, Truth,
};

/// Assumptions of one look at a board.
const ASSUMPTIONS: u64 = 2_000_000;
/// Truths fired for one candidate, for forms of up to three truths, and of more. A rule as a whole
/// costs [`RULED`] times what a truth does, as in mining.
const FIRES: [u64; 2] = [6_000, 40_000];

/// A form that a person gave a name.
#[derive(Clone, Debug)]
pub struct Promoted {
    row: Row,
    words: String,
    form: String,
    size: usize,
    /// The search for forms of rules alone.
    group: Option<RuleGroup>,
    /// The classes of rules that the form is made of.
    classes: Vec<RuleClass>,
}

/// An instance of a form: what goes, and the core that shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Match {
    /// What goes.
    pub goals: Vec<Literal>,
    /// The core.
    pub core: Vec<Truth>,
}

impl Promoted {
    /// The technique of a form; `None` where there is no such form, or its proofs take further
    /// assumptions.
    pub fn new(form: &str, id: &str, name: &str, tier: Tier, score: u32) -> Option<Promoted> {
        let size = Form::size_of(form)?;
        let key: Option<RulesKey> = form.parse().ok();
        let most = fires(size) / RULED;
        let shape = key.as_ref().and_then(RulesKey::shape);
        let group = shape.map(|shape| RuleGroup::new(shape, most as u32));
        let classes = key.map_or_else(Vec::new, |key| key.classes().cloned().collect());
        let row = Row { is_slow: group.is_none(), ..promoted(id, name, tier, score) };
        Some(Promoted { row, words: String::new(), form: form.to_string(), size, group, classes })
    }

    /// The same with words that say what it is; they begin the wording of its steps.
    #[must_use]
    pub fn with_words(self, words: &str) -> Promoted {
        Promoted { words: words.trim().trim_end_matches('.').to_string(), ..self }
    }

    /// The form.
    pub fn form(&self) -> &str {
        &self.form
    }

    /// The search by groups of rules; `None` on a network with all-different rules, which take part
    /// in every proof.
    fn group(&self, net: &Network) -> Option<&RuleGroup> {
        let is_plain = || net.rule_ids().all(|id| net.rule(id).kind() != RuleKind::AllDifferent);
        self.group.as_ref().filter(|_| is_plain())
    }

    /// The truths that cores of the form are made of, where that is one vocabulary.
    fn among(&self, net: &TrialNet<'_>, goal: Literal) -> Vec<Option<Vec<bool>>> {
        let of = |is_in: &dyn Fn(&Truth) -> bool| Some(net.truths().iter().map(is_in).collect());
        let head = self.form.split('-').next().unwrap_or_default();
        match head {
            "naked" => vec![of(&|t| matches!(t, Truth::Cell(_)))],
            "fish" => {
                vec![of(&|t| matches!(t, Truth::Rule { part: Part::Value(v), .. } if *v == goal.value))]
            }
            "hidden" => {
                let houses = net.network().houses();
                let own = houses.of(goal.var).iter().map(|&h| houses.list()[usize::from(h)].rule);
                own.map(|own| of(&|t| matches!(t, Truth::Rule { rule, .. } if *rule == own))).collect()
            }
            _ => vec![None],
        }
    }

    /// Calls `found` with each instance on the candidates, by candidate, until it breaks. Where
    /// singles are left there is none: they come first.
    pub fn matches(&self, net: &Network, domains: &[Domain], found: &mut dyn FnMut(Match) -> Flow) -> Flow {
        self.matches_among(net, domains, &|_| true, found)
    }

    /// The same of those candidates that may go.
    fn matches_among(
        &self,
        net: &Network,
        domains: &[Domain],
        may_go: &dyn Fn(Literal) -> bool,
        found: &mut dyn FnMut(Match) -> Flow,
    ) -> Flow {
        if let Some(group) = self.group(net) {
            return group.each(net, domains, may_go, &mut |goal, rules| {
                let core = rules.iter().map(|&rule| Truth::Rule { rule, part: Part::Whole }).collect();
                found(Match { goals: vec![goal], core })
            });
        }
        let table = TrialNet::new(net);
        let bounds = Limits::default().with_nodes(ASSUMPTIONS);
        let Ok(mut prover) = Prover::new(&table, domains, &bounds) else { return Flow::Continue(()) };
        if prover.domains() != domains {
            return Flow::Continue(());
        }
        let goals = prover.refutable(1);
        let mut seen = BTreeSet::new();
        for &goal in goals.iter().filter(|&&goal| may_go(goal)) {
            for among in self.among(&table, goal) {
                let is_ruled = among.is_none() && !table.extra().is_empty();
                let fires = fires(self.size) / if is_ruled { RULED } else { 1 };
                let cores = prover.irreducible_cores(goal, self.size, among.as_deref(), &limits(fires)).cores;
                for core in cores.into_iter().filter(|c| c.len() == self.size) {
                    if seen.contains(&core) {
                        continue;
                    }
                    let Some(of_form) = self.goals(net, domains, &core, goal, &goals) else { continue };
                    seen.insert(core.clone());
                    found(Match { goals: of_form, core })?;
                }
            }
        }
        Flow::Continue(())
    }

    /// The candidates that the core strikes in this form, `goal` among them.
    fn goals(
        &self,
        net: &Network,
        domains: &[Domain],
        core: &[Truth],
        goal: Literal,
        all: &[Literal],
    ) -> Option<Vec<Literal>> {
        let Some(sets) = CoreSets::new(net, domains, core) else {
            return (Form::of(net, domains, core, goal).key == self.form).then(|| vec![goal]);
        };
        if sets.is_composite() || Form::of_sets(&sets, goal).key != self.form {
            return None;
        }
        let whole = (1 << core.len()) - 1;
        let is_alike = |l: &Literal| {
            *l == goal
                || (sets.all.binary_search(l).is_err()
                    && sets.refutes(*l, whole)
                    && Form::of_sets(&sets, *l).key == self.form)
        };
        Some(all.iter().copied().filter(is_alike).collect())
    }

    /// The proof of one removal of an instance.
    pub fn proof(net: &Network, domains: &[Domain], core: &[Truth], goal: Literal) -> Option<Proof> {
        let table = TrialNet::new(net);
        let mut prover = Prover::new(&table, domains, &Limits::default()).ok()?;
        prover.from_core(goal, core)
    }

    fn own_words(&self) -> Option<Say> {
        (!self.words.is_empty()).then(|| Say::Text(self.words.clone().into()))
    }

    /// What an instance rests on, in words: its truths, which leave no room.
    fn because(&self, net: &Network, domains: &[Domain], found: &Match) -> Because {
        let mut say: Vec<Say> = Vec::new();
        if !self.words.is_empty() {
            say.push(Say::Text(format!("{}: ", self.words).into()));
        }
        if let Some(houses) = rules_of(net, &found.core) {
            let rules = Say::Rules(houses.clone());
            say.extend([Say::Text("with ".into()), rules, Say::Text(" there is no other way".into())]);
            return Because { say, houses, ..Because::default() };
        }
        let (mut houses, mut pattern) = (Vec::new(), Vec::new());
        for (i, truth) in found.core.iter().enumerate() {
            if i > 0 {
                say.push(Say::Text(if i + 1 < found.core.len() { ", " } else { " and " }.into()));
            }
            match *truth {
                Truth::Cell(var) => say.push(Say::Vars(vec![var])),
                Truth::Rule { rule, part } => {
                    houses.push(rule);
                    if let Part::Value(value) = part {
                        say.extend([Say::Values(Domain::single(value)), Say::Text(" in ".into())]);
                    }
                    say.push(Say::Rule(rule));
                }
            }
            pattern.extend(truth.literals(net, &|v| domains[v.index()]));
        }
        say.push(Say::Text(" can't all be filled otherwise".into()));
        pattern.sort_unstable();
        pattern.dedup();
        houses.sort_unstable();
        houses.dedup();
        Because { say, pattern, houses, ..Because::default() }
    }
}

/// The row of a promoted technique that reads rules as sudoku's techniques do.
pub(crate) fn promoted(id: &str, name: &str, tier: Tier, score: u32) -> Row {
    Row::named(id, name, tier, score).reading(&[RuleKind::AllDifferent], Phase::Pattern)
}

/// Truths fired for one candidate of a form of so many truths.
fn fires(size: usize) -> u64 {
    FIRES[usize::from(size > 3)]
}

impl Technique for Promoted {
    fn row(&self) -> &Row {
        &self.row
    }
    fn lacks(&self, net: &Network) -> Option<String> {
        let missing = self.classes.iter().find(|class| !net.rule_ids().any(|rule| class.has(net, rule)));
        missing.map(RuleClass::to_string)
    }
    fn parted(&self) -> Option<&dyn Parted> {
        Some(self)
    }
    fn explain(&self, at: &Board<'_>, step: &Deduction, with: &mut Explainer<'_>) -> Vec<Deduction> {
        let (net, rules) = (at.network(), &step.because.houses);
        // Candidates exclude each other by houses that are no truths of the form.
        let takes = |rule: RuleId| rules.contains(&rule) || net.rule(rule).kind() == RuleKind::AllDifferent;
        let is_plain = step.because.pattern.is_empty();
        let say = if is_plain { self.own_words().into_iter().collect() } else { step.because.say.clone() };
        argued(step, &candidates(at), with, &takes, say)
    }
    fn find(&self, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
        let net = at.network();
        let domains = candidates(at);
        let may_go = |goal: Literal| !at.store().is_irrefutable(goal);
        self.matches_among(net, &domains, &may_go, &mut |m| {
            let because = self.because(net, &domains, &m);
            let step = Deduction::remove(&self.row.id, m.goals.iter().map(|l| (l.var, l.value)), because);
            let Some(step) = step else { return Flow::Continue(()) };
            let is_of_rules = !self.classes.is_empty();
            found(if is_of_rules { step.with_places(|var| domains[var.index()]) } else { step })
        })
    }
}

impl Parted for Promoted {
    fn parts(&self, net: &Network, marks: &mut Marks) -> Vec<tesuji_solver::techniques::steps::Part> {
        match self.group(net) {
            Some(group) => group.parts(net, marks),
            None => vec![tesuji_solver::techniques::steps::Part::default()],
        }
    }

    fn conclude(
        &self,
        ground: &mut Ground<'_>,
        part: &tesuji_solver::techniques::steps::Part,
        told: &mut Told<'_>,
    ) -> Flow {
        match self.group(ground.network()) {
            Some(group) => group.conclude(ground, part, told),
            None => ground.conclude_by(self, told),
        }
    }

    fn deduction(&self, ground: &Ground<'_>) -> Deduction {
        let mut step = ground.deduction(&self.row.id);
        if let (Some(_), net) = (self.group(ground.network()), ground.network()) {
            let core = ground.about().iter().map(|&rule| Truth::Rule { rule, part: Part::Whole }).collect();
            step.because = self.because(net, ground.store().domains(), &Match { goals: Vec::new(), core });
        }
        step
    }
}
