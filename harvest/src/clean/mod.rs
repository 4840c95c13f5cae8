//! One file to clean games.

mod board;
mod chat;
mod handicap;
mod rebuild;

use crate::record::{Category, GameRecord, Source};
use crate::{Finding, hash};
use tesuji_sgf::{Collection, Node};

/// How to clean.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CleanOptions {
    /// Whose games these are.
    pub category: Category,
    /// Their licence.
    pub licence: Option<String>,
    /// Parts that are left out.
    pub strip: Strip,
}

/// Parts that are left out; none by default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Strip {
    /// Lines of comments that are chat of a server.
    pub chat: bool,
    /// All comments, node names among them.
    pub comments: bool,
    /// Properties that no version of the standard has.
    pub private: bool,
    /// Marks, labels, arrows, territory.
    pub markup: bool,
    /// Everything beside the main line.
    pub variations: bool,
}

impl Strip {
    /// The names of its parts.
    pub const NAMES: [&'static str; 5] = ["chat", "comments", "private", "markup", "variations"];

    /// Adds a part by its name; false when there is none of that name.
    pub fn add(&mut self, name: &str) -> bool {
        let part = match name {
            "chat" => &mut self.chat,
            "comments" => &mut self.comments,
            "private" => &mut self.private,
            "markup" => &mut self.markup,
            "variations" => &mut self.variations,
            _ => return false,
        };
        *part = true;
        true
    }
}

/// A clean game.
#[derive(Clone, Debug)]
pub struct CleanGame {
    /// Its line.
    pub record: GameRecord,
    /// The game as SGF: FF\[4\], UTF-8.
    pub sgf: Vec<u8>,
    /// Findings in it, with the repairs.
    pub findings: Vec<Finding>,
}

/// The games of a file.
#[derive(Clone, Debug, Default)]
pub struct Games {
    /// Those of Go.
    pub games: Vec<CleanGame>,
    /// Findings beside them.
    pub findings: Vec<Finding>,
}

/// Reads and cleans a file: SGF, GIB or NGF, told by the content. Anything at all comes out as
/// games and findings.
pub fn clean_file(bytes: &[u8], name: &str, options: &CleanOptions) -> Games {
    let (sgf, diagnostics, format) = Collection::read(bytes);
    let mut out = Games::default();
    let mut starts = Vec::new();
    for (i, root) in sgf.roots().enumerate() {
        match clean_game(root, options) {
            Ok(mut game) => {
                game.record.source = Source {
                    file: name.to_string(),
                    entry: None,
                    game: i + 1,
                    offset: root.offset().map(|o| o as u64),
                    format: format.name().to_string(),
                    charset: std::mem::take(&mut game.record.source.charset),
                };
                starts.push((root.offset().unwrap_or(0), out.games.len()));
                out.games.push(game);
            }
            Err(finding) => out.findings.push(finding),
        }
    }
    for diagnostic in &diagnostics {
        // A finding belongs to the game it stands in; what stands before the first, to that.
        let after = starts.partition_point(|s| s.0 <= diagnostic.offset);
        let game = starts.get(after.saturating_sub(1)).and_then(|s| out.games.get_mut(s.1));
        game.map_or(&mut out.findings, |g| &mut g.findings).push(diagnostic.into());
    }
    for game in &mut out.games {
        game.findings.sort_by_key(|f| f.offset);
        for finding in &game.findings {
            *game.record.repairs.entry(finding.what.to_string()).or_default() += 1;
        }
    }
    out
}

/// Cleans the game below a root. Where it comes from is left to the caller.
///
/// # Errors
/// When it is not a game of Go, or its board is larger than SGF has letters for.
pub fn clean_game(root: Node<'_>, options: &CleanOptions) -> Result<CleanGame, Finding> {
    if let Some(kind) = root.get("GM")
        && kind.number().is_some_and(|n| n != 1)
    {
        return Err(Finding::new("not-go", kind.offset(), format!("GM[{}] is another game: left out", kind.text())));
    }
    let built = rebuild::Rebuilt::of(root, options)?;
    let (sgf, mut record, mut findings) = (built.sgf, built.record, built.findings);
    let setup: Vec<_> = record.setup.stones().collect();
    let size = record.size();
    record.hash = hash::move_hash(size, &setup, &record.moves);
    if let (Some(to_play), true) = (&record.to_play, record.moves.is_empty()) {
        // A problem: who plays first is not told by its moves.
        record.hash = record.hash.map(|hash| hash::digest(&format!("{hash} {to_play}")));
    }
    let mut board = board::Board::new(size);
    setup.iter().for_each(|&(c, p)| board.set(p, Some(c)));
    for (at, stones) in board.all_breathless() {
        let (s, have) = if stones == 1 { ("", "has") } else { ("s", "have") };
        let why = format!("{stones} stone{s} at {at} that {have} no liberty: set up, and kept as they are");
        findings.push(Finding::new("no-liberty", root.offset(), why));
    }
    let mut slips = record.moves.iter().enumerate().filter_map(|(i, m)| Some((i, board.play(m.color, m.at).err()?)));
    if let Some((slip, why)) = slips.next() {
        record.illegal = Some(slip + 1);
        let what = record.moves.get(slip).map(ToString::to_string).unwrap_or_default();
        let why = if why == board::Slip::Ko { "retakes a ko at once" } else { "can't be played" };
        findings.push(Finding::new(
            "illegal-move",
            built.places.get(slip).copied().flatten(),
            format!("move {} ({what}) {why}", slip + 1),
        ));
    }
    let written = sgf.write();
    record.tree = (record.leaves > 1 || built.cut).then(|| hash::digest(&rebuild::moves_of_tree(&sgf)));
    Ok(CleanGame { record, sgf: written, findings })
}
