//! The page's requests.

use crate::filter::{Filter, Order, STATUSES, status};
use crate::naming;
use crate::place;
use crate::play;
use crate::shelf::Shelf;
use axum::Json;
use axum::extract::{DefaultBodyLimit, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_corpus::Work;
use tesuji_corpus::sql::{difficulty_of, tags_of};
use tesuji_corpus::verdicts::{Reason, Said, Verdict, VerdictFile};
use tesuji_genre::{Bad, GAME_POSITION, Record, Restriction, WalkRequest, Walked};
use tesuji_solver::Tier;

/// Bytes of a request.
const BODY: usize = 4 << 10;
/// Bytes of a request with moves.
const MOVES: usize = 64 << 10;
/// Puzzles shown side by side.
const SIDE_BY_SIDE: usize = 6;

/// The kind of what the page runs.
const SCRIPT: &str = "text/javascript; charset=utf-8";
/// The page's scripts, by concern.
const SCRIPTS: [(&str, &str); 9] = [
    ("/acts.js", include_str!("../assets/acts.js")),
    ("/app.js", include_str!("../assets/app.js")),
    ("/board.js", include_str!("../assets/board.js")),
    ("/mined.js", include_str!("../assets/mined.js")),
    ("/page.js", include_str!("../assets/page.js")),
    ("/panel.js", include_str!("../assets/panel.js")),
    ("/play.js", include_str!("../assets/play.js")),
    ("/state.js", include_str!("../assets/state.js")),
    ("/verdicts.js", include_str!("../assets/verdicts.js")),
];

/// A request that can't be answered.
pub struct Refused(pub(crate) StatusCode, pub(crate) String);

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (self.0, Json(json!({ "error": self.1 }))).into_response()
    }
}

impl From<Bad> for Refused {
    fn from(bad: Bad) -> Refused {
        Refused(StatusCode::UNPROCESSABLE_ENTITY, bad.to_string())
    }
}

impl From<tesuji_corpus::Error> for Refused {
    fn from(e: tesuji_corpus::Error) -> Refused {
        let code = if e.is_usage() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::INTERNAL_SERVER_ERROR };
        Refused(code, e.to_string())
    }
}

pub(crate) type Answer = Result<Json<Value>, Refused>;

/// Runs what reads files or thinks, where it holds up nobody.
pub(crate) async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refused> + Send + 'static,
) -> Result<T, Refused> {
    let lost = |_| Refused(StatusCode::INTERNAL_SERVER_ERROR, "this could not be worked out: a bug".to_string());
    tokio::task::spawn_blocking(work).await.map_err(lost)?
}

pub(crate) fn told(value: impl Serialize) -> Answer {
    let failed = |e: serde_json::Error| Refused(StatusCode::INTERNAL_SERVER_ERROR, e.to_string());
    serde_json::to_value(value).map(Json).map_err(failed)
}

/// The routes.
pub fn routes(shelf: Arc<Shelf>) -> axum::Router {
    let page =
        |kind: &'static str, text: &'static str| get(move || async move { ([(header::CONTENT_TYPE, kind)], text) });
    let scripts = SCRIPTS.iter().fold(axum::Router::new(), |all, &(path, text)| all.route(path, page(SCRIPT, text)));
    scripts
        .route("/", page("text/html; charset=utf-8", include_str!("../assets/index.html")))
        .route("/style.css", page("text/css; charset=utf-8", include_str!("../assets/style.css")))
        .route("/api/about", get(about))
        .route("/api/list", get(list))
        .route("/api/puzzle", get(puzzle))
        .route("/api/alike", get(alike))
        .route("/api/progress", get(progress))
        .route("/api/verdict", post(verdict))
        .route("/api/undo", post(undo))
        .route("/api/place", post(place::keep))
        .route("/api/time", post(play::keep).layer(DefaultBodyLimit::max(MOVES)))
        .route("/api/walk", post(walk).layer(DefaultBodyLimit::max(MOVES)))
        .route("/api/candidates", get(naming::candidates))
        .route("/api/candidate", get(naming::candidate).post(naming::decide))
        .layer(DefaultBodyLimit::max(BODY))
        .with_state(shelf)
}

