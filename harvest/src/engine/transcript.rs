//! Recordings of an engine by other programs: requests and replies as lines of JSON, as they went
//! over its pipes, or each as the text `raw` of an object. It is read as a tape, and nothing is
//! added to it.

use super::replay::Replay;
use super::{Analysis, Engine, EngineId, Event, Gone, Query, Reply, Ticket, View};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::io::BufRead;
use std::path::Path;
use std::time::Duration;
use tesuji_corpus::{Bad, Error, Source};

/// Recorded replies, by the positions that their requests were about.
#[derive(Debug, Default)]
pub struct Transcript {
    identity: EngineId,
    positions: HashMap<String, Analysis>,
    /// Replies whose request was not recorded: those about one game, by turn.
    turns: BTreeMap<usize, Analysis>,
    replay: Replay,
}

impl Transcript {
    /// Reads a file, packed or not. `view` says whose chances its numbers are where no request
    /// does.
    ///
    /// # Errors
    /// Where it can't be read, a line is none of an engine's, there is no reply in it, or whose
    /// chances it gives is not known.
    pub fn read(path: &Path, view: Option<View>) -> Result<Transcript, Error> {
        let name = path.display().to_string();
        let mut read = Transcript::default();
        let mut requests: HashMap<String, Value> = HashMap::new();
        let input = Source::File(path.to_path_buf()).open()?;
        for (line, number) in input.lines().zip(1_u64..) {
            let line = line.map_err(Error::io(path))?;
            if line.trim().is_empty() {
                continue;
            }
            let bad = |what: String| Error::from(Bad::new(what).file(name.clone()).line(number));
            read.take(&line, view, &mut requests).map_err(bad)?;
        }
        if read.positions.is_empty() && read.turns.is_empty() {
            return Err(Bad::new("no tape of an engine, nor its replies").file(name).into());
        }
        Ok(read)
    }

    /// Reads a line: a request, a reply, or words on the way.
    fn take(&mut self, text: &str, view: Option<View>, requests: &mut HashMap<String, Value>) -> Result<(), String> {
        let mut fields: Value = serde_json::from_str(text).map_err(|e| format!("no line of JSON: {e}"))?;
        let raw = fields.get("raw").and_then(Value::as_str).map(str::to_string);
        let text = raw.as_deref().unwrap_or(text);
        if raw.is_some() {
            let is_sent = fields["dir"] == "send";
            match serde_json::from_str(text) {
                Ok(inner) => fields = inner,
                // Somebody may send text that is no JSON to see the reply.
                Err(_) if is_sent => return Ok(()),
                Err(e) => return Err(format!("no line of JSON: {e}")),
            }
        }
        let id = fields["id"].as_str().unwrap_or_default().to_string();
        let has = |name: &str| fields.get(name).is_some();
        let is_reply = ["turnNumber", "rootInfo", "error", "warning"].into_iter().any(has);
        if !is_reply && has("moves") {
            requests.insert(id, fields);
            return Ok(());
        }
        if fields["action"] == "query_version" && has("version") {
            self.identity.version = fields["version"].as_str().unwrap_or_default().to_string();
        }
        let model = &fields["models"][0]["internalName"];
        if let Some(model) = model.as_str() {
            self.identity.model = model.to_string();
        }
        if !has("rootInfo") {
            // Warnings, refusals, actions and their ends.
            return if is_reply || has("action") || raw.is_some() {
                Ok(())
            } else {
                Err("no line of an engine".into())
            };
        }
        let request = requests.get(&id);
        let said = request.map(|r| &r["overrideSettings"]["reportAnalysisWinratesAs"]).and_then(Value::as_str);
        let view = said.and_then(view_named).or(view);
        let view =
            view.ok_or("it is not said whose chances the replies give: --tape-view black, white or side-to-move")?;
        let Reply::Answer { turn, is_during: false, analysis: Some(analysis), .. } = Reply::parse(text, view)? else {
            return Ok(());
        };
        match request {
            Some(request) => drop(position(request, turn).map(|key| self.positions.insert(key, *analysis))),
            None => drop(self.turns.insert(turn, *analysis)),
        }
        Ok(())
    }

    /// The answer about a turn, if one was recorded.
    fn answer(&self, query: &Query, turn: usize) -> Option<&Analysis> {
        let known = position(&query.to_json(), turn).and_then(|key| self.positions.get(&key));
        known.or_else(|| self.turns.get(&turn).filter(|_| self.is_of(query)))
    }

    /// Are the replies without requests about this game? They are taken to be where they cover just
    /// its turns, on a board of that size, with the same side to move each time.
    fn is_of(&self, query: &Query) -> bool {
        let points = usize::from(query.size.width) * usize::from(query.size.height);
        let is_last = self.turns.keys().next_back() == Some(&query.moves.len());
        is_last
            && self.turns.iter().all(|(&turn, analysis)| {
                let fits = analysis.ownership.is_empty() || analysis.ownership.len() == points;
                fits && query.moves.get(turn).is_none_or(|(color, _)| *color == analysis.to_move)
            })
    }
}

