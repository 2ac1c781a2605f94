import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, test } from "node:test";
import { pathToFileURL } from "node:url";
import { clock, document, forbidden, storage } from "./page.mjs";

// The modules as the site has them: the words beside them are the ids themselves and their facts.
const folder = mkdtempSync(join(tmpdir(), "live-"));
cpSync(new URL("../../docs/assets/live", import.meta.url), folder, { recursive: true });
writeFileSync(join(folder, "words.js"), "export const say = (id, facts) => [id, ...Object.values(facts ?? {})].join(' ');");
writeFileSync(join(folder, "package.json"), '{"type": "module"}');
writeFileSync(join(folder, "table.js"), "export default { render({ model, el }) { globalThis.model = model; return () => { globalThis.closed = true; }; } };");
let visit = 0;
const fresh = (name) => import(`${pathToFileURL(join(folder, name)).href}?${++visit}`);

const script = { ok: true, status: 200, headers: new Headers({ "content-type": "text/javascript" }) };
const engine = { edition: "1", pyodide: "../../pyodide/", bytes: 4e6 };
const page = { edition: null };
globalThis.document = Object.assign(document, {
  querySelector: (selector) => (selector.startsWith("meta") ? page.edition && { content: page.edition } : { loaded: true }),
});
const element = Object.getPrototypeOf(document.createElement("p")), { append } = element;
element.append = function (...nodes) { append.apply(this, nodes.map((one) => (typeof one === "string" ? document.createTextNode(one) : one))); };
element.prepend = function (node) { this.insertBefore(node, this.firstChild); };
console.warn = () => {};

/** A worker that does what the test says. */
class Fake {
  static all = [];
  static answers = {};
  posted = [];
  constructor(url) { this.url = url; Fake.all.push(this); }
  postMessage(message) {
    this.posted.push(message);
    const answer = Fake.answers[message.type]?.(message, this);
    if (answer) queueMicrotask(() => this.onmessage({ data: answer }));
    if (message.type !== "start" && answer !== null) queueMicrotask(() => this.onmessage({ data: { type: "done" } }));
  }
  terminate() { this.ended = true; }
}
globalThis.Worker = Fake;

const opened = ({ id }) => ({ type: "opened", id, state: JSON.stringify({ frame: { key: "k", fresh: true }, words: {} }) });
const soon = () => new Promise((resolve) => setTimeout(resolve, 5));

beforeEach(() => {
  page.edition = null;
  Fake.all = [];
  Fake.answers = { start: () => ({ type: "ready" }), open: opened, ask: ({ id }) => ({ type: "answer", id, answer: '{"a": 1}' }) };
  globalThis.fetch = async () => ({ ...script, json: async () => engine });
  globalThis.localStorage = storage();
});

test("Python is started once, whoever asks", async () => {
  const { ask, ready } = await fresh("live.js");
  assert.deepEqual(await Promise.all([ask("menu"), ask("house", { code: "basic" })]), [{ a: 1 }, { a: 1 }]);
  await ready();
  assert.equal(Fake.all.length, 1);
  assert.deepEqual(Fake.all[0].posted.map((m) => m.type), ["start", "ask", "ask"]);
  assert.match(Fake.all[0].posted[0].base, /\/pyodide\/$/);
});

test("the start is told in megabytes, also to who listens late", async () => {
  Fake.answers.start = (_, worker) => {
    queueMicrotask(() => worker.onmessage({ data: { type: "progress", done: 1e6 } }));
    queueMicrotask(() => worker.onmessage({ data: { type: "progress", done: 5e6 } }));
    queueMicrotask(() => worker.onmessage({ data: { type: "ready" } }));
  };
  const { onProgress, ready } = await fresh("live.js"), heard = [], late = [];
  const off = onProgress((at) => heard.push(at.text));
  await ready();
  off();
  onProgress((at) => late.push(at.stage));
  assert.deepEqual(heard, ["live.asking 0.0 0.0", "live.loading 1.0 4.0", "live.starting 4.0 4.0", "live.ready 4.0 4.0"]);
  assert.deepEqual(late, ["ready"]);
});

test("the megabytes are written as the language of the page writes them", async () => {
  globalThis.document.documentElement = { lang: "de" };
  const { onProgress, ready } = await fresh("live.js"), heard = [];
  Fake.answers.start = (_, worker) => {
    queueMicrotask(() => worker.onmessage({ data: { type: "progress", done: 1.25e6 } }));
    queueMicrotask(() => worker.onmessage({ data: { type: "ready" } }));
  };
  onProgress((at) => heard.push(at.text));
  await ready();
  delete globalThis.document.documentElement;
  assert.equal(heard[1], "live.loading 1,3 4,0");
});

