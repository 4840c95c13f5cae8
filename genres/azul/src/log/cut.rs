//! Cutting decision positions out of logs.

use super::{Decision, Replayed, replay};
use crate::grade::{Figures, Mark, figures};
use crate::read::Reader;
use crate::scenario::{FilterConfig, Kind, filter, kinds};
use crate::{GameStage, RoundStage, State};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use tesuji_genre::{Bad, Record, Source, record_id};
use tesuji_solver::{Limits, Tier};

/// Which decisions are kept.
#[derive(Clone, PartialEq, Debug)]
pub struct CutOptions {
    /// The quality filters.
    pub filter: FilterConfig,
    /// Only this stage of the game.
    pub game_stage: Option<GameStage>,
    /// Only this stage of the round.
    pub round_stage: Option<RoundStage>,
    /// Only positions that show all of these types.
    pub kinds: Vec<Kind>,
    /// Only this tier.
    pub tier: Option<Tier>,
    /// Positions that one reading may visit; with 0 nothing is read: neither grades nor gaps nor
    /// types, and what the move cost stays unknown.
    pub read_nodes: u64,
}

impl Default for CutOptions {
    fn default() -> Self {
        CutOptions {
            filter: FilterConfig::default(),
            game_stage: None,
            round_stage: None,
            kinds: Vec::new(),
            tier: None,
            read_nodes: 300_000,
        }
    }
}

/// Counts of a log.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct Cut {
    /// Games replayed.
    pub games: u64,
    /// Games among them that are over with all bonuses counted.
    pub finished: u64,
    /// Decisions in them.
    pub decisions: u64,
    /// Positions kept.
    pub kept: u64,
    /// Positions left out, by reason.
    pub rejected: BTreeMap<String, u64>,
}

/// Replays a log and gives a record for each decision that passes: the position, its source (file,
/// and the line of the event that took the tiles), game and decision, the player's move and what it
/// cost, and the grade where the round could be read. The same position is given once.
///
/// # Errors
/// [`Bad`] with the line and the field of the first event that is wrong; what came before it has
/// been given.
pub fn cut(
    text: &str,
    file: Option<&str>,
    options: &CutOptions,
    reader: &mut Reader,
    keep: &mut dyn FnMut(Record),
) -> Result<Cut, Bad> {
    let mut all = Cut::default();
    let mut seen = BTreeSet::new();
    let games = replay(text, &mut |decision| {
        all.decisions += 1;
        match record(decision, file, options, reader) {
            Ok(record) if seen.insert(record.id.clone()) => {
                all.kept += 1;
                keep(record);
            }
            Ok(_) => *all.rejected.entry("Seen".into()).or_default() += 1,
            Err(why) => *all.rejected.entry(why).or_default() += 1,
        }
    })?;
    all.games = games.len() as u64;
    all.finished = games.iter().filter(|g: &&Replayed| g.finished).count() as u64;
    Ok(all)
}

/// The record of a decision, or the name of the reason against it.
fn record(
    decision: &Decision<'_>,
    file: Option<&str>,
    options: &CutOptions,
    reader: &mut Reader,
) -> Result<Record, String> {
    let state = decision.before;
    let stage = options.game_stage.is_none_or(|s| s == state.game_stage());
    let round = options.round_stage.is_none_or(|s| s == state.round_stage());
    if !stage || !round {
        return Err(if stage { "another stage of the round" } else { "another stage of the game" }.into());
    }
    filter(state, &options.filter).map_err(|why| why.name())?;
    let mut extra = BTreeMap::from([
        ("game_stage".to_string(), json!(state.game_stage().name())),
        ("round_stage".to_string(), json!(state.round_stage().name())),
        (
            "event".to_string(),
            json!({
                "game": decision.game,
                "decision": decision.number,
                "player": decision.player,
                "move": decision.mv.to_string(),
            }),
        ),
    ]);
    let (mut grade, mut solution) = (None, None);
    let limits = Limits::default().with_nodes(options.read_nodes);
    let needs_reading = options.tier.is_some() || !options.kinds.is_empty();
    let read = (options.read_nodes > 0).then(|| study(state, decision, reader, &limits)).flatten();
    match read {
        Some((figures, shown, regret)) => {
            // A single move is as obvious as can be.
            let gap = figures.gap.map_or(f64::INFINITY, |g| f64::from(g) / 10.0);
            if options.filter.min_value_gap.is_some_and(|least| gap < least) {
                return Err("the next move is too near".into());
            }
            if options.filter.max_value_gap.is_some_and(|most| gap > most) {
                return Err("the next move is too far".into());
            }
            if let Some(missing) = options.kinds.iter().find(|k| !shown.contains(k)) {
                return Err(format!("does not show {}", missing.name()));
            }
            if options.tier.is_some_and(|t| t != figures.tier()) {
                return Err("TierMismatch".into());
            }
            extra.insert("types".into(), json!(shown.iter().map(|k| k.name()).collect::<Vec<_>>()));
            extra.insert("regret".into(), json!(f64::from(regret) / 10.0));
            extra.insert("mark".into(), json!(Mark::of(regret)));
            grade = Some(crate::grade_info(&figures, &shown));
            solution = crate::genre::answer_of(&figures.reading);
        }
        None if needs_reading || options.filter.min_value_gap.is_some() || options.filter.max_value_gap.is_some() => {
            return Err("not read to the end".into());
        }
        None => {}
    }
    let text = state.to_string();
    let grey = if state.kind() == crate::WallKind::Grey { "-grey" } else { "" };
    Ok(Record {
        id: record_id("azul", &text),
        canon: None,
        genre: "azul".into(),
        size: format!("{}p{grey}", state.players()),
        puzzle: text,
        state: None,
        solution,
        grade,
        source: Some(Source {
            file: file.map(str::to_string),
            line: Some(decision.line),
            tool: Some(format!("tesuji {} harvest", env!("CARGO_PKG_VERSION"))),
            ..Source::default()
        }),
        extra,
    })
}

/// Figures, types, and what the player's move cost in tenths.
fn study(
    state: &State,
    decision: &Decision<'_>,
    reader: &mut Reader,
    limits: &Limits,
) -> Option<(Figures, Vec<Kind>, i32)> {
    let figures = figures(state, None, reader, limits).ok()?;
    let shown = kinds(state, &figures.reading, reader, limits)?;
    let best = figures.reading.best()?.value;
    let value = match figures.reading.of(state, decision.mv) {
        Some(m) if m.exact => m.value,
        _ => crate::grade::value_of(state, decision.mv, reader, limits).ok()?,
    };
    Some((figures, shown, best - value))
}