/// A view by its name, as the engine or the command line writes it.
#[must_use]
pub fn view_named(name: &str) -> Option<View> {
    match name.to_lowercase().replace(['-', '_'], "").as_str() {
        "black" => Some(View::Black),
        "white" => Some(View::White),
        "sidetomove" => Some(View::SideToMove),
        _ => None,
    }
}

/// The identity of a position in a request: board, stones, moves and komi. How long it was searched
/// is left out.
fn position(request: &Value, turn: usize) -> Option<String> {
    let stones = |name: &str| -> Vec<(String, String)> {
        let pairs = request[name].as_array().into_iter().flatten();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_uppercase();
        pairs.map(|pair| (text(&pair[0]).chars().take(1).collect(), text(&pair[1]))).collect()
    };
    let (mut setup, mut moves) = (stones("initialStones"), stones("moves"));
    if moves.len() < turn {
        return None;
    }
    moves.truncate(turn);
    setup.sort();
    let size = ["boardXSize", "boardYSize"].map(|name| request[name].as_u64().unwrap_or(19));
    let komi = (request["komi"].as_f64().unwrap_or(7.5) * 2.0).round();
    Some(format!("{size:?} {setup:?} {moves:?} {komi}"))
}

impl Engine for Transcript {
    fn identity(&self) -> &EngineId {
        &self.identity
    }

    fn ask(&mut self, query: &Query) -> Ticket {
        let answers = query.turns.iter().map(|&turn| (turn, self.answer(query, turn).cloned())).collect();
        self.replay.ask(answers)
    }

    fn next(&mut self, _: Duration) -> Result<Event, Gone> {
        self.replay.next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CleanOptions, clean_file};

    fn query() -> Query {
        let sgf = b"(;SZ[9]KM[6.5];B[cc];W[gg])";
        Query::of(&clean_file(sgf, "a.sgf", &CleanOptions::default()).games.remove(0).record, 30)
    }

    fn reply(id: &str, turn: usize, player: &str) -> String {
        format!(
            "{{\"id\":\"{id}\",\"isDuringSearch\":false,\"turnNumber\":{turn},\"moveInfos\":[],\
             \"rootInfo\":{{\"currentPlayer\":\"{player}\",\"winrate\":0.75,\"scoreLead\":2.0,\"visits\":9}}}}"
        )
    }

    fn read(text: &str, view: Option<View>) -> Result<Transcript, String> {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("said.jsonl");
        std::fs::write(&path, text).expect("writes");
        Transcript::read(&path, view).map_err(|e| e.to_string())
    }

    const ASKED: &str = r#"{"id":"q","moves":[["b","C7"],["W","g3"]],"boardXSize":9,"boardYSize":9,"komi":6.5,"rules":"japanese","maxVisits":7,"analyzeTurns":[1,2]"#;

    #[test]
    fn replies_are_found_by_the_positions_of_their_requests() {
        let with = |view: &str| format!("{ASKED}{view}}}\n{}\n{}\n", reply("q", 1, "W"), reply("q", 2, "B"));
        let white = with(r#","overrideSettings":{"reportAnalysisWinratesAs":"WHITE"}"#);
        let mut tape = read(&white, None).expect("reads");
        assert_eq!(tape.answer(&query(), 1).map(|a| (a.winrate, a.score)), Some((0.25, -2.0)));
        assert_eq!(tape.answer(&query(), 0), None);
        tape.ask(&query());
        assert!(matches!(tape.next(Duration::ZERO), Ok(Event::Dropped { turn: 0, .. })));
        assert!(matches!(tape.next(Duration::ZERO), Ok(Event::Answer { turn: 1, .. })));
        // The transcript as objects with the raw lines.
        let raw = |dir: &str, line: &str| serde_json::json!({"dir": dir, "raw": line}).to_string() + "\n";
        let lines = raw("send", &format!("{ASKED}}}")) + &raw("recv", &reply("q", 2, "B"));
        let tape = read(&lines, Some(View::SideToMove)).expect("reads");
        assert_eq!(tape.answer(&query(), 2).map(|a| a.winrate), Some(0.75));
    }

    #[test]
    fn replies_alone_are_those_of_the_game_that_they_fit() {
        let lines = format!("{}\n{}\n{}\n", reply("g", 0, "B"), reply("g", 1, "W"), reply("g", 2, "B"));
        let tape = read(&lines, Some(View::Black)).expect("reads");
        assert!((0..3).all(|turn| tape.answer(&query(), turn).is_some()));
        let shorter = format!("{}\n{}\n", reply("g", 0, "B"), reply("g", 1, "W"));
        assert_eq!(read(&shorter, Some(View::Black)).expect("reads").answer(&query(), 1), None);
    }

    #[test]
    fn what_is_no_recording_is_told_by_line() {
        let unsaid = read(&format!("{ASKED}}}\n{}\n", reply("q", 1, "W")), None).unwrap_err();
        assert!(unsaid.contains(":2") && unsaid.contains("--tape-view"), "{unsaid}");
        for (text, at) in [("hello\n", ":1"), ("{\"a\":1}\n", ":1"), ("", "nor its replies")] {
            let told = read(text, None).unwrap_err();
            assert!(told.contains(at), "{text:?}: {told}");
        }
    }
}
