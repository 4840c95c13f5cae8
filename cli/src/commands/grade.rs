//! `tesuji grade`.

use crate::common::{self, Context};
use crate::ending::Ending;
use crate::told::Tee;
use crate::{Console, Failure};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use std::path::PathBuf;
use tesuji_corpus::passes::GradePass;
use tesuji_corpus::{Pass, Work};
use tesuji_genre::{Bad, GradeInfo, Record, View};
use tesuji_solver::Limits;
use tesuji_solver::proof::{Braid, braid_rating};
use tesuji_solver::trial::TrialNet;

/// The command.
pub fn command() -> Command {
    let steps = Arg::new("steps").long("steps").action(ArgAction::SetTrue).help(
        "Write the steps into the records, as a person would say them (`steps`) and as data (`step_data`); those of the first ten are told, too",
    );
    let needs = Arg::new("needs")
        .long("needs")
        .action(ArgAction::SetTrue)
        .help("Find the techniques without which the others stall");
    let trial = Arg::new("trial")
        .long("trial")
        .value_name("K")
        .default_value("0")
        .value_parser(value_parser!(u8).range(0..=4))
        .help("Where the techniques stall, look for the trial depth up to K");
    let rating =
        Arg::new("rating").long("rating").value_name("RATING").value_parser(["braid", "chain"]).help(
            "Write another rating into the records, too: braid, the longest braid that it takes (0: singles alone); chain, the longest chain that can't be avoided, then effort, for comparison with outside ratings",
        );
    Command::new("grade").about("Grades puzzles by the techniques they take").args(common::pass_args_over_all()).args([
        common::lines(),
        steps,
        common::tier("Only techniques of this tier at most; also the ceiling of needs"),
        common::without(),
        common::take_over(),
        common::target(),
        needs,
        trial,
        rating,
        common::catalog(),
    ])
}

/// Longer braids are not looked for.
const LONGEST_BRAID: usize = 16;

/// The grade pass with another rating, under a catalog with decisions.
struct Rated<'a> {
    pass: &'a GradePass,
    braid: bool,
    /// The decisions, as a file has them.
    catalog: String,
}

impl Pass for Rated<'_> {
    type Summary = <GradePass as Pass>::Summary;
    type Kept = <GradePass as Pass>::Kept;

    fn name(&self) -> &'static str {
        self.pass.name()
    }

    fn parameters(&self) -> String {
        let mut text = self.pass.parameters();
        if self.braid {
            text += " rating=braid";
        }
        if !self.catalog.is_empty() {
            text += &format!(" catalog={}", self.catalog);
        }
        text
    }

    fn visit(
        &self,
        work: &Work,
        kept: &mut Self::Kept,
        left: &Limits,
        out: &mut dyn FnMut(Record),
        into: &mut Self::Summary,
    ) -> Result<(), Bad> {
        let mut rated = None;
        if self.braid
            && let View::Clues(view) = work.puzzle.genre.view(&work.puzzle)?
        {
            rated = Some(braid_rating(&TrialNet::new(&view.network), &view.domains, LONGEST_BRAID, left));
        }
        self.pass.visit(
            work,
            kept,
            left,
            &mut |mut record: Record| {
                if let (Some(rated), Some(grade)) = (rated, &mut record.grade) {
                    match rated {
                        Braid::Length(n) => {
                            grade.features.insert("braid".to_string(), n as f64);
                        }
                        other => {
                            let why = serde_json::to_value(other).unwrap_or_default();
                            grade.extra.insert("braid".to_string(), why);
                        }
                    }
                }
                out(record);
            },
            into,
        )
    }
}

/// Runs it.
pub fn run(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let rating = matches.get_one::<String>("rating").map(String::as_str);
    let pass = GradePass {
        catalogs: context.catalogs.clone(),
        restriction: common::restriction_of(context, matches)?,
        needs: matches.get_flag("needs"),
        trial: matches.get_one::<u8>("trial").copied().unwrap_or(0),
        steps: matches.get_flag("steps"),
        rating: rating == Some("chain"),
    };
    if let Some(genre) = context.genre {
        pass.fits(genre).map_err(|bad| Failure::Usage(format!("--trial: {}", bad.what)))?;
    }
    let (mut kept, terminal) = (Tee::new(console.out), console.terminal);
    let outcome = {
        let mut console = Console { out: &mut kept, err: console.err, terminal };
        let catalog = context.decisions.write();
        let rated = Rated { pass: &pass, braid: rating == Some("braid"), catalog };
        common::run_pass_over_all(context, &rated, matches, &mut console)?
    };
    if pass.steps && !matches.get_flag("json") && !matches.contains_id("shard") {
        let records = kept.records(matches.get_one::<PathBuf>("out").map(PathBuf::as_path));
        console.out.flush()?;
        for record in records {
            let steps = record.extra.get("steps").and_then(|s| s.as_array()).into_iter().flatten();
            for step in steps.filter_map(|s| s.as_str()) {
                writeln!(console.err, "  {step}")?;
            }
            if let Some(grade) = &record.grade {
                let solved = if grade.solved { "" } else { ", beyond the techniques" };
                writeln!(
                    console.err,
                    "{}: {}{}{solved}",
                    record.id,
                    grade.tier,
                    score_in_words(context, &record.genre, grade)
                )?;
            }
        }
    }
    let c = &outcome.counts;
    let tiers: Vec<String> = tesuji_solver::Tier::ALL
        .iter()
        .filter_map(|t| c.tiers.get(t.name()).map(|n| format!("{n} {}", t.name())))
        .chain((c.stalled > 0).then(|| format!("{} beyond the techniques", c.stalled)))
        .chain(c.restricted.iter().map(|(techniques, n)| format!("{n} {techniques}, as the records ask")))
        .chain(c.unfinished.iter().map(|(why, n)| format!("{n} unfinished ({why})")))
        .collect();
    common::finish(&outcome, &tiers.join(", "), Ending::new().unfinished(&c.unfinished), matches, console)
}

/// A score with the seconds that it foretells, where people's times are known: `, score 812 (about
/// 9 min, 6 to 13)`.
fn score_in_words(context: &Context<'_>, genre: &str, grade: &GradeInfo) -> String {
    let Some(score) = grade.score else { return String::new() };
    let times = context.genres.iter().find(|g| g.name() == genre).and_then(|g| g.info().human_times);
    let foretold = times.zip(grade.features.get("seconds")).map_or_else(String::new, |(times, &seconds)| {
        let minutes = |seconds: f64| format!("{:.0}", (seconds / 60.0).max(1.0));
        let (least, most) = (minutes(seconds * times.interval.0), minutes(seconds * times.interval.1));
        format!(" (about {} min, {least} to {most})", minutes(seconds))
    });
    format!(", score {score}{foretold}")
}
