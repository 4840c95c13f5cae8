//! Helpers of the tests.

use crate::tables::{Builder, Tables};
use crate::variant::RuleSet;
use tesuji_solver::Limits;

/// Three men a side: small enough to be solved from the start.
pub(in crate::search) const THREE: RuleSet = RuleSet { men: 3, ..RuleSet::STANDARD };

/// The tables up to a sector, in a folder of their own.
pub(in crate::search) fn tables(rules: &RuleSet, sector: (u8, u8), values_only: bool) -> (tempfile::TempDir, Tables) {
    let dir = tempfile::tempdir().unwrap();
    let builder = Builder::new(rules, dir.path()).unwrap().sectors([sector]);
    let builder = if values_only { builder.values_only() } else { builder };
    builder.run(&Limits::default(), &mut |_| {}).unwrap();
    let tables = Tables::open(rules, dir.path()).unwrap();
    (dir, tables)
}
