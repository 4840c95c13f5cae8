//! Words for places, rules, values and facts of the house's genres.

use super::class::{At, PAIR_BASE};
use super::{Class, PencilGenre, Values, Variables, combinations, facts, solution};
use crate::board::{Board, Place, Side};
use crate::codec::Puzzle;
use crate::scene;
use tesuji_genre::{Names, Solution, law_together, listed};
use tesuji_solver::reason::Together;
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Fact, Network, Origin, Reason, RuleId, RuleKind, Value, Var};

/// The words of one puzzle.
pub struct HouseNames {
    puzzle: Puzzle,
    variables: Variables,
    network: Network,
    genre: &'static dyn PencilGenre,
}

/// Cells of a rule without a clue that are still shown one by one.
const SHOWN: usize = 30;

impl HouseNames {
    /// The words for the rules that a puzzle states.
    pub(super) fn new(
        puzzle: Puzzle,
        variables: Variables,
        network: &Network,
        genre: &'static dyn PencilGenre,
    ) -> HouseNames {
        HouseNames { puzzle, variables, network: network.clone(), genre }
    }

    fn board(&self) -> &Board {
        &self.puzzle.board
    }

    /// The class of a rule and where it comes from.
    fn class(&self, rule: RuleId) -> Option<(&'static Class, Origin)> {
        let origin = self.network.origin(rule)?;
        Some((self.genre.handle().info.classes.get(usize::from(origin.class))?, origin))
    }

    /// A place with its clue: "the 3 at r1c1", "the clue 4 above column 2".
    fn with_clue(&self, words: &str, place: Place) -> String {
        let name = self.board().name(place);
        // "The cage of r1c1", not "the cage of the region of r1c1".
        let name = match name.strip_prefix("the region of ") {
            Some(cell) if words.ends_with(" of") => cell.to_string(),
            _ => name,
        };
        let clue = self.puzzle.clues.get(&place).map(scene::sign).filter(|sign| !sign.is_empty());
        let Some(clue) = clue else { return format!("{words} {name}").trim().to_string() };
        if words.is_empty() {
            return match name.strip_prefix("the clue ") {
                Some(rest) => format!("the clue {clue} {rest}"),
                None => format!("the {clue} at {name}"),
            };
        }
        for known in ["the clue ", "the number "] {
            if let Some(rest) = words.strip_prefix(known) {
                return format!("the {clue} {rest} {name}");
            }
        }
        // Two sums stand in one cell: for the run below, and for the run on the right.
        let clue = match clue.split_once(' ') {
            Some((_, right)) if words.ends_with("right of") => right.to_string(),
            Some((below, _)) if words.ends_with("below") => below.to_string(),
            _ => clue,
        };
        format!("{words} {name} ({clue})")
    }

    /// The clue of a row or a column, where it has one: " (3 1)".
    fn clue_of_line(&self, sides: [Side; 2], line: usize) -> String {
        let clue = self.place_of_line(sides, line).and_then(|place| self.puzzle.clues.get(&place));
        clue.map_or_else(String::new, |clue| format!(" ({})", scene::sign(clue)))
    }

    /// Where the clue of a row or a column stands, if it has one and not two.
    fn place_of_line(&self, sides: [Side; 2], line: usize) -> Option<Place> {
        let clued =
            |side: Side| Some(Place::Outside(side, line as u16)).filter(|place| self.puzzle.clues.contains_key(place));
        match sides.map(clued) {
            [Some(place), None] | [None, Some(place)] => Some(place),
            _ => None,
        }
    }

    /// The law of a class with the places and clues that it speaks of.
    fn law_of(&self, class: &Class, rule: RuleId, reason: &Reason, says: &str) -> String {
        let law = class.law_of(reason, &self.rule(rule), says);
        let place = |var: &Var| self.variables.place(*var);
        let clue = || self.network.rule(rule).scope().iter().filter_map(place).find_map(|p| self.puzzle.clues.get(&p));
        let law = match law.contains("{clue}") {
            true => law.replace("{clue}", &clue().map_or(String::new(), scene::sign)),
            false => law,
        };
        let roots: Vec<String> = reason.roots.iter().filter_map(place).map(|p| self.with_clue("", p)).collect();
        if roots.is_empty() { law } else { format!("{law} ({})", listed(&roots)) }
    }

