//! Genres.

use crate::convert::{object, seconds, tier, wrong};
use crate::puzzle::Puzzle;
use crate::run::run;
use crate::stream::Puzzles;
use pyo3::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tesuji::mining::{Options, literature};

/// A kind of puzzles.
#[pyclass(frozen, module = "tesuji")]
pub(crate) struct Genre {
    inner: tesuji::Genre,
}

/// The names of all genres.
#[pyfunction]
pub(crate) fn genres() -> Vec<&'static str> {
    tesuji::genres().into_iter().map(tesuji::Genre::name).collect()
}

/// The genre of that name.
#[pyfunction]
pub(crate) fn genre(name: &str) -> PyResult<Genre> {
    Ok(Genre { inner: tesuji::genre(name).map_err(wrong)? })
}

/// The genre that the text of a genre file defines. It is one of `genres()` from then on.
#[pyfunction]
pub(crate) fn define(source: &str) -> PyResult<Genre> {
    Ok(Genre { inner: tesuji::Genre::define(source).map_err(wrong)? })
}

/// Tries the text of a genre file on small boards and gives its faults in words.
#[pyfunction]
pub(crate) fn faults(py: Python<'_>, source: String) -> PyResult<Vec<String>> {
    run(py, |_| tesuji::Genre::faults(&source))?.map_err(wrong)
}

#[pymethods]
impl Genre {
    #[getter]
    fn name(&self) -> &str {
        self.inner.name()
    }

    #[getter]
    fn about(&self) -> &str {
        self.inner.info().about
    }

    #[getter]
    fn rules(&self) -> &str {
        self.inner.info().rules_in_print()
    }

    #[getter]
    fn sizes(&self) -> Vec<&'static str> {
        self.inner.info().sizes.to_vec()
    }

    #[getter]
    fn formats(&self) -> Vec<&'static str> {
        self.inner.info().formats.to_vec()
    }

    #[getter]
    fn options(&self) -> BTreeMap<&'static str, (&'static str, &'static str)> {
        self.inner.info().options.iter().map(|option| (option.key, (option.default, option.help))).collect()
    }

    #[getter]
    fn techniques(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let all: Vec<Value> = self
            .inner
            .techniques()
            .into_iter()
            .map(|t| json!({"id": t.id, "name": t.name, "tier": t.tier.name(), "score": t.score}))
            .collect();
        object(py, &all.into())
    }

    fn read(&self, text: &str) -> PyResult<Puzzle> {
        self.inner.read(text).map(Puzzle::of).map_err(wrong)
    }

    #[pyo3(signature = (count=1, seed=1, size=None, tier=None, needs=Vec::new(), without=Vec::new(), options=BTreeMap::new(), catalog=None, threads=1, time=60.0, graded=true))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn generate(
        &self,
        count: u64,
        seed: u64,
        size: Option<String>,
        tier: Option<&str>,
        needs: Vec<String>,
        without: Vec<String>,
        options: BTreeMap<String, String>,
        catalog: Option<&str>,
        threads: usize,
        time: f64,
        graded: bool,
    ) -> PyResult<Puzzles> {
        let mut wanted = self.inner.generate().count(count).seed(seed).threads(threads.max(1)).time(seconds(time)?);
        if let Some(size) = size {
            wanted = wanted.size(size);
        }
        if let Some(tier) = self::tier(tier)? {
            wanted = wanted.tier(tier);
        }
        if !graded {
            wanted = wanted.ungraded();
        }
        if let Some(decisions) = catalog {
            wanted = wanted.catalog(self.inner.catalog_with(decisions).map_err(wrong)?);
        }
        wanted = needs.into_iter().fold(wanted, tesuji::Generate::needs);
        wanted = without.into_iter().fold(wanted, tesuji::Generate::without);
        wanted = options.into_iter().fold(wanted, |wanted, (key, value)| wanted.set(key, value));
        // A request that can't be met is refused now, not with the first puzzle.
        wanted.clone().count(0).each(&mut |_| {}).map_err(wrong)?;
        Ok(Puzzles::of(move |by, found| wanted.interrupt(by).each(found).map(drop)))
    }

    #[pyo3(signature = (size, most=1_000_000))]
    fn enumerate(&self, size: String, most: usize) -> Puzzles {
        let genre = self.inner;
        Puzzles::of(move |_, found| genre.enumerate(&size, most, found).map(drop))
    }

    /// Adds the decision that makes a form a technique to the text of a file of decisions.
    #[pyo3(signature = (form, name, tier, score=500, words="", catalog=""))]
    fn promote(&self, form: &str, name: &str, tier: &str, score: u32, words: &str, catalog: &str) -> PyResult<String> {
        let tier = self::tier(Some(tier))?.unwrap_or(tesuji::Tier::Master);
        self.inner.promote(catalog, form, name, (tier, score), words).map_err(wrong)
    }

    /// The recurring forms of proofs of what singles can't do.
    #[pyo3(signature = (puzzles, top=20, time=60.0))]
    fn discover(&self, py: Python<'_>, puzzles: Vec<Py<Puzzle>>, top: usize, time: f64) -> PyResult<Py<PyAny>> {
        let puzzles: Vec<tesuji::Puzzle> = puzzles.iter().map(|puzzle| puzzle.get().inner.clone()).collect();
        let (genre, time) = (self.inner, seconds(time)?);
        let clusters = run(py, |by| {
            let usual = Options::default();
            let options = Options { limits: usual.limits.clone().with_time(time).with_interrupt(by), ..usual };
            genre.mine(&puzzles, &options)
        })?;
        let forms: Vec<Value> = clusters
            .ranked()
            .into_iter()
            .take(top)
            .map(|cluster| {
                json!({
                    "form": cluster.form.key,
                    "puzzles": cluster.puzzles,
                    "removals": cluster.seen,
                    "literature": literature(&cluster.form.key),
                })
            })
            .collect();
        object(py, &json!({"summary": clusters.summary, "forms": forms}))
    }

    fn __repr__(&self) -> String {
        format!("<Genre {}: {}>", self.name(), self.about())
    }
}
