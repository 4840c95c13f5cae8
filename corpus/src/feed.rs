//! Reads an input in a thread of its own, so that a run which waits for input still gives out what is done.

use crate::{Content, Error, Item, Items};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// What a run waits for.
pub(crate) enum Event<S> {
    /// An item was read; its size, which is given back when it is done.
    Item(Item, usize),
    /// The input has ended, or reading has failed.
    End(Result<(), Error>),
    /// The item of that number is done.
    Done(u64, usize, S),
}

/// How far reading may be ahead of what is done: bounds memory, not visible in the output.
#[derive(Debug)]
pub(crate) struct Room {
    used: Mutex<Used>,
    freed: Condvar,
    most: (usize, usize),
}

#[derive(Debug, Default)]
struct Used {
    items: usize,
    bytes: usize,
    closed: bool,
}

impl Room {
    /// Room for so many items, and about so many bytes of them.
    pub(crate) fn new(items: usize, bytes: usize) -> Arc<Room> {
        Arc::new(Room { used: Mutex::default(), freed: Condvar::new(), most: (items, bytes) })
    }

    /// Waits for room and takes it; `false` when nobody wants more.
    fn take(&self, bytes: usize) -> bool {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        while !used.closed && (used.items >= self.most.0 || (used.items > 0 && used.bytes + bytes > self.most.1)) {
            used = self.freed.wait(used).unwrap_or_else(PoisonError::into_inner);
        }
        used.items += 1;
        used.bytes += bytes;
        !used.closed
    }

    /// Gives the room of one item back.
    pub(crate) fn give(&self, bytes: usize) {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        used.items -= 1;
        used.bytes -= bytes;
        self.freed.notify_one();
    }

    /// Nothing more is wanted.
    pub(crate) fn close(&self) {
        self.used.lock().unwrap_or_else(PoisonError::into_inner).closed = true;
        self.freed.notify_all();
    }
}

/// Starts reading, up to the item of that number. The thread is not waited for: it may stand in a read that never ends.
pub(crate) fn start<S: Send + 'static>(mut items: Items, end: u64, room: Arc<Room>, to: Sender<Event<S>>) {
    std::thread::spawn(move || {
        while items.index() < end {
            let item = match items.next_item() {
                Ok(Some(item)) => item,
                Ok(None) => break,
                Err(e) => {
                    let _ = to.send(Event::End(Err(e)));
                    return;
                }
            };
            let bytes = match &item.content {
                Content::Line(text) => text.len(),
                _ => 256,
            };
            if !room.take(bytes) || to.send(Event::Item(item, bytes)).is_err() {
                return;
            }
        }
        let _ = to.send(Event::End(Ok(())));
    });
}
