//! Sets from which nothing can be left out.

/// Drops items, the last ones first, as long as the rest suffices: in chunks that grow where they
/// go and shrink where they stay. `suffices` gets the items before a chunk and those behind it. No
/// item that stays was found superfluous.
pub(crate) fn keep_needed<T>(items: &mut Vec<T>, mut suffices: impl FnMut(&[T], &[T]) -> bool) {
    let mut to = items.len();
    let mut size = (to / 4).max(1);
    while to > 0 {
        let from = to.saturating_sub(size);
        if suffices(&items[..from], &items[to..]) {
            items.drain(from..to);
            to = from;
            size *= 2;
        } else if to - from > 1 {
            size = ((to - from) / 2).max(1);
        } else {
            to = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A set suffices if it has certain items: these and no others stay, in their order.
    #[test]
    fn only_the_needed_items_stay() {
        for bits in 0..1_u32 << 11 {
            let needed: Vec<u32> = (0..11).filter(|i| bits >> i & 1 == 1).collect();
            let mut items: Vec<u32> = (0..11).collect();
            keep_needed(&mut items, |before, behind| needed.iter().all(|n| before.contains(n) || behind.contains(n)));
            assert_eq!(items, needed);
        }
    }
}