    /// Why several rules leave no other way together.
    fn law_together(&self, proof: &Together) -> String {
        let is_loop = |rule: &RuleId| self.network.rule(*rule).kind() == RuleKind::SingleLoop;
        let (loops, others): (Vec<RuleId>, Vec<RuleId>) = proof.rules().into_iter().partition(is_loop);
        if !matches!(proof, Together::Parity(_)) || loops.is_empty() {
            return law_together(proof, &|rules| self.rules(rules));
        }
        let law = "the loop crosses the border of any part of the board an even number of times";
        if others.is_empty() { law.to_string() } else { format!("{law} (with {})", self.rules(&others)) }
    }

    /// Edges that are sides of one cell: "the upper and left sides of r3c4".
    fn sides(&self, vars: &[Var]) -> Option<String> {
        let edge = |&var: &Var| match self.variables.place(var)? {
            Place::Edge(edge) => Some(usize::from(edge)),
            _ => None,
        };
        let edges: Vec<usize> = vars.iter().map(edge).collect::<Option<_>>()?;
        let [first, second, ..] = edges.as_slice() else { return None };
        let beside = |edge: usize| self.board().cells_beside(edge).into_iter().flatten();
        let cell = beside(*first).find(|&cell| beside(*second).any(|c| c == cell))?;
        let sides = self.board().sides(cell);
        let named: Vec<String> = sides
            .iter()
            .zip(["upper", "lower", "left", "right"])
            .filter(|(side, _)| edges.contains(side))
            .map(|(_, name)| name.to_string())
            .collect();
        if named.len() != edges.len() {
            return None;
        }
        let cell = self.board().name(Place::Cell(cell as u16));
        // Lines run along the sides of cells, or across them from cell to cell.
        let is_along = self.variables.get(Place::Edge(0)).is_some();
        Some(match named.len() {
            4 if is_along => format!("all sides of {cell}"),
            4 => format!("all edges of {cell}"),
            _ if is_along => format!("the {} sides of {cell}", listed(&named)),
            _ => format!("the {} edges of {cell}", listed(&named)),
        })
    }
}

impl Names for HouseNames {
    fn var(&self, var: Var) -> String {
        self.variables.place(var).map_or_else(|| format!("variable {}", var.0), |p| self.board().name(p))
    }

    fn vars(&self, vars: &[Var]) -> String {
        if let Some(sides) = self.sides(vars) {
            return sides;
        }
        let names: Vec<String> = vars.iter().map(|&v| self.var(v)).collect();
        let edges: Option<Vec<String>> =
            names.iter().map(|name| Some(name.strip_prefix("the edge ")?.to_string())).collect();
        match edges {
            Some(edges) if edges.len() > 1 => format!("the edges {}", listed(&edges)),
            _ => listed(&names),
        }
    }

    fn rule(&self, rule: RuleId) -> String {
        let Some((class, origin)) = self.class(rule) else { return format!("rule {}", rule.0) };
        let (words, board) = (class.words(), self.board());
        match (class.at, board.place(origin.place as usize)) {
            (At::Size, _) => match self.network.spec(rule) {
                RuleSpec::Regions { size, at_least: true, .. } => format!("{words} {size} or more"),
                _ => format!("{words} {}", origin.place),
            },
            (At::Pair, _) => {
                let (first, second) = (origin.place / u32::from(PAIR_BASE), origin.place % u32::from(PAIR_BASE));
                format!("{words} {first}-{second}")
            }
            (At::Nothing, _) | (_, None) => words.to_string(),
            (At::Place, Some(place)) => self.with_clue(words, place),
            (At::Row, Some(Place::Cell(cell))) => {
                let row = board.row_col(cell.into()).0;
                format!("{words} {}{}", row + 1, self.clue_of_line([Side::Left, Side::Right], row))
            }
            (At::Column, Some(Place::Cell(cell))) => {
                let col = board.row_col(cell.into()).1;
                format!("{words} {}{}", col + 1, self.clue_of_line([Side::Top, Side::Bottom], col))
            }
            (At::Row | At::Column, Some(place)) => format!("{words} {}", board.name(place)),
        }
    }

