//! Which techniques of a catalog take part in a puzzle, as its record asks or as somebody says.

use crate::{GradeInfo, Record};
use tesuji_solver::{Catalog, TechniqueId, Tier};

/// Which techniques of a catalog take part.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Restriction {
    /// The hardest tier of a technique; `None`: any.
    pub tier: Option<Tier>,
    /// Techniques that stay out.
    pub without: Vec<TechniqueId>,
    /// May later techniques name what these describe ([`Catalog::taking_over`])?
    pub take_over: bool,
}

impl Restriction {
    /// The restriction under which a record was made or graded; of a record without a grade, none.
    pub fn of(record: &Record) -> Restriction {
        record.grade.as_ref().map_or_else(Restriction::default, Restriction::of_grade)
    }

    /// The restriction under which a puzzle was graded.
    pub fn of_grade(grade: &GradeInfo) -> Restriction {
        Restriction {
            tier: grade.ceiling.as_deref().and_then(Tier::from_name),
            without: grade.without.iter().map(|id| TechniqueId(id.clone().into())).collect(),
            take_over: grade.take_over,
        }
    }

    /// The techniques of a catalog that take part.
    pub fn apply(&self, all: &Catalog) -> Catalog {
        let left = all.without(&self.without);
        let left = match self.tier {
            Some(tier) => left.up_to(tier),
            None => left,
        };
        if self.take_over { left.taking_over() } else { left }
    }

    /// Writes what stays out into a grade. (Its ceiling is that of the request.)
    pub fn note(&self, grade: &mut GradeInfo) {
        grade.without = self.without.iter().map(ToString::to_string).collect();
        grade.take_over = self.take_over;
    }

    /// In words: "up to hard, without xy-wing". `None` where every technique takes part.
    pub fn words(&self) -> Option<String> {
        let tier = self.tier.filter(|&tier| tier < Tier::Master).map(|tier| format!("up to {}", tier.name()));
        let names: Vec<&str> = self.without.iter().map(TechniqueId::as_str).collect();
        let without = (!names.is_empty()).then(|| format!("without {}", names.join(", ")));
        let parts: Vec<String> = tier.into_iter().chain(without).collect();
        let take_over = if self.take_over { " (others take over)" } else { "" };
        (!parts.is_empty()).then(|| format!("{}{take_over}", parts.join(", ")))
    }
}

/// The choice of techniques that a user makes; the rest is as each record says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RestrictionRequest {
    /// The hardest tier; `None`: that of the record.
    pub tier: Option<Tier>,
    /// Techniques that stay out; `None`: those that the record leaves out.
    pub without: Option<Vec<TechniqueId>>,
    /// May later techniques take over? If not, the record says so, where nothing else is left out.
    pub take_over: bool,
}

impl RestrictionRequest {
    /// The restriction of a puzzle with this grade, and whether any of it is the record's own wish.
    pub fn over(&self, grade: Option<&GradeInfo>) -> (Restriction, bool) {
        let own = grade.map_or_else(Restriction::default, Restriction::of_grade);
        let is_own = self.tier.is_none() && own.tier.is_some_and(|tier| tier < Tier::Master)
            || self.without.is_none() && !own.without.is_empty();
        let take_over = self.take_over || self.without.is_none() && own.take_over;
        let without = self.without.clone().unwrap_or(own.without);
        (Restriction { tier: self.tier.or(own.tier), without, take_over }, is_own)
    }

    /// For journals: what is said, nothing where nothing is.
    pub fn describe(&self) -> String {
        let mut text = self.tier.map_or(String::new(), |tier| format!(" tier={}", tier.name()));
        for id in self.without.iter().flatten() {
            text += &format!(" without={id}");
        }
        if self.without.as_ref().is_some_and(Vec::is_empty) {
            text += " without=none";
        }
        if self.take_over {
            text += " take-over";
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graded(ceiling: Option<&str>, without: &[&str]) -> GradeInfo {
        let without = without.iter().map(ToString::to_string).collect();
        GradeInfo { ceiling: ceiling.map(str::to_string), without, ..GradeInfo::default() }
    }

    #[test]
    fn a_record_asks_and_an_option_overrides() {
        let grade = graded(Some("hard"), &["xy-wing"]);
        let words = |request: RestrictionRequest| {
            let (restriction, is_own) = request.over(Some(&grade));
            (restriction.words().unwrap_or_default(), is_own)
        };
        let none = RestrictionRequest::default();
        assert_eq!(words(none.clone()), ("up to hard, without xy-wing".to_string(), true));
        let other = RestrictionRequest { without: Some(vec![TechniqueId::new("x-wing")]), ..none.clone() };
        assert_eq!(words(other), ("up to hard, without x-wing".to_string(), true));
        let all = RestrictionRequest { tier: Some(Tier::Master), without: Some(Vec::new()), take_over: false };
        assert_eq!(words(all.clone()), (String::new(), false));
        assert_eq!((none.describe(), all.describe()), (String::new(), " tier=master without=none".to_string()));
        assert_eq!(none.over(None), (Restriction::default(), false));
    }

    #[test]
    fn a_grade_of_before_asks_for_nothing() {
        let line = r#"{"tier":"hard","score":3,"solved":true}"#;
        let grade: GradeInfo = serde_json::from_str(line).unwrap();
        assert_eq!(Restriction::of_grade(&grade), Restriction::default());
        assert_eq!(serde_json::to_string(&grade).unwrap(), line);
    }

    #[test]
    fn what_stays_out_is_written_down() {
        let restriction = Restriction { without: vec![TechniqueId::new("xy-wing")], ..Restriction::default() };
        let mut grade = GradeInfo::default();
        restriction.note(&mut grade);
        assert_eq!(Restriction::of_grade(&grade), restriction);
        let catalog = Catalog::standard();
        let left = restriction.apply(&catalog);
        assert_eq!(left.list().len() + 1, catalog.list().len());
    }
}
