//! State that the threads of a run share: items that wait for a worker, and results that wait for
//! earlier ones. Reading has a thread of its own, so that a run which waits for input still gives
//! out what is done.
//!
//! A worker hands over what it made and takes its next item under one lock, and nobody is woken for
//! a single item while there is more to do: waking a thread costs as much as an easy puzzle.

use crate::{Content, Error, Item, Items};
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Results that are made before the writer is woken, while there is more to do.
const BATCH: usize = 32;

/// Items on their way from the reader over the workers to the writer.
pub(crate) struct Pipeline<T> {
    state: Mutex<State<T>>,
    /// The writer has something to do.
    writer: Condvar,
    /// There is room for further items.
    reader: Condvar,
    /// Items on the way at most, and about how many bytes of them: bounds memory, not visible in
    /// the output.
    most: (usize, usize),
    threads: usize,
}

struct State<T> {
    /// Items that were read, with their sizes.
    waiting: VecDeque<(Item, usize)>,
    /// A place for each item that a worker took and the writer did not get back yet, in order.
    taken: VecDeque<(usize, Option<Option<T>>)>,
    /// Number of the item of the first place.
    first: u64,
    items: usize,
    bytes: usize,
    workers: usize,
    /// Results since the writer was woken.
    fresh: usize,
    end: Option<Result<(), Error>>,
    is_closed: bool,
}

/// The writer's next task.
pub(crate) struct Ready<T> {
    /// The next results in order; `None` where one was not made.
    pub(crate) results: Vec<Option<T>>,
    /// Workers to start.
    pub(crate) workers: usize,
    /// All is done, or reading has failed.
    pub(crate) end: Option<Result<(), Error>>,
    /// Is nothing on the way?
    pub(crate) is_idle: bool,
}

impl<T> Ready<T> {
    /// Is there nothing to do?
    pub(crate) fn is_nothing(&self) -> bool {
        self.results.is_empty() && self.workers == 0 && self.end.is_none()
    }
}

impl<T> Pipeline<T> {
    /// A pipeline with room for `items` items and about `bytes` bytes, and with `workers` workers.
    pub(crate) fn new(items: usize, bytes: usize, threads: usize) -> Arc<Pipeline<T>> {
        let state = State {
            waiting: VecDeque::new(),
            taken: VecDeque::new(),
            first: 0,
            items: 0,
            bytes: 0,
            workers: 0,
            fresh: 0,
            end: None,
            is_closed: false,
        };
        let (writer, reader) = (Condvar::new(), Condvar::new());
        Arc::new(Pipeline { state: Mutex::new(state), writer, reader, most: (items, bytes), threads })
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for room and puts an item into it; `false` when nobody wants more.
    fn offer(&self, item: Item, bytes: usize) -> bool {
        let mut state = self.lock();
        let is_full =
            |state: &State<T>| state.items >= self.most.0 || (state.items > 0 && state.bytes + bytes > self.most.1);
        while !state.is_closed && is_full(&state) {
            state = self.reader.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.waiting.push_back((item, bytes));
        state.items += 1;
        state.bytes += bytes;
        if state.workers < self.threads {
            self.writer.notify_one();
        }
        !state.is_closed
    }

    fn end(&self, how: Result<(), Error>) {
        self.lock().end = Some(how);
        self.writer.notify_one();
    }

    /// Nothing more is wanted.
    pub(crate) fn close(&self) {
        let mut state = self.lock();
        state.is_closed = true;
        state.waiting.clear();
        self.reader.notify_all();
    }

    /// The writer's task; waits for one at most `patience`.
    pub(crate) fn ready(&self, patience: Option<Duration>) -> Ready<T> {
        let mut state = self.lock();
        let mut ready = self.take_ready(&mut state);
        if let Some(patience) = patience.filter(|_| ready.is_nothing()) {
            state = self.writer.wait_timeout(state, patience).unwrap_or_else(PoisonError::into_inner).0;
            ready = self.take_ready(&mut state);
        }
        ready
    }

    fn take_ready(&self, state: &mut State<T>) -> Ready<T> {
        let mut results = Vec::new();
        while let Some((bytes, result)) = state.taken.front_mut()
            && let Some(result) = result.take()
        {
            results.push(result);
            let bytes = *bytes;
            state.taken.pop_front();
            state.first += 1;
            state.items -= 1;
            state.bytes -= bytes;
        }
        state.fresh = 0;
        // Not for each item: the reader would be woken as often.
        if !results.is_empty() && state.items <= self.most.0 / 2 && state.bytes <= self.most.1 / 2 {
            self.reader.notify_one();
        }
        let workers = self.threads.saturating_sub(state.workers).min(state.waiting.len());
        state.workers += workers;
        let is_idle = state.items == 0;
        let is_over = state.end.as_ref().is_some_and(|end| end.is_err() || is_idle);
        Ready { results, workers, end: if is_over { state.end.take() } else { None }, is_idle }
    }

    /// Starts reading, up to the item of that number. The thread is not waited for: it may stand in
    /// a read that never ends.
    pub(crate) fn read(self: &Arc<Self>, mut items: Items, end: u64)
    where
        T: Send + 'static,
    {
        let pipeline = Arc::clone(self);
        std::thread::spawn(move || {
            while items.index() < end {
                let item = match items.next_item() {
                    Ok(Some(item)) => item,
                    Ok(None) => break,
                    Err(e) => return pipeline.end(Err(e)),
                };
                let bytes = match &item.content {
                    Content::Line(text) => text.len(),
                    _ => 256,
                };
                if !pipeline.offer(item, bytes) {
                    return;
                }
            }
            pipeline.end(Ok(()));
        });
    }

    /// A worker, of those that [`ready`](Self::ready) said to start: makes results of items until
    /// none waits. `None` is a result that was not made: time ran out, or the worker panicked.
    pub(crate) fn work(&self, mut make: impl FnMut(Item) -> Option<T>) {
        let mut worker = Worker { pipeline: self, number: None };
        let mut next = worker.exchange(None);
        while let Some(item) = next {
            let made = make(item);
            next = worker.exchange(made);
        }
    }
}

/// A worker with the number of the item that it is at.
struct Worker<'p, T> {
    pipeline: &'p Pipeline<T>,
    number: Option<u64>,
}

impl<T> Worker<'_, T> {
    /// Hands over what was made of the item, if there is one, and takes the next.
    fn exchange(&mut self, made: Option<T>) -> Option<Item> {
        let mut state = self.pipeline.lock();
        self.hand_over(&mut state, made);
        if state.fresh >= BATCH {
            state.fresh = 0;
            self.pipeline.writer.notify_one();
        }
        let (item, bytes) = state.waiting.pop_front()?;
        self.number = Some(state.first + state.taken.len() as u64);
        state.taken.push_back((bytes, None));
        Some(item)
    }

    fn hand_over(&mut self, state: &mut State<T>, made: Option<T>) {
        let Some(number) = self.number.take() else { return };
        if let Some(place) = state.taken.get_mut((number - state.first) as usize) {
            place.1 = Some(made);
            state.fresh += 1;
        }
    }
}

/// However a worker ends, nobody waits for it.
impl<T> Drop for Worker<'_, T> {
    fn drop(&mut self) {
        let mut state = self.pipeline.lock();
        self.hand_over(&mut state, None);
        state.workers -= 1;
        self.pipeline.writer.notify_one();
    }
}
