//! Long work without the interpreter's lock, which Ctrl-C ends.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;
use tesuji::Interrupt;

/// How often signals are looked at.
const TICK: Duration = Duration::from_millis(50);

/// Does the work on a thread of its own; a signal raises the interrupt, and is raised in Python
/// once the work has ended.
pub(crate) fn run<T: Send>(py: Python<'_>, work: impl FnOnce(Interrupt) -> T + Send) -> PyResult<T> {
    let interrupt = Interrupt::default();
    let mut signal = None;
    let done = std::thread::scope(|scope| {
        let (sender, mut receiver) = channel();
        let own = interrupt.clone();
        let worker = scope.spawn(move || {
            let _ = sender.send(work(own));
        });
        let found = loop {
            // A receiver can't be shared, so it is moved in and out of the part without the lock.
            let (own, waited) = py.detach(move || {
                let waited = receiver.recv_timeout(TICK);
                (receiver, waited)
            });
            receiver = own;
            match waited {
                Ok(found) => break Some(found),
                Err(RecvTimeoutError::Disconnected) => break None,
                Err(RecvTimeoutError::Timeout) => {
                    if signal.is_none() {
                        signal = py.check_signals().err();
                        if signal.is_some() {
                            interrupt.raise();
                        }
                    }
                }
            }
        };
        let ended = worker.join();
        found.filter(|_| ended.is_ok())
    });
    match (signal, done) {
        (Some(signal), _) => Err(signal),
        (None, Some(found)) => Ok(found),
        (None, None) => Err(PyRuntimeError::new_err("a fault inside of tesuji: the work ended without an answer")),
    }
}
