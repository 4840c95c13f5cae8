//! Several inputs of one command: files, and folders with the files in them.

use crate::Failure;
use crate::common::Context;
use clap::{Arg, ArgAction, ArgMatches};
use std::path::{Path, PathBuf};
use tesuji_corpus::{Error, Items, Source};
use tesuji_genre::Genre;

/// `[FILE|FOLDER|-]…`, in place of one file.
pub fn files() -> Arg {
    Arg::new("file")
        .value_name("FILE")
        .default_value("-")
        .num_args(1..)
        .action(ArgAction::Append)
        .value_parser(clap::value_parser!(PathBuf))
        .help("Puzzles: lines, records, or documents; of a folder all files in it (.sgf, .jsonl, .txt, .url, packed or not); - reads standard input")
}

/// How the names of files end that are taken from a folder, where they are not packed.
const TAKEN: [&str; 4] = ["sgf", "jsonl", "txt", "url"];
const PACKED: [&str; 2] = ["gz", "zst"];

/// The inputs, those of folders in the order of their names.
///
/// # Errors
/// A folder that can't be read, or has no such file.
pub fn sources(matches: &ArgMatches) -> Result<Vec<Source>, Failure> {
    let mut found = Vec::new();
    for path in matches.get_many::<PathBuf>("file").into_iter().flatten() {
        if !path.is_dir() {
            found.push(Source::of_arg_or_text(path));
            continue;
        }
        let mut files = Vec::new();
        walk(path, &mut files)?;
        if files.is_empty() {
            let kinds = TAKEN.map(|kind| format!(".{kind}")).join(", ");
            return Err(Failure::Usage(format!("{}: no file in it ends with {kinds}", path.display())));
        }
        files.sort();
        found.extend(files.into_iter().map(Source::File));
    }
    Ok(found)
}

/// The inputs, each so that it can be read more than once, and the genre: that of `--genre`, of a
/// file's name, or of the first puzzle.
///
/// # Errors
/// Where no puzzle tells its genre.
pub fn sources_and_genre(
    context: &Context<'_>,
    matches: &ArgMatches,
) -> Result<(Vec<Source>, &'static dyn Genre), Failure> {
    let sources = sources(matches)?;
    if let Some(genre) = context.genre {
        return Ok((sources, genre));
    }
    let kept = sources.iter().map(Source::kept).collect::<Result<Vec<_>, _>>()?;
    for source in &kept {
        let reader = context.reader(source, matches);
        if let Some(genre) = reader.document_genre() {
            return Ok((kept, genre));
        }
        let mut items = Items::open(source, &reader)?;
        while let Some(item) = items.next_item()? {
            if let Ok(Some(work)) = reader.work(item) {
                return Ok((kept, work.puzzle.genre));
            }
        }
    }
    context.the_genre().map(|genre| (kept, genre))
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).map_err(Error::io(&folder))? {
            let entry = entry.map_err(Error::io(&folder))?;
            let path = entry.path();
            // A link to a folder could lead round in a circle.
            if entry.file_type().map_err(Error::io(&path))?.is_dir() {
                open.push(path);
            } else if is_taken(&path) {
                files.push(path);
            }
        }
    }
    Ok(())
}

fn is_taken(path: &Path) -> bool {
    let ending = |path: &Path| path.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default();
    let last = ending(path);
    let kind = if PACKED.contains(&last.as_str()) { ending(&path.with_extension("")) } else { last };
    TAKEN.contains(&kind.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_a_folder_are_told_by_their_ends() {
        for taken in ["a.sgf", "b.SGF", "c.jsonl.gz", "d.txt.zst", "x.y.sgf"] {
            assert!(is_taken(Path::new(taken)), "{taken}");
        }
        for left in ["a", "b.html", "c.gz", "d.png.gz", ".sgf"] {
            assert!(!is_taken(Path::new(left)), "{left}");
        }
    }
}
