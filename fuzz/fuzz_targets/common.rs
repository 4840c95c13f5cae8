// What every target checks of a text: no reader panics, and what is read is read again from what is
// printed.

use tesuji_genres::all;

pub fn each_genre(text: &str) {
    for genre in all() {
        let Ok(parsed) = genre.parse(text) else { continue };
        let again = genre
            .parse(&parsed.puzzle.text)
            .unwrap_or_else(|bad| panic!("{}: {:?} is not read again: {bad}", genre.name(), parsed.puzzle.text));
        assert_eq!(again.puzzle.text, parsed.puzzle.text);
        assert_eq!(again.puzzle.size, parsed.puzzle.size);
        assert_eq!(again.puzzle.record().id, parsed.puzzle.record().id);
        let _ = genre.view(&parsed.puzzle);
    }
}
