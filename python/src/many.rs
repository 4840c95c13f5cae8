//! Questions to many puzzles at once, on all cores, without the interpreter's lock.

use crate::convert::{candidates, object, seconds, solved};
use crate::puzzle::of_record;
use crate::run::run;
use pyo3::prelude::*;
use rayon::prelude::*;
use serde_json::{Value, json};
use tesuji::{Error, Interrupt};

/// Asks each record; a line that can't be read gives its error in place of an answer.
fn each(
    py: Python<'_>,
    records: &[String],
    ask: impl Fn(&tesuji::Puzzle, &Interrupt) -> Result<Value, Error> + Sync,
) -> PyResult<Py<PyAny>> {
    let answers: Vec<Value> = run(py, |by| {
        let answer = |text: &String| {
            let answer = of_record(text).and_then(|puzzle| {
                let mut value = ask(&puzzle, &by)?;
                value["id"] = puzzle.record().id.as_str().into();
                Ok(value)
            });
            answer.unwrap_or_else(|why| json!({"error": why.to_string()}))
        };
        records.par_iter().map(answer).collect()
    })?;
    object(py, &answers.into())
}

/// Solves records (as JSON), each within the time and the nodes given.
#[pyfunction]
#[pyo3(signature = (records, solutions=2, time=10.0, nodes=None))]
pub(crate) fn solve_many(
    py: Python<'_>,
    records: Vec<String>,
    solutions: usize,
    time: f64,
    nodes: Option<u64>,
) -> PyResult<Py<PyAny>> {
    let time = seconds(time)?;
    each(py, &records, |puzzle, by| {
        let solve = puzzle.solve().up_to(solutions).time(time).interrupt(by.clone());
        Ok(solved(&nodes.map_or(solve.clone(), |most| solve.nodes(most)).run()?))
    })
}

/// Grades records (as JSON), each within the time and the nodes given.
#[pyfunction]
#[pyo3(signature = (records, needs=false, time=10.0, nodes=None, rating=false))]
pub(crate) fn grade_many(
    py: Python<'_>,
    records: Vec<String>,
    needs: bool,
    time: f64,
    nodes: Option<u64>,
    rating: bool,
) -> PyResult<Py<PyAny>> {
    let time = seconds(time)?;
    each(py, &records, |puzzle, by| {
        let grade = puzzle.grade().time(time).interrupt(by.clone());
        let grade = nodes.map_or(grade.clone(), |most| grade.nodes(most));
        let grade = if rating { grade.rating() } else { grade };
        let graded = if needs { grade.needs() } else { grade }.run()?;
        Ok(serde_json::to_value(&graded.info).unwrap_or_default())
    })
}

/// Compares two engines on records (as JSON), each within the time and the nodes given.
#[pyfunction]
#[pyo3(signature = (records, time=10.0, nodes=None))]
pub(crate) fn check_many(py: Python<'_>, records: Vec<String>, time: f64, nodes: Option<u64>) -> PyResult<Py<PyAny>> {
    let time = seconds(time)?;
    each(py, &records, |puzzle, by| {
        let check = puzzle.check().time(time).interrupt(by.clone());
        let checked = nodes.map_or(check.clone(), |most| check.nodes(most)).run()?;
        Ok(json!({"agree": checked.agree, "fast": solved(&checked.fast), "reference": solved(&checked.reference)}))
    })
}

/// The true candidates of records (as JSON), each within the time and the nodes given.
#[pyfunction]
#[pyo3(signature = (records, up_to=1, time=10.0, nodes=None))]
pub(crate) fn candidates_many(
    py: Python<'_>,
    records: Vec<String>,
    up_to: usize,
    time: f64,
    nodes: Option<u64>,
) -> PyResult<Py<PyAny>> {
    let time = seconds(time)?;
    each(py, &records, |puzzle, by| {
        let wanted = puzzle.candidates().up_to(up_to).time(time).interrupt(by.clone());
        Ok(candidates(&nodes.map_or(wanted.clone(), |most| wanted.nodes(most)).run()?))
    })
}
