// The review page. It knows no rule of any genre: the server draws the boards, says where one can
// click and what came of it. Texts from records are only ever set as text.

import { REASONS, acts, button } from "/acts.js";
import { back, draw, enter, forward, prepare, steer, walk } from "/board.js";
import { candidates } from "/mined.js";
import { $, api, element, failed, picture, toast } from "/page.js";
import { alike, panel } from "/panel.js";
import { begins, keepsTimes } from "/play.js";
import { current, fetched, state } from "/state.js";
import { because, progress, say, undo } from "/verdicts.js";

const PREFETCH = 5;
const KEYS = [
  ["A", "approve"], ["D", "delete; then a reason:"], ["1 … 5", "ladder, unclear, not unique, too easy, other"],
  ["space", "skip"], ["U", "undo, as often as there are verdicts"], ["→  ←", "play the solution on, take a move back"],
  ["B", "go to the board: arrows choose a place, Enter plays there, Escape leaves"],
  ["J  K", "next, previous, saying nothing"], ["F", "whole board"], ["/", "filter"], ["?", "these keys"],
];

// A puzzle with the picture of its board.
async function ready(n) {
  const puzzle = await fetched(n);
  if (!puzzle.image) prepare(puzzle);
  return puzzle;
}

async function show() {
  const n = current();
  place();
  if (n === undefined) {
    $("board").hidden = true;
    $("panel").replaceChildren(element("p", "No puzzle here: change the filter."));
    $("words").textContent = "";
    $("alike").replaceChildren();
    $("menu").hidden = true;
    state.puzzle = null;
    return;
  }
  try {
    const puzzle = await ready(n);
    if (n !== current()) return;
    state.puzzle = puzzle;
    state.moves = [];
    state.history = [];
    state.whole = false;
    panel(puzzle, () => list());
    begins(n);
    if (puzzle.walk) await draw(puzzle.walk);
    else { $("board").hidden = true; $("words").textContent = puzzle.error ?? ""; }
    alike(puzzle, (other) => jump(other));
    for (let i = 1; i <= PREFETCH; i++) {
      const next = state.numbers[state.at + i];
      if (next !== undefined) ready(next).catch(() => {});
    }
  } catch (e) { failed(e); }
}

// Shows a puzzle of that number, in the list or beside it.
function jump(n, again = null) {
  state.again = again;
  const at = state.numbers.indexOf(n);
  if (at >= 0) state.at = at; else state.numbers.splice(state.at, 0, n);
  return show();
}

// Says where one is, and keeps it with the verdicts when one stays there.
let keeping;
function place() {
  const all = state.numbers.length;
  $("place").textContent = all ? `${Math.min(state.at + 1, all)} of ${all}` : "none";
  const n = state.numbers[Math.min(state.at, all - 1)];
  clearTimeout(keeping);
  if (n === undefined) return;
  const here = { n, filter: state.filter, order: $("order").value };
  keeping = setTimeout(() => api("/api/place", here).catch(() => { /* It is said with the next verdict. */ }), 300);
}

function next() {
  if (state.again !== null) state.again = null;
  else if (state.at < state.numbers.length) state.at += 1;
  return show();
}

function previous() {
  state.again = null;
  state.at = Math.max(0, state.at - 1);
  return show();
}

async function list(keep) {
  const box = $("filter");
  state.filter = box.value;
  const wanted = `/api/list?order=${$("order").value}&filter=${encodeURIComponent(box.value)}`;
  try {
    const told = await api(wanted);
    box.classList.remove("wrong");
    const was = keep ?? current();
    state.numbers = told.numbers;
    state.again = null;
    const at = state.numbers.indexOf(was);
    state.at = keep !== undefined && at >= 0 ? at : 0;
    if ($("order").value === "cluster" && !told.compared) toast("still comparing: what is alike is not known yet");
    state.cache.clear();
    await show();
  } catch (e) { box.classList.add("wrong"); failed(e); }
}

function help() {
  const box = $("keys");
  if (box.open) { box.close(); return; }
  const table = element("table");
  for (const [key, what] of KEYS) {
    const row = element("tr");
    const cell = element("td");
    cell.append(element("kbd", key));
    row.append(cell, element("td", what));
    table.append(row);
  }
  box.replaceChildren(table, button("Close", () => box.close()));
  box.showModal();
}

const mined = () => candidates({ api, element, picture, failed, button, box: $("keys"), tiers: state.about.tiers });

const does = {
  approve: () => say(show, "approve"), delete: () => say(show, "delete"), skip: () => say(show, "skip"),
  undo: () => undo(jump), because, forward, back, next, previous,
  whole: () => { state.whole = !state.whole; return walk(state.moves, false); },
};
const keys = {
  a: does.approve, d: does.delete, " ": does.skip, u: does.undo, ArrowRight: forward, ArrowLeft: back,
  j: next, k: previous, f: does.whole, b: enter, "?": help, "/": () => $("filter").focus(),
};
REASONS.forEach((reason, i) => { keys[i + 1] = () => because(reason); });

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) {
    if (event.key === "Escape") event.target.blur();
    if (event.key === "Enter" && event.target === $("filter")) { list(); event.target.blur(); }
    return;
  }
  if ($("keys").open && event.key !== "?") return;
  if (steer(event)) return;
  // A button that has the focus does what it says.
  if (event.target instanceof HTMLButtonElement && (event.key === " " || event.key === "Enter")) return;
  const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!act || event.repeat && event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
  event.preventDefault();
  act();
});
acts(does);
$("order").addEventListener("change", () => { $("order").blur(); list(); });
$("filter").addEventListener("change", () => { if ($("filter").value !== state.filter) list(); });
$("help").addEventListener("click", help);
$("mined").addEventListener("click", mined);
addEventListener("resize", () => { if (state.walk) draw(state.walk); });

// What is wrong with the file as a whole.
function complaints(about) {
  const all = [];
  if (about.bad) all.push(`${about.bad} lines are no records; the first: ${about.first_bad}`);
  if (about.repeated) all.push(`left out because their id stands before them: ${about.repeated}; the first: ${about.first_repeated}`);
  return all.join("\n");
}

async function start() {
  try {
    const about = await api("/api/about");
    state.about = about;
    state.records = about.records;
    $("file").textContent = about.file ?? "tesuji";
    document.title = `${about.file ?? "puzzles"} – tesuji review`;
    $("mined").hidden = !about.candidates;
    keepsTimes(about.times);
    if (complaints(about)) toast(complaints(about), true);
    if (about.place) {
      $("filter").value = about.place.filter;
      $("order").value = about.place.order;
    }
    await progress();
    await list(about.place?.n ?? 0);
    document.body.dataset.ready = "yes";
  } catch (e) { failed(e); }
}
start();