async fn about(State(shelf): State<Arc<Shelf>>) -> Answer {
    let index = &shelf.index;
    let mut words: BTreeMap<&str, BTreeMap<&str, u64>> = BTreeMap::new();
    for entry in &index.entries {
        let mut count = |kind: &'static str, word: &'static str, n: u32| {
            let word = if word.is_empty() { index.word(n) } else { word };
            *words.entry(kind).or_default().entry(word).or_default() += 1;
        };
        count("genre", "", entry.genre);
        entry.rank.iter().for_each(|&n| count("rank", "", n));
        entry.tags.iter().for_each(|&n| count("tag", "", n));
        entry.techniques.iter().for_each(|&n| count("technique", "", n));
        entry.grade.iter().for_each(|(tier, _)| count("tier", tier.name(), 0));
    }
    let file = shelf.index.path().and_then(|p| p.file_name()).map(|n| n.to_string_lossy().into_owned());
    told(json!({
        "file": file, "records": index.entries.len(), "bad": index.bad,
        "first_bad": index.first_bad.as_ref().map(ToString::to_string),
        "repeated": index.repeated, "first_repeated": index.first_repeated.as_ref().map(ToString::to_string),
        "place": place::kept(&shelf), "times": shelf.times_path(),
        "words": words, "statuses": STATUSES, "tiers": Tier::ALL.map(Tier::name),
        "candidates": shelf.candidates.is_some(), "compared": shelf.is_compared(),
    }))
}

#[derive(Deserialize)]
struct Wanted {
    #[serde(default)]
    filter: String,
    order: Order,
}

async fn list(State(shelf): State<Arc<Shelf>>, Query(wanted): Query<Wanted>) -> Answer {
    let filter: Filter = wanted.filter.parse().map_err(|why| Refused(StatusCode::UNPROCESSABLE_ENTITY, why))?;
    apart(move || {
        let file = shelf.verdicts();
        let (index, verdicts) = (&shelf.index, file.all());
        let holds = |n: &u32| {
            let entry = &index.entries[*n as usize];
            filter.holds(index, entry, verdicts.of(&entry.id))
        };
        let mut numbers: Vec<u32> = (0..index.entries.len() as u32).filter(holds).collect();
        wanted.order.sort(&mut numbers, index, &|id| verdicts.of(id), &|n| shelf.group(n));
        told(json!({ "numbers": numbers, "compared": shelf.is_compared() }))
    })
    .await
}

#[derive(Deserialize)]
struct Which {
    n: u32,
}

async fn puzzle(State(shelf): State<Arc<Shelf>>, Query(which): Query<Which>) -> Answer {
    apart(move || {
        let work = shelf.work(which.n)?;
        let record = &work.record;
        let standing = shelf.verdicts().all().of(&record.id);
        let of_solution = |name: &str| record.solution.as_ref().and_then(|s| s.get(name)).cloned();
        let extra = |name: &str| record.extra.get(name).cloned();
        let source = record.source.as_ref();
        let walked = walked(&shelf, &work, &[], false, false);
        let (walked, error) = match walked {
            Ok(walked) => (Some(walked), None),
            Err(bad) => (None, Some(bad.to_string())),
        };
        told(json!({
            "n": which.n, "id": record.id, "genre": record.genre, "size": record.size, "line": shelf.index.entries[which.n as usize].line,
            "tier": record.grade.as_ref().map(|g| &g.tier), "score": record.grade.as_ref().and_then(|g| g.score),
            "difficulty": difficulty_of(record), "tags": tags_of(record).collect::<Vec<_>>(),
            "techniques": record.grade.as_ref().map(|g| &g.techniques), "restricted": Restriction::of(record).words(),
            "outcome": of_solution("outcome"), "assumes": of_solution("assumes"), "undecided": of_solution("undecided"),
            "keys": of_solution("keys"), "life": extra("life"), "metadata": extra("metadata"),
            "comment": extra("comment"), "title": titles(record), "noted": record.noted().collect::<Vec<_>>(),
            "licence": source.and_then(|s| s.licence.as_deref()), "tool": source.and_then(|s| s.tool.as_deref()),
            "category": tesuji_corpus::category_of(record),
            "status": status(standing), "reason": standing.and_then(|s| s.reason),
            "alike": shelf.like(which.n).iter().filter(|&&m| m != which.n).count(),
            "walk": walked, "error": error,
        }))
    })
    .await
}

/// Where a record comes from, in parts: its file, and its name or line there.
fn titles(record: &Record) -> Vec<String> {
    let source = record.source.as_ref();
    let line = || source.and_then(|s| s.line).map(|n| format!("line {n}"));
    source.and_then(|s| s.file.clone()).into_iter().chain(record.label().or_else(line)).collect()
}

/// A walk, with the size of its drawing.
fn walked(shelf: &Shelf, work: &Work, moves: &[String], step: bool, whole: bool) -> Result<Value, Bad> {
    let game = work.record.extra.get(GAME_POSITION);
    let restriction = Restriction::of(&work.record);
    let solution = work.record.solution.as_ref();
    let catalog = Some(shelf.catalogs.of(work.puzzle.genre));
    let want = WalkRequest { solution, moves, step, whole, game, catalog, restriction: Some(&restriction) };
    let walked: Walked = work.puzzle.genre.walk(&work.puzzle, &want)?;
    let view = view_of(&walked.svg);
    let mut value = serde_json::to_value(walked).map_err(|e| Bad::new(e.to_string()))?;
    value["view"] = json!(view);
    Ok(value)
}

