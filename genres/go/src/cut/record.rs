//! A game, cut: its unsettled groups as records.

use super::crop::crop;
use super::game::{Played, Position};
use super::judge::{JudgeOptions, Judged, judge};
use super::life::{Life, names};
use super::scan::{Counts, ScanOptions, Unsettled, count, scan};
use super::similar::{Surroundings, zone_id};
use super::validate::Rejected;
use crate::genre::Tsumego;
use crate::zones::ZoneProof;
use crate::{Class, Color, DfPnReader, Point, Points, Problem, Question, Role};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tesuji_genre::position::PositionGenre;
use tesuji_genre::{GAME_POSITION, Puzzle, Record, recipe, record_id};
use tesuji_solver::Clock;

/// The count of positions that were read of what is too deep.
pub const DEEP: &str = "positions read of what is too deep";

/// The field with what stands around the key.
pub const AROUND: &str = "around_key";

/// The field with a name of the zone that the proofs rest on: problems of one name are one problem.
pub const ZONE: &str = "zone_id";

/// How to cut games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CutOptions {
    /// The groups that the scan looks at.
    pub scan: ScanOptions,
    /// Demands on a problem.
    pub judge: JudgeOptions,
    /// Are both sides to move given out, where both make a problem? Else the harder one.
    pub both: bool,
}

/// The kind of a problem.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Life and death without a condition.
    Complete,
    /// The best outcome is a ko.
    Ko,
    /// The group lives by being joined to others.
    Joined,
    /// Only an engine says so.
    Engine,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 4] = [Kind::Complete, Kind::Ko, Kind::Joined, Kind::Engine];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Complete => "complete",
            Kind::Ko => "ko",
            Kind::Joined => "joined",
            Kind::Engine => "engine",
        }
    }

    fn of(life: Life) -> Kind {
        match life {
            Life::Ko => Kind::Ko,
            Life::Joined => Kind::Joined,
            Life::Eyes | Life::Seki | Life::Captures => Kind::Complete,
        }
    }
}

/// A problem of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// Its kind.
    pub kind: Kind,
    /// Does it belong into the strict file: complete, its line long enough?
    pub is_strict: bool,
    /// The record; where the game is from is left to be said.
    pub record: Record,
}

/// The problems of a game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Cut {
    /// The counts of each stage, and the reasons of what it left out.
    pub counts: Counts,
    /// The problems, by the moves before them.
    pub found: Vec<Found>,
    /// Did the clock end it? Then it is to be done again.
    pub is_cut: bool,
}

/// Cuts a game: the same for the same game, whatever was cut before.
#[must_use]
pub fn cut(game: &Played, options: &CutOptions, reader: &DfPnReader, clock: &Clock) -> Cut {
    let mut cut = Cut::default();
    let mut groups: Vec<Unsettled> = Vec::new();
    let is_whole = scan(game, &options.scan, reader, clock, &mut cut.counts, &mut |group| groups.push(group));
    cut.is_cut = !is_whole;
    for group in groups {
        cut.group(game, &group, options, reader, clock);
    }
    cut
}

impl Cut {
    /// Adds what a group gives; the records that it adds are the last ones. Nothing where the clock
    /// has ended.
    pub fn group(
        &mut self,
        game: &Played,
        group: &Unsettled,
        options: &CutOptions,
        reader: &DfPnReader,
        clock: &Clock,
    ) {
        let cut = self;
        if cut.is_cut || clock.expired().is_some() {
            cut.is_cut = true;
            return;
        }
        count(&mut cut.counts, "unsettled groups");
        let mover = group.question.role(group.at.to_move(game));
        let mut made: Vec<(Judged, bool)> = Vec::new();
        for first in [mover, mover.other()] {
            count(&mut cut.counts, "sides asked");
            match judge(group, first, reader, &options.judge) {
                Ok(judged) => made.push((judged, first == mover)),
                Err(why) => {
                    if let Rejected::Unknown(nodes) = why {
                        *cut.counts.entry(DEEP.to_string()).or_default() += nodes;
                    }
                    count(&mut cut.counts, &format!("rejected: {}", why.name()));
                }
            }
        }
        if !options.both && made.len() > 1 {
            count(&mut cut.counts, "rejected: the other side's problem is harder");
            made.sort_by_key(|(judged, is_mover)| (std::cmp::Reverse(judged.graded.info.score), !is_mover));
            made.truncate(1);
        }
        for (judged, is_mover) in made {
            let found = found(group, judged, is_mover, options, &mut cut.counts);
            count(&mut cut.counts, found.kind.name());
            cut.found.push(found);
        }
    }

