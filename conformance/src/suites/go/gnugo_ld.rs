//! Life-and-death rows of a table of GNU Go's regression tests.
//!
//! Result codes of an attack or defence: 0 fails, 1 succeeds, 2 and 3 a ko. A dragon is `dead` if
//! it can't be defended, `alive` if it can't be attacked, `critical` otherwise, be it by ko. A game
//! is loaded up to the move before the one of that number. `owl_does_attack` and `owl_does_defend`
//! name a move and the target: what that move comes to. Where the target is an empty point, the
//! test plays a stone there before it asks (the table leaves that command out): here the side whose
//! turn it is does. The target counts, in a region around it that is widened until something is
//! proved. Where the outcome is the expected one, the first move that the proof names is as good as
//! a listed one: it is proved to get that outcome. So a row agrees by its outcome. The table itself
//! asks for a listed move; how many rows agree by that (`_listed`), and how many by another move
//! with the same outcome (`_equal`), is counted too, and the latter are printed. With `--replay` a
//! row agrees only where a proof of each of its readings replays.

use super::{READER, board_of, boxed, table};
use crate::{Case, Cases, Error, Options, Report, Suite, Verdict};
use rayon::prelude::*;
use serde_json::json;
use std::time::Duration;
use tesuji_go::read::{Pooled, Widened};
use tesuji_go::{Board, Class, Color, Outcome, Point, Points, Question, Role};
use tesuji_solver::Limits;

/// The suite.
pub const SUITE: Suite = Suite {
    name: "gnugo-ld",
    about: "life and death in a table of GNU Go's regression tests",
    counts: &[
        "ld_owl",
        "ld_owl_agree",
        "ld_owl_listed",
        "ld_owl_equal",
        "owl",
        "owl_agree",
        "owl_listed",
        "owl_equal",
        "owl_unknown",
        "owl_tst",
        "owl_tst_unknown",
        "replayed",
        "open",
    ],
    load,
    together: Some(together),
};

/// The number of positions that stand for a second.
const NODES_PER_SECOND: f64 = 500_000.0;
/// Only against a search that hangs: the nodes are what stops one.
const LEAST: Duration = Duration::from_secs(10);
/// Bytes of tables for one reading, or for all that share their nodes.
const MEMORY: usize = 9 << 30;

struct Row {
    id: String,
    group: String,
    sgf: String,
    upto: Option<usize>,
    command: String,
    target: String,
    status: String,
    result: String,
    moves: [String; 2],
    /// The expected answer as the test has it.
    expected: String,
}

fn load(options: &Options) -> Cases {
    Ok(boxed(rows(options)?))
}

fn rows(options: &Options) -> Result<Vec<Row>, Error> {
    let rows = table(options)?.into_iter().map(|row| {
        let field = |name: &str| row.get(name).cloned().unwrap_or_default();
        let command = field("command");
        Row {
            id: field("id"),
            group: field("tst"),
            sgf: field("sgf"),
            upto: field("upto_move").parse().ok(),
            target: field("target"),
            status: field("status"),
            result: match command.as_str() {
                "owl_attack" => field("attack_result"),
                // Those two have a result and no move, which is in neither column.
                "owl_does_attack" | "owl_does_defend" => field("raw_expect"),
                _ => field("defend_result"),
            },
            moves: [field("attack_moves"), field("defend_moves")],
            expected: field("raw_expect"),
            command,
        }
    });
    Ok(rows.filter(|row| row.group != "semeai").collect())
}

/// The question of a row: a target on a board, after the move that it names, if any.
struct Asked {
    question: Question,
    is_after_move: bool,
}

/// How a class counts for the side in question: 1 succeeds, 0 fails, 2 a ko.
fn code(of: Role, class: Class) -> u8 {
    match (of, class) {
        (_, Class::Ko) => 2,
        (Role::Attacker, Class::Dead) | (Role::Defender, Class::Seki | Class::Alive) => 1,
        (Role::Attacker, _) | (Role::Defender, Class::Dead) => 0,
    }
}

