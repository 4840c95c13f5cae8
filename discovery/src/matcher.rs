//! A form as a technique: finds its instances on any board, each with the proof that it rests on.

use crate::cores::limits;
use crate::form::Form;
use crate::sets::CoreSets;
use std::collections::BTreeSet;
use tesuji_solver::proof::{Proof, Prover};
use tesuji_solver::trial::TrialNet;
use tesuji_solver::{
    Because, Board, Deduction, Domain, Flow, Limits, Literal, Network, Part, Say, Technique, TechniqueId, Tier, Truth,
};

/// Assumptions of one look at a board.
const ASSUMPTIONS: u64 = 2_000_000;
/// Truths fired for one candidate, for forms of up to three truths, and of more.
const FIRES: [u64; 2] = [6_000, 40_000];

/// A form that a person gave a name.
#[derive(Clone, Debug)]
pub struct Promoted {
    id: TechniqueId,
    name: &'static str,
    tier: Tier,
    score: u32,
    form: String,
    size: usize,
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
        // Techniques live as long as the program: their names do too.
        let name = Box::leak(name.to_string().into_boxed_str());
        Some(Promoted { id: TechniqueId(id.to_string().into()), name, tier, score, form: form.to_string(), size })
    }

    /// The form.
    pub fn form(&self) -> &str {
        &self.form
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
        let table = TrialNet::new(net);
        let bounds = Limits::default().with_nodes(ASSUMPTIONS);
        let Ok(mut prover) = Prover::new(&table, domains, &bounds) else { return Flow::Continue(()) };
        if prover.domains() != domains {
            return Flow::Continue(());
        }
        let goals = prover.refutable(1);
        let mut seen = BTreeSet::new();
        for &goal in &goals {
            for among in self.among(&table, goal) {
                let fires = FIRES[usize::from(self.size > 3)];
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
}

impl Technique for Promoted {
    fn id(&self) -> &TechniqueId {
        &self.id
    }
    fn name(&self) -> &'static str {
        self.name
    }
    fn tier(&self) -> Tier {
        self.tier
    }
    fn score(&self) -> u32 {
        self.score
    }
    fn find(&self, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
        let net = at.network();
        let now = |v| if at.open().contains(v) { at.domain(v) } else { at.store().domain(v) };
        let domains: Vec<Domain> = net.vars().map(now).collect();
        self.matches(net, &domains, &mut |m| {
            let because = because(net, &domains, &m);
            match Deduction::remove(&self.id, m.goals.iter().map(|l| (l.var, l.value)), because) {
                Some(step) => found(step),
                None => Flow::Continue(()),
            }
        })
    }
}

/// What an instance rests on, in words: its truths, which leave no room.
fn because(net: &Network, domains: &[Domain], found: &Match) -> Because {
    let mut say: Vec<Say> = Vec::new();
    let mut houses = Vec::new();
    let mut pattern = Vec::new();
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
    Because { say, pattern, extra: Vec::new(), houses, ..Because::default() }
}
