//! What follows from readings with the exits blocked and free.

use crate::read::{Proved, Reading};
use crate::{Class, Outcome, Role};
use tesuji_solver::Stop;

/// What follows from a reading with the exits blocked, which errs on the side of death, and one
/// with the exits free.
pub(super) fn between(closed: Proved, open: Proved, first: Role) -> Proved {
    let nodes = closed.reading.nodes + open.reading.nodes;
    let (low, high) = (closed.reading.outcome, open.reading.outcome);
    if high.class() == Some(Class::Dead) {
        return Proved { reading: Reading { nodes, ..open.reading }, ..open };
    }
    if low.class() == Some(Class::Ko) && high.class() == Some(Class::Ko) {
        let key = if first == Role::Attacker { open.reading.key } else { closed.reading.key };
        let certificates = closed.certificates.into_iter().filter(|c| !c.killed);
        let certificates = certificates.chain(open.certificates.into_iter().filter(|c| c.killed)).collect();
        // Different numbers of threats: a ko, but with how many is not known.
        let outcome = if low == high { low } else { Outcome::exactly(Class::Ko) };
        return Proved { reading: Reading { nodes, key, outcome, ..open.reading }, certificates, friends: Vec::new() };
    }
    let outcome = Outcome::between(low.low, high.high);
    let certificates = closed.certificates.into_iter().filter(|c| !c.killed);
    let certificates = certificates.chain(open.certificates.into_iter().filter(|c| c.killed)).collect();
    let stop = [closed.reading.stop, open.reading.stop].into_iter().find(|&s| s != Stop::Exhausted);
    let stop = stop.unwrap_or(Stop::Exhausted);
    Proved { reading: Reading { outcome, key: None, stop, nodes }, certificates, friends: Vec::new() }
}
