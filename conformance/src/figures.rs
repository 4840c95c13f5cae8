//! The figures that the notes claim: a list with a command each, the page that is made of it, and
//! what the commands say today.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::Path;

/// One claim.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// Under which heading it stands.
    pub area: String,
    /// The claim.
    pub claim: String,
    /// The figure, as it was measured last.
    pub figure: String,
    /// The command that measures it, word by word; `DATA` stands for the folder of external data,
    /// `OUT` for a folder to write to.
    pub command: String,
    /// How the figure is written, with `{field}` for fields of the last JSON line that the command
    /// prints; without it a person reads what the command prints.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub show: Option<String>,
    /// The row of the ledger that takes the figure; `{rate}`, `{normal}` and `{unit}` of its newest
    /// entry stand in `show`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ledger: Option<String>,
    /// A remark.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Does it take more than some minutes?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub long: bool,
}

/// Stands for the folder of external data in a command.
const DATA: &str = "DATA";
/// Stands for a folder to write to.
const OUT: &str = "OUT";

/// The list, from its JSON text.
///
/// # Errors
/// The parser's words.
pub fn read(text: &str) -> Result<Vec<Figure>, String> {
    serde_json::from_str(text).map_err(|e| e.to_string())
}

/// The list as JSON text, in the form in which it is kept: an object a figure, a field a line.
///
/// # Errors
/// Never for a list that was read; the writer's words else.
pub fn write(figures: &[Figure]) -> Result<String, String> {
    let mut out = Vec::new();
    let form = serde_json::ser::PrettyFormatter::with_indent(b" ");
    figures.serialize(&mut serde_json::Serializer::with_formatter(&mut out, form)).map_err(|e| e.to_string())?;
    String::from_utf8(out).map(|text| text + "\n").map_err(|e| e.to_string())
}

impl Figure {
    /// The words of its command.
    pub fn words(&self, data: &Path, out: &Path) -> Vec<String> {
        let placed = |word: &str, name: &str, folder: &Path| {
            let rest = word.strip_prefix(name)?;
            let rest = if rest.is_empty() { "" } else { rest.strip_prefix('/')? };
            Some(folder.join(rest).display().to_string())
        };
        self.command
            .split_whitespace()
            .map(|word| placed(word, DATA, data).or_else(|| placed(word, OUT, out)).unwrap_or_else(|| word.to_string()))
            .collect()
    }

    /// Does it need external data?
    pub fn needs_data(&self) -> bool {
        self.command.split_whitespace().any(|word| word == DATA || word.starts_with("DATA/"))
    }

    /// The first file that its command names and that is not there.
    pub fn missing(&self, data: &Path) -> Option<String> {
        let files = self.command.split_whitespace().filter_map(|word| word.strip_prefix("DATA/"));
        files.map(|file| data.join(file)).find(|path| !path.exists()).map(|path| path.display().to_string())
    }

    /// The figure by what its command printed; `None` where a person has to read it.
    pub fn measured(&self, printed: &str) -> Option<String> {
        self.shown(&printed.lines().rev().find_map(|line| serde_json::from_str::<Value>(line).ok())?)
    }

    /// The figure by an entry of the ledger; `None` if the entry has no such row.
    pub fn recorded(&self, entry: &str) -> Option<String> {
        let row = self.ledger.as_ref()?;
        let fields: Vec<&str> =
            entry.lines().find_map(|line| line.strip_prefix(row)?.strip_prefix('\t'))?.split('\t').collect();
        let [unit, _, rate, normal] = fields[..] else { return None };
        let digits = |figure: &str| figure.parse().map_or_else(|_| figure.to_string(), grouped);
        self.shown(&serde_json::json!({"unit": unit, "rate": digits(rate), "normal": digits(normal)}))
    }

    /// The figure as it is written, with these fields.
    fn shown(&self, summary: &Value) -> Option<String> {
        let mut parts = self.show.as_ref()?.split('{');
        let mut out = parts.next()?.to_string();
        for part in parts {
            let (name, rest) = part.split_once('}')?;
            out += &match summary.get(name)? {
                Value::Number(n) => n.as_u64().map_or_else(|| n.to_string(), grouped),
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            out += rest;
        }
        Some(out)
    }
}

/// A number with its digits in groups of three.
fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

const HEAD: &str = "# Figures

Every figure that the documents claim, with the command that measures it. This page is made of [figures.json](figures.json):

