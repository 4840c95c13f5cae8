// The page that plays. It knows no rule of any genre: the module says what can be written where,
// draws the board and answers. Texts of puzzles are only ever set as text.
"use strict";
const $ = (id) => document.getElementById(id);
const element = (kind, text = "") => Object.assign(document.createElement(kind), { textContent: text });

// The module.
let worker, compiled, lastCall = 0;
const waiting = new Map();

async function load() {
  const packed = Uint8Array.from(atob($("module").textContent.trim()), (sign) => sign.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  compiled = await WebAssembly.compile(await new Response(stream).arrayBuffer());
}

function start() {
  worker = new Worker(URL.createObjectURL(new Blob([$("engine").textContent], { type: "text/javascript" })));
  worker.onmessage = ({ data }) => {
    waiting.get(data.id)?.(data.answer);
    waiting.delete(data.id);
  };
  return send({ module: compiled });
}

function send(message) {
  const id = ++lastCall;
  return new Promise((done) => { waiting.set(id, done); worker.postMessage({ id, ...message }); });
}

// Ends what the module is at, and puts the puzzle on the board of a new one.
async function restart(words) {
  worker.terminate();
  for (const done of waiting.values()) done({ error: words });
  waiting.clear();
  await start();
  if (puzzle) await send({ request: { call: "open", text: `${puzzle.genre}:${puzzle.text}` } });
}

async function ask(name, more = {}) {
  const late = setTimeout(() => { $("cancel").hidden = false; say("working…"); }, 400);
  const answer = await send({ request: { call: name, ...more } });
  clearTimeout(late);
  $("cancel").hidden = true;
  if (answer.broken) await restart("the solver starts anew");
  if (answer.error) throw new Error(answer.error);
  return answer;
}

// What is filled in: values, what is struck out, own marks; all by variable.
let puzzle, entries, past, future, chosen, step, list = [], at = 0;
const edits = [];
let isMarking = false, isSetting = false, showsCandidates = false, isSolved = false;
const empty = () => ({ placed: {}, removed: {}, marks: {} });
const state = () => ({ placed: entries.placed, removed: entries.removed });

function say(words, kind = "") {
  $("words").textContent = words;
  $("reasons").replaceChildren();
  if (kind) $("words").dataset.kind = kind;
}

function report(words, kind = "") {
  $("status").textContent = words;
  $("status").className = kind;
}

function failed(e) { say(e.message, "bad"); document.body.dataset.error = e.message; }

// Runs an act and says what went wrong.
const does = (act) => async (...args) => {
  try { await act(...args); } catch (e) { failed(e); }
};

// A puzzle on the board.
function take(told) {
  puzzle = told;
  entries = empty();
  for (const [v, value] of Object.entries(told.state?.placed ?? {})) entries.placed[v] = value;
  past = []; future = []; step = null; isSolved = false;
  chosen = puzzle.spots[0]?.var;
  $("name").textContent = `${told.genre} ${told.size}`;
  document.title = `${told.genre} ${told.size} – tesuji`;
  $("about").textContent = told.about;
  $("place").textContent = list.length > 1 ? `${at + 1} of ${list.length}` : "";
  $("previous").hidden = $("next").hidden = list.length < 2;
  delete document.body.dataset.error;
  history.replaceState(null, "", `#${encodeURIComponent(`${told.genre}:${told.text}`)}`);
  say("");
  show(told.svg);
  spots();
}

async function openText(text) {
  take(await ask("open", { text }));
  if (Object.keys(entries.placed).length) await draw();
  await settle();
}

// Says at once how many solutions there are.
async function settle() {
  report("…");
  const { answer, words } = await ask("status");
  report(words, answer === "one" ? "good" : answer === "unfinished" ? "" : "bad");
  document.body.dataset.answer = answer;
}

// The picture and the places over it.
let size = [1, 1];
function show(svg) {
  const view = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg);
  if (view) size = [Number(view[1]), Number(view[2])];
  const image = $("drawing");
  image.alt = `${puzzle.genre} ${puzzle.size}, ${Object.keys(entries.placed).length} places filled in`;
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  $("board").style.maxWidth = `${Math.min(640, Math.max(420, Math.round(size[0] * 2)))}px`;
}

