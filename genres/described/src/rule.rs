//! A rule of a genre file: for which places it is stated, and under which name.

use super::body::{BODIES, Body, Signs};
use super::document::{Table, Text};
use super::scope::{Halt, MOST_STATED, Scope};
use super::syntax::{self, Binder, Expr, Kind};
use tesuji_genre::Bad;
use tesuji_pencil::board::Place;
use tesuji_pencil::house::{Class, Rules};

/// A rule, as the file states it.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    /// Its words: "the number of".
    pub(crate) name: Text<'static>,
    pub(crate) id: String,
    pub(crate) class: Class,
    each: Option<Text<'static>>,
    binders: Vec<Binder>,
    pub(crate) body: Body,
    /// Is it stated only where the puzzle has a clue?
    pub(crate) with_clues: bool,
}

/// Functions that speak of clues.
const OF_CLUES: &[&str] = &["number", "numbers", "clue", "unknown"];

/// Names by which a rule can tell directions apart.
const DIRECTED: &[&str] = &["up", "down", "left", "right", "row_number", "column_number"];

/// The text for the life of the program: a genre lives as long as the program does.
pub(crate) fn kept(text: &str) -> &'static str {
    Box::leak(text.to_string().into_boxed_str())
}

/// A name as part of an id: "The Number of" is `the-number-of`.
pub(crate) fn slug(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-").to_lowercase()
}

/// Words that a name may begin and end with, and its id does not.
const ARTICLE: &str = "the";
const PREPOSITIONS: [&str; 8] = ["around", "at", "before", "below", "beginning", "from", "of", "on"];

/// The id of a rule with this name: "the number of" is `number`.
fn short(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    let words = words.strip_prefix(&[ARTICLE]).unwrap_or(&words);
    let end = words.iter().rposition(|word| !PREPOSITIONS.contains(word)).map_or(0, |last| last + 1);
    slug(&words[..end].join(" "))
}

impl Rule {
    /// Reads a rule.
    ///
    /// # Errors
    /// [`Bad`] with the place of what is wrong.
    pub(crate) fn read(table: &Table<'static>, signs: &Signs<'_>) -> Result<Rule, Bad> {
        let bodies = BODIES.iter().map(|(key, _)| *key);
        let keys: Vec<&str> =
            ["name", "id", "each", "law", "counting", "with_clues"].into_iter().chain(bodies).collect();
        table.only(&keys)?;
        let name = table.needed("name")?;
        let each = table.text("each")?;
        let binders = each.as_ref().map_or(Ok(Vec::new()), syntax::binders)?;
        let words = kept(name.words);
        let set = binders.first().and_then(|binder| match &binder.of.kind {
            Kind::Name(set) => Some(set.as_str()),
            _ => None,
        });
        let mut class = match set {
            Some("rows") => Class::row(words),
            Some("columns") => Class::column(words),
            // A place outside has a name by itself: "the clue 3 above column 2".
            Some("top" | "bottom" | "left_side" | "right_side" | "outside") => Class::at_place(""),
            _ if binders.is_empty() => Class::whole(words),
            _ => Class::at_place(words),
        };
        if let Some(law) = table.text("law")? {
            class = class.law(kept(law.words));
        }
        match &table.texts("counting")?[..] {
            [] => {}
            [one, several] => class = class.counting(kept(one.words), kept(several.words)),
            [one, ..] => return one.refuse("two words are expected: for one and for several"),
        }
        let id = table.text("id")?.map_or_else(|| short(name.words), |id| id.words.to_string());
        let body = Body::read(table, signs)?;
        Ok(Rule { name, id, class, each, binders, body, with_clues: table.flag("with_clues")? })
    }

    /// Does it speak of clues?
    pub(crate) fn reads_clues(&self) -> bool {
        self.with_clues
            || self.binders.iter().any(|binder| binder.calls(OF_CLUES))
            || matches!(self.body, Body::Islands { .. })
            || self.body.phrases().iter().any(|phrase| phrase.expr.calls(OF_CLUES))
    }

    /// Does it tell directions apart? Diagonals, and lines that are read from an end, do not, where
    /// all of them are spoken of; that is not looked into.
    pub(crate) fn is_directed(&self) -> bool {
        self.binders.iter().any(|binder| binder.names_any(DIRECTED))
            || self.body.phrases().iter().any(|phrase| phrase.expr.names_any(DIRECTED))
    }

    /// Does it speak of the clue of its place alone?
    pub(crate) fn is_of_one_clue(&self) -> bool {
        let Some(binder) = self.binders.first() else { return false };
        let [own] = &binder.names[..] else { return false };
        let is_own = |expr: &Expr| speaks_of(expr, own);
        let conditions = self.binders.iter().filter_map(|b| b.condition.as_ref());
        let sets = self.binders.iter().skip(1).map(|b| &b.of);
        !self.with_clues
            && !matches!(self.body, Body::Islands { .. })
            && !binder.of.calls(OF_CLUES)
            && conditions.chain(sets).all(is_own)
            && self.body.phrases().iter().all(|phrase| is_own(&phrase.expr))
    }

    /// States the rule for a puzzle.
    ///
    /// # Errors
    /// [`Bad`] with the place of an expression that has no meaning.
    pub(crate) fn state(&self, class: u16, scope: &mut Scope<'_>, to: &mut Rules<'_>) -> Result<(), Bad> {
        if self.with_clues && scope.puzzle.clues.is_empty() {
            return Ok(());
        }
        self.state_each(&self.binders, class, None, scope, to)
    }

    fn state_each(
        &self,
        binders: &[Binder],
        class: u16,
        from: Option<Place>,
        scope: &mut Scope<'_>,
        to: &mut Rules<'_>,
    ) -> Result<(), Bad> {
        let Some((binder, rest)) = binders.split_first() else {
            scope.stated += 1;
            if scope.stated > MOST_STATED {
                return self.name.refuse(format!("more than {MOST_STATED} statements"));
            }
            return self.body.state(scope, (class, from.unwrap_or(Place::Cell(0))), to);
        };
        let fault = |halt: Halt| match (halt, &self.each) {
            (Halt::Bad(at, what), Some(each)) => Err(each.bad(at, what)),
            _ => Ok(()),
        };
        let items = match scope.items(binder) {
            Ok(items) => items,
            Err(halt) => return fault(halt),
        };
        for item in items {
            let depth = scope.bound.len();
            if let Err(halt) = scope.bind(binder, &item) {
                return fault(halt);
            }
            let from = from.or_else(|| item.first_place());
            let stated = self.state_each(rest, class, from, scope, to);
            scope.bound.truncate(depth);
            stated?;
        }
        Ok(())
    }
}

/// Are the clues of which an expression speaks those of one name alone?
fn speaks_of(expr: &Expr, own: &str) -> bool {
    match &expr.kind {
        Kind::Number(_) | Kind::Name(_) => true,
        Kind::Call(name, list) if OF_CLUES.contains(&name.as_str()) => {
            matches!(&list[..], [Expr { kind: Kind::Name(name), .. }] if name == own)
        }
        Kind::Call(_, list) => list.iter().all(|e| speaks_of(e, own)),
        Kind::Binary(_, a, b) => speaks_of(a, own) && speaks_of(b, own),
        Kind::Not(inner) | Kind::Negative(inner) => speaks_of(inner, own),
        Kind::Filter(binder) => {
            speaks_of(&binder.of, own) && binder.condition.as_ref().is_none_or(|e| speaks_of(e, own))
        }
    }
}