    cargo run --release -p tesuji-conformance --example figures -- --data FOLDER [--long] [--only WORD] [--write]

runs the commands whose data are there and says which figures differ; `--write` puts what can be read by a program into the
list, and makes this page anew. `DATA` is a folder of external test data that is no part of the project; commands without it
need nothing. Times and ratios are of one machine with two cores. \"(long)\": more than some minutes.
";

/// The newest entry of the ledger below the project's folder, as text; `None` if there is none.
pub fn newest_entry(root: &Path) -> Option<String> {
    let files = std::fs::read_dir(root.join("benches/record/ledger")).ok()?.filter_map(|file| Some(file.ok()?.path()));
    let newest = files.filter(|path| path.extension().is_some_and(|ending| ending == "tsv")).max()?;
    std::fs::read_to_string(newest).ok()
}

/// The page made of the list.
pub fn page(figures: &[Figure]) -> String {
    let mut out = HEAD.to_string();
    let mut area = "";
    for figure in figures {
        if figure.area != area {
            area = &figure.area;
            out += &format!("\n## {area}\n\n| what | figure | command |\n|---|---|---|\n");
        }
        let note = figure.note.as_ref().map_or(String::new(), |note| format!(" ({note})"));
        let long = if figure.long { " (long)" } else { "" };
        let command = figure.command.replace("cargo run --release ", "… ");
        out += &format!("| {}{note} | {} | `{command}`{long} |\n", figure.claim, figure.figure);
    }
    out + "\nIn commands `…` is `cargo run --release`.\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure() -> Figure {
        Figure {
            area: "Go".into(),
            claim: "rows".into(),
            figure: "1 of 2".into(),
            command: "cargo run -- rows DATA/a/b.tsv --out OUT/x DATABASE".into(),
            show: Some("{agree} of {cases}".into()),
            ledger: None,
            note: None,
            long: false,
        }
    }

    #[test]
    fn folders_are_put_in_for_their_names() {
        let words = figure().words(Path::new("/d"), Path::new("/o"));
        assert_eq!(words, ["cargo", "run", "--", "rows", "/d/a/b.tsv", "--out", "/o/x", "DATABASE"]);
        assert!(figure().needs_data());
        assert_eq!(figure().missing(Path::new("/nowhere")).as_deref(), Some("/nowhere/a/b.tsv"));
    }

    #[test]
    fn the_last_summary_tells_the_figure() {
        let printed = "{\"agree\":1}\nwords\n{\"suite\":\"rows\",\"agree\":5674,\"cases\":12000}\n";
        assert_eq!(figure().measured(printed).as_deref(), Some("5,674 of 12,000"));
        assert_eq!(figure().measured("words\n"), None);
        assert_eq!(figure().measured("{\"agree\":1}"), None);
        assert_eq!(Figure { show: None, ..figure() }.measured(printed), None);
    }

    #[test]
    fn a_row_of_the_ledger_tells_the_figure() {
        let show = Some("{rate} {unit} a second".to_string());
        let figure = Figure { ledger: Some("make a".into()), show, ..figure() };
        let entry =
            "# machine\nrow\tunit\tamount\trate\tnormal\nmake a b\tx\t1\t2\t3\nmake a\tpuzzles\t8\t1234\t99.5\n";
        assert_eq!(figure.recorded(entry).as_deref(), Some("1,234 puzzles a second"));
        assert_eq!(figure.recorded("make b\tpuzzles\t8\t1\t2\n"), None);
    }

    #[test]
    fn a_list_is_read_as_it_is_written() {
        let list = [figure(), Figure { note: Some("n".into()), long: true, show: None, ..figure() }];
        assert_eq!(read(&write(&list).expect("writes")).expect("reads"), list);
        assert!(read("[{\"claim\":1}]").is_err());
    }
}
