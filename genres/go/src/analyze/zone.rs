//! The points that a proof speaks of.
//!
//! An opponent's move outside of them is answered as a pass is, and changes nothing: the idea of
//! relevance zones (T. Thomsen, "Lambda-search in game trees", ICGA Journal 23 (2000); A. Kishimoto
//! and M. Müller, "Search versus knowledge for solving life and death problems in Go", AAAI 2005).
//! Here it is read off the proof: what the prover plays, with the chain that he makes and its
//! liberties; what he takes, with what is beside it; what the lemmas at the ends look at; and all
//! that follows from the opponent's pass and from his moves on such points.

use super::{Analysis, Fault, title};
use crate::read::{Area, Certificate, DfPnReader, Exits, NO_TWO_EYES, Ply, State, TooLarge, Widened, plain};
use crate::{Color, Outcome, Points, Question, Role};
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use tesuji_solver::Limits;
use tesuji_solver::reading::{Hold, PlainState, Proof, Why};

/// The step at a position of a proof.
enum Step {
    /// It ends by the rules.
    Verdict,
    /// A lemma ends it.
    Lemma { no_two_eyes: bool },
    /// The prover moves.
    Own(Ply),
    /// The opponent moves.
    Any,
}

/// The cells that a proof about `root` speaks of.
#[must_use]
pub fn zone_of(area: &Area, root: &State, certificate: &Certificate) -> u64 {
    let lemma = |id: &tesuji_solver::TechniqueId| Step::Lemma { no_two_eyes: *id == NO_TWO_EYES };
    let steps: HashMap<State, Step, PlainState> = match &certificate.proof {
        Proof::Tree(tree) => {
            let step = |why: &_| match why {
                Why::Verdict => Step::Verdict,
                Why::Closer(id) => lemma(id),
                Why::Choice(ply, _) => Step::Own(*ply),
                Why::Replies(_) => Step::Any,
            };
            tree.nodes.iter().map(|node| (node.position, step(&node.why))).collect()
        }
        Proof::Closed(set) => {
            let step = |hold: &_| match hold {
                Hold::Verdict | Hold::Stuck => Step::Verdict,
                Hold::Closer(id) => lemma(id),
                Hold::Move(ply) => Step::Own(*ply),
                Hold::Every => Step::Any,
            };
            set.members.iter().map(|(at, hold)| (*at, step(hold))).collect()
        }
    };
    let prover = if certificate.killed { Role::Attacker } else { Role::Defender };
    let target = root.defender & area.target.unwrap_or(u64::MAX);
    let empty = |at: &State| area.all & !at.attacker & !at.defender;
    let mut zone = target | area.around(target) & empty(root);
    loop {
        let before = zone;
        let mut seen: HashMap<State, (), PlainState> = HashMap::from_iter([(*root, ())]);
        let mut todo = vec![*root];
        while let Some(at) = todo.pop() {
            let mut follow = |ply: Ply| {
                let after = area.play(&at, ply)?;
                // Threats no longer matter: a free capture is proved with all threats unused.
                if steps.contains_key(&after) && seen.insert(after, ()).is_none() {
                    todo.push(after);
                }
                Some(after)
            };
            match steps.get(&at) {
                Some(Step::Own(ply)) => {
                    let Some(after) = follow(*ply) else { continue };
                    let taken = at.stones(prover.other()) & !after.stones(prover.other());
                    let stone = ply.cell().map_or(0, |c| 1_u64 << c);
                    let chain = area.flood(stone, after.stones(prover));
                    zone |= chain | area.around(chain) & empty(&after) | taken | area.around(taken);
                }
                Some(Step::Any) => {
                    for ply in area.moves(&at) {
                        if ply.cell().is_none_or(|c| zone >> c & 1 == 1) {
                            follow(ply);
                        }
                    }
                }
                Some(Step::Lemma { no_two_eyes: true }) => {
                    let immortal = area.flood(at.attacker & area.wall, at.attacker);
                    let room = match area.target {
                        None => area.all & !immortal,
                        Some(target) => area.flood(target, area.all & !immortal),
                    };
                    zone |= room | area.around(room) & at.attacker;
                }
                Some(Step::Lemma { no_two_eyes: false }) => {
                    let alive = plain::pass_alive(area, &at);
                    zone |= alive;
                    let mut rest = area.all & !at.defender;
                    while rest != 0 {
                        let region = area.flood(rest & rest.wrapping_neg(), rest);
                        rest &= !region;
                        if region & area.wall == 0 && area.around(region) & at.defender & !alive == 0 {
                            zone |= region;
                        }
                    }
                }
                Some(Step::Verdict) => zone |= area.flood(at.defender & area.exits, at.defender),
                None => {}
            }
        }
        if zone == before {
            return zone;
        }
    }
}

