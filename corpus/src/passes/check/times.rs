//! What each solver of a check took: for people, and in no result.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Time by solver, added up over all threads.
#[derive(Debug, Default)]
pub struct Times(Mutex<BTreeMap<String, Duration>>);

impl Times {
    /// Runs `work` and adds its time to that of the solver.
    pub fn of<T>(&self, solver: &str, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let out = work();
        let mut all = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        match all.get_mut(solver) {
            Some(time) => *time += start.elapsed(),
            None => drop(all.insert(solver.to_string(), start.elapsed())),
        }
        out
    }

    /// The solvers with their times, the slowest first.
    pub fn slowest(&self) -> Vec<(String, Duration)> {
        let all = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut list: Vec<_> = all.clone().into_iter().collect();
        list.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_added_up_by_solver() {
        let times = Times::default();
        times.of("slow", || std::thread::sleep(Duration::from_millis(20)));
        assert_eq!(times.of("quick", || 3), 3);
        times.of("quick", || ());
        let names: Vec<String> = times.slowest().into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["slow", "quick"]);
        assert!(times.slowest()[0].1 >= Duration::from_millis(20));
    }
}