const places = () => (isSetting ? puzzle.clues : puzzle.spots);
const key = (spot) => (isSetting ? spot.name : spot.var);

function spots() {
  const box = $("spots");
  const all = places().map((spot) => {
    const button = element("button");
    button.type = "button";
    button.tabIndex = -1;
    button.dataset.key = key(spot);
    const { x, y, w, h } = spot.at;
    Object.assign(button.style, { left: `${100 * x / size[0]}%`, top: `${100 * y / size[1]}%`,
      width: `${100 * w / size[0]}%`, height: `${100 * h / size[1]}%`, zIndex: w * h < 1500 ? 2 : 1 });
    button.addEventListener("click", () => click(spot, 1));
    button.addEventListener("contextmenu", (event) => { event.preventDefault(); click(spot, -1); });
    return button;
  });
  box.replaceChildren(...all);
  // Where a drag draws, it doesn't scroll.
  $("board").style.touchAction = !isSetting && places().some(isCycled) ? "pinch-zoom" : "manipulation";
  choose(chosen, false);
  label();
}

const buttonOf = (name) => [...$("spots").children].find((button) => button.dataset.key === String(name));
const spotOf = (name) => places().find((spot) => String(key(spot)) === String(name));
const wordOf = (spot, value) => spot.values.find(([v]) => v === value)?.[1];

// Names of places for who does not see them, and own marks.
function label(wrong = []) {
  for (const spot of places()) {
    const button = buttonOf(key(spot));
    if (isSetting) { button.setAttribute("aria-label", `${spot.name}: ${spot.clue ?? "no clue"}`); continue; }
    const value = entries.placed[spot.var], marks = entries.marks[spot.var] ?? [];
    button.setAttribute("aria-label", `${spot.name}: ${value === undefined ? "empty" : wordOf(spot, value)}`);
    button.classList.toggle("wrong", wrong.includes(spot.var));
    const text = value === undefined ? marks.map((v) => wordOf(spot, v)) : [];
    const short = text.map((word) => (word.length > 3 ? word[0] : word));
    const box = element("span");
    box.append(...short.map((word) => element("i", word)));
    const wide = $("board").clientWidth * spot.at.w / size[0];
    box.style.fontSize = `${Math.max(8, wide / 3.6)}px`;
    button.replaceChildren(...(short.length ? [box] : []));
  }
}

function choose(name, focus = true) {
  chosen = spotOf(name) ? name : places()[0] && key(places()[0]);
  typed = "";
  for (const button of $("spots").children) {
    const is = button.dataset.key === String(chosen);
    button.classList.toggle("chosen", is);
    button.tabIndex = is ? 0 : -1;
    if (is && focus) button.focus({ preventScroll: true });
  }
  pad();
}

// The values of the chosen place as buttons.
function pad() {
  const spot = spotOf(chosen);
  $("clue").hidden = !isSetting;
  if (isSetting || !spot) {
    $("pad").replaceChildren();
    $("clue-name").textContent = spot ? `Clue at ${spot.name}` : "No clue can be edited here";
    $("clue-text").value = spot?.clue ?? "";
    return;
  }
  const values = spot.values.map(([value, word]) => {
    const button = element("button", word);
    button.type = "button";
    const on = isMarking ? (entries.marks[spot.var] ?? []).includes(value) : entries.placed[spot.var] === value;
    button.setAttribute("aria-pressed", String(on));
    button.addEventListener("click", does(() => write(spot, value)));
    return button;
  });
  const none = element("button", "⌫");
  none.type = "button";
  none.title = "Empty";
  none.addEventListener("click", does(() => write(spot, undefined)));
  $("pad").replaceChildren(...values, none);
}

