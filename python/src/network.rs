//! Networks of variables and rules, made by hand.

use crate::convert::{object, seconds};
use crate::run::run;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use serde_json::json;
use std::sync::Mutex;
use tesuji::Limits;
use tesuji::network::{Domain, FastSolver, LearningSolver, Network as Inner, RuleSpec, SimpleSolver, Solver, Var};

/// Greatest value of a variable, above which there is no room in a domain.
const GREATEST: u8 = 63;

/// Variables and rules.
#[pyclass(frozen, module = "tesuji")]
pub(crate) struct Network {
    inner: Mutex<Inner>,
}

/// The domain of these values.
fn domain(values: &[u8]) -> PyResult<Domain> {
    match values.iter().find(|value| **value > GREATEST) {
        Some(value) => Err(PyValueError::new_err(format!("{value} is no value: they are 0 to {GREATEST}"))),
        None => Ok(values.iter().copied().collect()),
    }
}

impl Network {
    fn with<T>(&self, work: impl FnOnce(&mut Inner) -> T) -> T {
        let mut inner = self.inner.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        work(&mut inner)
    }
}

#[pymethods]
impl Network {
    /// Variables that can take these values.
    #[new]
    fn new(variables: usize, values: Vec<u8>) -> PyResult<Network> {
        if variables > 1_000_000 {
            return Err(PyValueError::new_err(format!("{variables} variables; a million are possible")));
        }
        Ok(Network { inner: Mutex::new(Inner::with_vars(variables, domain(&values)?)) })
    }

    /// Leaves a variable these values.
    fn set_values(&self, variable: u32, values: Vec<u8>) -> PyResult<()> {
        let domain = domain(&values)?;
        self.with(|inner| {
            if variable as usize >= inner.len() {
                return Err(PyIndexError::new_err(format!("no variable {variable}")));
            }
            inner.set_domain(Var(variable), domain);
            Ok(())
        })
    }

    /// Adds a rule as a dictionary: `{"kind": "all-different", "vars": [0, 1, 2]}`.
    fn add(&self, rule: &Bound<'_, PyAny>) -> PyResult<()> {
        let rule: serde_json::Value = pythonize::depythonize(rule)?;
        let rule: RuleSpec = serde_json::from_value(rule).map_err(|e| PyValueError::new_err(e.to_string()))?;
        self.with(|inner| inner.add(rule).map(drop)).map_err(|e| PyValueError::new_err(e.to_string()))
    }

    /// Solutions up to a number, by the engine fast, learning or simple.
    #[pyo3(signature = (solutions=2, engine="fast", time=10.0))]
    fn solve(&self, py: Python<'_>, solutions: usize, engine: &str, time: f64) -> PyResult<Py<PyAny>> {
        let solver: Box<dyn Solver> = match engine {
            "fast" => Box::new(FastSolver::default()),
            "learning" => Box::new(LearningSolver::default()),
            "simple" => Box::new(SimpleSolver),
            _ => {
                let what = format!("no engine {engine:?}; there are fast, learning, simple");
                return Err(PyValueError::new_err(what));
            }
        };
        let (network, limits) =
            (self.with(|inner| inner.clone()), Limits::solutions(solutions).with_time(seconds(time)?));
        let answer = run(py, |by| solver.solve(&network, None, &limits.with_interrupt(by)))?;
        let value = json!({
            "solutions": answer.solutions,
            "complete": answer.stop.is_complete(),
            "stop": answer.stop.name(),
        });
        object(py, &value)
    }
}
