//! Names in the literature for pictures, by what a picture shows: its rules, their numbers and its
//! facts.

use crate::picture::{Picture, PictureRule, vars_of};
use std::collections::BTreeSet;
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Var};

/// The value of lines, stars and shaded cells in the genres whose pictures have names.
const ON: u8 = 1;

/// A count of a picture with its bounds.
struct Counted<'a> {
    class: &'a str,
    places: BTreeSet<Var>,
    /// The least number of places with [`ON`], and the greatest.
    low: u32,
    high: u32,
}

impl Picture {
    /// The name of the picture in the literature of its genre.
    pub fn known_name(&self) -> Option<&'static str> {
        match self.genre.as_str() {
            "slitherlink" => self.slitherlink_name(),
            "starbattle" => self.star_battle_name(),
            "hitori" => self.hitori_name(),
            _ => None,
        }
    }

    /// The rules of a class.
    fn of_class<'a>(&'a self, class: &'a str) -> impl Iterator<Item = &'a PictureRule> {
        self.rules.iter().filter(move |rule| rule.class == class)
    }

    /// All rules as counts; `None` where one is none.
    fn counts(&self) -> Option<Vec<Counted<'_>>> {
        self.rules.iter().map(Counted::of).collect()
    }

    fn slitherlink_name(&self) -> Option<&'static str> {
        let clues: Vec<Counted<'_>> = self.of_class("clue").map(Counted::of).collect::<Option<_>>()?;
        let lines: Vec<BTreeSet<Var>> = self.of_class("lines").map(|rule| vars_of(&rule.spec)).collect();
        let is_three = |clue: &Counted<'_>| clue.places.len() == 4 && clue.low == 3;
        if clues.len() + lines.len() != self.rules.len() || !clues.iter().all(is_three) {
            return None;
        }
        let is_line = |var: &Var| self.facts.iter().any(|fact| fact.var == *var && fact.holds && fact.value == ON);
        match (&clues[..], &lines[..]) {
            ([three], [corner]) if corner.iter().any(|var| is_line(var) && !three.places.contains(var)) => {
                Some("a line comes to a 3")
            }
            ([three], [corner]) if corner.is_subset(&three.places) => Some("3 in a corner"),
            ([one, other], _) if one.places.intersection(&other.places).count() == 1 => Some("3s side by side"),
            ([one, other], [corner]) => {
                let meets = |three: &Counted<'_>| !three.places.is_disjoint(corner);
                (meets(one) && meets(other)).then_some("3s on a diagonal")
            }
            _ => None,
        }
    }

    fn star_battle_name(&self) -> Option<&'static str> {
        let counts = self.counts()?;
        let is_line = |count: &&Counted<'_>| matches!(count.class, "row" | "column");
        let regions = counts.iter().filter(|count| count.class == "place").count();
        let lines: BTreeSet<&str> = counts.iter().filter(is_line).map(|count| count.class).collect();
        if lines.len() != 1 || regions + counts.iter().filter(is_line).count() != counts.len() {
            return None;
        }
        let has_goal = |count: &&Counted<'_>| count.places.contains(&self.goal.var);
        if let [one, other] = &counts[..] {
            let (inner, outer) = if has_goal(&one) { (other, one) } else { (one, other) };
            let open = inner.places.iter().filter(|var| self.may_have(**var, ON));
            let is_inside = open.clone().count() > 0 && open.clone().all(|var| outer.places.contains(var));
            let is_told = self.goal.value == ON && has_goal(&outer) && !has_goal(&inner);
            return (is_told && regions == 1 && is_inside && inner.low >= outer.high).then_some("confinement");
        }
        (2 * regions == counts.len()).then_some("as many regions as lines")
    }

    fn hitori_name(&self) -> Option<&'static str> {
        let bans: Vec<BTreeSet<Var>> = self.of_class("ban-on-touching").map(|rule| vars_of(&rule.spec)).collect();
        let line = self.rules.iter().find(|rule| matches!(rule.class.as_str(), "row" | "column"))?;
        if self.rules.len() != bans.len() + 1 {
            return None;
        }
        let (line, goal) = (vars_of(&line.spec), self.goal.var);
        match &bans[..] {
            // Both neighbours of the cell between have one number, of which one at least is shaded.
            [a, b] if self.goal.value == ON && line.len() == 2 => {
                let both: BTreeSet<Var> = a.union(b).copied().collect();
                let others: BTreeSet<Var> = both.iter().copied().filter(|var| *var != goal).collect();
                (a.contains(&goal) && b.contains(&goal) && others == line).then_some("sandwich")
            }
            [pair] if self.goal.value != ON && line.len() == 3 => {
                (line.contains(&goal) && !pair.contains(&goal) && pair.is_subset(&line)).then_some("pair induction")
            }
            _ => None,
        }
    }

    /// Do the facts leave a place the value?
    fn may_have(&self, var: Var, value: u8) -> bool {
        let own = self.facts.iter().filter(|fact| fact.var == var);
        own.fold(Domain::range(0, 63), |left, fact| left & fact.keeps()).contains(value)
    }
}

