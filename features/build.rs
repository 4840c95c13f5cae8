//! Cargo takes the dependencies of build scripts into account only where there is one.
fn main() {}