/// The codes of the classes that an outcome does not exclude.
fn possible(of: Role, outcome: Outcome) -> Vec<u8> {
    let classes = [Class::Dead, Class::Ko, Class::Seki, Class::Alive];
    let left = classes.into_iter().filter(|c| (outcome.low..=outcome.high).contains(c));
    let mut codes: Vec<u8> = left.map(|c| code(of, c)).collect();
    codes.dedup();
    codes
}

/// Does an outcome answer a command? The status of a dragon only says whether a side succeeds, be
/// it by ko; the other commands tell a ko from success.
fn answers(command: &str, of: Role, outcome: Outcome) -> bool {
    let mut codes = possible(of, outcome);
    if command == "dragon_status" {
        codes.iter_mut().for_each(|c| *c = (*c).min(1));
        codes.dedup();
    }
    codes.len() == 1
}

/// The codes of a result such as `1` or `(2|3)`; the two kinds of ko are one here.
fn codes(result: &str) -> Vec<u8> {
    let digits: Vec<u8> = result.chars().filter_map(|c| c.to_digit(10)).map(|d| (d as u8).min(2)).collect();
    if digits.is_empty() { vec![0] } else { digits }
}

/// The board and the target of a row that names `points`: a target, or a move and a target. The
/// board is that before the question, with `turn` to move; an empty target is played first.
fn asked(mut board: Board, turn: Color, command: &str, points: &str) -> Result<Asked, String> {
    let (width, height) = board.size();
    let mut named = points.split_whitespace().map(|name| {
        Point::parse(name, width, height).ok_or_else(|| format!("{name} is no point of a board of {width}x{height}"))
    });
    let mut next = || named.next().unwrap_or_else(|| Err(format!("{command} {points}: a point is missing")));
    let is_after_move = matches!(command, "owl_does_attack" | "owl_does_defend");
    let by_move = if is_after_move { Some(next()?) } else { None };
    let target = next()?;
    let play = |board: &mut Board, at: Point, color| match board.play(at, color) {
        Ok(_) => Ok(()),
        Err(e) => Err(format!("{}: {e}", at.name(height))),
    };
    if board.get(target).is_none() {
        play(&mut board, target, turn)?;
    }
    if let (Some(by_move), Some(defender)) = (by_move, board.get(target)) {
        let mover = if command == "owl_does_attack" { defender.other() } else { defender };
        play(&mut board, by_move, mover)?;
        if board.get(target) != Some(defender) {
            return Err(format!("{} takes the target", by_move.name(height)));
        }
    }
    let question = Question::around(&board, &Points::single(target)).map_err(|e| e.to_string())?;
    Ok(Asked { question, is_after_move })
}

/// One side first, against the code of the table for a side.
struct Side<'a> {
    first: Role,
    of: Role,
    want: Vec<u8>,
    moves: &'a str,
}

/// A row's question.
struct Prepared<'a> {
    row: &'a Row,
    question: Question,
    sides: Vec<Side<'a>>,
}

impl Side<'_> {
    /// The parts of a reading that agree with the table.
    fn compared(&self, outcome: Outcome) -> Compared {
        let codes = possible(self.of, outcome);
        match codes.iter().filter(|c| self.want.contains(c)).count() {
            0 => Compared::Otherwise,
            wanted if wanted == codes.len() => Compared::Same,
            _ => Compared::Open,
        }
    }

    /// Is the move of a reading that agrees one of those listed? `None` where the row wants none:
    /// the side fails, or the move was part of the question.
    fn is_listed(&self, key: Option<Option<Point>>, height: u8) -> Option<bool> {
        let succeeds = self.first == self.of && !self.want.contains(&0);
        let listed: Vec<&str> = self.moves.split([' ', '|', '(', ')']).filter(|m| !m.is_empty()).collect();
        (succeeds && !listed.is_empty()).then(|| key.is_some_and(|key| listed.contains(&name(key, height).as_str())))
    }

    fn verdict(&self, read: &Widened) -> Verdict {
        match self.compared(read.reading.outcome) {
            Compared::Same => Verdict::Agree,
            Compared::Open => Verdict::Unknown,
            Compared::Otherwise if super::is_proved_as_read(read, self.first) => Verdict::Proved,
            Compared::Otherwise => Verdict::Differ,
        }
    }
}

