//! Small boards by hand: a filling that keeps the rules, and one that breaks the rule that is
//! easily got wrong.

use tesuji_genre::View;
use tesuji_pencil::house::HouseGenre;

/// A puzzle, a filling of it, and whether that solves it.
const CASES: &[(&str, &str, bool)] = &[
    // Rows and columns differ in binairo, and may be equal in unruly.
    ("binairo/4/4/v", "0011/1100/0101/1010", true),
    ("binairo/4/4/v", "0011/1100/0011/1100", false),
    ("unruly/4/4/000000", "○○●●/●●○○/○○●●/●●○○", true),
    ("unruly/4/4/000000", "○○○●/●●●○/○○●●/●●○○", false),
    // One tent beside two trees belongs to one of them.
    ("tents/3/1/j2", "_▲.", true),
    ("tents/3/1/j10", "_▲_", false),
    // A sign points to the smaller number.
    ("futoshiki/2/2/j4.c", "21/12", true),
    ("futoshiki/2/2/j4.c", "12/21", false),
    // Two of three are seen; a park is never seen.
    ("skyscrapers/3/3/2q/2", "102/021/210", true),
    ("skyscrapers/3/3/2q/2", "201/012/120", false),
    // Rock that is shut in.
    ("cave/3/3/o", ".../.../...", true),
    ("cave/3/3/o", ".../.#./...", false),
    // A bar between all neighbours that differ by one.
    ("consecutive/3/3/ost8", "123/231/312", true),
    ("consecutive/3/3/ost8", "132/213/321", false),
    ("consecutive/2/2/1iu", "12/21", true),
    ("consecutive/2/2/1iu", "21/12", false),
    // A given border parts two areas.
    ("fillomino/3/1/ig", "122", true),
    ("fillomino/3/1/ig", "221", false),
    ("fillomino/3/1/i", "221", true),
    // A cell out of play parts regions and counts as a cell between numbers.
    ("ripple/3/1/0i8", "1_1", true),
    ("ripple/3/1/8i", "112", false),
    // A thermometer fills from its bulb.
    ("thermometers/2/1/i4.a", "#.", true),
    ("thermometers/2/1/i4.a", ".#", false),
    // Half a magnet is none.
    ("magnets/2/1/l0", "+-", true),
    ("magnets/2/1/l0", "+.", false),
    // A region of three cells holds one magnet, on two cells side by side.
    ("magnets/3/1/n0", "+-.", true),
    ("magnets/3/1/n0", "+.-", false),
    ("magnets/3/1/n0", "+-+", false),
    ("dominosa/2/1/00", "_-_", true),
    ("dominosa/2/1/00", "_x_", false),
    // From below the ghost is seen in the mirror; a vampire is not.
    ("undead/2/1/1.0.0./Ra001000", "_G", true),
    ("undead/2/1/0.1.0./Ra010101", "_V", true),
    ("undead/2/1/0.1.0./Ra001000", "_V", false),
    // A track of one cell, of two; numbers count the cells beside stations, too.
    ("tracks/1/1/11c", "o", true),
    ("tracks/1/1/g0c", "o", false),
    ("tracks/2/1/11230", "oo|_-_", true),
    ("tracks/2/1/11230", "oo|_x_", false),
    // A border inside a region divides it.
    ("palisade/2/2/j/2", "__/--/__|_x_/_x_", true),
    ("palisade/2/2/j/2", "__/--/__|_-_/_-_", false),
    // Upright, and standing on a corner; a bent angle.
    ("shakashaka/2/2/j", "../..", true),
    ("shakashaka/2/2/j", "◤◥/◣◢", true),
    ("shakashaka/2/2/j", "◤./..", false),
    // A loop beside the lines.
    ("numlin/5/2/1g1m", "11100/00000|_____/00000/_____|_1100_/_0000_", true),
    ("numlin/5/2/1g1m", "11111/00011|_____/00011/_____|_1101_/_0001_", false),
    // A cape without a circle.
    ("nurimisaki/2/2/2i", ".#/..", false),
    ("nurimisaki/2/2/22h", "../##", true),
];

#[test]
fn small_boards_by_hand_are_judged_right() {
    let all = tesuji_pencil::genres::all();
    for &(text, filling, expected) in CASES {
        let name = text.split('/').next().unwrap_or_default();
        let genre: &dyn HouseGenre = *all.iter().find(|g| g.info().address_names.contains(&name)).expect(text);
        let puzzle = genre.parse(text).expect(text).puzzle;
        assert_eq!(puzzle.text, text);
        let values = genre.solution_values(text, &filling.into());
        let values = values.unwrap_or_else(|| panic!("{text}: {filling} is read"));
        let View::Clues(view) = genre.view(&puzzle).expect(text) else { panic!("a network") };
        let fits = values.iter().zip(&view.domains).all(|(&value, domain)| domain.contains(value));
        assert_eq!(fits && view.network.holds(&values), expected, "{text}: {filling}");
    }
}
