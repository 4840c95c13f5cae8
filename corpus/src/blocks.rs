//! Blocks of items that a thread of its own reads, so that a read which never ends is not waited for
//! beyond a limit.

use crate::{Error, Item, Items, Reader, Source};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;
use tesuji_solver::{Clock, Stop};

/// How long to wait for input before the clock is looked at.
pub(crate) const PATIENCE: Duration = Duration::from_millis(100);

/// Results of a thread, one after the other.
pub(crate) struct Waited<T>(Receiver<Result<T, Error>>);

impl<T: Send + 'static> Waited<T> {
    /// Starts a thread; it ends by itself, or when nobody takes what it makes.
    pub(crate) fn start(make: impl FnOnce(&mut dyn FnMut(Result<T, Error>) -> bool) + Send + 'static) -> Waited<T> {
        let (send, made) = mpsc::sync_channel(1);
        std::thread::spawn(move || make(&mut |one| send.send(one).is_ok()));
        Waited(made)
    }

    /// The next one; the limit that was reached before there was one; `None` when there are no more.
    pub(crate) fn next(&self, clock: &Clock) -> Result<Option<Result<T, Stop>>, Error> {
        loop {
            match self.0.recv_timeout(PATIENCE) {
                Ok(made) => return made.map(|made| Some(Ok(made))),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Some(stop) = clock.expired() {
                return Ok(Some(Err(stop)));
            }
        }
    }
}

/// The items of an input in blocks.
pub struct Blocks(Waited<Vec<Item>>);

impl Blocks {
    /// Opens an input. The first block has one item, and each next one has up to twice the items of the
    /// last: at most `most` and about `bytes` bytes.
    pub fn open(source: &Source, reader: &Reader, most: usize, bytes: usize) -> Blocks {
        let (source, reader) = (source.clone(), reader.clone());
        Blocks(Waited::start(move |send| {
            let mut items = match Items::open(&source, &reader) {
                Ok(items) => items,
                Err(e) => {
                    send(Err(e));
                    return;
                }
            };
            let mut wanted = 1;
            loop {
                let block = items.block(wanted, bytes);
                let is_last = !block.as_ref().is_ok_and(|block| !block.is_empty());
                if !send(block) || is_last {
                    return;
                }
                wanted = (wanted * 2).min(most);
            }
        }))
    }

    /// The next block, empty at the end; the limit that was reached before it was read.
    ///
    /// # Errors
    /// [`Error::Io`] when reading fails, and those of [`Items::open`].
    pub fn next(&self, clock: &Clock) -> Result<Result<Vec<Item>, Stop>, Error> {
        Ok(self.0.next(clock)?.unwrap_or_else(|| Ok(Vec::new())))
    }
}
