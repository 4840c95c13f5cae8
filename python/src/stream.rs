//! Puzzles as they are made.

use crate::convert::wrong;
use crate::puzzle::Puzzle;
use pyo3::prelude::*;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;
use tesuji::{Error, Interrupt};

/// Puzzles that wait to be taken.
const WAITING: usize = 16;

type Made = Result<tesuji::Puzzle, Error>;

/// An iterator over puzzles that a thread makes. Dropping it ends the thread.
#[pyclass(frozen, module = "tesuji")]
pub(crate) struct Puzzles {
    receiver: Mutex<Receiver<Made>>,
    interrupt: Interrupt,
}

impl Puzzles {
    /// Puzzles of this work, which gives out each as it is made.
    pub(crate) fn of(
        work: impl FnOnce(Interrupt, &mut dyn FnMut(tesuji::Puzzle)) -> Result<(), Error> + Send + 'static,
    ) -> Puzzles {
        let (sender, receiver): (SyncSender<Made>, _) = sync_channel(WAITING);
        let interrupt = Interrupt::default();
        let own = interrupt.clone();
        std::thread::spawn(move || {
            let ended = work(own.clone(), &mut |puzzle| {
                // Nobody takes any more.
                if sender.send(Ok(puzzle)).is_err() {
                    own.raise();
                }
            });
            if let Err(why) = ended {
                let _ = sender.send(Err(why));
            }
        });
        Puzzles { receiver: Mutex::new(receiver), interrupt }
    }
}

impl Drop for Puzzles {
    fn drop(&mut self) {
        self.interrupt.raise();
    }
}

#[pymethods]
impl Puzzles {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Puzzle>> {
        loop {
            let waited = py.detach(|| {
                let receiver = self.receiver.lock().map_err(|_| RecvTimeoutError::Disconnected)?;
                receiver.recv_timeout(Duration::from_millis(50))
            });
            match waited {
                Ok(Ok(puzzle)) => return Ok(Some(Puzzle::of(puzzle))),
                Ok(Err(why)) => return Err(wrong(why)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(signal) = py.check_signals() {
                        self.interrupt.raise();
                        return Err(signal);
                    }
                }
            }
        }
    }
}
