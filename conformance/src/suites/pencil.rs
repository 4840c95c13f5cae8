//! Shared parts of the suites of pencil puzzles: two engines that have nothing in common, asked for
//! up to two solutions.

use std::cell::RefCell;
use std::sync::Arc;
use tesuji_backends::SatSession;
use tesuji_backends::sat::VarisatEngine;
use tesuji_genre::clue::Layout;
use tesuji_solver::{Answer, Domain, Limits, Network, SimpleSolver, Solver, Stop, Value};

/// An engine's word on the number of solutions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Says {
    /// There is none.
    None,
    /// Exactly this one.
    One(Vec<Value>),
    /// At least these two.
    Many(Vec<Vec<Value>>),
    /// It gave up.
    GaveUp(Stop),
}

impl Says {
    fn of(answer: Answer<Vec<Value>>) -> Says {
        Says::counted(answer.solutions, answer.stop)
    }

    /// The word on a search that ended so with these solutions.
    pub(super) fn counted(mut solutions: Vec<Vec<Value>>, stop: Stop) -> Says {
        match (solutions.len(), stop) {
            (2.., _) => Says::Many(solutions),
            (1, Stop::Exhausted) => Says::One(solutions.swap_remove(0)),
            (0, Stop::Exhausted) => Says::None,
            (_, stop) => Says::GaveUp(stop),
        }
    }

    /// Do two answers agree? Of several solutions, any two are right.
    pub(super) fn agrees(&self, other: &Says) -> bool {
        match (self, other) {
            (Says::Many(_), Says::Many(_)) => true,
            (a, b) => a == b,
        }
    }

    /// In a word, for a report.
    pub(super) fn word(&self) -> String {
        match self {
            Says::None => "no solution".to_string(),
            Says::One(_) => "one solution".to_string(),
            Says::Many(_) => "several solutions".to_string(),
            Says::GaveUp(stop) => format!("gave up: {stop:?}"),
        }
    }
}

/// The fast engine's answer.
pub(super) fn fast(layout: &Layout, domains: &[Domain], limits: &Limits) -> Says {
    sound(&layout.network, domains, Says::of(layout.solve(domains, limits)))
}

/// The SAT engine's answer; puzzles of one layout share a session.
pub(super) fn sat(network: &Arc<Network>, domains: &[Domain], limits: &Limits) -> Says {
    type Kept = Option<(Arc<Network>, SatSession<VarisatEngine>)>;
    thread_local!(static SESSION: RefCell<Kept> = const { RefCell::new(None) });
    let answer = SESSION.with_borrow_mut(|kept| {
        let same = kept.as_ref().is_some_and(|(net, _)| Arc::ptr_eq(net, network));
        if !same {
            *kept = None;
        }
        let (_, session) = kept.get_or_insert_with(|| (Arc::clone(network), SatSession::new(network)));
        session.solve(Some(domains), limits)
    });
    sound(network, domains, Says::of(answer))
}

/// The reference solver's answer.
pub(super) fn simple(layout: &Layout, domains: &[Domain], limits: &Limits) -> Says {
    Says::of(SimpleSolver.solve(&layout.network, Some(domains), limits))
}

/// An answer with a solution that breaks a rule counts as an answer of its own kind, so that it
/// agrees with none.
pub(super) fn sound(net: &Network, domains: &[Domain], says: Says) -> Says {
    let holds = |s: &Vec<Value>| net.holds(s) && s.iter().zip(domains).all(|(&v, d)| d.contains(v));
    let wrong = match &says {
        Says::One(s) => !holds(s),
        Says::Many(all) => !all.iter().all(holds) || all[0] == all[1],
        _ => false,
    };
    if wrong { Says::Many(Vec::new()) } else { says }
}

/// Symbols of a solution for a report.
pub(super) fn line(values: &[Value]) -> String {
    values.iter().map(|&v| char::from_digit(u32::from(v), 36).unwrap_or('?').to_ascii_uppercase()).collect()
}
