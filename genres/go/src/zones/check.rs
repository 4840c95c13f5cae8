//! The checker: is every step of a certificate right on every board that agrees with its zone?
//!
//! It knows nothing of how zones are made. At each node it looks at the points of the zone only,
//! and asks what follows whatever lies elsewhere: a chain is *surely taken* where its stones and
//! all that is beside them are known and the move fills its last liberty; it *surely stays* where a
//! liberty that is known is left. Where neither can be said of a chain on which the rest of the
//! proof looks, the step is refused.

use super::certificate::{Refused, Spot, ZoneCertificate, ZoneGoal, ZoneNode, ZoneSide, ZoneStep};
use super::ground::{Cell, Ground};

impl ZoneCertificate {
    /// Is the proof sound, for all boards that have the same stones on the zone of its root?
    ///
    /// # Errors
    /// The first fault.
    pub fn check(&self) -> Result<(), Refused> {
        self.is_whole()?;
        let views: Vec<Ground> = self.nodes.iter().map(|node| self.view(node)).collect();
        for node in 0..self.nodes.len() {
            self.check_node(node, &views).map_err(|what| Refused::Unsound { node, what })?;
        }
        let root = &self.nodes[self.nodes.len() - 1].step;
        let is_fit = match root {
            ZoneStep::Move { .. } | ZoneStep::Pass { .. } => self.first == self.prover(),
            ZoneStep::Replies { .. } => self.first != self.prover(),
            ZoneStep::Taken | ZoneStep::Alive => true,
        };
        if is_fit { Ok(()) } else { Err(Refused::Other("the other side moves first".into())) }
    }

    /// The points of a node's zone with their contents; all others are unknown.
    pub(super) fn view(&self, node: &ZoneNode) -> Ground {
        let mut view = Ground::new(self.size, Cell::Unknown);
        let mut set = |spots: &[Spot], cell| spots.iter().for_each(|&s| view.cells[usize::from(s)] = cell);
        set(&node.attacker, Cell::Stone(ZoneSide::Attacker));
        set(&node.defender, Cell::Stone(ZoneSide::Defender));
        set(&node.empty, Cell::Empty);
        view
    }

    fn check_node(&self, node: usize, views: &[Ground]) -> Result<(), String> {
        let (it, view) = (&self.nodes[node], &views[node]);
        let on_target = |cell: Cell| self.target.iter().any(|&p| view.at(p) == cell);
        if self.goal == ZoneGoal::Survive && !on_target(Cell::Stone(ZoneSide::Defender)) {
            return Err("no stone of the target is in the zone".into());
        }
        match &it.step {
            ZoneStep::Taken => {
                let is_left = on_target(Cell::Unknown) || on_target(Cell::Stone(ZoneSide::Defender));
                if self.goal != ZoneGoal::Capture || is_left {
                    return Err("it does not show that the target is taken".into());
                }
                Ok(())
            }
            ZoneStep::Alive => {
                let alive = view.benson(ZoneSide::Defender);
                if self.goal != ZoneGoal::Survive || !self.target.iter().any(|&p| alive[usize::from(p)]) {
                    return Err("it does not show that the target lives".into());
                }
                Ok(())
            }
            ZoneStep::Move { at, to } => {
                self.is_opponents(*to)?;
                if it.ko == Some(*at) {
                    return Err(format!("{} is banned", self.name(*at)));
                }
                self.step(view, self.prover(), *at, *to, &views[*to], true)
            }
            // The opponent might pass too, and the game would be over.
            ZoneStep::Pass { .. } if self.goal == ZoneGoal::Capture => {
                Err("the prover passes where a capture is proved".into())
            }
            ZoneStep::Pass { to } => {
                self.is_opponents(*to)?;
                self.agrees(view, *to, &views[*to])
            }
            ZoneStep::Replies { moves, elsewhere } => {
                // A move outside of the zone must take nothing inside.
                if let Some(flood) = view.floods(self.prover()).iter().find(|flood| flood.liberties.is_empty()) {
                    let at = self.name(flood.stones[0]);
                    return Err(format!("the chain at {at} may be taken by a move outside of the zone"));
                }
                for &(at, to) in moves {
                    self.is_provers(to)?;
                    self.step(view, self.prover().other(), at, to, &views[to], false)?;
                }
                for &spot in &it.empty {
                    if !moves.iter().any(|&(at, _)| at == spot) && !self.is_suicide(view, spot) {
                        return Err(format!("there is no answer to {}", self.name(spot)));
                    }
                }
                match (self.goal, elsewhere) {
                    (ZoneGoal::Capture, Some(to)) => {
                        self.is_provers(*to)?;
                        self.agrees(view, *to, &views[*to])
                    }
                    (ZoneGoal::Capture, None) => Err("there is no answer to a pass".into()),
                    (ZoneGoal::Survive, None) => Ok(()),
                    (ZoneGoal::Survive, Some(_)) => Err("an answer to a pass where none is needed".into()),
                }
            }
        }
    }

