// The review page. It knows no rule of any genre: the server draws the boards, says where one can
// click and what came of it. Texts from records are only ever set as text.

import { candidates } from "/mined.js";

const $ = (id) => document.getElementById(id);
const PREFETCH = 5;
const REASONS = ["ladder", "unclear", "not-unique", "too-easy", "other"];
const KEYS = [
  ["A", "approve"], ["D", "delete; then a reason:"], ["1 … 5", "ladder, unclear, not unique, too easy, other"],
  ["space", "skip"], ["U", "undo the last one"], ["→  ←", "play the solution on, take a move back"],
  ["J  K", "next, previous, saying nothing"], ["F", "whole board"], ["/", "filter"], ["?", "these keys"],
];

// The token comes behind the #, which goes into no log; from there into this tab alone.
if (location.hash.length > 1) {
  sessionStorage.setItem("token", location.hash.slice(1));
  history.replaceState(null, "", location.pathname);
}
const token = sessionStorage.getItem("token") ?? "";

const state = {
  numbers: [], at: 0, again: null, puzzle: null, walk: null, moves: [], whole: false,
  cache: new Map(), history: [], last: null, times: [], busy: false, shown: 0,
};
window.reviewed = state;

async function api(path, body) {
  const request = { headers: { Authorization: `Bearer ${token}` } };
  if (body !== undefined) {
    request.method = "POST";
    request.headers["Content-Type"] = "application/json";
    request.body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(path, request);
  } catch {
    throw new Error("the server does not answer: is `tesuji browse` still running?");
  }
  const text = await response.text();
  let value;
  try { value = JSON.parse(text); } catch { value = { error: text }; }
  if (!response.ok) throw new Error(value.error || response.statusText);
  return value;
}

function element(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined && text !== null) made.textContent = text;
  if (className) made.className = className;
  return made;
}

let toastTimer;
function toast(text, isError) {
  const box = $("toast");
  box.textContent = text;
  box.className = isError ? "on error" : "on";
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { box.className = ""; }, isError ? 8000 : 2500);
}
const failed = (e) => toast(e.message, true);

const picture = (svg) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;

function fetched(n) {
  if (!state.cache.has(n)) {
    const promise = api(`/api/puzzle?n=${n}`);
    promise.catch(() => state.cache.delete(n));
    state.cache.set(n, promise);
    if (state.cache.size > 60) state.cache.delete(state.cache.keys().next().value);
  }
  return state.cache.get(n);
}

const current = () => state.again ?? state.numbers[state.at];

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
    const puzzle = await fetched(n);
    if (n !== current()) return;
    state.puzzle = puzzle;
    state.moves = [];
    state.history = [];
    state.whole = false;
    panel(puzzle);
    if (puzzle.walk) await draw(puzzle.walk);
    else { $("board").hidden = true; $("words").textContent = puzzle.error ?? ""; }
    alike(puzzle);
    for (let i = 1; i <= PREFETCH; i++) {
      const next = state.numbers[state.at + i];
      if (next !== undefined) fetched(next).catch(() => {});
    }
  } catch (e) { failed(e); }
}