    /// Adds a position of which only an engine says that a group is unsettled, by which move. What
    /// it says is no proof, and the record says so.
    pub fn by_engine(
        &mut self,
        at: &Position,
        target: &Points,
        first: Color,
        key: Point,
        margin: u8,
        proof: Option<&ZoneProof>,
    ) {
        let active = *target | Points::single(key);
        let Ok(cut) = crop(&at.board, &active, margin) else { return };
        let Ok(question) = Question::around(&cut.board, target) else { return };
        let first = question.role(first);
        let problem = Problem::new(question, first);
        let genre = Tsumego;
        let mut record = Puzzle::new(genre.handle(), genre.size(&problem), genre.print(&problem)).record();
        record.canon = Some(record_id(genre.name(), &genre.least_image(&problem)));
        let h = problem.question.board.size().1;
        let tags = [problem.place().name(), "engine-only"];
        record.extra.insert("claimed".to_string(), json!({ "keys": names([key], h), "by": "engine" }));
        if let Some(proof) = proof {
            // Points of the whole board, of which the record shows a part.
            let h = at.board.size().1;
            let moves = names(proof.key, h);
            let told = json!({ "moves": moves, "zone": names(proof.zone.iter(), h), "claim": "the mover succeeds" });
            record.extra.insert("proved_on_whole_board".to_string(), told);
            count(&mut self.counts, "claims of the engine that are proved on the whole board");
        }
        record.extra.insert("tags".to_string(), json!(tags));
        record.extra.insert("metadata".to_string(), json!({ "original_move_number": at.after + 1 }));
        record.source = Some(tesuji_genre::Source { tool: Some(recipe::tool()), ..Default::default() });
        count(&mut self.counts, Kind::Engine.name());
        self.found.push(Found { kind: Kind::Engine, is_strict: false, record });
    }
}

fn found(group: &Unsettled, judged: Judged, is_mover: bool, options: &CutOptions, counts: &mut Counts) -> Found {
    let genre = Tsumego;
    let is_long = judged.plies >= options.judge.strict;
    let problem = &judged.problem;
    let h = problem.question.board.size().1;
    let puzzle = Puzzle::new(genre.handle(), genre.size(problem), genre.print(problem));
    let mut record = puzzle.record();
    record.canon = Some(record_id(genre.name(), &genre.least_image(problem)));
    let mut solution = judged.found.json(problem);
    let keys = judged.found.keys();
    let played = group.at.next.and_then(|(_, p)| p).filter(|_| is_mover);
    let shown = judged.found.problem(problem);
    if let Some(p) = played.filter(|p| shown.question.region.contains(*p)) {
        count(counts, if keys.contains(&p) { "played: the key" } else { "played: another move of the region" });
    }
    let [attacker, defender] = group.outcomes;
    let other = if problem.first == Role::Attacker { defender } else { attacker };
    let is_whole = other.class().is_some() && other.class() != Some(Class::Ko) || other.lives();
    if solution.get("if_other_first").is_none() && is_whole {
        solution["if_other_first"] = other.to_string().into();
    }
    judged.board.write(problem, &keys, &mut solution);
    if let Some(zone) = judged.board.rests_on() {
        record.extra.insert(ZONE.to_string(), zone_id(problem, &zone).into());
    }
    record.solution = Some(solution.into());
    record.source = Some(tesuji_genre::Source { tool: Some(recipe::tool()), ..Default::default() });
    record.extra.extend(judged.graded.extra);
    record.grade = Some(judged.graded.info);
    let kind = Kind::of(judged.life);
    let tags = record.extra.entry("tags".to_string()).or_insert_with(|| json!([]));
    if let Value::Array(tags) = tags {
        if kind == Kind::Joined {
            tags.retain(|tag| tag != "life-and-death");
            tags.insert(0, if shown.question.lives_at().is_empty() { "connection" } else { "escape" }.into());
        }
        let mut seen: Vec<Value> = Vec::new();
        tags.retain(|tag| {
            !seen.contains(tag) && {
                seen.push(tag.clone());
                true
            }
        });
    }
    record.extra.insert("life".to_string(), judged.life.name().into());
    if let Some(&key) = keys.first() {
        record.extra.insert(AROUND.to_string(), json!(Surroundings::of(problem, key)));
    }
    let metadata = json!({
        "original_move_number": group.at.after + 1,
        "katago_winrate_drop": null,
        "since": group.since + 1,
        "played": played.map(|p| names([p], h).concat()),
        "plies": judged.plies,
        "nodes": judged.nodes,
        "wall": match judged.board.rests_on() {
            Some(_) => "proved",
            None if judged.is_granted => "granted",
            None => "holds",
        },
        "tidied": judged.tidied,
        "undecided_on_board": judged.undecided_on_board,
    });
    record.extra.insert("metadata".to_string(), metadata);
    let next = group.at.next.and_then(|(_, p)| p).map(|p| p.name(h));
    record.extra.insert(GAME_POSITION.to_string(), json!({ "board": group.at.board.rows(), "next": next }));
    Found { kind, is_strict: kind == Kind::Complete && is_long, record }
}