    fn clue(&self, rule: RuleId) -> Option<String> {
        let (class, origin) = self.class(rule)?;
        let has_clue = matches!(class.at, At::Place | At::Row | At::Column);
        let place = self.board().place(origin.place as usize).filter(|_| has_clue)?;
        self.puzzle.clues.get(&place).map(scene::sign).filter(|clue| !clue.is_empty())
    }

    fn value(&self, value: Value) -> String {
        match self.genre.handle().info.values {
            Values::Named(list) => list.get(usize::from(value)).map_or_else(|| value.to_string(), |v| v.1.to_string()),
            Values::Numbers => self.genre.numeral(&self.puzzle, value),
        }
    }

    fn fact(&self, fact: Fact) -> String {
        self.facts(&[fact])
    }

    fn facts(&self, list: &[Fact]) -> String {
        let value = |var: Var, value: Value| {
            let place = self.variables.place(var);
            let own = place.and_then(|place| self.genre.value_words(&self.puzzle, place, value));
            own.unwrap_or_else(|| self.value(value))
        };
        facts::clauses(list, &|vars| self.vars(vars), &value)
    }

    fn law(&self, reason: &Reason, says: &str) -> String {
        if let Some(proof) = &reason.together {
            return self.law_together(proof);
        }
        let Some(rule) = reason.rule else { return "no other value is left".to_string() };
        match self.class(rule) {
            Some((class, _)) => {
                let left = class.is_combined().then(|| combinations::left(&self.network, rule, reason)).flatten();
                match left {
                    Some(words) => format!("{} can only be {words}", self.rule(rule)),
                    None => self.law_of(class, rule, reason, says),
                }
            }
            None => format!("{} ({})", self.rule(rule), reason.part.name()),
        }
    }

    fn clue_place(&self, rule: RuleId) -> Option<(String, u32)> {
        let (class, origin) = self.class(rule)?;
        let board = self.board();
        let place = board.place(origin.place as usize)?;
        let is_hole = |place: Place| matches!(place, Place::Cell(cell) if board.is_hole(cell.into()));
        let shown = match (class.at, place) {
            (At::Place, place) => (self.puzzle.clues.contains_key(&place) || is_hole(place)).then_some(place),
            (At::Row, Place::Cell(cell)) => self.place_of_line([Side::Left, Side::Right], board.row_col(cell.into()).0),
            (At::Column, Place::Cell(cell)) => {
                self.place_of_line([Side::Top, Side::Bottom], board.row_col(cell.into()).1)
            }
            _ => None,
        };
        shown.map(|place| (board.name(place), board.index(place) as u32))
    }

    fn scope_places(&self, rule: RuleId) -> Vec<(String, u32)> {
        let board = self.board();
        let named = |place: Place| (board.name(place), board.index(place) as u32);
        let own = self.class(rule).filter(|(class, _)| class.at == At::Place);
        if let Some(place) = own.and_then(|(_, origin)| board.place(origin.place as usize)) {
            return vec![named(place)];
        }
        let scope = self.network.rule(rule).scope();
        let cells = scope.iter().filter_map(|&var| self.variables.place(var));
        let clued = cells.clone().filter(|place| self.puzzle.clues.contains_key(place));
        if scope.len() > SHOWN { clued.map(named).collect() } else { cells.map(named).collect() }
    }

    fn point(&self, var: Var) -> Option<(i32, i32)> {
        let board = self.board();
        let corner = |i: usize| ((i / (board.cols() + 1)) as i32, (i % (board.cols() + 1)) as i32);
        match self.variables.place(var)? {
            Place::Cell(cell) => {
                let (row, col) = board.row_col(cell.into());
                Some((2 * row as i32 + 1, 2 * col as i32 + 1))
            }
            Place::Edge(edge) => {
                let [a, b] = board.ends(edge.into()).map(corner);
                Some((a.0 + b.0, a.1 + b.1))
            }
            Place::Corner(i) => {
                let (row, col) = corner(i.into());
                Some((2 * row, 2 * col))
            }
            Place::Region(_) | Place::Outside(..) => None,
        }
    }

    fn is_constant(&self, var: Var) -> bool {
        !matches!(self.variables.place(var), Some(Place::Cell(_) | Place::Edge(_)))
    }

    fn solution(&self, values: &[Value]) -> Solution {
        solution::write(&self.puzzle, &self.variables, self.genre, values).into()
    }
}