async function draw(walk) {
  state.walk = walk;
  state.moves = walk.moves;
  const board = $("board");
  const image = $("drawing");
  const [w, h] = walk.view ?? [400, 400];
  board.hidden = false;
  board.className = state.again === null ? state.puzzle.status : "";
  const scale = Math.min(2, (innerHeight - 190) / h);
  board.style.maxWidth = `${Math.max(240, Math.round(w * scale))}px`;
  image.src = picture(walk.svg);
  spots(walk, w, h);
  $("menu").hidden = true;
  if (walk.choices.length) choose(walk.choices);
  const words = $("words");
  words.replaceChildren();
  if (walk.judged === "right") words.append(element("span", walk.is_end ? "✓ right, solved  " : "✓ right  ", "right"));
  if (walk.judged === "wrong") words.append(element("span", "✗ wrong  ", "wrong"));
  const told = [walk.moves.length ? walk.moves.slice(-12).join(" ") : walk.to_move, ...walk.told];
  words.append(told.filter(Boolean).join("\n"));
  try { await image.decode(); } catch { /* The next one came before it. */ }
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

async function walk(moves, step) {
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

function forward() {
  if (!state.walk || state.walk.is_end) return;
  state.history.push(state.moves);
  return walk(state.moves, true);
}

function back() {
  if (state.history.length) return walk(state.history.pop(), false);
}

function chips(words, kind) {
  return words.map((word) => {
    const chip = element("button", word, "chip");
    chip.type = "button";
    chip.title = `only ${kind}:${word}`;
    chip.addEventListener("click", () => { $("filter").value = `${kind}:${word}`; list(); });
    return chip;
  });
}

function panel(p) {
  const box = $("panel");
  const status = element("span", state.again === null ? p.status : "open", `status ${state.again === null ? p.status : ""}`);
  const title = element("h2", [p.difficulty, p.tier !== p.difficulty ? p.tier : null].filter(Boolean).join(" · ") || p.genre);
  title.prepend(status);
  const rows = element("dl");
  const row = (name, value) => {
    if (value === null || value === undefined || value === "" || value.length === 0) return;
    const cell = element("dd");
    if (Array.isArray(value) && value[0] instanceof Node) cell.append(...value);
    else cell.textContent = Array.isArray(value) ? value.join(", ") : String(value);
    rows.append(element("dt", name), cell);
  };
  row("puzzle", `${p.genre} ${p.size}`);
  row("score", p.score);
  row("tags", chips(p.tags, "tag"));
  row("techniques", chips(Object.keys(p.techniques ?? {}), "technique"));
  row("outcome", p.outcome);
  row("life", p.life);
  row("granted", p.assumes);
  row("undecided", p.undecided);
  row("noted", p.noted.join("\n"));
  row("comment", p.comment);
  for (const [name, value] of Object.entries(p.metadata ?? {})) {
    if (value !== null && value !== false) row(name.replaceAll("_", " "), typeof value === "object" ? JSON.stringify(value) : value);
  }
  row("source", p.title);
  row("category", p.category);
  row("licence", p.licence ?? "none");
  row("made by", p.tool);
  row("deleted for", state.again === null ? p.reason : null);
  row("id", p.id);
  box.replaceChildren(title, rows);
}

async function alike(p) {
  const box = $("alike");
  box.replaceChildren();
  if (!p.alike) return;
  try {
    const others = await api(`/api/alike?n=${p.n}`);
    if (!state.puzzle || state.puzzle.n !== p.n) return;
    box.append(element("h3", `${p.alike} much alike`));
    for (const other of others) {
      const figure = element("figure");
      const image = element("img");
      image.alt = `puzzle ${other.id}`;
      image.src = picture(other.svg);
      image.addEventListener("click", () => jump(other.n));
      figure.append(image, element("figcaption", `${other.difficulty ?? ""} ${other.status}`));
      box.append(figure);
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

async function say(verdict, reason) {
  const p = state.puzzle;
  if (!p || state.busy) return;
  state.busy = true;
  const again = state.again !== null;
  try {
    const told = await api("/api/verdict", { n: p.n, verdict, reason, again });
    if (!again) { p.status = told.status; p.reason = reason ?? null; }
    state.last = { n: p.n, verdict, again, at: state.at };
    rate();
    count(verdict);
    if (verdict === "delete" && !reason) toast("deleted   1 ladder  2 unclear  3 not unique  4 too easy  5 other");
    else $("toast").className = "";
    if (again) state.again = null; else state.at += 1;
    if (told.again !== null && told.again !== undefined) state.again = told.again;
    await show();
  } catch (e) { failed(e); } finally { state.busy = false; }
}

// The reason of the last deletion, whose puzzle is gone from the board already.
async function because(reason) {
  const last = state.last;
  if (!last || last.verdict !== "delete") return;
  try {
    const told = await api("/api/verdict", { n: last.n, verdict: "delete", reason, again: last.again });
    const p = await fetched(last.n);
    if (!last.again) { p.status = told.status; p.reason = reason; }
    toast(`deleted: ${reason.replaceAll("-", " ")}`);
  } catch (e) { failed(e); }
}

async function undo() {
  const last = state.last;
  if (!last || state.busy) return;
  state.busy = true;
  try {
    const told = await api("/api/verdict", { n: last.n, verdict: "undo", again: last.again });
    (await fetched(last.n)).status = told.status;
    state.last = null;
    state.again = last.again ? last.n : null;
    state.at = last.at;
    toast("taken back");
    progress();
    await show();
  } catch (e) { failed(e); } finally { state.busy = false; }
}

function rate() {
  const now = performance.now();
  state.times.push(now);
  while (state.times.length > 60 || now - state.times[0] > 120000) state.times.shift();
  const minutes = (now - state.times[0]) / 60000;
  $("rate").textContent = state.times.length > 4 && minutes > 0 ? `${Math.round((state.times.length - 1) / minutes)} a minute` : "";
}

let counts = {};
let all = 1;
function bar() {
  for (const name of ["approved", "deleted", "skipped"]) {
    $(name).style.width = `${100 * (counts[name] ?? 0) / all}%`;
    $(name).title = `${counts[name] ?? 0} ${name}`;
  }
}
function count(verdict) {
  const name = { approve: "approved", delete: "deleted", skip: "skipped" }[verdict];
  counts[name] = (counts[name] ?? 0) + 1;
  bar();
  if (state.times.length % 20 === 0) progress();
}
async function progress() {
  try {
    const told = await api("/api/progress");
    counts = told.counts;
    bar();
    const { same, different } = told.agreement;
    $("bar").title = Object.entries(counts).map(([k, v]) => `${v} ${k}`).join(", ")
      + (same + different ? `; shown again: ${same} of ${same + different} judged the same` : "");
  } catch (e) { failed(e); }
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
  a: () => say("approve"), d: () => say("delete"), " ": () => say("skip"), u: undo,
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
    all = about.records;
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
