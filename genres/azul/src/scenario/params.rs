//! Parameters of a scenario: those of the source document, and further ones.

use super::{FilterConfig, GameStage, Kind, RoundStage};
use crate::{Policy, WallKind, parse_seed};
use serde_json::Value;
use std::str::FromStr;
use tesuji_genre::{Bad, near};

/// By what the best snapshot is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Quality {
    /// Exact gap, near-best moves, diversity; see [`quality`](super::quality).
    Reading,
    /// Diversity alone: nothing is read that the filters do not ask for.
    #[default]
    Diversity,
    /// Number of legal moves, as in the source document (it prefers the start of a round).
    LegalMoves,
}

/// Parameters; [`Params::default`] is the source document's, for two players.
#[derive(Clone, PartialEq, Debug)]
pub struct Params {
    /// 2 to 4.
    pub players: usize,
    /// Wall.
    pub wall: WallKind,
    /// Stage of the game; any if absent.
    pub game_stage: Option<GameStage>,
    /// Stage of the round; any if absent.
    pub round_stage: Option<RoundStage>,
    /// The exact number of tiles on the table.
    pub tiles: Option<u32>,
    /// The exact number of picks made in the round.
    pub pick: Option<u32>,
    /// Who plays.
    pub policy: Policy,
    /// The seed.
    pub seed: u64,
    /// Filters.
    pub filter: FilterConfig,
    /// Types that the scenario must show, all of them.
    pub kinds: Vec<Kind>,
    /// Snapshots to collect in one game.
    pub snapshots: u32,
    /// Decisions between two snapshots (not a multiple of the number of players, else it is always
    /// the same player's turn).
    pub interval: u32,
    /// Rounds in which the stage must be reached.
    pub max_rounds: u32,
    /// Games to try.
    pub attempts: u64,
    /// How the best snapshot is chosen.
    pub quality: Quality,
    /// No scenario rather than one that fails the filters.
    pub strict: bool,
    /// Positions that one reading may visit.
    pub read_nodes: u64,
}

impl Default for Params {
    fn default() -> Self {
        Params {
            players: 2,
            wall: WallKind::Coloured,
            game_stage: None,
            round_stage: None,
            tiles: None,
            pick: None,
            policy: Policy::Greedy,
            seed: 1,
            filter: FilterConfig::default(),
            kinds: Vec::new(),
            snapshots: 20,
            interval: 3,
            max_rounds: 10,
            attempts: 500,
            quality: Quality::Diversity,
            strict: true,
            read_nodes: 3_000_000,
        }
    }
}

const FIELDS: [&str; 23] = [
    "target_game_stage",
    "target_round_stage",
    "phase",
    "seed",
    "policy_mix",
    "filter_config",
    "players",
    "wall",
    "tiles",
    "pick",
    "types",
    "snapshots",
    "snapshot_interval",
    "max_rounds",
    "max_attempts",
    "quality",
    "strict",
    "read_nodes",
    "require_color_conflict",
    "require_denial_opportunity",
    "require_floor_dilemma",
    "require_end_bonus",
    "target_phase",
];

fn word<'a>(at: &str, value: &'a Value) -> Result<&'a str, Bad> {
    value.as_str().ok_or_else(|| Bad::new(format!("{value} is no string")).at(at))
}

fn whole(at: &str, value: &Value, least: u64, most: u64) -> Result<u64, Bad> {
    let number = value.as_u64().filter(|n| (least..=most).contains(n));
    number.ok_or_else(|| Bad::new(format!("{value} is no whole number from {least} to {most}")).at(at))
}

fn real(at: &str, value: &Value) -> Result<f64, Bad> {
    value.as_f64().filter(|x| x.is_finite()).ok_or_else(|| Bad::new(format!("{value} is no number")).at(at))
}

fn flag(at: &str, value: &Value) -> Result<bool, Bad> {
    value.as_bool().ok_or_else(|| Bad::new(format!("{value} is neither true nor false")).at(at))
}

