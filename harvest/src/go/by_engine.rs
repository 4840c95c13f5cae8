//! The run where an engine chooses the groups.

use super::funnel::REFUSED;
use super::hunt::{Hit, Rule, candidates, hits};
use super::ideas::EngineIdeas;
use super::output::{Begun, Done, Run};
use super::run::Source;
use super::{Funnel, GoOptions, played};
use crate::GameRecord;
use crate::engine::{Engine, Query, answers};
use std::path::Path;
use std::time::Duration;
use tesuji_corpus::{Error, Progress};
use tesuji_go::cut::{Cut, ask};
use tesuji_go::zones::{ZoneGoal, ZoneProof, prove_with};
use tesuji_go::{DfPnReader, Point, Question, Role};
use tesuji_solver::{Clock, Limits};

/// How an engine hunts.
#[derive(Clone, PartialEq, Debug)]
pub struct HuntOptions {
    /// A candidate.
    pub rule: Rule,
    /// Visits for each position.
    pub visits: u32,
    /// Positions that our reader may take for each side's status of a candidate.
    pub nodes: u64,
    /// Keep candidates that our reader does not decide, in a file of their own?
    pub accepts: bool,
    /// Positions that go to the engine's policy for each of these candidates, to prove
    /// what it claims on the whole board; 0: none.
    pub ideas: u64,
    /// Time without an answer after which a game is given up.
    pub patience: Duration,
}

impl Default for HuntOptions {
    fn default() -> Self {
        let patience = Duration::from_secs(600);
        HuntOptions { rule: Rule::default(), visits: 100, nodes: 1_000_000, accepts: false, ideas: 0, patience }
    }
}

/// Runs where an engine chooses the groups. A refused game is counted, the summary has the first
/// refusal, and the run goes on.
///
/// # Errors
/// As `harvest`, and when the engine is of no use any more.
pub fn harvest_by_engine(
    path: &Path,
    out: &Path,
    options: &GoOptions,
    hunt: &HuntOptions,
    engine: &mut dyn Engine,
    progress: &mut dyn Progress,
) -> Result<Funnel, Error> {
    let clock = options.limits.start();
    let ideas = if hunt.ideas == 0 { String::new() } else { format!(" {}", hunt.ideas) };
    let asked =
        format!("{:?} {:?} {} {} {}{ideas}", engine.identity(), hunt.rule, hunt.visits, hunt.nodes, hunt.accepts);
    let mut run = match Run::begin(path, out, options, &asked)? {
        Begun::Run(run) => run,
        Begun::Done(funnel) => return Ok(funnel),
    };
    progress.start(None, run.position);
    let mut source = Source::open(path, options)?;
    let reader = DfPnReader::new();
    let mut ended = true;
    while let Some((index, game)) = source.next(options.count) {
        if index < run.position {
            continue;
        }
        if clock.expired().is_some() {
            ended = false;
            break;
        }
        let done = match game {
            Err(why) => Done::Bad(why.to_string()),
            Ok(game) => {
                let (cut, refused) = hunted(&game, options, hunt, engine, &reader, &clock)?;
                ended &= !cut.is_cut;
                if let Some(why) = refused {
                    let place = format!("{}, game {}", game.source.file, game.source.game);
                    run.refused(&format!("{place}: {why}"), progress);
                }
                Done::Game(Box::new(game), cut)
            }
        };
        if !ended {
            break;
        }
        run.take(done, progress)?;
    }
    progress.finish();
    run.end(ended)
}

/// The candidates of a game, cut; the engine's words where it refuses the game.
fn hunted(
    game: &GameRecord,
    options: &GoOptions,
    hunt: &HuntOptions,
    engine: &mut dyn Engine,
    reader: &DfPnReader,
    clock: &Clock,
) -> Result<(Cut, Option<String>), Error> {
    let (played, mut cut) = (played(game), Cut::default());
    let mut add = |what: &str, n: usize| *cut.counts.entry(what.to_string()).or_default() += n as u64;
    let answers = match answers(engine, &Query::of(game, hunt.visits), hunt.patience) {
        Ok(answers) => answers,
        Err(gone) => return Err(Error::Usage(format!("the engine: {gone}"))),
    };
    if answers.refused.is_some() {
        add(REFUSED, 1);
        return Ok((cut, answers.refused));
    }
    add("positions without an answer", answers.turns.iter().filter(|turn| turn.is_none()).count());
    let hits = hits(&played, &answers.turns, &hunt.rule);
    let candidates = candidates(&hits, &hunt.rule);
    add("blunders by the rule", hits.len());
    add("of these with a change of owners", hits.iter().filter(|hit| hit.flips(hunt.rule.stones)).count());
    add("groups", candidates.len());
    let mut refused = None;
    for hit in candidates {
        let before = cut.found.len();
        match ask(&hit.at, &hit.group(), hunt.nodes, reader) {
            Some(group) => cut.group(&played, &group, &options.cut, reader, clock),
            None if hunt.accepts => {
                let size = (game.width, game.height);
                let key = hit.best.as_deref().and_then(|name| Point::parse(name, size.0, size.1));
                let Some(key) = key else { continue };
                let (proof, gone) = match hunt.ideas {
                    0 => (None, None),
                    ideas => proved(&hit, hunt, &mut EngineIdeas::new(engine, ideas, hunt.patience)),
                };
                refused = refused.or(gone);
                cut.by_engine(&hit.at, &hit.group(), hit.mover, key, options.cut.judge.margin, proof.as_ref());
            }
            None => *cut.counts.entry("rejected: the reader does not decide it".to_string()).or_default() += 1,
        }
        for found in &mut cut.found[before..] {
            if let Some(serde_json::Value::Object(metadata)) = found.record.extra.get_mut("metadata") {
                let rounded = |x: f64| (x * 10_000.0).round() / 10_000.0;
                metadata.insert("katago_winrate_drop".to_string(), rounded(hit.drop).into());
                metadata.insert("katago_score_drop".to_string(), rounded(hit.points).into());
                metadata.insert("katago_best".to_string(), hit.best.clone().into());
                metadata.insert(
                    "engine".to_string(),
                    format!("{} {}", engine.identity().model, engine.identity().version).into(),
                );
            }
        }
    }
    Ok((cut, refused))
}

/// The proof on the whole board that the mover succeeds with the group, by moves that the engine
/// thinks of; and why it stopped.
fn proved(hit: &Hit, hunt: &HuntOptions, ideas: &mut EngineIdeas<'_>) -> (Option<ZoneProof>, Option<String>) {
    let Ok(question) = Question::around(&hit.at.board, &hit.group()) else { return (None, None) };
    let first = question.role(hit.mover);
    let goal = if first == Role::Attacker { ZoneGoal::Capture } else { ZoneGoal::Survive };
    let limits = Limits::default().with_nodes(hunt.nodes);
    let proof = prove_with(&question, goal, first, &limits, ideas);
    (proof, ideas.gone().map(|why| format!("the engine's ideas ended: {why}")))
}
