//! A sector of the endgame tables: PATH is its name, such as `4-3` (the side to move has 4 men).
//! The tables are built on demand under `--tables`; every position is derived anew from its turns;
//! the summary has the counts up to symmetry.

use crate::{Case, Error, Options, Report, Suite, Verdict};
use serde_json::json;
use tesuji_mill::RuleSet;
use tesuji_mill::tables::{Builder, Sector, TableError, Tables, verify};
use tesuji_solver::Limits;

/// The suite.
pub const SUITE: Suite = Suite {
    name: "mill-sector",
    about: "a sector of the endgame tables of nine men's morris (PATH such as 4-3), built on demand and derived anew",
    counts: &["positions", "win", "draw", "loss", "longest_win", "longest_loss"],
    load,
    together: None,
};

fn load(options: &Options) -> Result<Vec<Box<dyn Case>>, Error> {
    let name = options.path.to_string_lossy();
    let sector: Sector = name.parse().map_err(Error::Input)?;
    if sector.own > RuleSet::STANDARD.men || sector.other > RuleSet::STANDARD.men {
        return Err(Error::Input(format!("`{name}`: no side has more than nine men")));
    }
    Ok(vec![Box::new(One(sector))])
}

struct One(Sector);

impl One {
    fn derived(&self, options: &Options) -> Result<Report, TableError> {
        let rules = RuleSet::STANDARD;
        let builder = Builder::new(&rules, &options.tables)?.sectors([(self.0.own, self.0.other)]);
        // A build takes as long as it takes: the time for a case is for searches.
        builder.run(&Limits::default(), &mut |_| {})?;
        let tables = Tables::open(&rules, &options.tables)?;
        let counts = tables.counts(self.0).ok_or(TableError::Missing(self.0))?;
        let checked = verify(&tables, self.0, 1)?;
        let agree = checked.bad == 0 && checked.positions == counts.positions;
        let mut report = if agree {
            Report::of(Verdict::Agree)
        } else {
            let line = json!({"case": self.0.to_string(), "expected": counts, "got": checked});
            Report::with_line(Verdict::Differ, line)
        };
        let plies = |p: Option<u8>| p.map_or(0, u64::from);
        let numbers = [
            ("positions", counts.positions),
            ("win", counts.win),
            ("draw", counts.draw),
            ("loss", counts.loss),
            ("longest_win", plies(counts.longest_win)),
            ("longest_loss", plies(counts.longest_loss)),
        ];
        report.tally.extend(numbers.map(|(name, n)| (name, None, n)));
        Ok(report)
    }
}

impl Case for One {
    fn run(&self, options: &Options) -> Report {
        self.derived(options).unwrap_or_else(|e| {
            Report::with_line(Verdict::Unknown, json!({"case": self.0.to_string(), "reason": e.to_string()}))
        })
    }
}
