//! Faults and doubtful places in the files of a book.
//!
//! Some faults show when a file is read (see [`Fault`]). The others show when the lint looks up
//! each move in its own position, as an engine would: does the book, all files together, answer
//! with this move and as it is tagged?

mod shape;
mod walk;

use crate::dictionary::Dictionary;
use crate::tree::Tree;
use crate::variation::{Book, Fault, Problem};

/// The sorts of findings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// It could not be read as it was meant.
    Reading(Fault),
    /// The same move in the same situation is marked bad in one place and played in another, or
    /// tags exclude each other.
    Contradictory,
    /// It is never matched: it follows what is left out of the book, or its own position does not
    /// lead to it.
    Unreachable,
    /// Another entry of the book always answers in its place.
    Shadowed,
    /// A move marked bad that nothing punishes.
    Unanswered,
    /// A move far from everything: an answer elsewhere, which the book would repeat.
    Elsewhere,
    /// A tag that means nothing where it stands.
    IdleTag,
}

impl Kind {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Reading(fault) => fault.name(),
            Kind::Contradictory => "contradictory",
            Kind::Unreachable => "unreachable",
            Kind::Shadowed => "shadowed",
            Kind::Unanswered => "unanswered",
            Kind::Elsewhere => "elsewhere",
            Kind::IdleTag => "idle-tag",
        }
    }
}

/// A finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The kind of the finding.
    pub kind: Kind,
    /// The file and the path to the node.
    pub place: String,
    /// The finding.
    pub what: String,
}