test("what may be a bad copy is fetched once more, and once only", async () => {
  Fake.answers.start = () => ({ type: "failed", text: "live.broken", again: true, detail: "" });
  const { ask } = await fresh("live.js");
  assert.deepEqual(await ask("menu"), { error: "live.broken" });
  assert.deepEqual(Fake.all.map((one) => [one.posted[0].afresh, one.ended]), [[false, true], [true, true]]);
  Fake.answers.start = ({ afresh }) => (afresh ? { type: "ready" } : { type: "failed", text: "live.broken", again: true });
  assert.deepEqual(await ask("menu"), { a: 1 });
});

/** A worker that fails before Python stands, and what is answered to who asks for its file. */
function failing(event, file = script) {
  Fake.answers.start = (_, worker) => { queueMicrotask(() => worker.onerror(event)); };
  globalThis.fetch = async (url) => (url.endsWith("engine.json") ? { ...script, json: async () => engine } : file);
}

for (const [name, why, spoil] of [
  ["no connection", "live.offline", () => { globalThis.fetch = async () => { throw new TypeError("fetch"); }; }],
  ["no Python in this copy", "live.no-python", () => { globalThis.fetch = async () => ({ ok: false, status: 404 }); }],
  ["a server that refuses", "live.refused engine.json 503", () => { globalThis.fetch = async () => ({ ok: false, status: 503 }); }],
  ["a manifest that is no JSON", "live.broken engine.json", () => { globalThis.fetch = async () => ({ ok: true, json: async () => JSON.parse("{") }); }],
  ["a page of another edition", "live.stale", () => { page.edition = "2"; }],
  ["a worker that does not start", "live.no-worker", () => failing({})],
  ["a worker without memory", "live.memory", () => failing({ message: "Uncaught RangeError: Out of memory" })],
  ["a worker that is not there", "live.missing worker.mjs", () => failing({}, { ok: false, status: 404 })],
  ["a page in the place of a worker", "live.broken worker.mjs", () => failing({}, { ...script, headers: new Headers({ "content-type": "text/html" }) })],
]) {
  test(`${name} is one sentence, and the next try is a new one`, async () => {
    const { ask, ready } = await fresh("live.js");
    spoil();
    await assert.rejects(ready(), { message: why });
    assert.deepEqual(await ask("menu"), { error: why });
  });
}

test("a page that became newer than the running Python is told so", async () => {
  const { ask } = await fresh("live.js");
  page.edition = "1";
  assert.deepEqual(await ask("menu"), { a: 1 });
  page.edition = "2";
  assert.deepEqual(await ask("menu"), { error: "live.stale" });
});

test("what is done before the table stands reaches it afterwards, in order", async () => {
  const { open } = await fresh("live.js");
  globalThis.model = null;
  const opening = open(document.createElement("div"), {}, { initial: { frame: { key: "k", fresh: true } } });
  while (!globalThis.model) await soon();
  const [first, second] = [{ type: "draw" }, { type: "discard", card: "KD" }];
  globalThis.model.send(first);
  globalThis.model.send(second);
  await opening;
  const posted = Fake.all[0].posted.filter((m) => m.type === "open" || m.type === "say");
  assert.deepEqual(posted.map((m) => m.message ?? m.type), ["open", first, second]);
});

test("a crash answers every question, and a table can be taken up from what it saved", async () => {
  const { ask, open } = await fresh("live.js"), el = document.createElement("div");
  await open(el, { variant: "basic" });
  Fake.all[0].onmessage({ data: { type: "frame", id: 1, frame: JSON.stringify({ key: "k", save: "draw", fresh: false }) } });
  Fake.answers.ask = () => null;
  const waiting = ask("menu");
  await soon();
  Fake.all[0].onmessage({ data: { type: "crashed", detail: "out of memory" } });
  assert.deepEqual(await waiting, { error: "live.crashed" });
  assert.match(el.textContent, /live\.crashed.*live\.again/);
  el.querySelectorAll("button")[0].fire("click");
  await soon();
  const again = Fake.all[1].posted.find((m) => m.type === "open");
  assert.deepEqual([again.args, again.resume], [{ variant: "basic" }, "draw"]);
  assert.doesNotMatch(el.textContent, /live\.(crashed|again|asking)/);
});