fn stage(at: &str, value: &Value) -> Result<GameStage, Bad> {
    let text = word(at, value)?;
    let found = GameStage::ALL.into_iter().find(|s| s.name().eq_ignore_ascii_case(text));
    found.ok_or_else(|| Bad::new(format!("{text:?}: there are EARLY, MID, LATE")).at(at))
}

/// `START`, `MID`, `END`; the legacy phase says `EARLY` and `LATE` for the first and the last.
fn round(at: &str, value: &Value, legacy: bool) -> Result<RoundStage, Bad> {
    let text = word(at, value)?.to_ascii_uppercase();
    match text.as_str() {
        "START" => Ok(RoundStage::Start),
        "MID" => Ok(RoundStage::Mid),
        "END" => Ok(RoundStage::End),
        "EARLY" if legacy => Ok(RoundStage::Start),
        "LATE" if legacy => Ok(RoundStage::End),
        _ => Err(Bad::new(format!("{text:?}: there are START, MID, END")).at(at)),
    }
}

fn policy(at: &str, value: &Value) -> Result<Policy, Bad> {
    if let Some(mixed) = value.get("Mixed").or_else(|| value.get("mixed")) {
        let ratio = real(at, mixed.get("greedy_ratio").unwrap_or(&Value::Null))?;
        return Policy::from_str(&format!("mixed:{ratio}")).map_err(|e| Bad::new(e).at(at));
    }
    match word(at, value)? {
        "AllRandom" | "all_random" => Ok(Policy::Random),
        "AllGreedy" | "all_greedy" => Ok(Policy::Greedy),
        other => Policy::from_str(other).map_err(|e| Bad::new(format!("{e}, AllRandom, AllGreedy")).at(at)),
    }
}

impl Params {
    /// From the source document's parameter object, as JSON.
    ///
    /// # Errors
    /// [`Bad`] naming the first field that is unknown or wrong.
    pub fn from_json(text: &str) -> Result<Params, Bad> {
        let value: Value = serde_json::from_str(text)
            .map_err(|e| Bad::new(format!("no JSON: {e}")).line(e.line() as u64).column(e.column()))?;
        let object = value.as_object().ok_or_else(|| Bad::new("no parameter object"))?;
        let mut params = Params::default();
        for (at, value) in object {
            // Absent and null are the same, as the source's optional fields are written.
            if !value.is_null() {
                params.set(at, value)?;
            }
        }
        params.check()?;
        Ok(params)
    }

