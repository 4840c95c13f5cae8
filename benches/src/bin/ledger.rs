//! `ledger [--rows WORD,…] [--write]`: every figure of speed, beside the last entry on record; and
//! `ledger --paths`: the compiled forms of techniques, left out one by one.
//!
//! Exit 1 where a row fell by more than a tenth, an answer is wrong, or a plainer form wins.

use clap::Parser;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;
use tesuji_benches::ledger::{self, Entry, Forms, Kernel, Making, Measured, Options, Row, Trouble, Turn, short};

/// As in the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Every figure of speed, beside the last entry on record.
#[derive(Parser)]
struct Args {
    /// Only rows with one of these words in their names
    #[arg(long, value_delimiter = ',')]
    rows: Vec<String>,
    /// Turns of a row
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    turns: u32,
    /// CPU seconds after which no further round of turns begins
    #[arg(long, default_value_t = 420.0)]
    seconds: f64,
    /// At most this many of Simon Tatham's generators beside ours
    #[arg(long, default_value_t = usize::MAX, hide_default_value = true)]
    rivals: usize,
    /// The ledger of another version, which takes turns with this one
    #[arg(long, value_name = "PATH")]
    with: Option<PathBuf>,
    /// Put an entry on record
    #[arg(long, conflicts_with = "rows")]
    write: bool,
    /// Lines of JSON
    #[arg(long)]
    json: bool,
    /// Leave the compiled forms of techniques out one by one, where puzzles are made
    #[arg(long, conflicts_with_all = ["write", "with"])]
    paths: bool,
    /// One turn of a row: rate, rate on the nominal machine, seconds
    #[arg(long, hide = true)]
    turn: Option<String>,
    /// The work of that turn
    #[arg(long, hide = true, default_value_t = 1)]
    amount: u64,
}

impl Args {
    fn is_asked(&self, name: &str) -> bool {
        self.rows.is_empty() || self.rows.iter().any(|word| name.contains(word.as_str()))
    }

    /// The wanted rows, and their rivals.
    fn asked(&self) -> Vec<Row> {
        let mut all = ledger::rows(self.rivals);
        let asked = all.iter().filter(|row| self.is_asked(&row.name));
        let beside: BTreeSet<String> = asked.flat_map(|row| row.beside.iter().cloned()).collect();
        all.retain(|row| self.is_asked(&row.name) || beside.contains(&row.name));
        all
    }
}

fn turn(name: &str, amount: u64) -> Result<(), String> {
    let row = ledger::rows(usize::MAX).into_iter().find(|row| row.name == name).ok_or(format!("no row {name:?}"))?;
    let mut work = row.work().map_err(|trouble| trouble.to_string())?;
    work(1)?;
    let Turn { rate, normal, seconds } = Turn::take(&mut work, amount, &Kernel::default())?;
    println!("{rate} {normal} {seconds}");
    Ok(())
}

/// How many rows have a plainer form that wins.
fn paths(args: &Args) -> usize {
    let mut worse = 0;
    if !args.json {
        println!("| row | {} |\n|---|---|---|---|---|", ledger::FORMS.map(|(name, _)| name).join(" | "));
    }
    for making in Making::all().iter().filter(|making| args.is_asked(&making.name())) {
        let forms = match ledger::compare(making) {
            Ok(forms) => forms,
            Err(why) => {
                eprintln!("FAILED: {}: {why}", making.name());
                worse += 1;
                continue;
            }
        };
        worse += usize::from(forms.better().is_some());
        show_forms(&forms, args.json);
    }
    worse
}

fn show_forms(forms: &Forms, json: bool) {
    let rates: Vec<f64> = (0..ledger::FORMS.len()).map(|form| forms.rate(form)).collect();
    let better = forms.better().map(|(form, part)| (ledger::FORMS[form].0, part));
    if json {
        println!("{}", serde_json::json!({"row": forms.name, "rates": rates, "better": better}));
        return;
    }
    let rates: Vec<String> = rates.into_iter().map(short).collect();
    let note = better.map_or(String::new(), |(name, part)| format!(" PLAINER: {name} ({part:.2})"));
    println!("| {} | {} |{note}", forms.name, rates.join(" | "));
}

