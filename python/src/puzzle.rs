//! A puzzle, and the questions to it.

use crate::convert::{candidates, object, seconds, solved, tier, wrong};
use crate::run::run;
use pyo3::prelude::*;
use serde_json::{Value, json};
use tesuji::{Marks, Medium, Next, Record, State};

/// A puzzle of a genre, perhaps partly filled.
#[pyclass(frozen, module = "tesuji")]
#[derive(Clone)]
pub(crate) struct Puzzle {
    pub(crate) inner: tesuji::Puzzle,
}

impl Puzzle {
    pub(crate) fn of(inner: tesuji::Puzzle) -> Puzzle {
        Puzzle { inner }
    }
}

#[pymethods]
impl Puzzle {
    /// A puzzle from a record, an address, or, with its genre's name, a notation of the genre.
    #[new]
    #[pyo3(signature = (text, genre=None))]
    fn new(text: &str, genre: Option<&str>) -> PyResult<Puzzle> {
        let inner = match genre {
            Some(name) if !text.trim_start().starts_with('{') => {
                tesuji::genre(name).and_then(|genre| genre.read(text)).map_err(wrong)?
            }
            _ => tesuji::read(text).map_err(wrong)?,
        };
        Ok(Puzzle { inner })
    }

    #[getter]
    fn genre(&self) -> &str {
        self.inner.genre().name()
    }

    #[getter]
    fn size(&self) -> &str {
        self.inner.size()
    }

    #[getter]
    fn text(&self) -> &str {
        self.inner.text()
    }

    #[getter]
    fn record(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let value = serde_json::to_value(self.inner.record()).unwrap_or_default();
        object(py, &value)
    }

    fn to_json(&self) -> String {
        serde_json::to_string(self.inner.record()).unwrap_or_default()
    }

    #[pyo3(signature = (solutions=2, time=10.0))]
    fn solve(&self, py: Python<'_>, solutions: usize, time: f64) -> PyResult<Py<PyAny>> {
        let time = seconds(time)?;
        let answer =
            run(py, |by| self.inner.solve().up_to(solutions).time(time).interrupt(by).run())?.map_err(wrong)?;
        object(py, &self::solved(&answer))
    }

    #[pyo3(signature = (most=2, time=10.0))]
    fn count(&self, py: Python<'_>, most: usize, time: f64) -> PyResult<(usize, bool)> {
        let time = seconds(time)?;
        let answer = run(py, |by| self.inner.solve().up_to(most).time(time).interrupt(by).run())?.map_err(wrong)?;
        Ok((answer.solutions.len(), answer.stop.is_complete()))
    }

    #[pyo3(signature = (up_to=1, time=10.0))]
    fn true_candidates(&self, py: Python<'_>, up_to: usize, time: f64) -> PyResult<Py<PyAny>> {
        let time = seconds(time)?;
        let found =
            run(py, |by| self.inner.candidates().up_to(up_to).time(time).interrupt(by).run())?.map_err(wrong)?;
        object(py, &candidates(&found))
    }

    #[pyo3(signature = (time=10.0))]
    fn check(&self, py: Python<'_>, time: f64) -> PyResult<Py<PyAny>> {
        let time = seconds(time)?;
        let found = run(py, |by| self.inner.check().time(time).interrupt(by).run())?.map_err(wrong)?;
        let (fast, reference) = (self::solved(&found.fast), self::solved(&found.reference));
        object(py, &json!({"agree": found.agree, "fast": fast, "reference": reference}))
    }

