//! Small boards by hand: a filling that keeps the rules, and one that breaks the rule that is
//! easily got wrong.

use super::rows;
use tesuji_genre::View;
use tesuji_pencil::house::HouseGenre;

#[test]
fn small_boards_by_hand_are_judged_right() {
    let all = tesuji_pencil::genres::all();
    for [text, filling, solves] in rows(include_str!("cases.tsv")) {
        let name = text.split('/').next().unwrap_or_default();
        let genre: &dyn HouseGenre = *all.iter().find(|g| g.info().address_names.contains(&name)).expect(&text);
        let puzzle = genre.parse(&text).expect(&text).puzzle;
        assert_eq!(puzzle.text, text);
        let values = genre.solution_values(&text, &filling.clone().into());
        let values = values.unwrap_or_else(|| panic!("{text}: {filling} is read"));
        let View::Clues(view) = genre.view(&puzzle).expect(&text) else { panic!("a network") };
        let fits = values.iter().zip(&view.domains).all(|(&value, domain)| domain.contains(value));
        assert_eq!(fits && view.network.holds(&values), solves == "yes", "{text}: {filling}");
    }
}
