// What is told of a puzzle, and the puzzles that are much like it.

import { $, api, element, failed, picture } from "/page.js";
import { state } from "/state.js";

function chips(words, kind, filter) {
  return words.map((word) => {
    const chip = element("button", word, "chip");
    chip.type = "button";
    chip.title = `only ${kind}:${word}`;
    chip.addEventListener("click", () => { $("filter").value = `${kind}:${word}`; filter(); });
    return chip;
  });
}

export function panel(p, filter) {
  const box = $("panel");
  const status = element("span", state.again === null ? p.status : "open", `status ${state.again === null ? p.status : ""}`);
  const title = element("h2", [p.difficulty, p.tier !== p.difficulty ? p.tier : null].filter(Boolean).join(" · ") || p.genre);
  title.prepend(status);
  const rows = element("dl");
  // Each text is isolated: one that turns its direction turns no other.
  const row = (name, value) => {
    if (value === null || value === undefined || value === "" || value.length === 0) return;
    const cell = element("dd");
    const parts = Array.isArray(value) ? value : [value];
    parts.forEach((part, i) => {
      if (part instanceof Node) { cell.append(part); return; }
      if (i > 0) cell.append(", ");
      cell.append(element("bdi", String(part)));
    });
    const head = element("dt");
    head.append(element("bdi", name));
    rows.append(head, cell);
  };
  row("puzzle", `${p.genre} ${p.size}`);
  row("score", p.score);
  row("tags", chips(p.tags, "tag", filter));
  row("techniques", chips(Object.keys(p.techniques ?? {}), "technique", filter));
  row("steps", p.restricted);
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

export async function alike(p, jump) {
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
      image.alt = `Show puzzle ${other.id}`;
      image.src = picture(other.svg);
      const open = element("button");
      open.type = "button";
      open.append(image);
      open.addEventListener("click", () => jump(other.n));
      figure.append(open, element("figcaption", `${other.difficulty ?? ""} ${other.status}`));
      box.append(figure);
    }
  } catch (e) { failed(e); }
}
