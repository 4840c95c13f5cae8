//! Errors and data on their way to Python.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::{Value, json};
use tesuji::{Error, Solved, Tier};

/// An error as a `ValueError` with its place in words.
pub(crate) fn wrong(error: impl Into<Error>) -> PyErr {
    PyValueError::new_err(error.into().to_string())
}

/// JSON as dictionaries, lists and plain values.
pub(crate) fn object(py: Python<'_>, value: &Value) -> PyResult<Py<PyAny>> {
    Ok(pythonize::pythonize(py, value)?.unbind())
}

/// The tier of that name.
pub(crate) fn tier(name: Option<&str>) -> PyResult<Option<Tier>> {
    let named = |name: &str| {
        let all: Vec<&str> = Tier::ALL.iter().map(|tier| tier.name()).collect();
        Tier::from_name(name)
            .ok_or_else(|| PyValueError::new_err(format!("no tier {name:?}; there are {}", all.join(", "))))
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

/// A time in seconds, which must be a number above 0.
pub(crate) fn seconds(time: f64) -> PyResult<std::time::Duration> {
    std::time::Duration::try_from_secs_f64(time)
        .map_err(|_| PyValueError::new_err(format!("{time} is no time in seconds")))
}
