//! In.

use super::tree::{At, Tree, optional, read as read_tree, required};
use super::{Practice, STATE_VERSION};
use crate::{BoardSetup, Colour, GameStage, Phase, RoundStage, Setup, State, WallKind, coloured_at};
use tesuji_genre::Bad;

/// A document that has the right form; its position need not be possible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Imported {
    /// The position as plain data.
    pub setup: Setup,
    /// `scenario_seed`.
    pub scenario_seed: Option<String>,
    /// `scenario_game_stage`.
    pub scenario_game_stage: Option<GameStage>,
    /// `draft_phase_progress`.
    pub draft_phase_progress: Option<RoundStage>,
}

impl Imported {
    /// All that is wrong with it: first the flaws of the position, then labels that a recount
    /// contradicts.
    pub fn flaws(&self) -> Vec<Bad> {
        let mut flaws = self.setup.flaws();
        let total = |t: &[u32; 5]| t.iter().map(|&n| u64::from(n)).sum::<u64>();
        let table = total(&self.setup.centre) + self.setup.factories.iter().map(total).sum::<u64>();
        let recount = RoundStage::of(self.setup.boards.len(), u32::try_from(table).unwrap_or(u32::MAX));
        if let Some(label) = self.draft_phase_progress.filter(|&label| label != recount) {
            let (label, recount) = (label.name().to_uppercase(), recount.name().to_uppercase());
            flaws.push(
                Bad::new(format!("{label}, but {table} tiles on the table are {recount}")).at("draft_phase_progress"),
            );
        }
        if let Some(label) = self.scenario_game_stage
            && let Ok(state) = State::from_setup(&self.setup)
            && state.game_stage() != label
        {
            let (label, recount) = (label.name().to_uppercase(), state.game_stage().name().to_uppercase());
            flaws.push(Bad::new(format!("{label}, but the walls are {recount}")).at("scenario_game_stage"));
        }
        flaws
    }

    /// The position with its metadata.
    ///
    /// # Errors
    /// The first of its [`flaws`](Self::flaws).
    pub fn practice(&self) -> Result<Practice, Bad> {
        match self.flaws().into_iter().next() {
            Some(flaw) => Err(flaw),
            None => Ok(Practice {
                state: State::from_setup(&self.setup)?,
                scenario_seed: self.scenario_seed.clone(),
                scenario_game_stage: self.scenario_game_stage,
            }),
        }
    }
}

/// A position from a document.
///
/// # Errors
/// [`Bad`] with the path of the first element that has the wrong form, is unknown, or makes the
/// position impossible.
pub fn import(text: &str) -> Result<Practice, Bad> {
    read(text)?.practice()
}

const FIELDS: [&str; 14] = [
    "state_version",
    "ruleset_id",
    "scenario_seed",
    "active_player_id",
    "start_player_id",
    "round_number",
    "phase",
    "draft_phase_progress",
    "scenario_game_stage",
    "bag",
    "lid",
    "factories",
    "center",
    "players",
];

/// The plain data of a document.
///
/// # Errors
/// [`Bad`] with the path of the first element that has the wrong form or is unknown.
pub fn read(text: &str) -> Result<Imported, Bad> {
    document(&read_tree(text)?)
}

fn document(tree: &Tree) -> Result<Imported, Bad> {
    let root = At::root(tree);
    let all = root.fields(&FIELDS)?;
    let field = |name: &str| required(&root, &all, name);
    let version = field("state_version")?;
    if version.whole()? != i64::from(STATE_VERSION) {
        return Err(version.bad(format!("{}; this reads version {STATE_VERSION}", version.whole()?)));
    }
    let (players, kind) = ruleset(field("ruleset_id")?)?;
    let seat = |at: &At<'_>| at.count(0, players as u32 - 1).map(|p| p as usize);
    let scenario_seed = match optional(&all, "scenario_seed") {
        Some(at) if !at.is_null() => Some(at.text()?.to_string()),
        _ => None,
    };
    let turn = seat(field("active_player_id")?)?;
    let round = field("round_number")?.count(0, 255)?;
    let phase = match optional(&all, "phase") {
        None => Phase::Drafting,
        Some(at) => match at.text()? {
            "OVER" => Phase::Over,
            "STALLED" => Phase::Stalled,
            other => return Err(at.bad(format!("{other:?}; OVER or STALLED, or left out"))),
        },
    };
    let draft_phase_progress = match optional(&all, "draft_phase_progress") {
        None => None,
        Some(at) => Some(label(at, &RoundStage::ALL, |s| s.name())?),
    };
    let scenario_game_stage = match optional(&all, "scenario_game_stage") {
        Some(at) if !at.is_null() => Some(label(at, &GameStage::ALL, |s| s.name())?),
        _ => None,
    };
    let bag = multiset(field("bag")?)?;
    let lid = multiset(field("lid")?)?;
    let factories = field("factories")?.list(Some(crate::factories_for(players)))?;
    let factories = factories.iter().map(multiset).collect::<Result<Vec<_>, Bad>>()?;
    let center = field("center")?;
    let parts = center.fields(&["tiles", "has_first_player_token"])?;
    let centre = multiset(required(center, &parts, "tiles")?)?;
    let in_centre = required(center, &parts, "has_first_player_token")?.boolean()?;
    let list = field("players")?.list(Some(players))?;
    let mut boards = Vec::with_capacity(players);
    let mut token = None;
    for (p, at) in list.iter().enumerate() {
        let (board, has_token) = player(at, kind)?;
        boards.push(board);
        if !has_token {
            continue;
        }
        if in_centre || token.is_some() {
            return Err(at.bad("has the first player's token, which lies elsewhere already"));
        }
        token = Some(p);
    }
    let ended = matches!(phase, Phase::Over | Phase::Stalled);
    if token.is_none() && !in_centre {
        return Err(center.bad("the first player's token is neither here nor with a player"));
    }
    // Without the field: nobody but the player to move is known to have started, and it matters
    // only until the token goes.
    let starter = match optional(&all, "start_player_id") {
        Some(at) => seat(at)?,
        None => token.filter(|_| !ended).unwrap_or(turn),
    };
    let setup = Setup { kind, phase, round, turn, starter, token, factories, centre, bag, lid, boards };
    Ok(Imported { setup, scenario_seed, scenario_game_stage, draft_phase_progress })
}

