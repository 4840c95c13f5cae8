//! Questions to many puzzles at once, on all cores, without the interpreter's lock.

use crate::convert::{object, seconds, solved};
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

/// Solves records (as JSON), each within the time given.
#[pyfunction]
#[pyo3(signature = (records, solutions=2, time=10.0))]
pub(crate) fn solve_many(py: Python<'_>, records: Vec<String>, solutions: usize, time: f64) -> PyResult<Py<PyAny>> {
    let time = seconds(time)?;
    each(py, &records, |puzzle, by| {
        Ok(solved(&puzzle.solve().up_to(solutions).time(time).interrupt(by.clone()).run()?))
    })
}

/// Grades records (as JSON), each within the time given.
#[pyfunction]
#[pyo3(signature = (records, needs=false, time=10.0))]
pub(crate) fn grade_many(py: Python<'_>, records: Vec<String>, needs: bool, time: f64) -> PyResult<Py<PyAny>> {
    let time = seconds(time)?;
    each(py, &records, |puzzle, by| {
        let grade = puzzle.grade().time(time).interrupt(by.clone());
        let graded = if needs { grade.needs() } else { grade }.run()?;
        Ok(serde_json::to_value(&graded.info).unwrap_or_default())
    })
}
