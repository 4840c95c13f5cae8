//! Reads and evaluates KataGo's public networks for Go: policy and ownership of one position.
//!
//! ```no_run
//! use tesuji_net::{Net, Position, Side};
//!
//! let net = Net::open(std::path::Path::new("g170-b6c96.bin.gz"))?;
//! let mut position = Position::empty(9, 9);
//! position.place(4, 4, Side::Other);
//! let seen = net.evaluate(&position);
//! let likeliest = seen.order().next();
//! # let _ = likeliest;
//! # Ok::<(), tesuji_net::NetError>(())
//! ```
//!
//! The file format and the architecture are those of KataGo's `desc.cpp` and `eigenbackend.cpp`
//! (versions 8 to 16: convolutions, batch norm, global pooling, nested bottlenecks, attention). Sums are taken
//! in one fixed order without fused steps, so that every machine computes the same numbers.

mod attention;
mod file;
mod layers;
mod model;
mod position;

pub use model::{Evaluation, Net};
pub use position::{Position, Side};

/// Why a file can't be used as a network.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NetError {
    /// The file can't be read at all.
    #[error("{0}")]
    Unreadable(String),
    /// The file ends, or holds something else than is expected there.
    #[error("byte {at}: {expected} is expected")]
    Unexpected {
        /// Where, after unpacking.
        at: usize,
        /// What should stand there.
        expected: String,
    },
    /// The file is a network of a kind that is not evaluated here.
    #[error("{0}")]
    Unsupported(String),
}
