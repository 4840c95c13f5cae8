//! Runs of techniques before there is a network: the candidates of all variables are bits of a few
//! machine words. Rules and techniques must have a form that works on such words.

use super::Run;
use super::judge::{Run as Ended, STEPS};
use crate::clue::genre::{ClueGenre, Clues, Place, patterns_of};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tesuji_solver::masked::{Planned, Stated, plan};
use tesuji_solver::{Domain, RuleId, Tier, Value, Var};

/// The result of a run of techniques on a puzzle with all its clues, before there is a network.
pub(super) struct FirstLook {
    /// How the run ended; `None` if candidates contradicted each other.
    pub(super) run: Option<Ended>,
}

/// The rules of a completion with all its clues, compiled for words.
pub(super) struct WordBoard<G: ClueGenre> {
    structure: Arc<G::Structure>,
    pub(super) plan: Box<dyn Planned>,
    /// The rules that clues state, with the places of the clues.
    pub(super) rules: Vec<(Place, RuleId)>,
}

impl<G: ClueGenre> Run<'_, G> {
    /// Compiles rules with the techniques up to a tier. Returns `None` if some rule or technique
    /// has no form on words.
    fn compiled(&self, stated: Stated, within: Tier, switched: &[RuleId]) -> Option<Box<dyn Planned>> {
        let plan = plan(stated, (&self.target.allowed, within), switched);
        if plan.is_none() {
            // The rules of the next candidate most likely have none either.
            self.has_no_words.store(true, Ordering::Relaxed);
        }
        plan
    }

    /// Runs the techniques up to a tier, step by step, on a puzzle with all its clues before there
    /// is a network. Returns `None` if that can't be done on words.
    pub(super) fn first_look(
        &self,
        (structure, full): (&G::Structure, &Clues<G::Clue>),
        solution: &[Value],
        within: Tier,
    ) -> Option<FirstLook> {
        if self.has_no_words.load(Ordering::Relaxed) || self.genre.clues_are_domains(structure) {
            return None;
        }
        let plan = self.compiled(self.genre.stated(structure, full)?, within, &[])?;
        let patterns = patterns_of(self.genre, structure, full);
        let start: Vec<(Var, Domain)> = patterns.into_iter().map(|(_, var, keep)| (var, keep)).collect();
        let mut run = plan.run(solution, self.clock);
        let solved = run.begin(&start).and_then(|()| run.resume(within, false, STEPS));
        let run = solved.map(|solved| Ended::of(run.swept(solved)));
        Some(FirstLook { run })
    }

    /// Compiles a completion for runs with any subset of its clues, or takes the compiled board
    /// that is held. Returns `None` if some rule or technique has no form on words.
    pub(super) fn word_board(
        &self,
        held: &mut Option<Arc<WordBoard<G>>>,
        (structure, full): (&Arc<G::Structure>, &Clues<G::Clue>),
    ) -> Option<Arc<WordBoard<G>>> {
        let is_same = |held: &&Arc<WordBoard<G>>| {
            // If clues state no rules, the same structure always has the same rules.
            held.rules.is_empty() && self.genre.is_same_structure(&held.structure, structure)
        };
        if let Some(same) = held.as_ref().filter(is_same) {
            return Some(Arc::clone(same));
        }
        if self.has_no_words.load(Ordering::Relaxed) || self.genre.clues_are_domains(structure) {
            return None;
        }
        let stated = self.genre.stated(structure, full)?;
        let mut origins = stated.rules.iter().zip(0..).map(|((_, origin), id)| (RuleId(id), *origin));
        let rules = self.genre.clue_rules(structure, &mut origins)?;
        let switched: Vec<RuleId> = rules.iter().map(|(_, rule)| *rule).collect();
        let within = self.target.ceiling().unwrap_or(Tier::Medium);
        // Tables remember what a technique concludes from a set of candidates. Up to easy that is
        // faster on such boards (notes/pencil-plans.md). Techniques from medium on read so many
        // candidates that a set seldom comes again.
        if within <= Tier::Easy && stated.has_lists_or_cycles(&switched) {
            self.has_no_words.store(true, Ordering::Relaxed);
            return None;
        }
        let plan = self.compiled(stated, within, &switched)?;
        let board = Arc::new(WordBoard { structure: Arc::clone(structure), plan, rules });
        *held = Some(Arc::clone(&board));
        Some(board)
    }
}
