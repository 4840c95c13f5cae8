//! Times of a check's solvers: for people, and in no result but the verdicts.

use cpu_time::ThreadTime;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The time of a run that every solver gets.
const ASSURED: Duration = Duration::from_millis(300);
/// Less time than this is of no use to a solver.
const LEAST: Duration = Duration::from_millis(5);

/// Processor time by solver, added up over all threads.
#[derive(Debug, Default)]
pub struct Times(Mutex<BTreeMap<String, Duration>>);

impl Times {
    /// Runs `work` and adds the time that this thread spent on it to that of the solver; says it,
    /// too.
    pub fn of<T>(&self, solver: &str, work: impl FnOnce() -> T) -> (T, Duration) {
        let start = ThreadTime::now();
        let out = work();
        let took = start.elapsed();
        let mut all = self.all();
        match all.get_mut(solver) {
            Some(time) => *time += took,
            None => drop(all.insert(solver.to_string(), took)),
        }
        (out, took)
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<String, Duration>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The time that the solver may take now: its part in the time of all stays at most `share`
    /// (from 0 to 1), or its own time at what everybody gets; `None` where nothing is left.
    pub fn allowance(&self, solver: &str, share: f64) -> Option<Duration> {
        let all = self.all();
        let own = all.get(solver).copied().unwrap_or_default();
        let others: Duration = all.values().sum::<Duration>().saturating_sub(own);
        let fair = others.mul_f64(share / (1.0 - share));
        fair.max(ASSURED).checked_sub(own).filter(|left| *left > LEAST)
    }

    /// The solvers with their times, the slowest first.
    pub fn slowest(&self) -> Vec<(String, Duration)> {
        let mut list: Vec<_> = self.all().clone().into_iter().collect();
        list.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        list
    }
}

/// A time in milliseconds, to a thousandth of one.
pub fn in_ms(time: Duration) -> f64 {
    time.as_micros() as f64 / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn busy(time: Duration) {
        let start = ThreadTime::now();
        while start.elapsed() < time {
            std::hint::spin_loop();
        }
    }

    #[test]
    fn times_are_added_up_by_solver() {
        let times = Times::default();
        times.of("slow", || busy(Duration::from_millis(20)));
        assert_eq!(times.of("quick", || 3).0, 3);
        times.of("quick", || ());
        let names: Vec<String> = times.slowest().into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["slow", "quick"]);
        assert!(times.slowest()[0].1 >= Duration::from_millis(20));
    }

    #[test]
    fn nobody_takes_more_than_the_share() {
        let times = Times::default();
        times.all().extend([("a".to_string(), Duration::from_secs(30)), ("b".to_string(), Duration::from_secs(6))]);
        assert_eq!(times.allowance("b", 0.25), Some(Duration::from_secs(4)), "10 of 40");
        assert_eq!(times.allowance("a", 0.25), None);
        assert_eq!(times.allowance("c", 0.5), Some(Duration::from_secs(36)));
        assert_eq!(Times::default().allowance("a", 0.25), Some(ASSURED));
    }

    #[test]
    fn who_waits_takes_no_time() {
        let times = Times::default();
        let took = times.of("waits", || std::thread::sleep(Duration::from_millis(50))).1;
        assert!(took < Duration::from_millis(40), "{took:?}");
        assert!((in_ms(Duration::from_micros(1_234)) - 1.234).abs() < 1e-9);
    }
}
