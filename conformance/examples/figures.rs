//! Measures the figures of `notes/figures.json` anew, and makes `notes/figures.md` of the list.

use clap::Parser;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use tesuji_conformance::figures::{self, Figure};

/// Runs the commands behind the figures, says which differ, and writes the page.
#[derive(Parser)]
struct Args {
    /// Folder of external data; figures that need it are passed over without it, and said so.
    #[arg(long)]
    data: Option<PathBuf>,
    /// Folder that commands write to.
    #[arg(long, default_value = "out/figures")]
    out: PathBuf,
    /// Run what takes more than some minutes, too.
    #[arg(long)]
    long: bool,
    /// Only figures whose claim or command has this word.
    #[arg(long)]
    only: Option<String>,
    /// Run nothing.
    #[arg(long)]
    page: bool,
    /// Write what was measured into the list.
    #[arg(long)]
    write: bool,
}

/// The outcome of one figure.
enum Came {
    /// It is as claimed.
    Same,
    /// It is another one.
    Other(String),
    /// A person has to read this.
    Read(String),
    /// Why it was not measured.
    Not(String),
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(1),
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::from(2)
        }
    }
}

/// How many figures are other ones than claimed.
fn run(args: &Args) -> Result<usize, String> {
    let notes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../notes");
    let list = notes.join("figures.json");
    let text = std::fs::read_to_string(&list).map_err(|e| format!("{}: {e}", list.display()))?;
    let mut all = figures::read(&text).map_err(|e| format!("{}: {e}", list.display()))?;
    let mut others = 0;
    let is_asked = |f: &Figure| args.only.as_ref().is_none_or(|w| f.claim.contains(w) || f.command.contains(w));
    for figure in all.iter_mut().filter(|f| !args.page && is_asked(f)) {
        match measure(figure, args) {
            Came::Same => println!("same   {}: {}", figure.claim, figure.figure),
            Came::Other(now) => {
                println!("OTHER  {}: {} claimed, {now} measured", figure.claim, figure.figure);
                others += 1;
                if args.write {
                    figure.figure = now;
                }
            }
            Came::Read(last) => println!("read   {}: {} claimed; it prints:\n{last}", figure.claim, figure.figure),
            Came::Not(why) => println!("not    {}: {why}", figure.claim),
        }
    }
    let put = |path: &Path, text: String| std::fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()));
    if args.write || args.page {
        put(&list, figures::write(&all)?)?;
        put(&notes.join("figures.md"), figures::page(&all))?;
    }
    Ok(others)
}

/// Lines that a person sees.
const LAST: usize = 8;

fn measure(figure: &Figure, args: &Args) -> Came {
    if figure.ledger.is_some() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        return match figures::newest_entry(&root).and_then(|entry| figure.recorded(&entry)) {
            Some(now) if now == figure.figure => Came::Same,
            Some(now) => Came::Other(now),
            None => Came::Not("the newest entry of the ledger has no such row".to_string()),
        };
    }
    if figure.long && !args.long {
        return Came::Not("it takes long (--long)".to_string());
    }
    let none = PathBuf::from("DATA");
    let data = args.data.as_ref().unwrap_or(&none);
    if args.data.is_none() && figure.needs_data() {
        return Came::Not("it needs external data (--data)".to_string());
    }
    if let Some(file) = figure.missing(data) {
        return Came::Not(format!("{file} is not there"));
    }
    let words = figure.words(data, &args.out);
    let Some((program, rest)) = words.split_first() else { return Came::Not("no command".to_string()) };
    let ended = Command::new(program).args(rest).stderr(Stdio::inherit()).output();
    let printed = match ended {
        Ok(output) => String::from_utf8_lossy(&output.stdout).into_owned(),
        Err(e) => return Came::Not(format!("{program}: {e}")),
    };
    match figure.measured(&printed) {
        Some(now) if now == figure.figure => Came::Same,
        Some(now) => Came::Other(now),
        None => {
            let lines: Vec<&str> = printed.lines().collect();
            Came::Read(lines[lines.len().saturating_sub(LAST)..].join("\n"))
        }
    }
}
