//! `tesuji hint`.

use super::{Treated, each};
use crate::common::{self, Context};
use crate::{Console, Failure};
use clap::{ArgMatches, Command};
use serde_json::json;
use tesuji_genre::Medium;

/// The command.
pub fn command() -> Command {
    // Genres of positions read for it, each so many positions unless said otherwise.
    let [time, nodes] = common::limits("1h", "0", "positions read for a hint of a game [default: the genre's own]");
    let nodes = nodes.default_value(None);
    Command::new("hint").about("Names the next step of a puzzle, partly filled or not").args([
        common::genre(),
        common::file(),
        common::json(),
        common::tier("Only techniques of this tier at most"),
        common::techniques("without", "Leave this technique out"),
        time,
        nodes,
    ])
}

/// Runs it.
pub fn run(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let tier = common::tier_of(matches);
    let without = match context.genre {
        Some(genre) => common::techniques_of(matches, "without", genre)?,
        None => Vec::new(),
    };
    let limits = common::limits_of(matches);
    let clock = limits.start();
    let Treated { bad, .. } = each(context, matches, console, &mut |work, console| {
        let genre = work.puzzle.genre;
        let mut catalog = genre.catalog().without(&without);
        if let Some(tier) = tier {
            catalog = catalog.up_to(tier);
        }
        let state = work.record.state.as_ref();
        let hint = genre.hint(&work.puzzle, state, &catalog, &limits.clone().with_time(clock.remaining()))?;
        let line = match &hint {
            None => json!({"id": work.record.id, "hint": null}),
            Some((step, words, marks)) => {
                let mut hint = json!({
                    "technique": step.technique.as_str(), "words": words, "places": step.places, "removes": step.removes});
                if !marks.moves.is_empty() {
                    hint["moves"] = marks.moves.clone().into();
                }
                json!({"id": work.record.id, "hint": hint})
            }
        };
        common::print_json(&line, console)?;
        if !matches.get_flag("json") {
            match hint {
                None => writeln!(console.err, "nothing left to do, or nothing left that these techniques see")?,
                Some((_, words, marks)) => {
                    let drawing = genre.draw(&work.puzzle, state, &marks, Medium::Unicode)?;
                    writeln!(console.err, "{words}\n{}", drawing.trim_end())?;
                    if let Some(words) = work.record.chosen() {
                        writeln!(console.err, "   {words}")?;
                    }
                }
            }
        }
        Ok(())
    })?;
    Ok(u8::from(bad > 0))
}
