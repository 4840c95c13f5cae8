//! Texts that hold puzzles, before any genre gives them a meaning: characters ([`plain`]), and the
//! lists of programs and data files ([`data`]).

pub(crate) mod data;
pub(crate) mod plain;
