//! Where the tiers of each category begin.

/// Least scores of easy, medium, hard, expert and master, by category in the order of
/// [`Category::ALL`](crate::exchange::Category::ALL): the quantiles 0.15, 0.35, 0.55, 0.75 and 0.9
/// of a reference corpus of puzzles of that category drawn with seed 1 from the sectors up to 6-6,
/// 2000 of each (`examples/lab/reference.rs TABLES 2000 6` prints the table).
pub const THRESHOLDS: [[u32; 5]; 8] = [
    [192, 333, 573, 658, 888],      // formMill
    [488, 644, 743, 905, 1090],     // capturePieces
    [614, 1047, 1386, 1679, 1841],  // winGame
    [282, 460, 670, 716, 732],      // defend
    [495, 715, 1200, 1617, 1827],   // findBestMove
    [614, 806, 1033, 1411, 1713],   // endgame
    [1107, 1471, 1722, 1873, 1984], // opening
    [614, 999, 1418, 1704, 1865],   // mixed
];
