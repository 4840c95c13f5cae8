//! Networks of variables and rules, made by hand.

use crate::convert::{object, refused, seconds};
use crate::run::run;
use pyo3::exceptions::PyIndexError;
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
        Some(value) => Err(refused(format!("{value} is no value: they are 0 to {GREATEST}"))),
        None => Ok(values.iter().copied().collect()),
    }
}

/// The values of a domain as JSON.
fn listed(domain: Domain) -> serde_json::Value {
    domain.iter().collect::<Vec<u8>>().into()
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
            return Err(refused(format!("{variables} variables; a million are possible")));
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
        let rule: RuleSpec = serde_json::from_value(rule).map_err(|e| refused(e.to_string()))?;
        self.with(|inner| inner.add(rule).map(drop)).map_err(|e| refused(e.to_string()))
    }

    /// The number of variables.
    fn __len__(&self) -> usize {
        self.with(|inner| inner.len())
    }

    /// The rules as dictionaries, in order.
    #[getter]
    fn rules(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let rules: Vec<serde_json::Value> = self.with(|inner| {
            inner.rule_ids().map(|id| serde_json::to_value(inner.spec(id)).unwrap_or_default()).collect()
        });
        object(py, &rules.into())
    }

    /// The values that each variable can take before any rule.
    #[getter]
    fn domains(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let all: Vec<serde_json::Value> = self.with(|inner| inner.domains().iter().map(|d| listed(*d)).collect());
        object(py, &all.into())
    }

    /// Solutions up to a number, by the engine fast, learning or simple.
    #[pyo3(signature = (solutions=2, engine="fast", time=10.0))]
    fn solve(&self, py: Python<'_>, solutions: usize, engine: &str, time: f64) -> PyResult<Py<PyAny>> {
        let solver: Box<dyn Solver> = match engine {
            "fast" => Box::new(FastSolver::default()),
            "learning" => Box::new(LearningSolver::default()),
            "simple" => Box::new(SimpleSolver),
            _ => return Err(refused(format!("no engine {engine:?}; there are fast, learning, simple"))),
        };
        let (network, limits) =
            (self.with(|inner| inner.clone()), Limits::solutions(solutions).with_time(seconds(time)?));
        let answer = run(py, |by| solver.solve(&network, None, &limits.with_interrupt(by)))?;
        let value = json!({
            "solutions": answer.solutions,
            "complete": answer.stop.is_complete(),
            "stop": answer.stop.name(),
            "nodes": answer.stats.nodes,
        });
        object(py, &value)
    }

    /// The steps that the rules lead to, one by one, each with its premises and reasons.
    #[pyo3(signature = (time=10.0))]
    fn explain(&self, py: Python<'_>, time: f64) -> PyResult<Py<PyAny>> {
        let (network, limits) = (self.with(|inner| inner.clone()), Limits::default().with_time(seconds(time)?));
        let found = run(py, |by| tesuji::network::explain(&network, &limits.with_interrupt(by)))?;
        let left: Vec<serde_json::Value> = found.left.iter().map(|domain| listed(*domain)).collect();
        let conflict = found.conflict.map(|var| var.0);
        object(py, &json!({"steps": found.steps, "left": left, "solved": found.is_solved, "conflict": conflict}))
    }

    fn __repr__(&self) -> String {
        self.with(|inner| format!("<Network of {} variables, {} rules>", inner.len(), inner.rule_ids().len()))
    }
}
