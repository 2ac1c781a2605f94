import assert from "node:assert/strict";
import { register } from "node:module";
import { beforeEach, test } from "node:test";
import { pack } from "../../docs/assets/live/link.js";
import { document, storage } from "./page.mjs";

// Somebody opens a link where a draft of their own is stored. An id stands for its sentence; the desk answers as little as the tools need.
const stub = (text) => `data:text/javascript,${encodeURIComponent(text)}`;
const instead = { "/words.js": stub("export const say = (id) => id"), "/live.js": stub('export const ask = (...asked) => globalThis.desk(...asked), onProgress = () => () => {}, open = () => {}, root = "http://here/";') };
register(stub(`const instead = ${JSON.stringify(instead)};
export const resolve = (name, context, next) => { const url = instead[name.slice(name.lastIndexOf("/"))]; return url ? { url, shortCircuit: true } : next(name, context); }`));
const tool = async (name) => (await import(`../../docs/assets/live/tool-${name}.js`)).default;
const settle = await tool("settle"), house = await tool("house"), { former } = await import("../../docs/assets/live/former.js");

const element = Object.getPrototypeOf(document.createElement("p")), { append, replaceChildren } = element, create = document.createElement;
element.append = function (...nodes) { append.apply(this, nodes.map((one) => (typeof one === "string" ? document.createTextNode(one) : one))); };
element.scrollIntoView = () => {};
Object.defineProperty(element, "classList", { get: () => ({ toggle() {}, contains: () => false }) });
document.createElement = (tag) => Object.assign(create(tag), tag === "template" && { content: create("p") });

const MENU = { groups: [], variants: [{ id: "basic", title: "Basic", blurb: "", seats: [2] }, { id: "rummy-500", title: "500", blurb: "", seats: [2] }] };
async function desk(kind, { code, base = "basic", options = {} }) {
  if (kind !== "house") return asked(), {};
  return { code: code ?? [base, ...Object.entries(options).map((pair) => pair.join("="))].join(" + "), base: code?.split(" ")[0] ?? base, title: "T", seats: [2], options: {}, unread: [] };
}
let kept, el, stop, asked;
beforeEach(() => {
  stop?.();
  kept = {};
  Object.assign(globalThis, {
    document, desk, localStorage: { ...storage(kept), removeItem: (key) => delete kept[key] }, addEventListener() {}, removeEventListener() {},
    location: { href: "http://here/", pathname: "/", search: "", hash: "" }, history: { replaceState() {} },
  });
  Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true });
});
/** A visit to a tool at an address: what lay on the page before is left. */
async function visit(mount, data, hash = "") {
  stop?.();
  location.hash = hash;
  el = document.createElement("div");
  document.body.replaceChildren(el);
  Object.assign(el.dataset, data);
  const looked = new Promise((resolve) => { asked = resolve; });
  stop = await mount(el, { hash });
  if (mount === settle) await looked;                        // the link has been read, and the rules are asked about it
}
const one = (key) => el.querySelector(`[data-key=${key}]`);
const press = (key) => one(key).fire("click");

const lies = (cards) => ({ position: { variant: "basic", seats: 2, turn: "A", phase: "draw", discards: "", hands: { A: cards }, table: [] }, lines: [] });
const here = { menu: JSON.stringify(MENU), example: JSON.stringify(lies("KD")) };
const link = async (cards) => `#p=${await pack(JSON.stringify(lies(cards)))}`;
const hand = () => JSON.parse(kept["rummy:settle"]).position.hands.A;

test("a position from a link leaves the stored draft alone", async () => {
  const draft = kept["rummy:settle"] = JSON.stringify(lies("7H 8H"));
  await visit(settle, here, await link("2C"));
  assert.equal(el.querySelector(".note").childNodes[0].textContent, "tool.settle.replaced");
  await visit(settle, here);
  assert.deepEqual(kept, { "rummy:settle": draft });
  assert.equal(one("back"), null);
});

test("once it is changed the draft it covered is put aside, and both can be had back at a later visit", async () => {
  kept["rummy:settle"] = JSON.stringify(lies("7H 8H"));
  await visit(settle, here, await link("2C 3C"));
  el.querySelectorAll(".card")[0].fire("click");
  assert.equal(hand(), "3C");
  await visit(settle, here);
  for (const cards of ["7H 8H", "3C", "7H 8H"]) {
    press("back");
    assert.equal(hand(), cards);
  }
});

test("two links that were both changed have put aside two drafts", async () => {
  kept["rummy:settle"] = JSON.stringify(lies("7H 8H"));
  for (const cards of ["2C 3C", "2D 3D"]) {
    await visit(settle, here, await link(cards));
    el.querySelectorAll(".card")[0].fire("click");
  }
  const had = [1, 2, 3].map(() => (press("back"), hand()));
  assert.deepEqual(had, ["3C", "7H 8H", "3D"]);
});

test("going back from a link that nobody changed puts nothing aside", async () => {
  kept["rummy:settle"] = JSON.stringify(lies("7H 8H"));
  await visit(settle, here, await link("2C"));
  press("back");
  assert.deepEqual([hand(), kept["rummy:settle-former"], one("back")], ["7H 8H", undefined, null]);
});

const OWN = { code: "basic + a=1", name: "Sunday" };

test("house rules from a link leave the table that was being made alone, until they are changed; then it is put aside", async () => {
  const draft = kept["rummy:house-draft"] = JSON.stringify(OWN);
  await visit(house, here, "#v=basic%20%2B%20b%3D2");
  assert.deepEqual([one("code").value, kept["rummy:house-draft"], kept["rummy:house-former"]], ["basic + b=2", draft, undefined]);
  one("name").value = "Theirs";
  one("name").fire("input");
  assert.deepEqual(JSON.parse(kept["rummy:house-draft"]), { code: "basic + b=2", name: "Theirs" });
  await visit(house, here);
  assert.equal(el.querySelector(".former").textContent, "Sunday×");
});

test("what is no draft any more is not among the former ones, and the oldest give way", () => {
  kept["rummy:x-former"] = '[7, {"n": 1}]';
  const it = former("x", (one) => one?.n);
  assert.deepEqual(it.all(), [{ n: 1 }]);
  for (let n = 2; n < 30; n++) it.put({ n });
  it.put({ n: 20 });
  assert.deepEqual([it.all().length, it.all()[0], it.all().at(-1)], [20, { n: 20 }, { n: 10 }]);
  kept["rummy:x-former"] = "{spoilt";
  it.put({ n: 1 });
  assert.deepEqual([it.all(), kept["rummy:x-former.old"]], [[{ n: 1 }], "{spoilt"]);
});
