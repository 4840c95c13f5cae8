//! The cycle's grading pass: tiers, techniques, an example of each.

use crate::timed::{Figures, note};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tesuji_corpus::passes::{GradePass, GradeSummary};
use tesuji_corpus::{Pass, Summary, Work};
use tesuji_genre::{Bad, Record};
use tesuji_solver::Limits;

/// Grades, and keeps the first example of everything.
pub struct TallyPass {
    /// How to grade.
    pub grade: GradePass,
    /// Where the times go.
    pub figures: Figures,
}

/// The first item of its kind.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct First<T> {
    /// Its index in the input.
    pub index: u64,
    /// The item.
    pub item: T,
}

/// Use of one technique.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Use {
    /// Puzzles in which it fired.
    pub puzzles: u64,
    /// Times it fired.
    pub fired: u64,
    /// The first of these puzzles.
    pub example: Option<First<String>>,
}

/// Counts of the pass.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// The grade pass's own counts.
    pub grades: GradeSummary,
    /// By technique.
    pub techniques: BTreeMap<String, Use>,
    /// The first puzzle of each tier.
    pub tiers: BTreeMap<String, First<Record>>,
}

fn earlier<T: Clone>(into: &mut Option<First<T>>, other: &First<T>) {
    if into.as_ref().is_none_or(|f| other.index < f.index) {
        *into = Some(other.clone());
    }
}

impl Summary for Tally {
    fn merge(&mut self, other: &Self) {
        self.grades.merge(&other.grades);
        for (id, theirs) in &other.techniques {
            let ours = self.techniques.entry(id.clone()).or_default();
            ours.puzzles += theirs.puzzles;
            ours.fired += theirs.fired;
            if let Some(example) = &theirs.example {
                earlier(&mut ours.example, example);
            }
        }
        for (tier, theirs) in &other.tiers {
            let mut ours = self.tiers.remove(tier);
            earlier(&mut ours, theirs);
            self.tiers.extend(ours.map(|first| (tier.clone(), first)));
        }
    }
}

impl Pass for TallyPass {
    type Summary = Tally;
    type Kept = ();

    fn name(&self) -> &'static str {
        "tally"
    }

    fn parameters(&self) -> String {
        self.grade.parameters()
    }

    fn visit(
        &self,
        work: &Work,
        _kept: &mut (),
        left: &Limits,
        out: &mut dyn FnMut(Record),
        into: &mut Tally,
    ) -> Result<(), Bad> {
        let mut graded = Vec::new();
        let done =
            note(&self.figures, || self.grade.visit(work, &mut (), left, &mut |r| graded.push(r), &mut into.grades));
        done?;
        for record in graded {
            if let Some(grade) = &record.grade {
                let mut own = Tally::default();
                for (id, &fired) in &grade.techniques {
                    let example = Some(First { index: work.index, item: record.puzzle.clone() });
                    own.techniques.insert(id.clone(), Use { puzzles: 1, fired: u64::from(fired), example });
                }
                own.tiers.insert(grade.tier.clone(), First { index: work.index, item: record.clone() });
                into.merge(&own);
            }
            out(record);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merging_in_any_order_gives_the_same() {
        let part = |index: u64, tier: &str, id: &str| Tally {
            techniques: BTreeMap::from([(
                id.to_string(),
                Use { puzzles: 1, fired: index + 1, example: Some(First { index, item: format!("p{index}") }) },
            )]),
            tiers: BTreeMap::from([(tier.to_string(), First { index, item: Record::default() })]),
            ..Tally::default()
        };
        let parts = [part(3, "easy", "x-wing"), part(1, "easy", "x-wing"), part(2, "hard", "xy-wing")];
        let fold = |order: [usize; 3]| {
            let mut all = Tally::default();
            for i in order {
                all.merge(&parts[i]);
            }
            all
        };
        let one = fold([0, 1, 2]);
        assert_eq!(one, fold([2, 1, 0]));
        assert_eq!(one, fold([1, 0, 2]));
        assert_eq!(one.tiers["easy"].index, 1);
        assert_eq!(one.techniques["x-wing"].example.as_ref().map(|e| e.item.as_str()), Some("p1"));
    }
}