// Few values go round with each click, as a person shades cells; of many the pad or a key tells one.
const isCycled = (spot) => spot.values.length <= 3;

function click(spot, by) {
  const again = String(key(spot)) === String(chosen);
  choose(key(spot));
  if (isSetting) { $("clue-text").focus(); $("clue-text").select(); return; }
  if (isCycled(spot) && !isMarking) does(cycle)(spot, by);
  else if (again && by < 0) does(write)(spot, undefined);
}

// The first click writes what stands out: the value that is no "un…", "no …" or "empty".
function order(spot) {
  const plain = (word) => /^(un|no |no$|none|not |empty|white|plain)/.test(word);
  return [...spot.values].sort((a, b) => plain(a[1]) - plain(b[1])).map(([value]) => value);
}

// The value that comes after the one of a place.
function following(spot, by) {
  const all = [undefined, ...order(spot)], now = all.indexOf(entries.placed[spot.var]);
  return all[(now + by + all.length) % all.length];
}

const cycle = (spot, by) => write(spot, following(spot, by));

// A drag writes one value in all places of a kind that it passes: a line, a row of shaded cells.
let stroke, isDragged = false;
function beginStroke(event) {
  isDragged = false;
  if (!puzzle || isSetting || isMarking || event.button === 1 || !event.isPrimary) return;
  stroke = { by: event.button === 2 ? -1 : 1, at: [event.clientX, event.clientY], passed: [] };
}

// The place whose middle part is at a point of the screen: ends of edges meet, so they do not count.
function spotAt(x, y) {
  const box = $("spots").getBoundingClientRect();
  const a = (x - box.left) * size[0] / box.width, b = (y - box.top) * size[1] / box.height;
  const near = (off, long, short) => Math.abs(off) <= long * (long > short + 1 ? 0.3 : 0.45);
  return places().find(({ at: { x, y, w, h } }) => near(a - x - w / 2, w, h) && near(b - y - h / 2, h, w));
}

function moveStroke(event) {
  if (!stroke) return;
  const [x, y] = stroke.at, dx = event.clientX - x, dy = event.clientY - y, far = Math.hypot(dx, dy);
  if (!isDragged && far < 8) return;
  isDragged = true;
  const steps = Math.ceil(far / 3);
  for (let n = 0; n <= steps; n++) {
    const spot = spotAt(x + dx * n / (steps || 1), y + dy * n / (steps || 1));
    if (!spot || !isCycled(spot) || stroke.passed.includes(spot)) continue;
    const first = stroke.passed[0] ?? spot;
    if (JSON.stringify(first.values) !== JSON.stringify(spot.values)) continue;
    stroke.passed.push(spot);
    buttonOf(key(spot))?.classList.add("chosen");
  }
  stroke.at = [event.clientX, event.clientY];
}

function endStroke() {
  const { passed, by } = stroke ?? {};
  stroke = undefined;
  if (!passed?.length) return;
  const value = following(passed[0], by), to = copied();
  for (const { var: name } of passed) {
    if (value === undefined) delete to.placed[name];
    else to.placed[name] = value;
  }
  choose(key(passed[passed.length - 1]));
  does(change)(to);
}

$("board").addEventListener("pointerdown", beginStroke);
addEventListener("pointermove", moveStroke);
addEventListener("pointerup", endStroke);
addEventListener("pointercancel", () => { stroke = undefined; choose(chosen, false); });
for (const kind of ["click", "contextmenu"]) $("board").addEventListener(kind, (event) => {
  if (isDragged) { event.stopPropagation(); event.preventDefault(); }
}, true);

const copied = () => JSON.parse(JSON.stringify(entries));

// Changes the entries, so that the change can be taken back.
async function change(to) {
  past.push(entries);
  future = [];
  entries = to;
  await draw();
  await solved();
}

