//! `tesuji repair`.

use super::{Treated, each};
use crate::common::{self, Context};
use crate::ending::Ending;
use crate::{Console, Failure, inputs};
use clap::{Arg, ArgMatches, Command, value_parser};
use serde_json::json;
use tesuji_genre::{RepairRequest, Repaired};

/// The fields of an answer's JSON, for `--help`.
const JSON: &str = "\
A line of JSON for each puzzle: `solutions` is 0, 1 or 2 (two or more), `clash` lists clues that can't hold together (of a \
puzzle without a solution; none of them can be left out of the list), `edits` says whether edits are looked for in the \
genre or only clashes, `fewest` is the least number of edits that leave one \
solution (null: none as small as --edits was found), `proved` says that no fewer will do, and `repairs` lists them: each \
with its `edits` and the `puzzle` after them.";

/// The command.
pub fn command() -> Command {
    let edits = Arg::new("edits")
        .long("edits")
        .value_name("N")
        .default_value("2")
        .value_parser(value_parser!(u8).range(1..=4))
        .help("Most edits of clues: a clue changed, dropped, or added");
    let count = Arg::new("count")
        .long("count")
        .value_name("N")
        .default_value("10")
        .value_parser(value_parser!(u16).range(1..))
        .help("Most repairs to tell of; all have the fewest edits");
    Command::new("repair")
        .about("Finds clues that clash, and the fewest edits that leave a puzzle exactly one solution")
        .after_help(JSON)
        .args([common::genre(), inputs::files(), common::json(), common::lines(), edits, count])
        .args(common::limits("1m", "100000", "search nodes of each look for solutions"))
}

/// Runs it.
pub fn run(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let edits = matches.get_one::<u8>("edits").copied().map_or(2, usize::from);
    let count = matches.get_one::<u16>("count").copied().map_or(10, usize::from);
    let limits = common::limits_of(matches);
    let clock = limits.start();
    let mut open = 0;
    let Treated { bad, stop } = each(context, matches, console, &mut |work, console| {
        let limits = limits.clone().with_time(clock.remaining());
        let actions = work.puzzle.genre.clues("has no clues to repair")?;
        let found = actions.repair(&work.puzzle, &RepairRequest { edits, count, limits })?;
        open += u64::from(found.repairs.is_empty() && found.solutions != 1);
        let fewest = if found.solutions == 1 && found.repairs.is_empty() && found.proved {
            Some(0)
        } else {
            found.repairs.first().map(|r| r.edits.len())
        };
        let repairs: Vec<_> =
            found.repairs.iter().map(|r| json!({"edits": r.edits, "puzzle": r.record.puzzle})).collect();
        let line = json!({
            "id": work.record.id, "solutions": found.solutions, "clash": found.clash, "fewest": fewest,
            "proved": found.proved, "edits": found.edits, "stop": found.stop.name(), "repairs": repairs,
        });
        common::print_answer(line, work, console)?;
        if !matches.get_flag("json") {
            writeln!(console.err, "{}", told(&found, edits))?;
        }
        Ok(())
    })?;
    let ending =
        Ending::new().bad(bad).because(open > 0, || format!("{open} without a repair of {edits} edits")).stopped(stop);
    ending.explain(console);
    Ok(ending.code())
}

/// Clues that can't hold together, as a clause.
fn clashing(clues: &[String]) -> String {
    match clues {
        [one] => format!("{one} can't be met"),
        [all @ .., last] => format!("{} and {last} clash", all.join(", ")),
        [] => "no clue is to blame".to_string(),
    }
}

/// The answer in words.
fn told(found: &Repaired, edits: usize) -> String {
    let mut words = match found.solutions {
        0 if found.clash.is_empty() && found.stop.is_complete() => {
            "no solution; no clues are known to clash by themselves".to_string()
        }
        0 if found.clash.is_empty() => "no solution was found".to_string(),
        0 => format!("no solution: {}", clashing(&found.clash)),
        1 if found.repairs.is_empty() && found.proved => return "one solution: nothing to repair".to_string(),
        _ => "several solutions".to_string(),
    };
    if !found.edits {
        return words + "; edits are not looked for in this genre, only what clashes is told";
    }
    let proof = if found.proved { "" } else { " (not proved to be the fewest)" };
    match found.repairs.first().map(|r| r.edits.len()) {
        None if found.proved => words += &format!("; no {edits} edits leave exactly one"),
        None => words += &format!("; no repair of {edits} edits was found within the limits"),
        Some(n) => words += &format!("; {n} edit{} will do{proof}:", if n == 1 { "" } else { "s" }),
    }
    for repair in &found.repairs {
        let edits: Vec<String> = repair.edits.iter().map(ToString::to_string).collect();
        words += &format!("\n  {}", edits.join("; "));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::clashing;

    #[test]
    fn one_clue_and_several_make_sentences() {
        let words = |clues: &[&str]| clashing(&clues.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(words(&["2 left of row 1"]), "2 left of row 1 can't be met");
        assert_eq!(words(&["3 at r1c1", "2 at r1c2"]), "3 at r1c1 and 2 at r1c2 clash");
        assert_eq!(words(&["1 at r1c1", "2 at r1c2", "3 at r1c3"]), "1 at r1c1, 2 at r1c2 and 3 at r1c3 clash");
    }
}
