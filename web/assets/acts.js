// What can be done with a puzzle: each act has a key and a button, for hands without a keyboard.

import { $, element } from "/page.js";

export const REASONS = ["ladder", "unclear", "not-unique", "too-easy", "other"];
const words = (reason) => reason.replaceAll("-", " ");

// A button that does not keep the focus of a mouse: keys then go on as before.
export function button(text, act, label) {
  const made = element("button", text);
  made.type = "button";
  if (label) made.setAttribute("aria-label", label);
  made.addEventListener("click", (event) => {
    if (event.detail > 0) made.blur();
    act(event);
  });
  return made;
}

// An act with its key in the button.
function keyed(text, key, act, className) {
  const made = button(text, act, text);
  made.append(" ", element("kbd", key));
  made.setAttribute("aria-keyshortcuts", key === "space" ? "Space" : key);
  if (className) made.className = className;
  return made;
}

export function acts(does) {
  $("verdicts").replaceChildren(
    keyed("Approve", "A", does.approve, "good"), keyed("Delete", "D", does.delete, "bad"),
    keyed("Skip", "space", does.skip), keyed("Undo", "U", does.undo));
  $("reasons").replaceChildren(element("span", "Deleted. Why?"),
    ...REASONS.map((reason, i) => keyed(words(reason), String(i + 1), () => does.because(reason))));
  $("moves").replaceChildren(
    keyed("Take back", "←", does.back), keyed("Solution", "→", does.forward), keyed("Whole board", "F", does.whole),
    keyed("Previous", "K", does.previous), keyed("Next", "J", does.next));
}

// The reasons are asked for while the last verdict is a deletion without one.
export const askWhy = (asked) => { $("reasons").hidden = !asked; };