fn name(key: Option<Point>, height: u8) -> String {
    key.map_or("PASS".to_string(), |p| p.name(height))
}

/// A reading and the table.
#[derive(PartialEq, Eq)]
enum Compared {
    Same,
    Otherwise,
    Open,
}

impl Row {
    /// The question, and the sides that the row names; or why there is none.
    fn prepare(&self, options: &Options) -> Result<Prepared<'_>, Report> {
        let skipped = |why: String| Report::with_line(Verdict::Skipped, json!({ "case": self.id, "reason": why }));
        if self.expected.starts_with('!') {
            return Err(skipped(format!("says only what is not the answer: {}", self.expected)));
        }
        let board = board_of(options, &self.sgf, self.upto, true);
        let asked = board.and_then(|(board, turn)| asked(board, turn, &self.command, &self.target));
        let Asked { question, is_after_move } = asked.map_err(skipped)?;
        let [attack, defence] = &self.moves;
        let sides: Vec<(Role, Vec<u8>, &str)> = match (self.command.as_str(), self.status.as_str()) {
            ("owl_attack", _) => vec![(Role::Attacker, codes(&self.result), attack)],
            ("owl_defend", _) => vec![(Role::Defender, codes(&self.result), defence)],
            ("owl_does_attack", _) => vec![(Role::Defender, codes(&self.result), attack)],
            ("owl_does_defend", _) => vec![(Role::Attacker, codes(&self.result), defence)],
            ("dragon_status", "dead") => vec![(Role::Defender, vec![0], defence)],
            ("dragon_status", "alive") => vec![(Role::Attacker, vec![0], attack)],
            ("dragon_status", "critical") => {
                vec![(Role::Attacker, vec![1, 2], attack), (Role::Defender, vec![1, 2], defence)]
            }
            _ => return Err(skipped(format!("command {}", self.command))),
        };
        let side = |(first, want, moves): (Role, Vec<u8>, _)| {
            let of = if is_after_move { first.other() } else { first };
            Side { first, of, want, moves }
        };
        Ok(Prepared { row: self, question, sides: sides.into_iter().map(side).collect() })
    }
}

impl Prepared<'_> {
    /// The next side that is to be read, after these; none where the row can't agree any more.
    fn next(&self, read: &[Widened]) -> Option<Role> {
        let open = read.iter().zip(&self.sides).any(|(r, side)| side.compared(r.reading.outcome) == Compared::Open);
        self.sides.get(read.len()).filter(|_| !open).map(|side| side.first)
    }

    /// Is the row answered with that side first?
    fn settles(&self, first: Role, outcome: Outcome) -> bool {
        self.sides.iter().any(|side| side.first == first && answers(&self.row.command, side.of, outcome))
    }

    /// The sum of the readings, one of which may be missing: its region is too large.
    fn report(&self, readings: &[Widened], options: &Options) -> Report {
        let (row, question) = (self.row, &self.question);
        let height = question.board.size().1;
        let mut verdict = Verdict::Agree;
        let mut read = Vec::new();
        // By a move that is not listed.
        let mut is_equal = false;
        for (at, side) in self.sides.iter().enumerate() {
            let reading = readings.get(at);
            verdict = verdict.max(reading.map_or(Verdict::Unknown, |r| side.verdict(r)));
            is_equal |= reading.is_some_and(|r| side.is_listed(r.reading.key, height) == Some(false));
            read.push(json!({
                "first": side.first.to_string(), "want": side.want, "moves": side.moves,
                "got": reading.map(|r| r.reading.outcome.to_string()),
                "key": reading.and_then(|r| r.reading.key).map(|key| name(key, height)),
                "nodes": reading.map(|r| r.reading.nodes),
                "picture": reading.map(|r| r.question.picture()),
            }));
            if verdict == Verdict::Unknown {
                break;
            }
        }
        let mut line = json!({
            "case": row.id, "command": row.command, "target": row.target, "status": row.status, "read": read,
            "open": question.is_open(), "points": question.region.len(), "verdict": format!("{verdict:?}"),
        });
        let mut replayed = false;
        if verdict == Verdict::Agree && options.replay {
            let mut sides = self.sides.iter().zip(readings);
            replayed = sides.all(|(side, reading)| super::is_proved_as_read(reading, side.first));
            if !replayed {
                verdict = Verdict::Unknown;
                line["verdict"] = json!("as the table says, and no proof of it replays");
            }
        }
        if verdict == Verdict::Agree && is_equal {
            line["verdict"] = json!("Agree, by a move that is not listed and proved to be as good");
        }
        let mut report = match verdict {
            Verdict::Agree if !is_equal => Report::of(verdict),
            _ => Report::with_line(verdict, line),
        };
        let [all, agree, listed, equal] = match row.group.as_str() {
            "ld_owl" => ["ld_owl", "ld_owl_agree", "ld_owl_listed", "ld_owl_equal"],
            _ => ["owl", "owl_agree", "owl_listed", "owl_equal"],
        };
        if verdict == Verdict::Agree {
            report = report.count(if is_equal { equal } else { listed });
        }
        if replayed {
            report = report.count("replayed");
        }
        report = report.count(all);
        if verdict == Verdict::Agree {
            report = report.count(agree);
        }
        if verdict == Verdict::Unknown && row.group != "ld_owl" {
            report = report.count("owl_unknown");
        }
        // The file of that name by itself: `owl1` holds what GNU Go mostly fails.
        if row.group == "owl" {
            report = report.count("owl_tst");
            if verdict == Verdict::Unknown {
                report = report.count("owl_tst_unknown");
            }
        }
        if question.is_open() { report.count("open") } else { report }
    }
}

