//! `tesuji techniques`.

use crate::common::{self, Context};
use crate::{Console, Failure};
use clap::{ArgMatches, Command};
use serde_json::json;
use tesuji_solver::Catalog;

/// The command.
pub fn command() -> Command {
    Command::new("techniques").about("Lists the named techniques by tier and points, of a genre or of all; `rank` is the place in which a run asks them").args([
        common::genre(),
        common::json(),
        common::catalog(),
    ])
}

/// Runs it.
pub fn run(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let standard = Catalog::standard();
    let catalog = context.genre.map_or(&standard, |g| context.catalog(g));
    let mut ranked: Vec<_> = (1..).zip(catalog.by_phase()).collect();
    ranked.sort_by_key(|(_, t)| (t.tier(), t.score()));
    for (rank, t) in ranked {
        if matches.get_flag("json") {
            let line = json!({"technique": t.id().as_str(), "rank": rank, "name": t.name(), "code": t.row().code, "tier": t.tier().name(),
                "score": t.score(), "assumes_uniqueness": t.row().assumes_uniqueness, "form_of": t.row().form_of, "means": t.means()});
            common::print_json(&line, console)?;
        } else {
            let mut remark =
                if t.row().assumes_uniqueness { "  (assumes one solution)".to_string() } else { String::new() };
            if let Some(other) = t.row().form_of {
                remark += &format!("  (twice {other} told as one)");
            }
            if t.is_last_resort() {
                remark += "  (a last resort: trial)";
            }
            let code = t.row().code.unwrap_or("");
            let tier = t.tier().name();
            writeln!(
                console.out,
                "{:<28} {:<10} {:>4} {:<5} {}{remark}",
                t.id().as_str(),
                tier,
                t.score(),
                code,
                t.name()
            )?;
        }
    }
    Ok(0)
}
