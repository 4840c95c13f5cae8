//! `tesuji joseki show`.

use super::sources;
use crate::{Console, Failure};
use clap::{Arg, ArgMatches, Command};
use std::collections::HashSet;
use std::path::PathBuf;
use tesuji_corpus::{Error, atomic};
use tesuji_joseki::show;

/// The command.
pub fn command() -> Command {
    Command::new("show").about("Draws a book as trees (SVG), one a chapter").args([
        Arg::new("files")
            .value_name("FILES")
            .num_args(1..)
            .required(true)
            .value_parser(clap::value_parser!(PathBuf))
            .help("SGF files of joseki, or built books"),
        Arg::new("out")
            .long("out")
            .value_name("DIR")
            .value_parser(clap::value_parser!(PathBuf))
            .help("Write CHAPTER.svg into this folder; without it, one chapter goes to standard output"),
    ])
}

/// Runs it.
pub fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let (book, _, wrong) = sources::load(&sources::paths(matches, "files"), console)?;
    match matches.get_one::<PathBuf>("out") {
        Some(dir) => {
            std::fs::create_dir_all(dir).map_err(Error::io(dir))?;
            let mut names = HashSet::new();
            for chapter in &book.chapters {
                // The name of a chapter may come from a file: only its last part names a file here.
                let name = sources::name(chapter.name.as_ref());
                let name = name.trim_end_matches(".sgf");
                let numbered = (2..).map(|n| format!("{name}-{n}"));
                let free = std::iter::once(name.to_string()).chain(numbered).find(|name| names.insert(name.clone()));
                let path = dir.join(format!("{}.svg", free.unwrap_or_default()));
                let svg = show::svg(chapter);
                atomic::write_atomic(&path, &mut |out| out.write_all(svg.as_bytes())).map_err(Error::io(&path))?;
                let _ = writeln!(console.err, "{}: {} variations", path.display(), chapter.variations.len());
            }
        }
        None => match &book.chapters[..] {
            [chapter] => console.out.write_all(show::svg(chapter).as_bytes())?,
            all => return Err(Failure::Usage(format!("{} chapters: --out names the folder for them", all.len()))),
        },
    }
    Ok(u8::from(wrong > 0))
}
