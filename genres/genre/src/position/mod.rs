//! Position genres: a position to read, one key move, the rest worse.
//!
//! A genre of this kind implements [`PositionGenre`]; [`Positions`] makes it a
//! [`Genre`](crate::Genre) that reads and writes lines and records, generates by
//! `sample_read_filter` (self-play, record or table → position → exact key-move test → filter by
//! tier, needs and without), and gives everything else on to the genre.

mod adapter;
mod genre;
mod motif;
mod named;
mod sample;
mod walk;

pub use adapter::Positions;
pub use genre::{Found, ParsedPosition, PositionGenre};
pub use motif::MinimalMotif;
pub use named::{named, step};
pub use sample::Candidate;
