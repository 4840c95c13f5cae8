//! Zone certificates, replayed on boards with other stones outside of their zones.
//!
//! A line of a `.jsonl` file is a record with a `puzzle` (a Go problem as the project writes it),
//! and may have its `certificate`; where it has none, one is made within `--nodes`. A table with a
//! column `sgf` is read as one of book problems: a target is chosen, and a certificate made.
//!
//! A case agrees where the checker accepts the certificate and all games on other boards are won;
//! it differs where a game is lost, or where a certificate that is given is refused. With `--replay`
//! the line of each case has its puzzle and its certificate, and can be read again.

use super::{boxed, read, table};
use crate::{Case, Cases, Error, Options, Report, Suite, Verdict};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::{Value, json};
use tesuji_genre::Choosing;
use tesuji_genre::position::PositionGenre;
use tesuji_go::zones::{Played, ZoneCertificate, prove_problem};
use tesuji_go::{Problem, Tsumego};
use tesuji_solver::Limits;

/// The suite.
pub const SUITE: Suite = Suite {
    name: "certificates",
    about: "zone certificates of Go problems, replayed with random stones outside (--nodes)",
    counts: &["captures", "lives", "games", "lost", "cut", "nodes_of_proofs", "points_of_zones"],
    load,
    together: None,
};

/// Positions for a certificate where no number is named.
const NODES: u64 = 200_000;
/// Games of a case, and plies of each at most.
const GAMES: u64 = 30;
const PLIES: usize = 300;
/// Lines that are played systematically: moves of the opponent, and games at most.
const DEEP: usize = 3;
const LINES: usize = 100;

enum Row {
    Record { id: String, line: Value },
    Sgf { id: String, sgf: String },
}

fn load(options: &Options) -> Cases {
    if options.path.extension().is_some_and(|end| end == "jsonl") {
        let bytes = read(&options.path)?;
        let text = String::from_utf8_lossy(&bytes);
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let rows = lines.map(|(at, line)| {
            let line: Value = serde_json::from_str(line).map_err(|e| Error::Input(format!("line {}: {e}", at + 1)))?;
            let id = line["id"].as_str().map_or_else(|| format!("line {}", at + 1), str::to_string);
            Ok(Row::Record { id, line })
        });
        return Ok(boxed(rows.collect::<Result<Vec<Row>, Error>>()?));
    }
    let rows = table(options)?.into_iter().map(|row| {
        let field = |name: &str| row.get(name).cloned().unwrap_or_default();
        Row::Sgf { id: field("id"), sgf: field("sgf") }
    });
    Ok(boxed(rows))
}

impl Row {
    fn id(&self) -> &str {
        match self {
            Row::Record { id, .. } | Row::Sgf { id, .. } => id,
        }
    }

    /// The problem, and the certificate that came with it.
    fn read(&self, nodes: u64) -> Result<(Problem, Option<&Value>), String> {
        match self {
            Row::Record { line, .. } => {
                let puzzle = line["puzzle"].as_str().ok_or("no puzzle")?;
                Ok((Problem::parse(puzzle).map_err(|e| e.to_string())?, line.get("certificate")))
            }
            Row::Sgf { sgf, .. } => {
                let mut found = None;
                Tsumego.read_document(sgf.as_bytes(), &mut |one| found = Some(one.map(|(parsed, _)| parsed)));
                let parsed = found.ok_or("no game")?.map_err(|bad| bad.to_string())?;
                let Some(later) = parsed.later else { return Ok((parsed.position, None)) };
                let chosen = (later.0)(&Choosing { nodes, ..Choosing::default() });
                Ok((chosen.map_err(|bad| bad.to_string())?.position, None))
            }
        }
    }
}

