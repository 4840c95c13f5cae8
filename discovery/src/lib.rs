//! Discovery: what people would call techniques, found as recurring forms of small proofs.
//!
//! Puzzles are solved with a given set of known techniques until they stall. At the stall every
//! candidate is put on trial; contradictions are reduced to their irreducible
//! [cores](Vocabularies), cores to [`Form`]s modulo the symmetries that keep the kinds of houses,
//! and forms are counted in [`Clusters`]. Positions that are read have no network: there, what lies
//! around their key moves is counted ([`Moves`]). The miner names nothing: [`Labels`] compares its
//! forms with those of cases that somebody else named.

mod atlas;
mod beyond;
pub mod canon;
mod cluster;
mod cores;
mod counting;
mod coverage;
mod covers;
mod decision;
mod diagram;
mod eureka;
mod explained;
mod facts;
mod firing;
mod form;
mod glossary;
mod idea;
mod impossible;
mod key;
mod label;
mod layout;
mod lines;
mod matcher;
mod mine;
mod minimal;
mod moves;
mod page;
mod parts;
mod picture;
mod picture_names;
mod pictures;
mod points;
mod probe;
mod program;
mod promoted_idea;
mod promoted_picture;
mod reason;
mod reduced;
mod refused;
mod rules_key;
mod set_proof;
mod sets;
mod shape;
mod stall;
mod whip;
mod windows;

pub use atlas::{Atlas, IdeaExample, IdeaOfGenre, PictureSteps, meaning};
pub use beyond::{Engines, Evidence};
pub use cluster::{Cluster, Clusters, Example, SUPPORT, Summary};
pub use cores::{CorePolicy, Found, Vocabularies, is_pure};
pub use counting::{SetPolicy, set_proofs};
pub use coverage::{Coverage, Covered, covered};
pub use decision::{Decision, Decisions, Refusal, Ruling, VERSION, check, checked};
pub use diagram::diagram;
pub use eureka::chain_line;
pub use explained::CatalogReplay;
pub use firing::{Fired, Firing};
pub use form::Form;
pub use glossary::{literature, near};
pub use idea::{Family, FamilyError, FamilyRange, Idea, NumberRange, known_names};
pub use impossible::{Impossible, ImpossiblePolicy, impossible};
pub use label::{Labels, NamedCase};
pub use lines::{Line, LineTruth, line_family};
pub use matcher::{Match, Promoted};
pub use mine::{Given, mine};
pub use minimal::{
    HEAD as MINIMAL_HEAD, MINIMAL_VERSION, MinimalCluster, MinimalError, MinimalExample, MinimalPolicy,
    MinimalPosition, MinimalSummary, Minimals, minimal, reduce,
};
pub use moves::{MoveCandidate, MoveExample, MoveSummary, Moves, Places, first_moves, is_read, move_page};
pub use page::{Board, Page, board, page};
pub use parts::{CLUSTERS_VERSION, Parts, PartsError};
pub use picture::{Picture, PictureError, PictureRule, Point};
pub use pictures::MinedPicture;
pub use points::{FittedPoints, PointsFit, ScoreFit, TimedSolve, fit_points, fit_scores, rank_correlation};
pub use promoted_idea::{IdeaKey, PromotedIdea};
pub use promoted_picture::{PictureMatch, PromotedPicture};
pub use reason::{Explained, Step};
pub use refused::Refused;
pub use set_proof::{OpenSum, SetProof};
pub use sets::Set;
pub use shape::{Pattern, Plainness, Shape};
pub use stall::{Instance, Known, Options, Stall, Struck, Walk, walk};