function write(spot, value) {
  const to = copied();
  if (isMarking && value !== undefined) {
    const marks = new Set(to.marks[spot.var] ?? []);
    if (!marks.delete(value)) marks.add(value);
    to.marks[spot.var] = [...marks].sort((a, b) => a - b);
  } else if (value === undefined) {
    if (to.placed[spot.var] === undefined) delete to.marks[spot.var];
    delete to.placed[spot.var];
  } else to.placed[spot.var] = value;
  return change(to);
}

async function draw() {
  const { svg } = await ask("draw", { ...state(), candidates: showsCandidates });
  step = null;
  $("why").disabled = $("apply").disabled = true;
  show(svg);
  label();
  pad();
}

// Says when the puzzle is solved.
async function solved() {
  if (document.body.dataset.answer !== "one") return;
  const { solved } = await ask("check", state());
  if (solved && !isSolved) { report("✓ Solved", "good"); say("Well done: this is the solution."); }
  else if (!solved && isSolved) await settle();
  isSolved = solved;
  document.body.dataset.solved = solved ? "yes" : "no";
}

async function undo(from, to) {
  if (isSetting && from === past && edits.length) {
    const was = chosen;
    await openText(edits.pop());
    return choose(was);
  }
  if (!from.length) return;
  to.push(entries);
  entries = from.pop();
  await draw();
  await solved();
}

async function check() {
  const { wrong, words } = await ask("check", state());
  label(wrong);
  say(words);
}

async function hint() {
  const answer = await ask("hint", state());
  const words = [answer.note, answer.answer === "step" ? `${answer.name}: look at ${answer.place || "the board"}.` : answer.words];
  say(words.filter(Boolean).join(" "));
  step = answer.answer === "step" ? answer : null;
  $("why").disabled = $("apply").disabled = !step;
  if (step) { show(step.svg); label(); }
}

function why() {
  if (!step) return;
  $("words").textContent = step.words;
  $("reasons").replaceChildren(...step.why.map((line) => element("li", line)));
}

function apply() {
  if (!step) return;
  const to = copied();
  for (const [v, value] of step.gone) (to.removed[v] ??= []).push(value);
  for (const [v, value] of step.placed) to.placed[v] = value;
  return change(to);
}

async function truth() {
  const { words, svg } = await ask("candidates", state());
  show(svg);
  say(words);
}

async function solution() {
  const { placed, words } = await ask("solution");
  if (!placed) return say(words);
  const to = copied();
  for (const spot of puzzle.spots) if (placed[spot.var] !== undefined) to.placed[spot.var] = placed[spot.var];
  await change(to);
}

async function grade() {
  const { tier, score, solved, techniques } = await ask("grade");
  const used = Object.entries(techniques).map(([name, times]) => `${name} ×${times}`).join(", ");
  say(`${solved ? tier : "beyond the techniques"}, ${score} points\n${used}`);
}

function pressed(id, is) { $(id).setAttribute("aria-pressed", String(is)); }

function marking() { isMarking = !isMarking; pressed("marks", isMarking); pad(); }
async function candidates() { showsCandidates = !showsCandidates; pressed("candidates", showsCandidates); await draw(); }

function setting() {
  isSetting = !isSetting;
  pressed("setter", isSetting);
  chosen = undefined;
  spots();
  if (isSetting && !puzzle.clues.length) say("Clues of this puzzle are not edited one by one; edit its address.");
}

async function edit(name, clue) {
  const before = `${puzzle.genre}:${puzzle.text}`, was = chosen;
  const told = await ask("edit", { at: name, clue });
  take(told);
  edits.push(before);
  choose(was);
  await settle();
}

async function jump(by) {
  if (!list.length) return;
  at = (at + by + list.length) % list.length;
  await openText(list[at]);
}

// Dialogs.
function dialog(...parts) {
  const close = element("button", "Close");
  close.type = "button";
  close.addEventListener("click", () => $("dialog").close());
  $("dialog").replaceChildren(...parts, close);
  $("dialog").showModal();
}

