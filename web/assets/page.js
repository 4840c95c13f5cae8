// What every part of the page stands on: the elements, requests to the server, and what it says.

export const $ = (id) => document.getElementById(id);

// The token comes behind the #, which goes into no log; from there into this tab alone.
if (location.hash.length > 1) {
  sessionStorage.setItem("token", location.hash.slice(1));
  history.replaceState(null, "", location.pathname);
}
const token = sessionStorage.getItem("token") ?? "";

export async function api(path, body) {
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

export function element(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined && text !== null) made.textContent = text;
  if (className) made.className = className;
  return made;
}

let toastTimer;
export function toast(text, isError) {
  const box = $("toast");
  box.textContent = text;
  box.className = isError ? "on error" : "on";
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { box.className = ""; }, isError ? 8000 : 2500);
}
export const failed = (e) => toast(e.message, true);

export const picture = (svg) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
