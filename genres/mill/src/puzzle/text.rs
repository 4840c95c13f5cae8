//! Title, description, hint, completion message, comments and tags of a puzzle, from templates by
//! aim and motif.

use super::judge::{Aim, Judged};
use super::motifs::Motif;
use super::question::Question;
use crate::exchange::Category;

/// The words of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Words {
    /// 3 to 100 characters.
    pub title: String,
    /// Side, goal, number of turns.
    pub description: String,
    /// The idea without the turn.
    pub hint: String,
    /// The idea of the solution.
    pub completion: String,
    /// A word on the key.
    pub comment: String,
    /// Small letters.
    pub tags: Vec<String>,
}

/// How telling a motif is: the first of a puzzle's in this order names it.
const TELLING: [Motif; 16] = [
    Motif::Sacrifice,
    Motif::GreedyMillTrap,
    Motif::CaptureChoice,
    Motif::Zugzwang,
    Motif::DoubleMill,
    Motif::Immobilisation,
    Motif::RightAngleThreat,
    Motif::DoubleThreat,
    Motif::MobilitySqueeze,
    Motif::MillBlock,
    Motif::RunningMill,
    Motif::QuietMove,
    Motif::MillOpening,
    Motif::RingTransfer,
    Motif::Flight,
    Motif::AgainstFlying,
];

/// Title, hint and completion message of a motif.
fn said(motif: Motif) -> (&'static str, &'static str, &'static str) {
    match motif {
        Motif::Sacrifice => (
            "give a man, take the game",
            "A man may be worth giving: look at what stands open after the opponent's mill.",
            "The sacrifice was only lent: while the opponent took a man, the position was lost for him.",
        ),
        Motif::GreedyMillTrap => (
            "leave the mill alone",
            "A mill can be closed at once, and that is the trap. Look for what it would give away.",
            "Closing the mill at once would have thrown the goal away; patience kept it.",
        ),
        Motif::CaptureChoice => (
            "the right man to take",
            "Closing the mill is half of the turn. Which man matters most to the opponent?",
            "The mill was easy; the choice of the man to take decided.",
        ),
        Motif::Zugzwang => (
            "nothing but one step",
            "Take away steps, not men: what if the opponent has a single step left?",
            "Zugzwang: the only step left spoiled the opponent's position.",
        ),
        Motif::DoubleMill => (
            "the double mill",
            "One man can serve two mills. Where would it close one while it opens the other?",
            "The double mill: every step of one man closed a mill and opened another.",
        ),
        Motif::Immobilisation => (
            "no way out",
            "Men need not be taken when they can't move. Count the opponent's free points.",
            "Shut in: the opponent kept his men and had no move.",
        ),
        Motif::RightAngleThreat => (
            "round the corner",
            "Two lines that meet in one man threaten twice.",
            "The right angle: two lines through one man, and a single defence too few.",
        ),
        Motif::DoubleThreat => (
            "two threats at once",
            "One threat can be stopped. How many can you make with one turn?",
            "A double threat: one of two mills could not be stopped.",
        ),
        Motif::MobilitySqueeze => (
            "the squeeze",
            "Look at the points that the opponent's men still need.",
            "The squeeze took the opponent's room before it took his men.",
        ),
        Motif::MillBlock => (
            "stop it first",
            "The opponent is about to close a mill. Which man can be spared for the defence?",
            "The block took away the threat and kept all that mattered.",
        ),
        Motif::RunningMill => (
            "mill after mill",
            "After the first mill, look for the next one that can't be stopped.",
            "Running mills: the second followed before the first was digested.",
        ),
        Motif::QuietMove => (
            "a quiet step",
            "No mill, no threat: which man stands badly?",
            "The quiet step threatened nothing and prepared everything.",
        ),
        Motif::MillOpening => (
            "open to close",
            "A closed mill does nothing. What can its men do?",
            "The mill was opened, so that it could close again with effect.",
        ),
        Motif::RingTransfer => (
            "across the rings",
            "The way leads along a spoke, from one ring to another.",
            "The change of rings brought the man to where it was needed.",
        ),
        Motif::Flight => (
            "take off",
            "Three men fly: the best point may be far away.",
            "The flight reached a point that no step could.",
        ),
        Motif::AgainstFlying => (
            "against flying men",
            "Flying men reach every point, but only one at a time.",
            "Against flying men only threats at two points count.",
        ),
    }
}

