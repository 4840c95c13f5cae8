// How long a person takes and where they ask for a hint: only with `browse --play`, and only until
// they press the button that stops it.

import { $, api, failed, toast } from "/page.js";
import { state } from "/state.js";

const play = { file: null, n: null, since: 0, hints: [], isKept: false };

export function keepsTimes(file) {
  if (!file) return;
  play.file = file;
  const button = $("times");
  button.hidden = false;
  button.textContent = "times are kept: stop";
  button.title = `How long you take, and where you ask for a hint, goes into ${file}`;
  button.addEventListener("click", () => {
    play.file = null;
    button.hidden = true;
    toast("nothing more is kept");
  });
}

const seconds = () => (performance.now() - play.since) / 1000;

// A puzzle comes to the page.
export function begins(n) {
  Object.assign(play, { n, since: performance.now(), hints: [], isKept: false });
}

// The page plays a step on.
export function hinted(walk, before) {
  if (!play.file || !state.puzzle || walk.moves.length <= before) return;
  play.hints.push({ after: seconds(), moves: before, says: walk.told.join(" ") });
}

// A position is drawn: is it the solved one?
export async function reached(walk) {
  const isSolved = walk.is_end && walk.judged === "right" && walk.moves.length > 0;
  if (!play.file || play.isKept || !isSolved || state.puzzle?.n !== play.n) return;
  play.isKept = true;
  const time = { n: play.n, seconds: seconds(), moves: walk.moves.length, hints: play.hints };
  try {
    const told = await api("/api/time", time);
    toast(`${Math.round(told.seconds)} seconds, ${told.hints} hints: kept`);
  } catch (e) { failed(e); }
}
