import assert from "node:assert/strict";
import { cpSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, test } from "node:test";
import { pathToFileURL } from "node:url";
import { document } from "./page.mjs";

// The modules as the site has them, with a Python that joins lists of numbers: what is no list cannot be read.
const folder = mkdtempSync(join(tmpdir(), "course-"));
cpSync(new URL("../../docs/assets/live", import.meta.url), folder, { recursive: true });
writeFileSync(join(folder, "words.js"), "export const say = (id, facts) => [id, ...Object.values(facts ?? {})].join(' ');");
writeFileSync(join(folder, "package.json"), '{"type": "module"}');
for (const part of ["table", "task"]) writeFileSync(join(folder, `${part}.js`), `export default { render({ model }) { globalThis.drawn = ["${part}", model]; } };`);
cpSync(join(folder, "live.js"), join(folder, "host.js"));
writeFileSync(join(folder, "live.js"), `export const enter = () => {}, ask = (...asked) => globalThis.desk(...asked), onProgress = () => () => {}, open = () => {}, root = "http://here/";`);
let visit = 0;
const fresh = (name) => import(`${pathToFileURL(join(folder, name)).href}?${++visit}`);

const KEY = "rummy:progress";
const read = (text) => { try { return [...JSON.parse(text || "[]")]; } catch { return null; } };
async function desk(kind, { text, more }) {
  const lists = [text, ...more].map(read), all = [...new Set(lists.flatMap((one) => one ?? []))].sort();
  return { text: JSON.stringify(all), aside: lists[0] ? "" : "broken", problem: lists.slice(1).every(Boolean) ? "" : "no file" };
}