test("a Python that is silent too long is ended, and the table can be taken up from what it saved", async () => {
  const { ask, open } = await fresh("live.js"), el = document.createElement("div"), { setTimeout, clearTimeout } = globalThis;
  const time = clock();
  try {
    await open(el, { variant: "basic" });
    await new Promise(setImmediate);
    time.tick(600_000);
    assert.ok(!Fake.all[0].ended, "nothing is owed");
    Fake.answers.ask = Fake.answers.say = () => null;
    globalThis.model.send({ type: "discard" });
    const waiting = ask("menu");
    await new Promise(setImmediate);
    time.tick(19_000);
    Fake.all[0].onmessage({ data: { type: "frame", id: 1, frame: JSON.stringify({ key: "k", save: "draw", fresh: false }) } });
    time.tick(19_000);
    document.hidden = true;                                                               // in the background nobody waits
    time.tick(600_000);
    document.hidden = false;
    time.tick(19_000);
    assert.ok(!Fake.all[0].ended);
    time.tick(1000);
    assert.ok(Fake.all[0].ended);
    assert.deepEqual(await waiting, { error: "live.silent 20" });
    assert.match(el.textContent, /live\.silent 20.*live\.again/);
    Fake.answers.ask = ({ id }) => ({ type: "answer", id, answer: "{}" });
    assert.deepEqual(await ask("menu"), {});
    time.tick(60_000);
    assert.ok(!Fake.all[1].ended, "what was owed by the old one is not owed by the new one");
  } finally {
    Object.assign(globalThis, { setTimeout, clearTimeout });
    delete document.hidden;
  }
  el.querySelectorAll("button")[0].fire("click");
  await soon();
  assert.equal(Fake.all[1].posted.find((m) => m.type === "open").resume, "draw");
});

test("a start that comes to a standstill ends with a sentence, and the next try is a new one", async () => {
  const { ask } = await fresh("live.js"), { setTimeout, clearTimeout } = globalThis, time = clock(), moment = () => new Promise(setImmediate);
  try {
    Fake.answers.start = () => null;
    const slow = ask("menu"), tell = (done) => Fake.all.at(-1).onmessage({ data: { type: "progress", done } });
    while (!Fake.all.length) await moment();
    for (const done of [1e6, 1e6, 2e6, 4e6]) {
      time.tick(29_000);
      tell(done);
    }
    time.tick(119_000);
    assert.ok(!Fake.all[0].ended, "all has arrived, and a slow device may take its time");
    time.tick(1000);
    assert.deepEqual(await slow, { error: "live.stalled 120" });
    assert.ok(Fake.all[0].ended);

    const there = globalThis.fetch;
    globalThis.fetch = () => new Promise(() => {});
    const stuck = ask("menu");
    await moment();
    document.hidden = true;                                                               // in the background nobody waits
    time.tick(600_000);
    document.hidden = false;
    time.tick(29_000);
    globalThis.fetch = there;
    time.tick(1000);
    assert.deepEqual(await stuck, { error: "live.stalled 30" });

    Fake.answers.start = () => ({ type: "ready" });
    assert.deepEqual(await ask("menu"), { a: 1 });
  } finally {
    Object.assign(globalThis, { setTimeout, clearTimeout });
    delete document.hidden;
  }
});

test("a table whose own script does not come says so, once Python stands", async () => {
  writeFileSync(join(folder, "task.js"), "await new Promise(() => {});");
  const { open } = await fresh("live.js"), { setTimeout, clearTimeout } = globalThis, time = clock();
  try {
    const opening = open(document.createElement("div"), { exercise: "x" });
    for (let n = 0; n < 20; n++) await new Promise(setImmediate);
    time.tick(30_000);
    await assert.rejects(opening, { message: "live.stalled 30" });
  } finally {
    Object.assign(globalThis, { setTimeout, clearTimeout });
  }
});

