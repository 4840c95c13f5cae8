//! `tesuji corpus export --format parquet`: records of any genres in columns.

use super::selection;
use crate::commands::{Treated, each};
use crate::common::Context;
use crate::ending::Ending;
use crate::{Console, Failure};
use clap::ArgMatches;
use std::fs::{File, remove_file, rename};
use std::path::PathBuf;
use tesuji_corpus::{Error, LeftOut, ParquetWriter};

/// Runs it: the file stands under its name once it is whole.
pub fn run(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let path = matches.get_one::<PathBuf>("out").filter(|path| path.as_os_str() != "-");
    let path = path.ok_or_else(|| Failure::Usage("--format parquet needs --out FILE".to_string()))?;
    if matches.get_one::<u64>("max-similar").is_some() {
        return Err(Failure::Usage("--max-similar is not for --format parquet: dedupe first".to_string()));
    }
    let part = PathBuf::from(format!("{}.{}.tmp", path.display(), std::process::id()));
    let written = write(context, matches, &part, console);
    let (written, left, bad) = match written {
        Ok(done) => done,
        Err(why) => {
            // Nothing of it is of use.
            let _ = remove_file(&part);
            return Err(why);
        }
    };
    rename(&part, path).map_err(Error::io(path))?;
    let line = serde_json::json!({
        "summary": "export", "format": "parquet", "written": written, "bad": bad, "left_out": left,
    });
    let words = format!("export: {written} as parquet, {bad} bad{}", left.words());
    Ending::new().bad(bad).tell(matches.get_flag("json"), line, &words, console)
}

fn write(
    context: &Context<'_>,
    matches: &ArgMatches,
    part: &PathBuf,
    console: &mut Console<'_>,
) -> Result<(u64, LeftOut, u64), Failure> {
    let selection = selection::of_export(matches, false)?;
    let mut out = ParquetWriter::new(File::create(part).map_err(Error::io(part))?).map_err(Error::io(part))?;
    let (mut written, mut left) = (0u64, LeftOut::default());
    let Treated { bad, .. } = each(context, matches, console, &mut |work, _| {
        if selection.takes(&work.record, &mut left) {
            out.add(work.record.clone()).map_err(Error::io(part))?;
            written += 1;
        }
        Ok(())
    })?;
    out.finish().map_err(Error::io(part))?;
    Ok((written, left, bad))
}