    fn set(&mut self, at: &str, value: &Value) -> Result<(), Bad> {
        match at {
            "target_game_stage" => self.game_stage = Some(stage(at, value)?),
            "target_round_stage" => self.round_stage = Some(round(at, value, false)?),
            "phase" | "target_phase" => {
                // The newer field wins where both are given.
                let legacy = round(at, value, true)?;
                self.round_stage = self.round_stage.or(Some(legacy));
            }
            "seed" => {
                self.seed = match value {
                    Value::String(text) => parse_seed(text).map_err(|e| Bad::new(e).at(at))?,
                    _ => whole(at, value, 0, u64::MAX)?,
                }
            }
            "policy_mix" => self.policy = policy(at, value)?,
            "filter_config" => self.set_filter(value)?,
            "players" => self.players = whole(at, value, 2, 4)? as usize,
            "wall" => {
                self.wall = match word(at, value)? {
                    "coloured" | "colored" => WallKind::Coloured,
                    "grey" | "gray" => WallKind::Grey,
                    other => return Err(Bad::new(format!("{other:?}: there are coloured, grey")).at(at)),
                }
            }
            "tiles" => self.tiles = Some(whole(at, value, 1, 36)? as u32),
            "pick" => self.pick = Some(whole(at, value, 0, 100)? as u32),
            "types" => {
                let list = value.as_array().ok_or_else(|| Bad::new("no list").at(at))?;
                for name in list {
                    self.add_kind(at, word(at, name)?)?;
                }
            }
            "snapshots" => self.snapshots = whole(at, value, 1, 1_000)? as u32,
            "snapshot_interval" => self.interval = whole(at, value, 1, 100)? as u32,
            "max_rounds" => self.max_rounds = whole(at, value, 1, 200)? as u32,
            "max_attempts" => self.attempts = whole(at, value, 1, 1_000_000)?,
            "quality" => {
                self.quality = match word(at, value)? {
                    "reading" => Quality::Reading,
                    "diversity" => Quality::Diversity,
                    "legal-moves" => Quality::LegalMoves,
                    other => {
                        let what = format!("{other:?}: there are reading, diversity, legal-moves");
                        return Err(Bad::new(what).at(at));
                    }
                }
            }
            "strict" => self.strict = flag(at, value)?,
            "read_nodes" => self.read_nodes = whole(at, value, 1, u64::MAX)?,
            _ => {
                let Some(name) = at.strip_prefix("require_") else {
                    let near = near(at, FIELDS);
                    return Err(Bad::new(format!("unknown field; {near}")).at(at));
                };
                let name = match name {
                    "color_conflict" => "colour-conflict".to_string(),
                    "denial_opportunity" => "denial".to_string(),
                    other => other.replace('_', "-"),
                };
                if flag(at, value)? {
                    self.add_kind(at, &name)?;
                } else if Kind::from_name(&name).is_none() {
                    return Err(Bad::new("unknown type").at(at));
                }
            }
        }
        Ok(())
    }

    fn set_filter(&mut self, value: &Value) -> Result<(), Bad> {
        let object = value.as_object().ok_or_else(|| Bad::new("no object").at("filter_config"))?;
        let filter = &mut self.filter;
        for (name, value) in object {
            let at = format!("filter_config.{name}");
            match name.as_str() {
                _ if value.is_null() => {}
                "min_legal_actions" => filter.min_legal_actions = whole(&at, value, 0, 1_000)? as u32,
                "min_unique_destinations" => filter.min_unique_destinations = whole(&at, value, 0, 6)? as u32,
                "require_non_floor_option" => filter.require_non_floor_option = flag(&at, value)?,
                "max_floor_ratio" => filter.max_floor_ratio = real(&at, value)?,
                "min_value_gap" => filter.min_value_gap = Some(real(&at, value)?),
                "max_value_gap" => filter.max_value_gap = Some(real(&at, value)?),
                _ => return Err(Bad::new("unknown field").at(at)),
            }
        }
        Ok(())
    }

    fn add_kind(&mut self, at: &str, name: &str) -> Result<(), Bad> {
        let unknown = || {
            let near = near(name, Kind::ALL.map(Kind::name));
            Bad::new(format!("no type {name:?}; {near}")).at(at)
        };
        let kind = Kind::from_name(name).ok_or_else(unknown)?;
        if !self.kinds.contains(&kind) {
            self.kinds.push(kind);
        }
        Ok(())
    }

    /// Can the parameters be met at all?
    ///
    /// # Errors
    /// [`Bad`] naming what contradicts what.
    pub fn check(&self) -> Result<(), Bad> {
        if !(2..=4).contains(&self.players) {
            return Err(Bad::new(format!("{} players; Azul is for 2 to 4", self.players)).at("players"));
        }
        let full = 4 * crate::factories_for(self.players) as u32;
        if let Some(tiles) = self.tiles {
            let stage = RoundStage::of(self.players, tiles);
            if tiles > full || self.round_stage.is_some_and(|s| s != stage) {
                return Err(Bad::new(format!("{tiles} tiles do not fit the stage of the round")).at("tiles"));
            }
        }
        if let (Some(min), Some(max)) = (self.filter.min_value_gap, self.filter.max_value_gap)
            && min > max
        {
            return Err(Bad::new("min_value_gap is over max_value_gap").at("filter_config"));
        }
        Ok(())
    }
}
