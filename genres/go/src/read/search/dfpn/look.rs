//! First numbers by the network, where a position turns out to be worth the time.

use super::super::network::Scene;
use super::super::table::flag;
use super::Search;

impl Search {
    /// Gives those successors of an expanded position that no search has reached yet the numbers
    /// that the network says.
    pub(super) fn look(&mut self, place: u32) {
        let entry = self.table.at_mut(place);
        entry.is_looked_at = true;
        let (state, links) = (entry.state(), entry.links());
        let (Some(network), Some(prior)) = (self.network.clone(), self.prior.clone()) else { return };
        self.work.scratch.find(&self.geometry, state.attacker, state.defender);
        let scene = Scene::of(&self.geometry, &self.work.scratch.chains, &state);
        let corrections = network.corrections(&self.geometry.area.neighbours, &scene);
        for at in links {
            let link = self.table.link(at);
            let e = self.table.at(link.place());
            let is_untouched = e.is(flag::KNOWN) && !e.is(flag::EXPANDED) && e.open() && e.guessed != (0, 0);
            let Some(cell) = link.ply().cell().filter(|_| is_untouched) else { continue };
            let after = e.state();
            self.work.scratch.find(&self.geometry, after.attacker, after.defender);
            let mut lanes = prior.lanes(&self.geometry, &self.work.scratch, &after);
            for (lane, correction) in lanes.iter_mut().zip(corrections[cell as usize & 63]) {
                *lane += correction;
            }
            self.guess(link.place(), &after, prior.costs_of(lanes));
        }
    }
}
