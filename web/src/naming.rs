//! The page's requests about mined candidates.

use crate::api::{Answer, Refused, apart, told};
use crate::shelf::Shelf;
use axum::Json;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use serde::Deserialize;
use std::sync::Arc;
use tesuji_solver::Tier;

fn no_candidates() -> Refused {
    Refused(StatusCode::NOT_FOUND, "no candidates: start with --candidates DIR".to_string())
}

pub(crate) async fn candidates(State(shelf): State<Arc<Shelf>>) -> Answer {
    apart(move || {
        let all = shelf.candidates.as_ref().ok_or_else(no_candidates)?;
        told(all.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).list())
    })
    .await
}

#[derive(Deserialize)]
pub(crate) struct OfForm {
    form: String,
}

pub(crate) async fn candidate(State(shelf): State<Arc<Shelf>>, Query(of): Query<OfForm>) -> Answer {
    apart(move || {
        let all = shelf.candidates.as_ref().ok_or_else(no_candidates)?;
        let shown = all.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).show(&of.form)?;
        told(shown)
    })
    .await
}

#[derive(Deserialize)]
pub(crate) struct Deciding {
    form: String,
    /// A name promotes.
    #[serde(default)]
    name: String,
    #[serde(default)]
    tier: Option<Tier>,
    #[serde(default)]
    reason: String,
}

pub(crate) async fn decide(State(shelf): State<Arc<Shelf>>, Json(of): Json<Deciding>) -> Answer {
    apart(move || {
        let all = shelf.candidates.as_ref().ok_or_else(no_candidates)?;
        let mut all = all.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let name = of.name.trim();
        let promoted = match (name.is_empty(), of.tier) {
            (true, _) => None,
            (false, Some(tier)) => Some((name, tier)),
            (false, None) => return Err(Refused(StatusCode::UNPROCESSABLE_ENTITY, "a tier is missing".to_string())),
        };
        all.decide(&of.form, promoted, of.reason.trim())?;
        told(all.list())
    })
    .await
}
