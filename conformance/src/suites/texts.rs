//! Texts as people write them: each is read as the board that it is, or refused; never read as
//! another board.

use super::house::text_of;
use crate::{Case, Cases, Error, Options, Report, Suite, Verdict};
use serde_json::{Value as Json, json};
use std::path::Path;
use tesuji_genre::{Genre, Puzzle};
use tesuji_solver::{Limits, Stop};

/// The suite.
pub const SUITE: Suite = Suite {
    name: "texts",
    about: "texts of puzzles: the board that is meant (agree), refused (unknown), another board (differ)",
    counts: &["read", "refused"],
    load,
    together: None,
};

/// A line of `expect.jsonl`.
struct Text {
    id: Json,
    genre: Option<&'static dyn Genre>,
    text: String,
    /// The text is an argument and no file.
    is_argument: bool,
    /// The known facts about the board: `address`, `count`, `solution`.
    right: Json,
}

fn load(options: &Options) -> Cases {
    let file = if options.path.is_dir() { options.path.join("expect.jsonl") } else { options.path.clone() };
    let folder = file.parent().unwrap_or(Path::new(".")).to_path_buf();
    let lines = text_of(&file)?;
    let mut cases: Vec<Box<dyn Case>> = Vec::new();
    for (number, line) in (1..).zip(lines.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let bad = |what: &str| Error::Input(format!("{}:{number}: {what}", file.display()));
        let case: Json = serde_json::from_str(line).map_err(|e| bad(&e.to_string()))?;
        let text = match (case["text"].as_str(), case["input"].as_str()) {
            (Some(text), _) => text.to_string(),
            (None, Some(input)) => text_of(&folder.join(input))?,
            (None, None) => return Err(bad("a field `input` or `text` is expected")),
        };
        let command = case["command"].as_str().unwrap_or("");
        let mut words = command.split_whitespace().skip_while(|word| *word != "--genre").skip(1);
        let name = case["genre"].as_str().or_else(|| words.next()).ok_or_else(|| bad("no genre is told"))?;
        let genre = tesuji_pencil::genres().into_iter().find(|genre| genre.name() == name);
        let is_argument = command.contains("$(cat");
        cases.push(Box::new(Text { id: case["id"].clone(), genre, text, is_argument, right: case["right"].clone() }));
    }
    Ok(cases)
}

impl Text {
    /// The boards of the text, or why it is refused.
    fn boards(&self, genre: &dyn Genre) -> Result<Vec<Puzzle>, String> {
        if self.is_argument {
            return genre.parse(self.text.trim()).map(|one| vec![one.puzzle]).map_err(|bad| bad.to_string());
        }
        let mut found = Vec::new();
        genre.read(self.text.as_bytes(), &mut |one| found.push(one));
        let boards: Result<Vec<Puzzle>, String> =
            found.into_iter().map(|one| one.map(|parsed| parsed.puzzle).map_err(|bad| bad.to_string())).collect();
        boards.and_then(|boards| if boards.is_empty() { Err("nothing is read".to_string()) } else { Ok(boards) })
    }

    /// The fact that the board contradicts; `None` where it is right.
    fn fault(&self, genre: &dyn Genre, board: &Puzzle, options: &Options) -> Result<Option<Json>, String> {
        if let Some(address) = self.right["address"].as_str() {
            let meant = genre.parse(address).map_err(|bad| format!("the address: {bad}"))?.puzzle.text;
            return Ok((meant != board.text).then(|| json!({"expected": meant, "got": board.text})));
        }
        let limits = Limits::solutions(2).with_time(options.time);
        let solved = genre.solve(board, &limits).map_err(|bad| bad.to_string())?;
        let count = solved.solutions.len() as u64;
        if solved.stop != Stop::Exhausted && count < 2 {
            return Err("not solved within the limits".to_string());
        }
        let told = self.right["count"].as_u64();
        let text = solved.solutions.first().and_then(|solution| solution.text()).map(str::to_string);
        let meant = self.right["solution"].as_str();
        let is_right =
            told.is_none_or(|told| told == count) && meant.is_none_or(|meant| Some(meant) == text.as_deref());
        let line =
            || json!({"expected": {"count": told, "solution": meant}, "got": {"count": count, "solution": text}});
        Ok((!is_right).then(line))
    }
}

impl Case for Text {
    fn run(&self, options: &Options) -> Report {
        let skipped = |why: &str| Report::with_line(Verdict::Skipped, json!({"case": self.id, "reason": why}));
        let is_known = ["address", "count", "solution"].iter().any(|field| !self.right[field].is_null());
        let Some(genre) = self.genre else { return skipped("no genre of pencil puzzles") };
        if !is_known {
            return skipped("no board is told");
        }
        let boards = match self.boards(genre) {
            Ok(boards) => boards,
            Err(why) => {
                return Report::with_line(Verdict::Unknown, json!({"case": self.id, "refused": why})).count("refused");
            }
        };
        let [board] = &boards[..] else {
            let got: Vec<&str> = boards.iter().map(|board| board.text.as_str()).collect();
            return Report::with_line(Verdict::Differ, json!({"case": self.id, "expected": "one board", "got": got}));
        };
        match self.fault(genre, board, options) {
            Ok(None) => Report::of(Verdict::Agree).count("read"),
            Ok(Some(mut line)) => {
                line["case"] = self.id.clone();
                Report::with_line(Verdict::Differ, line)
            }
            Err(why) => Report::with_line(Verdict::Unknown, json!({"case": self.id, "reason": why})),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::load;
    use crate::{Options, Verdict};
    use std::path::PathBuf;
    use std::time::Duration;

    fn options(path: PathBuf) -> Options {
        Options {
            path,
            time: Duration::from_secs(20),
            limit: usize::MAX,
            every: 1,
            games: None,
            book: None,
            records: None,
            tables: PathBuf::new(),
            total: None,
            replay: false,
            nodes: None,
            recheck: false,
            net: None,
        }
    }

    #[test]
    fn a_text_is_read_refused_or_another_board() {
        let folder = tempfile::tempdir().expect("a folder");
        let text = "1 . .\\n. . .\\n. . 5\\n";
        let line = |id: &str, address: &str| {
            format!(r#"{{"id": "{id}", "genre": "nurikabe", "text": "{text}", "right": {{"address": "{address}"}}}}"#)
        };
        let refused = r#"{"id": "c", "genre": "nurikabe", "text": "1,,\n,2,\n", "right": {"count": 1}}"#;
        let lines = [line("a", "nurikabe/3/3/1m5"), line("b", "nurikabe/3/3/1n"), refused.to_string()];
        std::fs::write(folder.path().join("expect.jsonl"), lines.join("\n")).expect("written");
        let options = options(folder.path().to_path_buf());
        let verdicts: Vec<Verdict> =
            load(&options).expect("cases").iter().map(|case| case.run(&options).verdict).collect();
        assert_eq!(verdicts, [Verdict::Agree, Verdict::Differ, Verdict::Unknown]);
    }

    #[test]
    fn no_text_of_the_handed_cases_is_another_board() {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/cases4/pencil");
        if !folder.is_dir() {
            println!("skipped: {} is not there", folder.display());
            return;
        }
        let options = options(folder);
        for case in load(&options).expect("cases") {
            let report = case.run(&options);
            assert_ne!(report.verdict, Verdict::Differ, "{:?}", report.line);
        }
    }
}