const KEYS = [
  ["arrows", "choose a place"], ["PageDown, PageUp", "choose the next place, or the one before"], ["digits, letters", "write a value; in places with words: 1, 2, 3 by their order"],
  ["space", "next value"], ["Backspace", "empty"], ["M", "own marks on or off"], ["U or Ctrl+Z, R or Ctrl+Y", "undo, redo"],
  ["C", "check"], ["H", "hint"], ["W", "why?"], ["Enter", "do the step of the hint"], ["P", "candidates"], ["T", "true candidates"],
  ["E", "edit clues"], ["?", "these keys"],
];

function help() {
  const table = element("table");
  for (const [name, what] of KEYS) {
    const row = element("tr"), cell = element("td");
    cell.append(element("kbd", name));
    row.append(cell, element("td", what));
    table.append(row);
  }
  dialog(element("h2", "Keys"), table);
}

function choice(label, values) {
  const box = element("label", `${label} `), select = element("select");
  select.append(...values.map((value) => Object.assign(element("option", value || "any"), { value })));
  box.append(select);
  return [box, select];
}

async function other() {
  const genres = Object.values(await ask("genres")).filter((genre) => genre.name);
  const [genreBox, genre] = choice("Genre", genres.map(({ name }) => name));
  const [sizeBox, sizes] = choice("Size", []);
  const [tierBox, tier] = choice("Tier", ["", "beginner", "easy", "medium", "hard", "expert", "master"]);
  const fill = () => {
    const known = genres.find(({ name }) => name === genre.value)?.sizes ?? [];
    sizes.replaceChildren(...known.map((size) => element("option", size)));
  };
  genre.value = puzzle?.genre ?? genres[0].name;
  genre.addEventListener("change", fill);
  fill();
  const make = element("button", "Make one");
  make.type = "button";
  make.addEventListener("click", does(async () => {
    $("dialog").close();
    const seed = crypto.getRandomValues(new Uint32Array(1))[0];
    take(await ask("make", { genre: genre.value, size: sizes.value, tier: tier.value, seed }));
    await settle();
  }));
  const text = Object.assign(element("input"), { size: 40, placeholder: "address, record, or genre:notation" });
  text.id = "pasted";
  const read = element("button", "Open");
  read.type = "button";
  read.addEventListener("click", does(async () => { $("dialog").close(); list = []; await openText(text.value); }));
  const rows = [[genreBox, sizeBox, tierBox, make], [text, read]].map((parts) => {
    const row = element("div");
    row.className = "row";
    row.append(...parts);
    return row;
  });
  dialog(element("h2", "Another puzzle"), ...rows, element("p"));
}

async function share() {
  await navigator.clipboard?.writeText(location.href);
  say(puzzle.address ? `The address of this page shares the puzzle. In other programs: ${puzzle.address}`
    : "The address of this page shares the puzzle.");
}

// Goes to the nearest place in a direction. What lies straight ahead comes before what lies aside,
// but an edge leads to the edges that meet it.
function go(dx, dy) {
  const from = spotOf(chosen);
  if (!from) return;
  const middle = ({ at: { x, y, w, h } }) => [x + w / 2, y + h / 2];
  const [x, y] = middle(from), isEdge = Math.abs(from.at.w - from.at.h) > 1;
  let best;
  for (const spot of places()) {
    const [a, b] = middle(spot), along = (a - x) * dx + (b - y) * dy, aside = Math.abs((a - x) * dy) + Math.abs((b - y) * dx);
    if (along < 1 || aside > along) continue;
    const far = along + aside * (isEdge ? 0.5 : 2);
    if (!best || far < best[0]) best = [far, spot];
  }
  if (best) choose(key(best[1]));
}

// Goes to the next place in reading order, or to the one before.
function pass(by) {
  const all = places(), at = all.findIndex((spot) => key(spot) === chosen);
  if (all.length) choose(key(all[(at + by + all.length) % all.length]));
}

