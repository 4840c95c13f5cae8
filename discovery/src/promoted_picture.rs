//! A picture as a technique: it is laid on the board wherever the rules there say what its own say.

use crate::layout::{self, Laid, Layout};
use crate::picture::{Picture, PictureError};
use crate::reason::argued;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use tesuji_solver::techniques::steps::{Ground, Marks, Part, Parted, Told, candidates, find_parts};
use tesuji_solver::{Board, Deduction, Domain, Explainer, Flow, Literal, Network, Row, RuleId, Say, Technique, Tier};

/// A picture that a person gave a name. It is proved when it is made, so all that it strikes is
/// right.
#[derive(Clone, Debug)]
pub struct PromotedPicture {
    row: Row,
    words: String,
    layout: Layout,
}

/// A picture on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PictureMatch {
    /// The candidate that goes.
    pub goal: Literal,
    /// The rules of the board that stand for those of the picture.
    pub rules: Vec<RuleId>,
}

impl PromotedPicture {
    /// The technique of a picture.
    ///
    /// # Errors
    /// [`PictureError`] where the picture is false, or is not proved within the bound.
    pub fn new(
        picture: &Picture,
        id: &str,
        name: &str,
        tier: Tier,
        score: u32,
    ) -> Result<PromotedPicture, PictureError> {
        picture.verify()?;
        let row = Row::named(id, name, tier, score);
        Ok(PromotedPicture { row, words: String::new(), layout: Layout::new(picture) })
    }

    /// Gives the technique words, which begin those of its steps.
    #[must_use]
    pub fn with_words(self, words: &str) -> PromotedPicture {
        PromotedPicture { words: words.trim().trim_end_matches('.').to_string(), ..self }
    }

    /// Where the picture lies on the candidates of a board, by the variable of its goal.
    pub fn matches(&self, net: &Network, domains: &[Domain]) -> Vec<PictureMatch> {
        let mut read = BTreeSet::new();
        let mut on = layout::Ground { net, domains, off: &[], read: &mut read };
        let value = self.layout.value();
        let open = net.vars().filter(|var| !domains[var.index()].is_single());
        let lay = |var| Some((var, self.layout.lay(&mut on, var)?));
        let made = |(var, Laid { rules, .. })| PictureMatch { goal: Literal { var, value }, rules };
        open.filter_map(lay).map(made).collect()
    }
}

impl Technique for PromotedPicture {
    fn row(&self) -> &Row {
        &self.row
    }
    fn lacks(&self, net: &Network) -> Option<String> {
        let has = |class: &&str| net.rule_ids().any(|rule| layout::class_of(net, rule) == *class);
        self.layout.classes().find(|class| !has(class)).map(str::to_string)
    }
    fn parted(&self) -> Option<&dyn Parted> {
        Some(self)
    }
    fn find(&self, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
        find_parts(self, at, found)
    }
    fn explain(&self, at: &Board<'_>, step: &Deduction, with: &mut Explainer<'_>) -> Vec<Deduction> {
        let rules = &step.because.houses;
        let say = if self.words.is_empty() { Vec::new() } else { vec![Say::Text(self.words.clone().into())] };
        argued(step, &candidates(at), with, &|rule| rules.contains(&rule), say)
    }
}

impl Parted for PromotedPicture {
    fn parts(&self, net: &Network, _marks: &mut Marks) -> Vec<Part> {
        vec![Part::of_board(net.len())]
    }

    fn conclude(&self, ground: &mut Ground<'_>, part: &Part, told: &mut Told<'_>) -> Flow {
        let net = ground.network();
        let value = self.layout.value();
        for var in net.vars() {
            let number = var.index();
            if ground.store().is_placed(var) || ground.is_looked_at(part, number) {
                continue;
            }
            ground.begin_look(part, number);
            let mut read = BTreeSet::new();
            let laid = ground.with_candidates(|store, domains, off| {
                let own = domains[number];
                let goal = Literal { var, value };
                if own.is_single() || !own.contains(value) || store.is_irrefutable(goal) {
                    return None;
                }
                self.layout.lay(&mut layout::Ground { net, domains, off, read: &mut read }, var)
            });
            match laid {
                Some(laid) => {
                    ground.strike(var, Domain::single(value));
                    ground.name_rules(&laid.rules);
                    ground.tell(told)?;
                }
                None => {
                    ground.note_vars(&[var]);
                    read.into_iter().for_each(|rule| ground.note_scope(rule));
                    ground.remember_look(part, number);
                }
            }
        }
        ControlFlow::Continue(())
    }
}
