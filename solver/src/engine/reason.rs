//! Why something is known, and the reasons that were worked out from it.

use super::clauses::ClauseId;
use super::literal::Lit;
use crate::RuleId;

/// Why a literal is on the trail: just enough to work out a reason when one is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// It holds from the start.
    Given,
    /// A rule states it, whatever else is known.
    Stated(RuleId),
    /// It was decided or assumed.
    Decision,
    /// All other literals of the clause are false.
    Clause(ClauseId),
    /// The variable takes another value, as this literal says.
    OtherValue(Lit),
    /// The variable has no other value left.
    LastValue,
    /// A propagator implied it, with a note of its own.
    Propagator {
        /// The propagator.
        id: u32,
        /// Its note.
        code: u32,
    },
}

/// Why a literal holds, or why there is a contradiction: the one form of a reason for learning,
/// proofs, hints and mining.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// The rule that it follows by; `None` for a clause that was learnt or for the values of one
    /// variable.
    pub rule: Option<RuleId>,
    /// The part of the rule, by the propagator's own numbers.
    pub part: u32,
    /// The literals that it rests on: all true, all older.
    pub because: Vec<Lit>,
}

/// Reasons that propagators gave, kept until their literals are taken back.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cache {
    literals: Vec<Lit>,
    /// By atom: start and length in `literals`; [`UNKNOWN`] if not worked out.
    spans: Vec<(u32, u32)>,
}

const UNKNOWN: (u32, u32) = (u32::MAX, 0);

/// Literals kept before the cache is emptied.
const CACHE_LITERALS: usize = 1 << 20;

impl Cache {
    pub fn grow(&mut self, atoms: usize) {
        self.spans.resize(atoms, UNKNOWN);
    }

    #[inline]
    pub fn span(&self, atom: usize) -> Option<(u32, u32)> {
        let span = self.spans[atom];
        (span.0 != u32::MAX).then_some(span)
    }

    #[inline]
    pub fn literal(&self, i: u32) -> Lit {
        self.literals[i as usize]
    }

    pub fn store(&mut self, atom: usize, because: &[Lit]) -> (u32, u32) {
        let span = (self.literals.len() as u32, because.len() as u32);
        self.literals.extend_from_slice(because);
        self.spans[atom] = span;
        span
    }

    #[inline]
    pub fn forget(&mut self, atom: usize) {
        self.spans[atom] = UNKNOWN;
    }

    /// Empties the cache once it has grown large; to be called between conflicts.
    pub fn tidy(&mut self) {
        if self.literals.len() > CACHE_LITERALS {
            self.literals.clear();
            self.spans.fill(UNKNOWN);
        }
    }

    pub fn bytes(&self) -> usize {
        4 * self.literals.capacity() + 8 * self.spans.capacity()
    }
}
