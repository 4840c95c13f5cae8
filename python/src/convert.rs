//! Errors and data on their way to Python.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::{Value, json};
use tesuji::{Error, Solved, Tier, TrueCandidates};

create_exception!(
    tesuji,
    BadInput,
    PyValueError,
    "A text or a request that can't stand; `line`, `column` and `at` name the place where it is known."
);

/// An error as a `BadInput` with its place.
pub(crate) fn wrong(error: impl Into<Error>) -> PyErr {
    let error = error.into();
    let raised = BadInput::new_err(error.to_string());
    Python::attach(|py| {
        let value = raised.value(py);
        // The attributes of a fresh exception can always be set.
        let _ = value.setattr("line", error.line());
        let _ = value.setattr("column", error.column());
        let _ = value.setattr("at", error.at());
    });
    raised
}

/// A request that can't stand, without a place.
pub(crate) fn refused(what: impl Into<String>) -> PyErr {
    wrong(tesuji::Bad::new(what))
}

/// JSON as dictionaries, lists and plain values.
pub(crate) fn object(py: Python<'_>, value: &Value) -> PyResult<Py<PyAny>> {
    Ok(pythonize::pythonize(py, value)?.unbind())
}

/// The tier of that name.
pub(crate) fn tier(name: Option<&str>) -> PyResult<Option<Tier>> {
    let named = |name: &str| {
        let all: Vec<&str> = Tier::ALL.iter().map(|tier| tier.name()).collect();
        Tier::from_name(name).ok_or_else(|| refused(format!("no tier {name:?}; there are {}", all.join(", "))))
    };
    name.map(named).transpose()
}

/// An answer of a solver.
pub(crate) fn solved(answer: &Solved) -> Value {
    json!({
        "solutions": answer.solutions,
        "complete": answer.stop.is_complete(),
        "stop": answer.stop.name(),
        "nodes": answer.stats.nodes,
    })
}

/// True candidates by place.
pub(crate) fn candidates(found: &TrueCandidates) -> Value {
    let of = |values: &[(String, u32)]| -> serde_json::Map<String, Value> {
        values.iter().map(|(value, count)| (value.clone(), (*count).into())).collect()
    };
    let places: serde_json::Map<String, Value> =
        found.places.iter().map(|place| (place.cell.clone(), of(&place.values).into())).collect();
    json!({"answer": found.solutions.name(), "stop": found.stop.name(), "candidates": places})
}

/// A time in seconds, which must be a number above 0.
pub(crate) fn seconds(time: f64) -> PyResult<std::time::Duration> {
    std::time::Duration::try_from_secs_f64(time).map_err(|_| refused(format!("{time} is no time in seconds")))
}
