// Which puzzle is shown, of which list, and those that were fetched.

import { api } from "/page.js";

export const state = {
  numbers: [], at: 0, again: null, puzzle: null, walk: null, moves: [], whole: false,
  cache: new Map(), history: [], last: null, filter: "", focus: null, spots: [], times: [], busy: false, shown: 0, records: 1,
};
// For those who test the page.
window.reviewed = state;

// The place of the puzzle that is shown, in the file.
export const current = () => state.again ?? state.numbers[state.at];

export function fetched(n) {
  if (!state.cache.has(n)) {
    const promise = api(`/api/puzzle?n=${n}`);
    promise.catch(() => state.cache.delete(n));
    state.cache.set(n, promise);
    if (state.cache.size > 60) state.cache.delete(state.cache.keys().next().value);
  }
  return state.cache.get(n);
}