fn aim_words(question: &Question, judged: &Judged) -> (String, String, String) {
    let side = question.side.name();
    let other = question.side.other().name();
    let turns = |n: u32| if n == 1 { "1 move".to_string() } else { format!("{n} moves") };
    let n = judged.n;
    match judged.aim {
        Aim::Win => (
            format!("{side} wins in {n}"),
            format!("{side} to move. Find the forced win in {}.", turns(n)),
            format!("win-in-{n}"),
        ),
        Aim::Hold => (
            format!("{side} holds the draw"),
            format!("{side} to move. Find the only move in 1 turn that keeps the draw; every other one loses."),
            "hold-draw".to_string(),
        ),
        Aim::Last => (
            format!("{side} holds out"),
            format!("{side} to move in a lost position. Find the 1 move that delays the defeat longest."),
            "longest-defence".to_string(),
        ),
        Aim::Stop => (
            format!("{side} stops the mill"),
            format!("{side} to move. {other} threatens to close a mill. Stop it in 1 move without giving anything up."),
            "stop-mill".to_string(),
        ),
        Aim::Mill => (
            format!("{side} closes a mill in {n}"),
            format!("{side} to move. Form a mill in {}, whatever {other} does.", turns(n)),
            format!("mill-in-{n}"),
        ),
        Aim::Take(k) => (
            format!("{side} takes {k} in {n}"),
            format!("{side} to move. Capture {k} pieces in {}, whatever {other} does.", turns(n)),
            format!("capture-in-{n}"),
        ),
    }
}

/// The words of a puzzle.
pub fn words(question: &Question, judged: &Judged) -> Words {
    let (what, description, goal) = aim_words(question, judged);
    let main = telling(judged, |_| true);
    let title = main.map_or("the right move", |m| said(m).0);
    let done = main.map_or("The right move, and the only one.", |m| said(m).2);
    let mut tags =
        vec!["generated".to_string(), "source:composed".to_string(), "solution-display:principal-variation".into()];
    tags.push(format!("phase:{}", if question.state.placing() { "placement" } else { "movement" }));
    tags.push(format!("side:{}", question.side.name().to_lowercase()));
    tags.push(goal);
    if let Aim::Take(k) = judged.aim {
        tags.push(format!("capture:{k}"));
    }
    if question.category == Category::Mixed {
        tags.push("mixed".into());
    }
    tags.extend(judged.motifs.iter().map(|m| m.name().to_string()));
    let comment = match (judged.aim, main) {
        (Aim::Win | Aim::Mill | Aim::Take(_), Some(m)) => format!("The key: {}.", said(m).0),
        (Aim::Stop, _) => "The threat is met.".to_string(),
        _ => "The only move.".to_string(),
    };
    Words {
        title: format!("{what}: {title}"),
        description,
        hint: hint(main).to_string(),
        completion: done.to_string(),
        comment,
        tags,
    }
}

/// The most telling motif of those allowed.
pub fn telling(judged: &Judged, allowed: impl Fn(Motif) -> bool) -> Option<Motif> {
    TELLING.iter().copied().find(|&m| judged.motifs.contains(&m) && allowed(m))
}

/// The idea without the turn, as far as a motif tells it.
pub fn hint(motif: Option<Motif>) -> &'static str {
    motif.map_or("Compare what every move leads to, the tempting ones first.", |m| said(m).1)
}

/// The task in a line.
pub fn words_of_goal(question: &Question) -> String {
    let side = question.side.name();
    let state = &question.state;
    let goal = match question.category {
        Category::FormMill => "form a mill".to_string(),
        Category::CapturePieces => format!("capture {} pieces", question.captures),
        Category::WinGame | Category::Mixed => "win".to_string(),
        Category::Defend => "defend".to_string(),
        Category::FindBestMove => "find the best move".to_string(),
        Category::Endgame => "find the only way (endgame)".to_string(),
        Category::Opening => "find the only way (opening)".to_string(),
    };
    let hands = match state.placing() {
        true => format!("; in hand {} and {}", state.own_hand, state.enemy_hand),
        false => String::new(),
    };
    format!("{side} to move: {goal}{hands}")
}

/// Roman numeral of a small number, for titles that would stand twice.
pub fn roman(mut n: usize) -> String {
    let mut out = String::new();
    for (value, sign) in [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ] {
        while n >= value {
            out.push_str(sign);
            n -= value;
        }
    }
    out
}
