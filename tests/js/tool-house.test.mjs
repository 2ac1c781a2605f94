import assert from "node:assert/strict";
import { register } from "node:module";
import { test } from "node:test";

// The words are written at build; here an id stands for its sentence.
const words = "data:text/javascript,export const say = (id) => id";
register(`data:text/javascript,${encodeURIComponent(`export const resolve = (name, context, next) =>
  name.endsWith("/words.js") ? { url: ${JSON.stringify(words)}, shortCircuit: true } : next(name, context)`)}`);
const { codeOf, hashOf, readDraft, readHash, stored } = await import("../../docs/assets/live/tool-house.js");

const CODE = "rummy-500 + pack.jokers=1 + dealing.hand=2:13,3-8:7";

test("a code goes into an address and comes back, with the name of the house and the wish for the sheet", () => {
  for (const sheet of [false, true]) for (const name of ["", "Sunday & <b>50 %+1"]) assert.deepEqual(readHash(`#${hashOf(CODE, { sheet, name })}`), { code: CODE, name, sheet });
  assert.match(hashOf(CODE), /^v=[\w.%-]+$/, "nothing in it needs escaping");
});

test("an address that other programs or hands have changed is read as far as it goes", () => {
  assert.equal(readHash("#v=basic+%2B+match.target%3D90").code, "basic + match.target=90", "a plus sign that stands for a space");
  assert.equal(readHash("#v=basic + match.target=90").code, "basic + match.target=90");
  assert.equal(readHash("#v=basic%").code, "basic%");
  for (const none of ["#the-form", ""]) assert.deepEqual(readHash(none), { code: "", name: "", sheet: false });
  assert.equal(readHash(`#n=${"x".repeat(900)}`).name.length, 80);
});

test("changes that contradict each other have a code too", () => {
  assert.equal(codeOf("basic", {}), "basic");
  assert.equal(codeOf("basic", { "match.target": "none", "match.deals": "none" }), "basic + match.target=none + match.deals=none");
});

test("what is stored is taken if it is a table with a name, and left alone otherwise", () => {
  const one = { name: "<b>Sunday", code: CODE };
  assert.deepEqual(stored({ tables: [one, null, { name: 7, code: "x" }, { name: "x" }], draft: one }), { tables: [one], draft: one });
  for (const broken of [null, undefined, 7, "x", [], {}, { tables: {}, draft: "x" }]) assert.equal(stored(broken), null, "put aside, never written over");
  const many = Array.from({ length: 10_000 }, () => ({ name: "x".repeat(9000), code: CODE })), { tables } = stored({ tables: many });
  assert.deepEqual([tables.length, tables[0].name.length], [200, 80]);
  for (const broken of [null, 7, { name: 1, code: "x" }, [one]]) assert.equal(readDraft(broken), null);
});
