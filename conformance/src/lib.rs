//! External conformance suites.
