//! SGF collections in and out.

use crate::Problem;
use crate::problem::{read_sgf, root_of};
use std::io::Write;
use tesuji_genre::position::Found;
use tesuji_genre::{Bad, Record};
use tesuji_sgf::Collection;

/// Reads a document that is an SGF collection; `false` for any other.
pub(crate) fn read(doc: &[u8], found: &mut dyn FnMut(Found<Problem>)) -> bool {
    let body = doc.strip_prefix(b"\xef\xbb\xbf").unwrap_or(doc).trim_ascii_start();
    if !body.starts_with(b"(") {
        return false;
    }
    let (sgf, _) = Collection::parse(doc);
    for (i, root) in sgf.roots().enumerate() {
        let line = root.offset().map(|at| doc[..at.min(doc.len())].iter().filter(|&&b| b == b'\n').count() as u64 + 1);
        match read_sgf(root) {
            Ok(problem) => found(Ok((problem.into(), line))),
            Err(why) => {
                let bad = Bad::new(why).at(format!("game {}", i + 1));
                found(Err(match line {
                    Some(n) => bad.line(n),
                    None => bad,
                }));
            }
        }
    }
    if sgf.roots().len() == 0 {
        found(Err(Bad::new("an SGF collection without a game")));
    }
    true
}

/// Writes records as an SGF collection: the stored tree, where there is one, else the position.
pub(crate) fn write(format: &str, records: &mut dyn Iterator<Item = Record>, out: &mut dyn Write) -> Result<(), Bad> {
    if format != "sgf" {
        return Err(Bad::new(format!("tsumego has no format {format}")));
    }
    for record in records {
        let tree =
            record.solution.as_ref().and_then(|s| s.get("tree")).and_then(|t| t.as_str()).filter(|t| !t.is_empty());
        let text = match tree {
            Some(tree) => format!("{tree}\n"),
            None => {
                let problem = Problem::parse(&record.puzzle).map_err(|e| Bad::new(e.what).column(e.column))?;
                let mut sgf = Collection::new();
                root_of(&problem, &mut sgf);
                String::from_utf8_lossy(&sgf.write()).into_owned()
            }
        };
        out.write_all(text.as_bytes()).map_err(|e| Bad::new(format!("writing failed: {e}")))?;
    }
    Ok(())
}
