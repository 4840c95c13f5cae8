//! Pictures without what their theorems do not need: facts, rules, one side of a count, places.

use crate::picture::{Picture, vars_of};
use std::collections::BTreeSet;
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Var};

/// Places of a count up to which it stays as the board has it, though some of them are known.
const SMALL: usize = 6;

impl Picture {
    /// The picture without what its theorem does not need. A picture that is not proved stays as it
    /// is.
    #[must_use]
    pub fn reduced(&self) -> Picture {
        let mut now = self.clone();
        if now.verify().is_err() {
            return now;
        }
        for at in (0..now.rules.len()).rev() {
            now.try_with(|less| {
                less.rules.remove(at);
            });
        }
        now.leave_known_places_out();
        for at in (0..now.facts.len()).rev() {
            now.try_with(|less| {
                less.facts.remove(at);
            });
        }
        for at in 0..now.rules.len() {
            now.widen(at);
        }
        now.without_idle_places().canonical()
    }

    /// Makes a change if the picture is proved with it.
    fn try_with(&mut self, change: impl FnOnce(&mut Picture)) -> bool {
        let mut other = self.clone();
        change(&mut other);
        let is_proved = other.verify().is_ok();
        if is_proved {
            *self = other;
        }
        is_proved
    }

    /// Takes one side of a count away, and places that it does not need.
    fn widen(&mut self, at: usize) {
        let is_count = matches!(self.rules[at].spec, RuleSpec::Count { .. });
        if is_count && !self.try_with(count_of(at, |vars, _, high| *high = vars.len() as u32)) {
            self.try_with(count_of(at, |_, low, _| *low = 0));
        }
        let places = match &self.rules[at].spec {
            RuleSpec::Count { vars, low: 0, .. } | RuleSpec::AllDifferent { vars } => vars.len(),
            _ => return,
        };
        for place in (0..places).rev() {
            self.try_with(count_of(at, |vars, _, high| {
                vars.remove(place);
                *high = (*high).min(vars.len() as u32);
            }));
        }
    }

    /// Leaves places out of larger counts whose facts say whether they count.
    fn leave_known_places_out(&mut self) {
        let all = self.values.keys().fold(Domain::EMPTY, |all, &value| all.with(value));
        let mut may = vec![all; self.points.len()];
        self.facts.iter().for_each(|fact| may[fact.var.index()] &= fact.keeps());
        let goal = self.goal.var;
        for rule in &mut self.rules {
            let RuleSpec::Count { vars, values, low, high } = &mut rule.spec else { continue };
            if vars.len() <= SMALL {
                continue;
            }
            vars.retain(|&var| {
                let may = may[var.index()];
                let (is_in, is_out) = (may.minus(*values).is_empty(), (may & *values).is_empty());
                if var == goal || may.is_empty() || !is_in && !is_out {
                    return true;
                }
                if is_in {
                    (*low, *high) = (low.saturating_sub(1), high.saturating_sub(1));
                }
                false
            });
            *high = (*high).min(vars.len() as u32);
        }
    }

    /// The picture without places of which nothing is said.
    pub(crate) fn without_idle_places(&self) -> Picture {
        let mut kept: BTreeSet<Var> = self.rules.iter().flat_map(|rule| vars_of(&rule.spec)).collect();
        kept.insert(self.goal.var);
        let number = |var: Var| Var(kept.iter().position(|v| *v == var).unwrap_or(0) as u32);
        let mut other = self.clone();
        other.points = kept.iter().map(|var| self.points[var.index()]).collect();
        other.facts.retain(|fact| kept.contains(&fact.var));
        other.facts.iter_mut().for_each(|fact| fact.var = number(fact.var));
        other.rules.iter_mut().for_each(|rule| rule.spec = rule.spec.map_vars(number));
        other.goal.var = number(self.goal.var);
        other
    }
}

/// A change of the places and bounds of a count, or of the places of a rule that they differ.
fn count_of(at: usize, change: impl FnOnce(&mut Vec<Var>, &mut u32, &mut u32)) -> impl FnOnce(&mut Picture) {
    move |picture| match &mut picture.rules[at].spec {
        RuleSpec::Count { vars, low, high, .. } => change(vars, low, high),
        RuleSpec::AllDifferent { vars } => change(vars, &mut 0, &mut 0),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reduced(text: &str) -> String {
        let picture: Picture = text.parse().unwrap();
        assert_eq!(picture.verify(), Ok(()));
        let less = picture.reduced();
        assert_eq!(less.verify(), Ok(()), "{less}");
        less.to_string()
    }

    /// A row and a region that lies in it: the row needs its upper bound alone, and one place of the
    /// region after the other is tried.
    #[test]
    fn what_a_theorem_does_not_need_goes() {
        let text = "\
picture of starbattle: truth[2]
values 0=empty 1=star
goal not star at 1:1,7
fact not star at 1:1,9
fact not star at 1:1,11
fact not star at 1:1,13
fact not star at 1:1,15
fact not star at 1:3,1
rule region: 1 of star at 1:1,1 1:1,3 1:3,1
rule row: 1 of star at 1:1,1 1:1,3 1:1,5 1:1,7 1:1,9 1:1,11 1:1,13 1:1,15
rule row: 1 of star at 1:5,1 1:5,3
";
        let less = reduced(text);
        assert_eq!(
            less,
            "\
picture of starbattle: truth[2]
values 0=empty 1=star
goal not star at 1:1,7
fact not star at 1:3,1
rule region: >=1 of star at 1:1,1 1:1,3 1:3,1
rule row: <=1 of star at 1:1,1 1:1,3 1:1,7
"
            .parse::<Picture>()
            .unwrap()
            .canonical()
            .to_string()
        );
        assert_eq!(reduced(&less), less);
    }
}