/// The points that the proof of a reading speaks of, with those of the friends and walls that it
/// rests on: proved again, and replayed; `None` where that is not done within the limits.
pub(crate) fn zone_of_reading(
    read: &Widened,
    reader: &DfPnReader,
    first: Role,
    limits: &Limits,
) -> Result<Option<Points>, TooLarge> {
    let proved = read.prove(reader, first, limits)?;
    if read.check(&proved, first)? != Ok(()) {
        return Ok(None);
    }
    let mut all = Points::EMPTY;
    let mut add = |certificates: &[Certificate], of: &dyn Fn(bool) -> Question, first: Role| {
        for c in certificates {
            let exits = if c.killed { Exits::Free } else { Exits::Blocked };
            let question = of(c.killed);
            let area = Area::of(&question, exits)?;
            let root = area.state(&question, first, c.supply);
            let cells = crate::read::cells(zone_of(&area, &root, c));
            all |= cells.filter_map(|cell| area.point(Ply(cell))).collect();
        }
        Ok::<(), TooLarge>(())
    };
    add(&proved.certificates, &|killed| read.showing(killed).clone(), first)?;
    let beside = read.friends.iter().zip(&proved.friends).chain(read.walls.iter().zip(&proved.walls));
    for (question, proved) in beside {
        add(&proved.certificates, &|_| question.clone(), Role::Attacker)?;
    }
    Ok((!proved.certificates.is_empty()).then_some(all))
}

/// The points that the proofs speak of, for either side first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Zone {
    /// Black first, then White: the outcome, and the points; none where there is no proof.
    pub sides: [(Outcome, Option<Points>); 2],
    height: u8,
    text: String,
}

impl Analysis {
    /// The points that the proofs of the status speak of, for either side first: each is proved
    /// again with certificates, within a quarter of the nodes.
    ///
    /// # Errors
    /// [`Fault::TooLarge`].
    pub fn zone(&self, limits: &Limits) -> Result<Zone, Fault> {
        let mut texts = Vec::new();
        let mut side = |(color, first): (Color, Role)| -> Result<(Outcome, Option<Points>), Fault> {
            let read = self.read(first, &limits.clone().with_nodes(limits.nodes / 2))?;
            let outcome = read.reading.outcome;
            let decided = outcome.class().is_some() || outcome.lives();
            let limits = limits.clone().with_nodes(limits.nodes / 4);
            let points = if decided { zone_of_reading(&read, &self.reader, first, &limits)? } else { None };
            let words = match (&points, decided) {
                (Some(points), _) => format!("{} points", points.len()),
                (None, true) => "no proof within the limit".to_string(),
                (None, false) => "not decided".to_string(),
            };
            texts.push(format!("{} first: {}, {words}", title(color), self.words(outcome)));
            Ok((outcome, points))
        };
        let [black, white] = self.sides();
        let sides = [side(black)?, side(white)?];
        Ok(Zone { sides, height: self.question.board.size().1, text: texts.join("; ") })
    }
}

/// The colour of the points of Black's proof, of White's, and of both.
const COLORS: [&str; 3] = ["#ffd070", "#70b0ff", "#90d090"];

/// Lines of GoGui's `gfx`: a colour for the points of the one proof, of the other, and of both.
impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut of = BTreeMap::<_, usize>::new();
        for (i, (_, points)) in self.sides.iter().enumerate() {
            for p in points.iter().flat_map(Points::iter) {
                *of.entry(p).or_default() |= 1 << i;
            }
        }
        for (which, color) in COLORS.iter().enumerate() {
            let points: Vec<String> =
                of.iter().filter(|(_, w)| **w == which + 1).map(|(p, _)| p.name(self.height)).collect();
            if !points.is_empty() {
                writeln!(f, "COLOR {color} {}", points.join(" "))?;
            }
        }
        write!(f, "TEXT {}", self.text)
    }
}
