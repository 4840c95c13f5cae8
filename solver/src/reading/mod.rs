//! Two-player reading: games, reference searches, proofs. Knows no family of games.