    fn is_opponents(&self, node: usize) -> Result<(), String> {
        match self.nodes[node].step {
            ZoneStep::Move { .. } | ZoneStep::Pass { .. } => Err(format!("at node {node} the prover moves again")),
            _ => Ok(()),
        }
    }

    fn is_provers(&self, node: usize) -> Result<(), String> {
        match self.nodes[node].step {
            ZoneStep::Replies { .. } => Err(format!("at node {node} the opponent moves again")),
            _ => Ok(()),
        }
    }

    /// Does another node speak of points that are known here, and as they are?
    fn agrees(&self, view: &Ground, to: usize, after: &Ground) -> Result<(), String> {
        for spot in 0..self.points() as Spot {
            let cell = after.at(spot);
            if cell != Cell::Unknown && cell != view.at(spot) {
                return Err(format!("node {to} has another position at {}", self.name(spot)));
            }
        }
        Ok(())
    }

    /// A move of `side` leads to a node, on all boards that agree.
    fn step(
        &self,
        view: &Ground,
        side: ZoneSide,
        at: Spot,
        to: usize,
        after: &Ground,
        is_provers: bool,
    ) -> Result<(), String> {
        let name = self.name(at);
        if view.at(at) != Cell::Empty {
            return Err(format!("{name} is no empty point of the zone"));
        }
        let beside = view.beside(at);
        let left = |flood: &super::ground::Flood| flood.liberties.iter().any(|&p| p != at);
        let mut next = view.clone();
        next.cells[usize::from(at)] = Cell::Stone(side);
        let mut taken: Vec<Spot> = Vec::new();
        for &q in beside.iter().filter(|&&q| view.at(q) == Cell::Stone(side.other())) {
            let flood = view.flood(q);
            if left(&flood) || taken.contains(&q) {
                continue;
            }
            if flood.is_open {
                return Err(format!("it is not known whether {name} takes the chain at {}", self.name(q)));
            }
            taken.extend(flood.stones);
        }
        taken.iter().for_each(|&p| next.cells[usize::from(p)] = Cell::Empty);
        let is_unknown = beside.iter().any(|&q| view.at(q) == Cell::Unknown);
        if is_unknown {
            // A chain that goes on elsewhere may end beside the move.
            for flood in view.floods(side.other()) {
                let is_looked_at = flood.stones.iter().any(|&p| after.at(p) != Cell::Unknown);
                if is_looked_at && !left(&flood) && !taken.contains(&flood.stones[0]) {
                    let at = self.name(flood.stones[0]);
                    return Err(format!("{name} may take the chain at {at}, which goes on outside of the zone"));
                }
            }
        }
        let is_own = |q: &Spot| view.at(*q) == Cell::Stone(side);
        if is_provers {
            let breathes = beside.iter().any(|&q| view.at(q) == Cell::Empty)
                || !taken.is_empty()
                || beside.iter().filter(|q| is_own(q)).any(|&q| left(&view.flood(q)));
            if !breathes {
                return Err(format!("{name} may be suicide"));
            }
        } else if let [ko] = taken[..]
            && after.at(ko) != Cell::Unknown
            && self.nodes[to].ko != Some(ko)
        {
            // The prover may be banned from it.
            let is_free = beside.iter().any(|q| is_own(q) || view.at(*q) == Cell::Empty);
            if !is_free {
                return Err(format!("after {name} the ko at {} may not be retaken", self.name(ko)));
            }
        }
        self.agrees(&next, to, after)
    }

    /// Is that point suicide for the opponent, on all boards that agree?
    fn is_suicide(&self, view: &Ground, at: Spot) -> bool {
        let opponent = Cell::Stone(self.prover().other());
        view.beside(at).into_iter().all(|q| match view.at(q) {
            Cell::Unknown | Cell::Empty => false,
            cell => {
                let flood = view.flood(q);
                let has_more = flood.liberties.iter().any(|&p| p != at);
                if cell == opponent { !has_more && !flood.is_open } else { has_more }
            }
        })
    }
}