/** A browser's storage with so much room, or one that is forbidden. */
class Storage {
  #room;
  constructor(kept = {}, room = Infinity) { Object.assign(this, kept); this.#room = room; }
  getItem(key) { return Object.hasOwn(this, key) ? this[key] : null; }
  setItem(key, value) {
    const others = Object.entries(this).filter(([name]) => name !== key);
    if ([...others, [key, value]].flat().join("").length > this.#room) throw new Error("full");
    this[key] = value;
  }
  removeItem(key) { delete this[key]; }
}
const forbidden = new Proxy({}, { get() { throw new Error("forbidden"); }, ownKeys() { throw new Error("forbidden"); } });

const element = Object.getPrototypeOf(document.createElement("p")), { append } = element;
element.append = function (...nodes) { append.apply(this, nodes.map((one) => (typeof one === "string" ? document.createTextNode(one) : one))); };
element.prepend = function (node) { this.insertBefore(node, this.firstChild); };

let hears = {};
const elsewhere = (key, newValue) => {
  newValue === null ? localStorage.removeItem(key) : localStorage.setItem(key, newValue);
  hears.storage({ key, newValue });
};
const soon = () => new Promise((resolve) => setTimeout(resolve, 5));

beforeEach(() => {
  hears = {};
  Object.assign(globalThis, { desk, localStorage: new Storage(), addEventListener: (kind, job) => { hears[kind] = job; } });
});

test("what is learned is added to what is kept, and told to who listens", async () => {
  localStorage.setItem(KEY, "[1]");
  const { known, learn, onLearned } = await fresh("progress.js"), heard = [];
  onLearned(({ text }) => heard.push(text));
  await Promise.all([learn("[2]"), learn("[3]")]);
  assert.equal(localStorage[KEY], "[1,2,3]");
  assert.equal(known(), "[1,2,3]");
  assert.equal(heard.at(-1), "[1,2,3]");
});

test("what another page writes meanwhile is not lost", async () => {
  const { learn } = await fresh("progress.js");
  globalThis.desk = async (...asked) => {
    globalThis.desk = desk;
    localStorage.setItem(KEY, "[7]");
    return desk(...asked);
  };
  await learn("[2]");
  assert.equal(localStorage[KEY], "[2,7]");
});

test("two pages that write at once are both kept, and come to rest", async () => {
  const { learn } = await fresh("progress.js");
  await learn("[2]");
  elsewhere(KEY, "[7]");
  await soon();
  assert.equal(localStorage[KEY], "[2,7]");
  let asked = 0;
  globalThis.desk = (...one) => { asked += 1; return desk(...one); };
  elsewhere(KEY, "[2,7]");
  await soon();
  assert.equal(asked, 0);
});

test("results that were removed in another page do not come back", async () => {
  const { known, learn } = await fresh("progress.js");
  await learn("[2]");
  elsewhere(KEY, null);
  await learn("[3]");
  assert.equal(known(), "[3]");
});

test("what cannot be read is put aside under a name, and a new one is begun", async () => {
  localStorage.setItem(KEY, "{half");
  const { asides, learn } = await fresh("progress.js"), { note } = await learn("[2]");
  const [[name, text], ...rest] = asides();
  assert.match(note, /^progress\.aside broken rummy:progress-\d{8}-\d{6}$/);
  assert.ok(note.endsWith(name));
  assert.deepEqual([text, rest, localStorage[KEY]], ["{half", [], "[2]"]);
});

test("what cannot be put aside is not overwritten, and nothing is lost while the page is open", async () => {
  globalThis.localStorage = new Storage({ [KEY]: `{${"x".repeat(100)}` }, 150);
  const { asides, known, learn } = await fresh("progress.js");
  assert.equal((await learn("[2]")).note, "live.unread broken");
  assert.deepEqual([localStorage[KEY].length, asides(true).length, asides(false).length], [101, 1, 0]);
  localStorage.removeItem(KEY);
  assert.equal((await learn("[3]")).note, "");
  assert.equal(known(), "[2,3]");
});

test("a full storage is told, and all is stored once there is room", async () => {
  globalThis.localStorage = new Storage({ [KEY]: "[1]" }, 18);
  const { learn } = await fresh("progress.js");
  assert.equal((await learn("[2]")).note, "live.not-kept");
  assert.equal(localStorage[KEY], "[1]");
  globalThis.localStorage = new Storage({ [KEY]: "[1]" });
  assert.equal((await learn("[3]")).note, "");
  assert.equal(localStorage[KEY], "[1,2,3]");
});

test("where storage is forbidden the page itself remembers", async () => {
  globalThis.localStorage = forbidden;
  const { asides, known, learn } = await fresh("progress.js");
  assert.equal((await learn("[2]")).note, "live.not-kept");
  await learn("[3]");
  assert.deepEqual([known(), asides()], ["[2,3]", []]);
});

test("a result that Python could not add is added with the next one", async () => {
  const { learn } = await fresh("progress.js");
  globalThis.desk = async () => ({ error: "stopped" });
  assert.equal((await learn("[2]")).note, "stopped");
  globalThis.desk = desk;
  await learn("[3]");
  assert.equal(localStorage[KEY], "[2,3]");
});

test("a file that cannot be read changes nothing and is told", async () => {
  localStorage.setItem(KEY, "[1]");
  const { learn } = await fresh("progress.js");
  assert.equal((await learn("-")).problem, "no file");
  assert.equal((await learn()).problem, "");
  assert.equal(localStorage[KEY], "[1]");
});

test("to begin anew removes the results and what was tried in the exercises, and nothing else", async () => {
  globalThis.localStorage = new Storage({ "rummy:melds.first": "x", "rummy:melds.first/answer": "y", "rummy:pad": "z" });
  const { forget, known, learn } = await fresh("progress.js");
  await learn("[2]");
  await forget(["melds.first"]);
  assert.deepEqual([known(), Object.keys(localStorage)], ["", ["rummy:pad"]]);
});

test("an address names a drill or a worksheet, and what it cannot mean is left out", async () => {
  const { address, wished } = await fresh("tool-drills.js");
  const sheet = { kinds: ["meld", "pile"], variant: "rummy-500 + pack.jokers=0", level: 2, many: 12, seed: "a b" };
  assert.deepEqual(wished(address(sheet).slice(1)), { ...sheet, drill: "meld" });
  assert.deepEqual(wished(""), { drill: "meld", variant: "rummy-500", level: 1, kinds: [], seed: "", many: 0 });
  assert.deepEqual([wished("level=9").level, wished("many=1e9").many, wished("many=x").many], [1, 40, 0]);
});

test("the progress of a class is that of its lessons, in their order, and of no others", async () => {
  const { ofClass } = await fresh("tool-progress.js"), lesson = (id, done) => ({ id, done, exercises: [1, 2, 3] });
  const lessons = [lesson("start", 1), lesson("melds", 2), lesson("aces", 3)];
  const { lessons: ours, told } = ofClass({ lessons }, ["melds", "start"]);
  assert.deepEqual([ours.map(({ id }) => id), told], [["melds", "start"], ["tool.progress.done 3 6"]]);
  assert.deepEqual(ofClass({ lessons }), {});
});

test("the page of progress says what is due, else what went wrong, else nothing", async () => {
  const { waiting } = await fresh("tool-progress.js");
  assert.deepEqual(waiting({ due: ["a", "b"], names: ["a"] }), { text: "tool.progress.due-now 2", go: true });
  assert.deepEqual(waiting({ due: [], names: ["a"] }), { text: "tool.progress.missed", go: true });
  assert.deepEqual(waiting({}), { text: "tool.progress.nothing", go: false });
});

test("a common deal without its code is asked for, not opened", async () => {
  globalThis.document = document;
  const el = document.createElement("div"), { default: mount } = await fresh("tool-deal.js");
  document.body.replaceChildren(el);
  mount(el);
  el.querySelector("form").fire("submit");
  assert.equal(el.querySelector(".note").textContent, "tool.deal.no-code");
  assert.equal(document.activeElement.getAttribute("data-key"), "code");
});

test("a task is put up with the progress so far, its results are kept, and it is taken up where it stood", async () => {
  localStorage.setItem(KEY, "[1]");
  const posted = [];
  globalThis.Worker = class {
    postMessage(message) {
      posted.push(message);
      const round = { n: 3, menu: { chosen: { kind: "pile", variant: "basic", level: 2 } } };
      const frame = { key: "k", fresh: true, task: {}, round: message.args?.drill ? round : undefined };
      const answers = {
        start: { type: "ready" }, open: { type: "opened", id: message.id, state: JSON.stringify({ frame, words: {} }) },
        ask: { type: "answer", id: message.id, answer: "{}" },
      };
      queueMicrotask(() => this.onmessage({ data: answers[message.type] }));
      if (message.type !== "start") queueMicrotask(() => this.onmessage({ data: { type: "done" } }));
      globalThis.python = this;
    }
    terminate() {}
  };
  globalThis.fetch = async () => ({ ok: true, status: 200, json: async () => ({ edition: "1", pyodide: "p/", bytes: 1 }) });
  globalThis.document = Object.assign(document, { querySelector: (selector) => (selector.startsWith("meta") ? null : { loaded: true }) });
  document.documentElement = { lang: "de" };
  const { open } = await fresh("host.js"), heard = [], el = document.createElement("div");
  await open(el, { drill: "meld", seed: "7" }, { heard: (frame) => heard.push(frame.round.n) });
  const [part, model] = drawn, { course, kept, at } = posted.find(({ type }) => type === "open");
  assert.deepEqual([part, course, kept, at, heard, new URL(model.get("site")).protocol], ["task", true, "[1]", 1, [3], "file:"]);
  assert.equal(posted[0].language, "de", "Python speaks as the page does");
  python.onmessage({ data: { type: "result", id: 1, more: "[5]" } });
  await soon();
  assert.equal(localStorage[KEY], "[1,5]");
  console.warn = () => {};
  python.onmessage({ data: { type: "crashed", detail: "" } });
  el.querySelectorAll("button")[0].fire("click");
  await soon();
  const again = posted.filter(({ type }) => type === "open").at(-1);
  assert.deepEqual([again.args, again.at], [{ drill: "pile", variant: "basic", level: 2, seed: "7" }, 3]);
});
