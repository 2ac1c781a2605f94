import assert from "node:assert/strict";
import { register } from "node:module";
import { test } from "node:test";

// The words and the class are written at build; here an id stands for its sentence.
const words = "data:text/javascript,export const say = (id) => id", live = "data:text/javascript,export const ask = 0, enter = 0, onProgress = 0, open = 0, root = ''";
register(`data:text/javascript,${encodeURIComponent(`const there = ${JSON.stringify({ words, live })};
  export const resolve = (name, context, next) => { const url = there[name.match(/\\/(words|live)\\.js$/)?.[1]]; return url ? { url, shortCircuit: true } : next(name, context); }`)}`);
const { fileOf, signed } = await import("../../docs/assets/live/tool-progress.js");
const TEXT = '{\n "rummy_progress": 1,\n "course": "rummy",\n "tries": {}\n}\n';

test("the name of whoever hands a copy in goes into the file's name, and is none of the file system's signs", () => {
  assert.equal(fileOf(""), "rummy-progress.json");
  assert.equal(fileOf(" Ada  Müller-Łuk "), "rummy-progress-Ada-Müller-Łuk.json");
  assert.equal(fileOf("../..\\ <b>:*?"), "rummy-progress-b.json");
  assert.equal(fileOf("\u0645\u0631\u064A\u0645"), "rummy-progress-مريم.json");
  assert.ok(fileOf("a".repeat(300)).length <= 65);
});

test("a copy holds its name in a line of its own, whatever the name is; without one it is as it was", () => {
  assert.equal(signed(TEXT, "  "), TEXT);
  for (const name of ["Ada", 'B"o\\', "$& $1", "\n"]) {
    const made = signed(TEXT, name);
    const { name: kept = "", ...rest } = JSON.parse(made);
    assert.equal(kept, name.trim());
    assert.deepEqual(rest, JSON.parse(TEXT));
  }
});
