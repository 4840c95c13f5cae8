// The module in a thread of its own: a request in, an answer out.
let engine;
function ask(request) {
  const { input, call, output, memory } = engine.exports;
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  if (bytes.length > 1 << 20) return { error: "a request is too long" };
  // `input` may make the memory grow, and then its buffer is another one.
  const at = input(bytes.length);
  new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  const length = call();
  const from = output();
  return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, from, length)));
}
onmessage = async ({ data }) => {
  try {
    if (data.module) engine = new WebAssembly.Instance(data.module, {});
    postMessage({ id: data.id, answer: data.request ? ask(data.request) : {} });
  } catch (e) {
    // The module is not to be trusted after a trap: the page starts another one.
    postMessage({ id: data.id, answer: { error: `a fault inside of the solver: ${e.message}`, broken: true } });
  }
};