impl Case for Row {
    fn run(&self, options: &Options) -> Report {
        let nodes = options.nodes.unwrap_or(NODES);
        let told = |verdict, why: String| Report::with_line(verdict, json!({ "case": self.id(), "why": why }));
        let (problem, given) = match self.read(nodes) {
            Ok(found) => found,
            Err(why) => return told(Verdict::Skipped, why),
        };
        let certificate = match given {
            Some(given) => match ZoneCertificate::parse(&given.to_string()) {
                Ok(certificate) => certificate,
                Err(why) => return told(Verdict::Differ, why.to_string()),
            },
            None => match prove_problem(&problem, &Limits::default().with_nodes(nodes)) {
                Ok(Some(proof)) => proof.certificate,
                Ok(None) => return told(Verdict::Unknown, "no proof on the whole board".into()),
                Err(why) => return told(Verdict::Unknown, why.to_string()),
            },
        };
        let (q, is_capture) = (&problem.question, certificate.goal == tesuji_go::zones::ZoneGoal::Capture);
        if let Err(why) = certificate.check().and_then(|()| certificate.is_for(q, problem.first)) {
            return told(Verdict::Differ, why.to_string());
        }
        let (mut games, mut cut, mut lost) = (0, 0, Vec::new());
        for game in 0..GAMES {
            let mut rng = ChaCha8Rng::seed_from_u64(game);
            let board = match game {
                0 => Some(q.board.clone()),
                _ => certificate.with_other_stones(q.defender, 20 + game * 2, &mut rng),
            };
            let Some(board) = board else { continue };
            games += 1;
            match certificate.play_randomly(&board, q.defender, PLIES, &mut rng) {
                Ok(Ok(Played::Won)) => {}
                Ok(Ok(Played::Cut)) => cut += 1,
                Ok(Err(why)) => lost.push(format!("game {game}: {why}")),
                Err(why) => lost.push(format!("game {game}: {why}")),
            }
        }
        match certificate.play_all(&q.board, q.defender, DEEP, LINES) {
            Ok(Ok(played)) => games += played as u64,
            Ok(Err(why)) => lost.push(format!("systematically: {why}")),
            Err(why) => lost.push(why.to_string()),
        }
        let root = certificate.nodes.last();
        let points = root.map_or(0, |node| node.attacker.len() + node.defender.len() + node.empty.len());
        let verdict = if lost.is_empty() { Verdict::Agree } else { Verdict::Differ };
        let line = json!({
            "case": self.id(), "goal": certificate.goal, "nodes": certificate.nodes.len(), "zone": points, "lost": lost,
        });
        let mut line = line;
        if options.replay {
            line["puzzle"] = problem.print().into();
            line["certificate"] = json!(certificate);
        }
        let mut report = Report::with_line(verdict, line).count(if is_capture { "captures" } else { "lives" });
        let counts = [
            ("games", games),
            ("lost", lost.len() as u64),
            ("cut", cut),
            ("nodes_of_proofs", certificate.nodes.len() as u64),
            ("points_of_zones", points as u64),
        ];
        report.tally.extend(counts.map(|(name, n)| (name, None, n)));
        report
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A problem alone, with its certificate, and with damaged ones.
    #[test]
    fn certificates_are_made_replayed_and_refused() {
        let puzzle = "19x19 A19 X=black O !...OX|..OOX|OOOXX|XXX##";
        let run = |line: Value| {
            let row = Row::Record { id: "own".into(), line };
            let path = "".into();
            let time = std::time::Duration::from_secs(1);
            row.run(&Options { limit: 1, nodes: Some(100_000), ..Options::of(path, time) })
        };
        let found = run(json!({ "puzzle": puzzle }));
        assert_eq!(found.verdict, Verdict::Agree, "{:?}", found.line);
        let problem = Problem::parse(puzzle).unwrap();
        let proof = prove_problem(&problem, &Limits::default().with_nodes(100_000)).unwrap().unwrap();
        let certificate: Value = serde_json::from_str(&proof.certificate.print()).unwrap();
        assert_eq!(run(json!({ "puzzle": puzzle, "certificate": certificate })).verdict, Verdict::Agree);
        let mut other = certificate.clone();
        other["version"] = 9.into();
        let refused = run(json!({ "puzzle": puzzle, "certificate": other }));
        assert_eq!(refused.verdict, Verdict::Differ);
        assert!(refused.line.unwrap()["why"].as_str().unwrap().contains("version 9"));
        let mut other = certificate;
        other["nodes"].as_array_mut().unwrap().remove(0);
        assert_eq!(run(json!({ "puzzle": puzzle, "certificate": other })).verdict, Verdict::Differ);
        assert_eq!(run(json!({ "puzzle": "none" })).verdict, Verdict::Skipped);
    }
}
