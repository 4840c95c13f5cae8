//! How deep a player must look: the shallowest search by material whose choice is right (trial
//! depth).

use super::state::{Kernel, State, Step};

/// Positions of one search.
const NODES: u32 = 4_000;
/// Depths tried, in plies.
pub const DEPTHS: [u8; 4] = [1, 2, 4, 6];

struct Search {
    kernel: Kernel,
    left: u32,
}

const WON: i32 = 10_000;

impl Search {
    /// Alpha-beta by material, mills in reach, and mobility; `None` when the positions run out.
    fn value(&mut self, at: &State, depth: u8, mut alpha: i32, beta: i32) -> Option<i32> {
        if self.kernel.lost(at) {
            return Some(-WON - i32::from(depth));
        }
        if depth == 0 {
            let men = at.own_total() as i32 - at.enemy_total() as i32;
            let room = self.kernel.mobility(at) as i32 - self.kernel.mobility(&at.passed()) as i32;
            return Some(100 * men + room.clamp(-40, 40));
        }
        self.left = self.left.checked_sub(1)?;
        let mut steps = self.kernel.all_turns(at);
        steps.sort_by_key(|s| s.takes.is_none());
        for step in steps {
            let value = -self.value(&self.kernel.play(at, step), depth - 1, -beta, -alpha)?;
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        Some(alpha)
    }

    /// The turn that the search likes best; of equals, the first.
    fn choice(&mut self, at: &State, depth: u8) -> Option<Step> {
        let mut best: Option<(i32, Step)> = None;
        let mut steps = self.kernel.all_turns(at);
        steps.sort_by_key(|s| s.takes.is_none());
        for step in steps {
            let alpha = best.map_or(-WON * 2, |b| b.0);
            let value = -self.value(&self.kernel.play(at, step), depth - 1, -WON * 2, -alpha)?;
            if best.is_none_or(|b| value > b.0) {
                best = Some((value, step));
            }
        }
        best.map(|b| b.1)
    }
}

/// The place in [`DEPTHS`] of the first depth from which on the search chooses one of the keys at
/// every depth tried; the number of depths when it never does.
pub fn trial_depth(kernel: &Kernel, at: &State, keys: &[Step]) -> usize {
    let right = |depth: u8| {
        let mut search = Search { kernel: *kernel, left: NODES };
        search.choice(at, depth).map(|step| keys.contains(&step))
    };
    let mut first = DEPTHS.len();
    for (i, &depth) in DEPTHS.iter().enumerate() {
        match right(depth) {
            Some(true) => first = first.min(i),
            Some(false) => first = DEPTHS.len(),
            // Too wide to look further: what was seen so far counts.
            None => break,
        }
    }
    first
}
