// The board: drawn by the server, with places to click and the words of the last move.

import { $, api, element, failed, picture } from "/page.js";
import { state } from "/state.js";

// The picture of a position, ready to be shown.
async function pictured(svg) {
  const image = new Image();
  image.alt = "The position";
  image.src = picture(svg);
  try { await image.decode(); } catch { /* Shown as it is. */ }
  return image;
}

// Makes the picture of a puzzle before it is its turn.
export function prepare(puzzle) {
  if (puzzle.walk) puzzle.image = pictured(puzzle.walk.svg);
}

export async function draw(walk) {
  state.walk = walk;
  state.moves = walk.moves;
  const isFirst = walk === state.puzzle.walk;
  const image = await (isFirst && state.puzzle.image ? state.puzzle.image : pictured(walk.svg));
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
  const scale = Math.min(2, (innerHeight - 190) / h);
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
}

function spots(walk, w, h) {
  const all = walk.spots.map((spot) => {
    const button = element("button");
    button.type = "button";
    button.tabIndex = -1;
    const { x, y, w: width, h: height } = spot.at;
    button.style.left = `${100 * x / w}%`;
    button.style.top = `${100 * y / h}%`;
    button.style.width = `${100 * width / w}%`;
    button.style.height = `${100 * height / h}%`;
    button.addEventListener("click", () => {
      if (spot.choices.length === 1) play(spot.choices[0].move);
      else choose(spot.choices);
    });
    return button;
  });
  $("spots").replaceChildren(...all);
}

function choose(choices) {
  const menu = $("menu");
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
    if (state.puzzle && state.puzzle.n === n) await draw(walked);
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