impl<'a> Counted<'a> {
    fn of(rule: &'a PictureRule) -> Option<Counted<'a>> {
        let RuleSpec::Count { vars, values, low, high } = &rule.spec else { return None };
        let (places, class) = (vars.iter().copied().collect(), rule.class.as_str());
        (*values == Domain::single(ON)).then_some(Counted { class, places, low: *low, high: *high })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Option<&'static str> {
        let picture: Picture = text.parse().expect("a picture");
        assert_eq!(picture.verify(), Ok(()), "{text}");
        let names: BTreeSet<_> = [picture.clone(), picture.canonical()].iter().map(Picture::known_name).collect();
        assert_eq!(names.len(), 1, "{text}");
        picture.known_name()
    }

    const CORNER: &str = "ways 0000|0011|0101|0110|1001|1010|1100 at 1:1,2 1:2,1 1:2,3 1:3,2";
    const THREE: &str = "rule clue: >=3 of line at 1:0,1 1:1,0 1:1,2 1:2,1\n";

    fn slitherlink(goal: &str, rest: &str) -> String {
        format!("picture of slitherlink: truth[2]\nvalues 0=no-line 1=line\ngoal not {goal}\n{rest}")
    }

    /// A name is one of what a picture shows, not of the family that several pictures share.
    #[test]
    fn a_name_says_what_the_picture_shows() {
        let corner = format!("rule lines: {CORNER}\n");
        let comes = format!("fact line at 1:2,3\n{THREE}{corner}");
        let side = "fact no-line at 1:2,1\nfact no-line at 1:3,2\nrule clue: <=1 of line at 1:1,2 1:2,3\n";
        let other = "rule clue: >=3 of line at 1:2,3 1:3,2 1:3,4 1:4,3\n";
        for (goal, rest, want) in [
            ("no-line at 1:0,1", comes, Some("a line comes to a 3")),
            ("no-line at 1:0,1", format!("{THREE}rule lines: ways 00|11 at 1:0,1 1:1,0\n"), Some("3 in a corner")),
            ("no-line at 1:0,1", format!("{THREE}{other}{corner}"), Some("3s on a diagonal")),
            ("line at 1:1,2", format!("{side}{corner}"), None),
        ] {
            assert_eq!(name(&slitherlink(goal, &rest)), want, "{rest}");
        }
        let stars = |goal: &str, rest: &str| {
            name(&format!("picture of starbattle: truth[2]\nvalues 0=no-star 1=star\ngoal not {goal}\n{rest}"))
        };
        let inside = "rule place: >=1 of star at 2:1,1 2:1,3\nrule row: <=1 of star at 1:1,1 2:1,1 2:1,3\n";
        assert_eq!(stars("star at 1:1,1", inside), Some("confinement"));
        let touched =
            "rule ban-on-touching: <=1 of star at 2:1,1 2:1,3\nrule column: >=2 of star at 1:1,1 2:1,1 2:1,3\n";
        assert_eq!(stars("no-star at 1:1,1", touched), None);
        let around = "rule ban-on-touching: <=1 of star at 1:1,1 1:1,3 1:3,1\nrule place: >=1 of star at 1:1,3 1:3,1\n";
        assert_eq!(stars("star at 1:1,1", around), None);
        let hitori = |goal: &str, rest: &str| {
            name(&format!("picture of hitori: truth[2]\nvalues 0=unshaded 1=shaded\ngoal not {goal}\n{rest}"))
        };
        let ban = |a: &str, b: &str| format!("rule ban-on-touching: not shaded at {a} or not shaded at {b}\n");
        let [left, right, apart] = [ban("1:1,1", "1:1,3"), ban("1:1,3", "1:1,5"), ban("2:1,1", "2:1,3")];
        let between = format!("{left}{right}rule row: <=1 of unshaded at 1:1,1 1:1,5\n");
        assert_eq!(hitori("shaded at 1:1,3", &between), Some("sandwich"));
        let pair = format!("{apart}rule row: <=1 of unshaded at 1:1,1 2:1,1 2:1,3\n");
        assert_eq!(hitori("unshaded at 1:1,1", &pair), Some("pair induction"));
        let tree = format!("{left}{apart}rule row: <=1 of unshaded at 1:1,3 2:1,1 2:1,3\n");
        assert_eq!(hitori("shaded at 1:1,1", &tree), None);
    }
}
