//! The tests in tests/ are what this crate is for.
