//! Where the reviewer is, kept beside the verdicts: a server that starts again, on whatever port,
//! goes on there.

use crate::api::{Answer, Refused, apart, told};
use crate::filter::{Filter, Order};
use crate::shelf::Shelf;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tesuji_corpus::atomic;

/// A place in a list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Place {
    /// The puzzle's id.
    id: String,
    /// The list's filter.
    #[serde(default)]
    filter: String,
    /// Its order.
    order: Order,
}

/// The file of the place beside a file of verdicts.
fn path_of(verdicts: &Path) -> PathBuf {
    atomic::beside(verdicts, "place")
}

/// The place that is kept, as the page takes it; null where none is, or its puzzle is gone.
pub(crate) fn kept(shelf: &Shelf) -> Value {
    let path = path_of(shelf.verdicts().path());
    let place = std::fs::read(path).ok().and_then(|text| serde_json::from_slice::<Place>(&text).ok());
    let known = place.and_then(|place| Some((shelf.index.number(&place.id)?, place)));
    known.map_or(Value::Null, |(n, place)| json!({ "n": n, "filter": place.filter, "order": place.order }))
}

/// The place that the page states.
#[derive(Deserialize)]
pub(crate) struct Here {
    n: u32,
    #[serde(default)]
    filter: String,
    order: Order,
}

/// Keeps the place.
pub(crate) async fn keep(State(shelf): State<Arc<Shelf>>, Json(here): Json<Here>) -> Answer {
    apart(move || {
        let refused = |why: String| Refused(StatusCode::UNPROCESSABLE_ENTITY, why);
        here.filter.parse::<Filter>().map_err(refused)?;
        let entry = shelf.index.entries.get(here.n as usize);
        let id = entry.ok_or_else(|| refused(format!("no record {}", here.n)))?.id.clone();
        let place = Place { id, filter: here.filter, order: here.order };
        let text = serde_json::to_vec(&place).map_err(|e| refused(e.to_string()))?;
        let path = path_of(shelf.verdicts().path());
        let written = atomic::write_atomic(&path, &mut |out| out.write_all(&text));
        written.map_err(|e| Refused(StatusCode::INSUFFICIENT_STORAGE, format!("{}: {e}", path.display())))?;
        told(json!({}))
    })
    .await
}
