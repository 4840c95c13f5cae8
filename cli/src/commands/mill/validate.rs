//! `tesuji mill validate`.

use crate::common;
use crate::{Console, Failure};
use clap::{Arg, ArgAction, ArgMatches, Command};
use serde_json::json;
use tesuji_corpus::Error;
use tesuji_mill::exchange::{Pack, Severity, validate};
use tesuji_mill::puzzle::{Checked, check_claims, check_lines, needed_sectors};
use tesuji_mill::tables::{Builder, human};
use tesuji_mill::variant;

/// The command.
pub fn command() -> Command {
    let file = Arg::new("pack").value_name("PACK").required(true).help("A pack, a contribution, or a QR payload");
    let warnings = Arg::new("warnings")
        .long("warnings")
        .action(ArgAction::SetTrue)
        .help("With --json: a line for each error and warning, too");
    let build = Arg::new("build")
        .long("build")
        .action(ArgAction::SetTrue)
        .help("Builds the sectors that the claims need and that are not there");
    Command::new("validate")
        .about(
            "Checks a Sanmill pack: its form, its lines under the rules, and every claim by solving each puzzle anew",
        )
        .long_about(
            "Checks a Sanmill pack: its form, its lines under the rules, and every claim by solving each puzzle anew. \
             With --json, one line for each wrong claim (id, claim, truth, line). Exit 1 when something is wrong.",
        )
        .args([file, super::folder_arg(), warnings, build, common::json()])
        .args([common::limits("2h", "0", "nothing here").into_iter().next().unwrap_or_default()])
}

/// Says which sectors the claims need that are not there, and how large they are; with `--build`,
/// builds them.
fn sectors(matches: &ArgMatches, pack: &Pack, console: &mut Console<'_>) -> Result<(), Failure> {
    let folder = super::folder_of(matches);
    for (id, needed) in needed_sectors(pack) {
        let Some(variant) = variant::by_id(id) else { continue };
        let builder = Builder::new(&variant.rules, &folder).map_err(super::table_failure)?.sectors(needed);
        let plan = builder.plan().map_err(super::table_failure)?;
        let missing: Vec<String> = plan.pairs.iter().filter(|p| p.is_missing).map(|p| p.sector.to_string()).collect();
        if missing.is_empty() {
            continue;
        }
        let _ = writeln!(
            console.err,
            "{id}: the claims need sectors that are not in {}: {} ({})",
            folder.display(),
            missing.join(", "),
            human(plan.disk)
        );
        if matches.get_flag("build") {
            super::tables::build_all(&builder, &plan, matches, console)?;
        } else {
            let _ = writeln!(console.err, "--build builds them; small ones are built as they are needed");
        }
    }
    Ok(())
}

/// Runs it.
pub fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let name = matches.get_one::<String>("pack").cloned().unwrap_or_default();
    let bytes = std::fs::read(&name).map_err(Error::io(&name))?;
    let (pack, mut findings) = Pack::read(&bytes);
    if let Some(pack) = &pack {
        findings.extend(validate(pack));
        findings.extend(check_lines(pack));
    }
    let json = matches.get_flag("json");
    let errors = findings.iter().filter(|f| f.severity == Severity::Error).count();
    for finding in &findings {
        if json && matches.get_flag("warnings") {
            common::print_json(&serde_json::to_value(finding).unwrap_or_default(), console)?;
        } else if !json || finding.severity == Severity::Error {
            let _ = writeln!(console.err, "{name}: {finding}");
        }
    }
    if let Some(pack) = &pack {
        sectors(matches, pack, console)?;
    }
    let (mut holds, mut wrong, mut claims, mut unknown) = (0_u64, 0_u64, 0_u64, Vec::new());
    if let Some(pack) = &pack {
        let mut printed = Ok(());
        check_claims(pack, &super::folder_of(matches), &mut |path, puzzle, checked| match checked {
            Checked::Holds => holds += 1,
            Checked::Unknown(why) => unknown.push((path.to_string(), puzzle.id.clone(), why)),
            Checked::Wrong(list) => {
                wrong += 1;
                claims += list.len() as u64;
                for claim in list {
                    let text = match json {
                        true => json!({"id": claim.id, "path": claim.path, "claim": claim.claim,
                            "truth": claim.truth, "line": claim.line})
                        .to_string(),
                        false => format!(
                            "{}: {} ({}): {}\n  {}",
                            claim.id,
                            claim.claim,
                            claim.path,
                            claim.truth,
                            claim.line.join(" ")
                        ),
                    };
                    if printed.is_ok() {
                        printed = writeln!(console.out, "{text}");
                    }
                }
            }
        });
        printed?;
    }
    let puzzles = pack.as_ref().map_or(0, Pack::listed);
    if !json {
        for (path, id, why) in &unknown {
            let _ = writeln!(console.err, "not decided: {path} {id}: {why}");
        }
    }
    let _ = writeln!(
        console.err,
        "{name}: {puzzles} puzzles; {errors} errors, {} warnings; claims hold of {holds}, {claims} wrong claims of \
         {wrong}, not decided {}",
        findings.len() - errors,
        unknown.len()
    );
    Ok(u8::from(errors > 0 || wrong > 0 || pack.is_none()))
}
