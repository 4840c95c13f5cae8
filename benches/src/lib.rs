//! Benchmarks beside rivals.