test("under a table stands a link with the record of what was played, once no hand is closed any more", async () => {
  const { open } = await fresh("live.js"), { unpack } = await fresh("link.js"), el = document.createElement("div");
  const close = await open(el, { position: "bridge" }), [through] = el.querySelectorAll(".through"), [link] = through.querySelectorAll("a");
  const frame = async (more) => {
    const was = [through.hidden, link.href].join();
    Fake.all[0].onmessage({ data: { type: "frame", id: 1, frame: JSON.stringify({ key: "k", fresh: false, ...more }) } });
    for (let n = 0; n < 400 && was === [through.hidden, link.href].join(); n++) await soon();
  };
  assert.ok(through.hidden, "nothing was played");
  const record = `rummy = 1\n${"# a long match\n".repeat(9)}`;
  await frame({ save: record, seats: [{ cards: [] }, { cards: null }] });
  assert.ok(through.hidden, "the other hand is closed");
  await frame({ save: record, over: {} });
  assert.ok(!through.hidden);
  const [, address, packed] = link.href.match(/^(.*)replay\/#r=(.*)$/);
  assert.match(address, /^file:.*\/$/);
  assert.equal(await unpack(packed), record);
  await frame({ save: "draw\ndiscard KD", seats: [{ cards: [] }] });
  assert.deepEqual(JSON.parse(await unpack(link.href.split("#r=")[1])), { position: "bridge", seed: "k", lines: ["draw", "discard KD"] });
  await frame({ save: record, over: {}, fresh: true });
  assert.ok(through.hidden, "all was taken back");
  close();
  assert.equal(el.querySelectorAll(".through").length, 0);
});

test("what cannot be sent is one sentence, and Python owes nothing for it", async () => {
  const { ask, ready } = await fresh("live.js"), { setTimeout, clearTimeout } = globalThis;
  await ready();
  const time = clock();
  Fake.answers.ask = () => { throw new RangeError("too deep"); };
  assert.deepEqual(await ask("settle", {}), { error: "live.unsent" });
  Fake.answers.ask = ({ id }) => ({ type: "answer", id, answer: '{"a": 1}' });
  await ask("settle", {});                                   // a deed that is done: the watch begins
  time.tick(60_000);
  Object.assign(globalThis, { setTimeout, clearTimeout });
  assert.equal(Fake.all[0].ended, undefined);
});

test("a table that left the page is closed, in Python too", async () => {
  const { open, sweep } = await fresh("live.js"), el = document.createElement("div");
  Object.defineProperty(el, "isConnected", { value: false });
  globalThis.closed = false;
  await open(el, {});
  sweep();
  assert.equal(globalThis.closed, true);
  assert.equal(Fake.all[0].posted.at(-1).type, "close");
});

test("a link brings the text back, and anything else brings nothing", async () => {
  const { pack, unpack } = await fresh("link.js");
  const text = "A: 7♥ K♦\n".repeat(200), packed = await pack(text);
  assert.match(packed, /^z[\w-]+$/);
  assert.ok(packed.length < 100);
  assert.equal(await unpack(packed), text);
  for (const bad of ["", "z", "x", "zAAAA", "t*", "t_w", packed.slice(0, -4), `q${packed}`]) assert.ok(!await unpack(bad), bad);
  const bomb = await pack("x".repeat(2_000_000));
  assert.equal(await unpack(bomb), null);
});

test("a browser that cannot compress packs the text as it is", async () => {
  const there = globalThis.CompressionStream;
  globalThis.CompressionStream = undefined;
  const { pack, unpack } = await fresh("link.js"), packed = await pack("draw ♥");
  globalThis.CompressionStream = there;
  assert.equal(packed[0], "t");
  assert.equal(await unpack(packed), "draw ♥");
});

test("why a script of ours could not be used", async () => {
  const { unused } = await fresh("bring.js"), why = async (answer) => {
    globalThis.fetch = async () => answer ?? Promise.reject(new TypeError("fetch"));
    return (await unused("http://here/tool.js?1", new Error("it is whole"))).message;
  };
  assert.equal(await why(), "live.offline");
  assert.equal(await why({ status: 404 }), "live.missing tool.js");
  assert.equal(await why({ status: 503 }), "live.refused tool.js 503");
  assert.equal(await why({ ok: true, headers: new Headers({ "content-type": "text/html; charset=utf-8" }) }), "live.broken tool.js");
  assert.equal(await why(script), "it is whole");
});

test("the sentences of the host are all there", () => {
  const source = ["bring.js", "live.js", "page.js", "worker.mjs"].map((name) => readFileSync(join(folder, name), "utf8")).join("\n");
  const catalogue = readFileSync(new URL("../../rummy/data/words/en/live.toml", import.meta.url), "utf8");
  const known = new Set([...catalogue.matchAll(/^([\w-]+) = /gm)].map(([, id]) => id));
  const used = [...source.matchAll(/say\("live\.([\w-]+)"|(?:trouble|Trouble)\("([\w-]+)"|why: "([\w-]+)"/g)].map((m) => m[1] ?? m[2] ?? m[3]);
  assert.deepEqual([...new Set(used)].filter((id) => !known.has(id)), []);
});
