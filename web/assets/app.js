// The review page. It knows no rule of any genre: the server draws the boards, says where one can
// click and what came of it. Texts from records are only ever set as text.

import { back, draw, forward, prepare, walk } from "/board.js";
import { candidates } from "/mined.js";
import { $, api, element, failed, picture, toast } from "/page.js";
import { alike, panel } from "/panel.js";
import { current, fetched, state } from "/state.js";
import { because, progress, say, undo } from "/verdicts.js";

const PREFETCH = 5;
const REASONS = ["ladder", "unclear", "not-unique", "too-easy", "other"];
const KEYS = [
  ["A", "approve"], ["D", "delete; then a reason:"], ["1 … 5", "ladder, unclear, not unique, too easy, other"],
  ["space", "skip"], ["U", "undo the last one"], ["→  ←", "play the solution on, take a move back"],
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
    if (puzzle.walk) await draw(puzzle.walk);
    else { $("board").hidden = true; $("words").textContent = puzzle.error ?? ""; }
    alike(puzzle, jump);
    for (let i = 1; i <= PREFETCH; i++) {
      const next = state.numbers[state.at + i];
      if (next !== undefined) ready(next).catch(() => {});
    }
  } catch (e) { failed(e); }
}

function jump(n) {
  const at = state.numbers.indexOf(n);
  if (at >= 0) { state.again = null; state.at = at; } else { state.again = null; state.numbers.splice(state.at, 0, n); }
  show();
}

function place() {
  const all = state.numbers.length;
  $("place").textContent = all ? `${Math.min(state.at + 1, all)} of ${all}` : "none";
  try { localStorage.setItem(`place ${$("file").textContent}`, String(state.numbers[state.at] ?? 0)); } catch { /* Not kept. */ }
}

function next() {
  if (state.again !== null) state.again = null;
  else if (state.at < state.numbers.length) state.at += 1;
  return show();
}

async function list(keep) {
  const box = $("filter");
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
  box.replaceChildren(table);
  box.showModal();
}

const mined = () => candidates({ api, element, picture, failed, box: $("keys"), tiers: state.about.tiers });

const acts = {
  a: () => say(show, "approve"), d: () => say(show, "delete"), " ": () => say(show, "skip"), u: () => undo(show),
  ArrowRight: forward, ArrowLeft: back, j: next,
  k: () => { state.again = null; state.at = Math.max(0, state.at - 1); return show(); },
  f: () => { state.whole = !state.whole; return walk(state.moves, false); },
  "?": help, "/": () => $("filter").focus(),
};
REASONS.forEach((reason, i) => { acts[i + 1] = () => because(reason); });

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) {
    if (event.key === "Escape") event.target.blur();
    if (event.key === "Enter" && event.target === $("filter")) { event.target.blur(); list(); }
    return;
  }
  if ($("keys").open && event.key !== "?") return;
  const act = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!act || event.repeat && event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
  event.preventDefault();
  act();
});
$("order").addEventListener("change", () => { $("order").blur(); list(); });
$("help").addEventListener("click", help);
$("mined").addEventListener("click", mined);
addEventListener("resize", () => { if (state.walk) draw(state.walk); });

async function start() {
  try {
    const about = await api("/api/about");
    state.about = about;
    state.records = about.records;
    $("file").textContent = about.file ?? "tesuji";
    document.title = `${about.file ?? "puzzles"} – tesuji review`;
    $("mined").hidden = !about.candidates;
    if (about.bad) toast(`${about.bad} lines are no records; the first: ${about.first_bad}`, true);
    let kept;
    try { kept = Number(localStorage.getItem(`place ${$("file").textContent}`) ?? 0); } catch { kept = 0; }
    await progress();
    await list(kept);
    document.body.dataset.ready = "yes";
  } catch (e) { failed(e); }
}
start();
