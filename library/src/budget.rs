//! The bounds of questions.

use std::time::Duration;
use tesuji_solver::Limits;

/// Adds the bounds of a search to a builder that holds them in `limits`.
macro_rules! bounded {
    ($builder:ident $(<$life:lifetime>)?) => {
        impl $(<$life>)? $builder $(<$life>)? {
            /// Ends the search after this time on the clock; the answer then says so.
            #[must_use]
            pub fn time(mut self, most: std::time::Duration) -> Self {
                self.limits = self.limits.with_time(most);
                self
            }

            /// Ends the search after so many nodes. (Of a generator: candidates that it tries.)
            #[must_use]
            pub fn nodes(mut self, most: u64) -> Self {
                self.limits = self.limits.with_nodes(most);
                self
            }

            /// Ends the search when somebody raises the interrupt.
            #[must_use]
            pub fn interrupt(mut self, by: tesuji_solver::Interrupt) -> Self {
                self.limits = self.limits.with_interrupt(by);
                self
            }
        }
    };
}
pub(crate) use bounded;

/// The default bounds of a question: ten seconds.
pub(crate) fn usual() -> Limits {
    Limits::default().with_time(Duration::from_secs(10))
}
