//! Random positions, for comparing readers and for training.

use super::Exits;
use super::regions::Regions;
use crate::{Board, Color, Point, Points, Question};
use rand_chacha::ChaCha8Rng;
use rand_core::RngCore;

/// A random position inside a closed wall, with at most `most_empty` empty points: a random eye
/// space in a corner, at a side or in the centre, a defender around it with gaps, attacker stones
/// inside, liberties outside. `None` where the draw is no legal position.
pub fn enclosed(rng: &mut ChaCha8Rng, most_empty: usize) -> Option<Question> {
    let mut below = |n: usize| (rng.next_u64() % n.max(1) as u64) as usize;
    let (w, h) = (2 + below(4), 1 + below(4));
    // Two cells for defender and wall where the place is no edge of the board.
    let (left, above) = [(0, 0), (2, 0), (2, 2)][below(3)];
    let (width, height) = (left + w + 2, above + h + 2);
    let inside = |(x, y): (usize, usize)| x >= left && x < left + w && y >= above && y < above + h;
    let size = (w * h).min(2 + below(most_empty));
    let mut eye = vec![(left + below(w), above + below(h))];
    for _ in 0..size * 20 {
        if eye.len() >= size {
            break;
        }
        let (x, y) = eye[below(eye.len())];
        let (dx, dy) = [(1, 0), (0, 1), (usize::MAX, 0), (0, usize::MAX)][below(4)];
        let next = (x.wrapping_add(dx), y.wrapping_add(dy));
        if inside(next) && !eye.contains(&next) {
            eye.push(next);
        }
    }
    let mut rows = vec![vec!['X'; width]; height];
    let (corners, gaps, stones, liberties) = (below(101), below(25), below(25), below(20));
    for (y, row) in rows.iter_mut().enumerate() {
        for (x, glyph) in row.iter_mut().enumerate() {
            let far = |&(a, b): &(usize, usize)| (a.abs_diff(x), b.abs_diff(y));
            let beside = eye.iter().map(far).any(|(a, b)| a + b == 1);
            let touching = eye.iter().map(far).any(|(a, b)| a.max(b) == 1);
            let draw = below(100);
            *glyph = if eye.contains(&(x, y)) {
                if draw < stones { ['x', 'x', 'O'][below(3)] } else { '.' }
            } else if beside || touching && below(100) < corners {
                if draw < gaps { ['.', '.', 'x'][below(3)] } else { 'O' }
            } else if touching && draw < liberties {
                '.'
            } else {
                'X'
            };
        }
    }
    let empty = rows.iter().flatten().filter(|&&c| c == '.').count();
    if empty > most_empty || empty < 2 {
        return None;
    }
    let rows: Vec<String> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
    let prefix = if below(3) == 0 { "!" } else { "" };
    let question = Question::from_picture(&format!("{prefix}{}", rows.join("|"))).ok()?;
    // A crucial target is one chain.
    let crucial = (question.goal == crate::Goal::Crucial).then(|| question.target.parts().into_iter().next());
    Some(match crucial.flatten() {
        Some(chain) => Question { target: chain, ..question },
        None => question,
    })
}

/// A random group of several chains in a random region, larger than those of [`enclosed`]: for
/// training and timing. `None` where the draw is no legal position.
pub fn group(rng: &mut ChaCha8Rng, most_empty: usize) -> Option<Question> {
    let mut below = |n: usize| (rng.next_u64() % n.max(1) as u64) as usize;
    let (width, height) = (5 + below(5), 4 + below(3));
    // How many cells of wall there are on the left and above: none at an edge of the board.
    let (left, above) = [(0, 0), (0, 0), (1, 0), (1, 1)][below(4)];
    let inside = |x: usize, y: usize| x >= left && y >= above && x < width - 1 && y < height - 1;
    let size = most_empty + below(most_empty);
    let mut region = vec![if left == 0 { (0, 0) } else { (left + (width - left) / 2 - below(2), above) }];
    for _ in 0..size * 20 {
        let (x, y) = region[below(region.len())];
        let (dx, dy) = [(1, 0), (0, 1), (usize::MAX, 0), (0, usize::MAX)][below(4)];
        let next = (x.wrapping_add(dx), y.wrapping_add(dy));
        if region.len() < size && inside(next.0, next.1) && !region.contains(&next) {
            region.push(next);
        }
    }
    let (stones, attackers) = (30 + below(25), 4 + below(10));
    let mut rows = vec![vec!['X'; width]; height];
    for &(x, y) in &region {
        let beside = [(x + 1, y), (x, y + 1), (x.wrapping_sub(1), y), (x, y.wrapping_sub(1))];
        let on = |&&(a, b): &&(usize, usize)| a < width && b < height;
        let at_wall = beside.iter().filter(on).any(|p| !region.contains(p));
        let draw = below(100);
        // Towards the wall there are more stones.
        let most = if at_wall { stones + 30 } else { stones.saturating_sub(20) };
        rows[y][x] = match () {
            () if draw < most => 'O',
            () if draw < most + attackers => 'x',
            () => '.',
        };
    }
    let empty = rows.iter().flatten().filter(|&&c| c == '.').count();
    if empty > most_empty || empty + 4 < most_empty {
        return None;
    }
    let rows: Vec<String> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
    Question::from_picture(&rows.join("|")).ok()
}

