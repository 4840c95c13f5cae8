// Runs requests through the module: node run.mjs MODULE < requests, a line of JSON each: [call, argument, …]; prints answers.
import { readFileSync } from "node:fs";
const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), {});
const { memory, input, call, output } = instance.exports;
for (const line of readFileSync(0, "utf8").split("\n").filter((l) => l)) {
  const bytes = new TextEncoder().encode(JSON.parse(line).join("\0"));
  const at = input(bytes.length);
  new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  const length = call();
  console.log(new TextDecoder().decode(new Uint8Array(memory.buffer, output(), length)));
}
