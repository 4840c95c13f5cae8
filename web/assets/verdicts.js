// Verdicts, how many were given, and how fast.

import { $, api, failed, toast } from "/page.js";
import { askWhy } from "/acts.js";
import { fetched, state } from "/state.js";

export async function say(show, verdict, reason) {
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
    askWhy(verdict === "delete" && !reason);
    if (again) state.again = null; else state.at += 1;
    if (told.again !== null && told.again !== undefined) state.again = told.again;
    await show();
  } catch (e) { failed(e); } finally { state.busy = false; }
}

// The reason of the last deletion, whose puzzle is gone from the board already.
export async function because(reason) {
  const last = state.last;
  if (!last || last.verdict !== "delete") return;
  try {
    const told = await api("/api/verdict", { n: last.n, verdict: "delete", reason, again: last.again });
    const p = await fetched(last.n);
    if (!last.again) { p.status = told.status; p.reason = reason; }
    toast(`deleted: ${reason.replaceAll("-", " ")}`);
    askWhy(false);
  } catch (e) { failed(e); }
}

// Takes back the last verdict that stands, of this run or an earlier one, and shows its puzzle.
export async function undo(jump) {
  if (state.busy) return;
  state.busy = true;
  try {
    const told = await api("/api/undo", {});
    state.last = null;
    askWhy(false);
    if (told.n === null) { toast("nothing is left to undo"); return; }
    (await fetched(told.n)).status = told.status;
    toast(`taken back: ${told.verdict}`);
    progress();
    await jump(told.n, told.again ? told.n : null);
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

function bar() {
  for (const name of ["approved", "deleted", "skipped"]) {
    $(name).style.width = `${100 * (counts[name] ?? 0) / state.records}%`;
    $(name).title = `${counts[name] ?? 0} ${name}`;
  }
}
function count(verdict) {
  const name = { approve: "approved", delete: "deleted", skip: "skipped" }[verdict];
  counts[name] = (counts[name] ?? 0) + 1;
  bar();
  if (state.times.length % 20 === 0) progress();
}
export async function progress() {
  try {
    const told = await api("/api/progress");
    counts = told.counts;
    bar();
    const { same, different } = told.agreement;
    $("bar").title = Object.entries(counts).map(([k, v]) => `${v} ${k}`).join(", ")
      + (same + different ? `; shown again: ${same} of ${same + different} judged the same` : "");
    $("bar").setAttribute("aria-label", `Progress: ${$("bar").title}`);
  } catch (e) { failed(e); }
}
