//! Proofs as SGF variations: every reply of the one who loses, the winner's one move.

use crate::problem::root_of;
use crate::read::{Area, Certificate, Exits, LifeGame, Ply, State, TooLarge};
use crate::{Color, Problem};
use std::collections::HashMap;
use tesuji_sgf::{Collection, NodeId};
use tesuji_solver::TechniqueId;
use tesuji_solver::reading::{Hold, Proof, Why};

/// Why a proof is not written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unwritten {
    /// Its region can't be read.
    #[error(transparent)]
    Region(#[from] TooLarge),
    /// It has too many moves.
    #[error("more than {0} moves")]
    Moves(usize),
    /// It has no word for a position that comes up: it is damaged.
    #[error("nothing is said of a position after {0} moves")]
    Gap(usize),
}

/// What a proof says of a position.
enum Step {
    End(String),
    Moves(Vec<Ply>),
}

/// What is said at an end.
fn end(closer: Option<&TechniqueId>, killed: bool) -> Step {
    let word = if killed { "captured" } else { "got away" };
    Step::End(closer.map_or(word.to_string(), |c| c.as_str().replace('-', " ")))
}

/// What a certificate says of each position. (In a closed set all legal moves stay inside where the
/// attacker moves.)
fn steps(certificate: &Certificate, area: &Area) -> HashMap<State, Step> {
    let killed = certificate.killed;
    match &certificate.proof {
        Proof::Tree(tree) => {
            let step = |why: &Why<LifeGame>| match why {
                Why::Verdict => end(None, killed),
                Why::Closer(id) => end(Some(id), killed),
                Why::Choice(ply, _) => Step::Moves(vec![*ply]),
                Why::Replies(all) => Step::Moves(all.iter().map(|&(ply, _)| ply).collect()),
            };
            tree.nodes.iter().map(|n| (n.position, step(&n.why))).collect()
        }
        Proof::Closed(set) => {
            let step = |state: &State, hold: &Hold<LifeGame>| match hold {
                Hold::Verdict => end(None, killed),
                Hold::Closer(id) => end(Some(id), killed),
                Hold::Move(ply) => Step::Moves(vec![*ply]),
                Hold::Every => Step::Moves(area.moves(state)),
                Hold::Stuck => Step::End("nothing is left to play".to_string()),
            };
            set.members.iter().map(|(state, hold)| (*state, step(state, hold))).collect()
        }
    }
}

/// A proof as one game of SGF, of `most` moves at most. A position that came up before is not gone
/// through again: it names the node (`N`) where it did. Moves that ignore a ko ban, for a threat
/// that was answered elsewhere, are marked `KO`.
///
/// # Errors
/// [`Unwritten`].
pub fn variations(problem: &Problem, certificate: &Certificate, most: usize) -> Result<String, Unwritten> {
    let exits = if certificate.killed { Exits::Free } else { Exits::Blocked };
    let area = Area::of(&problem.question, exits)?;
    let steps = steps(certificate, &area);
    let mut sgf = Collection::new();
    let root = root_of(problem, &mut sgf);
    let (mut moves, mut labels) = (0, 0);
    // Where each position came up first, and its label once it has one.
    let mut seen: HashMap<State, (NodeId, Option<usize>)> = HashMap::new();
    let mut todo = vec![(root, area.state(&problem.question, problem.first, certificate.supply), problem.color(), 0)];
    while let Some((node, state, color, depth)) = todo.pop() {
        if let Some((first, label)) = seen.get_mut(&state) {
            let number = *label.get_or_insert_with(|| {
                labels += 1;
                sgf.add(*first, "N", &format!("p{labels}"));
                labels
            });
            sgf.add(node, "C", &format!("as p{number}"));
            continue;
        }
        seen.insert(state, (node, None));
        match steps.get(&state).ok_or(Unwritten::Gap(depth))? {
            Step::End(why) => sgf.add(node, "C", why),
            Step::Moves(plies) => {
                for &ply in plies {
                    moves += 1;
                    if moves > most {
                        return Err(Unwritten::Moves(most));
                    }
                    let after = area.play(&state, ply).ok_or(Unwritten::Gap(depth))?;
                    let child = sgf.add_child(node);
                    let name = if color == Color::Black { "B" } else { "W" };
                    match area.point(ply) {
                        None => sgf.add(child, name, ""),
                        Some(p) => sgf.add_point(child, name, tesuji_sgf::Point::new(p.x, p.y)),
                    }
                    if ply.cell().is_some_and(|cell| cell == state.ko) {
                        sgf.add(child, "KO", "");
                    }
                    todo.push((child, after, color.other(), depth + 1));
                }
            }
        }
    }
    Ok(String::from_utf8_lossy(&sgf.write()).trim().replace('\n', ""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DfPnReader, Point, Role};
    use tesuji_sgf::{Move, Node};
    use tesuji_solver::Limits;

    /// Plays what is written by the rules: the loser has every legal move everywhere, the winner
    /// one. Positions that were gone through.
    fn played(area: &Area, node: Node<'_>, at: State, killed: bool) -> usize {
        let children: Vec<Node<'_>> = node.children().collect();
        if children.is_empty() {
            let why = node.text("C").unwrap_or_default();
            assert!(!why.is_empty(), "an end without a word");
            return usize::from(!why.starts_with("as p"));
        }
        let winner = if killed { Role::Attacker } else { Role::Defender };
        let mut plies: Vec<Ply> = Vec::new();
        let mut count = 1;
        for child in &children {
            let (_, mv) = child.stone_played(child.root().board_size()).unwrap();
            let ply = match mv {
                Move::At(p) => Ply(area.cell(Point::new(p.x, p.y)).unwrap()),
                Move::Pass => Ply::PASS,
            };
            plies.push(ply);
            count += played(area, *child, area.play(&at, ply).unwrap(), killed);
        }
        plies.sort();
        match at.turn == winner {
            true => assert_eq!(plies.len(), 1),
            false => assert_eq!(plies, area.moves(&at)),
        }
        count
    }

    #[test]
    fn what_is_written_answers_every_move() {
        // Dead, alive, and a ko with one threat, with both sides first.
        let lines = [
            "9x9 A9 X=black X ..OX|OOOX|XXXX",
            "9x9 A9 X=black O ...OX|...OX|OOOOX|XXXXX",
            "X .xOXX|xOOXX|.OXX#|OOX##|.XX##|XX###",
        ];
        let (mut written, mut kos) = (0, 0);
        for line in lines {
            for first in Role::ALL {
                let problem = Problem { first, ..Problem::parse(line).unwrap() };
                let proved = DfPnReader::new().prove(&problem.question, first, &Limits::default()).unwrap();
                for certificate in &proved.certificates {
                    let text = variations(&problem, certificate, 1_000_000).unwrap();
                    kos += text.matches("KO[").count();
                    let exits = if certificate.killed { Exits::Free } else { Exits::Blocked };
                    let area = Area::of(&problem.question, exits).unwrap();
                    let (sgf, faults) = Collection::parse(text.as_bytes());
                    assert!(faults.is_empty());
                    let root = area.state(&problem.question, first, certificate.supply);
                    let all = played(&area, sgf.roots().next().unwrap(), root, certificate.killed);
                    assert_eq!(all, certificate.proof.len());
                    assert!(all == 1 || variations(&problem, certificate, 0) == Err(Unwritten::Moves(0)));
                    written += 1;
                }
            }
        }
        assert!(written >= 6, "{written}");
        eprintln!("{written} proofs, {kos} moves under a ban");
        assert!(kos > 0);
    }
}
