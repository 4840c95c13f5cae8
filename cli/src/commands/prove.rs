//! `tesuji prove`: proofs of one solution, or of none, as files that other programs check.

use super::{Treated, each};
use crate::common::{self, Context};
use crate::ending::Ending;
use crate::{Console, Failure, inputs, interrupt};
use clap::{Arg, ArgMatches, Command, value_parser};
use serde_json::json;
use std::path::{Path, PathBuf};
use tesuji_backends::sat::{Certificate, Claim, Term, Unproved, certify};
use tesuji_corpus::{Error, atomic::write_atomic};
use tesuji_genre::{Bad, ClueView, View};

/// The files, for `--help`.
const FILES: &str = "\
For each puzzle three files by its id: ID.cnf, the clauses of its rules and givens (DIMACS, with the candidates that the literals \
stand for as comments), ID.drat, their refutation (DRAT, as drat-trim reads it), and of a puzzle with a solution ID.model, which \
satisfies all clauses but the last one; that one excludes it. check_proof, a program of its own that shares no code with this \
one, reads the three and says what they show. What the clauses say of the rules is the word of this program: `check --solvers` \
compares it with other engines.";

/// The command.
pub fn command() -> Command {
    let out = Arg::new("out")
        .long("out")
        .value_name("FOLDER")
        .required(true)
        .value_parser(value_parser!(PathBuf))
        .help("Write the proofs here");
    let [time, _] = common::limits("1h", "0", "nothing");
    Command::new("prove")
        .about("Writes proofs that a puzzle has one solution, or none, for other programs to check")
        .after_help(FILES)
        .args([common::genre(), inputs::files(), common::json(), out, common::variant(), time])
}

/// Runs it.
pub fn run(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let Some(folder) = matches.get_one::<PathBuf>("out") else {
        return Err(Failure::Usage("--out is missing".into()));
    };
    std::fs::create_dir_all(folder).map_err(Error::io(folder))?;
    let mut limits = common::limits_of(matches);
    limits.nodes = u64::MAX;
    limits.interrupt = interrupt::listened();
    let clock = limits.start();
    let (mut proved, mut unproved) = (0_u64, 0_u64);
    let Treated { bad, stop } = each(context, matches, console, &mut |work, console| {
        let genre = work.puzzle.genre;
        let View::Clues(view) = genre.view(&work.puzzle)? else {
            let what = format!("positions of {} have no such proofs: solve --proof shows theirs", genre.name());
            return Err(Bad::new(what).into());
        };
        let domains = match &work.record.state {
            Some(state) => state.keep(&view.domains),
            None => view.domains.clone(),
        };
        let limits = tesuji_solver::Limits { time: clock.remaining(), ..limits.clone() };
        let id = &work.record.id;
        match certify(&view.network, &domains, &limits) {
            Ok(certificate) => {
                proved += 1;
                let comments = comments(genre.name(), &work.puzzle.text, &view, &certificate);
                let mut files = vec![write(folder, id, "cnf", certificate.dimacs(&comments).as_bytes())?];
                files.push(write(folder, id, "drat", &certificate.refutation)?);
                if !certificate.model.is_empty() {
                    files.push(write(folder, id, "model", certificate.model_lines().as_bytes())?);
                }
                let claim = claim(&certificate);
                let line = json!({"id": id, "claim": claim, "clauses": certificate.clauses.len(),
                    "variables": certificate.variables, "bytes": certificate.refutation.len(), "files": files});
                common::print_json(&line, console)
            }
            Err(why @ (Unproved::Rule(_) | Unproved::Several)) => Err(Bad::new(why.to_string()).into()),
            Err(why) => {
                unproved += 1;
                common::print_json(&json!({"id": id, "claim": null, "why": why.to_string()}), console)
            }
        }
    })?;
    let ending = Ending::new()
        .bad(bad)
        .stopped(stop)
        .because(unproved > 0, || format!("{unproved} not proved within the limits"));
    let line = json!({"summary": "prove", "proved": proved, "unproved": unproved, "bad": bad, "stop": stop.name()});
    let words = format!("prove: {proved} proved in {}, {unproved} not, {bad} bad", folder.display());
    ending.tell(matches.get_flag("json"), line, &words, console)
}

fn claim(certificate: &Certificate) -> &'static str {
    match certificate.claim {
        Claim::NoSolution => "no solution",
        Claim::OneSolution(_) => "one solution",
    }
}

/// The puzzle, and a line for each candidate with the literal that stands for it.
fn comments(genre: &str, puzzle: &str, view: &ClueView, certificate: &Certificate) -> Vec<String> {
    let mut all = vec![
        format!("tesuji {}", env!("CARGO_PKG_VERSION")),
        format!("genre {genre}"),
        format!("puzzle {puzzle}"),
        format!("claim {}", claim(certificate)),
    ];
    for (literal, term) in &certificate.candidates {
        // A place may have a blank in its name, which no field of these lines has.
        let place = view.names.var(literal.var).replace(' ', "_");
        let value = view.names.value(literal.value).replace(' ', "_");
        let stands = match term {
            Term::True => "true".to_string(),
            Term::False => "false".to_string(),
            Term::Lit(lit) => lit.to_string(),
        };
        all.push(format!("candidate {place} {value} {stands}"));
    }
    all
}

fn write(folder: &Path, id: &str, ending: &str, bytes: &[u8]) -> Result<String, Failure> {
    let path = folder.join(format!("{id}.{ending}"));
    write_atomic(&path, &mut |out| out.write_all(bytes)).map_err(Error::io(&path))?;
    Ok(path.display().to_string())
}