    #[pyo3(signature = (needs=false, without=Vec::new(), tier=None, trial=0, catalog=None, time=10.0, rating=false))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn grade(
        &self,
        py: Python<'_>,
        needs: bool,
        without: Vec<String>,
        tier: Option<&str>,
        trial: u8,
        catalog: Option<&str>,
        time: f64,
        rating: bool,
    ) -> PyResult<Py<PyAny>> {
        let (time, tier) = (seconds(time)?, self::tier(tier)?);
        let graded = run(py, |by| {
            let mut grade = self.inner.grade().trial(trial).time(time).interrupt(by);
            if let Some(decisions) = catalog {
                grade = grade.catalog(self.inner.genre().catalog_with(decisions)?);
            }
            grade = without.into_iter().fold(grade, tesuji::Grade::without);
            grade = if needs { grade.needs() } else { grade };
            grade = if rating { grade.rating() } else { grade };
            tier.map_or(grade.clone(), |tier| grade.up_to(tier)).run()
        })?
        .map_err(wrong)?;
        let mut value = serde_json::to_value(&graded.info).unwrap_or_default();
        value["data"] = json!(self.inner.steps(&graded).map_err(wrong)?);
        value["steps"] = graded.words.into();
        value["stop"] = graded.limit.map_or(Value::Null, |stop| stop.name().into());
        object(py, &value)
    }

    #[pyo3(signature = (without=Vec::new(), tier=None, last_resort=false, catalog=None, time=10.0))]
    fn hint(
        &self,
        py: Python<'_>,
        without: Vec<String>,
        tier: Option<&str>,
        last_resort: bool,
        catalog: Option<&str>,
        time: f64,
    ) -> PyResult<Step> {
        let (time, tier) = (seconds(time)?, self::tier(tier)?);
        let hint = run(py, |by| {
            let mut hint = self.inner.hint().time(time).interrupt(by);
            if let Some(decisions) = catalog {
                hint = hint.catalog(self.inner.genre().catalog_with(decisions)?);
            }
            hint = without.into_iter().fold(hint, tesuji::Hint::without);
            hint = if last_resort { hint.last_resort() } else { hint };
            tier.map_or(hint.clone(), |tier| hint.up_to(tier)).run()
        })?
        .map_err(wrong)?;
        let (answer, step) = match hint.next {
            Next::Step(step) => ("step", Some(step)),
            Next::Solved => ("solved", None),
            Next::Stuck => ("stuck", None),
            Next::Nothing => ("nothing", None),
        };
        let marks = step.as_ref().map(|step| step.marks.clone()).unwrap_or_default();
        Ok(Step {
            answer,
            words: step.as_ref().map(|step| step.words.clone()).unwrap_or_default(),
            technique: step.as_ref().map(|step| step.deduction.technique.to_string()),
            data: step.and_then(|step| step.data).map_or(Value::Null, |data| json!(data)),
            puzzle: self.inner.clone(),
            marks,
        })
    }

    #[pyo3(signature = (edits=3, count=1, time=10.0))]
    fn repair(&self, py: Python<'_>, edits: usize, count: usize, time: f64) -> PyResult<Py<PyAny>> {
        let time = seconds(time)?;
        let found = run(py, |by| self.inner.repair().edits(edits).count(count).time(time).interrupt(by).run())?
            .map_err(wrong)?;
        let repairs: Vec<Value> =
            found.repairs.iter().map(|repair| json!({"edits": repair.edits, "record": repair.record})).collect();
        let value = json!({
            "solutions": found.solutions,
            "clash": found.clash,
            "repairs": repairs,
            "proved": found.proved,
            "stop": found.stop.name(),
        });
        object(py, &value)
    }

    /// Gives the puzzle with a state: values written down by variable, masks of values struck out.
    #[pyo3(signature = (placed=std::collections::BTreeMap::new(), removed=std::collections::BTreeMap::new()))]
    fn with_state(
        &self,
        placed: std::collections::BTreeMap<u32, u8>,
        removed: std::collections::BTreeMap<u32, u64>,
    ) -> Puzzle {
        Puzzle { inner: self.inner.clone().with_state(State { placed, removed, ..State::default() }) }
    }

    /// The rules that the state breaks, each with its places.
    fn broken_rules(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        object(py, &json!(self.inner.broken_rules().map_err(wrong)?))
    }

    fn write(&self, format: &str) -> PyResult<String> {
        self.inner.write(format).map_err(wrong)
    }

    #[getter]
    fn unicode(&self) -> PyResult<String> {
        self.inner.unicode().map_err(wrong)
    }

    #[getter]
    fn svg(&self) -> PyResult<String> {
        self.inner.svg().map_err(wrong)
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg()
    }

    fn __repr__(&self) -> String {
        format!("<Puzzle {} {} {}>", self.genre(), self.size(), self.text())
    }

    fn __str__(&self) -> PyResult<String> {
        self.unicode()
    }

    fn __eq__(&self, other: &Puzzle) -> bool {
        self.inner.record() == other.inner.record()
    }

    fn __hash__(&self) -> u64 {
        u64::from_str_radix(&self.inner.record().id, 16).unwrap_or_default()
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (String,))> {
        Ok((slf.get_type().into_any().unbind(), (slf.get().to_json(),)))
    }
}

/// An answer to the question for the next step.
#[pyclass(frozen, module = "tesuji")]
pub(crate) struct Step {
    /// step, solved, stuck or nothing.
    #[pyo3(get)]
    answer: &'static str,
    /// One sentence.
    #[pyo3(get)]
    words: String,
    /// The technique's id.
    #[pyo3(get)]
    technique: Option<String>,
    data: Value,
    puzzle: tesuji::Puzzle,
    marks: Marks,
}

#[pymethods]
impl Step {
    #[getter]
    fn data(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        object(py, &self.data)
    }

    #[getter]
    fn svg(&self) -> PyResult<String> {
        self.puzzle.draw(&self.marks, Medium::Svg).map_err(wrong)
    }

    #[getter]
    fn unicode(&self) -> PyResult<String> {
        self.puzzle.draw(&self.marks, Medium::Unicode).map_err(wrong)
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg()
    }

    fn __repr__(&self) -> String {
        match self.answer {
            "step" => format!("<Step {}: {}>", self.technique.as_deref().unwrap_or_default(), self.words),
            answer => format!("<Step {answer}>"),
        }
    }

    fn __str__(&self) -> &str {
        &self.words
    }
}

/// The puzzle of a record, for batches.
pub(crate) fn of_record(text: &str) -> Result<tesuji::Puzzle, tesuji::Error> {
    tesuji::Puzzle::from_record(Record::from_json(text)?)
}
