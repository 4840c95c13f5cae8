//! Arguments that several of the commands share, and runs over files of moves.

use crate::ending::Ending;
use crate::{Console, Failure, common};
use clap::{Arg, ArgAction, ArgMatches, value_parser};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tesuji_corpus::Error;
use tesuji_genre::Bad;
use tesuji_harvest::Category;

/// A path that must be given.
pub(super) fn path(name: &'static str) -> Arg {
    Arg::new(name).value_parser(value_parser!(PathBuf)).required(true)
}

/// The path of that name.
pub(super) fn path_of(matches: &ArgMatches, name: &str) -> PathBuf {
    matches.get_one::<PathBuf>(name).cloned().unwrap_or_default()
}

/// `--category` and `--licence`.
pub(super) fn whose(category: &'static str, licence: &'static str) -> [Arg; 2] {
    let kind = Arg::new("category")
        .long("category")
        .value_name("KIND")
        .value_parser(Category::ALL.map(Category::name))
        .default_value("other");
    let text = Arg::new("licence").long("licence").value_name("TEXT");
    [kind.help(category), text.help(licence)]
}

/// The values of those.
pub(super) fn whose_of(matches: &ArgMatches) -> (Category, Option<String>) {
    let category = matches.get_one::<String>("category").and_then(|name| Category::from_name(name));
    (category.unwrap_or_default(), matches.get_one::<String>("licence").cloned())
}

/// `--time` alone.
pub(super) fn time(default: &'static str) -> Option<Arg> {
    common::limits(default, "0", "").into_iter().next()
}

/// The value of it.
pub(super) fn time_of(matches: &ArgMatches) -> Duration {
    matches.get_one::<Duration>("time").copied().unwrap_or(Duration::MAX)
}

/// Files of moves that must be given.
pub(super) fn logs(help: &'static str) -> Arg {
    Arg::new("logs")
        .value_name("LOG")
        .required(true)
        .action(ArgAction::Append)
        .value_parser(value_parser!(PathBuf))
        .help(help)
}

/// A run over files of moves.
pub(super) struct Logs {
    begun: Instant,
    time: Duration,
    files: Vec<PathBuf>,
    done: usize,
    /// The errors, each with its file.
    pub(super) wrong: Vec<Bad>,
}

impl Logs {
    pub(super) fn of(matches: &ArgMatches) -> Logs {
        let files = matches.get_many::<PathBuf>("logs").into_iter().flatten().cloned().collect();
        Logs { begun: Instant::now(), time: time_of(matches), files, done: 0, wrong: Vec::new() }
    }

    /// The time left.
    pub(super) fn left(&self) -> Duration {
        self.time.saturating_sub(self.begun.elapsed())
    }

    /// Gives the text of each file with its name until the time is over. Files that can't be
    /// decoded are listed in the end.
    ///
    /// # Errors
    /// Where a file can't be read, or what `each` fails with.
    pub(super) fn run(
        &mut self,
        each: &mut dyn FnMut(&mut Logs, &Path, &str) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        for path in self.files.clone() {
            if self.left().is_zero() {
                break;
            }
            self.done += 1;
            let bytes = std::fs::read(&path).map_err(Error::io(&path))?;
            match String::from_utf8(bytes) {
                Ok(text) => each(self, &path, &text)?,
                Err(_) => self.wrong.push(Bad::new("no UTF-8").file(path.to_string_lossy())),
            }
        }
        Ok(())
    }

    /// Tells what is wrong, and the summary; gives the exit code.
    ///
    /// # Errors
    /// Where it can't be printed.
    pub(super) fn end(
        self,
        (name, words, total): (&str, &str, &impl Serialize),
        (added, known): (u64, u64),
        rejected: &std::collections::BTreeMap<String, u64>,
        (matches, console): (&ArgMatches, &mut Console<'_>),
    ) -> Result<u8, Failure> {
        for bad in &self.wrong {
            let _ = writeln!(console.err, "error: {bad}");
        }
        let (done, all, wrong) = (self.done, self.files.len(), self.wrong.len());
        if matches.get_flag("json") {
            let mut line = serde_json::to_value(total).map_err(|e| Failure::output(e.into()))?;
            if let Some(fields) = line.as_object_mut() {
                fields.insert("summary".into(), format!("harvest {name}").into());
                fields.insert("logs".into(), done.into());
                fields.insert("wrong".into(), wrong.into());
                fields.insert("added".into(), added.into());
                fields.insert("known".into(), known.into());
                fields.insert("stop".into(), if done < all { "time" } else { "exhausted" }.into());
            }
            common::print_json(&line, console)?;
        }
        let ended =
            if done < all { format!("out of time after {done} logs (--time)") } else { "end of input".to_string() };
        let mut text = format!("harvest {name}: {done} logs, {wrong} wrong; {words}; {ended}");
        for (reason, n) in rejected {
            text += &format!("\n  {n:>7}  {reason}");
        }
        let _ = writeln!(console.err, "{text}");
        let ending = Ending::new().because(wrong > 0, || format!("{wrong} logs were wrong"));
        let ending = ending.because(done < all, || format!("out of time after {done} of {all} logs (--time)"));
        ending.explain(console);
        Ok(ending.code())
    }
}