/// Nodes as fast as they are visited on a machine that has nothing else to do, so that its load
/// changes nothing; the clock is only against a search that hangs.
fn limits(time: Duration) -> Limits {
    let nodes = (time.as_secs_f64() * NODES_PER_SECOND) as u64;
    Limits::default().with_nodes(nodes).with_time(Duration::max(time, LEAST).saturating_mul(4))
}

impl Case for Row {
    fn run(&self, options: &Options) -> Report {
        let prepared = match self.prepare(options) {
            Ok(prepared) => prepared,
            Err(skipped) => return skipped,
        };
        let limits = limits(options.time).with_memory(MEMORY);
        let mut read = Vec::new();
        while let Some(first) = prepared.next(&read) {
            let settles = |outcome| prepared.settles(first, outcome);
            let Ok(one) = READER.read_until(&prepared.question, first, &settles, &limits) else { break };
            read.push(one);
        }
        prepared.report(&read, options)
    }
}

/// All rows with nodes that they share.
fn together(options: &Options, total: Duration) -> Result<Vec<Report>, Error> {
    let rows = options.select(rows(options)?);
    let prepared: Vec<Result<Prepared<'_>, Report>> = rows.iter().map(|row| row.prepare(options)).collect();
    let asked: Vec<&Prepared<'_>> = prepared.iter().flatten().collect();
    // The clock is for all rows here, whatever else the machine does.
    let limits = limits(total).with_memory(MEMORY).with_time(Duration::max(total, LEAST).saturating_mul(40));
    let mut told = READER.read_pooled(&asked, &limits).into_iter();
    let with_told: Vec<_> = prepared
        .iter()
        .map(|row| row.as_ref().map(|row| (row, told.next().and_then(Result::ok).unwrap_or_default())))
        .collect();
    let report = |row: Result<(&Prepared<'_>, Vec<Widened>), &Report>| match row {
        Ok((row, told)) => row.report(&told, options),
        Err(skipped) => skipped.clone(),
    };
    Ok(with_told.into_par_iter().map(report).collect())
}

