// The board: drawn by the server, with places to click and the words of the last move.

import { $, api, element, failed, picture } from "/page.js";
import { hinted, reached } from "/play.js";
import { state } from "/state.js";

// The picture of a position, ready to be shown, with its words for who does not see it.
async function pictured(walk) {
  const image = new Image();
  image.alt = [walk.alt || "The position", walk.to_move].filter(Boolean).join(" ");
  image.src = picture(walk.svg);
  try { await image.decode(); } catch { /* Shown as it is. */ }
  return image;
}

// Makes the picture of a puzzle before it is its turn.
export function prepare(puzzle) {
  if (puzzle.walk) puzzle.image = pictured(puzzle.walk);
}

export async function draw(walk) {
  state.walk = walk;
  state.moves = walk.moves;
  const isFirst = walk === state.puzzle.walk;
  const image = await (isFirst && state.puzzle.image ? state.puzzle.image : pictured(walk));
  // Another one came meanwhile.
  if (state.walk !== walk) return;
  const board = $("board");
  const before = $("drawing");
  if (before !== image) {
    before.removeAttribute("id");
    image.id = "drawing";
    before.replaceWith(image);
  }
  const [w, h] = walk.view ?? [400, 400];
  board.hidden = false;
  board.className = state.again === null ? state.puzzle.status : "";
  const scale = Math.min(2, (innerHeight - 320) / h);
  board.style.maxWidth = `${Math.max(240, Math.round(w * scale))}px`;
  spots(walk, w, h);
  $("menu").hidden = true;
  if (walk.choices.length) choose(walk.choices);
  const words = $("words");
  words.replaceChildren();
  if (walk.judged === "right") words.append(element("span", walk.is_end ? "✓ right, solved  " : "✓ right  ", "right"));
  if (walk.judged === "wrong") words.append(element("span", "✗ wrong  ", "wrong"));
  const told = [walk.moves.length ? walk.moves.slice(-12).join(" ") : walk.to_move, ...walk.told];
  words.append(told.filter(Boolean).join("\n"));
  state.shown += 1;
  reached(walk);
}

// The places as buttons over the picture. One of them is reached by Tab, the others from there by
// arrows.
function spots(walk, w, h) {
  const box = $("spots");
  const had = document.activeElement?.closest("#spots, #menu") ? state.focus : null;
  const all = walk.spots.map((spot) => {
    const button = element("button");
    button.type = "button";
    button.tabIndex = -1;
    const many = spot.choices.length > 1 ? `, ${spot.choices.length} choices` : "";
    button.setAttribute("aria-label", `${spot.name}${many}`);
    button.addEventListener("focus", () => {
      box.querySelectorAll("button").forEach((other) => { other.tabIndex = -1; });
      button.tabIndex = 0;
      state.focus = middle(spot.at);
    });
    const { x, y, w: width, h: height } = spot.at;
    button.style.left = `${100 * x / w}%`;
    button.style.top = `${100 * y / h}%`;
    button.style.width = `${100 * width / w}%`;
    button.style.height = `${100 * height / h}%`;
    button.addEventListener("click", (event) => {
      if (spot.choices.length === 1) return play(spot.choices[0].move);
      choose(spot.choices, spot.name);
      // Who has no mouse goes on in the menu.
      if (event.detail === 0) $("menu").querySelector("button")?.focus();
    });
    return button;
  });
  box.replaceChildren(...all);
  state.spots = walk.spots;
  if (all.length) all[nearest(state.focus, () => true) ?? 0].tabIndex = 0;
  // The focus stays where it was on the board.
  if (had && all.length) all[nearest(had, () => true)].focus();
}

const middle = ({ x, y, w, h }) => [x + w / 2, y + h / 2];

// The number of the place that is nearest to a point, of those in question.
function nearest(point, isIn) {
  if (!point) return undefined;
  let best;
  state.spots.forEach((spot, i) => {
    const [dx, dy] = middle(spot.at).map((at, k) => at - point[k]);
    const far = isIn(dx, dy) ? Math.abs(dx) + Math.abs(dy) + 2 * Math.min(Math.abs(dx), Math.abs(dy)) : Infinity;
    if (far < Infinity && (best === undefined || far < best[0])) best = [far, i];
  });
  return best?.[1];
}

const TOWARDS = {
  ArrowLeft: (dx, dy) => dx < -1 && Math.abs(dy) <= -dx, ArrowRight: (dx, dy) => dx > 1 && Math.abs(dy) <= dx,
  ArrowUp: (dx, dy) => dy < -1 && Math.abs(dx) <= -dy, ArrowDown: (dx, dy) => dy > 1 && Math.abs(dx) <= dy,
};

// Goes to the board.
export function enter() {
  const spot = $("spots").querySelector("button[tabindex='0']") ?? $("spots").querySelector("button");
  (spot ?? $("menu").querySelector("button"))?.focus();
}

// Arrows on the board and in its menu, and Escape from them; says whether the key was one of these.
export function steer(event) {
  const board = event.target.closest?.("#spots"), menu = event.target.closest?.("#menu");
  if (!board && !menu) return false;
  if (event.key === "Escape") {
    if (menu && $("spots").firstChild) { menu.hidden = true; enter(); } else event.target.blur();
  } else if (board && TOWARDS[event.key]) {
    $("spots").children[nearest(state.focus, TOWARDS[event.key])]?.focus();
  } else if (menu && TOWARDS[event.key]) {
    const forth = event.key === "ArrowRight" || event.key === "ArrowDown";
    (forth ? event.target.nextElementSibling : event.target.previousElementSibling)?.focus();
  } else return false;
  event.preventDefault();
  return true;
}

function choose(choices, name) {
  const menu = $("menu");
  menu.setAttribute("aria-label", name ? `Choices for ${name}` : "Choices");
  menu.replaceChildren(...choices.map((choice) => {
    const button = element("button", choice.words);
    button.type = "button";
    button.addEventListener("click", () => play(choice.move));
    return button;
  }));
  menu.hidden = false;
}

export async function walk(moves, step) {
  if (!state.puzzle) return;
  const n = state.puzzle.n;
  try {
    const walked = await api("/api/walk", { n, moves, step, whole: state.whole });
    if (state.puzzle && state.puzzle.n === n) {
      if (step) hinted(walked, moves.length);
      await draw(walked);
    }
  } catch (e) { failed(e); }
}

function play(move) {
  state.history.push(state.moves);
  return walk([...state.moves, move], false);
}

export function forward() {
  if (!state.walk || state.walk.is_end) return;
  state.history.push(state.moves);
  return walk(state.moves, true);
}

export function back() {
  if (state.history.length) return walk(state.history.pop(), false);
}