/// Width and height of a drawing.
fn view_of(svg: &str) -> Option<[f64; 2]> {
    let from = svg.find("viewBox=\"")? + "viewBox=\"".len();
    let numbers = svg[from..].split('"').next()?;
    let mut numbers = numbers.split_whitespace().skip(2).map(str::parse);
    Some([numbers.next()?.ok()?, numbers.next()?.ok()?])
}

#[derive(Deserialize)]
struct Walking {
    n: u32,
    moves: Vec<String>,
    #[serde(default)]
    step: bool,
    #[serde(default)]
    whole: bool,
}

async fn walk(State(shelf): State<Arc<Shelf>>, Json(want): Json<Walking>) -> Answer {
    apart(move || Ok(Json(walked(&shelf, &shelf.work(want.n)?, &want.moves, want.step, want.whole)?))).await
}

async fn alike(State(shelf): State<Arc<Shelf>>, Query(which): Query<Which>) -> Answer {
    apart(move || {
        let others = shelf.like(which.n).iter().filter(|&&m| m != which.n);
        let show = |&n: &u32| {
            let work = shelf.work(n).ok()?;
            let walked = walked(&shelf, &work, &[], false, false).ok()?;
            let standing = shelf.verdicts().all().of(&work.record.id);
            let difficulty = difficulty_of(&work.record);
            Some(json!({
                "n": n, "id": work.record.id, "status": status(standing), "difficulty": difficulty,
                "svg": walked["svg"], "view": walked["view"],
            }))
        };
        told(others.filter_map(show).take(SIDE_BY_SIDE).collect::<Vec<_>>())
    })
    .await
}

async fn progress(State(shelf): State<Arc<Shelf>>) -> Answer {
    apart(move || {
        let file = shelf.verdicts();
        let mut counts: BTreeMap<&str, u64> = STATUSES.map(|s| (s, 0)).into();
        let mut all = 0;
        // Verdicts on records of other files of the same name do not count.
        for id in file.all().ids().filter(|id| shelf.index.number(id).is_some()) {
            *counts.entry(status(file.all().of(id))).or_default() += 1;
            all += 1;
        }
        counts.insert("open", shelf.index.entries.len() as u64 - all);
        told(json!({ "counts": counts, "agreement": file.all().agreement(), "compared": shelf.is_compared() }))
    })
    .await
}

#[derive(Deserialize)]
struct Saying {
    n: u32,
    verdict: Verdict,
    #[serde(default)]
    reason: Option<Reason>,
    #[serde(default)]
    again: bool,
}

/// Answers when the verdict is on the disk.
async fn verdict(State(shelf): State<Arc<Shelf>>, Json(saying): Json<Saying>) -> Answer {
    apart(move || {
        let entry = shelf.index.entries.get(saying.n as usize);
        let entry = entry.ok_or_else(|| Refused(StatusCode::NOT_FOUND, format!("no record {}", saying.n)))?;
        let (said, standing) = {
            let mut file = shelf.verdicts();
            let said = file.say(&entry.id, saying.verdict, saying.reason, saying.again).map_err(|e| {
                let what = format!("not kept, {}: {e}", file.path().display());
                Refused(StatusCode::INSUFFICIENT_STORAGE, what)
            })?;
            (said, file.all().of(&entry.id))
        };
        let again = shelf.said(saying.n, saying.verdict, saying.again);
        told(json!({ "line": said, "status": status(standing), "again": again }))
    })
    .await
}

/// Takes back the last verdict that stands on a record of the file: a deletion with its reason.
/// Answers when that is on the disk.
async fn undo(State(shelf): State<Arc<Shelf>>) -> Answer {
    apart(move || {
        let mut file = shelf.verdicts();
        let last = file.all().last(|id| shelf.index.number(id).is_some()).cloned();
        let Some(last) = last else { return told(json!({ "n": null })) };
        take_back(&mut file, &last)?;
        // The deletion was said before its reason.
        let is_first_half =
            |said: &&Said| (said.verdict, said.reason, said.again) == (last.verdict, None, last.again);
        let first = file.all().last(|id| id == last.id).filter(is_first_half).cloned();
        if let Some(first) = first.filter(|_| last.reason.is_some()) {
            take_back(&mut file, &first)?;
        }
        let status = status(file.all().of(&last.id));
        told(json!({ "n": shelf.index.number(&last.id), "verdict": last.verdict, "again": last.again, "status": status }))
    })
    .await
}

fn take_back(file: &mut VerdictFile, said: &Said) -> Result<(), Refused> {
    file.say(&said.id, Verdict::Undo, None, said.again).map(drop).map_err(|e| {
        let what = format!("not kept, {}: {e}", file.path().display());
        Refused(StatusCode::INSUFFICIENT_STORAGE, what)
    })
}