// A typed sign as a value of the chosen place: by its word, else by its number in the order of clicks.
let typed = "", typedAt = 0;
function type(sign) {
  const spot = spotOf(chosen);
  if (!spot || isSetting) return false;
  const now = Date.now();
  typed = now - typedAt < 800 ? typed + sign : sign;
  typedAt = now;
  const named = (text) => spot.values.find(([, word]) => word.toLowerCase() === text.toLowerCase());
  const numbered = (text) => (spot.values.some(([, word]) => /^\d+$/.test(word)) ? undefined
    : spot.values.find(([value]) => value === order(spot)[Number(text) - 1]));
  const found = named(typed) ?? named(sign) ?? numbered(sign);
  if (!found) return false;
  does(write)(spot, found[0]);
  return true;
}

const acts = {
  marks: marking, undo: () => undo(past, future), redo: () => undo(future, past), clear: () => change(empty()), check, hint, why, apply,
  candidates, truth, solution, grade, setter: setting, previous: () => jump(-1), next: () => jump(1), other, share, help,
  cancel: () => restart("stopped"),
};
// A button that a pointer pressed keeps no focus, so that Enter means the step of a hint again.
for (const [id, act] of Object.entries(acts)) $(id).addEventListener("click", (event) => {
  if (event.detail) event.currentTarget.blur();
  does(act)();
});
$("clue").addEventListener("submit", (event) => {
  event.preventDefault();
  if (spotOf(chosen)) does(edit)(spotOf(chosen).name, $("clue-text").value);
});

const LETTERS = { m: "marks", u: "undo", r: "redo", c: "check", h: "hint", w: "why", p: "candidates", t: "truth", e: "setter", "?": "help" };
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const PAGES = { PageDown: 1, PageUp: -1 };
addEventListener("keydown", (event) => {
  const isField = /^(INPUT|SELECT)$/.test(event.target.tagName);
  if (isField && event.key === "Escape") { event.target.blur(); choose(chosen); return; }
  if (!puzzle || isField || $("dialog").open || event.altKey || event.metaKey) return;
  if (event.ctrlKey) {
    const act = { z: "undo", y: "redo" }[event.key];
    if (act) { event.preventDefault(); does(acts[act])(); }
    return;
  }
  const isButton = event.target.tagName === "BUTTON" && !event.target.closest("#spots");
  const spot = spotOf(chosen);
  if (ARROWS[event.key]) go(...ARROWS[event.key]);
  else if (PAGES[event.key]) pass(PAGES[event.key]);
  else if ((event.key === " " || event.key === "Enter") && isButton) return;
  else if (event.key === "Enter" && step) does(apply)();
  else if (event.key === "Enter" && isSetting) $("clue-text").focus();
  else if (event.key === " " || event.key === "Enter") { if (spot && !isSetting) does(cycle)(spot, 1); }
  else if (event.key === "Backspace" || event.key === "Delete") {
    if (spot) isSetting ? does(edit)(spot.name, "") : does(write)(spot, undefined);
  } else if (event.key.length !== 1) return;
  else if (type(event.key)) { /* Written. */ }
  else if (isSetting && /[\d?]/.test(event.key) && event.key !== "?") { $("clue-text").focus(); $("clue-text").value = ""; return; }
  else if (LETTERS[event.key.toLowerCase()]) does(acts[LETTERS[event.key.toLowerCase()]])();
  else return;
  event.preventDefault();
});

addEventListener("hashchange", does(() => openText(shared())));
function shared() {
  const text = location.hash.slice(1);
  try { return decodeURIComponent(text); } catch { return text; }
}

(async () => {
  const begin = performance.now();
  try {
    list = JSON.parse($("puzzles").textContent);
    await load();
    await start();
    const text = shared() || list[0] || "sudoku:003020600900305001001806400008102900700000008006708200002609500800203009005010300";
    if (shared()) list = [];
    await openText(text);
  } catch (e) { failed(e); report("", "bad"); }
  document.body.dataset.ready = String(Math.round(performance.now() - begin));
})();
