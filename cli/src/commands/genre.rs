//! `tesuji genre`: genres from files.

use crate::common;
use crate::ending::Ending;
use crate::{Console, Failure};
use clap::{Arg, ArgMatches, Command, value_parser};
use serde_json::json;
use std::path::{Path, PathBuf};
use tesuji_corpus::{Error, atomic};
use tesuji_described as described;
use tesuji_genre::Bad;
use tesuji_pencil::house::Pencil;

/// The command.
pub fn command() -> Command {
    let file = || Arg::new("file").value_name("FILE.toml").value_parser(value_parser!(PathBuf));
    let new = Command::new("new")
        .about("Writes a commented example of a genre file")
        .arg(file().default_value("-").help("Where to write it; - for standard output"));
    let check = Command::new("check")
        .about("Tries a genre file on small boards: what is contradictory, unused or slow")
        .args([file().required(true).help("The genre file"), common::json()]);
    Command::new("genre").about("Makes and checks genre files").subcommand_required(true).subcommands([new, check])
}

/// Runs it.
pub fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    match matches.subcommand() {
        Some(("new", matches)) => new(matches, console),
        Some(("check", matches)) => check(matches, console),
        _ => Err(Failure::Usage("new or check is expected".to_string())),
    }
}

/// The genre of a file.
pub fn read(path: &Path) -> Result<&'static Pencil, Failure> {
    described::read(&text_of(path)?).map_err(|bad| placed(bad, path))
}

fn text_of(path: &Path) -> Result<String, Failure> {
    std::fs::read_to_string(path).map_err(|e| Failure::Run(Error::io(path)(e)))
}

fn placed(bad: Bad, path: &Path) -> Failure {
    Failure::Run(Error::Bad(bad.file(path.display().to_string())))
}

fn new(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let path = matches.get_one::<PathBuf>("file").map_or(Path::new("-"), PathBuf::as_path);
    if path == Path::new("-") {
        write!(console.out, "{}", described::EXAMPLE)?;
        return Ok(0);
    }
    if path.exists() {
        return Err(Failure::Usage(format!("{}: the file is there already", path.display())));
    }
    atomic::write_atomic(path, &mut |out| out.write_all(described::EXAMPLE.as_bytes())).map_err(Error::io(path))?;
    let _ = writeln!(console.err, "{} is written; `tesuji genre check {0}` tries it", path.display());
    Ok(0)
}

fn check(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let path = matches.get_one::<PathBuf>("file").map_or(Path::new("-"), PathBuf::as_path);
    let findings = described::check(&text_of(path)?).map_err(|bad| placed(bad, path))?;
    let faults = findings.iter().filter(|finding| finding.kind.is_fault()).count();
    let listed: Vec<_> = findings.iter().map(|f| json!({"kind": f.kind.name(), "what": f.words})).collect();
    let summary = json!({"summary": "genre check", "file": path.display().to_string(), "findings": listed});
    let lines: Vec<String> = findings.iter().map(|f| format!("   {}: {}", f.kind.name(), f.words)).collect();
    let words = format!("{}:\n{}", path.display(), lines.join("\n"));
    let ending = Ending::new().because(faults > 0, || format!("{faults} faults of the genre"));
    ending.tell(matches.get_flag("json"), summary, &words, console)
}