/// Everything found in files that make a book together, file by file.
pub fn lint(files: &[(String, Vec<u8>)]) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut reading = |p: Problem| found.push(Finding { kind: Kind::Reading(p.kind), place: p.place, what: p.what });
    let trees: Vec<Tree> = files.iter().map(|(name, bytes)| Tree::read(name, bytes, &mut reading)).collect();
    let book = Book { chapters: trees.iter().map(Tree::chapter).collect() };
    for tree in &trees {
        shape::check(tree, &mut found);
        // Patterns are compared as the engine compares them, on the book's own board.
        let dictionary = Dictionary::build(tree.size, &book, &mut |_| ());
        walk::check(tree, &trees, &dictionary, &mut found);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(files: &[&str]) -> Vec<(String, String, String)> {
        let files: Vec<(String, Vec<u8>)> =
            files.iter().enumerate().map(|(i, f)| (format!("{}.sgf", i + 1), f.as_bytes().to_vec())).collect();
        let short = |f: Finding| (f.kind.name().to_string(), f.place.replace("game 1, node ", ""), f.what);
        lint(&files).into_iter().map(short).collect()
    }

    fn kinds(files: &[&str]) -> Vec<(String, String)> {
        found(files).into_iter().map(|(kind, place, _)| (kind, place)).collect()
    }

    fn one(kind: &str, place: &str) -> Vec<(String, String)> {
        vec![(kind.to_string(), place.to_string())]
    }

    /// Without a finding: what each of the planted ones is planted into.
    const SOUND: &str = "(;SZ[19];B[pd](;W[qf];B[nc];W[rd])(;W[nc];B[qf](;W[jc])(;W[qc]C[<bad>];B[qd])))";

    #[test]
    fn nothing_is_found_where_nothing_is_wrong() {
        assert_eq!(found(&[SOUND]), []);
        assert_eq!(found(&[]), []);
        // The idiom: stones, then a move only for what follows it.
        assert_eq!(found(&["(;SZ[19];AB[qj];W[qf]C[<don't>\nthe move before];B[qh];W[pf])"]), []);
    }

    fn planted(old: &str, new: &str) -> Vec<(String, String)> {
        assert!(SOUND.contains(old));
        kinds(&[&SOUND.replacen(old, new, 1)])
    }

    /// With each variation held against each other, and each place counted from the first sibling,
    /// 40,000 took 10 s.
    #[test]
    fn very_many_variations_of_one_move() {
        let many = format!("(;SZ[19]{})", "(;B[pd])".repeat(60_000));
        let found = kinds(&[&many]);
        let repeated: Vec<&String> =
            found.iter().filter(|(kind, _)| kind == "shadowed").map(|(_, place)| place).collect();
        assert!(repeated.len() >= 59_999, "{}", repeated.len());
        assert!(repeated.iter().any(|place| *place == "1.sgf: 1/59999:1"));
    }

    #[test]
    fn an_unknown_tag() {
        assert_eq!(planted("W[jc]", "W[jc]C[<latr>]"), one("unknown-tag", "1.sgf: 2/2:3"));
    }

    #[test]
    fn a_size_that_makes_no_sense() {
        for size in ["SZ[0]", "SZ[-5]", "SZ[abc]"] {
            assert_eq!(planted("SZ[19]", size), one("board-size", "1.sgf: 1"));
        }
    }

    #[test]
    fn an_untagged_pass() {
        assert_eq!(planted("W[jc]", "W[]"), one("untagged-pass", "1.sgf: 2/2:3"));
    }

    #[test]
    fn a_move_on_a_stone() {
        assert_eq!(planted("W[jc]", "W[pd]"), one("illegal-move", "1.sgf: 2/2:3"));
    }

    #[test]
    fn what_follows_a_move_that_can_t_be_played_is_unreachable() {
        let wanted = [("illegal-move", "1.sgf: 3"), ("unreachable", "1.sgf: 4")];
        let wanted: Vec<_> = wanted.iter().map(|(k, p)| (k.to_string(), p.to_string())).collect();
        assert_eq!(planted("W[qf];", "W[pd];"), wanted);
    }

    #[test]
    fn a_bad_move_without_an_answer() {
        assert_eq!(planted(";B[qd]", ""), one("unanswered", "1.sgf: 2/2:2/2:1"));
        // Answered, but only by a move that is marked bad as well.
        assert_eq!(planted("B[qd]", "B[qd]C[<bad>];W[rd]"), one("unanswered", "1.sgf: 2/2:2/2:1"));
    }

    #[test]
    fn a_tenuki_played_elsewhere() {
        assert_eq!(planted("W[jc]", "W[dp]"), one("elsewhere", "1.sgf: 2/2:3"));
        assert_eq!(planted("W[rd]", "W[rd];B[dd];W[qc]"), one("elsewhere", "1.sgf: 6"));
    }

    #[test]
    fn contradictory_variations() {
        // In another file, mirrored and with the colours exchanged, White's low approach is marked
        // bad.
        let other = "(;SZ[19];W[dd];B[cf]C[<bad>];W[cg])";
        let found = kinds(&[SOUND, other]);
        assert!(found.contains(&one("contradictory", "2.sgf: 3")[0]), "{found:?}");
        // Tags that exclude each other.
        assert_eq!(planted("C[<bad>]", "C[<bad> <later>]"), one("contradictory", "1.sgf: 2/2:2/2:1"));
    }

    #[test]
    fn shadowed_variations() {
        // A variation that stands twice.
        assert_eq!(kinds(&[SOUND, "(;SZ[19];W[dd];B[cf];W[fc];B[bd])"]), one("shadowed", "2.sgf: 5"));
        // The same move as one that can wait: which one matches depends on where the last move was.
        let waits = "(;SZ[19];B[pd];W[qf];B[nc]C[<later>];W[rd])";
        let found = kinds(&[SOUND, waits]);
        for place in ["1.sgf: 4", "2.sgf: 4"] {
            assert!(found.contains(&one("shadowed", place)[0]), "{found:?}");
        }
        // Two branches with the same move.
        assert_eq!(planted("(;W[jc])", "(;W[jc];B[qc])(;W[jc];B[rd])"), one("shadowed", "1.sgf: 2/2:3"));
    }

    #[test]
    fn tags_that_do_nothing() {
        assert_eq!(planted("W[rd]", "W[rd]C[<tenuki>]"), one("idle-tag", "1.sgf: 5"));
        assert_eq!(planted("W[jc]", "W[]C[<later>]"), one("idle-tag", "1.sgf: 2/2:3"));
        assert_eq!(planted("W[rd]", "W[]C[<later>];AB[rc];W[rd]"), one("idle-tag", "1.sgf: 5"));
    }
}