impl Pooled for &Prepared<'_> {
    fn question(&self) -> &Question {
        &self.question
    }

    fn next(&self, told: &[Widened]) -> Option<Role> {
        Prepared::next(self, told)
    }

    fn settles(&self, first: Role, outcome: Outcome) -> bool {
        Prepared::settles(self, first, outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_and_outcomes_have_the_same_codes() {
        assert_eq!(codes("1"), [1]);
        assert_eq!(codes("(2|3)"), [2, 2]);
        assert_eq!(codes(""), [0]);
        assert_eq!(possible(Role::Attacker, Outcome::exactly(Class::Dead)), [1]);
        assert_eq!(possible(Role::Defender, Outcome::exactly(Class::Dead)), [0]);
        assert_eq!(possible(Role::Defender, Outcome::between(Class::Seki, Class::Alive)), [1]);
        assert_eq!(possible(Role::Attacker, Outcome::ko(Role::Defender, 1)), [2]);
        assert_eq!(possible(Role::Attacker, Outcome::UNKNOWN), [1, 2, 0]);
        assert_eq!(possible(Role::Defender, Outcome::between(Class::Dead, Class::Ko)), [0, 2]);
    }

    #[test]
    fn an_empty_target_is_played_and_so_is_a_move_that_is_asked_about() {
        let stones = |all: &[(&str, Color)]| {
            Board::set_up(9, 9, all.iter().map(|&(p, c)| (Point::parse(p, 9, 9).unwrap(), c))).unwrap()
        };
        let board = stones(&[("C3", Color::Black), ("C2", Color::White), ("D3", Color::White), ("B3", Color::White)]);
        let at = |p: &str| Point::parse(p, 9, 9).unwrap();
        let empty = asked(board.clone(), Color::Black, "owl_attack", "C4").unwrap();
        assert_eq!((empty.question.defender, empty.is_after_move), (Color::Black, false));
        assert!(empty.question.target.contains(at("C4")) && empty.question.target.contains(at("C3")));
        let by_white = asked(board.clone(), Color::White, "owl_attack", "G7").unwrap();
        assert_eq!(
            (by_white.question.defender, by_white.question.board.get(at("G7"))),
            (Color::White, Some(Color::White))
        );
        let defence = asked(board.clone(), Color::White, "owl_does_defend", "C4 C3").unwrap();
        assert_eq!((defence.question.board.get(at("C4")), defence.is_after_move), (Some(Color::Black), true));
        for (command, points, words) in [
            ("owl_does_attack", "C4 C3", "C4 takes the target"),
            ("owl_does_attack", "C3", "a point is missing"),
            ("owl_attack", "Z9", "Z9 is no point of a board of 9x9"),
            ("owl_does_defend", "D3 C3", "D3: the point is occupied"),
        ] {
            let error = asked(board.clone(), Color::Black, command, points).map(|a| a.question.picture()).unwrap_err();
            assert!(error.contains(words), "{error}");
        }
    }

    /// A table of five rows in a folder of its own, all about one dead group: asked as it is,
    /// otherwise (two rows), and one that is left out.
    fn rows_of_a_table() -> (tempfile::TempDir, Options) {
        let folder = tempfile::tempdir().unwrap();
        let sgf = "(;SZ[9]AB[da][db][dc][cc][bc][ac]AW[ca][cb][bb][ab])";
        std::fs::write(folder.path().join("one.sgf"), sgf).unwrap();
        let header = "id\ttst\tnum\tsgf\tupto_move\tcommand\ttarget\tstatus\tattack_result\tattack_moves\tdefend_result\tdefend_moves\traw_expect\tx";
        let row = |id: &str, command: &str, status: &str, result: &str, expected: &str| {
            format!("{id}\tld_owl\t1\tone.sgf\t\t{command}\tA8\t{status}\t{result}\t\t{result}\t\t{expected}\t")
        };
        let rows = [
            row("1", "dragon_status", "dead", "", "dead"),
            row("2", "dragon_status", "alive", "", "alive"),
            row("3", "owl_attack", "", "1", "1 A9"),
            row("4", "dragon_status", "critical", "", "critical"),
            row("5", "owl_attack", "", "1", "!1"),
        ];
        let path = folder.path().join("table.tsv");
        std::fs::write(&path, format!("{header}\n{}\n", rows.join("\n"))).unwrap();
        let options = Options::of(path, Duration::from_secs(1));
        (folder, options)
    }

    #[test]
    fn rows_that_share_their_nodes_come_to_the_same() {
        let (_folder, options) = rows_of_a_table();
        let alone: Vec<Report> = load(&options).unwrap().iter().map(|row| row.run(&options)).collect();
        let shared = together(&options, Duration::from_secs(5)).unwrap();
        let verdicts = |reports: &[Report]| reports.iter().map(|report| report.verdict).collect::<Vec<_>>();
        // Two points in the corner are one eye: dead whoever moves first.
        let expected = [Verdict::Agree, Verdict::Proved, Verdict::Agree, Verdict::Proved, Verdict::Skipped];
        assert_eq!((verdicts(&alone), verdicts(&shared)), (expected.to_vec(), expected.to_vec()));
        let none = together(&options, Duration::ZERO).unwrap();
        assert_eq!(verdicts(&none)[..4], [Verdict::Unknown; 4], "nothing is told without nodes");
        let some = Options { every: 2, limit: 2, ..options };
        let some = together(&some, Duration::from_secs(5)).unwrap();
        assert_eq!(verdicts(&some), [Verdict::Agree, Verdict::Agree], "rows 1 and 3");
    }

    /// With proofs replayed the rows that agree are the same, and each of them has one.
    #[test]
    fn what_agrees_has_a_proof() {
        let (_folder, options) = rows_of_a_table();
        let options = Options { replay: true, ..options };
        let replayed = |reports: Vec<Report>| -> Vec<(Verdict, bool)> {
            reports.iter().map(|r| (r.verdict, r.tally.iter().any(|(name, _, _)| *name == "replayed"))).collect()
        };
        let expected = [
            (Verdict::Agree, true),
            (Verdict::Proved, false),
            (Verdict::Agree, true),
            (Verdict::Proved, false),
            (Verdict::Skipped, false),
        ];
        assert_eq!(replayed(load(&options).unwrap().iter().map(|row| row.run(&options)).collect()), expected);
        assert_eq!(replayed(together(&options, Duration::from_secs(5)).unwrap()), expected);
    }

    /// With the colours of everything exchanged (stones, and whose turn it is) each `ld_owl` row is
    /// read the same: outcome, move, and positions visited. (Where only the stones of a record are
    /// exchanged and it does not say whose turn it is, Black still moves first: row 201 plays a
    /// stone at its empty target, and then asks about another position.)
    #[test]
    fn colours_make_no_difference() {
        let data = std::env::var("TESUJI_DATA")
            .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data").to_string());
        let path = std::path::PathBuf::from(data).join("go/gnugo_ld.tsv");
        if !path.is_file() {
            eprintln!("SKIPPED: {} is not there", path.display());
            return;
        }
        let (_folder, options) = rows_of_a_table();
        let options = Options { path, ..options };
        let exchange = tesuji_go::Symmetry::ALL.into_iter().find(|s| {
            let corner = Point::new(0, 1);
            s.swaps_colors() && s.point(corner, (19, 19)) == corner
        });
        let exchange = exchange.expect("one that moves no point");
        let limits = Limits::default().with_nodes(4000);
        let rows = rows(&options).expect("the table is read");
        let mut read = 0;
        for row in rows.iter().filter(|row| row.group == "ld_owl") {
            let (board, turn) = board_of(&options, &row.sgf, row.upto, true).expect("a game");
            let exchanged = board.image(exchange);
            let questions = [(board, turn), (exchanged, turn.other())]
                .map(|(board, turn)| asked(board, turn, &row.command, &row.target).expect("a question").question);
            let [one, other] = &questions;
            assert_eq!(one.defender, other.defender.other(), "{}", row.id);
            assert_eq!((one.region, one.exits, one.target), (other.region, other.exits, other.target), "{}", row.id);
            for first in Role::ALL {
                let of = |q: &Question| READER.read_until(q, first, &|_| false, &limits).map(|read| read.reading);
                let (Ok(one), Ok(other)) = (of(one), of(other)) else { continue };
                let told = |r: &tesuji_go::Reading| (r.outcome, r.key, r.nodes);
                assert_eq!(told(&one), told(&other), "{}, {first} first", row.id);
                read += 1;
            }
        }
        assert!(read > 100, "{read}");
    }

    #[test]
    fn listed_moves_are_told_from_equal_ones() {
        let at = |p: &str| Point::parse(p, 19, 19);
        let listed =
            |first, of, want: &[u8], moves, key| Side { first, of, want: want.to_vec(), moves }.is_listed(key, 19);
        let (attacker, defender) = (Role::Attacker, Role::Defender);
        assert_eq!(listed(attacker, attacker, &[1, 2], "A15 A18", Some(at("A18"))), Some(true));
        assert_eq!(listed(attacker, attacker, &[1, 2], "A15 A18", Some(at("A1"))), Some(false));
        assert_eq!(listed(defender, defender, &[1], "(A15|A18)", Some(at("A15"))), Some(true));
        assert_eq!(listed(defender, defender, &[1], "A15", Some(None)), Some(false));
        assert_eq!(listed(defender, defender, &[1], "PASS", Some(None)), Some(true));
        assert_eq!(listed(defender, defender, &[1], "A15", None), Some(false), "no move is told");
        // The side fails, the test lists no move, or asks what a move comes to.
        assert_eq!(listed(attacker, attacker, &[0], "A15", Some(at("A1"))), None);
        assert_eq!(listed(attacker, attacker, &[1], "", Some(at("A1"))), None);
        assert_eq!(listed(defender, attacker, &[1], "A15", Some(at("A1"))), None);
    }

    #[test]
    fn the_second_side_is_read_where_the_first_is_as_the_table_says() {
        let (_folder, options) = rows_of_a_table();
        let rows = rows(&options).unwrap();
        let row = rows[3].prepare(&options).unwrap();
        let told = |outcome| {
            let reading = tesuji_go::Reading { outcome, key: None, stop: tesuji_solver::Stop::Exhausted, nodes: 0 };
            Widened::of(row.question.clone(), reading)
        };
        let next = |told: &[Widened]| row.next(told);
        assert_eq!(next(&[]), Some(Role::Attacker));
        assert_eq!(next(&[told(Outcome::exactly(Class::Dead))]), Some(Role::Defender));
        assert_eq!(next(&[told(Outcome::exactly(Class::Alive))]), Some(Role::Defender), "it differs, and is told");
        assert_eq!(next(&[told(Outcome::UNKNOWN)]), None, "it can't agree any more");
        let both = [Class::Dead, Class::Alive].map(|class| told(Outcome::exactly(class)));
        assert_eq!(next(&both), None);
    }

    /// The turn is that of the next move of the record, else as the row says, else after the last
    /// move.
    #[test]
    fn whose_turn_it_is() {
        let turn = |sgf: &str, upto| {
            let (games, _) = tesuji_sgf::Collection::parse(sgf.as_bytes());
            super::super::position_and_turn(games.roots().next().unwrap(), upto, true).unwrap().1
        };
        for (sgf, upto, expected) in [
            ("(;SZ[9]AB[aa])", None, Color::Black),
            ("(;SZ[9]AB[aa]PL[W])", None, Color::White),
            ("(;SZ[9];W[aa];W[bb];B[cc])", Some(2), Color::White),
            ("(;SZ[9];W[aa];W[bb];B[cc])", Some(3), Color::Black),
            ("(;SZ[9]PL[B];W[aa];W[bb];B[cc])", None, Color::White),
        ] {
            assert_eq!(turn(sgf, upto), expected, "{sgf} {upto:?}");
        }
    }

    #[test]
    fn a_dragon_need_not_be_told_a_ko_from_success() {
        let (no_life, no_capture) =
            (Outcome::between(Class::Dead, Class::Ko), Outcome::between(Class::Ko, Class::Alive));
        assert!(answers("dragon_status", Role::Attacker, no_life));
        assert!(!answers("dragon_status", Role::Defender, no_life));
        assert!(answers("dragon_status", Role::Defender, no_capture));
        assert!(!answers("dragon_status", Role::Attacker, no_capture));
        assert!(!answers("owl_attack", Role::Attacker, no_life));
        assert!(answers("owl_attack", Role::Attacker, Outcome::between(Class::Seki, Class::Alive)));
    }
}
