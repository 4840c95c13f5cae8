//! Every step of every genre has reasons that hold by the rules that they name.

use super::steps::Tally;
use super::{request, small};
use tesuji_genre::Genre;

/// Steps of one puzzle that are looked at.
const MOST: u64 = 60;

#[test]
fn steps_follow_from_their_premises_by_the_rules_that_they_name() {
    let (mut all, mut minimal, mut without) = (0, 0, Vec::new());
    for genre in tesuji_pencil::genres::all() {
        let mut tally = Tally::default();
        for seed in [5, 6] {
            let mut made = Vec::new();
            genre.generate(&request(small(genre), seed), &mut |r| made.push(r)).expect("generated");
            let puzzle = Genre::parse(genre, &made[0].puzzle).expect("puzzle").puzzle;
            tally.puzzle(genre, &puzzle, MOST);
        }
        let name = Genre::name(genre);
        assert!(tally.wrong.is_empty(), "{name}: {:#?}", &tally.wrong[..tally.wrong.len().min(5)]);
        assert_eq!(tally.bare, 0, "{name}: steps that name no cell, edge or clue");
        if tally.steps == 0 {
            without.push(name);
        }
        (all, minimal) = (all + tally.steps, minimal + tally.minimal);
    }
    // The smallest galaxies may say it all by their stars.
    assert!(all > 800 && without.len() <= 2, "{all} steps; none of {without:?}");
    assert!(minimal * 100 >= all * 99, "{minimal} of {all} have no premise to spare");
}
