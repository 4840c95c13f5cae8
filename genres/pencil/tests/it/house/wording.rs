//! Words that every user sees.

use super::unsolved::corpus;
use tesuji_genre::View;

#[test]
fn rules_are_named_without_a_word_twice() {
    for genre in tesuji_pencil::genres::all() {
        for record in corpus(genre.name()).into_iter().take(3) {
            let puzzle = genre.parse(&record.puzzle).expect("a puzzle").puzzle;
            let View::Clues(view) = genre.view(&puzzle).expect("a view") else { panic!("{}", genre.name()) };
            for id in view.network.rule_ids() {
                let name = view.names.rule(id);
                let words: Vec<&str> = name.split(' ').collect();
                // The numbers of a clue may be alike.
                let is_number = |word: &str| word.trim_matches(['(', ')']).parse::<u32>().is_ok();
                let is_twice = |two: &[&str]| two[0] == two[1] && !is_number(two[0]);
                assert!(!words.windows(2).any(is_twice), "{}: {name}", genre.name());
                assert_eq!(name.trim(), name, "{}: {name:?}", genre.name());
                assert!(!name.starts_with("rule "), "{}: {name:?}", genre.name());
            }
        }
    }
}

#[test]
fn what_a_genre_is_reads_as_a_sentence() {
    for genre in tesuji_pencil::genres::all() {
        let about = genre.info().about;
        assert!(about.starts_with(|c: char| c.is_uppercase()) && !about.contains("::"), "{}: {about}", genre.name());
    }
}

#[test]
fn the_rules_of_every_genre_are_told_in_sentences() {
    for genre in tesuji_pencil::genres() {
        let rules = genre.info().rules;
        assert!(rules.starts_with(|c: char| c.is_uppercase()) && rules.ends_with('.'), "{}: {rules}", genre.name());
        assert!(!rules.contains("  "), "{}: {rules}", genre.name());
    }
}