/// Points of the regions that [`open`] gives.
const OPEN: std::ops::RangeInclusive<usize> = 12..=48;

/// A random open group, in one of the regions in which it would be read and with its exits as they
/// are taken there: a loose group in a corner or at a side, a wall around it with gaps, a few
/// stones beyond. `None` where the draw has no such region.
pub fn open(rng: &mut ChaCha8Rng) -> Option<(Question, Exits)> {
    let mut below = |n: usize| (rng.next_u64() % n.max(1) as u64) as usize;
    let mut board = Board::new(19, 19).ok()?;
    let is_corner = below(10) < 7;
    let (w, h) = (3 + below(6), 2 + below(4));
    let left = if is_corner { 0 } else { 3 + below(8) };
    // In hundredths: how dense the wall is, the rim of the group, the stones behind the wall, those
    // inside.
    let (wall, rim, behind) = (65 + below(36), 15 + below(60), 15 + below(40));
    let (inside, intruders) = (3 + below(12), below(9));
    let mut stones = Vec::new();
    for y in 0..h + 3 {
        for x in left.saturating_sub(3)..left + w + 3 {
            // Steps outside of the box: none inside, one on the wall.
            let across = if x < left { left - x } else { (x + 1).saturating_sub(left + w) };
            let steps = across.max((y + 1).saturating_sub(h));
            let is_at_rim = y + 1 == h || x + 1 == left + w || !is_corner && x == left;
            let (own, others) = match steps {
                0 => (if is_at_rim { rim } else { inside }, intruders),
                1 => (3, wall),
                2 => (2, behind),
                _ => (2, 12),
            };
            match below(100) {
                draw if draw < own => stones.push((x, y, Color::White)),
                draw if draw >= 100 - others => stones.push((x, y, Color::Black)),
                _ => {}
            }
        }
    }
    for i in 0..stones.len() {
        let j = i + below(stones.len() - i);
        stones.swap(i, j);
    }
    for (x, y, color) in stones {
        // What has no liberty is left out, or takes something.
        let _ = board.play(Point::new(x as u8, y as u8), color);
    }
    board.pass();
    let is_inside = |p: &Point| (left..left + w).contains(&p.x.into()) && usize::from(p.y) < h;
    let own: Vec<Point> = board.stones(Color::White).iter().filter(is_inside).collect();
    let target = *own.get(below(own.len()))?;
    let question = Question::around(&board, &Points::single(target)).ok()?;
    if !question.is_open() || question.is_captured() {
        return None;
    }
    let Regions { all, order, .. } = Regions::of(&question)?;
    let (list, exits) = [(0, Exits::Blocked), (1, Exits::Free), (1, Exits::Free), (2, Exits::Blocked)][below(4)];
    let fit: Vec<usize> = order[list].iter().copied().filter(|&r| OPEN.contains(&all[r].region.len())).collect();
    let region = *fit.get(below(fit.len()))?;
    Some((all[region].clone(), exits))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Goal;
    use crate::read::Area;
    use rand_core::SeedableRng;

    /// Open groups: the same for the same seed; of all kinds; in regions of the size that is told,
    /// with one chain for a target that is not captured yet.
    #[test]
    fn open_groups_are_open() {
        let draw = || {
            let mut rng = ChaCha8Rng::seed_from_u64(8);
            (0..400).filter_map(|_| open(&mut rng)).collect::<Vec<_>>()
        };
        let drawn = draw();
        let told = |all: &[(Question, Exits)]| all.iter().map(|(q, _)| q.picture()).collect::<Vec<_>>();
        assert_eq!(told(&drawn), told(&draw()));
        for (question, exits) in &drawn {
            let picture = question.picture();
            assert!(OPEN.contains(&question.region.len()), "{picture}");
            assert!(question.goal == Goal::Crucial && !question.is_captured(), "{picture}");
            // Where the exits are blocked nothing may be left of it.
            let target = Area::of(question, *exits).unwrap().target.unwrap();
            assert!(target != 0 || *exits == Exits::Blocked, "{picture}");
        }
        let count = |way: Exits| drawn.iter().filter(|(q, exits)| *exits == way && q.is_open()).count();
        let (free, blocked) = (count(Exits::Free), count(Exits::Blocked));
        assert!(free >= 20 && blocked >= 20, "{free} {blocked} of {}", drawn.len());
    }
}