fn show(all: &[Measured], last: &Entry, args: &Args) {
    let rate = |name: &str| all.iter().find(|one| one.row.name == name)?.figure();
    if !args.json {
        let before = if args.with.is_some() { "the other version" } else { &last.name };
        println!("| row | a second | beside {before} | rivals |\n|---|---|---|---|");
    }
    for one in all.iter().filter(|one| !one.row.is_rival) {
        let Some(figure) = one.figure() else { continue };
        let beside = one.row.beside.iter();
        let rivals: Vec<(&String, f64)> =
            beside.filter_map(|rival| Some((rival, figure.normal / rate(rival)?.normal))).collect();
        let (ratio, has_fallen) = (one.ratio(last), one.has_fallen(last));
        if args.json {
            let rivals: serde_json::Map<String, serde_json::Value> =
                rivals.into_iter().map(|(rival, times)| (rival.clone(), times.into())).collect();
            let line = serde_json::json!({
                "row": one.row.name, "unit": figure.unit, "rate": figure.rate, "normal": figure.normal,
                "amount": figure.amount, "turns": one.normals(), "ratio": ratio, "fell": has_fallen, "times": rivals,
            });
            println!("{line}");
            continue;
        }
        let rivals: Vec<String> = rivals.into_iter().map(|(rival, times)| format!("{times:.2} × {rival}")).collect();
        let ratio = ratio.map_or("new".to_string(), |ratio| format!("{ratio:.2}"));
        let note = if has_fallen { " FELL" } else { "" };
        println!(
            "| {} | {} {} | {ratio} | {} |{note}",
            one.row.name,
            short(figure.rate),
            figure.unit,
            rivals.join(", ")
        );
    }
}

/// Puts an entry on record.
fn write(all: &[Measured]) -> Result<(), String> {
    if cfg!(debug_assertions) {
        return Err("figures for the record are taken with --release".to_string());
    }
    let figures = all.iter().filter_map(|one| Some((one.row.name.clone(), one.figure()?))).collect();
    let entry = Entry { name: ledger::commit()?, figures };
    let kernel = Kernel::default();
    let kernel = tesuji_benches::median((0..9).map(|_| kernel.seconds()).collect());
    let about = format!("{}; kernel {:.2} ms", tesuji_benches::race::machine(), kernel * 1e3);
    let folder = ledger::folder();
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let path = folder.join(format!("{}.tsv", entry.name));
    std::fs::write(&path, entry.text(&about)).map_err(|e| format!("{}: {e}", path.display()))?;
    eprintln!("on record: {}", path.display());
    Ok(())
}

/// How many rows fell or failed.
fn run(args: &Args) -> Result<usize, String> {
    let last = Entry::last(&ledger::folder())?;
    let options = Options { turns: args.turns as usize, seconds: args.seconds, with: args.with.clone() };
    let all = ledger::measure(args.asked(), &last, &options, &mut |words| eprintln!("{words}"));
    show(&all, &last, args);
    let fallen: Vec<&str> = all.iter().filter(|one| one.has_fallen(&last)).map(|one| one.row.name.as_str()).collect();
    let failed = all.iter().filter(|one| matches!(one.failed, Some(Trouble::Wrong(_)))).count();
    let seconds: f64 = all.iter().flat_map(|one| &one.turns).map(|turn| turn.seconds).sum();
    if args.json {
        let (rows, turns) = (all.len(), all.iter().map(|one| one.turns.len()).sum::<usize>());
        let line = serde_json::json!({
            "summary": "ledger", "last": last.name, "rows": rows, "turns": turns, "fell": fallen, "failed": failed,
            "seconds": seconds,
        });
        println!("{line}");
    } else {
        fallen.iter().for_each(|row| eprintln!("FELL: {row}"));
        eprintln!("{} rows, {} fell, {failed} failed; {seconds:.0} s of CPU in turns", all.len(), fallen.len());
    }
    if args.write {
        write(&all)?;
    }
    Ok(fallen.len() + failed)
}

fn main() -> ExitCode {
    let args = Args::parse();
    let ended = match &args.turn {
        Some(name) => turn(name, args.amount).map(|()| 0),
        None if args.paths => Ok(paths(&args)),
        None => run(&args),
    };
    match ended {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(1),
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::from(2)
        }
    }
}