fn ruleset(at: &At<'_>) -> Result<(usize, WallKind), Bad> {
    let text = at.text()?;
    let (text, kind) = match text.strip_suffix("_grey") {
        Some(rest) => (rest, WallKind::Grey),
        None => (text, WallKind::Coloured),
    };
    let players = ["azul_v1_2p", "azul_v1_3p", "azul_v1_4p"].iter().position(|&id| id == text);
    let wrong =
        || at.bad(format!("{:?}; azul_v1_2p, azul_v1_3p, azul_v1_4p, or with _grey", at.text().unwrap_or_default()));
    players.map(|p| (p + 2, kind)).ok_or_else(wrong)
}

fn label<T: Copy>(at: &At<'_>, all: &[T], name: impl Fn(T) -> &'static str) -> Result<T, Bad> {
    let text = at.text()?;
    let found = all.iter().copied().find(|&l| name(l).to_uppercase() == text);
    found.ok_or_else(|| {
        let names: Vec<String> = all.iter().map(|&l| name(l).to_uppercase()).collect();
        at.bad(format!("{text:?}; one of {}", names.join(", ")))
    })
}

fn multiset(at: &At<'_>) -> Result<[u32; 5], Bad> {
    let mut counts = [0; 5];
    for (name, n) in at.fields(&Colour::ALL.map(Colour::name))? {
        if let Some(c) = Colour::from_name(name) {
            counts[c.index()] = n.count(0, 100)?;
        }
    }
    Ok(counts)
}

/// A board, and whether the token lies on its floor line.
fn player(at: &At<'_>, kind: WallKind) -> Result<(BoardSetup, bool), Bad> {
    let all = at.fields(&["score", "pattern_lines", "wall", "floor_line"])?;
    let mut board = BoardSetup { score: required(at, &all, "score")?.count(0, 999)?, ..BoardSetup::default() };
    for (row, line) in required(at, &all, "pattern_lines")?.list(Some(5))?.iter().enumerate() {
        board.lines[row] = pattern_line(line, row)?;
    }
    for (row, places) in required(at, &all, "wall")?.list(Some(5))?.iter().enumerate() {
        for (column, place) in places.list(Some(5))?.iter().enumerate() {
            board.wall[row][column] = match kind {
                WallKind::Coloured => place.boolean()?.then(|| coloured_at(row, column)),
                WallKind::Grey if place.is_null() => None,
                WallKind::Grey => Some(place.colour()?),
            };
        }
    }
    let floor = required(at, &all, "floor_line")?;
    let parts = floor.fields(&["tiles", "has_first_player_token"])?;
    let tiles = required(floor, &parts, "tiles")?.list(None)?;
    board.floor = tiles.iter().map(At::colour).collect::<Result<_, Bad>>()?;
    Ok((board, required(floor, &parts, "has_first_player_token")?.boolean()?))
}

fn pattern_line(at: &At<'_>, row: usize) -> Result<Option<(Colour, u32)>, Bad> {
    let all = at.fields(&["capacity", "color", "count_filled"])?;
    let capacity = required(at, &all, "capacity")?;
    if capacity.whole()? != row as i64 + 1 {
        return Err(capacity.bad(format!("{}; line {} holds {}", capacity.whole()?, row + 1, row + 1)));
    }
    let count = required(at, &all, "count_filled")?;
    let n = count.count(0, row as u32 + 1)?;
    let colour = required(at, &all, "color")?;
    match (if colour.is_null() { None } else { Some(colour.colour()?) }, n) {
        (None, 0) => Ok(None),
        (None, _) => Err(colour.bad(format!("null though the line has {n} tiles"))),
        (Some(_), 0) => Err(count.bad("0 though the line has a colour")),
        (Some(c), n) => Ok(Some((c, n))),
    }
}
